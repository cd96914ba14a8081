"""Growth rates: proved bounds on the greatest eigenvalue of the row matrix of a strip or a cylinder.

Read `strip.py` first; the proof is in `docs/engine.md` ("Strips"). The bounds hold for the given strip or
cylinder, not for the plane.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import lcm
from typing import Any, Unpack

import flint
import numpy as np

from ..measures.evaluation import ball_bounds
from ..model.game import DEFAULT_GAME, GameLike
from ..model.weights import Weight
from ..rules.kinds import KindLike, StuckLike
from ..support.errors import InputError, TooLargeError, require_flag, require_integer
from ..support.memory import CostEstimate
from ..support.result import Result, Table
from ..support.run import Options, Report, cancellable, running, silent
from ..sweep.diagram import Array
from .strip import Family, Strip

MOST_STATES = 300_000
MOST_POLYNOMIAL_STATES = 300  # in a class: its characteristic polynomial takes some seconds
SECONDS_PER_CELL, BYTES_PER_CELL = 2.5e-6, 60  # for each state and cell, measured on 18 columns
LEAST_ENTRY = 2**45  # of the integer vector
LARGEST_ROW_WEIGHT = 10**300  # of the pieces of one row: floats end at 10^308
POWER_STEPS = 200  # of the power method after SciPy: they make the small entries relatively exact


@dataclass(frozen=True, slots=True)
class Growth(Result):
    """The greatest eigenvalue of a strip (or, with `wrap`, a cylinder) lies between `low` and `high`."""

    family: Family
    states: int
    low: Fraction
    high: Fraction
    second: tuple[Fraction, Fraction] | None = None  # bounds on the second greatest absolute value

    @property
    def cols(self) -> int:
        """The number of columns."""
        return self.family.cols

    def __str__(self) -> str:
        eigenvalue, per_cell = (f"{low} to {high}" for low, high in (self.eigenvalue(), self.per_cell()))
        length = (
            "" if self.second is None else ", correlation length {} to {}".format(*self.correlation_length())
        )
        return f"{self.family}: a row {eigenvalue}, a cell {per_cell}{length}"

    def bounds(self, digits: int = 10) -> dict[str, object]:
        """The number of states and the bounds on the eigenvalue and on the growth for each cell."""
        pairs = {
            "eigenvalue": self.eigenvalue(digits),
            "per_cell": self.per_cell(digits),
            "log": self.log(digits),
        }
        if self.second is not None:
            pairs["second"] = self.second_eigenvalue(digits)
            pairs["correlation_length"] = self.correlation_length(digits)
        ends = {
            f"{name}_{end}": bound
            for name, pair in pairs.items()
            for end, bound in zip(("low", "high"), pair, strict=True)
        }
        return {"states": self.states, **ends}

    def table(self) -> Table:
        """The bounds in a row."""
        bounds = self.bounds()
        return Table(tuple(bounds), (tuple(bounds.values()),))

    def to_json(self) -> dict[str, Any]:
        """The strip and its bounds."""
        return self.family.to_json() | self.bounds()

    def eigenvalue(self, digits: int = 10) -> tuple[str, str]:
        """The bounds on lambda as decimals, rounded outward.

        >>> growth(1).eigenvalue(8)
        ('1.61803398', '1.61803399')
        """
        return _outward(self.low, self.high, digits)

    def second_eigenvalue(self, digits: int = 10) -> tuple[str, str]:
        """The bounds on the second greatest absolute value of an eigenvalue, rounded outward."""
        return _outward(*self._second(), digits)

    def correlation_length(self, digits: int = 10) -> tuple[str, str]:
        """The bounds on the correlation length 1 / log(lambda / lambda_2), in rows, rounded outward; "inf" if
        lambda_2 may be as great as lambda, for instance if even and odd rows alternate.

        >>> growth(1, second=True).correlation_length(6)
        ('1.039043', '1.039044')
        """
        digits = require_integer("digits", digits, 0)
        low, high = self._second()

        def length(second: Fraction, first: Fraction) -> Any:
            if not second:
                return flint.arb(0)
            return flint.arb("inf") if second >= first else 10**digits / _log(first / second)

        with flint.ctx.workprec(64 + 4 * digits):
            return _decimal_ends(length(low, self.high), length(high, self.low), digits)

    def _second(self) -> tuple[Fraction, Fraction]:
        if self.second is None:
            raise InputError("the second eigenvalue was not computed: call growth(..., second=True)")
        return self.second

    def per_cell(self, digits: int = 10) -> tuple[str, str]:
        """The bounds on lambda^(1/n), the growth for each cell, rounded outward."""
        digits = require_integer("digits", digits, 0)
        scale = 10 ** (digits * self.cols)
        low = flint.fmpz(int(self.low * scale // 1)).root(self.cols)
        high = flint.fmpz(int(-(-self.high * scale // 1))).root(self.cols) + 1
        return decimal(int(low), digits), decimal(int(high), digits)

    def log(self, digits: int = 10) -> tuple[str, str]:
        """The bounds on log(lambda) / n, the entropy for each cell at weights 1, rounded outward."""
        digits = require_integer("digits", digits, 0)
        with flint.ctx.workprec(64 + 4 * digits):
            low, high = (_log(bound) / self.cols * 10**digits for bound in (self.low, self.high))
            return _decimal_ends(low, high, digits)


def _log(number: Fraction) -> Any:
    """The logarithm as a ball."""
    return flint.arb(flint.fmpq(number.numerator, number.denominator)).log()


def _decimal_ends(low: Any, high: Any, digits: int) -> tuple[str, str]:
    """The lower end of a ball and the upper end of another, over 10^digits, rounded outward."""
    ends = low.lower().floor(), high.upper().ceil()
    lower, upper = (decimal(int(e.unique_fmpz()), digits) if e.is_finite() else "inf" for e in ends)
    return lower, upper


def _outward(low: Fraction, high: Fraction, digits: int) -> tuple[str, str]:
    """Bounds as decimals, rounded outward."""
    digits = require_integer("digits", digits, 0)
    scale = 10**digits
    return decimal(low * scale // 1, digits), decimal(-(-high * scale // 1), digits)


def decimal(scaled: int, digits: int) -> str:
    """scaled / 10^digits."""
    whole, rest = divmod(abs(scaled), 10**digits)
    return f"{'-' if scaled < 0 else ''}{whole}.{rest:0{digits}d}"


def growth(
    cols: int,
    kind: KindLike = "general",
    *,
    stuck: StuckLike | None = None,
    wrap: bool | str = False,
    x: Any = None,
    y: Any = None,
    second: bool = False,
    game: GameLike = DEFAULT_GAME,
    **options: Unpack[Options],
) -> Growth:
    """The growth rate of the number of positions of m x `cols` boards, or of their weights, as m grows.

    With `wrap` ("cols", or True) the boards are cylinders; `stuck` names the players instead of a `kind`.
    `x` and `y` are positive weights of Left's (vertical) and Right's dominoes; the kind "perfect" leaves no
    cell empty. With `second`, the second greatest absolute value of an eigenvalue and the correlation length
    are bounded, too, on strips of at most 300 states.
    """
    require_flag("second", second)
    family = Family.of(cols, kind, wrap, stuck, x, y, game)
    for weight in family.weights:
        if not weight.is_real or weight.real <= 0:
            raise InputError(f"a growth rate needs positive weights, not {weight}")
        if weight.real**family.cols > LARGEST_ROW_WEIGHT:
            raise _refused(family.cols, weight)
    with running(options) as settings:

        def announce(states: int) -> None:
            work = states * family.cols
            what = f"up to {states:,} states"
            settings.expect(CostEstimate(what, work * BYTES_PER_CELL, work * SECONDS_PER_CELL))

        strip = family.strip(MOST_STATES, announce)
        parts = list(recurrent_classes(strip))
        if not parts:
            raise InputError(f"{family}: tall boards have no such positions")
        exact = None if family.is_plain else [weight.real for weight in family.weights]
        variables = None if exact is None else list(map(float, exact))
        pair = second_eigenvalue(strip, parts, exact, settings.report) if second else None
        bounds = []
        for part in parts:
            vector = eigenvector(strip, part, variables, settings.report)
            if not vector.all():  # weights so small that an entry underflows
                raise _refused(family.cols, min(family.weights, key=lambda weight: weight.real))
            integers = np.zeros(len(strip), dtype=object)
            integers[part] = [int(entry) for entry in np.ceil(vector / vector.min() * LEAST_ENTRY)]
            pairs = cancellable(zip(strip.carry(integers, exact)[part], integers[part], strict=True))
            ratios = [Fraction(t) / v for t, v in pairs]
            bounds.append((min(ratios), max(ratios)))
    low, high = max(low for low, _ in bounds), max(high for _, high in bounds)
    return Growth(family, len(strip), low, high, pair)


def second_eigenvalue(
    strip: Strip, parts: Sequence[Array], exact: Sequence[Fraction] | None, report: Report = silent
) -> tuple[Fraction, Fraction]:
    """Bounds on the second greatest absolute value of the eigenvalues of some classes, with multiplicity.

    The roots of the characteristic polynomials are enclosed. The second greatest of some numbers lies between
    the second greatest of their lower bounds and the second greatest of their upper bounds.
    """
    bounds = [(Fraction(0), Fraction(0))]  # if there is only one eigenvalue
    largest = max(int(part.sum()) for part in parts)
    if largest > MOST_POLYNOMIAL_STATES:
        raise TooLargeError(
            f"the second eigenvalue needs the characteristic polynomial of {largest:,} states, at most "
            f"{MOST_POLYNOMIAL_STATES} are supported: choose a narrower strip"
        )
    for part in parts:
        columns, size = [], int(part.sum())
        for done, state in enumerate(np.flatnonzero(part).tolist()):
            report(done, size)
            unit = np.zeros(len(strip), dtype=object)
            unit[state] = Fraction(1)
            columns.append([Fraction(entry) for entry in strip.carry(unit, exact)[part]])
        scale = lcm(*(entry.denominator for column in columns for entry in column))
        matrix = flint.fmpz_mat([[int(entry * scale) for entry in column] for column in columns])
        for root, times in matrix.charpoly().complex_roots():
            low, high = ball_bounds(abs(root))
            bounds += [(max(low / scale, Fraction(0)), high / scale)] * times
    return sorted(low for low, _ in bounds)[-2], sorted(high for _, high in bounds)[-2]


def _refused(cols: int, weight: Weight) -> InputError:
    written = Decimal(weight.real.numerator) / Decimal(weight.real.denominator)
    return InputError(
        f"a growth rate is proved from floating-point numbers: expected weights whose power {cols} is "
        f"between 1e-300 and 1e300, got {written:.3g}"
    )


def recurrent_classes(strip: Strip) -> Iterator[Array]:
    """The communicating classes of states from which a board can end, as boolean masks.

    All states of a strip are reachable. T is block triangular by classes, so lambda is the greatest of their
    eigenvalues.
    """
    left = strip.leads_to(strip.ends(dtype=bool))
    while left.any():
        kept = left & after(strip, left) & strip.before(left)
        if (kept != left).any():  # some states have no predecessor or no successor
            left = kept
            continue
        one = np.zeros(len(strip), dtype=bool)
        one[np.flatnonzero(left)[0]] = True
        reached = after(strip, one)
        while (more := after(strip, reached) & ~reached).any():
            reached |= more
        part = reached & strip.leads_to(one)
        if part.any():
            yield part
        left = left & ~part & ~one


def after(strip: Strip, states: Array) -> Array:
    """The states one row after the given states, as a boolean mask."""
    return np.asarray(strip.carry(states.astype(float)) > 0)


def eigenvector(
    strip: Strip,
    part: Array,
    variables: Sequence[float] | None = None,
    report: Report = silent,
) -> Any:
    """A positive vector close to the eigenvector of the greatest eigenvalue of T restricted to a class.

    If a class has period 2, as for perfect positions, -lambda is also an eigenvalue. So the power method uses
    T plus a multiple of the identity, which has the same eigenvectors.
    """
    size = int(part.sum())
    vector = np.ones(size)

    def carry(inside: Any) -> Any:
        values = np.zeros(len(strip))
        values[part] = inside
        return strip.carry(values, variables)[part]

    if size > 8:  # ARPACK needs more than a few states; for those, the power method is enough
        from scipy.sparse.linalg import LinearOperator, eigs

        def product(v: Any) -> Any:
            report(0, POWER_STEPS)  # a check for cancellation: the number of products is not known
            return carry(v.ravel())

        matrix = LinearOperator((size, size), matvec=product, dtype=float)
        _, found = eigs(matrix, k=1, which="LR", v0=vector, tol=1e-14)
        vector = np.abs(found[:, 0].real) + np.finfo(float).tiny
    for row in range(POWER_STEPS):
        moved = carry(vector)
        vector = moved + vector * moved.max()
        vector /= vector.max()
        report(row + 1, POWER_STEPS)
    return vector
