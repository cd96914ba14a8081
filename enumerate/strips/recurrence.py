"""Proved linear recurrences of the totals of a strip, and their rational generating functions.

With N states at a row border a(m) = f T^m e, so by Cayley and Hamilton the totals obey a linear recurrence of
order at most N. A state and its mirror image have equal entries in T^m e (the strip, its start and its ends
are their own mirror images), so N may be taken as the number of states up to mirroring.

* A candidate is a fraction P / Q with Q(0) = 1, found by Euclid's algorithm from 2 N terms modulo a prime. It
  is checked in exact integers: Q times the sum of a(m) t^m has the first 2 N coefficients of P.
  From m = s = max(deg Q, deg P + 1) on they are combinations of shifts of a, so they obey the recurrence of
  order N; there are at least N of them, all zero, hence they are zero for ever and P / Q is the whole sum.
* Where the last k rows are swept apart (`strip.py`) the order is still at most N, but the recurrence of that
  order holds from m = N + k on: the same is done with 2 (N + k) terms and s <= N + k.
* It is minimal: P and Q have no common factor modulo the prime, so none at all.
* If weights are fractions with the common denominator d: at most n pieces begin in a row of n cells, so d^n T
  has integer entries, and all of this is done with the integers d^(n m) a(m).
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import lcm
from operator import add
from typing import Any, Unpack

import flint
import numpy as np

from ..model.game import DEFAULT_GAME, GameLike
from ..rules.kinds import KindLike, StuckLike
from ..support.errors import ComputationError, InputError, require_integer
from ..support.memory import CostEstimate
from ..support.result import PAGE_WIDTH, Result, Table, broken_latex, written_power, written_sum
from ..support.run import Options, Settings, check_cancelled, running
from .family import Family

Rational = int | Fraction

MOST_STATES = 2500  # beyond, the exact terms take too long
PER_ENTRY, PER_BIT, PER_PRODUCT = 3e-8, 1e-11, 5e-9  # seconds: of sums, of their digits, of Euclid's steps
MERSENNE = (61, 127, 521, 1279, 2203, 4423, 9689, 19937)  # 2^k - 1 is a prime


class LinearRecurrence(Result):
    """A linear recurrence: the next term is a sum of `coefficients` times earlier ones, latest first."""

    __slots__ = ()
    coefficients: tuple[Any, ...]
    initial: tuple[Any, ...]

    @property
    def order(self) -> int:
        """The number of terms that the next one is made of."""
        return len(self.coefficients)

    @property
    def start(self) -> int:
        """From which m on the recurrence holds."""
        return len(self.initial)

    def first(self, count: int) -> list[Any]:
        """The first `count` terms, from a(0) on, by the recurrence."""
        count = require_integer("count", count, 0)
        found = list(self.initial[:count])
        while len(found) < count:
            terms = [c * found[-1 - i] for i, c in enumerate(self.coefficients)]
            found.append(reduce(add, terms) if terms else 0 * found[0])  # of order 0 all later terms are 0
        return found


@dataclass(frozen=True, slots=True)
class Recurrence(LinearRecurrence):
    """a(m) = sum of coefficients[i] * a(m - 1 - i) for m >= start, and its rational generating function.

    `initial` are the terms a(0), ..., a(start - 1); the sum of a(m) t^m is numerator / denominator, in lowest
    terms, integer coefficients from t^0 on. `states` is the proved bound N on the order and `terms` the
    number of exact terms that were checked.

    >>> recurrence(1).denominator
    (1, -1, -1)
    """

    family: Family
    coefficients: tuple[Rational, ...]
    initial: tuple[Rational, ...]
    numerator: tuple[int, ...]
    denominator: tuple[int, ...]
    states: int
    terms: int

    @property
    def cols(self) -> int:
        """The number of columns."""
        return self.family.cols

    def totals(self, count: int) -> list[Any]:
        """The first `count` terms, from a(0) on, by the recurrence."""
        return self.first(count)

    def __str__(self) -> str:
        return self.text()

    def text(self, width: int = 80) -> str:
        """The recurrence, its start, the generating function and the proof, wrapped to `width`."""
        fraction = f"({in_powers(self.numerator)}) / ({in_powers(self.denominator)})"
        return in_lines(
            [
                f"a(m): {self.family}",
                f"{self.equation()} for m >= {self.start}",
                f"a(0), ..., a({self.start - 1}) = {', '.join(map(str, self.initial))}",
                f"sum of a(m) t^m = {fraction}",
                f"order {self.order}, the least possible; proved: {self.states} states bound the order, "
                f"and the fraction gives {self.terms} exact terms",
            ],
            width,
        )

    def equation(self) -> str:
        """The recurrence as it is written.

        >>> recurrence(3, "right-end").equation()
        'a(m) = 4a(m-1) + 4a(m-2) - 4a(m-3) - a(m-4)'
        """
        terms = ((c, f"a(m-{i})") for i, c in enumerate(self.coefficients, 1) if c)
        return f"a(m) = {written_sum(terms, ' ' * any(c.denominator > 1 for c in self.coefficients))}"

    def table(self, count: int = 20) -> Table:
        """The first `count` terms."""
        return Table(("m", "a(m)"), tuple(enumerate(self.totals(count))))

    def to_json(self) -> dict[str, Any]:
        """All that is known of it; integers are decimal strings."""
        return {
            **self.family.to_json(),
            "order": self.order,
            "coefficients": [str(c) for c in self.coefficients],
            "start": self.start,
            "initial": [str(a) for a in self.initial],
            "proved": True,
            "states": self.states,
            "terms": self.terms,
            "generating_function": {
                "numerator": [str(c) for c in self.numerator],
                "denominator": [str(c) for c in self.denominator],
            },
        }

    def latex(self) -> str:
        r"""The generating function in LaTeX, without dollar signs; a long one as P(t) / Q(t), in lines.

        >>> print(recurrence(1).latex())
        \frac{1}{1 - t - t^{2}}
        """
        above, below = (in_powers(p, "^{{{}}}") for p in (self.numerator, self.denominator))
        if max(len(above), len(below)) <= PAGE_WIDTH:
            return rf"\frac{{{above}}}{{{below}}}"
        named = (f"P(t) = {above},", f"Q(t) = {below}")
        return broken_latex(r"\frac{P(t)}{Q(t)}, \quad\text{where}", *named, width=PAGE_WIDTH)

    def expression(self) -> str:
        """The generating function as an expression that SymPy reads.

        >>> recurrence(1).expression()
        '(1)/(1 - t - t**2)'
        """
        above, below = (in_powers(p, "**{}", "*") for p in (self.numerator, self.denominator))
        return f"({above})/({below})"

    def pari(self) -> str:
        """A program for PARI: a coefficient of the generating function.

        >>> recurrence(1).pari()
        'a(n) = polcoef((1)/(1 - t - t^2) + O(t^(n+1)), n)'
        """
        return f"a(n) = polcoef({self.expression().replace('**', '^')} + O(t^(n+1)), n)"

    def mathematica(self) -> str:
        """A program for Mathematica: the recurrence, or a coefficient where it begins later than its order.

        >>> recurrence(1).mathematica()
        'a[n_] := LinearRecurrence[{1, 1}, {1, 1}, {n + 1}][[1]]'
        """
        if self.start > self.order:
            return f"a[n_] := SeriesCoefficient[{self.expression().replace('**', '^')}, {{t, 0, n}}]"
        lists = (", ".join(map(str, p)) for p in (self.coefficients, self.initial))
        return "a[n_] := LinearRecurrence[{{{}}}, {{{}}}, {{n + 1}}][[1]]".format(*lists)

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"


def in_powers(coefficients: Sequence[int], power: str = "^{}", times: str = "") -> str:
    """A polynomial in t, ascending."""
    return written_sum(((c, written_power("t", i, power)) for i, c in enumerate(coefficients) if c), times)


def in_lines(paragraphs: Sequence[str], width: int) -> str:
    """Paragraphs in lines of at most `width` characters, where they can be broken."""
    lines = []
    for paragraph in paragraphs:
        lines += textwrap.wrap(
            paragraph, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
        )
    return "\n".join(lines)


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
    found by looking:

    >>> recurrence(3, "right-end").coefficients
    (4, 4, -4, -1)
    >>> recurrence(2, x=-1, y=-1).totals(8)
    [1, 0, -1, 2, -1, -2, 5, -4]
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
    each = PER_ENTRY + PER_BIT * strip.cells * known  # the terms have more and more digits
    seconds = 2 * known * entries * each + known**3 * PER_PRODUCT
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
    """The same number, an integer if it is one."""
    return int(number) if number.denominator == 1 else number


def rational_function(terms: Sequence[int]) -> tuple[list[int], list[int]]:
    """Polynomials P and Q with integer coefficients, without common factor, Q(0) = 1, and P / Q = the sum of
    terms[m] t^m up to the last term; deg Q and deg P + 1 are at most half the number of terms.

    The lift from a prime field to the integers is tried with larger primes until the identity holds, or until
    the prime exceeds twice every determinant that Cramer's rule could need: then there is no such fraction.

    >>> rational_function([1, 1, 2, 3, 5, 8])
    ([1], [1, -1, -1])
    """
    series = flint.fmpz_poly(list(terms))
    size = len(terms) // 2 + 1
    enough = 1 + size * (max(abs(term) for term in terms) * size).bit_length()
    for bits in MERSENNE:
        lifted = [_lift(poly, 2**bits - 1) for poly in pade(terms, 2**bits - 1)]
        numerator, denominator = map(flint.fmpz_poly, lifted)
        if lifted[1][0] == 1 and series.mul_low(denominator, len(terms)) == numerator:
            return lifted[0], lifted[1]
        if bits > enough:
            break
    raise ComputationError("no recurrence with integer coefficients fits the terms")


def pade(terms: Sequence[int], prime: int) -> tuple[Any, Any]:
    """The fraction of `rational_function` modulo a prime, by Euclid's algorithm.

    It runs on t^n and the series of n terms, and stops half way.
    """
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
    """Coefficients in (-prime / 2, prime / 2)."""
    residues = [int(c) for c in poly.coeffs()]
    return [c if 2 * c < prime else c - prime for c in residues]
