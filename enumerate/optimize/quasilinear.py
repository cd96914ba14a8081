"""Proofs that alpha of boards with few rows is quasi-linear: alpha(m, n + period) = alpha(m, n) + increment.

For the shorter end an upper and a lower bound repeat for ever and agree on a whole period; for the other
end a lower bound repeats for ever, lies above them on a whole common period and grows at least as fast.
"""

from dataclasses import dataclass
from math import gcd, lcm
from typing import TYPE_CHECKING

from ..model.board import Player
from ..support.errors import ComputationError, InputError
from .alpha import ENDS

if TYPE_CHECKING:
    from .relaxed import Rows

WINDOW = 3  # of differences, for the upper bounds
LONGEST = 8  # the longest period that is looked for
COLUMNS = 160  # how far to look for repetitions


@dataclass(frozen=True, slots=True)
class Certificate:
    """What proves the form for some number of rows: the end it occurs in, and for each player's end the
    prices p, q and the modulus m of a `Relaxation` on the board turned upright."""

    end: Player
    relaxations: dict[Player, tuple[int, int, int]]


# found by trying small numbers; that they prove the forms is what `quasilinear` checks
CERTIFICATES = {
    2: Certificate(Player.RIGHT, {Player.LEFT: (3, 1, 2), Player.RIGHT: (7, -1, 7)}),
    3: Certificate(Player.LEFT, {Player.LEFT: (3, 1, 3), Player.RIGHT: (7, -1, 2)}),
    4: Certificate(Player.LEFT, {Player.LEFT: (1, 0, 4), Player.RIGHT: (7, -1, 2)}),
    5: Certificate(Player.LEFT, {Player.LEFT: (3, 1, 2), Player.RIGHT: (7, -1, 2)}),
    6: Certificate(Player.LEFT, {Player.LEFT: (1, 0, 4), Player.RIGHT: (7, -1, 2)}),
}


@dataclass(frozen=True, slots=True)
class QuasiLinear:
    """alpha(rows, n) for all n >= start: `values` for one period, and `increment` more for each further one.

    From `alone` on alpha occurs in the end polynomial of `end` only.
    """

    rows: int
    start: int
    values: tuple[int, ...]
    increment: int
    end: Player
    alone: int

    @property
    def period(self) -> int:
        """The number of columns after which the increments return."""
        return len(self.values)

    def __call__(self, cols: int) -> int:
        """alpha(rows, cols).

        >>> quasilinear(2)(1000)
        572
        """
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
    from .relaxed import Relaxation, attained, relaxed

    if rows not in CERTIFICATES:
        allowed = ", ".join(map(str, CERTIFICATES))
        raise InputError(f"there is no certificate for {rows} rows (allowed: {allowed})")
    certificate = CERTIFICATES[rows]
    # upright the players change roles: Right ends of rows x n are Left ends of n x rows
    upright = {player: ENDS[Player(1 - player)] for player in ENDS}
    lower = {
        player: Bound.of(relaxed(COLUMNS, rows, Relaxation(upright[player], p, q, m)), p)
        for player, (p, q, m) in certificate.relaxations.items()
    }
    upper = Bound.of(attained(COLUMNS, rows, upright[certificate.end], WINDOW))
    form = _squeeze(rows, certificate.end, lower[certificate.end], upper)
    return _check_other(form, lower[Player(1 - certificate.end)])


@dataclass(frozen=True, slots=True)
class Bound:
    """A bound for 1, 2, 3, ... columns that from `start` on grows by `increment` in each `period`."""

    numbers: list[int | None]
    start: int
    period: int
    increment: int

    @classmethod
    def of(cls, rows: "Rows", price: int = 1) -> "Bound":
        """Find the repetition. Costs grow by price times an even number, so that parities return too."""
        for period in range(1, LONGEST + 1):
            repeated = rows.repeats_from(period)
            if repeated is not None:
                start, growth = repeated
                times = 2 * price // gcd(2 * price, growth)
                return cls(rows.bounds, start, times * period, times * growth // price)
        raise ComputationError(f"no repetition within {LONGEST} columns")

    def __call__(self, cols: int) -> int:
        """The bound; -1 if there is none."""
        number = self.numbers[cols - 1]
        return -1 if number is None else number


def _squeeze(rows: int, end: Player, lower: Bound, upper: Bound) -> QuasiLinear:
    """The common form of bounds that agree on a whole period and grow alike, from as early as they agree."""
    period = lcm(lower.period, upper.period)
    increment = upper.increment * (period // upper.period)
    start = max(lower.start, upper.start)
    agree = all(0 <= lower(n) == upper(n) for n in range(start, start + period))
    if not agree or increment != lower.increment * (period // lower.period):
        raise ComputationError(f"the bounds for {rows} rows do not meet")
    while start > 1 and 0 <= lower(start - 1) == upper(start - 1) == upper(start - 1 + period) - increment:
        start -= 1
    values = tuple(upper(n) for n in range(start, start + period))
    return QuasiLinear(rows, start, values, increment, end, start)


def _check_other(form: QuasiLinear, other: Bound) -> QuasiLinear:
    """Check that the other end is not shorter, and find from where on it is longer."""
    common = lcm(form.period, other.period)
    if other.increment * form.period >= form.increment * other.period:
        for far in range(max(form.start, other.start), COLUMNS + 1 - common):
            if all(other(n) > form(n) for n in range(far, far + common)):  # hence for all n >= far
                known = range(form.start, far)
                start = max((n + 1 for n in known if other(n) < form(n)), default=form.start)
                alone = max((n + 1 for n in known if other(n) <= form(n)), default=form.start)
                values = tuple(form(n) for n in range(start, start + form.period))
                return QuasiLinear(form.rows, start, values, form.increment, form.end, alone)
    raise ComputationError(f"the other end of {form.rows} rows is not seen to be longer")
