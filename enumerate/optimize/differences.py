"""Least numbers of pieces by difference, for the boards of all heights at once.

Per state, the least number of pieces for each difference Left - Right from -W to W, the *window*. A step
takes the minimum over its terms; a piece adds one and moves the difference by one. What leaves the window is
dropped. So a number that is read off is attained, and it is the least one if some least position stays in the
window.

A table of alpha reads off every row of one sweep. `prices.py` would have to search each height by itself.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise

import numpy as np

from ..compiler.sparse import SparseOperator
from ..support.compiled import compiled
from ..support.progress import Report, check_cancelled, silent
from ..sweep.diagram import Array
from ..sweep.visit import PLAYERS, UNIT, WEIGHTS

MARGIN = 32  # elements before and after the rows; rows are multiples of it: no loop has a remainder
CHUNK = 8192  # elements a chunk, about: sources and result stay in the first-level cache
SLICE = 2**26  # elements of a step between two checks whether to stop
WORTH_SHARING = 2**20  # elements of a step from which threads pay


@compiled
def apply_step(  # type: ignore[no-untyped-def]
    old, new, width, start, first, terms, source, weight, cost, shift, never, begin_run, end_run
):
    """One step, run by run: new = minimum over the terms of old, shifted, plus 0 or 1.

    The states are rows of `width` elements after a margin. The last element of a row holds `never`: a shift
    then carries no value from one row into the next. `never` plus 1 is `never`.
    """
    cast = old.dtype.type  # without it the sums would be 64 bits wide, eight times slower
    top = cast(never - 1)
    states = max(1, CHUNK // width)
    for run in range(begin_run, end_run):
        at = start[run]
        while at < start[run + 1]:
            count = min(states, start[run + 1] - at)
            size = count * width
            out = new[MARGIN + at * width : MARGIN + at * width + size]
            begin = first[run]
            for term in range(begin, begin + terms[run]):
                w = weight[term]
                place = MARGIN + (source[term] + at - start[run]) * width - shift[w]
                a = old[place : place + size]
                if term == begin:
                    if cost[w]:
                        for k in range(size):
                            out[k] = cast(min(a[k], top) + 1)
                    else:
                        for k in range(size):
                            out[k] = a[k]
                else:
                    if cost[w]:
                        for k in range(size):
                            out[k] = min(out[k], cast(min(a[k], top) + 1))
                    else:
                        for k in range(size):
                            out[k] = min(out[k], a[k])
            for k in range(width - 1, size, width):
                out[k] = never
            at += count


class LeastByDifference:
    """The least number of pieces of each state and difference in a window."""

    def __init__(self, window: int, limit: int, threads: int = 1) -> None:
        """`limit` is the greatest number of pieces."""
        self.width = -(-(2 * window + 2) // MARGIN) * MARGIN  # the differences, and at least one pad
        self.reach = self.width // 2 - 1  # the greatest difference that is told apart, at least the window
        self._dtype = np.uint8 if limit < 255 else np.uint16 if limit < 2**16 - 1 else np.uint32
        self.never = int(np.iinfo(self._dtype).max)
        self.bytes = self.width * np.dtype(self._dtype).itemsize  # of a row
        self._threads = threads
        moves = {PLAYERS[0]: 1, PLAYERS[1]: -1}
        self._cost = np.array([int(weight != UNIT) for weight in range(WEIGHTS)])
        self._shift = np.array([moves.get(weight, 0) for weight in range(WEIGHTS)])

    def _empty(self, states: int) -> Array:
        values = np.empty(states * self.width + 2 * MARGIN, dtype=self._dtype)
        values[:MARGIN] = values[-MARGIN:] = self.never
        return values

    def start(self) -> Array:
        """The first state: nothing placed, difference 0."""
        values = self._empty(1)
        values[:] = self.never
        values[MARGIN + self.reach] = 0
        return values

    def rows(self, values: Array) -> Array:
        """One row per state, one column per difference."""
        return values[MARGIN:-MARGIN].reshape(-1, self.width)[:, : 2 * self.reach + 1]

    def read(self, row: Array) -> dict[int, int]:
        """The least number by difference, without differences that do not occur."""
        return {i - self.reach: number for i, number in enumerate(row.tolist()) if number != self.never}

    def result(self, values: Array) -> dict[int, int]:
        """The least number of pieces of the single last state by difference."""
        return self.read(self.rows(values)[0])

    def carry(self, visits: Sequence[SparseOperator], values: Array, report: Report = silent) -> Array:
        """The values after some visits."""
        for done, visit in enumerate(visits):
            report(done, len(visits))
            values = self._apply(visit, values)
        return values

    def _apply(self, visit: SparseOperator, old: Array) -> Array:
        new = self._empty(visit.targets)
        start, first = visit.runs
        lists = start, first, np.diff(visit.begin)[start[:-1]], visit.source, visit.weight
        tables = self._cost, self._shift, self._dtype(self.never)
        size = visit.targets * self.width
        threads = self._threads if size >= WORTH_SHARING else 1
        slices = (1 + size // (SLICE * threads)) * threads
        cuts = np.searchsorted(start, np.linspace(0, visit.targets, slices + 1)).tolist()
        part = partial(apply_step, old, new, self.width, *lists, *tables)
        if threads == 1:
            for runs in pairwise(cuts):
                part(*runs)
                check_cancelled()
            return new
        with ThreadPoolExecutor(threads) as pool:
            for work in [pool.submit(part, *runs) for runs in pairwise(cuts)]:
                work.result()
                check_cancelled()
        return new
