"""Polynomials: positions counted by the pieces of each player, or by one statistic.

A `Polynomial` has a variable for each player and integer coefficients; a `Marginal` has one variable. Both
are immutable results.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from heapq import heapify, heappop, heappush
from math import prod
from operator import index
from typing import TYPE_CHECKING, Any, TypeVar

from ..support.errors import InputError, plural, require_integer, unknown
from ..support.result import (
    Result,
    Table,
    digits,
    format_polynomial,
    frozen,
    plain,
    shortened,
    wrap_latex,
)
from ..support.run import cancellable
from .board import Player, PlayerLike
from .lattice import items, order_of_axes

if TYPE_CHECKING:
    from fractions import Fraction

    import numpy as np

Factor = TypeVar("Factor")


def small_first(
    factors: Iterable[Factor], size: Callable[[Factor], int], times: Callable[[Factor, Factor], Factor]
) -> Factor:
    """The product of one or more factors; the two smallest are multiplied first, so that few products are
    long."""
    waiting = [(size(factor), number, factor) for number, factor in enumerate(factors)]
    heapify(waiting)
    for number in cancellable(range(len(waiting), 2 * len(waiting) - 1)):
        product = times(heappop(waiting)[-1], heappop(waiting)[-1])
        heappush(waiting, (size(product), number, product))
    return waiting[0][-1]


Monomial = tuple[int, ...]


def as_monomial(exponents: Any, dimension: int) -> Monomial:
    """The exponents of a monomial as plain integers."""
    try:
        monomial = tuple(map(index, exponents))
    except TypeError:
        monomial = ()
    if len(monomial) != dimension or min(monomial) < 0:
        raise InputError(f"{exponents!r} is not a tuple of {dimension} exponents")
    return monomial


def without_overflow(value: Any) -> Any:
    """NumPy integers of fixed width, alone or in an array, as Python integers; other values unchanged."""
    kind = getattr(getattr(value, "dtype", None), "kind", None)
    return value.astype(object) if kind in ("i", "u", "b") else value


TWO_PLAYERS = (Player.LEFT, Player.RIGHT)


# the players who may have moved last; at an end, the player who is not stuck [KS20, Section 3]
LAST_MOVERS: Mapping[str, tuple[Player, ...]] = {
    "general": TWO_PLAYERS,
    "maximal": TWO_PLAYERS,
    "right-end": (Player.LEFT,),
    "left-end": (Player.RIGHT,),
}


def play_differences(kind: str, turn: PlayerLike | None = None) -> tuple[int, ...]:
    """The differences a - b that alternating play can leave, by kind, if `turn` is to move now.

    The difference is 0 if the last mover is not the player who starts, else 1 for Left and -1 for Right.
    Without a turn both players may start: |a - b| <= 1, for Right ends 0 or 1, for Left ends -1 or 0
    [HM21, Section 2.1].
    """
    if kind not in LAST_MOVERS:
        raise unknown("kind", str(kind), LAST_MOVERS)
    starters = TWO_PLAYERS if turn is None else (Player.of(turn, among=TWO_PLAYERS),)
    lead = {Player.LEFT: 1, Player.RIGHT: -1}
    return tuple(
        sorted({lead[last] if last is first else 0 for first in starters for last in LAST_MOVERS[kind]})
    )


PLAY_DIFFERENCES: Mapping[str, tuple[int, ...]] = {kind: play_differences(kind) for kind in LAST_MOVERS}


VARIABLES = ("x", "y", "z")
MOST_SHOWN = 300  # terms that a notebook typesets


class _Sum:
    """A sum of terms in some variables: its length, its total and its texts."""

    __slots__ = ()
    terms: tuple[tuple[Any, int], ...]

    def _descending(self) -> tuple[tuple[str, ...], list[tuple[Monomial, int]]]:
        """The variables, and the terms in the order of the papers."""
        raise NotImplementedError

    def __iter__(self) -> Iterator[tuple[Any, int]]:
        return iter(self.terms)

    def __len__(self) -> int:
        return len(self.terms)

    @property
    def total(self) -> int:
        """The number of positions: the sum of the coefficients."""
        return sum(number for _, number in self.terms)

    def __str__(self) -> str:
        return self._formatted()

    def _formatted(self, power: str = "^{}", times: str = "") -> str:
        variables, terms = self._descending()
        return format_polynomial(terms, variables, power, times)

    def latex(self, width: int | None = None) -> str:
        """LaTeX, without dollar signs; with a `width`, broken into `aligned` lines of about `width`
        characters."""
        expression = self._formatted("^{{{}}}")
        return expression if width is None else wrap_latex(expression, width=width)

    def expression(self) -> str:
        """Text that SymPy, Sage and PARI-like systems read."""
        exponents = (exponent for monomial, _ in self._descending()[1] for exponent in monomial)
        return self._formatted("**({})" if min(exponents, default=0) < 0 else "**{}", "*")


@dataclass(frozen=True, slots=True, repr=False)
class Polynomial(_Sum):
    """The sum of `terms`: pairs of exponents (a, b, ...) and a coefficient, in ascending order.

    >>> p = Polynomial.of({(1, 0): 1, (0, 1): 1, (0, 0): 1})
    >>> print(p * p)
    x^2 + 2xy + 2x + y^2 + 2y + 1
    >>> (p * p).total
    9
    """

    __array_ufunc__ = None  # NumPy integers defer to this class instead of iterating over the terms

    dimension: int
    terms: tuple[tuple[Monomial, int], ...]
    provenance: Mapping[str, object] = field(default_factory=dict, compare=False, hash=False)

    def __post_init__(self) -> None:
        try:
            if any(type(number) is not int for monomial, c in self.terms for number in (*monomial, c)):
                terms = tuple((tuple(map(index, monomial)), index(c)) for monomial, c in self.terms)
                object.__setattr__(self, "terms", terms)
        except (TypeError, ValueError):
            wanted = "terms are pairs of exponents and an integer, as in (((2, 1), 3),)"
            raise InputError(f"{wanted}, not {self.terms!r}") from None
        object.__setattr__(self, "dimension", require_integer("dimension", self.dimension))
        object.__setattr__(self, "provenance", frozen(self.provenance))

    def __reduce__(self) -> tuple[Any, ...]:  # a read-only mapping cannot be pickled
        return Polynomial.of, (self.coefficients(), self.dimension, plain(self.provenance))

    @classmethod
    def of(
        cls,
        coefficients: Mapping[Monomial, int],
        dimension: int = 2,
        provenance: Mapping[str, object] | None = None,
    ) -> "Polynomial":
        """The polynomial with these coefficients; zeros are dropped."""
        wanted = "coefficients are given by exponents, as in {(2, 1): 3}"
        if not isinstance(coefficients, Mapping):
            raise InputError(f"{wanted}, not {coefficients!r}")
        if dimension not in range(1, len(VARIABLES) + 1):
            raise InputError(f"`dimension` must be 1, 2 or 3, not {dimension!r}")
        try:
            terms = sorted((as_monomial(m, dimension), index(c)) for m, c in coefficients.items())
        except TypeError:
            wrong = next(c for c in coefficients.values() if not hasattr(c, "__index__"))
            raise InputError(f"coefficients must be integers, not {wrong!r}") from None
        return cls(index(dimension), tuple((m, c) for m, c in terms if c), provenance or {})

    @classmethod
    def one(cls, dimension: int = 2) -> "Polynomial":
        """The polynomial of the board without cells."""
        return cls.of({(0,) * dimension: 1}, dimension)

    # -- reading ---------------------------------------------------------------------------------

    def __getitem__(self, monomial: Monomial) -> int:
        """The number of positions with these numbers of dominoes."""
        from bisect import bisect_left

        exponents = as_monomial(monomial, self.dimension)
        place = bisect_left(self.terms, (exponents,))
        return next((count for term, count in self.terms[place : place + 1] if term == exponents), 0)

    def __contains__(self, monomial: object) -> bool:
        """Whether a monomial occurs, that is, its coefficient is not 0."""
        try:
            return self[monomial] != 0  # type: ignore[index]
        except InputError:
            return False

    def coefficients(self) -> dict[Monomial, int]:
        """The coefficients by exponents."""
        return dict(self.terms)

    @property
    def variables(self) -> tuple[str, ...]:
        """x for Left, y for Right, z for Middle."""
        return VARIABLES[: self.dimension]

    @property
    def degree(self) -> int:
        """The greatest number of dominoes (-1 for the zero polynomial)."""
        return max((sum(m) for m, _ in self.terms), default=-1)

    def __call__(self, *values: Any) -> Any:
        """The value at a point: integers, fractions, anything that adds and multiplies."""
        if len(values) != self.dimension:
            raise InputError(f"a point has {self.dimension} coordinates, not {len(values)}")
        point = [without_overflow(value) for value in values]
        return sum(prod(map(pow, point, monomial), start=c) for monomial, c in self.terms)

    def by_size(self) -> list[int]:
        """The numbers of positions with 0, 1, 2, ... dominoes: the polynomial at x = y.

        Of all positions: the f-vector of the placement complex; of maximal ones: its facets [HM21, 1.1].
        """
        sizes = [0] * (self.degree + 1)
        for monomial, coefficient in self.terms:
            sizes[sum(monomial)] += coefficient
        return sizes

    def matching_polynomial(self, cells: int) -> list[int]:
        """Coefficients of t^0, t^1, ... in the matching polynomial of a graph with `cells` vertices.

        The sum of (-1)^k m_k t^(cells - 2k), where m_k is the number of matchings with k edges.
        """
        cells = require_integer("cells", cells, 0)
        if 2 * self.degree > cells:
            raise InputError(f"{cells} cells cannot hold {self.degree} dominoes")
        result = [0] * (cells + 1)
        for size, count in enumerate(self.by_size()):
            result[cells - 2 * size] = (-1) ** size * count
        return result

    # -- arithmetic ------------------------------------------------------------------------------

    def __add__(self, other: "Polynomial | int") -> "Polynomial":
        """The sum; an integer is a constant."""
        term = self._like(other)
        if term is None:
            return NotImplemented
        sums = self.coefficients()
        for monomial, coefficient in term.terms:
            sums[monomial] = sums.get(monomial, 0) + coefficient
        return Polynomial.of(sums, self.dimension)

    def __sub__(self, other: "Polynomial | int") -> "Polynomial":
        """The difference."""
        term = self._like(other)
        return NotImplemented if term is None else self + -term

    def __neg__(self) -> "Polynomial":
        return Polynomial.of({m: -c for m, c in self.terms}, self.dimension)

    def __mul__(self, other: "Polynomial | int") -> "Polynomial":
        """Boards side by side: generating polynomials multiply [HM21, Prop. 6]."""
        factor = self._like(other)
        if factor is None:
            return NotImplemented
        return Polynomial.from_flint(self.to_flint() * factor.to_flint())

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, other: int) -> "Polynomial":
        return -self + other

    def __pow__(self, times: int) -> "Polynomial":
        """Equal boards side by side."""
        number = require_integer("times", times, 0)
        return self if number == 1 else Polynomial.from_flint(self.to_flint() ** number)

    def _like(self, other: Any) -> "Polynomial | None":
        """The other operand, a constant if it is an integer; None if it is not a polynomial."""
        if isinstance(other, Polynomial):
            if self.dimension != other.dimension:
                raise InputError(
                    f"polynomials in {self.dimension} and {other.dimension} variables cannot be combined"
                )
            return other
        try:
            return Polynomial.of({(0,) * self.dimension: index(other)}, self.dimension)
        except TypeError:
            return None

    def swap(self, axes: tuple[int, ...] | None = None) -> "Polynomial":
        """The polynomial of the transposed board: variables in another order (reversed unless given)."""
        order = order_of_axes(axes, self.dimension)
        return Polynomial.of({tuple(m[a] for a in order): c for m, c in self.terms}, self.dimension)

    @property
    def is_symmetric(self) -> bool:
        """Whether swapping x and y changes nothing."""
        return self == self.swap()

    def restrict(self, differences: Iterable[int]) -> "Polynomial":
        """The terms x^a y^b with a - b among `differences`."""
        if self.dimension != 2:
            raise InputError("alternating play is defined for two players: the board must be flat")
        wanted = frozenset(require_integer("difference", each) for each in items("differences", differences))
        return Polynomial.of({m: c for m, c in self.terms if m[0] - m[1] in wanted})

    def play(self, kind: str = "general") -> "Polynomial":
        """The positions that alternating play can reach, for the polynomial of this kind [HM21, Section 2.1].

        |a - b| <= 1 for general and maximal; at an end the other player moved last [KS20, Section 3], so
        a - b is 0 or 1 for Right ends and -1 or 0 for Left ends.
        """
        return self.restrict(play_differences(kind))

    # -- text ------------------------------------------------------------------------------------

    def _descending(self) -> tuple[tuple[str, ...], list[tuple[Monomial, int]]]:
        return self.variables, list(reversed(self.terms))

    def __repr__(self) -> str:
        return f"Polynomial.of({shortened(self.coefficients())}, dimension={self.dimension})"

    def _repr_latex_(self) -> str | None:
        return f"${self.latex(100)}$" if len(self) <= MOST_SHOWN else None

    # -- to and from other systems ---------------------------------------------------------------

    def to_sympy(self) -> Any:
        """A `sympy.Poly` over the integers."""
        import sympy

        return sympy.Poly.from_dict(self.coefficients(), *sympy.symbols(self.variables), domain="ZZ")

    @classmethod
    def from_sympy(cls, poly: Any) -> "Polynomial":
        """From a `sympy.Poly` or expression in the variables x, y (and z) with integer coefficients."""
        import sympy

        if not isinstance(poly, sympy.Poly | sympy.Expr | int):
            raise InputError(f"expected a polynomial or expression of SymPy, got {poly!r}")
        given: tuple[Any, ...] = getattr(poly, "gens", ())
        expression = sympy.Integer(poly) if isinstance(poly, int) else poly.as_expr()
        names = {str(symbol) for symbol in (*given, *expression.free_symbols)}
        if not names <= set(VARIABLES):
            wrong = ", ".join(sorted(names))
            raise InputError(f"the variables must be among {', '.join(VARIABLES)}, not {wrong}")
        dimension = len(given) or (3 if "z" in names else 2)
        try:
            terms = sympy.Poly(expression, *sympy.symbols(VARIABLES[:dimension])).as_dict()
        except sympy.PolynomialError:
            raise InputError(f"'{expression}' is not a polynomial") from None
        return cls.of(terms, dimension)

    def to_flint(self) -> Any:
        """A `flint.fmpz_mpoly`."""
        import flint

        context = flint.fmpz_mpoly_ctx.get(self.variables, "lex")
        return context.from_dict(self.coefficients())

    @classmethod
    def from_flint(cls, poly: Any) -> "Polynomial":
        """From a `flint.fmpz_mpoly`."""
        import flint

        if not isinstance(poly, flint.fmpz_mpoly):
            raise InputError(f"expected a polynomial of python-flint (fmpz_mpoly), got {poly!r}")
        return cls.of(poly.to_dict(), poly.context().nvars())

    def to_numpy(self) -> "np.ndarray[Any, Any]":
        """The coefficients as an array of Python integers, indexed by the exponents."""
        import numpy as np

        shape = [max((m[i] for m, _ in self.terms), default=0) + 1 for i in range(self.dimension)]
        array = np.zeros(shape, dtype=object)
        for monomial, coefficient in self.terms:
            array[monomial] = coefficient
        return array

    @classmethod
    def from_numpy(cls, array: "np.ndarray[Any, Any]") -> "Polynomial":
        """From an array of integers, indexed by the exponents."""
        import numpy as np

        given = np.asarray(array, dtype=object)
        places = map(tuple, np.argwhere(given != 0).tolist())
        return cls.of({place: given[place] for place in places}, given.ndim)

    def table(self) -> Table:
        """A row for each term, ascending: its exponents and its coefficient."""
        return Table((*self.variables, "count"), tuple((*m, c) for m, c in self.terms))

    def to_json(self) -> list[list[Any]]:
        """`[a, b, "count"]` for each term, ascending."""
        return [[*monomial, digits(coefficient)] for monomial, coefficient in self.terms]

    @classmethod
    def from_json(cls, terms: Iterable[Iterable[Any]], dimension: int | None = None) -> "Polynomial":
        """The polynomial that `to_json` wrote; the number of variables is that of the terms unless given."""
        coefficients: dict[Monomial, int] = {}
        term: Any = terms
        try:
            for term in terms:
                *monomial, count = term
                coefficients[tuple(monomial)] = int(count)
        except (TypeError, ValueError):
            raise InputError(f"a term in JSON is written as in [1, 0, '2'], not {term!r}") from None
        return cls.of(coefficients, len(next(iter(coefficients), (0, 0))) if dimension is None else dimension)


class By(StrEnum):
    """A statistic of positions: the number of dominoes, of one player's dominoes, or Left's minus Right's."""

    SIZE = "size"
    LEFT = "left"
    RIGHT = "right"
    MIDDLE = "middle"
    DIFFERENCE = "difference"

    @classmethod
    def of(cls, word: str) -> "By":
        """The statistic with this name."""
        try:
            return cls(word)
        except ValueError:
            raise unknown("statistic", str(word), list(cls)) from None

    def grades(self, variables: int) -> tuple[int, ...]:
        """The contribution of a domino of each player."""
        if self is By.SIZE:
            return (1,) * variables
        if self is By.DIFFERENCE:
            if variables != 2:
                of = plural(variables, "variable")
                raise InputError(f"the difference is Left's pieces minus Right's: not with {of}")
            return (1, -1)
        place = int(Player.of(self.value))
        if place >= variables:
            raise InputError(f"{Player(place).title} has no pieces on this board")
        return tuple(int(variable == place) for variable in range(variables))


@dataclass(frozen=True, slots=True)
class Marginal(_Sum, Result):
    """The numbers of positions by a statistic: pairs of its value and a number, ascending, without zeros.

    >>> sizes = Marginal(By.SIZE, ((0, 1), (1, 4), (2, 2)))
    >>> print(sizes)
    2t^2 + 4t + 1
    >>> sizes[1], sizes.total, sizes.mean
    (4, 7, Fraction(8, 7))
    """

    by: By
    terms: tuple[tuple[int, int], ...]
    provenance: Mapping[str, object] = field(default_factory=dict, compare=False, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "provenance", frozen(self.provenance))

    def __getitem__(self, value: int) -> int:
        """The number of positions with this value of the statistic."""
        return dict(self.terms).get(value, 0)

    @property
    def mean(self) -> "Fraction":
        """The mean of the statistic over all positions."""
        return self._moment(1)

    @property
    def variance(self) -> "Fraction":
        """The variance of the statistic over all positions."""
        return self._moment(2) - self.mean**2

    def _moment(self, order: int) -> "Fraction":
        from fractions import Fraction

        if not self.terms:
            raise InputError("there are no positions to average over")
        return Fraction(sum(value**order * number for value, number in self.terms), self.total)

    def _descending(self) -> tuple[tuple[str, ...], list[tuple[Monomial, int]]]:
        return ("t",), [((value,), number) for value, number in reversed(self.terms)]

    def table(self) -> Table:
        """A row for each value that occurs."""
        return Table((self.by.value, "count"), self.terms)

    def to_json(self) -> list[list[Any]]:
        """`[k, "count"]` for each term, ascending."""
        return [[value, digits(number)] for value, number in self.terms]
