"""Cells in a box and the ways between them: steps along an axis, offsets, neighbours, dominoes, runs."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

from ..support.errors import InputError, require_at_least, require_integer, require_positive
from .cells import AXIS_NAMES, Cell, as_cell, as_wrap, check_cell, items, no_axis
from .lattice import SQUARE, Lattice, distances_from
from .players import Domino, Player, PlayerLike

Barred = tuple[Cell, str]


@dataclass(frozen=True, slots=True, repr=False)
class Grid:
    """The cells of a board, its box, its wrapped axes and its lattice.

    `barred` are pairs of a cell and the name of a piece that must not cover it: what the pieces of a game
    that lie beside the board leave behind.

    >>> Grid((2, 2), frozenset({(0, 0), (1, 0)}), (False, False)).after((0, 0), 0)
    (1, 0)
    """

    shape: tuple[int, ...]
    cells: frozenset[Cell]
    wrap: tuple[bool, ...]
    lattice: Lattice = SQUARE
    barred: frozenset[Barred] = frozenset()

    def __post_init__(self) -> None:
        shape = items("shape", self.shape)
        if not 1 <= len(shape) <= 3:
            raise InputError(f"a board has 1 to 3 dimensions, not {len(shape)}")
        shape = tuple(require_positive(name, n) for name, n in zip(AXIS_NAMES, shape, strict=False))
        object.__setattr__(self, "shape", shape)
        cells = frozenset(self.cells)
        if any(type(place) is not int for cell in cells if isinstance(cell, tuple) for place in cell):
            cells = frozenset(map(as_cell, cells))
        object.__setattr__(self, "cells", cells)
        object.__setattr__(self, "wrap", as_wrap(self.wrap, shape))
        object.__setattr__(self, "lattice", Lattice.of(self.lattice))
        for cell in self.cells:
            check_cell(cell, shape)
        self.lattice.check(shape, self.wrap)
        if self.barred:
            object.__setattr__(self, "barred", frozenset(b for b in self.barred if b[0] in self.cells))

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

    def _axis(self, player: PlayerLike) -> int:
        """The axis along which a player places."""
        axis = Player.of(player) if isinstance(player, str) else player
        if axis not in range(self.dimension):
            raise no_axis(player, self.shape)
        return int(axis)

    def after(self, cell: Cell, axis: int, step: int = 1) -> Cell | None:
        """The next cell along `axis` (the one before for step -1); None at a border or a wall.

        >>> from .board import Board
        >>> Board.rectangle(2, 2).after((1, 0), 0) is None
        True
        >>> Board.rectangle(2, 2, wrap=(True, False)).after((1, 0), 0)
        (0, 0)
        """
        if axis not in range(self.dimension):
            raise no_axis(axis, self.shape)
        offset = (*(0,) * axis, require_integer("step", step))
        there = self.lattice.land(as_cell(cell), offset, self.shape, self.wrap)
        return there if there in self.cells else None

    def shift(self, cell: Cell, offset: tuple[int, ...]) -> Cell | None:
        """The cell so many steps away along each axis; None beyond a border, on a wall or off the axes.

        >>> from .board import Board
        >>> Board.rectangle(3, 3).shift((0, 1), (2, -1)), Board.rectangle(3, 3).shift((0, 1), (0, 0, 1))
        ((2, 0), None)
        >>> Board.rectangle(3, 3, lattice="triangular").shift((1, 0), (1, 0))
        (0, 0)
        """
        cell, offset = as_cell(cell), as_cell(offset)
        if len(offset) > len(cell):
            if any(offset[len(cell) :]):
                return None
            offset = offset[: len(cell)]
        if self.lattice.is_turned(cell):
            offset = tuple(-step for step in offset)
        there = self.lattice.land(cell, offset, self.shape, self.wrap)
        return there if there in self.cells else None

    def dominoes(self, player: PlayerLike) -> Iterator[Domino]:
        """All dominoes of a player that fit, in order of their first cells.

        >>> from .board import Board
        >>> sum(1 for _ in Board.rectangle(4, 3).dominoes("left"))
        9
        """
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
        """The maximal lines of cells along a player's axis, each from its first cell; a ring starts anywhere.

        >>> from .board import Board
        >>> [len(line) for line in Board.parse("..#.").lines(1)]
        [2, 1]
        """
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
        """The greatest number of one player's dominoes: half of every line, rounded down.

        >>> from .board import Board
        >>> Board.rectangle(4, 3).most_dominoes(1)
        4
        """
        return sum(len(line) // 2 for line in self.lines(player))

    def covered_by(self, domino: Domino) -> tuple[Cell, Cell]:
        """The two cells under a domino that fits on this board.

        >>> from .board import Board
        >>> Board.rectangle(2, 3).covered_by(Domino((1, 1), "right"))
        ((1, 1), (1, 2))
        """
        if not isinstance(domino, Domino):
            raise InputError(f"a domino is written as in Domino((0, 1), 0), not {domino!r}")
        second = self._second(domino.cell, domino.axis) if domino.cell in self.cells else None
        if second is None:
            check_cell(domino.cell, self.shape)
            raise InputError(f"no domino along axis {int(domino.axis)} fits at cell {domino.cell}")
        return domino.cell, second

    def neighbours(self, cell: Cell) -> Iterator[Cell]:
        """The cells that share a side with `cell` (twice where two sides are shared).

        >>> from .board import Board
        >>> list(Board.rectangle(2, 2).neighbours((0, 0)))
        [(1, 0), (0, 1)]
        """
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
        """The cells so many steps away, and no fewer; walls do not lengthen a way (they do in no graph).

        >>> from .board import Board
        >>> list(Board.parse(".#.").at_distance((0, 0), 2))
        [(0, 2)]
        """
        cell, distance = as_cell(cell), require_at_least(0, "distance", distance)
        if self.lattice.is_graph:
            found = distances_from(self.lattice, cell[0]).get(distance, ())
            yield from (vertex for vertex in found if vertex in self.cells)
            return
        for offset in self.lattice.ring(distance, self.dimension):
            there = self.shift(cell, offset)
            if there is not None:
                yield there
