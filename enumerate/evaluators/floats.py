"""The generating polynomial at positive weights, in floating point, with a proved relative error.

Read `sweeper.py` first.

All terms and factors are positive. So every rounding changes a result by a factor between 1 - u and 1 + u,
where u = 2^-53, and n successive roundings by at most (1 + u)^n. Values are scaled by powers of two, which is
exact; exponents are stored separately, so nothing overflows. If a value comes so close to the least float
that precision may be lost, this module gives no answer, and exact residues are used instead.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ..compiler.operators import MAX_WINDOW_SLOTS, BlockOperator
from ..compiler.program import Program, evaluate
from ..compiler.straight_line import Exponents
from ..support.run import Report, silent
from ..sweep.diagram import Array
from .kernel import FLOATS
from .objects import paired
from .sweeper import Sweeper, ticking

GREATEST_FACTOR = 2.0**300  # bounds the factors of an operator and their inverses
LEAST_SAFE = 2.0**-450  # larger values can be multiplied by a weight and by each other without loss
LEAST_PRECISE = 2.0**-1000  # larger floats have full precision
MOST_BITS_APART = 400  # between results that are added
GREATEST_UNSCALED = 2.0**100  # values are scaled if their maximum is above this or below its inverse


@dataclass(frozen=True, slots=True)
class Scaled:
    """Values times 2^exponent; `least` is a lower bound on all positive values met so far."""

    values: Array
    exponent: int = 0
    least: float = 1.0


@dataclass(frozen=True, slots=True)
class Ball:
    """A positive number: `middle` * 2^`exponent`, up to a factor between 1 - error and 1 + error."""

    middle: float
    exponent: int
    error: Fraction

    @property
    def upper(self) -> Fraction:
        """A proved upper bound."""
        return self._times(1 + self.error)

    @property
    def lower(self) -> Fraction:
        """A proved lower bound."""
        return self._times(1 - self.error)

    def _times(self, factor: Fraction) -> Fraction:
        return Fraction(self.middle) * Fraction(2) ** self.exponent * factor


def weighted_ball(program: Program, weights: Sequence[Fraction], report: Report = silent) -> Ball | None:
    """The generating polynomial at weights >= 0; None if floats cannot prove bounds.

    In an operator, a value is rounded at most once for each operation of the deepest program, and once more
    for each product, because weights are rounded. A half sweep that is joined with itself counts twice. The
    sum over the states is computed pairwise.

    >>> from enumerate.model.board import Board
    >>> from enumerate.rules.problem import Problem
    >>> from enumerate.compiler.program import compile_program
    >>> program = compile_program(Problem(Board.rectangle(2, 2)), sorted(Board.rectangle(2, 2).cells))
    >>> ball = weighted_ball(program, [Fraction(3, 2), Fraction(1, 3)])
    >>> round(ball.middle * 2**ball.exponent, 9), ball.error < Fraction(1, 10**14)
    (7.027777778, True)
    """
    evaluator = Floats(program, weights, report)
    if evaluator.least_factor < 1 / GREATEST_FACTOR:
        return None
    result = evaluate(program, evaluator)
    total = _sum(result.values)
    if result.least < LEAST_SAFE or not math.isfinite(total):
        return None
    in_a_row = program.path
    used = [
        program.programs.programs[number]
        for operator in {id(operator): operator for operator in in_a_row}.values()
        for number in set(operator.program.tolist())
    ]
    rounds = len(in_a_row) * max(micro.depth + micro.products for micro in used) if used else 0
    depth = 2 * rounds + 2 * program.states.bit_length() + 4
    # (1 + u)^n - 1 and 1 - (1 - u)^n are at most 2 n u for n u < 1
    return Ball(total, result.exponent, Fraction(2 * depth, 2**53))


class Floats:
    """The evaluator of floats, at weights >= 0."""

    def __init__(self, program: Program, weights: Sequence[Fraction], report: Report = silent) -> None:
        factors = np.ones(max(1, len(program.programs.weights)))
        for exponents, number in program.programs.weights.items():
            factors[number] = _factor(weights, exponents)
        self._sweeper = Sweeper(
            program.programs,
            tick=ticking(program.operators, report),
            kind=FLOATS,
            weights=factors.view(np.int64),
        )
        # an operator multiplies or divides (in a fold) by at most one weight for each slot of its window
        least = min((min(weight, 1 / weight) for weight in weights if weight), default=Fraction(1))
        self.least_factor = float(min(Fraction(1), least) ** MAX_WINDOW_SLOTS)

    def basis(self, states: int, state: int) -> Scaled:
        """The values 1 at `state` and 0 at all other states."""
        values = np.zeros(states)
        values[state] = 1
        return Scaled(values)

    def apply(self, operators: Sequence[BlockOperator], values: Scaled) -> Scaled:
        """The values after some operators, scaled if they become very large or small."""
        numbers, exponent, least = values.values, values.exponent, values.least
        for operator in operators:
            (plane,) = self._sweeper.sweep([operator], [numbers.view(np.uint64)])
            smallest = float(numbers.min(where=numbers > 0, initial=np.inf))
            if smallest * self.least_factor < LEAST_PRECISE:  # an intermediate value may lose precision
                least = 0.0
            least = min(least, smallest)
            numbers = plane.view(np.float64)
            great = float(numbers.max(initial=0.0))
            if great and not 1 / GREATEST_UNSCALED < great < GREATEST_UNSCALED:
                shift = math.frexp(great)[1]
                numbers = numbers * 2.0**-shift
                exponent += shift
        least = min(least, float(numbers.min(where=numbers > 0, initial=np.inf)))
        return Scaled(numbers, exponent, least)

    def inner_product(self, left: Scaled, right: Scaled, partner: Array | None) -> Scaled:
        """The sum over the states of `left` times `right` at its partner."""
        total = np.array([_sum(np.multiply(*paired(left.values, right.values, partner)))])
        return Scaled(total, left.exponent + right.exponent, min(left.least, right.least))

    def total(self, terms: Sequence[tuple[int, Scaled]]) -> Scaled:
        """The results of all loops, each times its number, on one scale; no proof if they are far apart."""
        exponents = [result.exponent for _, result in terms]
        highest = max(exponents)
        is_near = highest - min(exponents) < MOST_BITS_APART
        least = min(result.least for _, result in terms) if is_near else 0.0
        values = [
            r.values[0] * times * 2.0 ** max(r.exponent - highest, -MOST_BITS_APART) for times, r in terms
        ]
        return Scaled(np.array(values), highest, least)


def _factor(weights: Sequence[Fraction], exponents: Exponents) -> float:
    """The value of a weight, rounded once; a division by a variable that is 0 is ignored."""
    value = Fraction(1)
    for weight, exponent in zip(weights, exponents, strict=False):
        value *= weight**exponent if weight or exponent >= 0 else 1
    return float(value) if value < Fraction(GREATEST_FACTOR) else math.inf


def _sum(values: Array) -> float:
    """The pairwise sum, with as many successive roundings as the length has bits."""
    while len(values) > 1:
        half = (len(values) + 1) // 2
        longer = values[:half].copy()
        longer[: len(values) - half] += values[half:]
        values = longer
    return float(values[0]) if len(values) else 0.0
