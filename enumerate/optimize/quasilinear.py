"""Proofs that alpha of boards with few rows is quasi-linear: alpha(m, n + period) = alpha(m, n) + increment.

For the player whose ends are shorter, an upper and a lower bound become periodic and agree on a whole period.
For the other player, a lower bound becomes periodic, exceeds them on a common period, and grows at least as
fast.

Upper bounds restrict differences to a window (`fewest_by_height.py`). Lower bounds keep differences only
modulo m and use a Lagrange multiplier: let a Left domino cost p + q and a Right domino p - q, so that a
position costs p (a + b) + q (a - b). The least cost over the ends with a - b = d modulo m is at most the cost
of every end with a - b = d, which gives a + b >= (least cost - q d) / p. There are finitely many values after
a row, and one min-plus matrix takes them to the next row: so a repetition of the values proves a bound for
all rows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd, lcm

import numpy as np

from ..compiler.rows import SparseOperator, compile_rows
from ..model.board import Player
from ..model.polynomial import PLAY_DIFFERENCES
from ..rules.kinds import stuck_players
from ..support.errors import ComputationError, InputError
from ..sweep.diagram import Array, StateSet
from .alpha import ENDS
from .fewest_by_height import LeastByDifference, rows_of

UPPER_BOUND_WINDOW = 3  # the greatest difference in upper bounds
MAX_PERIOD = 8  # the longest period tried
SEARCHED_COLUMNS = 160  # how far to search for repetitions
NO_POSITION_COST = 2**40

# For each number of rows: the player in whose end polynomial alpha occurs, and for each player the prices p
# and q and the modulus m on the upright board. They were found by trying small numbers; `quasilinear` checks
# that they prove the forms.
Relaxation = tuple[int, int, int]
CERTIFICATES: dict[int, tuple[Player, dict[Player, Relaxation]]] = {
    2: (Player.RIGHT, {Player.LEFT: (3, 1, 2), Player.RIGHT: (7, -1, 7)}),
    3: (Player.LEFT, {Player.LEFT: (3, 1, 3), Player.RIGHT: (7, -1, 2)}),
    4: (Player.LEFT, {Player.LEFT: (1, 0, 4), Player.RIGHT: (7, -1, 2)}),
    5: (Player.LEFT, {Player.LEFT: (3, 1, 2), Player.RIGHT: (7, -1, 2)}),
    6: (Player.LEFT, {Player.LEFT: (1, 0, 4), Player.RIGHT: (7, -1, 2)}),
}


@dataclass(frozen=True, eq=False)
class Rows:
    """For the boards with 1, 2, 3, ... rows: the values and states after the last row, and a bound."""

    values: list[Array]
    bounds: list[int | None]
    states: list[StateSet]

    def repeats_from(self, period: int) -> tuple[int, int] | None:
        """The first n whose values return after `period` rows, all increased by a constant; and the constant.

        After rows with the same states, one matrix takes the values from row to row. It commutes with adding
        a constant, so the values return for ever.
        """
        for n in range(1, len(self.values) - period + 1):
            one, two = self.values[n - 1], self.values[n - 1 + period]
            if (
                self.states[n - 1] != self.states[n - 1 + period]
                or ((one < NO_POSITION_COST) != (two < NO_POSITION_COST)).any()
            ):
                continue
            steps = np.unique(two[one < NO_POSITION_COST] - one[one < NO_POSITION_COST])
            if len(steps) == 1:
                return n, int(steps[0])
        return None


class LeastModulo:
    """The least cost for each difference modulo m, if pieces of Left, Right, Middle cost p + q, p - q, p."""

    def __init__(self, p: int, q: int, m: int) -> None:
        self._left, self._right, self._middle, self._m = p + q, p - q, p, m

    def start(self) -> Array:
        """The values of the first state: no pieces, difference 0."""
        values = np.full((1, self._m), NO_POSITION_COST, dtype=np.int64)
        values[0, 0] = 0
        return values

    def carry(self, visits: Sequence[SparseOperator], values: Array) -> Array:
        """The least costs after some visits."""
        for visit in visits:
            left, right = np.roll(values, 1, axis=1) + self._left, np.roll(values, -1, axis=1) + self._right
            weighted = np.stack([values, left, right, values + self._middle][: 1 + int(visit.weight.max())])
            values = np.minimum.reduceat(weighted[visit.weight, visit.source], visit.begin[:-1], axis=0)
            values[values >= NO_POSITION_COST] = NO_POSITION_COST
        return values

    def result(self, values: Array) -> dict[int, int]:
        """The cost of the single last state for each difference modulo m."""
        return {d: cost for d, cost in enumerate(values[0].tolist()) if cost < NO_POSITION_COST}


def relaxed(rows: int, cols: int, kind: str, relaxation: Relaxation) -> Rows:
    """Lower bounds on the dominoes of the ends that alternating play reaches, on 1 x cols up to rows x cols.

    The bound is the least k with the parity of d and p k + q d >= cost, for some d that play can reach.

    >>> relaxed(5, 5, "right-end", (3, 1, 2)).bounds
    [2, 3, 4, 5, 7]
    """
    p, q, m = relaxation
    algebra = LeastModulo(p, q, m)
    values, found = algebra.start(), Rows([], [], [])
    for row in compile_rows(rows, cols, stuck=stuck_players(kind)):
        values = algebra.carry(row.visits, values)
        costs = values[row.ends].min(axis=0)
        least = [
            (d, -((q * d - int(costs[d % m])) // p))
            for d in PLAY_DIFFERENCES[kind]
            if costs[d % m] < NO_POSITION_COST
        ]
        found.values.append(values)
        found.states.append(row.states)
        found.bounds.append(min((k + (k - d) % 2 for d, k in least), default=None))
    return found


def attained(rows: int, cols: int, kind: str, window: int) -> Rows:
    """Upper bounds: the fewest dominoes of positions whose differences stay in a window during the sweep.

    >>> attained(5, 5, "right-end", 3).bounds
    [None, 4, 4, 5, 7]
    """
    sweep = compile_rows(rows, cols, stuck=stuck_players(kind))
    algebra = LeastByDifference(window, rows * cols // 2)
    found = Rows([], [], [])
    for row, (values, least) in zip(sweep, rows_of(sweep, algebra, kind), strict=True):
        rows_by_state = algebra.rows(values).astype(np.int64)
        found.values.append(np.where(rows_by_state == algebra.never, NO_POSITION_COST, rows_by_state))
        found.states.append(row.states)
        found.bounds.append(least)
    return found


@dataclass(frozen=True, slots=True)
class QuasiLinear:
    """alpha(rows, n) for all n >= start: `values` for the first period, then `increment` more in each period.

    For n >= `alone`, alpha occurs only in the end polynomial of `end`.
    """

    rows: int
    start: int
    values: tuple[int, ...]
    increment: int
    end: Player
    alone: int

    @property
    def period(self) -> int:
        """The period, in columns."""
        return len(self.values)

    def __call__(self, cols: int) -> int:
        """alpha(rows, cols)."""
        if cols < self.start:
            raise InputError(f"the form holds from {self.start} columns on, not for {cols}")
        times, place = divmod(cols - self.start, self.period)
        return self.values[place] + times * self.increment


def quasilinear(rows: int) -> QuasiLinear:
    """The form of alpha(rows, n), proved for all n from its start on.

    >>> form = quasilinear(5)
    >>> form.start, form.values, form.increment
    (4, (5, 7, 8), 4)
    """
    if rows not in CERTIFICATES:
        allowed = ", ".join(map(str, CERTIFICATES))
        raise InputError(f"there is no certificate for {rows} rows (allowed: {allowed})")
    end, relaxations = CERTIFICATES[rows]
    # upright boards exchange the players: Right ends of rows x n are Left ends of n x rows
    upright = {player: ENDS[Player(1 - player)] for player in ENDS}
    lower = {
        player: Bound.of(relaxed(SEARCHED_COLUMNS, rows, upright[player], numbers), numbers[0])
        for player, numbers in relaxations.items()
    }
    upper = Bound.of(attained(SEARCHED_COLUMNS, rows, upright[end], UPPER_BOUND_WINDOW))
    return _check_other(_squeeze(rows, end, lower[end], upper), lower[Player(1 - end)])


@dataclass(frozen=True, slots=True)
class Bound:
    """A bound for 1, 2, 3, ... columns that grows by `increment` in each `period` from `start` on."""

    numbers: list[int | None]
    start: int
    period: int
    increment: int

    @classmethod
    def of(cls, rows: Rows, price: int = 1) -> "Bound":
        """Find the repetition. Costs grow by `price` times an even number, so that parities return, too."""
        for period in range(1, MAX_PERIOD + 1):
            repeated = rows.repeats_from(period)
            if repeated is not None:
                start, growth = repeated
                times = 2 * price // gcd(2 * price, growth)
                return cls(rows.bounds, start, times * period, times * growth // price)
        raise ComputationError(f"no repetition within {MAX_PERIOD} columns")

    def __call__(self, cols: int) -> int:
        """The bound; -1 if no position exists."""
        number = self.numbers[cols - 1]
        return -1 if number is None else number


def _squeeze(rows: int, end: Player, lower: Bound, upper: Bound) -> QuasiLinear:
    """The common form of two bounds that agree on a period and grow equally, extended to the least start."""
    period = lcm(lower.period, upper.period)
    increment = upper.increment * (period // upper.period)
    start = max(lower.start, upper.start)
    agree = all(0 <= lower(n) == upper(n) for n in range(start, start + period))
    if not agree or increment != lower.increment * (period // lower.period):
        raise ComputationError(f"the bounds for {rows} rows do not agree")
    while start > 1 and 0 <= lower(start - 1) == upper(start - 1) == upper(start - 1 + period) - increment:
        start -= 1
    values = tuple(upper(n) for n in range(start, start + period))
    return QuasiLinear(rows, start, values, increment, end, start)


def _check_other(form: QuasiLinear, other: Bound) -> QuasiLinear:
    """Check that the ends of the other player are not shorter, and find from where on they are longer."""
    common = lcm(form.period, other.period)
    if other.increment * form.period >= form.increment * other.period:
        for far in range(max(form.start, other.start), SEARCHED_COLUMNS + 1 - common):
            if all(other(n) > form(n) for n in range(far, far + common)):  # hence for all n >= far
                known = range(form.start, far)
                start = max((n + 1 for n in known if other(n) < form(n)), default=form.start)
                alone = max((n + 1 for n in known if other(n) <= form(n)), default=form.start)
                values = tuple(form(n) for n in range(start, start + form.period))
                return QuasiLinear(form.rows, start, values, form.increment, form.end, alone)
    raise ComputationError(f"the other end of {form.rows} rows is not proved to be longer")
