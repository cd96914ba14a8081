"""Products over components: of polynomials, of sums of weights by a statistic, of provenances.

`solve.py` finds the answer of each component; here they are multiplied, the smallest first. Read
`plan/question.py` first: it says what a component is.
"""

import itertools
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from heapq import heapify, heappop, heappush
from math import prod
from typing import Any, TypeVar

from ..model.polynomial import Polynomial
from ..model.weights import Weight
from ..plan.question import Component
from ..rules.bounds import most_pieces, position_bound
from ..support.errors import about
from ..support.memory import CostEstimate, process_memory
from ..support.progress import cancellable
from ..support.settings import Settings

TERM_BYTES = 750  # of each term of a product with its exponents, while it is made, measured

Provenance = dict[str, object]  # how an answer was obtained
NO_POSITION: Provenance = {"engine": "none", "reason": "no way through the sweep covers every cell"}

Factor = TypeVar("Factor")


def merge_provenance(what: str, provenances: list[Provenance], number: int) -> Provenance:
    """How an answer was obtained that is made of a number of others, equal ones computed once."""
    if number == 1:
        return provenances[0]
    engines = dict.fromkeys(str(provenance["engine"]) for provenance in provenances)
    return {"engine": ", ".join(engines) or "none", what: number, f"different_{what}": provenances}


def small_first(
    factors: Iterable[Factor], size: Callable[[Factor], int], times: Callable[[Factor, Factor], Factor]
) -> Factor:
    """The product of one or more factors, always of the two smallest: only the last few products are long.

    >>> small_first(["a", "bcd", "ef"], len, lambda one, two: one + two)
    'bcdaef'
    """
    waiting = [(size(factor), number, factor) for number, factor in enumerate(factors)]
    heapify(waiting)
    for number in cancellable(range(len(waiting), 2 * len(waiting) - 1)):
        product = times(heappop(waiting)[-1], heappop(waiting)[-1])
        heappush(waiting, (size(product), number, product))
    return waiting[0][-1]


def polynomial_product(factors: Sequence[Polynomial], variables: int) -> Polynomial:
    """The product of polynomials."""
    if len(factors) < 2:
        return factors[0] if factors else Polynomial.one(variables)
    product = small_first((factor.to_flint() for factor in factors), len, lambda one, two: one * two)
    return Polynomial.from_flint(product)


def require_product(parts: Sequence[Component], settings: Settings) -> None:
    """Refuse parts of a board whose polynomials are small, but not their product."""
    if len(parts) < 2:
        return
    bits, most = 0, [0] * parts[0].problem.variables
    for part in cancellable(parts):
        board, game = part.problem.board, part.problem.game
        bits += part.times * position_bound(board, game).bit_length()
        for place, number in zip(part.axes, most_pieces(board, game), strict=True):
            most[place] += part.times * number
    terms = prod(number + 1 for number in most)
    what = f"the coefficients of a polynomial of up to {about(terms)} terms"
    held = process_memory()[0]
    memory = held + terms * (TERM_BYTES + bits // 4)
    instead = "Ask for the total (`enumerate count`), or for one statistic (--by)"
    CostEstimate(what, memory, instead=instead, held=held).require(settings.limit)


Gaussian = tuple[Fraction, Fraction]  # real and imaginary part
Sums = dict[int, Gaussian]  # by the statistic
ONE: Gaussian = (Fraction(1), Fraction(0))
ZERO: Gaussian = (Fraction(0), Fraction(0))
Polynomials = tuple[Any, Any]  # of python-flint, real and imaginary


def times(one: Gaussian, two: Gaussian) -> Gaussian:
    """The product of complex numbers."""
    return one[0] * two[0] - one[1] * two[1], one[0] * two[1] + one[1] * two[0]


def power(base: Gaussian, exponent: int) -> Gaussian:
    """A power of a complex number."""
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
    product = small_first(powers, lambda pair: max(part.degree() for part in pair), _product)
    low = sum(low * number for low, (_, number) in zip(lows, factors, strict=True))
    real, imaginary = ([Fraction(int(c.p), int(c.q)) for c in part.coeffs()] for part in product)
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
