"""Boards: finite sets of cells in a box of one to three dimensions.

Axis 0 is vertical (Left places along it), axis 1 horizontal (Right), axis 2 belongs to Middle. A missing
cell is a wall, not an empty cell. An axis may be wrapped: its last cell is then followed by its first.
A wrapped axis of length 1 counts as straight; on a wrapped axis of length 2 two dominoes join the cells.
Cells are squares unless the board has another `lattice`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import product
from operator import sub
from typing import Any

from ..support.errors import InputError, require_positive
from ..support.notebook import notebook_picture
from .cells import AXIS_NAMES, Cell, Wrap, as_cell, check_cell, check_volume, items, order_of_axes
from .drawing import read_text, write_text
from .grid import Grid
from .interchange import board_array, cells_of_array, side_graph
from .lattice import SQUARE, Lattice, read_graph
from .parts import connected, smallest_box
from .players import Domino, Player, PlayerLike

__all__ = ["AXIS_NAMES", "Board", "Cell", "Domino", "Player", "require_board"]


class Board(Grid):
    """A set of cells in a box; see the module's text for axes, walls and wrapping.

    >>> print(Board.parse(".#.\\n..."))
    .#.
    ...
    >>> len(Board.rectangle(4, 3)), Board.rectangle(4, 3).shape
    (12, (4, 3))
    """

    __slots__ = ()  # the fields are those of a grid

    @classmethod
    def of(
        cls,
        shape: Iterable[int],
        cells: Iterable[Cell],
        wrap: Wrap | None = None,
        lattice: Lattice | str = SQUARE,
    ) -> "Board":
        """The board with the given cells; straight and of squares unless said otherwise (wrap="rows,cols").

        >>> print(Board.of((2, 3), [(0, 0), (0, 1), (1, 1), (1, 2)]))
        ..#
        #..
        """
        box = items("shape", shape)
        wraps = (False,) * len(box) if wrap is None else wrap
        found = frozenset(map(as_cell, items("cells", cells)))
        return cls(box, found, wraps, Lattice.of(lattice))  # type: ignore[arg-type]

    @classmethod
    def box(cls, *shape: int, wrap: Wrap | None = None, lattice: Lattice | str = SQUARE) -> "Board":
        """The full box of the given shape.

        >>> len(Board.box(4, 4, 3))
        48
        """
        empty = cls.of(shape, (), wrap, lattice)  # checks the shape before the cells are made
        check_volume("box", empty.shape)
        return cls(empty.shape, frozenset(product(*map(range, empty.shape))), empty.wrap, empty.lattice)

    @classmethod
    def rectangle(
        cls, rows: int, cols: int, wrap: Wrap | None = None, lattice: Lattice | str = SQUARE
    ) -> "Board":
        """The full board of `rows` times `cols` cells.

        >>> str(Board.rectangle(2, 3)), Board.rectangle(2, 3, wrap="cols").wrap
        ('...\\n...', (False, True))
        """
        return cls.box(rows, cols, wrap=wrap, lattice=lattice)

    @classmethod
    def aztec_diamond(cls, order: int) -> "Board":
        """The Aztec diamond: rows of 2, 4, ..., 2n, 2n, ..., 4, 2 cells, one above the other's middle.

        >>> print(Board.aztec_diamond(2))
        #..#
        ....
        ....
        #..#
        """
        side = 2 * require_positive("order", order)
        check_volume("diamond", (side, side))
        cells = product(range(side), repeat=2)
        far = side - 1  # twice the distance from the middle, at most, along both axes together
        return cls.of((side, side), [c for c in cells if sum(abs(2 * a - far) for a in c) <= side])

    @classmethod
    def from_graph(cls, graph: Any, vertices: int | None = None) -> "Board":
        """A finite graph as a board for games on single cells: its vertices are the cells (0,), (1,), ...

        `graph` is a networkx graph, whose nodes are numbered in its order, or a list of edges (0, 1), ...

        >>> path = Board.from_graph([(0, 1), (1, 2)])
        >>> list(path.neighbours((1,)))
        [(0,), (2,)]
        """
        number, edges = read_graph(graph, vertices)
        return cls.box(number, lattice=Lattice("graph", edges))

    @classmethod
    def parse(
        cls,
        text: str,
        wrap: Wrap | None = None,
        dimension: int | None = None,
        lattice: Lattice | str = SQUARE,
    ) -> "Board":
        """Read a board: `.` a cell, `#` a wall; all lines have the same length.

        In three dimensions one block per layer, separated by a blank line. One block is a flat board unless
        `dimension` says that it is a single layer (3) or a column (1).

        >>> len(Board.parse("..#\\n...\\n"))
        5
        >>> Board.parse("..\\n.o")
        Traceback (most recent call last):
            ...
        enumerate.InputError: 'o' in line 2, column 2 is not a board character (allowed: . #; pieces are read
        by Position.parse)
        """
        shape, signs, _ = read_text(text, ".#", dimension)
        return cls.of(shape, (cell for cell, sign in signs.items() if sign == "."), wrap, lattice)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Board":
        """From what `to_json` gives; the drawing alone does not tell one to three dimensions apart.

        >>> Board.from_json(Board.box(2, 2, 1).to_json())
        Board.box(2, 2, 1)
        """
        try:
            shape, wrap, text = (value[key] for key in ("shape", "wrap", "text"))
        except (KeyError, TypeError):
            raise InputError(f"a board in JSON has `shape`, `wrap` and `text`, not {value!r}") from None
        drawn = read_text(text, ".#", len(shape))[1]
        return cls.of(shape, drawn, wrap, Lattice.from_json(value)).bar(value.get("barred", ()))

    def to_json(self) -> dict[str, Any]:
        """The shape, the wrapped axes, the drawing; the lattice if the cells are not squares; what is barred.

        >>> Board.rectangle(1, 2).to_json()
        {'shape': [1, 2], 'wrap': [False, False], 'text': '..'}
        """
        drawn = {"shape": list(self.shape), "wrap": list(self.wrap), "text": str(self)}
        barred = [[list(cell), name] for cell, name in sorted(self.barred)]
        return drawn | self.lattice.to_json() | ({"barred": barred} if barred else {})

    def to_numpy(self) -> Any:
        """An array of the board's shape that is True at its cells and False at walls.

        >>> Board.parse(".#\\n..").to_numpy().astype(int).tolist()
        [[1, 0], [1, 1]]
        """
        return board_array(self.shape, self.cells)

    @classmethod
    def from_numpy(cls, array: Any, wrap: Wrap | None = None, lattice: Lattice | str = SQUARE) -> "Board":
        """From an array: a cell where the entry is not 0 (or False), a wall where it is.

        >>> print(Board.from_numpy([[1, 0], [1, 1]]))
        .#
        ..
        """
        shape, cells = cells_of_array(array)
        return cls.of(shape, cells, wrap, lattice)

    def to_networkx(self) -> Any:
        """The graph of cells that share a side, of NetworkX; positions of dominoes are its matchings.

        A `networkx.Graph`, or a `MultiGraph` where a wrapped axis of length 2 joins cells twice.

        >>> graph = Board.rectangle(2, 3).to_networkx()
        >>> graph.number_of_nodes(), graph.number_of_edges()
        (6, 7)
        """
        sides = [(cell, there) for cell in self for there in self.neighbours(cell) if cell < there]
        return side_graph(self, sides)

    def __str__(self) -> str:
        return write_text(self.shape, dict.fromkeys(self.cells, "."))

    def __repr__(self) -> str:
        return self._written() + (f".bar({sorted(self.barred)})" if self.barred else "")

    def _written(self) -> str:
        """The call that makes the board, with nothing barred."""
        if self.lattice.is_graph:
            walls = sorted(set(product(range(self.shape[0]))) - self.cells)
            return self.lattice.written(self.shape[0]) + (f".without({walls})" if walls else "")
        options = f", wrap={self.wrap}" if any(self.wrap) else ""
        options += self.lattice.option()
        if self.is_box:
            return f"Board.box({', '.join(map(str, self.shape))}{options})"
        return f"Board.parse({str(self)!r}{self.parse_options()})"

    def parse_options(self) -> str:
        """What `parse` must be told besides the drawing, as it is written in a call.

        >>> Board.box(2, 2, 1, wrap=(True, False, False)).parse_options()
        ', wrap=(True, False, False), dimension=3'
        """
        wrap = f", wrap={self.wrap}" if any(self.wrap) else ""
        is_told = self.dimension == 2 or (self.dimension == 3 and self.shape[2] > 1)
        return (wrap if is_told else f"{wrap}, dimension={self.dimension}") + self.lattice.option()

    def _repr_svg_(self) -> str | None:
        """The picture that notebooks show."""
        return notebook_picture(self)

    def without(self, cells: Iterable[Cell]) -> "Board":
        """The board with `cells` turned into walls.

        >>> print(Board.rectangle(2, 2).without([(0, 1)]))
        .#
        ..
        """
        walls = cells if isinstance(cells, frozenset) else frozenset(map(as_cell, items("cells", cells)))
        for cell in walls - self.cells:
            check_cell(as_cell(cell), self.shape)
        return Board(self.shape, self.cells - walls, self.wrap, self.lattice, self.barred)

    def bar(self, pairs: Iterable[tuple[Cell, str]]) -> "Board":
        """The board on which the piece of each name must not cover the cell beside it.

        >>> Board.rectangle(1, 2).bar([((0, 1), "L")])
        Board.box(1, 2).bar([((0, 1), 'L')])
        """
        barred = set(self.barred)
        for pair in items("pairs", pairs):
            entries = tuple(pair) if isinstance(pair, tuple | list) else ()
            if len(entries) != 2 or not isinstance(entries[1], str):
                raise InputError(f"what is barred is a cell and a name, as in ((0, 1), 'L'), not {pair!r}")
            check_cell(as_cell(entries[0]), self.shape)
            barred.add((as_cell(entries[0]), entries[1]))
        return replace(self, barred=frozenset(barred))

    def _moved(self, shape: tuple[int, ...], wrap: tuple[bool, ...], move: Callable[[Cell], Cell]) -> "Board":
        """The board with its cells in other places."""
        barred = frozenset((move(cell), name) for cell, name in self.barred)
        return Board(shape, frozenset(map(move, self.cells)), wrap, self.lattice, barred)

    def transpose(self, axes: tuple[int, ...] | None = None) -> "Board":
        """The board with its axes in another order (reversed unless given).

        >>> print(Board.parse("..#").transpose())
        .
        .
        #
        """
        order = order_of_axes(axes, self.dimension)
        if order != tuple(range(self.dimension)):
            self.lattice.require("square", "hexagonal")
        shape, wrap = tuple(self.shape[a] for a in order), tuple(self.wrap[a] for a in order)
        return self._moved(shape, wrap, lambda cell: tuple(cell[a] for a in order))

    def mirror(self, player: PlayerLike) -> "Board":
        """The board reflected along the axis of a player.

        >>> print(Board.parse("..#").mirror(1))
        #..
        """
        axis = self._axis(player)
        self.lattice.require("square")
        if self.is_box and not self.barred:
            return self
        top = self.shape[axis] - 1
        return self._moved(self.shape, self.wrap, lambda c: (*c[:axis], top - c[axis], *c[axis + 1 :]))

    def components(self) -> list["Board"]:
        """The connected parts, each in the same box, ordered by their first cells.

        >>> [len(part) for part in Board.parse("..#.\\n..#.").components()]
        [4, 2]
        """
        return [replace(self, cells=part) for part in connected(self.cells, self.neighbours)]

    def crop(self) -> "Board":
        """The board in the smallest box that holds its cells; wrapped axes keep their length.

        >>> Board.parse("###\\n#..").crop()
        Board.box(1, 2)
        """
        if not self.cells or self.is_box or not self.lattice.is_translatable:
            return self
        low, (_, high) = self.corner(), smallest_box(self.cells, self.shape, self.wrap)
        shape = tuple(h - lo for lo, h in zip(low, high, strict=True))
        return self._moved(shape, self.wrap, lambda cell: tuple(map(sub, cell, low)))

    def corner(self) -> Cell:
        """Where the origin of `crop` lies on this board.

        >>> Board.parse("###\\n#..").corner()
        (1, 1)
        """
        if not self.cells or not self.lattice.is_translatable:
            return (0,) * self.dimension
        low, _ = smallest_box(self.cells, self.shape, self.wrap)
        if self.lattice.is_turned(low):  # triangles keep the way they stand
            axis = next(a for a, place in enumerate(low) if place)
            low = (*low[:axis], low[axis] - 1, *low[axis + 1 :])
        return low


def require_board(board: Any) -> None:
    """Refuse what is not a board.

    >>> require_board("..")
    Traceback (most recent call last):
        ...
    enumerate.InputError: a board is needed, as in Board.rectangle(2, 3) or Board.parse('..'), not '..'
    """
    if not isinstance(board, Board):
        example = "Board.rectangle(2, 3) or Board.parse('..')"
        raise InputError(f"a board is needed, as in {example}, not {board!r}")
