"""Block operators: what some visits do to the values of all states.

Take visits that touch only the slots of a window [a, b). The words above the window do not change, and below
a word above, the states stand together: what happens to them depends only on the set (the node) of words that
follow it. So an operator keeps one *template* for each such node, and a list of the words above with the
number of their first state before and after. In a template, the words below the window fall into *pieces*,
runs of neighbours along which every word of the window has neighbouring states. A piece is a straight-line
program over rows of values, one row for each word of the window.

A visit that touches slots far apart has one template, and a piece for every word of untouched labels.

Every state lies in exactly one piece, before and after. So the transpose of an operator has the same pieces
with the transposed programs.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import reduce
from itertools import compress
from math import log
from typing import NamedTuple

import numpy as np

from ..model.lattice import connected
from ..rules.problem import NoPositionError
from ..support.run import Report, cancellable, check_cancelled, silent
from ..sweep.diagram import NOTHING, Array, DecisionDiagram, StateSet, classes, distinct
from ..sweep.sweep import Local
from ..sweep.visit import UNIT, Transition, Word
from .straight_line import StraightLinePrograms, Window

MOST_WINDOW_SLOTS = 7  # slots of a window
LEAST_WINDOW_WORDS, STATES_FOR_EACH_WORD = 8, 64  # of a window in any case; states for each word
MOST_WINDOW_WORDS = 200  # of a window, about: its rows should fit the first- and second-level caches

Piece = tuple[int, int, Array]  # how long, which program, where its rows begin
Key = tuple[StateSet, StateSet | None, int, int, tuple[Local, ...]]  # states, wanted ones, window, steps


@dataclass(frozen=True, eq=False)
class BlockOperator:
    """What some steps do to all states.

    Word t above the window has its states from old[t] before and from new[t] after, and template[t] says what
    happens to them; equal templates stand together. The pieces of template k go from first[k] up to
    first[k + 1]; piece i has rows of length[i] neighbours, runs program[i], and its rows begin at
    offsets[at[i]:], those of the inputs first. `growth` is the greatest number of terms in a sum. If the
    operator `is_partial`, it does not write all targets: the others are zero. `placements` are those that its
    weights name, by their numbers in the conflict graph, where weights belong to placements.
    """

    sources: int
    targets: int
    old: Array
    new: Array
    template: Array
    first: Array
    length: Array
    program: Array
    at: Array
    offsets: Array
    growth: int
    is_partial: bool = False
    placements: tuple[int, ...] = ()

    @property
    def arrays(self) -> tuple[Array, ...]:
        """All lists."""
        above = (self.old, self.new, self.template)
        return (*above, self.first, self.length, self.program, self.at, self.offsets)

    def work(self, costs: Array) -> int:
        """The cost of all pieces, where a row of program g costs costs[g] for each state."""
        return self._over_tops(self.length * costs[self.program])

    def _over_tops(self, by_piece: Array) -> int:
        """The sum over all words above of a number for each piece."""
        pieces = np.concatenate([[0], np.cumsum(by_piece)])
        return int(np.diff(pieces[self.first])[self.template].sum())

    def transposed(self, programs: StraightLinePrograms) -> "BlockOperator":
        """The transpose: it takes values of the targets to values of the sources."""
        pieces = len(self.length)
        program, at = np.zeros(pieces, dtype=np.int32), np.zeros(pieces, dtype=np.int64)
        written = np.zeros(pieces, dtype=np.int64)  # the number of rows that a piece writes
        growth, filled = 1, 0
        offsets: list[Array] = []
        for number in np.unique(self.program).tolist():
            mine = np.flatnonzero(self.program == number)
            given = programs.programs[number]
            program[mine], kept = programs.transposed(number)
            rows = [*range(given.inputs, given.inputs + given.outputs), *kept]
            offsets.append(self.offsets[self.at[mine][:, None] + np.array(rows, dtype=np.int64)].reshape(-1))
            at[mine] = filled + len(rows) * np.arange(len(mine))
            written[mine] = len(kept)
            filled += len(rows) * len(mine)
            growth = max(growth, programs.programs[program[mine[0]]].growth)
        is_partial = self._over_tops(self.length * written) < self.sources
        used = written > 0
        first = np.concatenate([[0], np.cumsum(used)])[self.first]
        lists = first, self.length[used], program[used], at[used], np.concatenate(offsets)
        return BlockOperator(
            self.targets,
            self.sources,
            self.new,
            self.old,
            self.template,
            *lists,
            growth,
            is_partial,
            self.placements,
        )


def _operator(
    programs: StraightLinePrograms,
    counts: tuple[int, int],
    tops: tuple[Array, Array, Array],
    templates: Sequence[Sequence[Piece]],
) -> BlockOperator:
    """The operator with these words above (old, new, template) and templates."""
    pieces = [piece for template in templates for piece in template]
    used = {program for _, program, _ in pieces}
    return BlockOperator(
        counts[0],
        counts[1],
        tops[0].astype(np.int64),
        tops[1].astype(np.int64),
        tops[2].astype(np.int32),
        np.cumsum([0, *map(len, templates)]).astype(np.int64),
        np.array([length for length, _, _ in pieces], dtype=np.int64),
        np.array([program for _, program, _ in pieces], dtype=np.int32),
        np.cumsum([0, *(len(offsets) for _, _, offsets in pieces)])[:-1].astype(np.int64),
        np.concatenate([offsets for _, _, offsets in pieces]).astype(np.int64),
        max(programs.programs[number].growth for number in used),
    )


class Marking(Enum):
    """What the weights of a program stand for: nothing, the player, or the placement; or the placement, with
    a weight for visits that play nothing."""

    NOTHING = auto()
    PLAYER = auto()
    PLACEMENT = auto()
    EVERY_VISIT = auto()


@dataclass(frozen=True)
class ByPlacement:
    """A rule whose weights name the placements that start at the visited cell, from 1 on.

    A visit that plays nothing has the weight `passing`.
    """

    rule: Callable[[Word], Sequence[Transition]]
    passing: int = UNIT

    def __call__(self, before: Word) -> list[Transition]:
        """The transitions."""
        return [
            (after, self.passing if which is None else which + 1, which)
            for after, _, which in self.rule(before)
        ]


class OperatorCompiler:
    """Turns local steps into operators, each different one once."""

    def __init__(
        self,
        marking: Marking = Marking.PLAYER,
        widest: int | None = None,
        placements: int = 1,
        single: bool = False,
    ) -> None:
        """`widest` fixes the width of a window; `single` makes an operator of each visit.

        If weights belong to placements, at most so many `placements` start at a cell, and every visit has an
        operator of its own, so that its weights name the placements of one visit.
        """
        self.marking = marking
        self._by_placement = marking in (Marking.PLACEMENT, Marking.EVERY_VISIT)
        self._single = single or self._by_placement
        self._passing = placements + 1 if marking is Marking.EVERY_VISIT else UNIT
        self.programs = StraightLinePrograms(
            marking is not Marking.NOTHING, placements if self._by_placement else None
        )
        self._widest = widest
        self._made: dict[Key, tuple[BlockOperator, StateSet]] = {}

    def forward(
        self,
        states: StateSet,
        locals_: Iterable[Local],
        wanted: StateSet | None = None,
        report: Report = silent,
    ) -> tuple[list[BlockOperator], StateSet]:
        """The operators of some steps, and the states after them.

        With `wanted`, only targets are made that agree with one of its words in the window and above.
        """
        operators, after = self.operators(states, locals_, wanted, report)
        return operators, after[-1] if after else states

    def operators(
        self,
        states: StateSet,
        locals_: Iterable[Local],
        wanted: StateSet | None = None,
        report: Report = silent,
    ) -> tuple[list[BlockOperator], list[StateSet]]:
        """The same, with the states after each operator."""
        operators, after, todo = [], [], list(locals_)
        if self._by_placement:
            todo = [Local(local.slots, ByPlacement(local.rule, self._passing)) for local in todo]
        steps = len(todo)
        while todo:
            report(steps - len(todo), steps)
            a, b, count = self._window(states, todo)
            group, todo = todo[:count], todo[count:]
            key = (states, wanted, a, b, tuple(group))
            if key not in self._made:
                self._made[key] = self._compile(states, a, b, group, wanted)
            operator, states = self._made[key]
            operators.append(operator)
            after.append(states)
        return operators, after

    def origin(self, operator: BlockOperator) -> tuple[StateSet, tuple[Local, ...]]:
        """The states before an operator, and its steps."""
        return next((key[0], key[-1]) for key, (made, _) in self._made.items() if made is operator)

    def after(self, operator: BlockOperator) -> StateSet:
        """The states after an operator."""
        return next(states for made, states in self._made.values() if made is operator)

    def _window(self, states: StateSet, locals_: Sequence[Local]) -> tuple[int, int, int]:
        """A window [a, b) that few words fit, and how many steps take place inside it; at least one.

        A step that begins where an earlier one did opens a new row: rows that repeat are compiled once. What
        room is left goes up, because compiling is in proportion to the words above.
        """
        widest = self._width(states)
        a, b = _span(locals_[0])
        if b - a > widest or self._single:
            return a, max(b, min(a + widest, states.slots)), 1
        begun, count = {a}, 1
        for local in locals_[1:]:
            first, last = _span(local)
            low, high = min(a, first), max(b, last)
            if high - low > widest or first in begun:
                break
            a, b = low, high
            begun.add(first)
            count += 1
        return a, min(a + widest, states.slots), count

    def _width(self, states: StateSet) -> int:
        """How many slots a window may have: as many as about MOST_WINDOW_WORDS words need.

        Where states are few, wide windows do not pay for their compilation. They pay least without weights,
        because a total applies an operator only twice.
        """
        if self._widest is not None:
            return self._widest
        paying = len(states) // (STATES_FOR_EACH_WORD if self.programs.weighted else STATES_FOR_EACH_WORD**2)
        most = min(MOST_WINDOW_WORDS, max(LEAST_WINDOW_WORDS, paying))
        labels = max(len(states) ** (1 / max(states.slots, 1)), (states.words.digits + 1) / 2)
        return max(1, min(MOST_WINDOW_SLOTS, int(log(most) / log(labels))))

    def _compile(
        self, states: StateSet, a: int, b: int, group: Sequence[Local], wanted: StateSet | None
    ) -> tuple[BlockOperator, StateSet]:
        if b - a > self._width(states):
            return self._compile_wide(states, group[0], wanted)
        words, slots, bits = states.words, states.slots, states.bits
        codes, nodes = words.expand(states.root, slots - b, bits)
        meant = np.full(len(nodes), NOTHING)  # what is wanted below each word above
        alive = np.ones(len(nodes), dtype=bool)
        if wanted is not None:
            known, below = words.expand(wanted.root, slots - b, bits)
            place = np.minimum(np.searchsorted(known, codes), len(known) - 1)
            alive = known[place] == codes
            meant = np.where(alive, below[place], NOTHING)
        which, example = classes([nodes, meant])
        window = self.programs.window(group, a, bits)
        made = [
            self._template(states, node, meaning if wanted is not None else None, b - a, window)
            for node, meaning in zip(nodes[example].tolist(), meant[example].tolist(), strict=True)
        ]
        if states.bits != bits:  # there were labels that did not fit: codes are longer now
            return self._compile(states, a, b, group, wanted)
        after = np.array([node for node, _ in made], dtype=np.int64)[which]
        alive &= after != NOTHING
        if not alive.any():
            raise NoPositionError
        counts = np.array([*words.counts, 0], dtype=np.int64)
        sizes, sizes_after = counts[nodes], np.where(alive, counts[after], 0)
        old, new = np.cumsum(sizes) - sizes, np.cumsum(sizes_after) - sizes_after
        check_cancelled()
        order = np.flatnonzero(alive)
        order = order[np.argsort(which[order], kind="stable")]
        operator = _operator(
            self.programs,
            (int(sizes.sum()), int(sizes_after.sum())),
            (old[order], new[order], which[order]),
            [pieces for _, pieces in made],
        )
        return operator, StateSet(words, words.collect(codes[alive], after[alive], slots - b, bits), slots)

    def _template(
        self, states: StateSet, node: int, wanted: int | None, width: int, window: Window
    ) -> tuple[int, list[Piece]]:
        """The node that a window makes of a node, and how."""
        if wanted == NOTHING:
            return NOTHING, []
        check_cancelled()
        words, bits = states.words, states.bits
        codes, nodes = words.expand(node, width, bits)
        sources, under = codes.tolist(), nodes.tolist()
        reached = window.sources(sources)
        if states.make_room(window.greatest + 1):
            return NOTHING, []
        allowed = set(words.expand(wanted, width, bits)[0].tolist()) if wanted is not None else reached.keys()
        targets = sorted(code for code in reached if code in allowed)
        if not targets:
            return NOTHING, []
        below = dict(zip(sources, under, strict=True))
        unions = [reduce(words.union, [below[code] for code in reached[target]]) for target in targets]
        after = words.collect(
            np.array(targets, dtype=words.code), np.array(unions, dtype=np.int64), width, bits
        )
        starts = np.concatenate([_starts(words, under), _starts(words, unions)])
        lengths, ranks = words.template((*under, *unions))
        pieces = []
        given = len(sources)
        places, present = (starts[:, None] + ranks).T, (ranks >= 0).T
        for length, place, there in zip(lengths.tolist(), places, present, strict=True):
            is_there = there.tolist()
            inputs = tuple(compress(sources, is_there))
            outputs = tuple(compress(targets, is_there[given:]))
            pieces.append((length, self.programs.program(window, inputs, outputs), place[there]))
        return after, pieces

    def _compile_wide(
        self, states: StateSet, local: Local, wanted: StateSet | None
    ) -> tuple[BlockOperator, StateSet]:
        """The operator of one visit that touches slots far apart.

        Words are written from the lowest touched slot on. A *rest* is such a word without its touched labels.
        Words with the same rest whose touched labels lead to the same labels make a block. Blocks with the
        same sets of words below are alike.
        """
        words, slots, bits = states.words, states.slots, states.bits
        below = min(local.slots)
        codes, nodes = words.expand(states.root, slots - below, bits)
        window = self.programs.window([local], below, bits)
        word = codes.dtype.type
        touched = codes & word(window.mask)
        rests, keys = distinct(codes ^ touched), distinct(touched)
        moves = {key: [after for after, _ in window.after(0, key)] for key in keys.tolist()}
        if states.make_room(window.greatest + 1):
            return self._compile_wide(states, local, wanted)
        check_cancelled()
        table = np.full((len(keys), len(rests)), -1)  # by touched labels and rest: the number of a word
        table[np.searchsorted(keys, touched), np.searchsorted(rests, codes ^ touched)] = np.arange(len(codes))
        row_of = {key: row for row, key in enumerate(keys.tolist())}
        known = words.expand(wanted.root, slots - below, bits)[0] if wanted is not None else None
        blocks: list[tuple[Array, _Block]] = []  # the rests of the blocks that are alike, and one of them
        for group in cancellable(_mixing(moves)):
            mine = [row_of[key] for key in group]
            reached = sorted({after for key in group for after in moves[key]})
            present = np.flatnonzero((table[mine] >= 0).any(axis=0))
            under = np.where(table[mine][:, present] >= 0, nodes[table[mine][:, present]], NOTHING)
            allowed = np.ones((len(reached), len(present)), dtype=np.int64)
            if known is not None:
                for row, key in zip(allowed, reached, strict=True):
                    row[:] = places_of(rests[present] | word(key), known) >= 0
            which, example = classes([*under, *allowed])
            members = np.split(np.argsort(which, kind="stable"), np.cumsum(np.bincount(which))[:-1])
            for one, alike in zip(example.tolist(), members, strict=True):
                below_each = {key: int(node) for key, node in zip(group, under[:, one], strict=True)}
                ends = [key for key, fits in zip(reached, allowed[:, one], strict=True) if fits]
                block = self._block(words, window, moves, below_each, ends)
                if block.targets:
                    blocks.append((present[alike], block))
        if not blocks:
            raise NoPositionError
        after = np.concatenate([rests[at] | word(key) for at, block in blocks for key in block.targets])
        union = np.concatenate([np.full(len(at), node) for at, block in blocks for node in block.unions])
        order = np.argsort(after, kind="stable")
        counts = np.array([*words.counts, 0], dtype=np.int64)
        first = np.cumsum(counts[nodes]) - counts[nodes]  # the first state of each word before the visit
        sizes = counts[union[order]]
        begin = np.empty(len(order), dtype=np.int64)  # the first state of each word after it
        begin[order] = np.cumsum(sizes) - sizes
        pieces, offsets = [], []  # pieces that are alike: how many, length, program, number of rows
        done = 0
        for at, block in blocks:
            check_cancelled()
            rows = [first[table[row_of[key], at]] for key in block.sources]
            rows += [begin[done + n * len(at) : done + (n + 1) * len(at)] for n in range(len(block.targets))]
            done += len(at) * len(block.targets)
            for length, program, ranks in block.pieces:
                chosen = [row + rank for row, rank in zip(rows, ranks, strict=True) if rank >= 0]
                pieces.append((len(at), length, program, len(chosen)))
                offsets.append(np.array(chosen).T.reshape(-1))
        times, *facts = np.array(pieces).T
        lengths, programs, widths = (np.repeat(fact, times) for fact in facts)
        starts, places = np.cumsum(widths) - widths, np.concatenate(offsets)
        by_place = np.argsort(places[starts], kind="stable")  # neighbours in memory follow each other
        nothing = np.zeros(1, dtype=np.int64)
        operator = BlockOperator(
            int(counts[nodes].sum()),
            int(sizes.sum()),
            nothing,
            nothing,
            nothing.astype(np.int32),
            np.array([0, len(by_place)], dtype=np.int64),
            lengths[by_place],
            programs[by_place].astype(np.int32),
            starts[by_place],
            places,
            max(self.programs.programs[number].growth for number in set(facts[1].tolist())),
        )
        root = words.collect(after[order], union[order], slots - below, bits)
        return operator, StateSet(words, root, slots)

    def _block(
        self,
        words: DecisionDiagram,
        window: Window,
        moves: dict[int, list[int]],
        below: dict[int, int],
        ends: Sequence[int],
    ) -> "_Block":
        """What happens to the words with one rest: `below` are the sets of words that follow them."""
        sources = [key for key, node in below.items() if node != NOTHING]
        origin: dict[int, list[int]] = {}
        for key in sources:
            for after in moves[key]:
                origin.setdefault(after, []).append(below[key])
        targets = [key for key in ends if key in origin]
        unions = [reduce(words.union, origin[key]) for key in targets]
        lengths, ranks = words.template((*(below[key] for key in sources), *unions))
        pieces = []
        for length, rank in zip(lengths.tolist(), ranks.T.tolist(), strict=True):
            inputs = tuple(key for key, r in zip(sources, rank, strict=False) if r >= 0)
            outputs = tuple(key for key, r in zip(targets, rank[len(sources) :], strict=True) if r >= 0)
            if outputs:
                pieces.append((length, self.programs.program(window, inputs, outputs), rank))
        return _Block(sources, targets, unions, pieces)


class _Block(NamedTuple):
    """The touched labels of words that share a rest, before and after a visit, the sets of words below those
    after it, and the pieces: length, program, and the rank of the first state below each word or -1."""

    sources: list[int]
    targets: list[int]
    unions: list[int]
    pieces: list[tuple[int, int, list[int]]]


def _mixing(moves: dict[int, list[int]]) -> list[list[int]]:
    """The keys in groups: two keys that lead to a common key are in one group."""
    to: dict[int, list[int]] = {}
    for key, targets in moves.items():
        for target in targets:
            to.setdefault(target, []).append(key)
    groups = connected(moves, lambda key: [other for target in moves[key] for other in to[target]])
    return [sorted(group) for group in groups]


def places_of(wanted: Array, present: Array) -> Array:
    """The places of the `wanted` codes among the `present` ones, which ascend; -1 where there is none."""
    if len(wanted) == len(present) and np.array_equal(wanted, present):
        return np.arange(len(present))
    if not len(present):
        return np.full(len(wanted), -1)
    place = np.minimum(np.searchsorted(present, wanted), len(present) - 1)
    return np.where(present[place] == wanted, place, -1)


def _starts(words: DecisionDiagram, nodes: Sequence[int]) -> Array:
    """Where the words of each of some sets begin, one set after the other."""
    counts = np.array([words.counts[node] for node in nodes], dtype=np.int64)
    return np.cumsum(counts) - counts


def _span(local: Local) -> tuple[int, int]:
    """The slots of a step: from, and to before."""
    return min(local.slots, default=0), max(local.slots, default=-1) + 1
