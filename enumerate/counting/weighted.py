"""Sums of weights by a statistic: from a polynomial, from residues with proved bounds, and their products."""

import itertools
from collections.abc import Sequence
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Any

from ..model.polynomial import Polynomial
from ..model.weights import Weight
from ..support.settings import Settings
from .products import small_first

if TYPE_CHECKING:
    from ..compiler.program import Program
    from ..reconstruct.weighted import WeightedPlan

Gaussian = tuple[Fraction, Fraction]  # real and imaginary part
Sums = dict[int, Gaussian]  # by the statistic
ONE: Gaussian = (Fraction(1), Fraction(0))
ZERO: Gaussian = (Fraction(0), Fraction(0))
Polynomials = tuple[Any, Any]  # of python-flint, real and imaginary


def times(one: Gaussian, two: Gaussian) -> Gaussian:
    """The product of complex numbers.

    >>> times((Fraction(0), Fraction(1)), (Fraction(0), Fraction(1)))
    (Fraction(-1, 1), Fraction(0, 1))
    """
    return one[0] * two[0] - one[1] * two[1], one[0] * two[1] + one[1] * two[0]


def power(base: Gaussian, exponent: int) -> Gaussian:
    """A power of a complex number.

    >>> power((Fraction(1), Fraction(1)), 4)
    (Fraction(-4, 1), Fraction(0, 1))
    """
    if not base[1]:
        return base[0] ** exponent, Fraction(0)
    result = ONE
    for bit in bin(exponent)[2:]:
        result = times(result, result)
        result = times(result, base) if bit == "1" else result
    return result


def sums_of(polynomial: Polynomial, weights: Sequence[Weight], grades: Sequence[int]) -> Sums:
    """The sums, from the generating polynomial."""
    sums: Sums = {}
    powers = [{0: ONE} for _ in weights]
    for monomial, count in polynomial:
        value = (Fraction(count), Fraction(0))
        for known, weight, exponent in zip(powers, weights, monomial, strict=True):
            if exponent not in known:
                known[exponent] = power((weight.real, weight.imaginary), exponent)
            value = times(value, known[exponent])
        place = sum(grade * exponent for grade, exponent in zip(grades, monomial, strict=True))
        before = sums.get(place, ZERO)
        sums[place] = before[0] + value[0], before[1] + value[1]
    return {place: sums[place] for place in sorted(sums) if any(sums[place])}


def weighted_plan(
    program: "Program",
    weights: Sequence[Weight],
    grades: Sequence[int],
    total: int,
    settings: Settings,
) -> "WeightedPlan":
    """The lanes that give the sums, with a proved bound on all of them."""
    from ..evaluators.integers import least
    from ..reconstruct.weighted import WeightedPlan, common_denominator

    def most(costs: Sequence[int]) -> int:
        return -(least(program, [-cost for cost in costs]) or 0)

    low, high = ((least(program, grades) or 0), most(grades)) if any(grades) else (0, 0)
    denominator = common_denominator(weights, most)
    bound = ceil(modulus_bound(program, weights, total) * denominator)
    return WeightedPlan(tuple(weights), tuple(grades), (low, high), denominator, bound, settings.skip_primes)


def modulus_bound(program: "Program", weights: Sequence[Weight], total: int) -> Fraction:
    """A proved bound on the sum of the absolute weights of the positions, at most `total` of them."""
    sizes = [weight.modulus_bound for weight in weights]
    greatest = max(sizes)
    if greatest <= 1:
        return Fraction(total)
    from ..evaluators.floats import weighted_ball

    ball = weighted_ball(program, sizes)
    return ball.upper if ball is not None else total * greatest ** len(program.task.board)


def convolved(factors: Sequence[tuple[Sums, int]]) -> Sums:
    """Boards side by side, each so many times: statistics add, weights multiply.

    >>> {k: str(real) for k, (real, _) in convolved([({0: ONE, 1: ONE}, 3)]).items()}
    {0: '1', 1: '3', 2: '3', 3: '1'}
    """
    if not all(sums for sums, _ in factors):
        return {}
    if len(factors) == 1 and factors[0][1] == 1:
        return factors[0][0]
    if all(set(sums) == {0} for sums, _ in factors):
        value = ONE
        for sums, number in factors:
            value = times(value, power(sums[0], number))
        return {0: value}
    lows = [min(sums) for sums, _ in factors]
    powers = (
        _power(_as_polynomials(sums, low), number) for (sums, number), low in zip(factors, lows, strict=True)
    )
    made = small_first(powers, lambda pair: max(part.degree() for part in pair), _product)
    low = sum(low * number for low, (_, number) in zip(lows, factors, strict=True))
    real, imaginary = ([Fraction(int(c.p), int(c.q)) for c in part.coeffs()] for part in made)
    pairs_of = itertools.zip_longest(real, imaginary, fillvalue=Fraction(0))
    return {low + place: value for place, value in enumerate(pairs_of) if any(value)}


def _as_polynomials(sums: Sums, low: int) -> Polynomials:
    """The real and the imaginary parts as polynomials in the statistic, from `low` on."""
    import flint

    def part(which: int) -> Any:
        values = [sums.get(low + place, ZERO)[which] for place in range(max(sums) - low + 1)]
        return flint.fmpq_poly([flint.fmpq(value.numerator, value.denominator) for value in values])

    return part(0), part(1)


def _product(one: Polynomials, two: Polynomials) -> Polynomials:
    if not one[1] and not two[1]:
        return one[0] * two[0], one[1]
    return one[0] * two[0] - one[1] * two[1], one[0] * two[1] + one[1] * two[0]


def _power(base: Polynomials, exponent: int) -> Polynomials:
    if not base[1]:
        return base[0] ** exponent, base[1]
    result = base
    for bit in bin(exponent)[3:]:
        result = _product(result, result)
        result = _product(result, base) if bit == "1" else result
    return result


def added(one: Sums, two: Sums, sign: int) -> Sums:
    """one + sign * two, ascending, without zeros."""
    places = sorted({*one, *two})
    pairs = [(place, one.get(place, ZERO), two.get(place, ZERO)) for place in places]
    sums = {place: (a[0] + sign * b[0], a[1] + sign * b[1]) for place, a, b in pairs}
    return {place: value for place, value in sums.items() if any(value)}
