"""Boards: finite sets of cells in a box of one to three dimensions.

Axis 0 is vertical (Left places along it), axis 1 horizontal (Right), axis 2 belongs to Middle. A missing
cell is a wall, not an empty cell. An axis may be wrapped: its last cell is then followed by its first.
A wrapped axis of length 1 counts as straight; on a wrapped axis of length 2 two dominoes join the cells.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from ..support.errors import InputError, TooLargeError, require_positive
from .cells import Cell, as_cell, as_wrap, check_cell, items, no_axis, order_of_axes
from .drawing import read_text, write_text
from .players import Domino, Player

__all__ = ["AXIS_NAMES", "Board", "Cell", "Domino", "Player", "read_text", "require_board"]

AXIS_NAMES = ("rows", "cols", "layers")
MOST_CELLS = 100_000


@dataclass(frozen=True, slots=True, repr=False)
class Board:
    """A set of cells in a box; see the module's text for axes, walls and wrapping.

    >>> print(Board.parse(".#.\\n..."))
    .#.
    ...
    >>> len(Board.rectangle(4, 3)), Board.rectangle(4, 3).shape
    (12, (4, 3))
    """

    shape: tuple[int, ...]
    cells: frozenset[Cell]
    wrap: tuple[bool, ...]

    def __post_init__(self) -> None:
        shape = items("shape", self.shape)
        if not 1 <= len(shape) <= 3:
            raise InputError(f"a board has 1 to 3 dimensions, not {len(shape)}")
        shape = tuple(require_positive(name, n) for name, n in zip(AXIS_NAMES, shape, strict=False))
        object.__setattr__(self, "shape", shape)
        object.__setattr__(self, "cells", frozenset(self.cells))
        object.__setattr__(self, "wrap", as_wrap(self.wrap, shape))
        for cell in self.cells:
            check_cell(cell, shape)

    @classmethod
    def of(cls, shape: Iterable[int], cells: Iterable[Cell], wrap: Iterable[bool] | None = None) -> "Board":
        """The board with the given cells; straight axes unless `wrap` says otherwise.

        >>> print(Board.of((2, 3), [(0, 0), (0, 1), (1, 1), (1, 2)]))
        ..#
        #..
        """
        box = items("shape", shape)
        wraps = (False,) * len(box) if wrap is None else wrap
        return cls(box, frozenset(map(as_cell, items("cells", cells))), wraps)  # type: ignore[arg-type]

    @classmethod
    def box(cls, *shape: int, wrap: Iterable[bool] | None = None) -> "Board":
        """The full box of the given shape.

        >>> len(Board.box(4, 4, 3))
        48
        """
        empty = cls.of(shape, (), wrap)  # checks the shape before the cells are made
        if prod(shape) > MOST_CELLS:
            raise TooLargeError(
                f"a box of {prod(shape):,} cells is too large: at most {MOST_CELLS:,} are allowed"
            )
        return cls(empty.shape, frozenset(product(*map(range, shape))), empty.wrap)

    @classmethod
    def rectangle(cls, rows: int, cols: int, wrap: Iterable[bool] | None = None) -> "Board":
        """The full board of `rows` times `cols` cells.

        >>> str(Board.rectangle(2, 3))
        '...\\n...'
        """
        return cls.box(rows, cols, wrap=wrap)

    @classmethod
    def parse(cls, text: str, wrap: Iterable[bool] | None = None, dimension: int | None = None) -> "Board":
        """Read a board: `.` a cell, `#` a wall; short lines are padded with walls.

        In three dimensions one block per layer, separated by a blank line. One block is a flat board unless
        `dimension` says that it is a single layer (3) or a column (1).

        >>> len(Board.parse("..\\n...\\n"))
        5
        >>> Board.parse("..\\n.o")
        Traceback (most recent call last):
            ...
        enumerate.InputError: 'o' in line 2, column 2 is not a board character (allowed: . #)
        """
        shape, signs, _ = read_text(text, ".#", dimension)
        return cls.of(shape, (cell for cell, sign in signs.items() if sign == "."), wrap)

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
        is_blank = set(text) <= set("#\n")  # parse refuses it, since it is mostly a slip
        drawn = () if is_blank else read_text(text, ".#", len(shape))[1]
        return cls.of(shape, drawn, wrap)

    def to_json(self) -> dict[str, Any]:
        """The shape, the wrapped axes and the drawing.

        >>> Board.rectangle(1, 2).to_json()
        {'shape': [1, 2], 'wrap': [False, False], 'text': '..'}
        """
        return {"shape": list(self.shape), "wrap": list(self.wrap), "text": str(self)}

    def __str__(self) -> str:
        return write_text(self.shape, dict.fromkeys(self.cells, "."))

    def __repr__(self) -> str:
        wrap = f", wrap={self.wrap}" if any(self.wrap) else ""
        if self.is_box:
            return f"Board.box({', '.join(map(str, self.shape))}{wrap})"
        if not self.cells:
            return f"Board.of({self.shape}, []{wrap})"
        return f"Board.parse({str(self)!r}{self.parse_options()})"

    def parse_options(self) -> str:
        """What `parse` must be told besides the drawing, as it is written in a call.

        >>> Board.box(2, 2, 1, wrap=(True, False, False)).parse_options()
        ', wrap=(True, False, False), dimension=3'
        """
        wrap = f", wrap={self.wrap}" if any(self.wrap) else ""
        is_told = self.dimension == 2 or (self.dimension == 3 and self.shape[2] > 1)
        return wrap if is_told else f"{wrap}, dimension={self.dimension}"

    def _repr_svg_(self) -> str:
        """The drawing that notebooks show."""
        from ..render.as_svg import svg

        return svg(self)

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

    def _check_axis(self, axis: int) -> None:
        if axis not in range(self.dimension):
            raise no_axis(axis, self.shape)

    def after(self, cell: Cell, axis: int, step: int = 1) -> Cell | None:
        """The next cell along `axis` (the one before for step -1); None at a border or a wall.

        >>> Board.rectangle(2, 2).after((1, 0), 0) is None
        True
        >>> Board.rectangle(2, 2, wrap=(True, False)).after((1, 0), 0)
        (0, 0)
        """
        try:
            length = self.shape[axis]
        except (IndexError, TypeError):
            raise no_axis(axis, self.shape) from None
        place = cell[axis] + step
        if self.wrap[axis]:
            place %= length
        there = (*cell[:axis], place, *cell[axis + 1 :])
        return there if there in self.cells else None

    def shift(self, cell: Cell, offset: tuple[int, ...]) -> Cell | None:
        """The cell so many steps away along each axis; None beyond a border, on a wall or off the axes.

        >>> Board.rectangle(3, 3).shift((0, 1), (2, -1)), Board.rectangle(3, 3).shift((0, 1), (0, 0, 1))
        ((2, 0), None)
        """
        if len(offset) > len(cell):
            if any(offset[len(cell) :]):
                return None
            offset = offset[: len(cell)]
        there = list(cell)
        for axis, step in enumerate(offset):
            there[axis] += step
            if self.wrap[axis]:
                there[axis] %= self.shape[axis]
        found = tuple(there)
        return found if found in self.cells else None

    def dominoes(self, axis: int) -> Iterator[Domino]:
        """All dominoes that fit along `axis`, in order of their first cells.

        >>> sum(1 for _ in Board.rectangle(4, 3).dominoes(Player.LEFT))
        9
        """
        self._check_axis(axis)
        for cell in sorted(self.cells):
            if self.after(cell, axis) is not None:
                yield Domino(cell, axis)

    def runs(self, axis: int) -> list[list[Cell]]:
        """The maximal lines of cells along `axis`, each from its first cell; a ring starts anywhere.

        >>> [len(run) for run in Board.parse("..#.").runs(1)]
        [2, 1]
        """
        self._check_axis(axis)
        starts = [cell for cell in sorted(self.cells) if self.after(cell, axis, -1) is None]
        runs, seen = [], set()
        for start in [*starts, *sorted(self.cells)]:
            run: list[Cell] = []
            cell: Cell | None = start
            while cell is not None and cell not in seen:
                seen.add(cell)
                run.append(cell)
                cell = self.after(cell, axis)
            if run:
                runs.append(run)
        return runs

    def most_dominoes(self, axis: int) -> int:
        """The greatest number of dominoes that fit along one axis: half of every run, rounded down.

        >>> Board.rectangle(4, 3).most_dominoes(1)
        4
        """
        return sum(len(run) // 2 for run in self.runs(axis))

    def covered_by(self, domino: Domino) -> tuple[Cell, Cell]:
        """The two cells under a domino that fits on this board.

        >>> Board.rectangle(2, 3).covered_by(Domino((1, 1), Player.RIGHT))
        ((1, 1), (1, 2))
        """
        if not isinstance(domino, Domino):
            raise InputError(f"a domino is written as in Domino((0, 1), 0), not {domino!r}")
        second = self.after(domino.cell, domino.axis) if domino.cell in self.cells else None
        if second is None:
            check_cell(domino.cell, self.shape)
            raise InputError(f"no domino along axis {int(domino.axis)} fits at cell {domino.cell}")
        return domino.cell, second

    def without(self, cells: Iterable[Cell]) -> "Board":
        """The board with `cells` turned into walls.

        >>> print(Board.rectangle(2, 2).without([(0, 1)]))
        .#
        ..
        """
        walls = cells if isinstance(cells, frozenset) else frozenset(map(as_cell, items("cells", cells)))
        for cell in walls - self.cells:
            check_cell(as_cell(cell), self.shape)
        return Board(self.shape, self.cells - walls, self.wrap)

    def transpose(self, axes: tuple[int, ...] | None = None) -> "Board":
        """The board with its axes in another order (reversed unless given).

        >>> print(Board.parse("..#").transpose())
        .
        .
        #
        """
        order = order_of_axes(axes, self.dimension)
        return Board(
            tuple(self.shape[a] for a in order),
            frozenset(tuple(cell[a] for a in order) for cell in self.cells),
            tuple(self.wrap[a] for a in order),
        )

    def mirror(self, axis: int) -> "Board":
        """The board reflected along `axis`.

        >>> print(Board.parse("..#").mirror(1))
        #..
        """
        self._check_axis(axis)
        top = self.shape[axis] - 1
        return Board(
            self.shape,
            frozenset((*c[:axis], top - c[axis], *c[axis + 1 :]) for c in self.cells),
            self.wrap,
        )

    def neighbours(self, cell: Cell) -> Iterator[Cell]:
        """The cells that share a side with `cell` (twice where two sides are shared).

        >>> list(Board.rectangle(2, 2).neighbours((0, 0)))
        [(1, 0), (0, 1)]
        """
        if cell not in self.cells:
            check_cell(as_cell(cell), self.shape)
        for axis in range(self.dimension):
            for step in (-1, 1):
                there = self.after(cell, axis, step)
                if there is not None:
                    yield there

    def components(self) -> list["Board"]:
        """The connected parts, each in the same box, ordered by their first cells.

        >>> [len(part) for part in Board.parse("..#.\\n..#.").components()]
        [4, 2]
        """
        left = set(self.cells)
        parts = []
        while left:
            stack = [min(left)]
            left.discard(stack[0])
            part = []
            while stack:
                cell = stack.pop()
                part.append(cell)
                for there in self.neighbours(cell):
                    if there in left:
                        left.discard(there)
                        stack.append(there)
            parts.append(Board(self.shape, frozenset(part), self.wrap))
        return parts

    def crop(self) -> "Board":
        """The board in the smallest box that holds its cells; wrapped axes keep their length.

        >>> Board.parse("###\\n#..").crop()
        Board.box(1, 2)
        """
        if not self.cells:
            return self
        axes = range(self.dimension)
        low = [0 if self.wrap[a] else min(cell[a] for cell in self.cells) for a in axes]
        high = [self.shape[a] if self.wrap[a] else max(cell[a] for cell in self.cells) + 1 for a in axes]
        return Board(
            tuple(h - lo for lo, h in zip(low, high, strict=True)),
            frozenset(tuple(c - lo for c, lo in zip(cell, low, strict=True)) for cell in self.cells),
            self.wrap,
        )


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
