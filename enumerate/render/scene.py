"""What there is to draw of a position, before anyone says how: pieces, walls, free cells, layer by layer.

Text, SVG and TikZ draw the same scene. Rows run down and columns to the right; the layers of a
three-dimensional board stand side by side, numbered from 1. A domino that crosses a wrapped border, or goes
from layer to layer, is drawn as two halves; halves of the latter carry the same number.
"""

from dataclasses import dataclass

from ..model.board import Board, Cell, Domino, Player
from ..model.position import Position

Place = tuple[int, int, int]  # row, column, layer


@dataclass(frozen=True, slots=True)
class Piece:
    """A rectangle of one or two cells of a player; `open_sides` (n, e, s, w) continue across a border."""

    player: Player
    row: int
    col: int
    layer: int
    height: int = 1
    width: int = 1
    open_sides: str = ""
    label: str = ""

    @property
    def places(self) -> list[Place]:
        """The cells it covers."""
        return [
            (self.row + down, self.col + right, self.layer)
            for down in range(self.height)
            for right in range(self.width)
        ]


@dataclass(frozen=True, slots=True)
class Scene:
    """The size in rows, columns and layers, the pieces, the walls and the free cells."""

    rows: int
    cols: int
    layers: int
    wrap: tuple[bool, bool]
    pieces: tuple[Piece, ...]
    walls: frozenset[Place]
    free: frozenset[Place]


def scene(drawn: Board | Position) -> Scene:
    """The scene of a board or a position.

    >>> scene(Position.parse("LRR\\nL.#")).walls
    frozenset({(1, 2, 0)})
    """
    position = drawn if isinstance(drawn, Position) else Position.of(drawn)
    board = position.board
    rows, cols, layers = (*board.shape, 1, 1)[:3]
    there = {place(cell) for cell in board.cells}
    box = {(row, col, layer) for row in range(rows) for col in range(cols) for layer in range(layers)}
    pieces: list[Piece] = []
    across = 0
    for domino in sorted(position.dominoes, key=lambda d: (d.cell, d.axis)):
        across += domino.axis == Player.MIDDLE
        pieces += _pieces(board, domino, str(across))
    covered = {spot for piece in pieces for spot in piece.places}
    wrap = (*board.wrap, False)[:2]
    return Scene(
        rows,
        cols,
        layers,
        (wrap[0], wrap[1]),
        tuple(pieces),
        frozenset(box - there),
        frozenset(there - covered),
    )


def place(cell: Cell) -> Place:
    """A cell of any dimension as row, column, layer."""
    row, col, layer = (*cell, 0, 0)[:3]
    return row, col, layer


def _pieces(board: Board, domino: Domino, number: str) -> list[Piece]:
    player = Player(domino.axis)
    first, second = (place(cell) for cell in board.covered_by(domino))
    if player is Player.MIDDLE:
        return [Piece(player, *spot, label=player.letter + number) for spot in (first, second)]
    if domino.cell[player] + 1 == board.shape[player]:  # it crosses the wrapped border
        sides = ("s", "n") if player is Player.LEFT else ("e", "w")
        return [
            Piece(player, *spot, open_sides=side, label=player.letter)
            for spot, side in zip((first, second), sides, strict=True)
        ]
    height, width = (2, 1) if player is Player.LEFT else (1, 2)
    return [Piece(player, *first, height, width, label=player.letter)]
