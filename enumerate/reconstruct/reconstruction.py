"""Reconstruction plans: the points whose residues determine an answer, and how residues are assembled.

An evaluation point is a prime and a value for each player; its residue is the value of the generating
polynomial there. A plan lists points in a fixed order and assembles their residues. The number of primes
follows from a proved upper bound on every coefficient. The residues modulo a spare prime, which the answer
does not use, check the whole computation.

Let S be a lower set of exponents: with every member it contains all smaller ones. Then the values at the
points (u_i, v_j, ...) for the members (i, j, ...) of S determine a polynomial with exponents in S, because
Newton's divided differences, axis by axis, use for a member of S only values at members of S.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, lcm, prod
from random import Random
from typing import Any

import flint
import numpy as np

from ..compiler.program import Program
from ..evaluators.floats import weighted_ball
from ..evaluators.integers import least
from ..evaluators.points import EvaluationPoint, Support
from ..model.polynomial import Polynomial
from ..model.weights import Weight
from ..support.errors import ComputationError
from ..support.run import cancellable, check_cancelled, current
from ..sweep.diagram import Array

Gaussian = tuple[Fraction, Fraction]  # real and imaginary part


def interpolate(values: Array, nodes: Sequence[Array], members: Array, prime: int) -> Array:
    """The coefficients modulo `prime` of the polynomial with exponents in a lower set and these values.

    `values[i, j, ...]` is the value at (nodes[0][i], nodes[1][j], ...). Entries outside the lower set
    `members` (a boolean array) are ignored; their coefficients are 0. Primes are below 2^31, so products fit
    into 64 bits.

    >>> square = interpolate(np.array([0, 1, 4]), [np.array([0, 1, 2])], np.ones(3, bool), 101)
    >>> square.tolist()
    [0, 0, 1]
    """
    p = np.int64(prime)
    c = np.where(members, values, 0).astype(np.int64) % p
    for axis, points in enumerate(nodes):
        c = np.moveaxis(c, axis, 0)
        size = len(points)
        # equal steps, as those of 1, 2, ...: each order has one gap, and no square array is needed
        is_even = not np.diff(points, 2).any()
        gaps = inverses(points - points[:1] if is_even else points.reshape(-1, 1) - points, prime)
        for order in range(1, size):
            check_cancelled()
            inverse = gaps[order]
            if not is_even:
                inverse = np.diagonal(gaps, -order).reshape(-1, *[1] * (c.ndim - 1))
            c[order:] = (c[order:] - c[order - 1 : -1]) % p * inverse % p
        c = np.moveaxis(c, 0, axis)
    c = np.where(members, c, 0)
    for axis, points in enumerate(nodes):  # Newton's form to powers
        c = np.moveaxis(c, axis, 0)
        for start in range(len(points) - 2, -1, -1):
            # Horner's scheme: every pass multiplies the tail by (u - u_start)
            c[start:-1] = (c[start:-1] - int(points[start]) % prime * c[start + 1 :]) % p
        c = np.moveaxis(c, 0, axis)
    return np.where(members, c, 0)


def inverses(values: Array, prime: int) -> Array:
    """The inverses modulo a prime; 0 is mapped to 0."""
    found = [pow(value, -1, prime) if value % prime else 0 for value in values.ravel().tolist()]
    return np.array(found, dtype=np.int64).reshape(values.shape)


def chinese_remainder(residues: Sequence[Sequence[int]], primes: Sequence[int]) -> list[int]:
    """The integers in [0, product of primes) with the given residues, one row of `residues` for each prime.

    >>> chinese_remainder([[2, 1], [3, 1]], [5, 7])
    [17, 1]
    """
    modulus = prod(primes)
    units = [modulus // prime * pow(modulus // prime, -1, prime) for prime in primes]
    columns = cancellable(zip(*residues, strict=True))
    return [sum(int(r) * unit for r, unit in zip(column, units, strict=True)) % modulus for column in columns]


def primes_below(top: int, count: int, residue_of_one: int = 1, skip: int = 0) -> list[int]:
    """The `count` greatest primes below `top` that are 1 modulo `residue_of_one`, after the first `skip`.

    >>> primes_below(100, 3), primes_below(100, 2, residue_of_one=8)
    ([97, 89, 83], [97, 89])
    """
    step = residue_of_one
    candidate = (top - 2) // step * step + 1
    found: list[int] = []
    while len(found) < count + skip:
        if candidate < 3:
            raise ValueError(f"there are not {count + skip} primes 1 mod {step} below {top}")
        if flint.fmpz(candidate).is_prime():
            found.append(candidate)
        candidate -= step
    return found[skip:]


Again = Callable[[dict[EvaluationPoint, int]], dict[EvaluationPoint, int]]  # recomputes doubtful residues
PRIME_LIMIT = 2**30  # primes are smaller
SPARE_POINTS = 4  # of the spare prime, for a polynomial


class Reconstruction(ABC):
    """The points whose residues determine an answer, and the assembly of the answer.

    An answer consists of integers, none of which exceeds `bound`. A row holds their residues modulo one
    prime.
    """

    bound: int
    skip: int  # number of primes left out
    modulus = 1  # all primes are 1 modulo this number
    without = 1  # no prime divides this number

    @cached_property
    def primes(self) -> list[int]:
        """The primes, with the spare prime last."""
        return choose_primes(self.bound, self.modulus, self.skip, self.without)

    def points(self) -> list[EvaluationPoint]:
        """All evaluation points, prime by prime; those of the spare prime are last."""
        *primes, spare = self.primes
        found = [(prime, values) for prime in cancellable(primes) for values in self.values(prime)]
        found += [(spare, values) for values in self.spare_values(spare)]
        return [EvaluationPoint(*point) for point in found]

    def assemble(self, residues: Sequence[int]) -> Any:
        """The answer, from the residues in the order of `points`."""
        *primes, spare = self.primes
        used = len(residues) - len(self.spare_values(spare))
        each = np.array(residues[:used], dtype=np.int64).reshape(len(primes), -1)
        numbers = chinese_remainder([self.row(*row) for row in zip(primes, each, strict=True)], primes)
        if not self.agrees(spare, np.array(residues[used:], dtype=np.int64), numbers):
            raise ContradictionError(spare)
        return self.answer(numbers)

    def spare_values(self, prime: int) -> list[tuple[int, ...]]:
        """The values of the variables at the points of the spare prime."""
        return list(self.values(prime))

    def agrees(self, spare: int, residues: Array, numbers: list[int]) -> bool:
        """Whether the residues at the points of the spare prime belong to these integers."""
        return [number % spare for number in numbers] == list(self.row(spare, residues))

    @abstractmethod
    def values(self, prime: int) -> Iterable[tuple[int, ...]]:
        """The values of the variables at the points of a prime."""

    @abstractmethod
    def row(self, prime: int, values: Array) -> Sequence[int]:
        """The integers of the answer modulo a prime, from the residues at its points."""

    @abstractmethod
    def answer(self, numbers: list[int]) -> Any:
        """The answer that consists of these integers."""


def choose_primes(
    bound: int, modulus: int = 1, skip: int = 0, without: int = 1, top: int = PRIME_LIMIT
) -> list[int]:
    """Primes below `top` whose product exceeds `bound`, and a spare prime; no prime divides `without`."""
    count = max(0, bound.bit_length() - 1) // (top - 1).bit_length() + 1
    while True:
        primes = [p for p in primes_below(top, count + 1, modulus, skip) if without % p]
        if prod(primes[:-1]) > bound:
            return primes
        count += 1


class ContradictionError(ComputationError):
    """The spare prime contradicts the others."""

    def __init__(self, spare: int) -> None:
        super().__init__(f"the spare prime {spare} contradicts the result: the computation is not trusted")


def assemble_mended(plan: Reconstruction, residues: Sequence[int], again: Again | None) -> Any:
    """The answer. If the spare prime contradicts, the residues are recomputed `again` for one prime after the
    other, the spare prime first, until they agree.
    """
    try:
        return plan.assemble(residues)
    except ContradictionError:
        if again is not None:
            points = plan.points()
            known = dict(zip(points, residues, strict=True))
            for prime in reversed(plan.primes):
                doubted = {point: value for point, value in known.items() if point.prime == prime}
                fresh = again(doubted)
                if fresh != doubted:
                    known |= fresh
                    with suppress(ContradictionError):
                        return plan.assemble([known[point] for point in points])
        raise


@dataclass(frozen=True)
class TotalPlan(Reconstruction):
    """The number of positions: the value at x = y = 1, with one point for each prime."""

    dimension: int
    bound: int
    skip: int = 0

    def values(self, prime: int) -> Iterable[tuple[int, ...]]:
        return [(1,) * self.dimension]

    def row(self, prime: int, values: Array) -> Sequence[int]:
        return [int(values[0])]

    def answer(self, numbers: list[int]) -> int:
        return numbers[0]


@dataclass(frozen=True)
class PlayPlan(Reconstruction):
    """The number of positions with a - b in `differences`, from the values at x = w^i, y = w^-i.

    With w a primitive N-th root of unity, the discrete Fourier transform gives the sums over a - b modulo N.
    N is so large that no other difference of the support is congruent to a wanted one. For a symmetric
    polynomial, the values at i and -i are equal.
    """

    bound: int
    support: Support
    differences: tuple[int, ...]
    symmetric: bool
    skip: int = 0

    @cached_property
    def modulus(self) -> int:  # type: ignore[override]
        """The order N of the root of unity."""
        low, high = self.support.difference
        return max(high - min(self.differences), max(self.differences) - low, 0) + 1

    def _root(self, prime: int) -> int:
        order = self.modulus
        factors = [int(q) for q, _ in flint.fmpz(order).factor()]
        for base in range(2, prime):
            root = pow(base, (prime - 1) // order, prime)
            if all(pow(root, order // q, prime) != 1 for q in factors):
                return root
        raise ComputationError(f"no root of unity of order {order} modulo {prime}")

    def values(self, prime: int) -> Iterable[tuple[int, ...]]:
        root = self._root(prime)
        powers = range(self.modulus // 2 + 1 if self.symmetric else self.modulus)
        return ((pow(root, i, prime), pow(root, -i, prime)) for i in powers)

    def row(self, prime: int, values: Array) -> Sequence[int]:
        root, order = self._root(prime), self.modulus
        total = 0
        for i in range(order):
            value = int(values[min(i, order - i) if self.symmetric else i])
            total += value * sum(pow(root, -i * d, prime) for d in self.differences)
        return [total * pow(order, -1, prime) % prime]

    def answer(self, numbers: list[int]) -> int:
        return numbers[0]


@dataclass(frozen=True)
class PolynomialPlan(Reconstruction):
    """The whole polynomial, interpolated on a lower set.

    Let k be the number of pieces, K its maximum, and x = r/s, y = 1/s. The value times s^K is a sum of terms
    s^(K-k) r^a, and the exponents (K - k, a) of the support lie in a lower set, with one point for each
    member. So do the exponents (A - a, B - b) of 1/x and 1/y, where A and B are the maxima of a and b
    (`from_above`). If the polynomial is symmetric in x and y, then x = r/s and y = 1/(r s) give for each k a
    polynomial in v = r + 1/r of degree k and with the parity of k. In s/v and 1/v^2 the exponents form a
    lower set of half the size.
    """

    dimension: int
    bound: int
    support: Support
    symmetric: bool
    skip: int = 0
    from_above: bool = False

    def spare_values(self, prime: int) -> list[tuple[int, ...]]:
        """A few random points: a wrong polynomial agrees at all of them with a probability below 2^-80."""
        random = Random(prime).randrange
        return [tuple(random(1, prime) for _ in range(self.dimension)) for _ in range(SPARE_POINTS)]

    def agrees(self, spare: int, residues: Array, numbers: list[int]) -> bool:
        found = []
        for values in self.spare_values(spare):
            terms = np.array([number % spare for number in numbers], dtype=np.int64)
            for value, exponents in zip(values, np.transpose(self.monomials), strict=True):
                powers = [pow(value, exponent, spare) for exponent in range(max(exponents) + 1)]
                terms = terms * np.array(powers)[exponents] % spare
            found.append(int(terms.sum()) % spare)
        return bool(found == residues.tolist())

    @classmethod
    def shortest(
        cls, dimension: int, bound: int, support: Support, symmetric: bool, skip: int = 0
    ) -> "PolynomialPlan":
        """The plan with the fewest points.

        Symmetry in x and y may save no points: in maximal positions of Col, the number of Left's pieces is
        always close to its maximum, half of the cells.

        >>> PolynomialPlan.shortest(2, 10, Support((3, 4), ((1, 2), (1, 2)), (-1, 1)), True).symmetric
        False
        """
        forms = [(False, False), (False, True), *([(True, False)] if symmetric else [])]
        plans = [cls(dimension, bound, support, halved, skip, above) for halved, above in forms]
        return min(plans, key=lambda plan: int(plan.members.sum()))

    @cached_property
    def members(self) -> Array:
        """The lower set of exponents as a boolean array."""
        least, most = self.support.size
        if self.symmetric:
            lengths = [k // 2 + 1 for k in range(most, least - 1, -1)]
            return np.arange(max(lengths, default=1)) < np.array(lengths).reshape(-1, 1)
        if self.from_above:
            grid = np.indices([high - low + 1 for low, high in self.support.axes])
            return np.asarray(grid.sum(axis=0) <= sum(high for _, high in self.support.axes) - least)
        ranges = self.support.axes[:-1]
        grid = np.indices([most - least + 1, *(high - low + 1 for low, high in ranges)])
        placed = sum(low for low, _ in ranges) + self.support.axes[-1][0] + grid[1:].sum(axis=0)
        return np.asarray(placed <= most - grid[0])

    def _ratios(self, prime: int) -> list[tuple[int, int]]:
        """Pairs r, v = r + 1/r such that v is not 0 and the squares of all v are distinct."""
        found: list[tuple[int, int]] = []
        squares = set()
        r = 1
        while len(found) < self.members.shape[1]:
            v = (r + pow(r, -1, prime)) % prime
            if v and v * v % prime not in squares:
                squares.add(v * v % prime)
                found.append((r, v))
            r += 1
        return found

    def values(self, prime: int) -> Iterable[tuple[int, ...]]:
        places = np.argwhere(self.members).tolist()
        inverse = [pow(i + 1, -1, prime) for i in range(max(self.members.shape))]
        if self.from_above:
            return (tuple(inverse[i] for i in place) for place in places)
        if self.symmetric:
            # by column: r/v and 1/(r v); with 1/s = 1/((i + 1) v)
            pairs = [(r * pow(v, -1, prime) % prime, pow(r * v, -1, prime)) for r, v in self._ratios(prime)]
            return (tuple(value * inverse[i] % prime for value in pairs[j]) for i, j in places)
        return ((*((j + 1) * inverse[i] % prime for j in others), inverse[i]) for i, *others in places)

    @cached_property
    def monomials(self) -> list[tuple[int, ...]]:
        """The exponents of the coefficients in the order of a row."""
        least, most = self.support.size
        if self.symmetric:
            return [(a, k - a) for k in range(least, most + 1) for a in range(k + 1)]
        places = np.argwhere(self.members).tolist()
        if self.from_above:
            return [
                tuple(high - i for i, (_, high) in zip(p, self.support.axes, strict=True)) for p in places
            ]
        found = []
        for i, *others in places:
            exponents = [j + low for j, (low, _) in zip(others, self.support.axes, strict=False)]
            found.append((*exponents, most - i - sum(exponents)))
        return found

    def answer(self, numbers: list[int]) -> Polynomial:
        return Polynomial.of(dict(zip(self.monomials, numbers, strict=True)), self.dimension)

    def row(self, prime: int, values: Array) -> Sequence[int]:
        most, axes = self.support.size[1], self.support.axes
        table = np.zeros(self.members.shape, dtype=np.int64)
        table[self.members] = values
        if self.from_above:
            powers = [high for _, high in axes]
        else:  # s^K or (s/v)^K, and the least exponents
            powers = [most, *([] if self.symmetric else [-low for low, _ in axes[:-1]])]
        for axis, exponent in enumerate(powers):
            scale = [pow(j + 1, exponent, prime) for j in range(table.shape[axis])]
            shape = [-1 if a == axis else 1 for a in range(table.ndim)]
            table = table * np.array(scale, dtype=np.int64).reshape(shape) % prime
        nodes = [np.arange(1, size + 1) for size in table.shape]
        if self.symmetric:
            nodes[1] = np.array([pow(v, -2, prime) for _, v in self._ratios(prime)])
        c = interpolate(table, nodes, self.members, prime)
        found: list[int] = (self._unfolded(c, prime) if self.symmetric else c[self.members]).tolist()
        return found

    def _unfolded(self, c: Array, prime: int) -> Array:
        """The coefficients of powers of r, from those of powers of v = r + 1/r, for each k."""
        least, most = self.support.size
        choose = np.zeros((most + 1, most + 1), dtype=np.int64)  # Pascal's triangle
        choose[:, 0] = 1
        for n in range(1, most + 1):
            choose[n, 1:] = (choose[n - 1, 1:] + choose[n - 1, :-1]) % prime
        rows = []
        for k in cancellable(range(least, most + 1)):
            t = np.arange(k // 2 + 1).reshape(-1, 1)
            left = k - t - np.arange(k + 1)
            terms = c[most - k, : k // 2 + 1].reshape(-1, 1) * choose[k - 2 * t, np.maximum(left, 0)] % prime
            rows.append(np.where(left >= 0, terms, 0).sum(axis=0) % prime)
        return np.concatenate(rows)


@dataclass(frozen=True)
class WeightedPlan(Reconstruction):
    """Sums of weights: the generating polynomial at a point, or along a curve through the point.

    Give each player's variable a weight w_a, and let t mark a statistic to which a piece of player a adds g_a
    (1 and 1: the number of pieces; 1 and 0: those of Left; 1 and -1: the difference). Then

        P(w_1 t^g_1, w_2 t^g_2, ...)  =  sum over k of c_k t^k

    where c_k is the sum of the weights of the positions with statistic k, for k from span[0] to span[1]. If
    all g_a = 0, this is the value of P; if all w_a = 1, the c_k are numbers of positions. With the common
    `denominator` D every D c_k is an integer, and D |c_k| is at most `most`.

    Numbers are shifted by this bound to be non-negative. Complex weights are evaluated at both square roots
    of -1, modulo primes for which these exist: half the sum is the real part, and half the difference over
    the root is the imaginary part.
    """

    weights: tuple[Weight, ...]
    grades: tuple[int, ...]
    span: tuple[int, int]
    denominator: int
    most: int
    skip: int = 0

    @property
    def bound(self) -> int:  # type: ignore[override]
        """The greatest shifted number."""
        return 2 * self.most

    @property
    def is_real(self) -> bool:
        """Whether all weights are real."""
        return all(weight.is_real for weight in self.weights)

    @property
    def modulus(self) -> int:  # type: ignore[override]
        """4 for complex weights, because primes that are 1 modulo 4 have square roots of -1; otherwise 1."""
        return 1 if self.is_real else 4

    @property
    def without(self) -> int:  # type: ignore[override]
        """The denominator, which must be invertible."""
        return self.denominator

    @property
    def nodes(self) -> range:
        """The values of t, one for each coefficient."""
        return range(1, self.span[1] - self.span[0] + 2)

    def _roots(self, prime: int) -> list[int]:
        """The square roots of -1; a single 0 for real weights."""
        if self.is_real:
            return [0]
        base = next(b for b in range(2, prime) if pow(b, (prime - 1) // 2, prime) == prime - 1)
        root = pow(base, (prime - 1) // 4, prime)
        return [root, prime - root]

    def values(self, prime: int) -> Iterable[tuple[int, ...]]:
        for root in self._roots(prime):
            residues = [
                (_residue(weight.real, prime) + root * _residue(weight.imaginary, prime)) % prime
                for weight in self.weights
            ]
            for t in self.nodes:
                powers = (pow(t, grade, prime) for grade in self.grades)
                yield tuple(r * power % prime for r, power in zip(residues, powers, strict=True))

    def row(self, prime: int, values: Array) -> Sequence[int]:
        parts = list(values.reshape(len(self._roots(prime)), -1))
        if not self.is_real:
            root, half = self._roots(prime)[0], pow(2, -1, prime)
            plus, minus = parts
            imaginary = (plus - minus) % prime * half % prime * pow(root, -1, prime) % prime
            parts = [(plus + minus) % prime * half % prime, imaginary]
        nodes = np.array(self.nodes, dtype=np.int64)
        scale = np.array([pow(t, -self.span[0], prime) for t in self.nodes], dtype=np.int64)
        members, shift = np.ones(len(nodes), bool), self.most % prime
        return [
            (int(c) * self.denominator + shift) % prime
            for part in parts
            for c in interpolate(part % prime * scale % prime, [nodes], members, prime)
        ]

    def answer(self, numbers: list[int]) -> dict[int, Gaussian]:
        found = [Fraction(value - self.most, self.denominator) for value in numbers]
        count = len(self.nodes)
        imaginary = found[count:] or [Fraction(0)] * count
        sums = zip(found[:count], imaginary, strict=True)
        return {self.span[0] + k: number for k, number in enumerate(sums) if any(number)}


def _residue(number: Fraction, prime: int) -> int:
    return number.numerator * pow(number.denominator, -1, prime) % prime


def common_denominator(weights: Sequence[Weight], most: Callable[[Sequence[int]], int]) -> int:
    """A common denominator of the weights of all positions.

    Let q_i be the denominator of the i-th weight. The denominator of a position with a_i pieces of player i
    divides lcm(q)^size and the product of the q_i^a_i; `most` gives the greatest sum of c_i a_i for given c.
    The result is the smaller of the two bounds.

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


def weighted_plan(
    program: Program,
    weights: Sequence[Weight],
    grades: Sequence[int],
    total: int,
) -> WeightedPlan:
    """The plan for sums of weights, with a proved bound on all of them."""

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
