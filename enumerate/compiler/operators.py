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
from typing import Any

import numpy as np

from ..model.lattice import connected
from ..rules.problem import NoPositionError
from ..support.run import Report, cancellable, check_cancelled, silent
from ..sweep.diagram import NOTHING, WIDE_BITS, Array, DecisionDiagram, StateSet, classes
from ..sweep.sweep import Local
from ..sweep.visit import UNIT, Transition, Word
from .straight_line import StraightLinePrograms, Window

MOST_WINDOW_SLOTS = 7  # slots of a window
LEAST_WINDOW_WORDS, STATES_FOR_EACH_WORD = 8, 64  # of a window in any case; states for each word
FEW_POINTS = 8  # times as many states for each word, if a polynomial has one variable and thus few points
LISTED_STATES = 300_000  # before a wide visit: up to this number, all are listed
LISTED_STATES_PER_WORD = 16  # the same for each word above the lowest touched slot
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
        variables: int = 2,
    ) -> None:
        """`widest` fixes the width of a window; `single` makes an operator of each visit. Polynomials have
        `variables` variables.

        If weights belong to placements, every visit has an operator of its own, so that its weights name the
        placements of one visit; at most `placements` placements start at a cell.
        """
        self.marking = marking
        self._by_placement = marking in (Marking.PLACEMENT, Marking.EVERY_VISIT)
        self._single = single or self._by_placement
        self._passing = placements + 1 if marking is Marking.EVERY_VISIT else UNIT
        self.programs = StraightLinePrograms(
            marking is not Marking.NOTHING, placements if self._by_placement else None
        )
        self._widest = widest
        few = FEW_POINTS if variables == 1 else 1
        self._states_for_each_word = STATES_FOR_EACH_WORD * (
            few if self.programs.weighted else STATES_FOR_EACH_WORD
        )
        self._made: dict[Key, tuple[BlockOperator, StateSet]] = {}

    def forward(
        self,
        states: StateSet,
        locals_: Iterable[Local],
        wanted: StateSet | None = None,
        report: Report = silent,
    ) -> tuple[list[BlockOperator], StateSet]:
        """The operators of some steps, and the states after them.

        With `wanted`, only targets are made that agree with one of its words in the window and above; but
        visits that touch slots far apart make all of theirs.
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
        widest = self._widest or window_width(states, self._states_for_each_word)
        a, b = span(locals_[0])
        if b - a > widest or self._single:
            return a, max(b, min(a + widest, states.slots)), 1
        begun, count = {a}, 1
        for local in locals_[1:]:
            first, last = span(local)
            low, high = min(a, first), max(b, last)
            if high - low > widest or first in begun:
                break
            a, b = low, high
            begun.add(first)
            count += 1
        return a, min(a + widest, states.slots), count

    def _compile(
        self, states: StateSet, a: int, b: int, group: Sequence[Local], wanted: StateSet | None
    ) -> tuple[BlockOperator, StateSet]:
        if b - a > (self._widest or window_width(states, self._states_for_each_word)):
            return self._compile_wide(states, group[0])
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
        pieces = [piece for _, template in made for piece in template]
        operator = BlockOperator(
            int(sizes.sum()),
            int(sizes_after.sum()),
            old[order],
            new[order],
            which[order].astype(np.int32),
            np.cumsum([0, *(len(template) for _, template in made)]),
            np.array([length for length, _, _ in pieces], dtype=np.int64),
            np.array([program for _, program, _ in pieces], dtype=np.int32),
            np.cumsum([0, *(len(offsets) for _, _, offsets in pieces)])[:-1],
            np.concatenate([offsets for _, _, offsets in pieces]),
            max(self.programs.programs[number].growth for number in {program for _, program, _ in pieces}),
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
        unions, pieces = self._pieces(words, window, below, {target: reached[target] for target in targets})
        made = np.array(unions, dtype=np.int64)
        after = words.collect(np.array(targets, dtype=words.code), made, width, bits)
        starts = np.concatenate([_starts(words, nodes), _starts(words, made)])
        return after, [(length, program, (starts + rank)[rank >= 0]) for length, program, rank in pieces]

    def _pieces(
        self, words: DecisionDiagram, window: Window, below: dict[int, int], reached: dict[int, list[int]]
    ) -> tuple[list[int], list[Piece]]:
        """The sets of words below the targets of a window, and the pieces with the rank of each row, or -1.

        `below` has the sets of words below the sources, `reached` the sources of the targets.
        """
        unions = [reduce(words.union, [below[source] for source in origin]) for origin in reached.values()]
        lengths, ranks = words.template((*below.values(), *unions))
        pieces = []
        for length, rank in zip(lengths.tolist(), ranks.T, strict=True):
            is_there = (rank >= 0).tolist()
            inputs = tuple(compress(below, is_there))
            outputs = tuple(compress(reached, is_there[len(below) :]))
            if outputs:
                pieces.append((length, self.programs.program(window, inputs, outputs), rank))
        return unions, pieces

    def _compile_wide(self, states: StateSet, local: Local) -> tuple[BlockOperator, StateSet]:
        """The operator of one visit that touches slots far apart.

        Words are written from the lowest touched slot on, or in full if there are few states or few more.
        The touched labels of a word are its *key*, the others its *rest*. Words with one rest and keys of one
        group make a block.
        """
        words, slots = states.words, states.slots
        below = min(local.slots)
        labels, nodes = words.labels(states.root, slots - below)
        if len(states) <= max(LISTED_STATES, LISTED_STATES_PER_WORD * len(nodes)):
            below = 0
            labels, nodes = words.labels(states.root, slots)
        is_touched = np.isin(np.arange(slots - 1, below - 1, -1), local.slots)
        window = self.programs.window([Local(tuple(range(len(local.slots))), local.rule)], 0, WIDE_BITS)
        rest, _ = classes([np.zeros_like(nodes), *labels[~is_touched]])
        key, example = classes(labels[is_touched])
        groups = _Groups(labels[is_touched][:, example].T.tolist(), window)
        states.make_room(window.greatest + 1)
        first = _starts(words, nodes)  # the first state of each word before the visit
        blocks: list[tuple[Array, Array, list[Piece]]] = []  # alike: first states, ends of their keys, pieces
        origins, unions = [], []  # for each word after the visit: a word before, and the set below
        for alike in cancellable(groups.alike(key, rest, nodes)):
            below_each = dict(zip(groups.keys[key[alike[0]]].tolist(), nodes[alike[0]].tolist(), strict=True))
            reached = window.sources(list(below_each))
            if reached:
                made, pieces = self._pieces(words, window, below_each, reached)
                blocks.append((first[alike], groups.ends(key[alike[:, 0]], list(reached)), pieces))
                origins.append(np.repeat(alike[:, 0], len(reached)))
                unions.append(np.tile(made, len(alike)))
        if not blocks:
            raise NoPositionError
        union = np.concatenate(unions)
        after = labels[:, np.concatenate(origins)]
        after[is_touched] = groups.labels[np.concatenate([ends.reshape(-1) for _, ends, _ in blocks])].T
        order = np.argsort(classes(after)[0])
        begin = np.empty(len(order), dtype=np.int64)  # the first state of each word after the visit
        begin[order] = _starts(words, union[order])
        runs = []  # of pieces: their lengths, programs, numbers of rows, and where these begin
        done = 0
        for before, ends, pieces in blocks:
            check_cancelled()
            rows = np.concatenate([before, begin[done : done + ends.size].reshape(ends.shape)], axis=1)
            done += ends.size
            for length, program, ranks in pieces:
                places = (rows + ranks)[:, ranks >= 0]
                at = _runs(places, length)
                facts = np.full((2, len(at)), [[program], [places.shape[1]]])
                runs.append((length * np.diff(at, append=len(places)), *facts, places[at].reshape(-1)))
        lengths, programs, widths, offsets = map(np.concatenate, zip(*runs, strict=True))
        starts = np.cumsum(widths) - widths
        by_place = np.argsort(offsets[starts], kind="stable")  # neighbours in memory follow each other
        nothing = np.zeros(1, dtype=np.int64)
        root = words.collect_labels(after[:, order], union[order])
        operator = BlockOperator(
            len(states),
            words.counts[root],
            nothing,
            nothing,
            nothing.astype(np.int32),
            np.array([0, len(by_place)], dtype=np.int64),
            lengths[by_place],
            programs[by_place].astype(np.int32),
            starts[by_place],
            offsets,
            max(self.programs.programs[number].growth for number in set(programs.tolist())),
        )
        return operator, StateSet(words, root, slots)


class _Groups:
    """The keys of a visit in groups: two keys that lead to a common key are in one group.

    Two groups have the same shape if the visit does the same to their keys, one after the other.
    """

    def __init__(self, keys: Sequence[Sequence[int]], window: Window) -> None:
        """The keys ascend; they are given as labels, the last slot first."""
        numbers = [reduce(lambda word, label: word << WIDE_BITS | label, key, 0) for key in keys]
        moves = {key: window.after(0, key) for key in numbers}
        to: dict[int, list[int]] = {}
        for key, made in moves.items():
            for end, _ in made:
                to.setdefault(end, []).append(key)
        groups = connected(moves, lambda key: [other for end, _ in moves[key] for other in to[end]])
        shapes: dict[object, int] = {}
        facts: dict[int, tuple[int, int, int]] = {}
        ends: list[int] = []
        first = []
        for number, members in enumerate(groups):
            mine = sorted({end for key in members for end, _ in moves[key]})
            place = {end: n for n, end in enumerate(mine)}
            ordered = sorted(members)
            shape = tuple([tuple([(place[end], by) for end, by in moves[key]]) for key in ordered])
            kind = shapes.setdefault(shape, len(shapes))
            facts.update({key: (number, kind, n) for n, key in enumerate(ordered)})
            first.append(len(ends))
            ends += mine
        self.keys, self._first = np.array(numbers, dtype=object), np.array(first)
        self._group, self._shape, self._place = np.array([facts[key] for key in numbers]).T
        self._number = {end: number for number, end in enumerate(ends)}
        places, mask = range(WIDE_BITS * (len(keys[0]) - 1), -1, -WIDE_BITS), (1 << WIDE_BITS) - 1
        self.labels = np.array([[end >> at & mask for at in places] for end in ends], dtype=np.int32)

    def alike(self, key: Array, rest: Array, nodes: Array) -> list[Array]:
        """The blocks of words, those together that have keys at the same places of groups of one shape, and
        the same nodes: a row for each block, of the numbers of its words.

        Of each word are given the number of its key, of its rest, and its node.
        """
        group, place = self._group[key], self._place[key]
        order = np.lexsort((place, rest, group))
        is_new = np.ones(len(order), dtype=bool)
        is_new[1:] = (np.diff(group[order]) != 0) | (np.diff(rest[order]) != 0)
        first = np.flatnonzero(is_new)
        size = np.diff(first, append=len(order))
        kind = self._shape[key[order[first]]]
        for n in range(int(size.max())):
            longer = np.flatnonzero(size > n)
            word = order[first[longer] + n]
            kind[longer] = kind.max() + 1 + classes([kind[longer], place[word], nodes[word]])[0]
        which, example = classes([kind])
        by_kind = np.split(np.argsort(which, kind="stable"), np.cumsum(np.bincount(which))[:-1])
        widths = size[example].tolist()
        return [order[first[b][:, None] + np.arange(n)] for b, n in zip(by_kind, widths, strict=True)]

    def ends(self, key: Array, targets: Sequence[int]) -> Array:
        """For each key the numbers of the ends in its group that stand where `targets` are in the first."""
        numbers = np.array([self._number[end] for end in targets])
        more: Array = self._first[self._group[key]] - self._first[self._group[key[0]]]
        return numbers + more[:, None]


def places_of(wanted: Array, present: Array) -> Array:
    """The places of the `wanted` codes among the `present` ones, which ascend; -1 where there is none."""
    if len(wanted) == len(present) and np.array_equal(wanted, present):
        return np.arange(len(present))
    if not len(present):
        return np.full(len(wanted), -1)
    place = np.minimum(np.searchsorted(present, wanted), len(present) - 1)
    return np.where(present[place] == wanted, place, -1)


def _starts(words: DecisionDiagram, nodes: Array) -> Array:
    """Where the words of each of some sets begin, one set after the other."""
    counts = np.array([words.counts[node] for node in nodes.tolist()], dtype=np.int64)
    return np.cumsum(counts) - counts


def _runs(rows: Array, step: int) -> Array:
    """Where rows begin that are not the row before them plus `step`."""
    if len(rows) == 1:
        return np.zeros(1, dtype=np.int64)
    goes_on = (np.diff(rows, axis=0) == step).all(axis=1)
    return np.concatenate([[0], 1 + np.flatnonzero(~goes_on)])


def window_width(states: StateSet, states_for_each_word: int = STATES_FOR_EACH_WORD**2) -> int:
    """How many slots a window may have: as many as about MOST_WINDOW_WORDS words need.

    Where states are few, wide windows do not pay for their compilation. They pay little if a polynomial has
    few points, and least without weights, because a total applies an operator only twice.
    """
    most = min(MOST_WINDOW_WORDS, max(LEAST_WINDOW_WORDS, len(states) // states_for_each_word))
    labels = max(len(states) ** (1 / max(states.slots, 1)), (states.words.digits + 1) / 2)
    return max(1, min(MOST_WINDOW_SLOTS, int(log(most) / log(labels))))


def span(local: Local) -> tuple[int, int]:
    """The slots of a step: from, and to before."""
    return min(local.slots, default=0), max(local.slots, default=-1) + 1


def objects(entries: Sequence[Any]) -> Array:
    """An array of objects that NumPy must not look into."""
    array = np.empty(len(entries), dtype=object)
    for index, entry in enumerate(entries):
        array[index] = entry
    return array
