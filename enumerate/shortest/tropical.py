"""The tropical evaluator: per state, the least number of dominoes for each difference Left - Right.

Addition of the program is the minimum, multiplication by a player's variable adds one domino and moves the
difference by one. Differences are told apart in a window from -W to W; what leaves the window is dropped, so
a value read off is attained, and it is the least one if some least position stays in the window on the way.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ..frontier.steps import Step
from ..frontier.visit import PLAYERS, UNIT, WEIGHTS
from ..frontier.words import Array
from ..support.errors import ComputationError
from ..support.progress import Report, look, looked_at, silent

MARGIN = 32  # elements before and after the rows; rows are multiples of it: no loop has a remainder
FEW_RUNS = 30_000  # up to so many runs NumPy is done before Numba is loaded
SLICE = 2**26  # elements of a step between two looks at whether to stop
WIDE = 2**20  # elements of a step from which threads pay
LOOK_BACK = 8  # so many steps are searched backwards without values

Kernel = Callable[..., None]


class Place(NamedTuple):
    """A state, a column of its row, and the cost there."""

    state: int
    column: int
    cost: int


Way = list[tuple[Place, int]]  # before each step the place, and the weight taken


def choose_kernel(steps: Sequence[Step]) -> Kernel:
    """NumPy for a small sweep, else the compiled loop: the same values either way."""
    if sum(len(step.start) for step in steps) <= FEW_RUNS:
        return apply_numpy
    from .minplus import apply_minplus

    kernel: Kernel = apply_minplus
    return kernel


def apply_numpy(
    old: Array,
    new: Array,
    margin: int,
    width: int,
    start: Array,
    first: Array,
    source: Array,
    weight: Array,
    cost: Array,
    shift: Array,
    never: np.unsignedinteger,
    begin_run: int,
    end_run: int,
) -> None:
    """What `minplus.apply_minplus` does, without Numba."""
    raised = np.minimum(old, never - 1) + np.ones(1, dtype=old.dtype)
    for run in range(begin_run, end_run):
        begin, end = int(start[run]), int(start[run + 1])
        out = new[margin + begin * width : margin + end * width]
        out[:] = never
        for term in range(first[run], first[run + 1]):
            w = weight[term]
            place = margin + int(source[term]) * width - int(shift[w])
            values = raised if cost[w] else old
            np.minimum(out, values[place : place + len(out)], out=out)
        if width > 1:
            out[width - 1 :: width] = never


@dataclass(frozen=True)
class MinPlus:
    """The algebra: what is told apart, and what costs.

    `window` is the W that is asked for (rows are filled up, so that `reach` may be greater), or None if the
    difference does not matter. For the fewest dominoes, placing one costs 1.
    For the most, visiting a cell without starting a domino there costs 1: the cost is the number of cells
    less the dominoes, and again the least is wanted. `limit` is the greatest cost to be told from never.
    Steps are carried by `kernel` on so many `threads`.
    """

    window: int | None
    limit: int
    most: bool = False
    kernel: Kernel = apply_numpy
    threads: int = 1
    report: Report = silent

    @cached_property
    def width(self) -> int:
        """Elements of a row: the differences, and at least one pad."""
        return 1 if self.window is None else -(-(2 * self.window + 2) // MARGIN) * MARGIN

    @property
    def reach(self) -> int:
        """The greatest difference that is told apart, at least the window."""
        return self.width // 2 - 1 if self.window is not None else 0

    def column(self, difference: int) -> int:
        """Where a difference stands in a row."""
        return difference + self.reach

    @cached_property
    def dtype(self) -> type[np.unsignedinteger]:
        """The narrowest type that holds the limit and `never`."""
        return np.uint8 if self.limit < 255 else np.uint16 if self.limit < 2**16 - 1 else np.uint32

    @property
    def bytes(self) -> int:
        """The memory of a row."""
        return self.width * np.dtype(self.dtype).itemsize

    @property
    def never(self) -> int:
        """The cost of what cannot be."""
        return int(np.iinfo(self.dtype).max)

    @cached_property
    def cost(self) -> tuple[int, ...]:
        """What a weight costs, 0 or 1."""
        return tuple(int((w == UNIT) == self.most) for w in range(WEIGHTS))

    @cached_property
    def shift(self) -> tuple[int, ...]:
        """By how much a weight moves the difference Left - Right."""
        moves = {PLAYERS[0]: 1, PLAYERS[1]: -1} if self.window is not None else {}
        return tuple(moves.get(w, 0) for w in range(WEIGHTS))

    def empty(self, states: int, buffer: Array | None = None) -> Array:
        """Room for so many rows, the margins set; in `buffer` if it is given."""
        size = states * self.width + 2 * MARGIN
        values = np.empty(size, dtype=self.dtype) if buffer is None else buffer[:size]
        values[:MARGIN] = values[-MARGIN:] = self.never
        return values

    def start(self) -> Array:
        """The first state: nothing placed, difference 0."""
        values = self.empty(1)
        values[:] = self.never
        values[MARGIN + self.column(0)] = 0
        return values

    def rows(self, values: Array) -> Array:
        """One row per state, one column per difference."""
        return values[MARGIN:-MARGIN].reshape(-1, self.width)[:, : 2 * self.reach + 1]

    def read(self, row: Array) -> dict[int, int]:
        """The cost by difference, without those that are never attained (by 0 if there is no window)."""
        return {i - self.reach: cost for i, cost in enumerate(row.tolist()) if cost != self.never}

    def apply(self, step: Step, old: Array, buffer: Array | None = None) -> Array:
        """The values after one step, in `buffer` if it is given."""
        new = self.empty(step.targets, buffer)
        tables = (np.array(self.cost), np.array(self.shift), self.dtype(self.never))
        lists = (step.start, step.first, step.source, step.weight, *tables)
        size = step.targets * self.width
        wide = self.threads > 1 and size >= WIDE
        slices = (1 + size // (SLICE * self.threads)) * (self.threads if wide else 1)
        cuts = np.searchsorted(step.start, np.linspace(0, step.targets, slices + 1)).tolist()

        def part(runs: tuple[int, int]) -> None:
            self.kernel(old, new, MARGIN, self.width, *lists, *runs)

        with ThreadPoolExecutor(self.threads) if wide else nullcontext() as pool:
            for _ in (map if pool is None else pool.map)(part, pairwise(cuts)):
                look()
        return new

    def carry(self, steps: Sequence[Step], values: Array) -> Array:
        """The values after all steps; two buffers take turns, and `values` is not changed."""
        if not steps:
            return values
        largest = max(step.targets for step in steps)
        buffers = [self.empty(largest) for _ in range(min(2, len(steps)))]
        for done, step in enumerate(steps):
            self.report(done, len(steps))
            values = self.apply(step, values, buffers[done % 2])
        return values.copy() if len(values) < len(buffers[0]) else values

    def result(self, values: Array) -> dict[int, int]:
        """The cost of the single last state by difference."""
        return self.read(self.rows(values)[0])

    def join(self, one: Array, other: Array, partner: Array) -> dict[int, int]:
        """The least sum of the costs of a state and of its partner by difference."""
        differences = range(-self.reach, self.reach + 1)
        found = ((d, self.meet(one, other, partner, d)) for d in differences)
        return {d: cost for d, cost in found if cost is not None}

    def meet(self, one: Array, other: Array, partner: Array, difference: int) -> int | None:
        """The least sum of the costs of a state and of its partner, over all pairs of differences that add up
        to `difference`; None if there is none."""
        place = self.column(difference) + self.reach  # what the two columns add up to
        low, high = max(0, place - 2 * self.reach), min(2 * self.reach, place)
        best = 2 * self.never
        wide = np.uint16 if self.dtype is np.uint8 else np.int64
        partners = partner if len(partner) else np.arange(len(self.rows(one)))
        if self.kernel is not apply_numpy:
            from .minplus import meet_minplus

            best = int(meet_minplus(one, other, MARGIN, self.width, partners, place, low, high, self.never))
            return best if best < 2 * self.never else None
        numbers = np.flatnonzero(partners >= 0) if low <= high else np.empty(0, dtype=np.int64)
        for chunk in looked_at(np.array_split(numbers, len(numbers) * self.width // WIDE + 1)):
            if len(chunk):
                a = self.rows(one)[chunk, low : high + 1].astype(wide)
                b = self.rows(other)[partners[chunk], place - high : place - low + 1][:, ::-1]
                sums = np.where((a == self.never) | (b == self.never), 2 * self.never, a + b)
                best = min(best, int(sums.min()))
        return best if best < 2 * self.never else None

    def meeting(
        self, one: Array, other: Array, among: Array, difference: int, cost: int
    ) -> tuple[Place, Place] | None:
        """Two places of one of some states whose differences and costs add up to these, if there are any."""
        place = self.column(difference) + self.reach
        low, high = max(0, place - 2 * self.reach), min(2 * self.reach, place)
        for chunk in looked_at(np.array_split(among, len(among) * self.width // WIDE + 1)):
            a = self.rows(one)[chunk, low : high + 1].astype(np.int64)
            b = self.rows(other)[chunk, place - high : place - low + 1][:, ::-1]
            for number, column in np.argwhere(
                (a != self.never) & (b != self.never) & (a + b == cost)
            ).tolist():
                state, left = int(chunk[number]), int(a[number, column])
                return Place(state, low + column, left), Place(state, place - low - column, cost - left)
        return None

    def cut(
        self, steps: Sequence[Step], values: Array, room: int
    ) -> tuple[list[Sequence[Step]], list[Array]]:
        """The steps in pieces, as many as `room` bytes hold values before them, and these values."""
        largest = max((step.sources for step in steps), default=1) * self.bytes
        count = max(2, min(-(-len(steps) // LOOK_BACK), room // largest))
        cuts = np.linspace(0, len(steps), count + 1).astype(int).tolist()
        pieces = [steps[a:b] for a, b in pairwise(cuts)]
        kept = [values]
        for piece in pieces[:-1]:
            kept.append(self.carry(piece, kept[-1]))
        return pieces, kept

    def trace(self, steps: Sequence[Step], values: Array, ends: Sequence[Place], room: int) -> list[Way]:
        """A way through the steps to each of the `ends` at its cost.

        Few steps are searched backwards, since few places lead to an end. More are cut into pieces.
        """
        if len(steps) > LOOK_BACK:
            return self.trace_back(*self.cut(steps, values, room), ends, room)
        ways = [self._search(steps, self.rows(values), end, set()) for end in ends]
        if any(way is None for way in ways):
            raise ComputationError("the tropical values contradict each other: the result is not trusted")
        return [way for way in ways if way is not None]

    def trace_back(
        self, pieces: Sequence[Sequence[Step]], kept: list[Array], ends: Sequence[Place], room: int
    ) -> list[Way]:
        """The same through pieces, from last to first, with the values before each."""
        ways: list[Way] = [[] for _ in ends]
        for piece in reversed(pieces):
            found = self.trace(piece, kept.pop(), ends, room)
            ends = [way[0][0] if way else end for way, end in zip(found, ends, strict=True)]
            ways = [way + after for way, after in zip(found, ways, strict=True)]
        return ways

    def _search(
        self, steps: Sequence[Step], rows: Array, end: Place, failed: set[tuple[int, Place]]
    ) -> Way | None:
        """The way, given the values before the first step; None, and `end` has failed, if there is none."""
        if not steps:
            return [] if int(rows[end.state, end.column]) == end.cost else None
        for place, weight in self._before(steps[-1], end):
            if 0 <= place.column < rows.shape[1] and (len(steps) - 1, place) not in failed:
                way = self._search(steps[:-1], rows, place, failed)
                if way is not None:
                    return [*way, (place, weight)]
        failed.add((len(steps), end))
        return None

    def _before(self, step: Step, end: Place) -> Iterator[tuple[Place, int]]:
        """The places from which a step leads to `end`, and the weights."""
        run = int(np.searchsorted(step.start, end.state, side="right")) - 1
        for term in range(step.first[run], step.first[run + 1]):
            weight = int(step.weight[term])
            source = int(step.source[term]) + end.state - int(step.start[run])
            yield Place(source, end.column - self.shift[weight], end.cost - self.cost[weight]), weight
