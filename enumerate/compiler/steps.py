"""Steps: what one visit does to all states at once, over numbered states.

A state is the word of labels in the slots, the last slot first; states are numbered in ascending order. A
step lists, for every target state, the source states it adds up and their weights. Slots that a step does not
touch keep their labels, so neighbouring targets mostly have neighbouring sources: the lists are kept as runs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import product
from math import prod

import numpy as np

from ..rules.problem import NoPositionError
from ..support.progress import cancellable, check_cancelled
from ..sweep.diagram import EMPTY_WORD, NOTHING, Array, DecisionDiagram, StateSet, classes, distinct
from ..sweep.sweep import Local

PlainRun = tuple[int, list[tuple[int, int]]]


@dataclass(frozen=True, eq=False)
class Step:
    """How each target state is made: a sum of weighted source states, in runs of neighbouring targets.

    Run r makes the targets t from start[r] up to start[r + 1]; its terms i go from first[r] up to
    first[r + 1], and each adds weight[i] times the source state source[i] + (t - start[r]).
    """

    sources: int
    targets: int
    start: Array
    first: Array
    source: Array
    weight: Array

    @property
    def nbytes(self) -> int:
        """Memory of the lists."""
        return sum(a.nbytes for a in (self.start, self.first, self.source, self.weight))

    @cached_property
    def transitions(self) -> int:
        """How many (source, target, weight) the runs stand for."""
        return int(np.dot(np.diff(self.start), np.diff(self.first)))

    @cached_property
    def runs(self) -> list[PlainRun]:
        """The runs as plain tuples: the length, and the terms as pairs (source, weight)."""
        start, first = self.start.tolist(), self.first.tolist()
        terms = list(zip(self.source.tolist(), self.weight.tolist(), strict=True))
        return [
            (end - begin, terms[low:high])
            for begin, end, low, high in zip(start, start[1:], first, first[1:], strict=False)
        ]

    def expand(self) -> tuple[Array, Array, Array]:
        """The transitions one by one: arrays of targets (ascending), sources and weights."""
        length, terms = np.diff(self.start), np.diff(self.first)
        run_of_term = np.repeat(np.arange(len(length)), terms)
        repeat = length[run_of_term]
        offset = np.arange(repeat.sum()) - np.repeat(np.cumsum(repeat) - repeat, repeat)
        target = np.repeat(self.start[:-1][run_of_term], repeat) + offset
        order = np.argsort(target, kind="stable")
        source = np.repeat(self.source, repeat) + offset
        return target[order], source[order], np.repeat(self.weight, repeat)[order]


def compile_step(local: Local, states: StateSet, wanted: StateSet | None = None) -> tuple[Step, StateSet]:
    """Number the targets of a local step and find their sources.

    Slots below the touched ones keep their labels: the work is done on the words above, each with the set of
    words that may stand below it. With `wanted`, only targets are made that agree with one of its words in
    the touched slots and above.
    """
    words, slots, bits = states.words, states.slots, states.bits
    if any(slot >= slots for slot in local.slots):
        raise ValueError("a step touches a slot that these states do not have")
    below = min(local.slots, default=slots)
    codes, nodes = words.expand(states.root, slots - below, bits)
    places = [bits * (slot - below) for slot in local.slots]
    check_cancelled()
    where, transitions = _occurring(codes, places, bits, words.digits, local)
    if states.make_room(1 + max((label for _, after, _ in transitions for label in after), default=0)):
        return compile_step(local, states, wanted)
    coded = sorted(((b, _code(a, places), w) for b, a, w in transitions), key=lambda t: t[2])
    allowed = (
        words.expand(wanted.root, slots - below, bits)[0] if wanted is not None else np.empty(0, words.code)
    )
    table, shape, weights, targets = _number(codes, where, coded, allowed)
    step, unions = _unfold(words, table, shape, weights, nodes)
    return step, StateSet(words, words.collect(targets, unions, slots - below, bits), slots)


def _code(labels: Sequence[int], places: Sequence[int]) -> int:
    return sum(label << place for label, place in zip(labels, places, strict=True))


MOST_COUNTED = 2**16  # combinations of labels up to which they are counted, not sorted
FEW = 16  # combinations of labels up to which they are looked for one by one


def _occurring(
    codes: Array, places: Sequence[int], bits: int, digits: int, local: Local
) -> tuple[dict[int, Array], list[tuple[int, tuple[int, ...], int]]]:
    """The labels that occur in the touched slots: the codes that have them, and their transitions."""
    mask = _code([(1 << bits) - 1] * len(places), places)
    touched = codes & mask
    where: dict[int, Array] = {}
    if digits ** len(places) <= FEW:
        for labels in product(range(digits), repeat=len(places)):
            found = np.flatnonzero(touched == _code(labels, places))
            if len(found):
                where[_code(labels, places)] = found
    else:
        which, example = _combinations(touched, places, bits)
        order = np.argsort(which.astype(np.min_scalar_type(len(example))), kind="stable")
        groups = np.split(order, np.cumsum(np.bincount(which))[:-1])
        where = {int(touched[one]): group for one, group in zip(example.tolist(), groups, strict=True)}
    transitions = []
    for key in where:
        before = tuple(key >> place & ((1 << bits) - 1) for place in places)
        transitions += [(key, after, weight) for after, weight, _ in local.rule(before)]
    return where, transitions


def _combinations(touched: Array, places: Sequence[int], bits: int) -> tuple[Array, Array]:
    """`classes` of the labels in some places, by counting where that is enough."""
    mask = (1 << bits) - 1
    columns = [(touched >> place & mask).astype(np.int64) for place in places]
    sizes = [int(column.max(initial=0)) + 1 for column in columns]
    if prod(sizes) > MOST_COUNTED:
        return classes(columns)
    key = np.zeros(len(touched), dtype=np.int64)
    for column, size in zip(columns, sizes, strict=True):
        key = key * size + column
    present = np.bincount(key, minlength=prod(sizes)) > 0
    which = (np.cumsum(present) - 1)[key]
    example = np.zeros(int(present.sum()), dtype=np.int64)
    example[which] = np.arange(len(touched))
    return which, example


def _number(
    codes: Array,
    where: dict[int, Array],
    transitions: list[tuple[int, int, int]],
    allowed: Array,
) -> tuple[Array, Array, list[list[int]], Array]:
    """The targets of all `codes`, ascending, and their sources.

    Returns a table whose columns are targets and whose rows name sources (or -1), the shape of each column,
    the weights of the rows for each shape, and the targets.
    """
    # the codes by their labels in the touched slots: ascending numbers, and the labels elsewhere
    rests = {before: codes[index] ^ before for before, index in cancellable(where.items())}
    columns: dict[int, list[tuple[int, int]]] = {}  # labels after -> labels before and weights
    for before, after, weight in transitions:
        columns.setdefault(after, []).append((before, weight))
    made: dict[int, Array] = {}  # labels after -> the labels elsewhere, ascending
    for after, column in columns.items():
        check_cancelled()
        rest = _union([rests[before] for before, _ in column])
        if len(allowed):
            rest = rest[partners(rest | after, allowed, np.zeros(len(allowed))) == 0]
        made[after] = rest
    if not any(len(rest) for rest in made.values()):
        raise NoPositionError
    all_codes = np.concatenate([rest | after for after, rest in made.items()])
    check_cancelled()
    order = np.argsort(all_codes, kind="stable")
    check_cancelled()
    number = np.empty(len(order), dtype=np.int64)
    number[order] = np.arange(len(order))
    check_cancelled()
    width = max(len(column) for column in columns.values())
    shape = np.empty(len(order), dtype=np.int32)
    table = np.empty((width, len(order)), dtype=np.int64)
    for line in cancellable(table):
        line[:] = -1
    offset = 0
    for kind, (after, rest) in enumerate(made.items()):
        mine = number[offset : offset + len(rest)]
        offset += len(rest)
        shape[mine] = kind
        for row, (before, _) in enumerate(columns[after]):
            check_cancelled()
            table[row, mine] = partners(rest, rests[before], where[before])
    return table, shape, [[w for _, w in columns[after]] for after in made], all_codes[order]


def _union(parts: list[Array]) -> Array:
    """The union of ascending arrays."""
    union = parts[0]
    for part in parts[1:]:
        if len(part) != len(union) or not np.array_equal(part, union):
            union = distinct(np.concatenate([union, part]))
    return union


def partners(wanted: Array, present: Array, number: Array) -> Array:
    """The numbers of the `wanted` codes among the `present` ones; -1 where there is none."""
    if len(wanted) == len(present) and np.array_equal(wanted, present):
        return number
    if not len(present):
        return np.full(len(wanted), -1)
    place = np.minimum(np.searchsorted(present, wanted), len(present) - 1)
    return np.where(present[place] == wanted, number[place], -1)


def _unfold(
    words: DecisionDiagram,
    table: Array,
    shape: Array,
    weights: list[list[int]],
    nodes: Array,
) -> tuple[Step, Array]:
    """From words above to states: each target above stands for the union of the sets below its sources."""
    if (nodes == EMPTY_WORD).all():
        ones = np.ones(len(shape), dtype=np.int64)
        return _join_runs(ones, table, shape, weights, len(nodes)), np.zeros(len(shape), dtype=np.int64)
    counts = np.array([*words.counts, 0], dtype=np.int64)  # the last for NOTHING
    first = np.cumsum(counts[nodes]) - counts[nodes]  # the number of the first state of each source
    below = [np.where(row >= 0, nodes[row], NOTHING) for row in cancellable(table)]
    which, example = classes([shape.astype(np.int64), *below])
    unions, templates = [], []
    for column in example.tolist():
        check_cancelled()
        sets = tuple(int(row[column]) for row in below)
        unions.append(reduce(words.union, sets))
        templates.append(words.template(sets))
    sizes = np.array([len(lengths) for lengths, _ in templates])
    begin = np.cumsum(sizes) - sizes
    lengths = np.concatenate([lengths for lengths, _ in templates])
    ranks = np.concatenate([ranks for _, ranks in templates], axis=1)
    # one run for each run of the template of each target
    run_target = np.repeat(np.arange(len(which)), sizes[which])
    within = np.arange(len(run_target)) - np.repeat(np.cumsum(sizes[which]) - sizes[which], sizes[which])
    check_cancelled()
    entry = begin[which[run_target]] + within
    source = np.empty((len(table), len(entry)), dtype=np.int64)
    for row, given, rank in cancellable(zip(source, table, ranks, strict=True)):
        row[:] = np.where(rank[entry] >= 0, first[given[run_target]] + rank[entry], -1)
    check_cancelled()
    step = _join_runs(lengths[entry], source, shape[run_target], weights, int(counts[nodes].sum()))
    return step, np.array(unions, dtype=np.int64)[which]


def _join_runs(
    length: Array,
    source: Array,
    shape: Array,
    weights: list[list[int]],
    sources: int,
) -> Step:
    """The step with these runs, those that continue each other joined."""
    follows = shape[1:] == shape[:-1]
    for row in source:  # a source rises by the length of the run, -1 stays
        check_cancelled()
        follows &= np.diff(row) == np.where(row[:-1] >= 0, length[:-1], 0)
    heads = np.concatenate([[0], np.flatnonzero(~follows) + 1])
    ends = np.concatenate([[0], np.cumsum(length)])
    start = np.concatenate([ends[heads], ends[-1:]])
    padded = np.zeros((len(weights), len(source)), dtype=np.int8)
    for line, given in zip(padded, weights, strict=True):
        line[: len(given)] = given
    check_cancelled()
    kept = source[:, heads]
    first = np.concatenate([[0], np.cumsum((kept >= 0).sum(axis=0))])
    chosen = np.ascontiguousarray(kept.T)  # the terms of a run stand together
    present = chosen >= 0
    count = int(ends[-1])
    index = np.int32 if max(count, sources, int(first[-1])) < 2**31 else np.int64
    return Step(
        sources,
        count,
        start.astype(index),
        first.astype(index),
        chosen[present].astype(index),
        np.ascontiguousarray(padded[shape[heads]][present], dtype=np.int8),
    )
