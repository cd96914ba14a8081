"""Values of a generating polynomial: exact fractions, or proved bounds, with their logarithm."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from typing import Any

from ..support.frozen import frozen
from ..support.result import Result
from ..support.table import Table
from ..support.writing import digits

Interval = tuple[Fraction, Fraction]
DIGITS = 17  # of a bound
PRECISION = 200  # bits of a logarithm
GREATEST = 10**9  # exponents of ten that bounds may have


@dataclass(frozen=True, slots=True, repr=False)
class Evaluation(Result):
    """A number between proved bounds; `real` and `imaginary` are (low, high), equal bounds if it is known.

    >>> value = Evaluation((Fraction(7, 3), Fraction(7, 3)))
    >>> value.value, value.log
    (Fraction(7, 3), 0.8472978603872036)
    >>> Evaluation((Fraction(1, 3), Fraction(2, 3)), exact=False).enclosure(3)
    ('0.333', '0.667')
    """

    real: Interval
    imaginary: Interval = (Fraction(0), Fraction(0))
    exact: bool = True  # whether the weights were given exactly, so that a fraction is what was asked for
    provenance: Mapping[str, object] = field(default_factory=dict, compare=False, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "provenance", frozen(self.provenance))

    @property
    def is_real(self) -> bool:
        """Whether there is no imaginary part."""
        return not any(self.imaginary)

    @property
    def value(self) -> Fraction | None:
        """The fraction, if it is real and was asked for with exact weights.

        >>> Evaluation((Fraction(1), Fraction(2)), exact=False).value is None
        True
        """
        return self.real[0] if self.exact and self.is_real else None

    def __float__(self) -> float:
        """The nearest float of the middle."""
        return float(sum(self.real) / 2)

    def __complex__(self) -> complex:
        return complex(float(self), float(sum(self.imaginary) / 2))

    def __str__(self) -> str:
        """The fraction, or the bounds."""
        if not self.exact:
            if self.is_real:
                return " to ".join(self.enclosure())
            bounds = (" to ".join(decimals(part)) for part in (self.real, self.imaginary))
            return "({}) + ({}) i".format(*bounds)
        real, imaginary = self.real[0], self.imaginary[0]
        if not imaginary:
            return digits(real)
        sign = "-" if imaginary < 0 else "+" if real else ""
        size = abs(imaginary)
        return f"{digits(real) if real else ''}{sign}{digits(size) if size != 1 else ''}i"

    def enclosure(self, digits: int = DIGITS) -> tuple[str, str]:
        """Bounds on the real part as decimals with so many digits, rounded outward.

        >>> Evaluation((Fraction(2, 3), Fraction(2, 3))).enclosure(4)
        ('0.6666', '0.6667')
        """
        return decimals(self.real, digits)

    @property
    def log(self) -> float | None:
        """The natural logarithm of the absolute value, between `log_bounds`; None for 0.

        >>> Evaluation((Fraction(-1), Fraction(-1))).log, Evaluation((Fraction(0), Fraction(0))).log
        (0.0, None)
        """
        ball = self._log()
        return None if ball is None else float(ball.mid())

    @property
    def log_bounds(self) -> tuple[str, str] | None:
        """Bounds on the logarithm as decimals, rounded outward; None for 0.

        >>> Evaluation((Fraction(2), Fraction(2))).log_bounds
        ('0.69314718055994530', '0.69314718055994531')
        """
        ball = self._log()
        return None if ball is None else decimals(ball_bounds(ball))

    def _log(self) -> Any:
        """The logarithm of the absolute value as a ball of python-flint; None if it is not finite."""
        import flint

        if not any(self.real) and self.is_real:
            return None
        with flint.ctx.workprec(PRECISION):
            squares = [interval_ball(part) ** 2 for part in (self.real, self.imaginary)]
            logarithm = (squares[0] + squares[1]).log() / 2
        return logarithm if logarithm.is_finite() else None

    def _log_text(self) -> str | None:
        """The logarithm with 14 digits, all but the last one certain."""
        ball = self._log()
        return None if ball is None else str(ball.str(DIGITS - 3, radius=False))

    @property
    def log_name(self) -> str:
        """What `log` is the logarithm of: the value if it is positive, else the absolute value.

        >>> Evaluation((Fraction(-2), Fraction(-2))).log_name, Evaluation((Fraction(2), Fraction(2))).log_name
        ('log |value|', 'log')
        """
        return "log" if self.is_real and self.real[0] >= 0 else "log |value|"

    def table(self) -> Table:
        """The value, or its bounds, and the logarithm.

        >>> Evaluation((Fraction(1, 2), Fraction(1, 2))).table().csv()
        'value,log\\n1/2,-0.69314718055995\\n'
        """
        if self.exact or not self.is_real:
            return Table(("value", self.log_name), ((str(self), self._log_text() or ""),))
        return Table(("low", "high", self.log_name), ((*self.enclosure(), self._log_text() or ""),))

    def to_json(self) -> dict[str, Any]:
        """`value`, `enclosure` and `log`; see docs/json.md.

        >>> Evaluation((Fraction(1, 2), Fraction(1, 2))).to_json()["value"]
        '1/2'
        """
        if self.exact:
            return {"value": str(self), "enclosure": None, "log": self._log_text()}
        parts = [list(decimals(part)) for part in (self.real, self.imaginary)]
        return {"value": None, "enclosure": parts[0] if self.is_real else parts, "log": self._log_text()}


def decimals(bounds: Interval, digits: int = DIGITS) -> tuple[str, str]:
    """The bounds as decimals, rounded outward.

    >>> decimals((Fraction(-1, 3), Fraction(10**20, 3)), 3)
    ('-0.334', '3.34E+19')
    """
    low, high = (
        str(
            Context(prec=digits, rounding=rounding, Emax=GREATEST, Emin=-GREATEST).divide(
                Decimal(bound.numerator), Decimal(bound.denominator)
            )
        )
        for bound, rounding in zip(bounds, (ROUND_FLOOR, ROUND_CEILING), strict=True)
    )
    return low, high


def ball_bounds(ball: Any) -> Interval:
    """The ends of a ball of python-flint, exactly."""
    import flint

    with flint.ctx.workprec(PRECISION):
        ends = [end.man_exp() for end in (ball.lower(), ball.upper())]
    low, high = (Fraction(int(mantissa)) * Fraction(2) ** int(exponent) for mantissa, exponent in ends)
    return low, high


def interval_ball(bounds: Interval) -> Any:
    """The ball of python-flint that holds an interval."""
    import flint

    low, high = (flint.arb(flint.fmpq(bound.numerator, bound.denominator)) for bound in bounds)
    return low.union(high)
