"""The pieces of a game in a row of small drawings."""

from ..model.board import Board
from ..model.game import Game, Piece, padded
from ..model.position import Position
from .as_text import lines

GAP = 3


def pieces_text(game: Game) -> str:
    """Every piece on the smallest board that holds it, with its name and owner.

    >>> print(pieces_text(Game.named("partizan-kayles")))
    L (left)   H (right)
    ┌───┐      ┌───────┐
    │ L │      │   H   │
    └───┘      └───────┘
    """
    blocks = [[f"{piece.name} ({piece.player})", *_drawn(game, piece)] for piece in game.pieces]
    high = max(map(len, blocks))
    wide = [max(map(len, block)) for block in blocks]
    rows = (
        (" " * GAP).join(
            (block[row] if row < len(block) else "").ljust(size)
            for block, size in zip(blocks, wide, strict=True)
        )
        for row in range(high)
    )
    return "\n".join(row.rstrip() for row in rows)


def _drawn(game: Game, piece: Piece) -> list[str]:
    """The piece alone; the other cells of its box are walls."""
    size = max(2, piece.axes)
    cells = [padded(cell, size) for cell in piece.cells]
    low = [min(cell[axis] for cell in cells) for axis in range(size)]
    shape = [1 + max(cell[axis] for cell in cells) - low[axis] for axis in range(size)]
    there = [tuple(c - lo for c, lo in zip(cell, low, strict=True)) for cell in cells]
    at = there[piece.cells.index(())]
    position = Position.of(Board.of(shape, there), [(piece.name, at)], game)
    return lines(position)
