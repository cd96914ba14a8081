"""A lower bound for shortest ends: differences modulo m, priced by a Lagrange multiplier.

Let a Left domino cost p + q and a Right one p - q, so that a position costs p (a + b) + q (a - b). Let only
a - b modulo m be known. The least cost over the ends with a - b = d modulo m is at most that of every end
with a - b = d, which gives a + b >= (least cost - q d) / p. There are finitely many values below a row, and
one min-plus matrix takes them to the next row: a repetition of the values is a proof for all rows.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..compiler.borders import compile_rows
from ..compiler.sparse import SparseOperator
from ..model.alternating import PLAY_DIFFERENCES
from ..rules.tiles import stuck_players
from ..sweep.diagram import Array, StateSet
from .by_height import rows_of
from .differences import LeastByDifference

NEVER = 2**40  # the cost of what cannot be


@dataclass(frozen=True, slots=True)
class Relaxation:
    """A kind of end, the prices p and q, and the modulus m."""

    kind: str
    p: int
    q: int
    m: int


@dataclass(frozen=True, eq=False)
class Rows:
    """Of the boards of 1, 2, 3, ... rows: all values below the last row, and a bound for the board."""

    values: list[Array]
    bounds: list[int | None]
    states: list[StateSet]

    def repeats_from(self, period: int) -> tuple[int, int] | None:
        """The first n whose values return after `period` rows, all greater by one number; and this number.

        Below rows with the same states, one matrix takes the values from row to row. It commutes with adding
        a number, so that they return for ever.
        """
        for n in range(1, len(self.values) - period + 1):
            one, two = self.values[n - 1], self.values[n - 1 + period]
            if self.states[n - 1] != self.states[n - 1 + period] or ((one < NEVER) != (two < NEVER)).any():
                continue
            steps = np.unique(two[one < NEVER] - one[one < NEVER])
            if len(steps) == 1:
                return n, int(steps[0])
        return None


class LeastModulo:
    """Least costs by the difference modulo m, if Left's domino costs p + q, Right's p - q and Middle's p."""

    def __init__(self, p: int, q: int, m: int) -> None:
        self._left, self._right, self._middle, self._m = p + q, p - q, p, m

    def start(self) -> Array:
        """The first state: nothing placed, difference 0."""
        values = np.full((1, self._m), NEVER, dtype=np.int64)
        values[0, 0] = 0
        return values

    def carry(self, visits: Sequence[SparseOperator], values: Array) -> Array:
        """The least costs after some visits; differences have no bounds, so nothing is dropped."""
        for visit in visits:
            left, right = np.roll(values, 1, axis=1) + self._left, np.roll(values, -1, axis=1) + self._right
            weighted = np.stack([values, left, right, values + self._middle][: 1 + int(visit.weight.max())])
            values = np.minimum.reduceat(weighted[visit.weight, visit.source], visit.begin[:-1], axis=0)
            values[values >= NEVER] = NEVER
        return values

    def result(self, values: Array) -> dict[int, int]:
        """The cost of the single last state by the difference modulo m."""
        return {d: cost for d, cost in enumerate(values[0].tolist()) if cost < NEVER}


def relaxed(rows: int, cols: int, relaxation: Relaxation) -> Rows:
    """Lower bounds on the dominoes of the ends that alternating play reaches, on 1 x cols up to rows x cols.

    >>> relaxed(5, 5, Relaxation("right-end", 3, 1, 2)).bounds
    [2, 3, 4, 5, 7]
    """
    algebra = LeastModulo(relaxation.p, relaxation.q, relaxation.m)
    values = algebra.start()
    found = Rows([], [], [])
    for row in compile_rows(rows, cols, stuck=stuck_players(relaxation.kind)):
        values = algebra.carry(row.visits, values)
        found.values.append(values)
        found.states.append(row.states)
        found.bounds.append(_bound(values[row.ends].min(axis=0), relaxation))
    return found


def _bound(costs: Array, relaxation: Relaxation) -> int | None:
    """The least k with the parity of d and p k + q d >= cost, for some d that play can leave."""
    bounds = []
    for d in PLAY_DIFFERENCES[relaxation.kind]:
        cost = int(costs[d % relaxation.m])
        if cost < NEVER:
            k = -((relaxation.q * d - cost) // relaxation.p)  # rounded up
            bounds.append(k + (k - d) % 2)
    return min(bounds, default=None)


def attained(rows: int, cols: int, kind: str, window: int) -> Rows:
    """Upper bounds: the fewest dominoes of positions that stay in a window of differences on the way.

    >>> attained(5, 5, "right-end", 3).bounds
    [None, 4, 4, 5, 7]
    """
    sweep = compile_rows(rows, cols, stuck=stuck_players(kind))
    algebra = LeastByDifference(window, rows * cols // 2)
    found = Rows([], [], [])
    for row, (values, least) in zip(sweep, rows_of(sweep, algebra, kind), strict=True):
        shown = algebra.rows(values).astype(np.int64)
        found.values.append(np.where(shown == algebra.never, NEVER, shown))
        found.states.append(row.states)
        found.bounds.append(least)
    return found
