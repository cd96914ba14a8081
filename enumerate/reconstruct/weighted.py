"""Sums of weights from residues: the generating polynomial at a point, or along a curve through it.

Read `reconstruction.py` first.

Give each player's variable a weight w_a and let t mark a statistic to which a domino of player a adds g_a (1
and 1: the number of dominoes; 1 and 0: those of Left; 1 and -1: the difference). Then

    P(w_1 t^g_1, w_2 t^g_2, ...)  =  sum over k of c_k t^k

where c_k is the sum of the weights of the positions with statistic k. With all g_a = 0 this is the value of P
alone; with all w_a = 1 the c_k are numbers of positions. A common denominator D makes every D c_k an integer,
so that residues determine it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, lcm, prod

import numpy as np

from ..compiler.program import Program
from ..evaluators.floats import weighted_ball
from ..evaluators.integers import least
from ..evaluators.points import EvaluationPoint
from ..model.weights import Weight
from ..support.run import current
from ..sweep.diagram import Array
from .reconstruction import by_prime, checked_remainder, choose_primes, interpolate

Gaussian = tuple[Fraction, Fraction]  # real and imaginary part


def common_denominator(weights: Sequence[Weight], most: Callable[[Sequence[int]], int]) -> int:
    """A number D that clears the denominators of all products of weights that positions have.

    With q_i the denominator of the i-th weight, that of a product divides lcm(q)^size and the product of
    q_i^a_i; `most` tells the greatest sum of c_i a_i for given c. The smaller number is taken.

    >>> common_denominator((Weight.of("1/2"), Weight.of("5/2")), lambda costs: 4 * max(costs))
    16
    """
    bottoms = [lcm(weight.real.denominator, weight.imaginary.denominator) for weight in weights]
    if set(bottoms) == {1}:
        return 1
    common: int = lcm(*bottoms) ** most([1] * len(bottoms))
    if len(set(bottoms)) == 1:
        return common
    units = [[int(i == j) for j in range(len(bottoms))] for i in range(len(bottoms))]
    separate: int = prod(
        bottom ** most(unit) for bottom, unit in zip(bottoms, units, strict=True) if bottom > 1
    )
    return min(separate, common)


@dataclass(frozen=True)
class WeightedPlan:
    """The numbers c_k for k from span[0] to span[1]; D |c_k| is at most `bound`.

    Negative numbers are shifted by the bound. Complex weights are taken at both square roots of -1 modulo
    primes that have them: half the sum is the real part, half the difference the imaginary one.
    """

    weights: tuple[Weight, ...]
    grades: tuple[int, ...]
    span: tuple[int, int]
    denominator: int
    bound: int
    skip: int = 0

    @cached_property
    def is_real(self) -> bool:
        """Whether all weights are real."""
        return all(weight.is_real for weight in self.weights)

    @cached_property
    def primes(self) -> list[int]:
        """The primes, none of which divides the denominator, the spare one last."""
        return choose_primes(2 * self.bound, 1 if self.is_real else 4, self.skip, self.denominator)

    @property
    def nodes(self) -> range:
        """The values of t: as many as there are coefficients."""
        return range(1, self.span[1] - self.span[0] + 2)

    def _roots(self, prime: int) -> list[int]:
        """The square roots of -1; for real weights they do not matter."""
        if self.is_real:
            return [0]
        base = next(b for b in range(2, prime) if pow(b, (prime - 1) // 2, prime) == prime - 1)
        root = pow(base, (prime - 1) // 4, prime)
        return [root, prime - root]

    def points(self) -> list[EvaluationPoint]:
        """For each prime and root of -1 the points of the curve."""
        found = []
        for prime in self.primes:
            for root in self._roots(prime):
                residues = [
                    (_residue(weight.real, prime) + root * _residue(weight.imaginary, prime)) % prime
                    for weight in self.weights
                ]
                for t in self.nodes:
                    powers = (pow(t, grade, prime) for grade in self.grades)
                    found.append(
                        EvaluationPoint(
                            prime, tuple(r * power % prime for r, power in zip(residues, powers, strict=True))
                        )
                    )
        return found

    def assemble(self, residues: Sequence[int]) -> dict[int, Gaussian]:
        """The numbers c_k that are not 0, as pairs of fractions."""
        parts = 1 if self.is_real else 2
        rows = []
        for prime, values in by_prime(residues, self.primes):
            shift = self.bound % prime
            row = [
                (int(c) * self.denominator + shift) % prime
                for half in self._parts(values.reshape(parts, -1), prime)
                for c in self._coefficients(half, prime)
            ]
            rows.append(row)
        numbers = [
            Fraction(value - self.bound, self.denominator)
            for value in checked_remainder(rows, self.primes, 2 * self.bound)
        ]
        count = len(self.nodes)
        imaginary = numbers[count:] or [Fraction(0)] * count
        sums = zip(numbers[:count], imaginary, strict=True)
        return {self.span[0] + k: number for k, number in enumerate(sums) if any(number)}

    def _parts(self, values: Array, prime: int) -> list[Array]:
        """The residues of the real parts and, for complex weights, of the imaginary parts."""
        if self.is_real:
            return [values[0]]
        root, half = self._roots(prime)[0], pow(2, -1, prime)
        plus, minus = values
        real = (plus + minus) % prime * half % prime
        return [real, (plus - minus) % prime * half % prime * pow(root, -1, prime) % prime]

    def _coefficients(self, values: Array, prime: int) -> Array:
        """The coefficients of t^span[0], ... modulo a prime."""
        low = self.span[0]
        scale = np.array([pow(t, -low, prime) for t in self.nodes], dtype=np.int64)
        nodes = np.array(self.nodes, dtype=np.int64)
        return interpolate(values % prime * scale % prime, [nodes], np.ones(len(nodes), bool), prime)


def _residue(number: Fraction, prime: int) -> int:
    return number.numerator * pow(number.denominator, -1, prime) % prime


def weighted_plan(
    program: Program,
    weights: Sequence[Weight],
    grades: Sequence[int],
    total: int,
) -> WeightedPlan:
    """The lanes that give the sums, with a proved bound on all of them."""

    def most(costs: Sequence[int]) -> int:
        return -least(program, [-cost for cost in costs])

    low, high = (least(program, grades), most(grades)) if any(grades) else (0, 0)
    denominator = common_denominator(weights, most)
    bound = ceil(modulus_bound(program, weights, total) * denominator)
    return WeightedPlan(tuple(weights), tuple(grades), (low, high), denominator, bound, current().skip_primes)


def modulus_bound(program: Program, weights: Sequence[Weight], total: int) -> Fraction:
    """A proved bound on the sum of the absolute weights of the positions, at most `total` of them."""
    sizes = [weight.modulus_bound for weight in weights]
    greatest = max(sizes)
    if greatest <= 1:
        return Fraction(total)
    ball = weighted_ball(program, sizes)
    return ball.upper if ball is not None else total * greatest ** len(program.problem.board)
