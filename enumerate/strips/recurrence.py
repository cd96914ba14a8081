"""Proved linear recurrences of strips: for totals, with their rational generating functions, and for
generating polynomials, with coefficients in Z[x, y].

Read `strip.py` first. The proofs are in `docs/engine.md` ("Strips").
"""

from __future__ import annotations

import textwrap
from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import islice
from math import lcm
from operator import add
from typing import Any, Unpack

import flint
import numpy as np

from ..compiler.operators import objects
from ..model.game import DEFAULT_GAME, GameLike
from ..model.polynomial import VARIABLES, Polynomial
from ..rules.kinds import KindLike, StuckLike
from ..support.errors import ComputationError, InputError, require_integer
from ..support.memory import CostEstimate
from ..support.result import (
    PAGE_WIDTH,
    Result,
    Table,
    format_power,
    format_sum,
    terminal_width,
    wrap_latex,
)
from ..support.run import Options, Report, Settings, cancellable, check_cancelled, running, silent
from .strip import Family, Strip

Rational = int | Fraction

MOST_STATES = 2500  # with more states, the exact terms take too long
MOST_STATES_OF_POLYNOMIALS = 40
# seconds for each entry and term, for each bit of a term, for each product of Euclid's algorithm
SECONDS_PER_ENTRY, SECONDS_PER_BIT, SECONDS_PER_PRODUCT = 3e-8, 1e-11, 5e-9
SECONDS_PER_POLYNOMIAL_PRODUCT = 2e-6
MERSENNE_EXPONENTS = (61, 127, 521, 1279, 2203, 4423, 9689, 19937)  # 2^k - 1 is prime


class LinearRecurrence(Result):
    """A linear recurrence: each term is the sum of `coefficients` times earlier terms, latest first."""

    __slots__ = ()
    family: Family
    coefficients: tuple[Any, ...]
    initial: tuple[Any, ...]
    states: int

    @property
    def cols(self) -> int:
        """The number of columns."""
        return self.family.cols

    @property
    def order(self) -> int:
        """The number of earlier terms in the recurrence."""
        return len(self.coefficients)

    @property
    def start(self) -> int:
        """The least m for which the recurrence holds."""
        return len(self.initial)

    def first(self, count: int) -> list[Any]:
        """The first `count` terms, from a(0) on, by the recurrence."""
        count = require_integer("count", count, 0)
        found = list(self.initial[:count])
        while len(found) < count:
            terms = [c * found[-1 - i] for i, c in enumerate(self.coefficients)]
            found.append(reduce(add, terms) if terms else 0 * found[0])  # order 0: all later terms are 0
        return found

    def __str__(self) -> str:
        return self.text(terminal_width())

    def text(self, width: int) -> str:
        """The recurrence and its proof, wrapped to `width`."""
        lines = []
        for paragraph in self._paragraphs():
            lines += textwrap.wrap(
                paragraph, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
            )
        return "\n".join(lines)

    @abstractmethod
    def _paragraphs(self) -> list[str]: ...

    @abstractmethod
    def latex(self) -> str:
        """The recurrence in LaTeX, without dollar signs."""

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def _json(self, written: Callable[[Any], Any]) -> dict[str, Any]:
        """The fields that all recurrences have."""
        return {
            **self.family.to_json(),
            "order": self.order,
            "coefficients": [written(c) for c in self.coefficients],
            "start": self.start,
            "initial": [written(term) for term in self.initial],
            "proved": True,
            "states": self.states,
        }


@dataclass(frozen=True, slots=True)
class Recurrence(LinearRecurrence):
    """a(m) = sum of coefficients[i] * a(m - 1 - i) for m >= start, and its rational generating function.

    `initial` are the terms a(0), ..., a(start - 1). The sum of a(m) t^m is numerator / denominator in lowest
    terms, given by their integer coefficients from t^0 on. `states` is the proved bound on the order, and
    `terms` the number of exact terms that were checked.
    """

    family: Family
    coefficients: tuple[Rational, ...]
    initial: tuple[Rational, ...]
    numerator: tuple[int, ...]
    denominator: tuple[int, ...]
    states: int
    terms: int

    def totals(self, count: int) -> list[Any]:
        """The first `count` terms, from a(0) on, by the recurrence."""
        return self.first(count)

    def _paragraphs(self) -> list[str]:
        fraction = f"({in_powers(self.numerator)}) / ({in_powers(self.denominator)})"
        return [
            f"a(m): {self.family}",
            f"{self.equation()} for m >= {self.start}",
            f"a(0), ..., a({self.start - 1}) = {', '.join(map(str, self.initial))}",
            f"sum of a(m) t^m = {fraction}",
            f"order {self.order}, the least possible; proved: {self.states} states bound the order, "
            f"and the fraction gives {self.terms} exact terms",
        ]

    def equation(self) -> str:
        """The recurrence as text.

        >>> recurrence(3, "right-end").equation()
        'a(m) = 4a(m-1) + 4a(m-2) - 4a(m-3) - a(m-4)'
        """
        terms = ((c, f"a(m-{i})") for i, c in enumerate(self.coefficients, 1) if c)
        return f"a(m) = {format_sum(terms, ' ' * any(c.denominator > 1 for c in self.coefficients))}"

    def table(self, count: int = 20) -> Table:
        """The first `count` terms."""
        return Table(("m", "a(m)"), tuple(enumerate(self.totals(count))))

    def to_json(self) -> dict[str, Any]:
        """All fields; integers are decimal strings."""
        parts = {"numerator": self.numerator, "denominator": self.denominator}
        function = {name: [str(c) for c in poly] for name, poly in parts.items()}
        return self._json(str) | {"terms": self.terms, "generating_function": function}

    def latex(self) -> str:
        r"""The generating function in LaTeX, without dollar signs; a long one as P(t) / Q(t), in lines."""
        above, below = (in_powers(p, "^{{{}}}") for p in (self.numerator, self.denominator))
        if max(len(above), len(below)) <= PAGE_WIDTH:
            return rf"\frac{{{above}}}{{{below}}}"
        named = (f"P(t) = {above},", f"Q(t) = {below}")
        return wrap_latex(r"\frac{P(t)}{Q(t)}, \quad\text{where}", *named, width=PAGE_WIDTH)

    def expression(self) -> str:
        """The generating function as an expression that SymPy reads."""
        above, below = (in_powers(p, "**{}", "*") for p in (self.numerator, self.denominator))
        return f"({above})/({below})"

    def pari(self) -> str:
        """A program for PARI: a coefficient of the generating function.

        >>> recurrence(1).pari()
        'a(n) = polcoef((1)/(1 - t - t^2) + O(t^(n+1)), n)'
        """
        return f"a(n) = polcoef({self.expression().replace('**', '^')} + O(t^(n+1)), n)"

    def mathematica(self) -> str:
        """A program for Mathematica: the recurrence, or a coefficient if it starts later than its order."""
        if self.start > self.order:
            return f"a[n_] := SeriesCoefficient[{self.expression().replace('**', '^')}, {{t, 0, n}}]"
        lists = (", ".join(map(str, p)) for p in (self.coefficients, self.initial))
        return "a[n_] := LinearRecurrence[{{{}}}, {{{}}}, {{n + 1}}][[1]]".format(*lists)


def in_powers(coefficients: Sequence[int], power: str = "^{}", times: str = "") -> str:
    """A polynomial in t, ascending."""
    return format_sum(((c, format_power("t", i, power)) for i, c in enumerate(coefficients) if c), times)


def recurrence(
    cols: int,
    kind: KindLike = "general",
    *,
    stuck: StuckLike | None = None,
    wrap: bool | str = False,
    x: Any = None,
    y: Any = None,
    game: GameLike = DEFAULT_GAME,
    **options: Unpack[Options],
) -> Recurrence:
    """The minimal recurrence of the number of positions of m x `cols` boards over m, proved.

    With `wrap` ("cols", or True) the boards are cylinders; `stuck` names the players instead of a `kind`.
    Weights `x` and `y`, integers or fractions, count every position with the product of its dominoes' weights
    (at -1 the terms are minus the reduced Euler characteristics of the complexes of positions); the kind
    "perfect" leaves no cell empty. Right ends of m x 3 boards obey the recurrence that [HM21, Section 5]
    found by inspection:

    >>> recurrence(3, "right-end").coefficients
    (4, 4, -4, -1)
    >>> recurrence(1, x="1/2").equation()
    'a(m) = a(m-1) + 1/2 a(m-2)'
    """
    family = Family.of(cols, kind, wrap, stuck, x, y, game)
    for weight in family.weights:
        if not weight.is_real or not weight.exact:
            raise InputError(f"a recurrence needs integers or fractions as weights, not {weight}")
    with running(options) as settings:
        return _recurrence(family, settings)


def _recurrence(family: Family, settings: Settings) -> Recurrence:
    strip = family.strip(MOST_STATES)
    states = int((strip.mirrored() >= np.arange(len(strip))).sum())
    variables = None if family.is_plain else [_whole(weight.real) for weight in family.weights]
    scale = lcm(*(weight.real.denominator for weight in family.weights)) ** family.cols
    known = states + len(strip.short)
    entries = sum(len(step.source) for step in strip.steps)
    each = SECONDS_PER_ENTRY + SECONDS_PER_BIT * strip.cells * known  # later terms have more digits
    seconds = 2 * known * entries * each + known**3 * SECONDS_PER_PRODUCT
    settings.expect(CostEstimate(f"{2 * known:,} terms of {states:,} states", seconds=seconds))
    terms = []
    for done, total in zip(range(2 * known), strip.terms(1, variables), strict=False):
        settings.report(done, 2 * known)
        terms.append(total)
    above, below = rational_function([int(total * scale**m) for m, total in enumerate(terms)])
    start = max(len(below) - 1, len(above))
    if start > known:
        raise ComputationError(f"the recurrence starts at {start}, beyond the {known} that are possible")
    numerator, denominator = ([Fraction(c, scale**i) for i, c in enumerate(poly)] for poly in (above, below))
    common = lcm(*(c.denominator for c in (*numerator, *denominator)))
    return Recurrence(
        family,
        tuple(_whole(-c) for c in denominator[1:]),
        tuple(map(_whole, terms[:start])),
        tuple(int(c * common) for c in numerator),
        tuple(int(c * common) for c in denominator),
        states,
        len(terms),
    )


def _whole(number: Rational) -> Rational:
    """The number, as an `int` if it is an integer."""
    return int(number) if number.denominator == 1 else number


def rational_function(terms: Sequence[int]) -> tuple[list[int], list[int]]:
    """Coprime integer polynomials P and Q with Q(0) = 1 such that P / Q equals the sum of terms[m] t^m up to
    the last term; deg Q and deg P + 1 are at most half the number of terms.

    The fraction modulo a prime is lifted to the integers, with larger and larger primes, until the identity
    holds or the prime exceeds twice every determinant in Cramer's rule. In the latter case there is no such
    fraction.

    >>> rational_function([1, 1, 2, 3, 5, 8])
    ([1], [1, -1, -1])
    """
    series = flint.fmpz_poly(list(terms))
    size = len(terms) // 2 + 1
    enough = 1 + size * (max(abs(term) for term in terms) * size).bit_length()
    for bits in MERSENNE_EXPONENTS:
        lifted = [_lift(poly, 2**bits - 1) for poly in pade(terms, 2**bits - 1)]
        numerator, denominator = map(flint.fmpz_poly, lifted)
        if lifted[1][0] == 1 and series.mul_low(denominator, len(terms)) == numerator:
            return lifted[0], lifted[1]
        if bits > enough:
            break
    raise ComputationError("no recurrence with integer coefficients fits the terms")


def pade(terms: Sequence[int], prime: int) -> tuple[Any, Any]:
    """The fraction of `rational_function` modulo a prime, by the half-extended Euclidean algorithm."""
    ring = flint.fmpz_mod_poly_ctx(flint.fmpz_mod_ctx(prime))
    half = len(terms) // 2
    above, below = ring([0] * len(terms) + [1]), ring(list(terms))
    before, after = ring([0]), ring([1])
    while below.degree() >= half:
        check_cancelled()
        quotient, rest = divmod(above, below)
        above, below = below, rest
        before, after = after, before - quotient * after
    unit = after[0]
    if unit == 0:
        raise ComputationError(f"modulo {prime} the terms have no generating function with Q(0) = 1")
    return below * unit.inverse(), after * unit.inverse()


def _lift(poly: Any, prime: int) -> list[int]:
    """The coefficients as integers in (-prime / 2, prime / 2)."""
    return [c if 2 * c < prime else c - prime for c in map(int, poly.coeffs())]


@dataclass(frozen=True, slots=True)
class PolynomialRecurrence(LinearRecurrence):
    """D_m = sum of coefficients[i] * D_(m - 1 - i) for m >= `start`, where all are polynomials in x and y."""

    family: Family
    coefficients: tuple[Polynomial, ...]
    initial: tuple[Polynomial, ...]
    states: int

    def polynomials(self, count: int) -> list[Polynomial]:
        """The first `count` polynomials, from the board without rows on."""
        return self.first(count)

    def _paragraphs(self) -> list[str]:
        return [
            f"D_m: generating polynomial, {self.family}",
            f"D_m = c_1 D_(m-1) + ... + c_{self.order} D_(m-{self.order}) for m >= {self.start}, where",
            *(f"c_{i} = {c}" for i, c in enumerate(self.coefficients, 1)),
            *(f"D_{m} = {d}" for m, d in enumerate(self.initial)),
            f"order {self.order}, the least possible; "
            f"proved: det(1 - t T) with {self.states} states, in lowest terms",
        ]

    def latex(self) -> str:
        """The recurrence, its coefficients and the first polynomials in LaTeX, without dollar signs."""
        terms = " + ".join(f"c_{{{i}}} D_{{m-{i}}}" for i in range(1, self.order + 1))
        named = [f"c_{{{i}}} = {c.latex()}" for i, c in enumerate(self.coefficients, 1)]
        named += [f"D_{{{m}}} = {d.latex()}" for m, d in enumerate(self.initial)]
        head = rf"D_{{m}} = {terms} \quad\text{{for }} m \ge {self.start}, \text{{ where}}"
        return wrap_latex(head, *(f"{each}," for each in named[:-1]), named[-1], width=PAGE_WIDTH)

    def table(self, count: int = 10) -> Table:
        """The first `count` polynomials."""
        return Table(("m", "D_m"), tuple(enumerate(self.polynomials(count))))

    def to_json(self) -> dict[str, Any]:
        """All fields; polynomials are lists of [a, b, "count"]."""
        return self._json(lambda polynomial: polynomial.to_json())


def polynomial_recurrence(
    cols: int,
    kind: KindLike = "general",
    *,
    stuck: StuckLike | None = None,
    wrap: bool | str = False,
    game: GameLike = DEFAULT_GAME,
    **options: Unpack[Options],
) -> PolynomialRecurrence:
    """The shortest recurrence of the generating polynomials of m x `cols` boards over m, proved.

    The parameters are those of `recurrence`.

    >>> [str(c) for c in polynomial_recurrence(1).coefficients]
    ['1', 'x']
    """
    family = Family.of(cols, kind, wrap, stuck, game=game)
    with running(options) as settings:
        return _polynomial_recurrence(family, settings)


def _polynomial_recurrence(family: Family, settings: Settings) -> PolynomialRecurrence:
    strip = family.strip(MOST_STATES_OF_POLYNOMIALS)
    ring = flint.fmpz_mpoly_ctx.get(("t", *VARIABLES[: len(family.weights)]), "lex")
    t, *variables = ring.gens()
    one, zero = ring.constant(1), ring.constant(0)
    matrix = lumped(strip, variables, one, zero)
    size = len(matrix)
    settings.expect(
        CostEstimate(f"a matrix of {size:,} states", seconds=size**4 * SECONDS_PER_POLYNOMIAL_PRODUCT)
    )
    denominator = one
    for degree, coefficient in enumerate(characteristic(matrix, one, zero, settings.report), 1):
        denominator += coefficient * t**degree
    known = size + len(strip.short)
    terms = list(islice(strip.terms(one, variables), known))
    series = sum((term * t**m for m, term in enumerate(terms)), zero)
    product = (denominator * series).to_dict()
    numerator = ring.from_dict({powers: c for powers, c in product.items() if powers[0] < known})
    common = numerator.gcd(denominator)
    above, below = by_degree(numerator // common), by_degree(denominator // common)
    sign = below[0][(0,) * len(variables)]  # 1 or -1: Q(0) = 1
    start, nothing = max(len(below) - 1, len(above)), Polynomial.of({}, len(variables))
    return PolynomialRecurrence(
        family,
        tuple(Polynomial.of({m: -sign * c for m, c in part}, part.dimension) for part in below[1:]),
        tuple((by_degree(term) or [nothing])[0] for term in terms[:start]),
        size,
    )


def lumped(strip: Strip, variables: Sequence[Any], one: Any, zero: Any) -> list[list[Any]]:
    """The matrix T on mirror-symmetric vectors: a row and a column for each pair of mirror images."""
    image = strip.mirrored()
    chosen = [state for state in range(len(strip)) if state <= image[state]]
    columns = []
    for state in chosen:
        unit = [one if state in (other, image[other]) else zero for other in range(len(strip))]
        column = strip.carry(objects(unit), variables)
        columns.append([column[row] for row in chosen])
    return [list(row) for row in zip(*columns, strict=True)]


def characteristic(matrix: list[list[Any]], one: Any, zero: Any, report: Report = silent) -> list[Any]:
    """The coefficients of t, t^2, ... in det(1 - t T) [Faddeev, LeVerrier]; the divisions are exact."""
    size = len(matrix)
    power = [[one if i == j else zero for j in range(size)] for i in range(size)]
    found = []
    for k in range(1, size + 1):
        report(k, size)
        columns = list(zip(*power, strict=True))
        power = [
            [
                sum((a * b for a, b in zip(row, column, strict=True) if a != 0), zero)
                for column in cancellable(columns)
            ]
            for row in matrix
        ]
        trace = sum((power[i][i] for i in range(size)), zero)
        coefficient = -(trace // k)
        found.append(coefficient)
        for i in range(size):
            power[i][i] += coefficient
    return found


def by_degree(poly: Any) -> list[Polynomial]:
    """The coefficients of t^0, t^1, ... of a polynomial in t, x, y."""
    parts: list[dict[tuple[int, ...], int]] = []
    for (degree, *rest), coefficient in poly.to_dict().items():
        parts += [{} for _ in range(int(degree) + 1 - len(parts))]
        parts[int(degree)][tuple(map(int, rest))] = int(coefficient)
    return [Polynomial.of(part, poly.context().nvars() - 1) for part in parts]
