"""Boards: finite sets of cells in a box of one to three dimensions, the players, and drawings.

Axis 0 is vertical (Left places along it), axis 1 horizontal (Right), axis 2 belongs to Middle. A missing cell
is a wall, not an empty cell. On a wrapped axis the last cell is followed by the first one. A wrapped axis of
length 1 counts as straight; on a wrapped axis of length 2 two dominoes join the cells. Cells are squares
unless the board has another `lattice` (`lattice.py` also describes twists and shifts). A drawing has one sign
for each cell, a line for each row and a block for each layer.

Read `lattice.py` first.
"""

import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import product
from math import prod
from numbers import Integral
from operator import sub
from typing import Any, Literal, TypeVar

from ..support.errors import InputError, plural, quoted, require_integer, unknown
from ..support.files import text_of
from ..support.result import notebook_picture
from .lattice import (
    AXIS_NAMES,
    GRAPH,
    LINE_GRAPH,
    SQUARE,
    TWISTED,
    Cell,
    Lattice,
    Wrap,
    as_cell,
    as_wrap,
    at_distance,
    check_cell,
    check_volume,
    connected,
    items,
    no_axis,
    order_of_axes,
    read_graph,
)

PlayerName = Literal["left", "right", "middle", "L", "R", "M"]
PlayerLike = int | PlayerName  # a player, the axis of one, a name or a letter


class Player(IntEnum):
    """A player is the axis along which they place."""

    LEFT = 0
    RIGHT = 1
    MIDDLE = 2

    @classmethod
    def of(cls, player: "int | str", among: "Iterable[Player] | None" = None) -> "Player":
        """The player with a name, a letter or an axis; if `among` is given, one of those players."""
        members = tuple(cls) if among is None else tuple(among)
        names = [member.name.lower() for member in members]
        if isinstance(player, str):
            for member, name in zip(members, names, strict=True):
                if player.lower() in (name, name[0], str(int(member))):
                    return member
            raise unknown("player", player, names)
        if isinstance(player, bool) or not hasattr(player, "__index__") or player not in members:
            axes = " or ".join(str(int(member)) for member in members)
            words = " or ".join(names)
            raise InputError(f"a player is {words}, a letter of these or an axis {axes}, not {player!r}")
        return members[members.index(player)]

    @classmethod
    def _missing_(cls, value: object) -> "Player":
        return cls.of(value)  # type: ignore[arg-type]

    @property
    def title(self) -> str:
        """Left, Right or Middle, as in a sentence."""
        return self.name.capitalize()

    @property
    def letter(self) -> str:
        """L, R or M."""
        return self.name[0]

    @property
    def variable(self) -> str:
        """The variable that counts this player's dominoes: x, y or z."""
        return "xyz"[self]

    @property
    def direction(self) -> str:
        """How this player's dominoes lie, as in a sentence."""
        return ("vertically", "horizontally", "across the layers")[self]


@dataclass(frozen=True, slots=True)
class Domino:
    """A domino on `cell` and the next cell along `axis`, which may be given as a player or a name."""

    cell: Cell
    axis: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "cell", as_cell(self.cell))
        object.__setattr__(self, "axis", int(Player.of(self.axis)))


def read_text(
    text: str, alphabet: Collection[str], dimension: int | None = None
) -> tuple[tuple[int, ...], dict[Cell, str], dict[Cell, tuple[int, int]]]:
    """The shape of a drawing, the sign in each cell that is not a wall, and its line and column in the text.

    Blank lines separate the layers of a three-dimensional drawing. Blank lines around a drawing and blanks at
    the ends of lines are dropped. One block is a flat board unless `dimension` makes it a column (1) or a
    single layer (3).
    """
    if not isinstance(text, str):
        raise InputError(f"a drawing is text, one line per row, not {quoted(text)}")
    text = text.removeprefix("\ufeff")  # a byte-order mark
    layers: list[list[tuple[int, str]]] = [[]]
    for number, raw in zip(range(1, text.count("\n") + 2), text.split("\n"), strict=True):
        line = raw.rstrip()
        wrong = next((sign for sign in line if sign not in alphabet), None)
        if wrong is not None:
            hint = "; pieces are read by Position.parse" if wrong.isalpha() and alphabet == ".#" else ""
            raise InputError(
                f"{wrong!r} in line {number}, column {line.index(wrong) + 1} is not a board character "
                f"(allowed: {' '.join(alphabet)}{hint})"
            )
        if line:
            layers[-1].append((number, line))
        elif layers[-1]:
            layers.append([])
    if not layers[-1]:
        layers.pop()
    if not layers:
        raise InputError("the drawing is empty: draw cells '.' and walls '#', a line for each row")
    rows, cols = len(layers[0]), len(layers[0][0][1])
    for depth, layer in zip(range(1, len(layers) + 1), layers, strict=True):
        for number, line in layer:
            if len(line) != cols:
                raise InputError(
                    f"line {number} of the drawing has {plural(len(line), 'cell')} and line "
                    f"{layers[0][0][0]} has {cols}: all lines need the same length (draw a wall as '#')"
                )
        if len(layer) != rows:
            raise InputError(
                f"layer {depth} of the drawing has {plural(len(layer), 'line')} and layer 1 has {rows}: "
                f"all layers need the same number of lines"
            )
    box = (rows, cols, len(layers))
    check_volume("drawing", box)
    drawn = 2 if len(layers) == 1 else 3
    axes = drawn if dimension is None else require_integer("dimension", dimension)
    if not 1 <= axes <= 3 or prod(box[axes:]) > 1:
        raise InputError(f"a drawing of shape {box[:drawn]} cannot be read with dimension={axes}")
    signs: dict[Cell, str] = {}
    places: dict[Cell, tuple[int, int]] = {}
    for depth, layer in zip(range(len(layers)), layers, strict=True):
        for row, (number, line) in zip(range(rows), layer, strict=True):
            for col, sign in zip(range(cols), line, strict=True):
                if sign != "#":
                    cell = (row, col, depth)[:axes]
                    signs[cell], places[cell] = sign, (number, col + 1)
    return box[:axes], signs, places


def write_text(shape: tuple[int, ...], signs: Mapping[Cell, str]) -> str:
    """The drawing that `read_text` reads; a one-dimensional board is a column."""
    rows, cols, depth = (*shape, 1, 1)[:3]
    return "\n\n".join(
        "\n".join(
            "".join(signs.get((row, col, layer)[: len(shape)], "#") for col in range(cols))
            for row in range(rows)
        )
        for layer in range(depth)
    )


Barred = tuple[Cell, str]
Parsed = TypeVar("Parsed")


@dataclass(frozen=True, slots=True, repr=False, init=False)
class Board:
    """A set of cells in a box; see the module docstring for axes, walls and wrapping.

    `Board(8, 8)` and `Board("8x8")` are the full board of 8 rows and 8 columns. `Board` reads whatever the
    functions of this package accept as a board: a size, a drawing, an array, a graph, a `Path`. `barred` are
    pairs of a cell and the name of a piece that must not cover it.

    >>> print(Board(".#.\\n..."))
    .#.
    ...
    >>> len(Board(4, 3)), Board("4x3").shape, Board("4x3", wrap="cols").wrap
    (12, (4, 3), (False, True))
    """

    shape: tuple[int, ...]
    cells: frozenset[Cell]
    wrap: tuple[bool, ...]
    lattice: Lattice
    barred: frozenset[Barred]

    def __init__(
        self,
        shape: Any,
        *sizes: int,
        cells: Iterable[Cell] | None = None,
        wrap: Wrap | None = None,
        lattice: Lattice | str | None = None,
        barred: Iterable[Barred] | None = None,
        shift: int = 0,
    ) -> None:
        if cells is None:
            board = Board.box(shape, *sizes) if sizes or isinstance(shape, Integral) else require_board(shape)
            shape, cells = board.shape, board.cells
            wrap = board.wrap if wrap is None else wrap
            lattice = board.lattice if lattice is None else lattice
            barred = board.barred if barred is None else barred
        elif sizes:
            raise InputError("expected the sizes of a board or its cells, got both")
        shape = items("shape", shape)
        if not 1 <= len(shape) <= 3:
            raise InputError(f"a board has 1 to 3 dimensions, not {len(shape)}")
        shape = tuple(require_integer(name, n, 1) for name, n in zip(AXIS_NAMES, shape, strict=False))
        if not isinstance(cells, frozenset):
            cells = frozenset(map(as_cell, items("cells", cells)))
        if any(type(place) is not int for cell in cells if isinstance(cell, tuple) for place in cell):
            cells = frozenset(map(as_cell, cells))
        for cell in cells:
            check_cell(cell, shape)
        wrap, twisted = as_wrap((False,) * len(shape) if wrap is None else wrap, shape)
        lattice = SQUARE if lattice is None else Lattice.of(lattice)
        if (shift := require_integer("shift", shift)) and not any(wrap):
            raise InputError("`shift` needs a wrapped axis, as in wrap='cols'")
        if shift or any(twisted):
            if not lattice.is_square:
                raise InputError(f"only a square board can be twisted or shifted, not a {lattice.name} one")
            lattice = Lattice("surface", twisted=twisted, shift=shift)
        lattice = lattice.on(shape, wrap)
        if not isinstance(barred, frozenset):
            barred = frozenset() if barred is None else read_barred(barred, shape)
        barred = frozenset(pair for pair in barred if pair[0] in cells)
        for name, value in zip(self.__slots__, (shape, cells, wrap, lattice, barred), strict=True):
            object.__setattr__(self, name, value)

    def __len__(self) -> int:
        return len(self.cells)

    def __contains__(self, cell: object) -> bool:
        return cell in self.cells

    def __iter__(self) -> Iterator[Cell]:
        return iter(sorted(self.cells))

    @property
    def dimension(self) -> int:
        """The number of axes."""
        return len(self.shape)

    @property
    def is_box(self) -> bool:
        """Whether the board has no walls."""
        return len(self.cells) == prod(self.shape)

    @property
    def surface(self) -> str | None:
        """The surface that the wrapped axes make, such as "torus" or "Klein bottle"; None without any."""
        if not any(self.wrap):
            return None
        plain = "circle" if self.dimension == 1 else "torus" if all(self.wrap) else "cylinder"
        if not self.lattice.is_surface:
            return plain
        if self.lattice.shift:
            return f"{'torus' if all(self.wrap) else 'helix'} shifted by {self.lattice.shift}"
        twisted = sum(self.lattice.twisted)
        return "projective plane" if twisted == 2 else "Klein bottle" if all(self.wrap) else "Moebius strip"

    def _axis(self, player: PlayerLike) -> int:
        """The axis along which a player places."""
        axis = Player.of(player) if isinstance(player, str) else player
        if axis not in range(self.dimension):
            raise no_axis(player, self.shape)
        return int(axis)

    def after(self, cell: Cell, axis: int, step: int = 1) -> Cell | None:
        """The next cell along `axis` (the one before for step -1); None at a border or a wall."""
        if axis not in range(self.dimension):
            raise no_axis(axis, self.shape)
        offset = (*(0,) * axis, require_integer("step", step))
        there = self.lattice.land(as_cell(cell), offset, self.shape, self.wrap)
        return there if there in self.cells else None

    def shift(self, cell: Cell, offset: tuple[int, ...]) -> Cell | None:
        """The cell at an `offset` (steps along each axis); None beyond a border, on a wall, off the axes."""
        return self.land(as_cell(cell), as_cell(offset))

    def land(self, cell: Cell, offset: tuple[int, ...]) -> Cell | None:
        """The same as `shift`, for cells and offsets that have been checked before."""
        if len(offset) > len(cell):
            if any(offset[len(cell) :]):
                return None
            offset = offset[: len(cell)]
        if self.lattice.is_turned(cell):
            offset = tuple(-step for step in offset)
        there = self.lattice.land(cell, offset, self.shape, self.wrap)
        return there if there in self.cells else None

    def dominoes(self, player: PlayerLike) -> Iterator[Domino]:
        """All dominoes of a player that fit, in order of their first cells."""
        axis = self._axis(player)
        self.lattice.require("square", "hexagonal")
        for cell in sorted(self.cells):
            if self._second(cell, axis) is not None:
                yield Domino(cell, axis)

    def _second(self, cell: Cell, axis: int) -> Cell | None:
        """The other cell under a player's domino; None if it does not fit."""
        second = self.after(cell, axis)
        if self.barred and second is not None:
            letter = Player(axis).letter
            return None if (cell, letter) in self.barred or (second, letter) in self.barred else second
        return second

    def lines(self, player: PlayerLike) -> list[list[Cell]]:
        """The maximal lines of cells along a player's axis, from the first cell; a ring starts anywhere."""
        axis = self._axis(player)
        starts = [cell for cell in sorted(self.cells) if self.after(cell, axis, -1) is None]
        lines, seen = [], set()
        for start in [*starts, *sorted(self.cells)]:
            line: list[Cell] = []
            cell: Cell | None = start
            while cell is not None and cell not in seen:
                seen.add(cell)
                line.append(cell)
                cell = self.after(cell, axis)
            if line:
                lines.append(line)
        return lines

    def most_dominoes(self, player: PlayerLike) -> int:
        """The greatest number of one player's dominoes: half of every line, rounded down."""
        return sum(len(line) // 2 for line in self.lines(player))

    def covered_by(self, domino: Domino) -> tuple[Cell, Cell]:
        """The two cells under a domino that fits on this board."""
        if not isinstance(domino, Domino):
            raise InputError(f"a domino is written as in Domino((0, 1), 0), not {domino!r}")
        second = self._second(domino.cell, domino.axis) if domino.cell in self.cells else None
        if second is None:
            check_cell(domino.cell, self.shape)
            raise InputError(f"no domino along axis {int(domino.axis)} fits at cell {domino.cell}")
        return domino.cell, second

    def neighbours(self, cell: Cell) -> Iterator[Cell]:
        """The cells that share a side with `cell` (twice where two sides are shared)."""
        if cell not in self.cells:
            check_cell(as_cell(cell), self.shape)
        if self.lattice.is_graph:
            yield from self.at_distance(cell, 1)
            return
        for step in self.lattice.steps(self.dimension):
            there = self.shift(cell, step)
            if there is not None:
                yield there

    def at_distance(self, cell: Cell, distance: int) -> Iterator[Cell]:
        """The cells at a distance, counted in steps between neighbours; walls do not block."""
        cell, distance = as_cell(cell), require_integer("distance", distance, 0)
        if self.lattice.is_graph:
            found = at_distance(self.lattice, cell[0], distance)
            yield from (vertex for vertex in found if vertex in self.cells)
            return
        for offset in self.lattice.ring(distance, self.dimension):
            there = self.shift(cell, offset)
            if there is not None:
                yield there

    @classmethod
    def of(
        cls,
        shape: Iterable[int],
        cells: Iterable[Cell],
        wrap: Wrap | None = None,
        lattice: Lattice | str = SQUARE,
        shift: int = 0,
    ) -> "Board":
        """The board with the given cells; straight and of squares by default (wrap="rows,cols")."""
        found = frozenset(map(as_cell, items("cells", cells)))
        return cls(shape, cells=found, wrap=wrap, lattice=lattice, shift=shift)

    @classmethod
    def box(
        cls, *shape: int, wrap: Wrap | None = None, lattice: Lattice | str = SQUARE, shift: int = 0
    ) -> "Board":
        """The full box of the given shape."""
        empty = cls.of(shape, (), wrap, lattice, shift)  # checks the shape before the cells are made
        check_volume("box", empty.shape)
        return replace(empty, cells=frozenset(product(*map(range, empty.shape))))

    @classmethod
    def rectangle(
        cls,
        rows: int,
        cols: int,
        wrap: Wrap | None = None,
        lattice: Lattice | str = SQUARE,
        shift: int = 0,
    ) -> "Board":
        """The full board of `rows` times `cols` cells."""
        return cls.box(rows, cols, wrap=wrap, lattice=lattice, shift=shift)

    @classmethod
    def aztec_diamond(cls, order: int) -> "Board":
        """The Aztec diamond: rows of 2, 4, ..., 2n, 2n, ..., 4, 2 cells, one above the other's middle.

        >>> print(Board.aztec_diamond(2))
        #..#
        ....
        ....
        #..#
        """
        side = 2 * require_integer("order", order, 1)
        check_volume("diamond", (side, side))
        cells = product(range(side), repeat=2)
        far = side - 1  # the most that twice the distances from the middle along both axes can add up to
        return cls.of((side, side), [c for c in cells if sum(abs(2 * a - far) for a in c) <= side])

    @classmethod
    def from_graph(cls, graph: Any, vertices: int | None = None) -> "Board":
        """A finite graph as a board for games on single cells: its vertices are the cells (0,), (1,), ...

        `graph` is a networkx graph, whose nodes are numbered in its order, or a list of edges (0, 1), ... on
        `vertices` vertices (by default up to the largest number).
        """
        number, edges = read_graph(graph, vertices)
        return cls.box(number, lattice=Lattice(GRAPH, edges))

    def line_graph(self) -> "Board":
        """The edges of a graph as cells in order, neighbours where they share an end; walls have no edges.

        The positions of Node Kayles on it are the matchings of the graph: this is Arc Kayles.

        >>> path = Board.from_graph([(0, 1), (1, 2), (2, 3)]).line_graph()
        >>> len(path), list(path.neighbours((0,)))
        (3, [(1,)])
        """
        if self.lattice.name != GRAPH:
            raise InputError("only the board of a graph has a line graph: use `Board.from_graph`")
        edges = frozenset(edge for edge in self.lattice.edges if all((end,) in self.cells for end in edge))
        line = self.box(max(1, len(edges)), lattice=Lattice(LINE_GRAPH, edges))
        return line if edges else line.without(line.cells)

    @classmethod
    def parse(
        cls,
        text: str,
        wrap: Wrap | None = None,
        dimension: int | None = None,
        lattice: Lattice | str = SQUARE,
        shift: int = 0,
    ) -> "Board":
        """Read a board: `.` a cell, `#` a wall; all lines have the same length.

        In three dimensions one block per layer, separated by a blank line. One block is a flat board unless
        `dimension` says that it is a single layer (3) or a column (1).
        """
        shape, signs, _ = read_text(text, ".#", dimension)
        return cls.of(shape, (cell for cell, sign in signs.items() if sign == "."), wrap, lattice, shift)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Board":
        """The board that `to_json` wrote."""
        try:
            shape, wrap, text = (value[key] for key in ("shape", "wrap", "text"))
        except (KeyError, TypeError):
            raise InputError(f"a board in JSON has `shape`, `wrap` and `text`, not {value!r}") from None
        drawn = read_text(text, ".#", len(items("shape", shape)))[1]
        return cls.of(shape, drawn, wrap, Lattice.from_json(value)).bar(value.get("barred", ()))

    def to_json(self) -> dict[str, Any]:
        """The shape, the wrapped axes, the drawing; the lattice unless it is square; the barred cells."""
        drawn = {"shape": list(self.shape), "wrap": list(self.wrap), "text": str(self)}
        barred = [[list(cell), name] for cell, name in sorted(self.barred)]
        return drawn | self.lattice.to_json() | ({"barred": barred} if barred else {})

    def to_numpy(self) -> Any:
        """An array of the board's shape that is True at its cells and False at walls."""
        import numpy as np

        array = np.zeros(self.shape, dtype=bool)
        for cell in self.cells:
            array[cell] = True
        return array

    @classmethod
    def from_numpy(cls, array: Any, wrap: Wrap | None = None, lattice: Lattice | str = SQUARE) -> "Board":
        """From an array: a cell where the entry is 1 (or True), a wall where it is 0 (or False)."""
        import numpy as np

        try:
            given = np.asarray(array)
        except (TypeError, ValueError):  # lists of different lengths
            given = np.array("")
        is_number = given.dtype.kind in "biuf" or all(isinstance(entry, int) for entry in given.flat)
        if not is_number or not np.isin(given, (0, 1)).all():
            raise InputError(f"expected an array of 0 and 1, or of False and True, got {quoted(array)}")
        return cls.of(given.shape, map(tuple, np.argwhere(given.astype(bool)).tolist()), wrap, lattice)

    def to_networkx(self) -> Any:
        """The graph of cells that share a side, of NetworkX; positions of dominoes are its matchings.

        A `networkx.Graph`, or a `MultiGraph` where a wrapped axis of length 2 joins cells twice.
        """
        try:
            import networkx
        except ImportError:
            raise InputError("graphs need NetworkX: install it with `pip install networkx`") from None
        sides = [(cell, there) for cell in self for there in self.neighbours(cell) if cell < there]
        graph = networkx.Graph() if len(set(sides)) == len(sides) else networkx.MultiGraph()
        graph.add_nodes_from(self)
        graph.add_edges_from(sides)
        return graph

    def __str__(self) -> str:
        return write_text(self.shape, dict.fromkeys(self.cells, "."))

    def __repr__(self) -> str:
        barred = f".bar({sorted(self.barred)})" if self.barred else ""
        if self.lattice.is_graph:
            is_line = self.lattice.name == LINE_GRAPH
            size = ").line_graph(" if is_line else f", vertices={self.shape[0]}"
            walls = sorted(set(product(range(self.shape[0]))) - self.cells)
            without = f".without({walls})" if walls else ""
            return f"Board.from_graph({sorted(self.lattice.edges)}{size}){without}{barred}"
        if self.is_box:
            options = self._wrap_option() + self.lattice.option()
            return f"Board.box({', '.join(map(str, self.shape))}{options}){barred}"
        return f"Board.parse({str(self)!r}{self.parse_options()}){barred}"

    def parse_options(self) -> str:
        """The arguments of `parse` besides the drawing, as written in a call."""
        wrap = self._wrap_option()
        is_clear = self.dimension == 2 or (self.dimension == 3 and self.shape[2] > 1)
        return (wrap if is_clear else f"{wrap}, dimension={self.dimension}") + self.lattice.option()

    def _wrap_option(self) -> str:
        """The wrapped axes as written in a call; in words if one is twisted."""
        if not any(self.lattice.twisted):
            return f", wrap={self.wrap}" if any(self.wrap) else ""
        axes = zip(AXIS_NAMES, self.wrap, self.lattice.twisted, strict=False)
        words = (f"{TWISTED} {name}" if twisted else name for name, wrapped, twisted in axes if wrapped)
        return f", wrap={', '.join(words)!r}"

    def _repr_svg_(self) -> str | None:
        """The picture that notebooks show."""
        return notebook_picture(self)

    def without(self, cells: Iterable[Cell]) -> "Board":
        """The board with `cells` turned into walls."""
        walls = cells if isinstance(cells, frozenset) else frozenset(map(as_cell, items("cells", cells)))
        for cell in walls - self.cells:
            check_cell(as_cell(cell), self.shape)
        return replace(self, cells=self.cells - walls)

    def bar(self, pairs: Iterable[tuple[Cell, str]]) -> "Board":
        """The board on which pieces must not cover certain cells: pairs of a cell and a name."""
        return replace(self, barred=self.barred | read_barred(pairs, self.shape))

    def _moved(self, shape: tuple[int, ...], wrap: tuple[bool, ...], move: Callable[[Cell], Cell]) -> "Board":
        """The board with its cells in other places."""
        barred = frozenset((move(cell), name) for cell, name in self.barred)
        cells = frozenset(map(move, self.cells))
        return replace(self, shape=shape, cells=cells, wrap=wrap, barred=barred)

    def transpose(self, axes: tuple[int, ...] | None = None) -> "Board":
        """The board with its axes in another order (reversed unless given)."""
        order = order_of_axes(axes, self.dimension)
        if order != tuple(range(self.dimension)):
            self.lattice.require("square", "hexagonal")
        shape, wrap = tuple(self.shape[a] for a in order), tuple(self.wrap[a] for a in order)
        return self._moved(shape, wrap, lambda cell: tuple(cell[a] for a in order))

    def mirror(self, player: PlayerLike) -> "Board":
        """The board reflected along the axis of a player."""
        axis = self._axis(player)
        self.lattice.require("square")
        if self.is_box and not self.barred:
            return self
        top = self.shape[axis] - 1
        return self._moved(self.shape, self.wrap, lambda c: (*c[:axis], top - c[axis], *c[axis + 1 :]))

    def components(self) -> list["Board"]:
        """The connected parts, each in the same box, ordered by their first cells."""
        return [replace(self, cells=part) for part in connected(self.cells, self.neighbours)]

    def crop(self) -> "Board":
        """The board in the smallest box that holds its cells; wrapped axes keep their length."""
        if not self.cells or self.is_box or not self.lattice.is_translatable:
            return self
        low = self.corner()
        high = [1 + max(cell[a] for cell in self.cells) for a in range(self.dimension)]
        sides = zip(self.wrap, self.shape, high, low, strict=True)
        shape = tuple(length if wrapped else end - first for wrapped, length, end, first in sides)
        return self._moved(shape, self.wrap, lambda cell: tuple(map(sub, cell, low)))

    def corner(self) -> Cell:
        """The cell of this board that is the origin of `crop`."""
        if not self.cells or not self.lattice.is_translatable:
            return (0,) * self.dimension
        low = tuple(0 if self.wrap[a] else min(c[a] for c in self.cells) for a in range(self.dimension))
        if self.lattice.is_turned(low):  # triangles keep their orientation
            axis = next(a for a, place in enumerate(low) if place)
            low = (*low[:axis], low[axis] - 1, *low[axis + 1 :])
        return low


def read_barred(pairs: Any, shape: tuple[int, ...]) -> frozenset[Barred]:
    """Pairs of a cell in the box and the name of a piece."""
    barred = set()
    for pair in items("pairs", pairs):
        entries = tuple(pair) if isinstance(pair, tuple | list) else ()
        if len(entries) != 2 or not isinstance(entries[1], str):
            raise InputError(f"`barred` needs pairs of a cell and a name, as in ((0, 1), 'L'), not {pair!r}")
        cell = as_cell(entries[0])
        check_cell(cell, shape)
        barred.add((cell, entries[1]))
    return frozenset(barred)


def require_board(board: Any) -> Board:
    """The board given as a `Board`, the free cells of a `Position`, a size, a drawing, an array of 0 and 1, a
    graph, or a `Path` to a drawing."""
    if isinstance(board, Board):
        return board
    if isinstance(board, os.PathLike):
        return require_board(text_of(board, "the board "))
    if isinstance(board, str):
        shape = parse_shape(board)
        return Board.box(*shape) if shape is not None else parse_line(board, Board.parse)
    if isinstance(board, tuple | list) and board and all(_is_size(size) for size in board):
        return Board.box(*board)
    if not isinstance(board, type):
        if isinstance(free := getattr(board, "free", None), Board):  # of a position
            return free
        if hasattr(board, "nodes") and hasattr(board, "edges"):
            return Board.from_graph(board)
        if hasattr(board, "__array__"):
            return Board.from_numpy(board)
    raise InputError(f"expected a board such as '8x8', (8, 8), a drawing or an array, got {quoted(board)}")


def _is_size(size: Any) -> bool:
    return isinstance(size, Integral) and not isinstance(size, bool)


def parse_shape(text: str) -> tuple[int, ...] | None:
    """The sizes of a box of one to three dimensions; None if the text is not a size."""
    if not re.fullmatch(r"\s*\d{1,30}(\s*[xX]\s*\d{1,30}){0,2}\s*", text, re.ASCII):
        return None
    return tuple(map(int, text.lower().split("x")))


def parse_line(text: str, parse: Callable[[str], Parsed]) -> Parsed:
    """Parse a drawing; the error for a single line names the other readings."""
    try:
        return parse(text)
    except InputError as error:
        if "\n" in text.strip() or not text.strip():
            raise
        what = "neither a size such as '8x8' nor a drawing (a file is given as a Path)"
        raise InputError(f"{quoted(text)} is {what}: {error}") from error
