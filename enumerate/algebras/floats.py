"""The generating polynomial at positive weights, in floating point, with a proved relative error.

All that is added and multiplied is positive, so every rounding changes a result by a factor between 1 - u and
1 + u, u = 2^-53, and n roundings in a row by at most (1 + u)^n. Values are scaled by powers of two, which is
exact; the exponents are kept apart, so that nothing overflows at any size. If a value could come so close to
the least float that precision is lost, there is no answer here, and exact lanes are the way.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ..frontier.program import Mirrored, Program, evaluate
from ..frontier.steps import Step
from ..frontier.visit import INVERSES, PLAYERS, WEIGHTS
from ..frontier.words import Array
from ..support.compiled import compiled
from ..support.progress import Report, silent

WIDEST = 2.0**300  # weights and their inverses are at most this
SMALLEST = 2.0**-450  # a value that may be multiplied by a weight and by another value without loss
COMFORT = 2.0**100  # the greatest value of a step is scaled when it leaves 1/COMFORT to COMFORT


@compiled
def _apply_weighted(
    old: Array, new: Array, start: Array, first: Array, source: Array, weight: Array, table: Array
) -> tuple[float, float]:
    """One step at the weights in `table`; the least positive and the greatest of the new values."""
    least, greatest = np.inf, 0.0
    for run in range(len(start) - 1):
        begin, size = start[run], start[run + 1] - start[run]
        out = new[begin : begin + size]
        out[:] = 0.0
        for i in range(first[run], first[run + 1]):
            a = old[source[i] : source[i] + size]
            w = table[weight[i]]
            for k in range(size):
                out[k] += w * a[k]
        for k in range(size):
            greatest = max(greatest, out[k])
            if out[k] > 0.0:
                least = min(least, out[k])
    return least, greatest


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
        """A proved upper bound.

        >>> Ball(3.0, 1, Fraction(0)).upper
        Fraction(6, 1)
        """
        return self._times(1 + self.error)

    @property
    def lower(self) -> Fraction:
        """A proved lower bound.

        >>> Ball(3.0, 1, Fraction(1, 2)).lower
        Fraction(3, 1)
        """
        return self._times(1 - self.error)

    def _times(self, factor: Fraction) -> Fraction:
        return Fraction(self.middle) * Fraction(2) ** self.exponent * factor


def weighted_ball(
    program: Program | Mirrored, weights: Sequence[Fraction], report: Report = silent
) -> Ball | None:
    """The generating polynomial at weights >= 0; None where floats cannot prove enough.

    Along a step a value passes one product (with a rounded weight) and as many sums as there are terms; a
    half that is joined with itself counts twice; the sum over the states goes by halves.

    >>> from enumerate.model.board import Board
    >>> from enumerate.frontier.program import compile_program
    >>> ball = weighted_ball(compile_program(Board.rectangle(2, 2)), [Fraction(3, 2), Fraction(1, 3)])
    >>> round(ball.middle * 2**ball.exponent, 9), ball.error < Fraction(1, 10**14)
    (7.027777778, True)
    """
    if any(not 1 / WIDEST < weight < WIDEST for weight in weights if weight):
        return None
    table = np.ones(WEIGHTS)
    for player, inverse, weight in zip(PLAYERS, INVERSES, weights, strict=False):
        table[player], table[inverse] = float(weight), float(1 / weight) if weight else 1.0
    result = evaluate(
        program,
        Scaled(np.ones(1)),
        lambda steps, start: _carry(steps, start, table, report),
        _join,
    )
    total = _sum(result.values)
    if result.least < SMALLEST or not math.isfinite(total):
        return None
    terms = sum(int(np.diff(step.first).max(initial=0)) + 1 for step in program.steps)
    depth = 2 * terms + 2 * program.states.bit_length() + 4
    # (1 + u)^n - 1 and 1 - (1 - u)^n are at most 2 n u for n u < 1
    return Ball(total, result.exponent, Fraction(2 * depth, 2**53))


def _carry(steps: Sequence[Step], start: Scaled, table: Array, report: Report) -> Scaled:
    values, exponent, least = start.values, start.exponent, start.least
    for done, step in enumerate(steps):
        report(done, len(steps))
        old, values = values, np.empty(step.targets)
        small, great = _apply_weighted(old, values, step.start, step.first, step.source, step.weight, table)
        if great and not 1 / COMFORT < great < COMFORT:
            shift = math.frexp(great)[1]
            values *= 2.0**-shift
            small = math.ldexp(small, -shift)
            exponent += shift
        least = min(least, small)
    return Scaled(values, exponent, least)


def _join(one: Scaled, two: Scaled, partner: Array) -> Scaled:
    products = np.where(partner >= 0, one.values * two.values[partner], 0.0)
    return Scaled(products, one.exponent + two.exponent, min(one.least, two.least))


def _sum(values: Array) -> float:
    """The sum by halves: as many roundings in a row as the length has bits."""
    while len(values) > 1:
        half = (len(values) + 1) // 2
        longer = values[:half].copy()
        longer[: len(values) - half] += values[half:]
        values = longer
    return float(values[0]) if len(values) else 0.0
