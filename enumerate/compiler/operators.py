"""Block operators: linear maps that apply some visits to the values of all states.

Take visits that touch only the slots of a window [a, b). The words above the window do not change. The states
that share a word above are consecutive, and the map on them depends only on the set (the node) of words that
follow the word above. So an operator stores one *template* for each such node, and for every word above the
number of its first state before and after. In a template, the words below the window are split into *pieces*,
runs of consecutive words along which every word of the window has consecutive states. A piece is a
straight-line program over rows of values, one row for each word of the window.

A visit that touches slots far apart has one template, and a piece for every word of untouched labels.

Every state lies in exactly one piece before the visits and in exactly one after them. So the transpose of an
operator has the same pieces with the transposed programs.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import reduce
from itertools import compress
from math import log
from typing import Any, NamedTuple

import numpy as np

from ..model.lattice import connected
from ..rules.problem import NoPositionError
from ..support.run import Report, cancellable, check_cancelled, silent
from ..sweep.diagram import NOTHING, WIDE_BITS, Array, DecisionDiagram, StateSet, classes
from ..sweep.sweep import Local
from ..sweep.visit import UNIT, Transition, Word
from .straight_line import StraightLinePrograms, Window

MAX_WINDOW_SLOTS = 7
MIN_WINDOW_WORDS, STATES_FOR_EACH_WORD = 8, 64  # a window has one word for this number of states
ONE_VARIABLE_FACTOR = 8  # times more states for each word if a polynomial has one variable, hence few points
LISTED_STATES = 300_000  # before a wide visit, up to this number of states are listed
MAX_UNTOUCHED_SLOTS = 2  # of the window of one visit, if it is wider than the other windows
MAX_WINDOW_WORDS = 200  # about: the rows of a window should fit into the first- and second-level caches

Piece = tuple[int, int, Array]  # length, number of the program, offsets of the rows
Key = tuple[StateSet, StateSet | None, int, int, tuple[Local, ...]]  # states, wanted states, window, steps


@dataclass(frozen=True, eq=False)
class BlockOperator:
    """The linear map of some steps from values of the sources to values of the targets.

    The states of word t above the window start at old[t] before and at new[t] after, and template[t] maps
    them; equal templates are consecutive. Template k has the pieces first[k] to first[k + 1] - 1. Piece i has
    rows of length[i] consecutive states, runs program[i], and its rows begin at offsets[at[i]:], input rows
    first. `growth` is the greatest number of terms in a sum. An operator that `is_partial` does not write all
    targets: the others are zero. If weights belong to placements, `placements` lists these placements by
    their numbers in the conflict graph.
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
        """All arrays of the operator."""
        above = (self.old, self.new, self.template)
        return (*above, self.first, self.length, self.program, self.at, self.offsets)

    def work(self, costs: Array) -> int:
        """The cost of all pieces, if program g costs costs[g] for each state of a row."""
        return self._over_tops(self.length * costs[self.program])

    def _over_tops(self, by_piece: Array) -> int:
        """The sum of a number given for each piece, over the pieces of all words above."""
        pieces = np.concatenate([[0], np.cumsum(by_piece)])
        return int(np.diff(pieces[self.first])[self.template].sum())

    def transposed(self, programs: StraightLinePrograms) -> "BlockOperator":
        """The transpose, from values of the targets to values of the sources."""
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


class Origin(NamedTuple):
    """The states before an operator, its steps, and the states after it."""

    before: StateSet
    steps: tuple[Local, ...]
    after: StateSet


class Marking(Enum):
    """What the weights of a program depend on: nothing, the player, or the placement. `EVERY_VISIT` is
    `PLACEMENT` with a weight for visits that play nothing."""

    NOTHING = auto()
    PLAYER = auto()
    PLACEMENT = auto()
    EVERY_VISIT = auto()


@dataclass(frozen=True)
class ByPlacement:
    """A rule whose weights number the placements that start at the visited cell, from 1 on; `passing` is the
    weight of playing nothing."""

    rule: Callable[[Word], Sequence[Transition]]
    passing: int = UNIT

    def __call__(self, before: Word) -> list[Transition]:
        """The transitions from some labels."""
        return [
            (after, self.passing if which is None else which + 1, which)
            for after, _, which in self.rule(before)
        ]


class OperatorCompiler:
    """Compiles local steps into operators; equal steps are compiled once."""

    def __init__(
        self,
        marking: Marking = Marking.PLAYER,
        widest: int | None = None,
        placements: int = 1,
        single: bool = False,
        variables: int = 2,
    ) -> None:
        """`widest` fixes the width of windows, `single` makes an operator for each visit, and `variables` is
        the number of variables of the polynomial.

        If weights belong to placements, every visit has its own operator, whose weights are the placements
        that start at the cell: at most `placements`.
        """
        self.marking = marking
        self._by_placement = marking in (Marking.PLACEMENT, Marking.EVERY_VISIT)
        self._single = single or self._by_placement
        self._passing = placements + 1 if marking is Marking.EVERY_VISIT else UNIT
        self.programs = StraightLinePrograms(
            marking is not Marking.NOTHING, placements if self._by_placement else None
        )
        self._widest = widest
        few = ONE_VARIABLE_FACTOR if variables == 1 else 1
        self._states_for_each_word = STATES_FOR_EACH_WORD * (
            few if self.programs.weighted else STATES_FOR_EACH_WORD
        )
        self._made: dict[Key, tuple[BlockOperator, StateSet]] = {}
        self.origin: dict[BlockOperator, Origin] = {}

    def forward(
        self,
        states: StateSet,
        locals_: Iterable[Local],
        wanted: StateSet | None = None,
        report: Report = silent,
    ) -> tuple[list[BlockOperator], StateSet]:
        """The operators of some steps, and the states after them.

        With `wanted`, targets are made only if they agree with a wanted word in the window and above; visits
        that touch slots far apart make all targets.
        """
        operators, todo = [], list(locals_)
        if self._by_placement:
            todo = [Local(local.slots, ByPlacement(local.rule, self._passing)) for local in todo]
        steps = len(todo)
        while todo:
            report(steps - len(todo), steps)
            a, b, count = self._window(states, todo)
            group, todo = todo[:count], todo[count:]
            key = (states, wanted, a, b, tuple(group))
            if key not in self._made:
                operator, after = self._made[key] = self._compile(states, a, b, group, wanted)
                self.origin[operator] = Origin(states, key[-1], after)
            operator, states = self._made[key]
            operators.append(operator)
        return operators, states

    def _width(self, states: StateSet) -> int:
        return self._widest or window_width(states, self._states_for_each_word)

    def _window(self, states: StateSet, locals_: Sequence[Local]) -> tuple[int, int, int]:
        """A window [a, b) with few words, and the number of steps inside it (at least one).

        A step whose lowest slot is that of an earlier step starts a new window, so that equal rows are
        compiled once. A window is extended upward, because the time for compiling is proportional to the
        number of words above.
        """
        widest = self._width(states)
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
        if b - a > max(self._width(states), len(group[0].slots) + MAX_UNTOUCHED_SLOTS):
            return self._compile_wide(states, group[0])
        words, slots, bits = states.words, states.slots, states.bits
        codes, nodes = words.expand(states.root, slots - b, bits)
        wanted_below = np.full(len(nodes), NOTHING)  # the wanted words below each word above
        alive = np.ones(len(nodes), dtype=bool)
        if wanted is not None:
            known, below = words.expand(wanted.root, slots - b, bits)
            place = np.minimum(np.searchsorted(known, codes), len(known) - 1)
            alive = known[place] == codes
            wanted_below = np.where(alive, below[place], NOTHING)
        which, example = classes([nodes, wanted_below])
        window = self.programs.window(group, a, bits)
        made = []
        for node, goal in zip(nodes[example].tolist(), wanted_below[example].tolist(), strict=True):
            made.append(self._template(states, node, goal if wanted is not None else None, b - a, window))
            if states.bits != bits:  # a label did not fit, so codes are longer now
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
        """The image of a node under the steps of a window, and the pieces that compute it."""
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

        Words are listed from the lowest touched slot on, or completely if there are few states. The touched
        labels of a word are its *key*, the others its *rest*. Words with the same rest and with keys of the
        same group form a block.
        """
        words, slots = states.words, states.slots
        below = min(local.slots) if len(states) > LISTED_STATES else 0
        labels, nodes = words.labels(states.root, slots - below)
        is_touched = np.isin(np.arange(slots - 1, below - 1, -1), local.slots)
        window = self.programs.window([Local(tuple(range(len(local.slots))), local.rule)], 0, WIDE_BITS)
        rest, _ = classes([np.zeros_like(nodes), *labels[~is_touched]])
        key, example = classes(labels[is_touched])
        groups = _Groups(labels[is_touched][:, example].T.tolist(), window)
        states.make_room(window.greatest + 1)
        first = _starts(words, nodes)  # the first state of each word before the visit
        blocks: list[
            tuple[Array, Array, list[Piece]]
        ] = []  # of one shape: first states, ends of keys, pieces
        origins, unions = [], []  # for each word after the visit: a word before it, and the set below
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
        runs = []  # runs of pieces: lengths, programs, numbers of rows, offsets of the rows
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
        by_place = np.argsort(offsets[starts], kind="stable")  # in the order of memory
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

    Two groups have the same shape if the visit acts in the same way on their keys, taken in order.
    """

    def __init__(self, keys: Sequence[Sequence[int]], window: Window) -> None:
        """The keys ascend; each is a list of labels, the last slot first."""
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
        """The blocks of words, as arrays with a row of word numbers for each block.

        Blocks of one array have groups of one shape, keys at the same places in them, and the same nodes. The
        arguments are the number of the key, the number of the rest and the node of each word.
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
        """For each key, the numbers of the ends of its group that correspond to `targets` in the group of the
        first key."""
        numbers = np.array([self._number[end] for end in targets])
        more: Array = self._first[self._group[key]] - self._first[self._group[key[0]]]
        return numbers + more[:, None]


def places_of(wanted: Array, present: Array) -> Array:
    """The places of the `wanted` codes among the ascending `present` codes; -1 for missing codes."""
    if len(wanted) == len(present) and np.array_equal(wanted, present):
        return np.arange(len(present))
    if not len(present):
        return np.full(len(wanted), -1)
    place = np.minimum(np.searchsorted(present, wanted), len(present) - 1)
    return np.where(present[place] == wanted, place, -1)


def _starts(words: DecisionDiagram, nodes: Array) -> Array:
    """The index of the first word of each set, if the words of all sets are listed in order."""
    counts = np.array([words.counts[node] for node in nodes.tolist()], dtype=np.int64)
    return np.cumsum(counts) - counts


def _runs(rows: Array, step: int) -> Array:
    """The indices of the rows that are not the preceding row plus `step`."""
    if len(rows) == 1:
        return np.zeros(1, dtype=np.int64)
    goes_on = (np.diff(rows, axis=0) == step).all(axis=1)
    return np.concatenate([[0], 1 + np.flatnonzero(~goes_on)])


def window_width(states: StateSet, states_for_each_word: int = STATES_FOR_EACH_WORD**2) -> int:
    """The number of slots of a window that has at most about MAX_WINDOW_WORDS words.

    With few states, a wide window saves less than its compilation costs. It also saves little if a polynomial
    has few points, and least without weights, because a total applies an operator only twice.
    """
    most = min(MAX_WINDOW_WORDS, max(MIN_WINDOW_WORDS, len(states) // states_for_each_word))
    labels = max(len(states) ** (1 / max(states.slots, 1)), (states.words.digits + 1) / 2)
    return max(1, min(MAX_WINDOW_SLOTS, int(log(most) / log(labels))))


def span(local: Local) -> tuple[int, int]:
    """The lowest slot of a step, and one more than its highest slot."""
    return min(local.slots, default=0), max(local.slots, default=-1) + 1


def objects(entries: Sequence[Any]) -> Array:
    """An array of objects that NumPy does not convert."""
    array = np.empty(len(entries), dtype=object)
    for index, entry in enumerate(entries):
        array[index] = entry
    return array
