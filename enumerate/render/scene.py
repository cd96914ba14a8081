"""The scene of a position, independent of the output format: pieces, walls, free cells, layer by layer.

Text, SVG and TikZ draw the same scene. Rows run down and columns to the right; the layers of a
three-dimensional board stand side by side, numbered from 1. A piece that crosses a wrapped border, goes from
layer to layer or has parts that do not touch is drawn in parts; separate parts carry the same number.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from ..model.board import Board
from ..model.game import Game, padded, variable_of
from ..model.lattice import Cell, Lattice, connected
from ..model.position import BoardLike, Placement, Position, as_position
from .mosaic import Polygon, polygon

Spot = tuple[int, int, int]  # row, column, layer
SIDES: dict[tuple[int, ...], str] = {(-1, 0): "n", (0, 1): "e", (1, 0): "s", (0, -1): "w"}


@dataclass(frozen=True, slots=True)
class DrawnPiece:
    """Cells of one layer under one piece; `open_sides` (n, e, s, w) continue across a wrapped border.

    `tint` is the number of its colour: that of its player, or of the piece if either player may place it.
    """

    tint: int
    spots: tuple[Spot, ...]
    open_sides: str = ""
    label: str = ""
    is_numbered: bool = False

    @property
    def row(self) -> int:
        """The first row."""
        return min(row for row, _, _ in self.spots)

    @property
    def col(self) -> int:
        """The first column."""
        return min(col for _, col, _ in self.spots)

    @property
    def layer(self) -> int:
        """The layer."""
        return self.spots[0][2]

    @property
    def height(self) -> int:
        """The number of rows."""
        return 1 + max(row for row, _, _ in self.spots) - self.row

    @property
    def width(self) -> int:
        """The number of columns."""
        return 1 + max(col for _, col, _ in self.spots) - self.col

    @property
    def is_rectangle(self) -> bool:
        """Whether the cells fill a rectangle."""
        return self.height * self.width == len(self.spots)


@dataclass(frozen=True, slots=True)
class Scene:
    """The size in rows, columns and layers, the pieces, the walls and the free cells."""

    rows: int
    cols: int
    layers: int
    wrap: tuple[bool, bool]
    pieces: tuple[DrawnPiece, ...]
    walls: frozenset[Spot]
    free: frozenset[Spot]
    lattice: Lattice

    def polygon(self, spot: Spot) -> Polygon:
        """The corners of a cell."""
        return polygon(self.lattice, self.rows, *spot[:2])

    def spots(self) -> list[Spot]:
        """All spots of the first layer, row by row; walls too, but a graph has none."""
        found = [(row, col, 0) for row in range(self.rows) for col in range(self.cols)]
        return [spot for spot in found if not (self.lattice.is_graph and spot in self.walls)]


def read_drawn(drawn: BoardLike) -> Board | Position:
    """The board to draw, or anything else as a position."""
    return drawn if isinstance(drawn, Board) else as_position(drawn)


def scene(drawn: BoardLike) -> Scene:
    """The scene of a board or a position."""
    drawn = read_drawn(drawn)
    board = drawn.board if isinstance(drawn, Position) else drawn
    laid = [(drawn.game, each) for each in drawn.placements] if isinstance(drawn, Position) else []
    rows, cols, layers = (*board.shape, 1, 1)[:3]
    there = {spot_of(cell) for cell in board.cells}
    box = {(row, col, layer) for row in range(rows) for col in range(cols) for layer in range(layers)}
    pieces: list[DrawnPiece] = []
    number = 0
    for game, placement in laid:
        parts = _parts(board, game, placement, number + 1)
        number += any(part.is_numbered for part in parts)
        pieces += parts
    covered = {spot for piece in pieces for spot in piece.spots}
    wrap = (*board.wrap, False)[:2]
    return Scene(
        rows,
        cols,
        layers,
        (wrap[0], wrap[1]),
        tuple(pieces),
        frozenset(box - there),
        frozenset(there - covered),
        board.lattice.plain,
    )


def spot_of(cell: Cell) -> Spot:
    """A cell of any dimension as row, column, layer."""
    row, col, layer = (*cell, 0, 0)[:3]
    return row, col, layer


def _parts(board: Board, game: Game, placement: Placement, number: int) -> list[DrawnPiece]:
    """A placed piece as it is drawn: cut at wrapped borders and layers."""
    piece = game.pieces[placement.piece]
    sign = -1 if board.lattice.is_turned(placement.at) else 1
    size = board.dimension
    spread = [  # as it would lie if the board went on beyond its wrapped borders
        tuple(a + sign * o for a, o in zip(placement.at, padded(offset, size), strict=True))
        for offset in piece.cells
    ]
    spots = dict(zip(spread, map(spot_of, placement.cells), strict=True))
    steps = [] if board.lattice.is_graph else board.lattice.steps(size)

    def beside(cell: Cell) -> Iterable[Cell]:
        turn = -1 if board.lattice.is_turned(cell) else 1
        found = (tuple(c + turn * s for c, s in zip(cell, step, strict=True)) for step in steps)
        return [other for other in found if other in spots]

    def copy(cell: Cell) -> tuple[int, ...]:
        return (*(c // n for c, n in zip(cell[:2], board.shape, strict=False)), *cell[2:])

    parts = connected(spots, lambda cell: [other for other in beside(cell) if copy(other) == copy(cell)])
    joined = connected(spots, lambda cell: [other for other in beside(cell) if cell[2:] == other[2:]])
    is_numbered = len(joined) > 1
    label = piece.letter + (str(number) if is_numbered else "")
    tint = placement.piece if game.is_impartial else variable_of(piece)
    drawn = []
    for part in parts:
        opened = {
            SIDES.get(padded(tuple(o - c for o, c in zip(other[:2], cell[:2], strict=True))), "")
            for cell in part
            for other in beside(cell)
            if copy(other) != copy(cell) and other[2:] == cell[2:]
        }
        own = tuple(sorted(spots[cell] for cell in part))
        drawn.append(DrawnPiece(tint, own, "".join(sorted(opened)), label, is_numbered))
    return sorted(drawn, key=lambda part: part.spots)
