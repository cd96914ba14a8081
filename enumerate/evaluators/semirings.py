"""Ready-made semirings in which a program can be evaluated; users may define their own.

A commutative semiring is any object with `zero`, `one`, `add`, `mul` and `weight(placement)`. The weight of a
position is the product of the weights of its placements, and the value of a program is the sum over all
positions. If a kind of positions is a difference (`any-end`), the semiring also needs `neg`. If `add` and
`mul` are universal functions of NumPy, such as `np.add`, the sweep uses NumPy arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from heapq import merge, nsmallest
from itertools import islice, product
from math import inf
from operator import add, index, mul, neg
from typing import Any, Generic, TypeVar

from ..model.game import DEFAULT_GAME, GameLike
from ..model.position import BoardLike, board_and_game
from ..rules.problem import PlacedPiece, conflict_graph, placed_pieces
from ..support.errors import InputError, require_integer

__all__ = [
    "Semiring",
    "best",
    "check_semiring",
    "floats",
    "fractions",
    "generating",
    "integers",
    "logarithms",
    "max_plus",
    "min_plus",
    "modulo",
    "polynomials",
    "positions",
    "products",
    "symbols",
    "truth",
]

Value = TypeVar("Value")
Weigh = Any  # a value for every placement, a mapping from placements to values, or a function of a placement
REQUIRED_PARTS = "zero", "one", "add", "mul", "weight"
MAX_CHECKED_VALUES = 8  # for the laws
FLOAT_TOLERANCE = 1e-9  # relative


@dataclass(frozen=True)
class Semiring(Generic[Value]):
    """A commutative semiring and the weights of placements.

    `weight` is a function of a placement (`piece`, `cells`, `player`), or a mapping from placements to
    values, where placements that are left out have the weight one.

    >>> import enumerate as en
    >>> longest = Semiring(0, 1, max, lambda a, b: a * b, lambda placement: 2)
    >>> en.program("4x4").evaluate(longest)
    256
    """

    zero: Value
    one: Value
    add: Callable[[Value, Value], Value]
    mul: Callable[[Value, Value], Value]
    weight: Callable[[PlacedPiece], Value] | Mapping[Any, Value]
    neg: Callable[[Value], Value] | None = None


def weigher(weight: Weigh, convert: Callable[[Any], Value]) -> Any:
    """A function of placements, or a mapping from them, whose values are converted."""
    if isinstance(weight, Mapping):
        return {placement: convert(value) for placement, value in weight.items()}
    if callable(weight):
        return lambda placement: convert(weight(placement))
    value = convert(weight)
    return lambda _: value


def _plain(value: Any) -> Any:
    """The value, integers of NumPy as integers of Python: those would overflow."""
    return index(value) if hasattr(value, "__index__") else value


def integers(weight: Weigh = 1) -> Semiring[int]:
    """Integers of any size.

    >>> import enumerate as en
    >>> en.program("8x8").evaluate(en.semirings.integers()) == en.count("8x8")
    True
    """
    return Semiring(0, 1, add, mul, weigher(weight, int), neg)


def modulo(modulus: int, weight: Weigh = 1) -> Semiring[int]:
    """Integers from 0 to `modulus` - 1.

    >>> import enumerate as en
    >>> en.program("4x4").evaluate(en.semirings.modulo(1000))
    12
    """
    m = require_integer("modulus", modulus, 1)
    return Semiring(
        0,
        1 % m,
        lambda a, b: (a + b) % m,
        lambda a, b: a * b % m,
        weigher(weight, lambda value: int(value) % m),
        lambda a: -a % m,
    )


def fractions(weight: Weigh = 1) -> Semiring[Fraction]:
    """Exact fractions. Weights are fractions, integers or strings such as "3/2".

    >>> import enumerate as en
    >>> en.program("2x2").evaluate(en.semirings.fractions("1/2"))
    Fraction(7, 2)
    """
    return Semiring(
        Fraction(0), Fraction(1), add, mul, weigher(weight, lambda value: Fraction(_plain(value))), neg
    )


def floats(weight: Weigh = 1.0) -> Semiring[Any]:
    """Floating-point numbers with NumPy, without error bounds (`evaluate` gives proved bounds)."""
    import numpy as np

    return Semiring(0.0, 1.0, np.add, np.multiply, weigher(weight, float), np.negative)


def logarithms(weight: Weigh = 0.0) -> Semiring[Any]:
    """Logarithms of non-negative numbers with NumPy, which do not overflow. Weights are logarithms, too.

    >>> import enumerate as en
    >>> round(float(en.program("6x6").evaluate(en.semirings.logarithms())), 6)
    21.818247
    """
    import numpy as np

    return Semiring(-inf, 0.0, np.logaddexp, np.add, weigher(weight, float))


def min_plus(cost: Weigh = 1) -> Semiring[Any]:
    """The least total cost, infinite if there is no position: sums are minima, products are sums.

    >>> import enumerate as en
    >>> en.program("6x6", "maximal").evaluate(en.semirings.min_plus())
    12
    """
    return Semiring(inf, 0, min, add, weigher(cost, _plain))


def max_plus(cost: Weigh = 1) -> Semiring[Any]:
    """The greatest total cost: sums are maxima and products are sums."""
    return Semiring(-inf, 0, max, add, weigher(cost, _plain))


def best(k: int, cost: Weigh = 1) -> Semiring[tuple[Any, ...]]:
    """The k least total costs, ascending, with multiplicity.

    >>> import enumerate as en
    >>> en.program("4x4", "maximal").evaluate(en.semirings.best(3))
    (6, 6, 6)
    """
    size = require_integer("k", k, 1)
    return Semiring(
        (),
        (0,),
        lambda a, b: tuple(islice(merge(a, b), size)),
        lambda a, b: tuple(nsmallest(size, (one + two for one, two in product(a, b)))),
        weigher(cost, lambda value: (_plain(value),)),
    )


def truth(weight: Weigh = True) -> Semiring[bool]:
    """Whether some position has only allowed placements; the weight of a placement is True if it is allowed.

    >>> import enumerate as en
    >>> program = en.program("4x3", "perfect")
    >>> program.evaluate(en.semirings.truth(lambda placement: placement.player == en.Player.RIGHT))
    False
    """
    return Semiring(False, True, lambda a, b: a or b, lambda a, b: a and b, weigher(weight, bool))


def polynomials(weight: Weigh = (0, 1)) -> Semiring[Any]:
    """Polynomials in one variable, as `fmpz_poly` of python-flint. A weight is a list of coefficients or a
    polynomial; t is (0, 1).

    >>> import enumerate as en
    >>> en.program("2x2").evaluate(en.semirings.polynomials())
    2*x^2 + 4*x + 1
    """
    import flint

    def convert(value: Any) -> Any:
        return value if isinstance(value, flint.fmpz_poly) else flint.fmpz_poly(list(value))

    return Semiring(flint.fmpz_poly([]), flint.fmpz_poly([1]), add, mul, weigher(weight, convert), neg)


def symbols(weight: Weigh) -> Semiring[Any]:
    """Polynomials in symbols of SymPy, expanded. A weight is a symbol, a number or a polynomial in symbols.

    >>> import enumerate as en
    >>> import sympy
    >>> x, y = sympy.symbols("x y")
    >>> weights = en.semirings.symbols(lambda placement: x if placement.player is en.Player.LEFT else y / 2)
    >>> en.program("2x2").evaluate(weights)
    x**2 + 2*x + y**2/4 + y + 1
    """
    import sympy

    def convert(value: Any) -> Any:
        return sympy.expand(value if isinstance(value, sympy.Basic) else sympy.Rational(value))

    return Semiring(
        sympy.Integer(0),
        sympy.Integer(1),
        add,
        lambda a, b: sympy.expand(a * b),
        weigher(weight, convert),
        neg,
    )


def generating(statistic: Callable[[PlacedPiece], Any], size: int | None = None) -> Semiring[dict[Any, int]]:
    """The number of positions by the sum of a statistic of their placements: an integer, or `size` integers.

    >>> import enumerate as en
    >>> program = en.program("2x2")
    >>> sorted(program.evaluate(en.semirings.generating(lambda placement: placement.cells[0][0])).items())
    [(0, 5), (1, 2)]
    >>> by_row = lambda placement: [row == placement.cells[0][0] for row in (0, 1)]
    >>> sorted(program.evaluate(en.semirings.generating(by_row, 2)).items())
    [((0, 0), 1), ((0, 1), 1), ((1, 0), 3), ((1, 1), 1), ((2, 0), 1)]
    """

    def term(placement: PlacedPiece) -> dict[Any, int]:
        value = statistic(placement)
        if size is None:
            return {int(value): 1}
        found = tuple(int(each) for each in value)
        if len(found) != size:
            raise InputError(f"the statistic of {placement} must be {size} integers, not {value!r}")
        return {found: 1}

    one = {0 if size is None else (0,) * size: 1}
    return Semiring({}, one, _added, _multiplied, term, lambda a: {k: -n for k, n in a.items()})


def _added(one: dict[Any, int], other: dict[Any, int]) -> dict[Any, int]:
    found = dict(one)
    for key, number in other.items():
        found[key] = found.get(key, 0) + number
    return {key: number for key, number in found.items() if number}


def _multiplied(one: dict[Any, int], other: dict[Any, int]) -> dict[Any, int]:
    found: dict[Any, int] = {}
    for (a, m), (b, n) in product(one.items(), other.items()):
        key = a + b if isinstance(a, int) else tuple(map(add, a, b))
        found[key] = found.get(key, 0) + m * n
    return found


def positions() -> Semiring[frozenset[frozenset[PlacedPiece]]]:
    """The set of all positions, each as the set of its placements; for tiny boards.

    >>> import enumerate as en
    >>> len(en.program("2x2").evaluate(en.semirings.positions()))
    7
    """
    return Semiring(
        frozenset(),
        frozenset([frozenset()]),
        lambda a, b: a | b,
        lambda a, b: frozenset(one | two for one, two in product(a, b)),
        lambda placement: frozenset([frozenset([placement])]),
    )


def products(*semirings: Any) -> Semiring[tuple[Any, ...]]:
    """The product of several semirings: values are tuples.

    >>> import enumerate as en
    >>> both = en.semirings.products(en.semirings.min_plus(), en.semirings.max_plus())
    >>> en.program("4x4", "maximal").evaluate(both)
    (6, 8)
    """
    for semiring in semirings:
        require_semiring(semiring)
        if isinstance(semiring.weight, Mapping):
            raise InputError("a product of semirings needs weights that are functions, not mappings")

    def each(name: str) -> Callable[..., tuple[Any, ...]]:
        functions = [getattr(semiring, name) for semiring in semirings]
        return lambda a, b: tuple([f(x, y) for f, x, y in zip(functions, a, b, strict=True)])

    negatives = [getattr(semiring, "neg", None) for semiring in semirings]
    return Semiring(
        tuple(semiring.zero for semiring in semirings),
        tuple(semiring.one for semiring in semirings),
        each("add"),
        each("mul"),
        lambda placement: tuple([semiring.weight(placement) for semiring in semirings]),
        None
        if None in negatives
        else lambda a: tuple([f(x) for f, x in zip(negatives, a, strict=True) if f is not None]),
    )


def require_semiring(semiring: Any) -> None:
    """Refuse an object that lacks a part of a semiring."""
    for part in REQUIRED_PARTS:
        if getattr(semiring, part, None) is None:
            raise InputError(f"a semiring has zero, one, add, mul and weight; {semiring!r:.80} has no {part}")
    for part in ("add", "mul"):
        if not callable(getattr(semiring, part)):
            raise InputError(
                f"`{part}` of a semiring must be a function, not {getattr(semiring, part)!r:.80}"
            )


def check_semiring(semiring: Any, *, board: BoardLike = "2x2", game: GameLike = DEFAULT_GAME) -> None:
    """Check the laws of a commutative semiring on sums and products of the weights on a small board.

    Raises an `InputError` with the first law that fails and the values. Floats are compared up to rounding.

    >>> check_semiring(integers(7))
    >>> check_semiring(Semiring(0, 1, min, lambda a, b: a + b, lambda placement: 1))
    Traceback (most recent call last):
        ...
    enumerate.InputError: 0 + a = a fails for a = 1: 0 + 1 gives 0
    """
    require_semiring(semiring)
    place, played = board_and_game(board, game)
    zero, one, plus, times = semiring.zero, semiring.one, semiring.add, semiring.mul
    values = [zero, one]
    placed = placed_pieces(conflict_graph(played, place)) if callable(semiring.weight) else ()
    for value in map(semiring.weight, placed):
        if not any(_equal(value, other) for other in values):
            values.append(value)
    values = values[:MAX_CHECKED_VALUES]
    for combine in (times, plus):
        combinations = [combine(a, b) for a, b in product(values[1:4], values[2:5])]
        values += combinations[:MAX_CHECKED_VALUES]
    laws: list[tuple[str, int, Callable[..., tuple[Any, Any]]]] = [
        ("0 + a = a", 1, lambda a: (plus(zero, a), a)),
        ("1 * a = a", 1, lambda a: (times(one, a), a)),
        ("0 * a = 0", 1, lambda a: (times(zero, a), zero)),
        ("a + b = b + a", 2, lambda a, b: (plus(a, b), plus(b, a))),
        ("a * b = b * a", 2, lambda a, b: (times(a, b), times(b, a))),
        ("(a + b) + c = a + (b + c)", 3, lambda a, b, c: (plus(plus(a, b), c), plus(a, plus(b, c)))),
        ("(a * b) * c = a * (b * c)", 3, lambda a, b, c: (times(times(a, b), c), times(a, times(b, c)))),
        (
            "a * (b + c) = a * b + a * c",
            3,
            lambda a, b, c: (times(a, plus(b, c)), plus(times(a, b), times(a, c))),
        ),
    ]
    if getattr(semiring, "neg", None) is not None:
        laws.append(("a + -a = 0", 1, lambda a: (plus(a, semiring.neg(a)), zero)))
    for law, size, sides in laws:
        for chosen in product(values, repeat=size):
            left, right = sides(*chosen)
            if not _equal(left, right):
                named = ", ".join(
                    f"{name} = {value!r:.40}" for name, value in zip("abc", chosen, strict=False)
                )
                side = law.split(" = ")[0].replace("a", repr(chosen[0])) if size == 1 else "the left side"
                raise InputError(f"{law} fails for {named}: {side} gives {left!r:.40}")


def _equal(one: Any, other: Any) -> bool:
    """Whether two values are equal, with floats up to rounding."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_equal, one, other))
    if isinstance(one, float) and isinstance(other, float) and abs(one) != inf and abs(other) != inf:
        return abs(one - other) <= FLOAT_TOLERANCE * max(1.0, abs(one), abs(other))
    return bool(one == other)
