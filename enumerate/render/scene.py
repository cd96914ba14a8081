"""The scene of a position, independent of the output format: pieces, walls, free cells, layer by layer.

Text, SVG and TikZ draw the same scene; SVG and TikZ are canvases for `draw`. Rows run down and
columns to the right; the layers of a three-dimensional board stand side by side, numbered from 1. A piece
that crosses a wrapped border, goes from layer to layer or has parts that do not touch is drawn in parts;
separate parts carry the same number.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from ..model.board import Board
from ..model.game import Game, padded, variable_of
from ..model.lattice import Cell, Lattice, connected
from ..model.position import BoardLike, Placement, Position, as_position
from .mosaic import Point, Polygon, middle, outlines, polygon

Spot = tuple[int, int, int]  # row, column, layer
SQUARE = Lattice()
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
    def layer(self) -> int:
        """The layer."""
        return self.spots[0][2]

    @property
    def box(self) -> tuple[int, int, int, int]:
        """The first row and column, and the numbers of rows and of columns."""
        rows, cols = [row for row, _, _ in self.spots], [col for _, col, _ in self.spots]
        return min(rows), min(cols), 1 + max(rows) - min(rows), 1 + max(cols) - min(cols)

    @property
    def is_rectangle(self) -> bool:
        """Whether the cells fill a rectangle."""
        _, _, height, width = self.box
        return height * width == len(self.spots)


@dataclass(frozen=True, slots=True)
class Scene:
    """The size in rows, columns and layers, the pieces, the walls and the free cells."""

    rows: int
    cols: int
    layers: int
    wrap: tuple[bool, bool]
    pieces: tuple[DrawnPiece, ...]
    walls: frozenset[Spot] = frozenset()
    free: frozenset[Spot] = frozenset()
    lattice: Lattice = SQUARE
    surface: str | None = None  # the name of the surface that the wrapped borders make

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
        board.surface,
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


class Canvas(Protocol):
    """A picture of lines and areas. The unit is the side of a cell; x grows to the right, y down."""

    inset: float  # between a piece and the border of its cells
    layer_gap: float  # between layers

    def square(self, x: float, y: float, is_wall: bool) -> None:
        """A free cell or a wall, with its upper left corner."""

    def polygon(self, corners: Polygon, is_wall: bool) -> None:
        """A cell of another lattice."""

    def edge(self, a: Point, b: Point) -> None:
        """An edge of a graph."""

    def block(self, tint: int, x: float, y: float, wide: float, high: float, is_round: bool) -> None:
        """A rectangular piece; its corners are round unless it continues beyond the border."""

    def outline(self, tint: int, borders: Sequence[Sequence[Point]]) -> None:
        """A piece of any other form."""

    def label(self, tint: int, x: float, y: float, text: str) -> None:
        """The label of a piece, around a point."""

    def side(self, a: Point, b: Point, is_wrapped: bool) -> None:
        """A side of the frame."""

    def layer_number(self, x: float, y: float, number: int) -> None:
        """The number of a layer, below it."""


def draw(seen: Scene, canvas: Canvas) -> None:
    """Draw cells, pieces and frames; the edges of a graph lie below its vertices."""
    if not seen.lattice.is_square:
        for a, b in sorted(seen.lattice.edges):
            canvas.edge(*(middle(seen.polygon((vertex, 0, 0))) for vertex in (a, b)))
        for spot in seen.spots():
            canvas.polygon(seen.polygon(spot), spot in seen.walls)
        for piece in seen.pieces:
            _draw_piece(seen, piece, 0, canvas)
        return
    for layer in range(seen.layers):
        left = layer * (seen.cols + canvas.layer_gap)
        right = left + seen.cols
        for row in range(seen.rows):
            for col in range(seen.cols):
                canvas.square(left + col, row, (row, col, layer) in seen.walls)
        for piece in seen.pieces:
            if piece.layer == layer:
                _draw_piece(seen, piece, left, canvas)
        for y in (0, seen.rows):
            canvas.side((left, y), (right, y), seen.wrap[0])
        for x in (left, right):
            canvas.side((x, 0), (x, seen.rows), seen.wrap[1])
        if seen.layers > 1:
            canvas.layer_number(left + seen.cols / 2, seen.rows, layer + 1)


def _draw_piece(seen: Scene, piece: DrawnPiece, left: float, canvas: Canvas) -> None:
    """A rectangle, extended to the border on its open sides, or the outline of its cells."""
    if seen.lattice.is_square and piece.is_rectangle:
        north, east, south, west = (0 if side in piece.open_sides else canvas.inset for side in "nesw")
        row, col, height, width = piece.box
        x, y, wide, high = left + col + west, row + north, width - west - east, height - north - south
        canvas.block(piece.tint, x, y, wide, high, not piece.open_sides)
        x, y = x + wide / 2, y + high / 2
    else:
        cells = [tuple((left + x, y) for x, y in seen.polygon(spot)) for spot in piece.spots]
        canvas.outline(piece.tint, outlines(cells, canvas.inset))
        x, y = middle(cells[0])
    if piece.is_numbered:
        canvas.label(piece.tint, x, y, piece.label)
