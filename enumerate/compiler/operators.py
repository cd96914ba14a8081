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

from ..rules.problem import NoPositionError
from ..support.progress import Report, cancellable, check_cancelled, silent
from ..sweep.diagram import NOTHING, Array, DecisionDiagram, StateSet, classes, distinct
from ..sweep.sweep import Local
from ..sweep.visit import UNIT, Transition, Word
from .straight_line import StraightLinePrograms, Window

WIDEST = 7  # slots of a window
FEWEST_WORDS, WORTH = 8, 64  # of a window in any case; states for each word
MOST_WORDS = 200  # of a window, about: its rows should fit the first- and second-level caches

Piece = tuple[int, int, Array]  # how long, which program, where its rows begin
Key = tuple[StateSet, StateSet | None, int, int, tuple[Local, ...]]  # states, wanted ones, window, steps


@dataclass(frozen=True, eq=False)
class BlockOperator:
    """What some steps do to all states.

    Word t above the window has its states from old[t] before and from new[t] after, and template[t] says what
    happens to them; equal templates stand together. The pieces of template k go from first[k] up to
    first[k + 1]; piece i has rows of length[i] neighbours, runs program[i], and its rows begin at
    offsets[at[i]:], those of the inputs first. `growth` is the greatest number of terms in a sum. If the
    operator `is_partial`, it does not write all targets: the others are zero.
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

    @property
    def arrays(self) -> tuple[Array, ...]:
        """All lists."""
        above = (self.old, self.new, self.template)
        return (*above, self.first, self.length, self.program, self.at, self.offsets)

    @property
    def nbytes(self) -> int:
        """The memory of the lists."""
        return sum(array.nbytes for array in self.arrays)

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
            self.targets, self.sources, self.new, self.old, self.template, *lists, growth, is_partial
        )


def _phase(
    programs: StraightLinePrograms,
    counts: tuple[int, int],
    tops: tuple[Array, Array, Array],
    templates: Sequence[Sequence[Piece]],
) -> BlockOperator:
    """The phase with these words above (old, new, template) and templates."""
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
    """Turns local steps into phases, each different one once."""

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
        """The phases of some steps, and the states after them.

        With `wanted`, only targets are made that agree with one of its words in the window and above.
        """
        phases, after = self.operators(states, locals_, wanted, report)
        return phases, after[-1] if after else states

    def operators(
        self,
        states: StateSet,
        locals_: Iterable[Local],
        wanted: StateSet | None = None,
        report: Report = silent,
    ) -> tuple[list[BlockOperator], list[StateSet]]:
        """The same, with the states after each operator."""
        phases, after, todo = [], [], list(locals_)
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
            phase, states = self._made[key]
            phases.append(phase)
            after.append(states)
        return phases, after

    def origin(self, phase: BlockOperator) -> tuple[StateSet, tuple[Local, ...]]:
        """The states before a phase, and its steps."""
        return next((key[0], key[-1]) for key, (made, _) in self._made.items() if made is phase)

    def after(self, phase: BlockOperator) -> StateSet:
        """The states after a phase."""
        return next(states for made, states in self._made.values() if made is phase)

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
        """How many slots a window may have: as many as about MOST_WORDS words need.

        Where states are few, compiling does not pay; without weights least, as a total passes a phase twice.
        """
        if self._widest is not None:
            return self._widest
        worth = len(states) // (WORTH if self.programs.weighted else WORTH**2)
        most = min(MOST_WORDS, max(FEWEST_WORDS, worth))
        labels = max(len(states) ** (1 / max(states.slots, 1)), (states.words.digits + 1) / 2)
        return max(1, min(WIDEST, int(log(most) / log(labels))))

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
        phase = _phase(
            self.programs,
            (int(sizes.sum()), int(sizes_after.sum())),
            (old[order], new[order], which[order]),
            [pieces for _, pieces in made],
        )
        return phase, StateSet(words, words.collect(codes[alive], after[alive], slots - b, bits), slots)

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
        Words with the same rest make a block. Blocks with the same sets of words below are alike.
        """
        words, slots, bits = states.words, states.slots, states.bits
        below = min(local.slots)
        codes, nodes = words.expand(states.root, slots - below, bits)
        window = self.programs.window([local], below, bits)
        mask = codes.dtype.type(window.mask)
        rests, keys = distinct(codes & ~mask), distinct(codes & mask)
        moves = {key: sorted({after for after, _ in window.after(0, key)}) for key in keys.tolist()}
        if states.make_room(window.greatest + 1):
            return self._compile_wide(states, local, wanted)
        check_cancelled()
        reached = sorted({after for targets in moves.values() for after in targets})
        table = np.full((len(keys), len(rests)), -1)  # by touched labels and rest: the number of a word
        table[np.searchsorted(keys, codes & mask), np.searchsorted(rests, codes & ~mask)] = np.arange(
            len(codes)
        )
        under = np.where(table >= 0, nodes[table], NOTHING)
        allowed = np.ones((len(reached) if wanted is not None else 0, len(rests)), dtype=np.int64)
        if wanted is not None:
            known = words.expand(wanted.root, slots - below, bits)[0]
            for row, key in zip(allowed, reached, strict=True):
                row[:] = places_of(rests | codes.dtype.type(key), known) >= 0
        which, example = classes([*under, *allowed])
        order = np.argsort(which, kind="stable")
        members = np.split(order, np.cumsum(np.bincount(which))[:-1])
        blocks = []
        for column in cancellable(example.tolist()):
            sources = [row for row in range(len(keys)) if under[row, column] != NOTHING]
            targets = [t for t in range(len(reached)) if wanted is None or allowed[t, column]]
            blocks.append(
                self._block(words, window, keys, reached, moves, under[:, column], sources, targets)
            )
        target_codes = [
            rests[mine] | codes.dtype.type(reached[target])
            for mine, block in zip(members, blocks, strict=True)
            for target in block.targets
        ]
        unions = [
            np.full(len(mine), union)
            for mine, block in zip(members, blocks, strict=True)
            for union in block.unions
        ]
        if not target_codes:
            raise NoPositionError
        after, union = np.concatenate(target_codes), np.concatenate(unions)
        order = np.argsort(after, kind="stable")
        counts = np.array([*words.counts, 0], dtype=np.int64)
        first = np.cumsum(counts[nodes]) - counts[nodes]  # the first state of each word, before
        sizes = counts[union[order]]
        begin = np.empty(len(order), dtype=np.int64)  # the same after, in the order of `target_codes`
        begin[order] = np.cumsum(sizes) - sizes
        pieces: list[tuple[Array, Array, Array]] = []  # lengths, programs and offsets, a row for each piece
        done = 0
        for mine, block in zip(members, blocks, strict=True):
            check_cancelled()
            count = len(mine)
            rows = [first[table[source, mine]] for source in block.sources]
            rows += [begin[done + n * count : done + (n + 1) * count] for n in range(len(block.targets))]
            done += count * len(block.targets)
            for length, program, ranks in block.pieces:
                there = [n for n, rank in enumerate(ranks) if rank >= 0]
                offsets = np.stack([rows[n] + ranks[n] for n in there], axis=1)
                pieces.append((np.full(count, length), np.full(count, program), offsets))
        lengths, programs = (np.concatenate([piece[n] for piece in pieces]) for n in (0, 1))
        widths = np.concatenate([np.full(len(rows), rows.shape[1]) for _, _, rows in pieces])
        at = np.cumsum(widths) - widths
        offsets = np.concatenate([rows.reshape(-1) for _, _, rows in pieces])
        order_of_pieces = np.argsort(offsets[at], kind="stable")  # neighbours in memory follow each other
        nothing = np.zeros(1, dtype=np.int64)
        operator = BlockOperator(
            int(counts[nodes].sum()),
            int(sizes.sum()),
            nothing,
            nothing,
            nothing.astype(np.int32),
            np.array([0, len(lengths)], dtype=np.int64),
            lengths[order_of_pieces],
            programs[order_of_pieces].astype(np.int32),
            at[order_of_pieces],
            offsets,
            max(self.programs.programs[number].growth for number in set(programs.tolist())),
        )
        return operator, StateSet(
            words, words.collect(after[order], union[order], slots - below, bits), slots
        )

    def _block(
        self,
        words: DecisionDiagram,
        window: Window,
        keys: Array,
        reached: Sequence[int],
        moves: dict[int, list[int]],
        under: Array,
        sources: list[int],
        targets: list[int],
    ) -> "_Block":
        """What happens to the words with one rest: `under` are the sets of words below each of them."""
        origin: dict[int, list[int]] = {}
        for source in sources:
            for after in moves[int(keys[source])]:
                origin.setdefault(after, []).append(int(under[source]))
        targets = [target for target in targets if reached[target] in origin]
        unions = [reduce(words.union, origin[reached[target]]) for target in targets]
        nodes = [int(under[source]) for source in sources]
        lengths, ranks = words.template((*nodes, *unions))
        pieces = []
        for length, rank in zip(lengths.tolist(), ranks.T.tolist(), strict=True):
            inputs = tuple(int(keys[s]) for s, r in zip(sources, rank, strict=False) if r >= 0)
            outputs = tuple(reached[t] for t, r in zip(targets, rank[len(sources) :], strict=True) if r >= 0)
            if outputs:
                pieces.append((length, self.programs.program(window, inputs, outputs), rank))
        return _Block(sources, targets, unions, pieces)


class _Block(NamedTuple):
    """The words before and after a visit that share a rest, the sets below those after it, and the pieces:
    length, program, and the rank of the first state in the set below each word (-1: the word has none)."""

    sources: list[int]
    targets: list[int]
    unions: list[int]
    pieces: list[tuple[int, int, list[int]]]


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
