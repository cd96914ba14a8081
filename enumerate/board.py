"""Boards: finite sets of cells in a box of one to three dimensions.

Axis 0 is vertical (Left places along it), axis 1 horizontal (Right), axis 2 belongs to Middle. A missing
cell is a wall, not an empty cell. An axis may be wrapped: its last cell is then followed by its first.
A wrapped axis of length 1 counts as straight; on a wrapped axis of length 2 two dominoes join the cells.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from itertools import product
from math import prod
from typing import Any

from .errors import InputError, TooLargeError, require_positive, unknown

Cell = tuple[int, ...]
AXIS_NAMES = ("rows", "cols", "layers")
MOST_CELLS = 100_000


class Player(IntEnum):
    """A player is the axis along which they place.

    >>> Player.LEFT, Player.RIGHT.letter, Player.MIDDLE.variable
    (<Player.LEFT: 0>, 'R', 'z')
    """

    LEFT = 0
    RIGHT = 1
    MIDDLE = 2

    @classmethod
    def of(cls, player: "int | str") -> "Player":
        """The player of an axis, or with a name.

        >>> Player.of("left"), Player.of(1)
        (<Player.LEFT: 0>, <Player.RIGHT: 1>)
        """
        names = [member.name.lower() for member in cls]
        if isinstance(player, str):
            if player.lower() not in names:
                raise unknown("player", player, names)
            return cls(names.index(player.lower()))
        if isinstance(player, int) and 0 <= player < len(names):
            return cls(player)
        raise InputError(f"a player is an axis 0, 1 or 2 or one of {', '.join(names)}, not {player!r}")

    @property
    def letter(self) -> str:
        """L, R or M."""
        return self.name[0]

    @property
    def variable(self) -> str:
        """The variable that counts this player's dominoes: x, y or z."""
        return "xyz"[self]


@dataclass(frozen=True, slots=True)
class Domino:
    """A domino of the player of `axis` on `cell` and the cell after it along that axis."""

    cell: Cell
    axis: int


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
        if not 1 <= len(self.shape) <= 3:
            raise InputError(f"a board has 1 to 3 dimensions, not {len(self.shape)}")
        for name, length in zip(AXIS_NAMES, self.shape, strict=False):
            if not isinstance(length, int):
                raise InputError(f"`{name}` must be an integer, not {length!r}")
            require_positive(name, length)
        if len(self.wrap) != len(self.shape):
            raise InputError(f"`wrap` must have {len(self.shape)} entries, not {len(self.wrap)}")
        for cell in self.cells:
            if len(cell) != len(self.shape) or not all(
                0 <= c < n for c, n in zip(cell, self.shape, strict=False)
            ):
                raise InputError(f"cell {cell} is outside the box {self.shape}")

    @classmethod
    def of(cls, shape: Iterable[int], cells: Iterable[Cell], wrap: Iterable[bool] | None = None) -> "Board":
        """The board with the given cells; straight axes unless `wrap` says otherwise."""
        box = tuple(shape)
        wraps = (False,) * len(box) if wrap is None else tuple(wrap)
        wraps = tuple(w and n > 1 for w, n in zip(wraps, box, strict=False)) + wraps[len(box) :]
        return cls(box, frozenset(cells), wraps)

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
    def parse(cls, text: str, wrap: Iterable[bool] | None = None) -> "Board":
        """Read a board: `.` a cell, `#` a wall; short lines are padded with walls.

        In three dimensions one block per layer, separated by a blank line.

        >>> len(Board.parse("..\\n...\\n"))
        5
        >>> Board.parse("..\\n.o")
        Traceback (most recent call last):
            ...
        enumerate.errors.InputError: 'o' in line 2, column 2 is not a board character (allowed: . #)
        """
        shape, signs, _ = read_text(text, ".#")
        return cls.of(shape, (cell for cell, sign in signs.items() if sign == "."), wrap)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Board":
        """From what `to_json` gives; the drawing alone does not tell one to three dimensions apart.

        >>> Board.from_json(Board.box(2, 2, 1).to_json())
        Board.box(2, 2, 1)
        """
        shape = tuple(value["shape"])
        drawn = read_text(value["text"], ".#")[1]
        return cls.of(shape, ((*cell, 0)[: len(shape)] for cell in drawn), value["wrap"])

    def to_json(self) -> dict[str, Any]:
        """The shape, the wrapped axes and the drawing."""
        return {"shape": list(self.shape), "wrap": list(self.wrap), "text": str(self)}

    def __str__(self) -> str:
        return write_text(self.shape, dict.fromkeys(self.cells, "."))

    def __repr__(self) -> str:
        wrap = f", wrap={self.wrap}" if any(self.wrap) else ""
        if self.is_box:
            return f"Board.box({', '.join(map(str, self.shape))}{wrap})"
        if len(self.shape) == 1 or not self.cells:
            return f"Board({self.shape}, frozenset({sorted(self.cells)}), {self.wrap})"
        return f"Board.parse({str(self)!r}{wrap})"

    def _repr_svg_(self) -> str:
        """The drawing that notebooks show."""
        from .render.svg import svg

        return svg(self)

    def __len__(self) -> int:
        return len(self.cells)

    @property
    def dimension(self) -> int:
        """The number of axes."""
        return len(self.shape)

    @property
    def is_box(self) -> bool:
        """Whether the board has no walls."""
        return len(self.cells) == prod(self.shape)

    def after(self, cell: Cell, axis: int, step: int = 1) -> Cell | None:
        """The next cell along `axis` (the one before for step -1); None at a border or a wall.

        >>> Board.rectangle(2, 2).after((1, 0), 0) is None
        True
        >>> Board.rectangle(2, 2, wrap=(True, False)).after((1, 0), 0)
        (0, 0)
        """
        place = cell[axis] + step
        if self.wrap[axis]:
            place %= self.shape[axis]
        there = (*cell[:axis], place, *cell[axis + 1 :])
        return there if there in self.cells else None

    def dominoes(self, axis: int) -> Iterator[Domino]:
        """All dominoes that fit along `axis`, in order of their first cells.

        >>> sum(1 for _ in Board.rectangle(4, 3).dominoes(Player.LEFT))
        9
        """
        for cell in sorted(self.cells):
            if self.after(cell, axis) is not None:
                yield Domino(cell, axis)

    def runs(self, axis: int) -> list[list[Cell]]:
        """The maximal lines of cells along `axis`, each from its first cell; a ring starts anywhere.

        >>> [len(run) for run in Board.parse("..#.").runs(1)]
        [2, 1]
        """
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
        """The two cells under a domino that fits on this board."""
        second = self.after(domino.cell, domino.axis)
        if domino.cell not in self.cells or second is None:
            raise InputError(f"no domino along axis {domino.axis} fits at cell {domino.cell}")
        return domino.cell, second

    def without(self, cells: Iterable[Cell]) -> "Board":
        """The board with `cells` turned into walls.

        >>> print(Board.rectangle(2, 2).without([(0, 1)]))
        .#
        ..
        """
        return Board(self.shape, self.cells - frozenset(cells), self.wrap)

    def transpose(self, axes: tuple[int, ...] | None = None) -> "Board":
        """The board with its axes in another order (reversed unless given).

        >>> print(Board.parse("..#").transpose())
        .
        .
        #
        """
        order = axes if axes is not None else tuple(reversed(range(self.dimension)))
        if sorted(order) != list(range(self.dimension)):
            raise InputError(f"{order} is not an order of the axes 0 to {self.dimension - 1}")
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
        top = self.shape[axis] - 1
        return Board(
            self.shape,
            frozenset((*c[:axis], top - c[axis], *c[axis + 1 :]) for c in self.cells),
            self.wrap,
        )

    def neighbours(self, cell: Cell) -> Iterator[Cell]:
        """The cells that share a side with `cell` (twice where two sides are shared)."""
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


def read_text(
    text: str, alphabet: Collection[str]
) -> tuple[tuple[int, ...], dict[Cell, str], dict[Cell, tuple[int, int]]]:
    """The shape of a drawing, the sign in each cell that is not a wall, and its line and column in the text.

    Blank lines separate the layers of a three-dimensional drawing; blank lines around it and blanks at
    the ends of lines are dropped; short lines and short layers are padded with walls.
    """
    layers: list[list[tuple[int, str]]] = [[]]
    for number, raw in zip(range(1, text.count("\n") + 2), text.split("\n"), strict=True):
        line = raw.rstrip()
        for column, sign in zip(range(1, len(line) + 1), line, strict=True):
            if sign not in alphabet:
                raise InputError(
                    f"{sign!r} in line {number}, column {column} is not a board character "
                    f"(allowed: {' '.join(alphabet)})"
                )
        if line:
            layers[-1].append((number, line))
        elif layers[-1]:
            layers.append([])
    if not layers[-1]:
        layers.pop()
    if not any(sign != "#" for layer in layers for _, line in layer for sign in line):
        raise InputError("the board is blank: draw at least one cell '.'")
    rows = max(len(layer) for layer in layers)
    cols = max(len(line) for layer in layers for _, line in layer)
    flat = len(layers) == 1
    signs: dict[Cell, str] = {}
    places: dict[Cell, tuple[int, int]] = {}
    for depth, layer in zip(range(len(layers)), layers, strict=True):
        for row, (number, line) in zip(range(rows), layer, strict=False):
            for col, sign in zip(range(cols), line, strict=False):
                if sign != "#":
                    cell = (row, col) if flat else (row, col, depth)
                    signs[cell], places[cell] = sign, (number, col + 1)
    return ((rows, cols) if flat else (rows, cols, len(layers))), signs, places


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
