"""Independent sets and matchings of any graph, as positions of placement games.

The independent sets of a graph are the positions of Node Kayles on it. Its matchings are the positions of
Node Kayles on its line graph, that is, of Arc Kayles on the graph.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Unpack

from ..counting.positions import positions
from ..model.board import Board
from ..model.lattice import items
from ..model.polynomial import Polynomial
from ..model.position import Position
from ..support.errors import InputError, quoted, require_integer
from ..support.result import Result, Table, digits
from ..support.run import CountingOptions, Options
from ..support.seeds import SeedLike
from .sampling import PositionList

GAME = "node-kayles"
SHOWN_SETS = 20  # in a table


# a NetworkX graph, a list of edges (pairs of vertices of any type), a sparse adjacency matrix of SciPy
GraphLike = Any


def independence_polynomial(graph: GraphLike, **options: Unpack[CountingOptions]) -> Polynomial:
    """The independence polynomial: the coefficient of x^k is the number of independent sets of k vertices.

    `graph` is a NetworkX graph, a list of edges, or a symmetric sparse matrix of SciPy whose nonzero entries
    are the edges. The vertices of a list of edges are their ends. The `options` are those of `count`.

    >>> print(independence_polynomial([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")]))
    2x^2 + 4x + 1
    """
    return positions(_vertices(graph)[0], game=GAME, **options)


def matching_polynomial(graph: GraphLike, **options: Unpack[CountingOptions]) -> Polynomial:
    """The matching generating polynomial: the coefficient of x^k is the number of matchings of k edges.

    `graph` is as for `independence_polynomial`; parallel edges of a multigraph count separately. For a graph
    with n vertices, `matching_polynomial(graph).matching_polynomial(n)` is the signed matching polynomial,
    the sum of (-1)^k m_k t^(n - 2k).

    >>> print(matching_polynomial([(1, 2), (2, 3), (3, 4), (4, 1)]))
    2x^2 + 4x + 1
    """
    return positions(_edges(graph)[0], game=GAME, **options)


def maximal_independent_sets(graph: GraphLike, **options: Unpack[Options]) -> GraphSets:
    """The maximal independent sets, as a lazy sequence of sets of vertices.

    `graph` is as for `independence_polynomial`. The `options` are those of `list_positions`.

    >>> found = maximal_independent_sets([("a", "b"), ("b", "c")])
    >>> len(found), [sorted(each) for each in found]
    (2, [['b'], ['a', 'c']])
    """
    board, vertices = _vertices(graph)
    return GraphSets(vertices, PositionList(board, "maximal", game=GAME, **options))


def maximal_matchings(graph: GraphLike, **options: Unpack[Options]) -> GraphSets:
    """The maximal matchings, as a lazy sequence of sets of edges.

    `graph` is as for `independence_polynomial`. An edge is a pair of vertices as given, in a multigraph with
    its key. The `options` are those of `list_positions`.

    >>> [sorted(each) for each in maximal_matchings([(1, 2), (2, 3), (3, 4)])]
    [[(2, 3)], [(1, 2), (3, 4)]]
    """
    board, edges = _edges(graph)
    return GraphSets(edges, PositionList(board, "maximal", game=GAME, **options))


@dataclass(frozen=True, slots=True, repr=False)
class GraphSets(Result):
    """Sets of vertices or of edges in a fixed order, computed on demand.

    `listed` contains the same sets as positions of Node Kayles: cell (k,) stands for `members[k]`. Use
    `board` for other questions, such as `evaluate(sets.board, "maximal", game="node-kayles", x=2)`.
    """

    members: tuple[Any, ...]
    listed: PositionList

    @property
    def board(self) -> Board:
        """The graph of the members as a board."""
        return self.listed.board

    @property
    def total(self) -> int:
        """The number of sets, which may be too large for `len`."""
        return self.listed.total

    def __len__(self) -> int:
        return self.total

    def __iter__(self) -> Iterator[frozenset[Any]]:
        return map(self._of, self.listed.listing())

    def __getitem__(self, number: int) -> frozenset[Any]:
        place = require_integer("number", number)
        if not -self.total <= place < self.total:
            raise IndexError(f"there are {self.total:,} sets, and number {place} is not among them")
        return self._of(self.listed.position(place % self.total))

    def sample(self, size: int, seed: SeedLike, **options: Unpack[Options]) -> list[frozenset[Any]]:
        """Sets drawn uniformly and independently; the same seed gives the same sets on any machine."""
        return [self._of(drawn) for drawn in self.listed.sample(size, seed, **options)]

    def polynomial(self, **options: Unpack[CountingOptions]) -> Polynomial:
        """The coefficient of x^k is the number of sets with k members."""
        return positions(self.board, "maximal", game=GAME, **options)

    def _of(self, position: Position) -> frozenset[Any]:
        return frozenset(self.members[cell[0]] for cell in position.covered)

    def __repr__(self) -> str:
        return f"GraphSets(total={digits(self.total)})"

    def table(self) -> Table:
        """The first sets with their numbers."""
        rows = ((n, " ".join(sorted(map(str, self[n])))) for n in range(min(self.total, SHOWN_SETS)))
        return Table(("number", "members"), tuple(rows))

    def to_json(self) -> dict[str, Any]:
        """The number of sets."""
        return {"total": digits(self.total)}


def _read(graph: Any) -> tuple[tuple[Any, ...], list[tuple[Any, ...]]]:
    """The vertices, and the edges as pairs of vertices (with a key in a multigraph)."""
    if hasattr(graph, "nodes") and hasattr(graph, "edges"):
        vertices, edges = tuple(graph.nodes), [tuple(edge) for edge in graph.edges]
    elif hasattr(graph, "tocoo"):
        matrix = graph.tocoo()
        if matrix.shape[0] != matrix.shape[1]:
            raise InputError(f"an adjacency matrix is square, not of shape {matrix.shape}")
        entries = zip(matrix.row.tolist(), matrix.col.tolist(), matrix.data.tolist(), strict=True)
        pairs = {(min(a, b), max(a, b)) for a, b, entry in entries if entry}
        vertices, edges = tuple(range(matrix.shape[0])), sorted(pairs)
    else:
        edges = []
        for edge in items("graph", graph):
            if not isinstance(edge, tuple | list) or len(edge) != 2:
                raise InputError(f"an edge is a pair of vertices, as in (0, 1), not {quoted(edge)}")
            edges.append(tuple(edge))
        try:
            vertices = tuple(dict.fromkeys(end for edge in edges for end in edge))
        except TypeError as error:
            raise InputError(f"vertices must be hashable: {error}") from None
        edges = list({frozenset(edge): edge for edge in reversed(edges)}.values())[::-1]
    for edge in edges:
        if edge[0] == edge[1]:
            raise InputError(f"the graph has a loop at {quoted(edge[0])}: loops are not allowed")
    return vertices, edges


def _vertices(graph: Any) -> tuple[Board, tuple[Any, ...]]:
    """The graph as a board, and the vertex of each cell."""
    vertices, edges = _read(graph)
    number = {vertex: n for n, vertex in zip(range(len(vertices)), vertices, strict=True)}
    return _board(len(vertices), {(number[edge[0]], number[edge[1]]) for edge in edges}), vertices


def _edges(graph: Any) -> tuple[Board, tuple[Any, ...]]:
    """The line graph as a board, and the edge of each cell."""
    edges = _read(graph)[1]
    at: dict[Any, list[int]] = {}
    for number, edge in zip(range(len(edges)), edges, strict=True):
        for end in edge[:2]:
            at.setdefault(end, []).append(number)
    return _board(len(edges), {pair for near in at.values() for pair in combinations(near, 2)}), tuple(edges)


def _board(size: int, pairs: Iterable[tuple[int, int]]) -> Board:
    """A graph as a board. A board has at least one cell or wall, so an empty graph becomes a wall."""
    board = Board.from_graph(list(pairs), vertices=max(size, 1))
    return board if size else board.without(board.cells)
