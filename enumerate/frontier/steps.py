"""Steps: what one visit does to all states at once, over numbered states.

A state is the word of labels in the slots, packed two bits a slot; states are numbered in ascending
order. A step lists, for every target state, the source states it adds up and their weights. Slots that a
step does not touch keep their labels, so neighbouring targets mostly have neighbouring sources: the lists
are kept as runs.
"""

from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Any

import numpy as np

from ..errors import TooLargeError
from ..tiles import CROSSED
from .sweep import Local

Array = np.ndarray[Any, np.dtype[Any]]
MOST_SLOTS = 32


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


@dataclass(frozen=True, eq=False)
class States:
    """The codes of the states at one moment, ascending, with a digest that names the set."""

    codes: Array
    digest: bytes

    @classmethod
    def of(cls, codes: Array) -> "States":
        """Name a set of codes."""
        return cls(codes, blake2b(codes.tobytes(), digest_size=16).digest())

    def __len__(self) -> int:
        return len(self.codes)


START = States.of(np.zeros(1, dtype=np.uint64))


def compile_step(local: Local, states: States, wanted: States | None = None) -> tuple[Step, States]:
    """Number the targets of a local step and find their sources.

    With `wanted`, only targets are made that agree with one of its codes in the touched slots and above.
    """
    if any(slot >= MOST_SLOTS for slot in local.slots):
        raise TooLargeError(f"the frontier of this board is wider than {MOST_SLOTS} cells: cut it into parts")
    mask = sum(3 << 2 * slot for slot in local.slots)
    transitions = sorted(
        ((_bits(local, before), _bits(local, after), weight) for before, after, weight in local.transitions),
        key=lambda t: t[2],
    )
    shift = 2 * min(local.slots, default=0)
    allowed = _distinct(wanted.codes >> np.uint64(shift)) if wanted is not None else np.empty(0, np.uint64)
    step, targets = _number(states.codes, mask, transitions, shift, allowed)
    return step, States.of(targets)


def _bits(local: Local, labels: tuple[int, ...]) -> int:
    return sum(label << 2 * slot for label, slot in zip(labels, local.slots, strict=True))


def _number(
    codes: Array, mask: int, transitions: list[tuple[int, int, int]], shift: int, allowed: Array
) -> tuple[Step, Array]:
    """The step and its target codes, vectorised over the states; `transitions` are bits, by weight."""
    elsewhere = ~np.uint64(mask)
    touched = codes & np.uint64(mask)
    # the states by their labels in the touched slots: ascending numbers, and the codes elsewhere
    where = {before: np.flatnonzero(touched == np.uint64(before)) for before, _, _ in transitions}
    rests = {before: codes[index] & elsewhere for before, index in where.items()}
    made: dict[int, Array] = {}  # labels after -> the codes elsewhere, ascending
    for after in dict.fromkeys(after for _, after, _ in transitions):
        rest = _union([rests[b] for b, a, _ in transitions if a == after])
        if len(allowed):
            high = (rest | np.uint64(after)) >> np.uint64(shift)
            rest = rest[partners(high, allowed, np.zeros(len(allowed))) == 0]
        made[after] = rest
    all_codes = np.concatenate([rest | np.uint64(after) for after, rest in made.items()])
    order = np.argsort(all_codes, kind="stable")
    number = np.empty(len(order), dtype=np.int64)
    number[order] = np.arange(len(order))

    columns = {after: [(b, w) for b, a, w in transitions if a == after] for after in made}
    width = max(len(column) for column in columns.values())
    shape = np.empty(len(order), dtype=np.int32)  # which labels after: equal shape, equal terms
    table = np.full((width, len(order)), -1, dtype=np.int64)
    offset = 0
    for kind, (after, rest) in enumerate(made.items()):
        mine = number[offset : offset + len(rest)]
        offset += len(rest)
        shape[mine] = kind
        for column, (before, _) in enumerate(columns[after]):
            table[column, mine] = partners(rest, rests[before], where[before])
    step = _runs(table, shape, [[w for _, w in columns[after]] for after in made], len(codes))
    return step, all_codes[order]


def _union(parts: list[Array]) -> Array:
    """The union of ascending arrays."""
    union = parts[0]
    for part in parts[1:]:
        if len(part) != len(union) or not np.array_equal(part, union):
            union = _distinct(np.concatenate([union, part]))
    return union


def _distinct(values: Array) -> Array:
    """The distinct values, ascending; by sorting, which is much faster here than NumPy's hashing."""
    ordered = np.sort(values)
    new = np.ones(len(ordered), dtype=bool)
    np.not_equal(ordered[1:], ordered[:-1], out=new[1:])
    return np.asarray(ordered[new])


def partners(wanted: Array, present: Array, number: Array) -> Array:
    """The numbers of the `wanted` codes among the `present` ones; -1 where there is none."""
    if len(wanted) == len(present) and np.array_equal(wanted, present):
        return number
    if not len(present):
        return np.full(len(wanted), -1)
    place = np.minimum(np.searchsorted(present, wanted), len(present) - 1)
    return np.where(present[place] == wanted, number[place], -1)


def _runs(table: Array, shape: Array, weights: list[list[int]], sources: int) -> Step:
    """Compress the sources of every target into runs."""
    count = len(shape)
    follows = shape[1:] == shape[:-1]
    for column in table:
        missing = column < 0
        follows &= (column[1:] == column[:-1] + 1) & ~missing[:-1] | missing[1:] & missing[:-1]
    start = np.concatenate([[0], np.flatnonzero(~follows) + 1, [count]])
    heads = table[:, start[:-1]].T
    padded = np.zeros((len(weights), len(table)), dtype=np.int8)
    for row, line in zip(padded, weights, strict=True):
        row[: len(line)] = line
    present = heads >= 0
    first = np.concatenate([[0], np.cumsum(present.sum(axis=1))])
    weight = padded[shape[start[:-1]]][present]
    index = np.int32 if max(count, sources, len(weight)) < 2**31 else np.int64
    return Step(
        sources,
        count,
        start.astype(index),
        first.astype(index),
        heads[present].astype(index),
        np.ascontiguousarray(weight, dtype=np.int8),
    )


def prune_step(step: Step, keep: Array) -> tuple[Step, Array]:
    """Drop the targets outside `keep` and the sources that only they used."""
    if keep.all():
        used = np.zeros(step.sources + 1, dtype=np.int64)
        length = np.repeat(np.diff(step.start), np.diff(step.first))
        np.add.at(used, step.source, 1)
        np.add.at(used, step.source + length, -1)
        before = np.cumsum(used)[:-1] > 0
        if before.all():
            return step, before
    target, source, weight = step.expand()
    kept = keep[target]
    target, source, weight = target[kept], source[kept], weight[kept]
    before = np.zeros(step.sources, dtype=bool)
    before[source] = True
    new_source = (np.cumsum(before) - 1)[source]
    new_target = (np.cumsum(keep) - 1)[target]
    count = int(keep.sum())
    terms = np.bincount(new_target, minlength=count)
    rank = np.arange(len(target)) - np.repeat(np.cumsum(terms) - terms, terms)
    table = np.full((int(terms.max(initial=0)), count), -1, dtype=np.int64)
    table[rank, new_target] = new_source
    lists = np.zeros((count, len(table)), dtype=np.int8)
    lists[new_target, rank] = weight + 1  # 0: no term, so that equal lists mean equal shapes
    shapes, shape = np.unique(lists, axis=0, return_inverse=True)
    weights = [[int(w) - 1 for w in line if w] for line in shapes]
    return _runs(table, shape.reshape(-1), weights, int(before.sum())), before


def finished(states: States) -> Array:
    """Which states have no domino sticking out: those at which the board could end."""
    crossed = np.uint64(sum(CROSSED << (2 * slot) for slot in range(MOST_SLOTS)))
    return np.asarray((states.codes & crossed) == 0)
