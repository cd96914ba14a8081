"""The inner loops: one step for many lanes of residues, or for one lane of floats. Compiled by Numba.

A lane is a prime below 2^30 and a value for each player. Lanes are contiguous: the value of state s in
lane l stands at s * lanes + l, so that every loop runs over neighbouring elements and vectorises.
"""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np
from numba import njit, uint32, uint64

from ..frontier.steps import Step
from ..frontier.visit import INVERSES, UNIT, WEIGHTS
from ..frontier.words import Array
from ..support.compiled import compiled
from ..support.progress import Report, silent

SLICE = 2**25  # residues of a step between two looks at whether to stop: a fraction of a second
WORTH_SHARING = 2**15  # targets of a step from which on threads share it
CHUNK = 512  # elements a chunk, at most: sources, sums and result stay in the first-level cache
NEVER = 2**29  # a cost that no position has; sums of two stay in 32 bits


@njit(inline="always")
def _montgomery(a, b, p, ninv):  # type: ignore[no-untyped-def]
    """a * b / 2^32 mod p, for a < 2^32, b < p and ninv = p^-1 mod 2^32."""
    t = uint64(a) * uint64(b)
    m = uint32(uint32(t) * uint64(ninv))
    high = uint32(t >> uint64(32))
    low = uint32((uint64(m) * uint64(p)) >> uint64(32))
    r = uint32(high - low)
    return min(r, uint32(r + p))


@njit(inline="always")
def _reduce(a, p):  # type: ignore[no-untyped-def]
    return min(a, uint32(a - p))


@compiled
def _apply(old, new, lanes, runs, start, first, source, weight, p, ninv, table):  # type: ignore[no-untyped-def]
    """Some runs of a step: new = sum of weighted old. `p`, `ninv` and rows of `table` repeat the lanes."""
    chunk = len(p)
    acc = np.empty(chunk, dtype=np.uint32)
    for run in range(runs[0], runs[1]):
        end = np.int64(start[run + 1]) * lanes
        begin = np.int64(start[run]) * lanes
        at = begin
        while at < end:
            size = min(chunk, end - at)
            out = new[at : at + size]
            term = first[run]
            last = first[run + 1]
            fresh = True
            while term < last:
                # up to four sources of one weight: their sum is below 2^32 without a reduction
                w = weight[term]
                group = 1
                while group < 4 and term + group < last and weight[term + group] == w:
                    group += 1
                one = np.int64(source[term]) * lanes + at - begin
                a = old[one : one + size]
                if group > 1:
                    two = np.int64(source[term + 1]) * lanes + at - begin
                    b = old[two : two + size]
                    if group == 2:
                        for k in range(size):
                            acc[k] = a[k] + b[k]
                    else:
                        three = np.int64(source[term + 2]) * lanes + at - begin
                        c = old[three : three + size]
                        if group == 3:
                            for k in range(size):
                                acc[k] = a[k] + b[k] + c[k]
                        else:
                            four = np.int64(source[term + 3]) * lanes + at - begin
                            d = old[four : four + size]
                            for k in range(size):
                                acc[k] = a[k] + b[k] + c[k] + d[k]
                    a = acc[:size]
                if w != UNIT:
                    factor = table[w]
                    if fresh:
                        for k in range(size):
                            out[k] = _montgomery(a[k], factor[k], p[k], ninv[k])
                    else:
                        for k in range(size):
                            out[k] = _reduce(
                                uint32(out[k] + _montgomery(a[k], factor[k], p[k], ninv[k])), p[k]
                            )
                else:
                    if group > 2:
                        for k in range(size):
                            acc[k] = _reduce(acc[k], uint32(p[k] << uint32(1)))
                    if fresh:
                        for k in range(size):
                            out[k] = _reduce(a[k], p[k])
                    else:
                        for k in range(size):
                            out[k] = _reduce(uint32(out[k] + _reduce(a[k], p[k])), p[k])
                fresh = False
                term += group
            at += size
    return


@compiled
def _apply_floats(old, new, start, first, source):  # type: ignore[no-untyped-def]
    """One step for the number of positions in floating point."""
    for run in range(len(start) - 1):
        begin, size = start[run], start[run + 1] - start[run]
        out = new[begin : begin + size]
        out[:] = 0.0
        for i in range(first[run], first[run + 1]):
            a = old[source[i] : source[i] + size]
            for k in range(size):
                out[k] += a[k]


@compiled
def _apply_least(old, new, start, first, source, weight, cost):  # type: ignore[no-untyped-def]
    """One step for the least cost, where a domino of weight w costs cost[w]."""
    for run in range(len(start) - 1):
        begin = start[run]
        for t in range(begin, start[run + 1]):
            least = np.int32(NEVER)
            for i in range(first[run], first[run + 1]):
                least = min(least, old[source[i] + t - begin] + cost[weight[i]])
            new[t] = least


@compiled
def _dot(one, two, partner, lanes, p):  # type: ignore[no-untyped-def]
    """The sum over states of one * two at its partner, in each lane."""
    result = np.zeros(lanes, dtype=np.uint64)
    for state in range(len(partner)):
        if partner[state] >= 0:
            i, j = np.int64(state) * lanes, np.int64(partner[state]) * lanes
            for k in range(lanes):
                result[k] = (result[k] + uint64(one[i + k]) * uint64(two[j + k])) % uint64(p[k])
    return result


class LaneBlock:
    """Primes and the players' values for a block of lanes, ready for the kernel."""

    def __init__(
        self,
        primes: Array,
        points: Array,
        helpers: ThreadPoolExecutor | None = None,
        shares: int = 1,
        look: Callable[[], None] = lambda: None,
    ) -> None:
        """`points` has one row per axis, one column per lane: the residues of the players' variables.

        With `helpers`, large steps are cut into `shares` for them; `look` is called a few times a second.
        """
        self.lanes, self.helpers, self.shares, self.look = len(primes), helpers, shares, look
        self.primes = primes.astype(np.uint64)
        repeat = max(1, CHUNK // self.lanes)
        inverse = [pow(int(p), -1, 2**32) for p in primes]
        self.p = np.tile(primes.astype(np.uint32), repeat)
        self.ninv = np.tile(np.array(inverse, dtype=np.uint32), repeat)
        self.units = bool((points == 1).all())
        table = np.ones((WEIGHTS, self.lanes), dtype=np.uint32)
        for axis, values in enumerate(points):
            for lane, (value, prime) in enumerate(zip(values.tolist(), primes.tolist(), strict=True)):
                table[1 + axis, lane] = (value << 32) % prime
                if value % prime:
                    table[INVERSES[axis], lane] = (pow(value, -1, prime) << 32) % prime
        self.table = np.tile(table, (1, repeat))

    def start(self) -> Array:
        """The value 1 of the single first state."""
        return np.ones(self.lanes, dtype=np.uint32)

    def apply(self, step: Step, old: Array, new: Array) -> Array:
        """Carry all lanes through one step, into `new`; the helpers, if any, share the runs."""
        out = new[: step.targets * self.lanes]
        weight = np.zeros_like(step.weight) if self.units else step.weight
        lists = (step.start, step.first, step.source, weight, self.p, self.ninv, self.table)

        def part(runs: tuple[int, int]) -> None:
            _apply(old, out, self.lanes, runs, *lists)  # type: ignore[no-untyped-call]

        slices = 1 + step.targets * self.lanes // SLICE
        each: Callable[..., Iterable[None]] = map
        if self.helpers is not None and step.targets >= WORTH_SHARING:
            slices, each = slices * self.shares, self.helpers.map
        cuts = np.searchsorted(step.start, np.linspace(0, step.targets, slices + 1)).tolist()
        for _ in each(part, pairwise(cuts)):
            self.look()
        return out

    def carry(self, steps: Sequence[Step], values: Array, tick: Callable[[], None] | None = None) -> Array:
        """Carry values through steps with two buffers; `values` is not changed; `tick` follows each step."""
        if not steps:
            return values
        size = max(step.targets for step in steps) * self.lanes
        buffers = [np.empty(size, dtype=np.uint32) for _ in range(min(2, len(steps)))]
        for i, step in enumerate(steps):
            values = self.apply(step, values, buffers[i % 2])
            if tick is not None:
                tick()
        return values.copy() if len(values) < size else values

    def dot(self, one: Array, two: Array, partner: Array) -> Array:
        """The join of two halves."""
        return np.asarray(_dot(one, two, partner, self.lanes, self.primes))  # type: ignore[no-untyped-call]


def carry_floats(steps: Sequence[Step], values: Array, report: Report = silent) -> Array:
    """The number of positions in floating point, through the steps."""
    for done, step in enumerate(steps):
        report(done, len(steps))
        old, values = values, np.empty(step.targets)
        _apply_floats(old, values, step.start, step.first, step.source)  # type: ignore[no-untyped-call]
    return values


def carry_least(steps: Sequence[Step], values: Array, cost: Array, report: Report = silent) -> Array:
    """The least cost through the steps; `cost[w]` is the cost of a domino of weight w."""
    for done, step in enumerate(steps):
        report(done, len(steps))
        old, values = values, np.empty(step.targets, dtype=np.int32)
        _apply_least(old, values, step.start, step.first, step.source, step.weight, cost)  # type: ignore[no-untyped-call]
    return values
