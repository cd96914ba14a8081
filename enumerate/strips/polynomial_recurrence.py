"""Recurrences of the generating polynomials of a strip themselves, with coefficients in Z[x, y].

With T the row matrix over Z[x, y], on states up to mirroring, Cayley and Hamilton give

    sum of D_m(x, y) t^m  =  P / Q,    Q = det(1 - t T),   P = Q times the sum, cut off at t^N:

a theorem for every strip, with N + k for N where the last k rows are swept apart (`strip.py`). Dividing P and
Q by their greatest common divisor makes it the shortest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Unpack

import flint

from ..compiler.sparse import objects
from ..model.game import DEFAULT_GAME, GameLike
from ..model.polynomial import VARIABLES, Polynomial
from ..rules.kinds import KindLike, StuckLike
from ..support.memory import CostEstimate
from ..support.result import PAGE_WIDTH, Table, broken_latex
from ..support.run import Options, Report, Settings, cancellable, running, silent
from .family import Family
from .recurrence import LinearRecurrence, in_lines
from .strip import Strip

MOST_STATES = 40
PER_PRODUCT = 2e-6  # seconds for a product of two polynomials, measured


@dataclass(frozen=True, slots=True)
class PolynomialRecurrence(LinearRecurrence):
    """D_m = sum of coefficients[i] * D_(m - 1 - i) for m >= `start`, polynomials in x and y."""

    family: Family
    coefficients: tuple[Polynomial, ...]
    initial: tuple[Polynomial, ...]
    states: int

    def polynomials(self, count: int) -> list[Polynomial]:
        """The first `count` polynomials, from the board without rows on."""
        return self.first(count)

    def __str__(self) -> str:
        return self.text()

    def text(self, width: int = 80) -> str:
        """The coefficients, one a line, and the first polynomials, wrapped to `width`."""
        return in_lines(
            [
                f"D_m: generating polynomial, {self.family}",
                f"D_m = c_1 D_(m-1) + ... + c_{self.order} D_(m-{self.order}) for m >= {self.start}, where",
                *(f"c_{i} = {c}" for i, c in enumerate(self.coefficients, 1)),
                *(f"D_{m} = {d}" for m, d in enumerate(self.initial)),
                f"order {self.order}, the least possible; "
                f"proved: det(1 - t T) with {self.states} states, in lowest terms",
            ],
            width,
        )

    def latex(self) -> str:
        r"""The recurrence, its coefficients and the first polynomials in LaTeX, without dollar signs.

        >>> print(polynomial_recurrence(1).latex())
        \begin{aligned}
         & D_{m} = c_{1} D_{m-1} + c_{2} D_{m-2} \quad\text{for } m \ge 2, \text{ where} \\
         & c_{1} = 1, \\
         & c_{2} = x, \\
         & D_{0} = 1, \\
         & D_{1} = 1
        \end{aligned}
        """
        terms = " + ".join(f"c_{{{i}}} D_{{m-{i}}}" for i in range(1, self.order + 1))
        named = [f"c_{{{i}}} = {c.latex()}" for i, c in enumerate(self.coefficients, 1)]
        named += [f"D_{{{m}}} = {d.latex()}" for m, d in enumerate(self.initial)]
        head = rf"D_{{m}} = {terms} \quad\text{{for }} m \ge {self.start}, \text{{ where}}"
        return broken_latex(head, *(f"{each}," for each in named[:-1]), named[-1], width=PAGE_WIDTH)

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def table(self, count: int = 10) -> Table:
        """The first `count` polynomials."""
        return Table(("m", "D_m"), tuple(enumerate(self.polynomials(count))))

    def to_json(self) -> dict[str, Any]:
        """All that is known of it; polynomials are lists of [a, b, "count"]."""
        return {
            **self.family.to_json(),
            "order": self.order,
            "coefficients": [c.to_json() for c in self.coefficients],
            "start": self.start,
            "initial": [d.to_json() for d in self.initial],
            "proved": True,
            "states": self.states,
        }


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

    >>> [str(c) for c in polynomial_recurrence(1).coefficients]
    ['1', 'x']
    """
    family = Family.of(cols, kind, wrap, stuck, game=game)
    with running(options) as settings:
        return _polynomial_recurrence(family, settings)


def _polynomial_recurrence(family: Family, settings: Settings) -> PolynomialRecurrence:
    strip = family.strip(MOST_STATES)
    ring = flint.fmpz_mpoly_ctx.get(("t", *VARIABLES[: len(family.weights)]), "lex")
    t, *variables = ring.gens()
    one, zero = ring.constant(1), ring.constant(0)
    matrix = lumped(strip, variables, one, zero)
    size = len(matrix)
    settings.expect(CostEstimate(f"a matrix of {size:,} states", seconds=size**4 * PER_PRODUCT))
    denominator = one
    for degree, coefficient in enumerate(characteristic(matrix, one, zero, settings.report), 1):
        denominator += coefficient * t**degree
    known = size + len(strip.short)
    terms = list(islice(strip.terms(one, variables), known))
    series = sum((term * t**m for m, term in enumerate(terms)), zero)
    numerator = cut(denominator * series, known)
    common = numerator.gcd(denominator)
    above, below = by_degree(numerator // common), by_degree(denominator // common)
    sign = below[0][(0,) * len(variables)]  # 1 or -1: Q(0) = 1
    start = max(len(below) - 1, len(above))
    return PolynomialRecurrence(
        family,
        tuple(Polynomial.of({m: -sign * c for m, c in part}, part.dimension) for part in below[1:]),
        tuple(_without_t(term) for term in terms[:start]),
        size,
    )


def lumped(strip: Strip, variables: Sequence[Any], one: Any, zero: Any) -> list[list[Any]]:
    """The matrix T on vectors that are equal on mirror images, one row and column for each such pair."""
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
        power = [[dot(row, column, zero) for column in cancellable(columns)] for row in matrix]
        trace = sum((power[i][i] for i in range(size)), zero)
        coefficient = -(trace // k)
        found.append(coefficient)
        for i in range(size):
            power[i][i] += coefficient
    return found


def dot(row: Sequence[Any], column: Sequence[Any], zero: Any) -> Any:
    """The sum of the products."""
    return sum((a * b for a, b in zip(row, column, strict=True) if a != 0), zero)


def by_degree(poly: Any) -> list[Polynomial]:
    """The coefficients of t^0, t^1, ... of a polynomial in t, x, y."""
    parts: list[dict[tuple[int, ...], int]] = []
    for (degree, *rest), coefficient in poly.to_dict().items():
        parts += [{} for _ in range(int(degree) + 1 - len(parts))]
        parts[int(degree)][tuple(map(int, rest))] = int(coefficient)
    return [Polynomial.of(part, poly.context().nvars() - 1) for part in parts]


def _without_t(poly: Any) -> Polynomial:
    """A polynomial of the ring in which t does not occur, as a polynomial in x, y."""
    parts = by_degree(poly)
    return parts[0] if parts else Polynomial.of({}, poly.context().nvars() - 1)


def cut(poly: Any, size: int) -> Any:
    """The terms with fewer than `size` factors t."""
    return poly.context().from_dict({m: c for m, c in poly.to_dict().items() if m[0] < size})
