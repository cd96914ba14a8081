"""What other systems hold, and what they can take: terms of polynomials, arrays of cells, graphs of sides."""

from collections.abc import Iterable
from operator import index
from typing import Any

from ..support.errors import InputError, quoted
from .cells import Cell

Monomial = tuple[int, ...]
Terms = tuple[dict[Monomial, Any], int]


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
    """NumPy's integers of fixed width, alone or in an array, as Python's; anything else as it is."""
    kind = getattr(getattr(value, "dtype", None), "kind", None)
    return value.astype(object) if kind in ("i", "u", "b") else value


def sympy_terms(poly: Any, variables: tuple[str, ...]) -> Terms:
    """The terms of a `sympy.Poly` or expression in some of the variables; two unless it has more."""
    import sympy

    if not isinstance(poly, sympy.Poly | sympy.Expr | int):
        raise InputError(f"a polynomial or expression of SymPy is needed, not {poly!r}")
    given: tuple[Any, ...] = getattr(poly, "gens", ())
    expression = sympy.Integer(poly) if isinstance(poly, int) else poly.as_expr()
    names = {str(symbol) for symbol in (*given, *expression.free_symbols)}
    if not names <= set(variables):
        raise InputError(
            f"the variables must be among {', '.join(variables)}, not {', '.join(sorted(names))}"
        )
    dimension = len(given) or (3 if "z" in names else 2)
    try:
        terms = sympy.Poly(expression, *sympy.symbols(variables[:dimension])).as_dict()
    except sympy.PolynomialError:
        raise InputError(f"'{expression}' is not a polynomial") from None
    return terms, dimension


def flint_terms(poly: Any) -> Terms:
    """The terms of a `flint.fmpz_mpoly`."""
    import flint

    if not isinstance(poly, flint.fmpz_mpoly):
        raise InputError(f"a polynomial of python-flint (fmpz_mpoly) is needed, not {poly!r}")
    return poly.to_dict(), poly.context().nvars()


def numpy_terms(array: Any) -> Terms:
    """The terms of an array that is indexed by the exponents."""
    import numpy as np

    given = np.asarray(array, dtype=object)
    return {tuple(map(int, m)): given[tuple(m)] for m in np.argwhere(given != 0)}, given.ndim


def json_terms(terms: Iterable[Iterable[Any]], dimension: int | None = None) -> Terms:
    """The terms of a list of [exponent, ..., "count"]; two variables if it is empty and nothing is said."""
    coefficients = {}
    term: Any = terms
    try:
        for term in terms:
            *monomial, count = term
            coefficients[tuple(monomial)] = int(count)
    except (TypeError, ValueError):
        raise InputError(f"a term in JSON is written as in [1, 0, '2'], not {term!r}") from None
    found = len(next(iter(coefficients), (0, 0)))
    return coefficients, found if dimension is None else dimension


def board_array(shape: tuple[int, ...], cells: Iterable[Cell]) -> Any:
    """An array that is True at the cells."""
    import numpy as np

    array = np.zeros(shape, dtype=bool)
    for cell in cells:
        array[cell] = True
    return array


def cells_of_array(array: Any) -> tuple[tuple[int, ...], list[Cell]]:
    """The shape of an array of 0 and 1 (or False and True), and where it is 1."""
    import numpy as np

    try:
        given = np.asarray(array)
    except (TypeError, ValueError):  # lists of different lengths
        given = np.array("")
    is_number = given.dtype.kind in "biuf" or all(isinstance(entry, int) for entry in given.flat)
    if not is_number or not np.isin(given, (0, 1)).all():
        raise InputError(f"expected an array of 0 and 1, or of False and True, got {quoted(array)}")
    return given.shape, [tuple(cell) for cell in np.argwhere(given.astype(bool)).tolist()]


def side_graph(cells: Iterable[Cell], sides: Iterable[tuple[Cell, Cell]]) -> Any:
    """The graph of NetworkX with an edge for each side."""
    try:
        import networkx
    except ImportError:
        raise InputError("graphs need NetworkX: install it with `pip install networkx`") from None
    joined = list(sides)
    graph = networkx.Graph() if len(set(joined)) == len(joined) else networkx.MultiGraph()
    graph.add_nodes_from(cells)
    graph.add_edges_from(joined)
    return graph
