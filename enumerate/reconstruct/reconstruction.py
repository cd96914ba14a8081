"""Which residues determine an answer, and how the answer is assembled from them.

A lane is one prime and one value for each player; its residue is the generating polynomial there. A plan
lists lanes in a fixed order and assembles their residues. The number of primes comes from a proved upper
bound on every coefficient; one spare prime, not used for the answer, checks the whole pipeline.

A lower set S of exponents (with every member all smaller ones) and as many points, (u_i, v_j, ...) for the
members (i, j, ...) of S, determine the polynomial with exponents in S: Newton's divided differences along one
axis after the other use, for a member of S, only values at members of S.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any, Protocol

import flint
import numpy as np

from ..evaluators.points import EvaluationPoint, Support
from ..model.polynomial import Polynomial
from ..support.errors import ComputationError
from ..support.run import cancellable, check_cancelled
from ..sweep.diagram import Array


def interpolate(values: Array, nodes: Sequence[Array], members: Array, prime: int) -> Array:
    """The coefficients modulo `prime` of the polynomial with exponents in a lower set and these values.

    `values[i, j, ...]` is the value at (nodes[0][i], nodes[1][j], ...); entries outside `members` (a boolean
    array, the lower set) are ignored and come back as 0. Primes are below 2^31, so products fit 64 bits.

    >>> square = interpolate(np.array([0, 1, 4]), [np.array([0, 1, 2])], np.ones(3, bool), 101)
    >>> square.tolist()
    [0, 0, 1]
    """
    p = np.int64(prime)
    c = np.where(members, values, 0).astype(np.int64) % p
    for axis, points in enumerate(nodes):
        c = np.moveaxis(c, axis, 0)
        size = len(points)
        gaps = inverses(points.reshape(-1, 1) - points, prime)
        for order in range(1, size):
            check_cancelled()
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
    """The inverses modulo a prime, by Fermat's little theorem; of 0, it is 0."""
    base = values.astype(np.int64) % prime
    found = np.ones_like(base)
    for bit in range((prime - 2).bit_length()):
        if prime - 2 >> bit & 1:
            found = found * base % prime
        base = base * base % prime
    return found


def chinese_remainder(residues: Sequence[Sequence[int]], primes: Sequence[int]) -> list[int]:
    """The integers in [0, product of primes) with the given residues, one row of `residues` per prime.

    Garner's mixed-radix form: one inverse per prime, whatever the number of integers.

    >>> chinese_remainder([[2, 1], [3, 1]], [5, 7])
    [17, 1]
    """
    values = [int(r) for r in residues[0]]
    modulus = flint.fmpz(int(primes[0]))
    for row, prime in zip(residues[1:], primes[1:], strict=True):
        check_cancelled()
        p = int(prime)
        inverse = pow(int(modulus % p), -1, p)
        values = [v + int(modulus) * ((int(r) - v) * inverse % p) for v, r in zip(values, row, strict=True)]
        modulus *= p
    return values


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


Again = Callable[
    [dict[EvaluationPoint, int]], dict[EvaluationPoint, int]
]  # computes residues anew that are in doubt


TOP = 2**30  # primes are below this: four residues add up to less than 2^32


class Reconstruction(Protocol):
    """What has to be computed, and what to make of it."""

    @property
    def primes(self) -> list[int]:
        """The primes, the spare one last."""

    def points(self) -> list[EvaluationPoint]:
        """All lanes, prime by prime."""

    def assemble(self, residues: Sequence[int]) -> Any:
        """The answer, from the residues in the order of `lanes`."""


def choose_primes(bound: int, modulus: int = 1, skip: int = 0, without: int = 1) -> list[int]:
    """Primes whose product exceeds `bound`, and a spare one; none divides `without`."""
    count = bound.bit_length() // TOP.bit_length() + 1
    while True:
        primes = [p for p in primes_below(TOP, count + 1, modulus, skip) if without % p]
        if prod(primes[:-1]) > bound:
            return primes
        count += 1


class ContradictionError(ComputationError):
    """The spare prime contradicts the others; `suspects` are all primes, the likeliest culprits first."""

    def __init__(self, spare: int, suspects: Sequence[int]) -> None:
        super().__init__(f"the spare prime {spare} contradicts the result: the computation is not trusted")
        self.suspects = suspects


def checked_remainder(rows: Sequence[Sequence[int]], primes: Sequence[int], bound: int) -> list[int]:
    """The integers, at most `bound`, from all rows but the last; the last, for the spare prime, must agree.

    If one prime alone is wrong, the others give possible integers without it, and hardly ever with it.
    """
    values = chinese_remainder(rows[:-1], primes[:-1])
    spare = primes[-1]
    if all(value % spare == int(row) for value, row in zip(values, rows[-1], strict=True)):
        return values

    def excess(out: int) -> int:
        others = [(row, prime) for row, prime in zip(rows, primes, strict=True) if prime != out]
        found = chinese_remainder([row for row, _ in others], [prime for _, prime in others])
        return sum(value > bound for value in found)

    raise ContradictionError(spare, sorted(primes, key=excess))


def assemble_mended(plan: Reconstruction, residues: Sequence[int], again: Again | None) -> Any:
    """The answer. If the spare prime contradicts, the lanes of one prime after the other are computed
    `again`, the likeliest culprit first, until it does not.
    """
    try:
        return plan.assemble(residues)
    except ContradictionError as error:
        if again is not None:
            points = plan.points()
            known = dict(zip(points, residues, strict=True))
            for prime in error.suspects:
                doubted = {point: value for point, value in known.items() if point.prime == prime}
                fresh = again(doubted)
                if fresh != doubted:
                    known |= fresh
                    with suppress(ContradictionError):
                        return plan.assemble([known[point] for point in points])
        raise


def by_prime(residues: Sequence[int], primes: Sequence[int]) -> Iterator[tuple[int, Array]]:
    """The residues of each prime."""
    each = len(residues) // len(primes)
    for i, prime in enumerate(primes):
        yield prime, np.array(residues[i * each : (i + 1) * each], dtype=np.int64)


@dataclass(frozen=True)
class TotalPlan:
    """The number of positions: the value at x = y = 1, one lane per prime."""

    dimension: int
    bound: int
    skip: int = 0

    @cached_property
    def primes(self) -> list[int]:
        """The primes, the spare one last."""
        return choose_primes(self.bound, skip=self.skip)

    def points(self) -> list[EvaluationPoint]:
        """One lane per prime."""
        return [EvaluationPoint(prime, (1,) * self.dimension) for prime in self.primes]

    def assemble(self, residues: Sequence[int]) -> int:
        """The total."""
        return checked_remainder([[r] for r in residues], self.primes, self.bound)[0]


@dataclass(frozen=True)
class PlayPlan:
    """The number of positions with a - b in `differences`, from the values at x = w^i, y = w^-i.

    With w an N-th root of unity, their transform gives the sums over a - b modulo N; N is so large that no
    other difference of the support falls on a wanted one. For a symmetric polynomial i and -i agree.
    """

    bound: int
    support: Support
    differences: tuple[int, ...]
    symmetric: bool
    skip: int = 0

    @cached_property
    def roots(self) -> int:
        """N."""
        low, high = self.support.difference
        return max(high - min(self.differences), max(self.differences) - low, 0) + 1

    @cached_property
    def primes(self) -> list[int]:
        """Primes that have N-th roots of unity, the spare one last."""
        return choose_primes(self.bound, self.roots, self.skip)

    def _root(self, prime: int) -> int:
        order = self.roots
        factors = [q for q in range(2, order + 1) if order % q == 0 and all(q % d for d in range(2, q))]
        for base in range(2, prime):
            root = pow(base, (prime - 1) // order, prime)
            if all(pow(root, order // q, prime) != 1 for q in factors):
                return root
        raise ComputationError(f"no root of unity of order {order} modulo {prime}")

    def _powers(self) -> range:
        return range(self.roots // 2 + 1) if self.symmetric else range(self.roots)

    def points(self) -> list[EvaluationPoint]:
        """For each prime the powers of w."""
        found = []
        for prime in self.primes:
            root = self._root(prime)
            found += [
                EvaluationPoint(prime, (pow(root, i, prime), pow(root, -i, prime))) for i in self._powers()
            ]
        return found

    def assemble(self, residues: Sequence[int]) -> int:
        """The number of positions with the wanted differences."""
        rows = []
        for prime, values in by_prime(residues, self.primes):
            root = self._root(prime)
            total = 0
            for i in range(self.roots):
                value = int(values[min(i, self.roots - i) if self.symmetric else i])
                total += value * sum(pow(root, -i * d, prime) for d in self.differences)
            rows.append([total * pow(self.roots, -1, prime) % prime])
        return checked_remainder(rows, self.primes, self.bound)[0]


@dataclass(frozen=True)
class PolynomialPlan:
    """The whole polynomial, interpolated on a lower set.

    With k the number of dominoes, K its maximum, and x = r/s, y = 1/s, the value times s^K is a sum of
    s^(K-k) r^a: the exponents (K - k, a) of the support lie in a lower set, with one point each. If swapping
    x and y changes nothing, x = r/s and y = 1/(r s) give a polynomial in r + 1/r =: v for each k, of degree k
    and with the parity of k; in s/v and 1/v^2 the exponents are a lower set half as large.
    """

    dimension: int
    bound: int
    support: Support
    symmetric: bool
    skip: int = 0

    @classmethod
    def shortest(
        cls, dimension: int, bound: int, support: Support, symmetric: bool, skip: int = 0
    ) -> "PolynomialPlan":
        """The plan with the fewest points: swapping x and y need not save any if one player's pieces are few
        (in maximal positions of Col Left has at most half of the cells).

        >>> PolynomialPlan.shortest(2, 10, Support((3, 4), ((1, 2), (1, 2)), (-1, 1)), True).symmetric
        False
        """
        choices = [
            cls(dimension, bound, support, is_symmetric, skip) for is_symmetric in sorted({symmetric, False})
        ]
        return min(choices, key=lambda plan: int(plan.members.sum()))

    @cached_property
    def primes(self) -> list[int]:
        """The primes, the spare one last."""
        return choose_primes(self.bound, skip=self.skip)

    @cached_property
    def members(self) -> Array:
        """The lower set of exponents (K - k, then those of the other unknowns), as a boolean array."""
        least, most = self.support.size
        if self.symmetric:
            lengths = [k // 2 + 1 for k in range(most, least - 1, -1)]
            return np.arange(max(lengths, default=1)) < np.array(lengths).reshape(-1, 1)
        ranges = self.support.axes[:-1]
        sizes = [most - least + 1, *(high - low + 1 for low, high in ranges)]
        grid = np.indices(sizes)
        placed = sum(low for low, _ in ranges) + self.support.axes[-1][0] + grid[1:].sum(axis=0)
        return np.asarray(placed <= most - grid[0])

    def _ratios(self, prime: int) -> list[tuple[int, int]]:
        """Values r and v = r + 1/r, with v not 0 and the squares of v different."""
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

    def points(self) -> list[EvaluationPoint]:
        """For each prime the points of the lower set."""
        places = np.argwhere(self.members).tolist()
        found = []
        for prime in cancellable(self.primes):
            inverse = [pow(i + 1, -1, prime) for i in range(self.members.shape[0])]
            if self.symmetric:
                # by column: r/v and 1/(r v); with 1/s = 1/((i + 1) v)
                pairs = [
                    (r * pow(v, -1, prime) % prime, pow(r * v, -1, prime)) for r, v in self._ratios(prime)
                ]
                values = (tuple(value * inverse[i] % prime for value in pairs[j]) for i, j in places)
            else:
                values = (
                    (*((j + 1) * inverse[i] % prime for j in others), inverse[i]) for i, *others in places
                )
            found += [EvaluationPoint(prime, value) for value in values]
        return found

    def assemble(self, residues: Sequence[int]) -> Polynomial:
        """The polynomial."""
        rows = [self._coefficients(values, prime) for prime, values in by_prime(residues, self.primes)]
        monomials = list(rows[0])
        counts = checked_remainder([[row[m] for m in monomials] for row in rows], self.primes, self.bound)
        return Polynomial.of(dict(zip(monomials, counts, strict=True)), self.dimension)

    def _coefficients(self, residues: Array, prime: int) -> dict[tuple[int, ...], int]:
        """The coefficients modulo one prime."""
        most = self.support.size[1]
        places = np.argwhere(self.members)
        values = np.zeros(self.members.shape, dtype=np.int64)
        values[self.members] = residues
        axes = [] if self.symmetric else [-low for low, _ in self.support.axes[:-1]]
        for axis, exponent in enumerate([most, *axes]):  # s^K, or (s/v)^K; and the least exponents
            scale = [pow(j + 1, exponent, prime) for j in range(values.shape[axis])]
            shape = [-1 if a == axis else 1 for a in range(values.ndim)]
            values = values * np.array(scale, dtype=np.int64).reshape(shape) % prime
        nodes = [np.arange(1, size + 1) for size in self.members.shape]
        if self.symmetric:
            nodes[1] = np.array([pow(v, -2, prime) for _, v in self._ratios(prime)])
        c = interpolate(values, nodes, self.members, prime)
        if self.symmetric:
            return self._unfold(c, prime)
        found = {}
        for i, *others in places.tolist():
            exponents = [j + low for j, (low, _) in zip(others, self.support.axes, strict=False)]
            found[(*exponents, most - i - sum(exponents))] = int(c[(i, *others)])
        return found

    def _unfold(self, c: Array, prime: int) -> dict[tuple[int, ...], int]:
        """From powers of v = r + 1/r back to powers of r."""
        least, most = self.support.size
        choose = np.zeros((most + 1, most + 1), dtype=np.int64)  # Pascal's triangle
        choose[:, 0] = 1
        for n in range(1, most + 1):
            choose[n, 1:] = (choose[n - 1, 1:] + choose[n - 1, :-1]) % prime
        found: dict[tuple[int, ...], int] = {}
        for k in cancellable(range(least, most + 1)):
            t = np.arange(k // 2 + 1).reshape(-1, 1)
            left = k - t - np.arange(k + 1)
            terms = c[most - k, : k // 2 + 1].reshape(-1, 1) * choose[k - 2 * t, np.maximum(left, 0)] % prime
            sums = np.where(left >= 0, terms, 0).sum(axis=0) % prime
            found.update(((a, k - a), value) for a, value in enumerate(sums.tolist()))
        return found
