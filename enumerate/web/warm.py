"""Imported once, before workers are made from it: what every question needs is then there at once."""

from ..model.board import Board
from ..model.position import Position
from . import questions


def warm() -> None:
    """Ask something small, so that compiled code is loaded."""
    from ..counting.overview import overview
    from ..counting.positions import positions
    from ..listing.sampling import PositionList

    board = Board.rectangle(4, 3)
    overview(Position.of(board), threads=1)
    positions(board, "maximal", threads=1)
    PositionList(board, "maximal", threads=1)


assert questions.QUESTIONS
warm()
