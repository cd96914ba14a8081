"""`evaluate`: the value of the generating polynomial at given weights, computed without the polynomial.

In physics it is the partition function of the monomer-dimer model: every domino has the weight (activity) of
its player, and the weight of a position is the product. Exact weights give a fraction, decimals give proved
bounds. Read `counting/solve.py` and `sampling/weighing.py` first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from functools import partial
from math import prod
from typing import Any, Unpack

from ..counting.solve import Provenance, counting_run, graded_sums, solve
from ..model.board import PlayerLike
from ..model.game import DEFAULT_GAME, GameLike
from ..model.position import BoardLike
from ..plan.plan import Wanted, What
from ..rules.kinds import KindLike, StuckLike
from ..rules.problem import NumbersLike
from ..sampling.weighing import WeightedQuestion
from ..support.result import Result, Table, digits, frozen
from ..support.run import CountingOptions
from .programs import signed_sums, weighted_total

Interval = tuple[Fraction, Fraction]
BOUND_DIGITS = 17
PRECISION = 200  # bits of a logarithm
MAX_EXPONENT = 10**9  # decimal exponent of a bound


@dataclass(frozen=True, slots=True, repr=False)
class Evaluation(Result):
    """A number between proved bounds; `real` and `imaginary` are (low, high), with equal bounds if exact.

    >>> value = Evaluation((Fraction(7, 3), Fraction(7, 3)))
    >>> value.value, value.log
    (Fraction(7, 3), 0.8472978603872036)
    >>> Evaluation((Fraction(1, 3), Fraction(2, 3)), exact=False).enclosure(3)
    ('0.333', '0.667')
    """

    real: Interval
    imaginary: Interval = (Fraction(0), Fraction(0))
    exact: bool = True  # whether the weights were given exactly, so that the answer is a fraction
    provenance: Mapping[str, object] = field(default_factory=dict, compare=False, hash=False)
    asked: WeightedQuestion | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "provenance", frozen(self.provenance))

    @property
    def is_real(self) -> bool:
        """Whether the imaginary part is 0."""
        return not any(self.imaginary)

    @property
    def value(self) -> Fraction | None:
        """The value as a fraction, if it is real and the weights were exact; otherwise None."""
        return self.real[0] if self.exact and self.is_real else None

    def __float__(self) -> float:
        """The float nearest to the midpoint of the bounds."""
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

    def enclosure(self, digits: int = BOUND_DIGITS) -> tuple[str, str]:
        """Bounds on the real part as decimals with `digits` digits, rounded outward.

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
        """The logarithm with 14 digits; all but the last digit are certain."""
        ball = self._log()
        return None if ball is None else str(ball.str(BOUND_DIGITS - 3, radius=False))

    @property
    def log_name(self) -> str:
        """The label of `log`: the logarithm of the value if the value is positive, else of its modulus."""
        return "log" if self.is_real and self.real[0] >= 0 else "log |value|"

    def table(self) -> Table:
        """The value, or its bounds, and the logarithm."""
        if self.exact or not self.is_real:
            return Table(("value", self.log_name), ((str(self), self._log_text() or ""),))
        return Table(("low", "high", self.log_name), ((*self.enclosure(), self._log_text() or ""),))

    def to_json(self) -> dict[str, Any]:
        """`value`, `enclosure` and `log`; see docs/json.md."""
        parts = [list(decimals(part)) for part in (self.real, self.imaginary)]
        return {
            **asked_json(self.asked),
            "value": str(self) if self.exact else None,
            "enclosure": None if self.exact else parts[0] if self.is_real else parts,
            "log": self._log_text(),
        }

    def summary(self) -> str:
        """The value and its logarithm, in sentences."""
        lines = [f"value {self}" + (f": {self.asked.question.words}" if self.asked else "")]
        if self.exact and self.real[0].denominator != 1 and self.is_real:
            lines.append("about " + " to ".join(self.enclosure(12)))
        logarithm = self._log_text()
        return "\n".join(lines + ([f"{self.log_name} {logarithm}"] if logarithm is not None else []))


def asked_json(asked: WeightedQuestion | None) -> dict[str, Any]:
    """The question of a result in JSON, if the result has one."""
    return {} if asked is None else asked.to_json()


def as_decimal(number: Fraction) -> str:
    """A fraction as a decimal with 14 digits, rounded to nearest."""
    return f"{float(number):.14g}"


def decimals(bounds: Interval, digits: int = BOUND_DIGITS) -> tuple[str, str]:
    """The bounds as decimals, rounded outward."""
    low, high = (
        str(
            Context(prec=digits, rounding=rounding, Emax=MAX_EXPONENT, Emin=-MAX_EXPONENT).divide(
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
    """A ball of python-flint that contains an interval."""
    import flint

    low, high = (flint.arb(flint.fmpq(bound.numerator, bound.denominator)) for bound in bounds)
    return low.union(high)


def evaluate(
    board: BoardLike,
    kind: KindLike = "general",
    *,
    x: Any = None,
    y: Any = None,
    z: Any = None,
    weights: NumbersLike | None = None,
    stuck: StuckLike | None = None,
    play: bool = False,
    turn: PlayerLike | None = None,
    game: GameLike = DEFAULT_GAME,
    **options: Unpack[CountingOptions],
) -> Evaluation:
    """The value of the generating polynomial of a kind of positions at x, y (and z), by default 1.

    Integers and fractions give the exact value, also if they are negative or complex ("1/2+i"). Decimals and
    floats give proved bounds. At x = y = 1 the value is the number of positions, at x = y = -1 it is minus
    the reduced Euler characteristic of the complex of positions. `play` and `turn` are those of `positions`.

    `weights` gives every placement its own weight, instead of x, y and z. It is a mapping from placements to
    numbers (a placement is a `Domino`, or a pair of the name of a piece and its cells; missing placements
    have weight 1), or a function of a placement with `piece`, `cells` and `player`.

    >>> evaluate("2x2", x=Fraction(3, 2), y=Fraction(1, 3)).value
    Fraction(253, 36)
    >>> evaluate("8x8", x=-1, y=-1).value
    Fraction(-336705, 1)
    >>> value = evaluate("8x8", x=0.7, y=0.7)
    >>> value.enclosure(8), round(value.log, 9)
    (('2.1278947E+14', '2.1278948E+14'), 32.991324428)
    >>> evaluate("8x8", weights=lambda placement: 1 + placement.cells[0][0]).value
    Fraction(1061394271457015370533784209865, 1)
    """
    asked = WeightedQuestion.of(board, kind, stuck, game, (x, y, z), weights, play, turn)
    with counting_run(options) as settings:
        if asked.each is not None:
            sums = partial(weighted_total, weights=asked.each)
            [value] = signed_sums(asked, sums, settings)
            provenance: Provenance = {"engine": "placements"}
            return Evaluation((value, value), exact=asked.exact, provenance=provenance, asked=asked)
        bounds = None if asked.exact or play else _bounds(asked)  # floats give no sums by difference
        if bounds is not None:
            return Evaluation(bounds[0], exact=False, provenance=bounds[1], asked=asked)
        grades = (1, -1) if play else (0,) * len(asked.by_player)
        graded, provenance = graded_sums(asked.terms, asked.by_player, grades)
    real, imaginary = (sum((number[k] for number in graded.values()), Fraction(0)) for k in (0, 1))
    return Evaluation((real, real), (imaginary, imaginary), asked.exact, provenance, asked)


def _bounds(asked: WeightedQuestion) -> tuple[Interval, Provenance] | None:
    """Bounds that floats prove; None if weights are negative or not real, or if floats do not suffice."""
    if not all(weight.is_real and weight.real >= 0 for weight in asked.by_player):
        return None
    grades = (0,) * len(asked.by_player)
    solved, provenance = solve(asked.terms, Wanted(What.BOUNDS, (), asked.by_player, grades))
    low = high = Fraction(0)
    for term, parts in zip(asked.terms, solved, strict=True):
        if any(ball is None for _, ball in parts):
            return None
        least = prod([ball.lower**part.times for part, ball in parts], start=Fraction(1))
        most = prod([ball.upper**part.times for part, ball in parts], start=Fraction(1))
        low += least if term.sign > 0 else -most
        high += most if term.sign > 0 else -least
    return (low, high), provenance
