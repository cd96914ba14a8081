"""Weights: the value that each player's variable takes, exactly; and sums of weights by a statistic.

A weight (physicists say activity) is read as the number that was written: 3/2 is a fraction, 0.7 is seven
tenths, and a float is the binary fraction that it holds. Whether it was given exactly, as an integer or a
fraction, affects only how an answer is shown.
"""

import itertools
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from numbers import Rational
from typing import Any, TypeVar

from ..support.errors import InputError
from .polynomial import Polynomial, small_first

NUMBER = r"\d+(?:/\d+)?|(?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?"
TEXT = rf"(?P<re>[+-]?(?:{NUMBER}))(?:(?P<im>[+-](?:{NUMBER})?)[ij])?|(?P<alone>[+-]?(?:{NUMBER})?)[ij]"

MOST_CHARACTERS = 200  # of a weight, without the digits of an exponent
LARGEST_EXPONENT = 5000  # of a power of ten
ALLOWED = "an integer, a fraction such as 3/2, a decimal such as 0.7, or a complex number such as 1/2+3i"


@dataclass(frozen=True, slots=True)
class Weight:
    """The number `real` + `imaginary` i; `exact` if it was given by integers and fractions.

    >>> Weight.of("3/2")
    Weight(real=Fraction(3, 2), imaginary=Fraction(0, 1), exact=True)
    >>> str(Weight.of("0.25-i")), Weight.of(0.25).exact
    ('1/4-i', False)
    """

    real: Fraction
    imaginary: Fraction = Fraction(0)
    exact: bool = True

    @classmethod
    def of(cls, number: Any, name: str = "x") -> "Weight":
        """The weight given as a number of Python, NumPy or SymPy, or as text."""
        if isinstance(number, Weight):
            return number
        if isinstance(number, bool):
            raise _refused(name, number)
        if isinstance(number, str):
            return cls._read(number, name)
        if isinstance(number, Rational):
            return cls(Fraction(int(number.numerator), int(number.denominator)))
        try:
            if hasattr(number, "__index__"):
                return cls(Fraction(number.__index__()))
            if isinstance(number, complex) or getattr(number, "is_real", True) is False:
                both = complex(number)
                return cls(_binary(both.real), _binary(both.imag), exact=False)
            if getattr(number, "is_Rational", False):  # of SymPy
                return cls(Fraction(int(number.p), int(number.q)))
            return cls(_binary(float(number)), exact=False)
        except (TypeError, ValueError, OverflowError):
            raise _refused(name, number) from None

    @classmethod
    def _read(cls, text: str, name: str) -> "Weight":
        found = re.fullmatch(TEXT, text.replace(" ", "")) if len(text) <= MOST_CHARACTERS else None
        if not found:
            raise _refused(name, text)
        parts = found["re"], found["alone"] if found["im"] is None else found["im"]
        try:
            real = _parsed(parts[0]) if parts[0] else Fraction(0)
            unit = parts[1] in ("", "+", "-")
            imaginary = Fraction(0) if parts[1] is None else _parsed(f"{parts[1]}1" if unit else parts[1])
        except (ValueError, ZeroDivisionError):
            raise _refused(name, text) from None
        return cls(real, imaginary, exact=not re.search(r"[.eE]", text))

    @property
    def is_real(self) -> bool:
        """Whether there is no imaginary part."""
        return not self.imaginary

    def __str__(self) -> str:
        if self.is_real:
            return str(self.real)
        size = abs(self.imaginary)
        sign = "-" if self.imaginary < 0 else "+" if self.real else ""
        return f"{self.real or ''}{sign}{'' if size == 1 else size}i"

    @property
    def modulus_bound(self) -> Fraction:
        """An upper bound on the absolute value: |re| + |im|."""
        return abs(self.real) + abs(self.imaginary)


def weights_of(values: Sequence[Any], names: Sequence[str]) -> tuple[Weight, ...]:
    """The weights of a board's players from values for x, y and z; None counts as 1."""
    given = [index for index, value in enumerate(values) if value is not None]
    if given and given[-1] >= len(names):
        raise InputError(
            f"unexpected weight `{'xyz'[given[-1]]}`: the only "
            f"{'variable is' if len(names) == 1 else 'variables are'} {' and '.join(names)}"
        )
    return tuple(
        Weight(Fraction(1)) if value is None else Weight.of(value, name)
        for value, name in zip(values, names, strict=False)
    )


def _parsed(text: str) -> Fraction:
    """The number that a text spells; huge exponents are refused."""
    _, _, exponent = text.lower().partition("e")
    if exponent and abs(int(exponent)) > LARGEST_EXPONENT:
        raise ValueError
    return Fraction(text)


def _binary(number: float) -> Fraction:
    if not math.isfinite(number):
        raise ValueError
    return Fraction(number)


def _refused(name: str, value: Any) -> InputError:
    shown = repr(value)
    return InputError(f"`{name}` must be {ALLOWED}, not {shown if len(shown) < 80 else shown[:77] + '...'}")


Gaussian = tuple[Fraction, Fraction]  # real and imaginary part
Sums = dict[int, Gaussian]  # by the statistic
ONE: Gaussian = (Fraction(1), Fraction(0))
ZERO: Gaussian = (Fraction(0), Fraction(0))
Pair = TypeVar("Pair", bound=tuple[Any, Any])  # real and imaginary: numbers, or polynomials of python-flint


def times(one: Pair, two: Pair) -> Pair:
    """The product of complex numbers or polynomials."""
    real, imaginary = one[0] * two[0], one[0] * two[1] + one[1] * two[0]
    return real - one[1] * two[1], imaginary  # type: ignore[return-value]


def power(base: Pair, exponent: int) -> Pair:
    """A power of a complex number or polynomial; the exponent is not negative."""
    if not base[1] or not exponent:
        return base[0] ** exponent, base[1] * 0  # type: ignore[return-value]
    half = power(base, exponent // 2)
    square = times(half, half)
    return times(square, base) if exponent % 2 else square


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
    """The sums for boards side by side, each a number of times: statistics add, weights multiply."""
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
        power(_as_polynomials(sums, low), number) for (sums, number), low in zip(factors, lows, strict=True)
    )
    product = small_first(powers, lambda pair: max(part.degree() for part in pair), times)
    low = sum(low * number for low, (_, number) in zip(lows, factors, strict=True))
    real, imaginary = ([Fraction(int(c.p), int(c.q)) for c in part.coeffs()] for part in product)
    pairs_of = itertools.zip_longest(real, imaginary, fillvalue=Fraction(0))
    return {low + place: value for place, value in enumerate(pairs_of) if any(value)}


def _as_polynomials(sums: Sums, low: int) -> tuple[Any, Any]:
    """The real and the imaginary parts as polynomials in the statistic, from `low` on."""
    import flint

    def part(which: int) -> Any:
        values = [sums.get(low + place, ZERO)[which] for place in range(max(sums) - low + 1)]
        return flint.fmpq_poly([flint.fmpq(value.numerator, value.denominator) for value in values])

    return part(0), part(1)


def added(one: Sums, two: Sums, sign: int) -> Sums:
    """one + sign * two, ascending, without zeros."""
    places = sorted({*one, *two})
    pairs = [(place, one.get(place, ZERO), two.get(place, ZERO)) for place in places]
    sums = {place: (a[0] + sign * b[0], a[1] + sign * b[1]) for place, a, b in pairs}
    return {place: value for place, value in sums.items() if any(value)}
