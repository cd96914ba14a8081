"""The generating polynomial at positive weights, in floating point, with a proved relative error.

Read `sweeper.py` first.

All that is added and multiplied is positive, so every rounding changes a result by a factor between 1 - u and
1 + u, u = 2^-53, and n roundings in a row by at most (1 + u)^n. Values are scaled by powers of two, which is
exact; the exponents are kept apart, so that nothing overflows at any size. If a value could come so close to
the least float that precision is lost, there is no answer here, and exact residues are the way.
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
from .sweeper import Sweeper, ticking

GREATEST_FACTOR = 2.0**300  # what an operator multiplies by, and its inverse, are at most this
LEAST_SAFE = 2.0**-450  # a value that may be multiplied by a weight and by another value without loss
LEAST_PRECISE = 2.0**-1000  # floats above this have their full precision
MOST_BITS_APART = 400  # bits between results that are added up
GREATEST_UNSCALED = 2.0**100  # values are scaled when their greatest is above this or below its inverse


@dataclass(frozen=True, slots=True)
class Scaled:
    """Values times 2^exponent; `least` bounds from below the positive values ever met."""

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
    """The generating polynomial at weights >= 0; None where floats cannot prove enough.

    In an operator a value passes as many roundings as the deepest of its programs has operations, and one
    more for every product, whose weight is rounded. A half that is joined with itself counts twice. The sum
    over the states is computed by halves.

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
        # an operator plays at most as many pieces as its window has slots, or divides by as many in a fold
        least = min((min(weight, 1 / weight) for weight in weights if weight), default=Fraction(1))
        self.least_factor = float(min(Fraction(1), least) ** MAX_WINDOW_SLOTS)

    def basis(self, states: int, state: int) -> Scaled:
        """The values 1 at `state` and 0 at all other states."""
        values = np.zeros(states)
        values[state] = 1
        return Scaled(values)

    def apply(self, operators: Sequence[BlockOperator], values: Scaled) -> Scaled:
        """The values after some operators, scaled where they leave what is comfortable."""
        numbers, exponent, least = values.values, values.exponent, values.least
        for operator in operators:
            (plane,) = self._sweeper.sweep([operator], [numbers.view(np.uint64)])
            smallest = float(numbers.min(where=numbers > 0, initial=np.inf))
            if smallest * self.least_factor < LEAST_PRECISE:  # a value on the way may have lost precision
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
        partner_values = (
            right.values if partner is None else np.where(partner >= 0, right.values[partner], 0.0)
        )
        total = np.array([_sum(left.values * partner_values)])
        return Scaled(total, left.exponent + right.exponent, min(left.least, right.least))

    def total(self, terms: Sequence[tuple[int, Scaled]]) -> Scaled:
        """The results, each so many times, on one scale; nothing is proved where they lie far apart."""
        exponents = [result.exponent for _, result in terms]
        highest = max(exponents)
        is_near = highest - min(exponents) < MOST_BITS_APART
        least = min(result.least for _, result in terms) if is_near else 0.0
        values = [
            r.values[0] * times * 2.0 ** max(r.exponent - highest, -MOST_BITS_APART) for times, r in terms
        ]
        return Scaled(np.array(values), highest, least)


def _factor(weights: Sequence[Fraction], exponents: Exponents) -> float:
    """The value of a weight, rounded once; a variable that is 0 and divided by stands for nothing."""
    value = Fraction(1)
    for weight, exponent in zip(weights, exponents, strict=False):
        value *= weight**exponent if weight or exponent >= 0 else 1
    return float(value) if value < Fraction(GREATEST_FACTOR) else math.inf


def _sum(values: Array) -> float:
    """The sum by halves: as many roundings in a row as the length has bits."""
    while len(values) > 1:
        half = (len(values) + 1) // 2
        longer = values[:half].copy()
        longer[: len(values) - half] += values[half:]
        values = longer
    return float(values[0]) if len(values) else 0.0
