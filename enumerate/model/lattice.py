"""Cells and lattices: which cells are neighbours, and where an offset leads.

Cells have a row and a column on every lattice. On the *hexagonal* lattice each row is shifted by half a cell
against the row above, so that (r, c) touches (r + 1, c - 1) and (r + 1, c) below. On the *triangular* lattice
the cell (r, c) is a triangle. It stands on its base if r + c is even, and then touches the cell below;
otherwise it stands on its tip and touches the cell above. Half a turn maps one kind to the other, so offsets
from a cell on its tip count with the opposite sign. In a *graph* the edges join neighbours, and only
distances have a meaning. The cells of a *line graph* are the edges of a graph in order; two of them are
neighbours if they share an end. A *surface* has square cells and wrapped borders that are joined upside down
(`twisted`) or some cells further on (`shift`): Moebius strips, Klein bottles, helices.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import prod
from operator import index, lt
from typing import Any, TypeVar

from ..support.caches import cached
from ..support.errors import InputError, TooLargeError, plural, unknown
from ..support.fields import Fields

Cell = tuple[int, ...]
Item = TypeVar("Item", Cell, int)
Wrap = Iterable[bool | str] | str  # which axes are wrapped: for each True, False or "twisted", or their names
AXIS_NAMES = ("rows", "cols", "layers")
TWISTED = "twisted"  # a wrapped axis whose last cells are followed by the first ones upside down
MOST_CELLS = 100_000  # in the box of a board, walls included


def check_volume(what: str, shape: Iterable[int]) -> None:
    """Refuse a box or a drawing of too many cells, before the cells are made."""
    volume = prod(shape)
    if volume > MOST_CELLS:
        raise TooLargeError(f"a {what} of {volume:,} cells is too large: at most {MOST_CELLS:,} are allowed")


def as_cell(places: Any) -> Cell:
    """A cell from any sequence of integers, such as a line of `numpy.argwhere`."""
    try:
        return tuple(map(index, places))
    except TypeError:
        raise InputError(f"a cell is a tuple of integers, as in (0, 1), not {places!r}") from None


def check_cell(cell: Cell, shape: tuple[int, ...]) -> None:
    """Refuse a cell that is not in the box."""
    try:
        is_inside = len(cell) == len(shape) and min(cell) >= 0 and all(map(lt, cell, shape))
    except TypeError:
        raise InputError(f"a cell is a tuple of integers, as in (0, 1), not {cell!r}") from None
    if not is_inside:
        raise InputError(f"cell {cell} is outside the box {shape}")


def as_wrap(wrap: Any, shape: tuple[int, ...]) -> tuple[tuple[bool, ...], tuple[bool, ...]]:
    """Whether each axis is wrapped, and whether it is twisted; an axis of length 1 counts as straight.

    >>> as_wrap("rows, twisted cols", (2, 2))
    ((True, True), (False, True))
    """
    if isinstance(wrap, str):
        names = AXIS_NAMES[: len(shape)]
        chosen = [" ".join(name.lower().split()) for name in wrap.split(",")]
        for name in chosen:
            if name.removeprefix(f"{TWISTED} ") not in names:
                raise unknown("axis to wrap", name, [*names, *(f"{TWISTED} {name}" for name in names)])
        wrap = [TWISTED if f"{TWISTED} {name}" in chosen else name in chosen for name in names]
    entries = tuple(wrap) if isinstance(wrap, Iterable) else ()
    if len(entries) != len(shape) or any(entry not in (False, True, TWISTED) for entry in entries):
        example = (True, False, False)[: len(shape)]
        raise InputError(f"`wrap` must be True or False for each axis, as in {example}, not {wrap!r}")
    is_wrapped = tuple(bool(entry) and length > 1 for entry, length in zip(entries, shape, strict=True))
    return is_wrapped, tuple(entry == TWISTED for entry in entries)


def no_axis(axis: Any, shape: tuple[int, ...]) -> InputError:
    """The error for an axis that a box does not have."""
    axes = " or ".join(map(str, range(len(shape))))
    return InputError(f"an axis of a board of {plural(len(shape), 'dimension')} is {axes}, not {axis!r}")


def order_of_axes(axes: Iterable[int] | None, dimension: int) -> tuple[int, ...]:
    """All axes in a given order; reversed unless given."""
    order = tuple(reversed(range(dimension))) if axes is None else items("axes", axes)
    if set(order) != set(range(dimension)) or len(order) != dimension:
        raise InputError(f"`axes` must be an order of the axes 0 to {dimension - 1}, not {axes!r}")
    return order


def items(name: str, values: Any) -> tuple[Any, ...]:
    """The items of a list, tuple or other iterable; strings are refused."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise InputError(f"`{name}` must be a list or tuple, not {values!r}")
    return tuple(values)


def connected(cells: Iterable[Item], neighbours: Callable[[Item], Iterable[Item]]) -> list[frozenset[Item]]:
    """The connected parts, ordered by their first cells."""
    left = set(cells)
    parts = []
    for first in sorted(left):
        if first not in left:
            continue
        left.discard(first)
        stack = [first]
        part = []
        while stack:
            cell = stack.pop()
            part.append(cell)
            for there in neighbours(cell):
                if there in left:
                    left.discard(there)
                    stack.append(there)
        parts.append(frozenset(part))
    return parts


STEPS: Mapping[str, tuple[Cell, ...]] = {
    "hexagonal": ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)),
    "triangular": ((0, -1), (0, 1), (1, 0)),
}
NAMES = ("square", *STEPS)
GRAPH, LINE_GRAPH = "graph", "line-graph"
SURFACES = ("surface", "twisted", "shifted")  # "surface" until its box is known
Edge = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Lattice:
    """A lattice, a graph with its edges (pairs of numbers, the smaller one first), or a surface.

    On a surface, crossing the border of a `twisted` axis mirrors the other axis, and crossing the border of
    the last wrapped axis leads `shift` cells further on along the other axis. Surfaces have names of their
    own, so that no shortcut for square cells applies to them.
    """

    name: str = "square"
    edges: frozenset[Edge] = frozenset()
    twisted: tuple[bool, ...] = (False, False)
    shift: int = 0

    @classmethod
    def of(cls, lattice: "Lattice | str") -> "Lattice":
        """The lattice with this name."""
        if isinstance(lattice, Lattice):
            return lattice
        if lattice not in NAMES:
            raise unknown("lattice", str(lattice), NAMES)
        return cls(lattice)

    @classmethod
    def from_json(cls, board: Mapping[str, Any]) -> "Lattice":
        """The lattice of a board in JSON."""
        if "surface" in board:
            found = Fields(board["surface"], "a surface", ("twisted", "shift"))
            axes = found.optional("twisted", list) or ()
            twisted = tuple(name in axes for name in AXIS_NAMES[:2])
            if len(axes) != sum(twisted):
                raise InputError(f"`twisted` lists rows, cols or both, not {axes!r}")
            return cls("surface", twisted=twisted, shift=found.optional("shift", int) or 0)
        name = board.get("lattice", "square")
        if name in (GRAPH, LINE_GRAPH):
            return cls(name, read_graph(board.get("edges", ()), None)[1])
        return cls.of(name)

    def to_json(self) -> dict[str, Any]:
        """The entries of a board in JSON: none for square cells."""
        if self.is_surface:
            axes = [name for name, twisted in zip(AXIS_NAMES, self.twisted, strict=False) if twisted]
            return {"surface": {"twisted": axes, "shift": self.shift}}
        if self.is_graph:
            return {"lattice": self.name, "edges": [list(edge) for edge in sorted(self.edges)]}
        return {} if self.is_square else {"lattice": self.name}

    def option(self) -> str:
        """The argument in a call that makes a board. Twisted axes stand in `wrap`."""
        if self.is_surface:
            return f", shift={self.shift}" if self.shift else ""
        return "" if self.is_square else f", lattice={self.name!r}"

    def require(self, *names: str) -> None:
        """Refuse a lattice with another name."""
        if self.name not in names:
            raise InputError(f"this needs a {' or '.join(names)} board, not a {self.name} one")

    @property
    def is_square(self) -> bool:
        """Whether cells are squares, and neighbours differ by one along one axis."""
        return self.name == "square"

    @property
    def is_surface(self) -> bool:
        """Whether borders are twisted or shifted."""
        return self.name in SURFACES

    @property
    def is_uniform(self) -> bool:
        """Whether all cells are alike: their neighbours differ from them by the same steps."""
        return self.name in ("square", "hexagonal")

    @property
    def sides_count(self) -> bool:
        """Whether two dominoes on the same two cells are different if they lie across different sides."""
        return self.is_uniform or self.is_surface

    @property
    def plain(self) -> "Lattice":
        """The lattice of the same cells without twists and shifts."""
        return SQUARE if self.is_surface else self

    @property
    def is_translatable(self) -> bool:
        """Whether cells keep their neighbours when they are moved together: then boards may be cropped."""
        return self.name in NAMES

    @property
    def is_graph(self) -> bool:
        """Whether the neighbours of a cell are given by edges."""
        return self.name in (GRAPH, LINE_GRAPH)

    def on(self, shape: tuple[int, ...], wrap: tuple[bool, ...]) -> "Lattice":
        """The lattice on a box with these wrapped axes; refused if it cannot fill the box."""
        if self.is_graph:
            is_line = self.name == LINE_GRAPH
            size = 1 + max((edge[1] for edge in self.edges), default=0) if is_line else shape[0]
            if is_line and shape != (max(1, len(self.edges)),):
                raise InputError(f"a line graph of {len(self.edges)} edges has no shape {shape}")
            if len(shape) != 1:
                raise InputError(f"a graph has one number of vertices, not the shape {shape}")
            for edge in self.edges:
                if not 0 <= edge[0] < edge[1] < size:
                    raise InputError(f"an edge joins two different vertices from 0 to {size - 1}, not {edge}")
        elif not self.is_square and len(shape) != 2:
            name = "twisted or shifted" if self.is_surface else self.name
            raise InputError(f"a {name} board has rows and columns, not {len(shape)} dimensions")
        for length, wrapped in zip(shape, wrap, strict=True):
            if wrapped and length % 2 and self.name == "triangular":
                raise InputError(f"a wrapped axis of a triangular board has an even length, not {length}")
        return self._surface_on(shape, wrap) if self.is_surface else self

    def _surface_on(self, shape: tuple[int, ...], wrap: tuple[bool, ...]) -> "Lattice":
        """The surface of a box; squares if no wrapped axis is twisted (across several cells) or shifted."""
        twisted = tuple(wrap[axis] and self.twisted[axis] and shape[1 - axis] > 1 for axis in (0, 1))
        shift = self.shift if any(wrap) else 0
        if shift and any(twisted):
            raise InputError("a board is either twisted or shifted, not both")
        if shift:
            length = shape[0] if wrap[1] else shape[1]
            if all(wrap):
                shift %= length
            elif abs(shift) >= length:
                raise InputError(f"`shift` must be from {1 - length} to {length - 1}, not {shift}")
        if not shift and not any(twisted):
            return SQUARE
        return Lattice("shifted" if shift else "twisted", twisted=twisted, shift=shift)

    def land(self, cell: Cell, offset: Cell, shape: tuple[int, ...], wrap: tuple[bool, ...]) -> Cell:
        """The cell at an offset, or coordinates beyond the border where there is no cell.

        The engine learns the topology of a board only from this method and `steps`.
        """
        there = list(cell)
        for axis, step in enumerate(offset):
            there[axis] += step
        for axis in range(len(there) - 1, -1, -1):
            if wrap[axis]:
                times, there[axis] = divmod(there[axis], shape[axis])
                if times and self.is_surface:
                    other = 1 - axis
                    if self.twisted[axis] and times % 2:
                        there[other] = shape[other] - 1 - there[other]
                    if axis == 1 or not wrap[1]:
                        there[other] += self.shift * times
        return tuple(there)

    def is_turned(self, cell: Cell) -> bool:
        """Whether offsets from this cell count with the opposite sign."""
        return self.name == "triangular" and sum(cell) % 2 == 1

    def steps(self, dimension: int) -> tuple[Cell, ...]:
        """The offsets of the neighbours of a cell that is not turned."""
        if self.is_graph:
            raise InputError("a graph has no offsets, only distances")
        if self.name in STEPS:
            return STEPS[self.name]
        units = [tuple(int(a == axis) for a in range(dimension)) for axis in range(dimension)]
        return tuple(tuple(sign * u for u in unit) for unit in units for sign in (-1, 1))

    def ring(self, distance: int, dimension: int) -> tuple[Cell, ...]:
        """The offsets of the cells at a distance, counted in steps; walls do not block."""
        return _rings(self, distance, dimension)[distance]

    def beside(self, vertex: int) -> list[int]:
        """The neighbours of a vertex of a graph."""
        return _adjacency(self).get(vertex, [])


@cached()
def _adjacency(lattice: Lattice) -> dict[int, list[int]]:
    """The neighbours of every vertex of a graph."""
    found: dict[int, list[int]] = {}
    edges = sorted(lattice.edges)
    if lattice.name == LINE_GRAPH:
        pairs = combinations(range(len(edges)), 2)
        edges = [(a, b) for a, b in pairs if not {*edges[a]}.isdisjoint(edges[b])]
    for a, b in edges:
        found.setdefault(a, []).append(b)
        found.setdefault(b, []).append(a)
    return {vertex: sorted(near) for vertex, near in found.items()}


@cached()
def _rings(lattice: Lattice, most: int, dimension: int) -> list[tuple[Cell, ...]]:
    """The offsets at distances 0 to `most`, by breadth-first search from a cell that is not turned."""
    start = (0,) * dimension
    seen, rings = {start}, [frozenset({start})]
    for _ in range(most):
        found = set()
        for cell in rings[-1]:
            sign = -1 if lattice.is_turned(cell) else 1
            for step in lattice.steps(dimension):
                found.add(tuple(c + sign * s for c, s in zip(cell, step, strict=True)))
        rings.append(frozenset(found - seen))
        seen |= found
    return [tuple(sorted(ring)) for ring in rings]


SQUARE = Lattice()


def read_graph(graph: Any, vertices: int | None) -> tuple[int, frozenset[Edge]]:
    """The number of vertices and the edges of a networkx graph or of a list of edges.

    The vertices of a networkx graph are numbered in the order of the graph.
    """
    if hasattr(graph, "nodes") and hasattr(graph, "edges"):
        nodes = list(graph.nodes)
        number = dict(zip(nodes, range(len(nodes)), strict=True))
        pairs = [(number[edge[0]], number[edge[1]]) for edge in graph.edges]
        return len(nodes), frozenset((min(pair), max(pair)) for pair in pairs)
    pairs = []
    for edge in items("graph", graph):
        ends = tuple(edge) if isinstance(edge, Iterable) else ()
        if len(ends) != 2 or not all(hasattr(end, "__index__") and type(end) is not bool for end in ends):
            raise InputError(f"an edge is a pair of vertices, as in (0, 1), not {edge!r}")
        first, second = sorted(map(index, ends))
        pairs.append((first, second))
    largest = max((pair[1] for pair in pairs), default=-1)
    return largest + 1 if vertices is None else vertices, frozenset(pairs)


def at_distance(lattice: Lattice, vertex: int, distance: int) -> list[Cell]:
    """The vertices of a graph at a distance from a vertex, counted in steps."""
    near, seen = {vertex}, {vertex}
    for _ in range(distance):
        near = {there for here in near for there in lattice.beside(here)} - seen
        seen |= near
    return [(there,) for there in sorted(near)]
