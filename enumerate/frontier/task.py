"""What is computed: a game on a board and its stuck players. Light to import."""

from dataclasses import dataclass

from ..model.board import Board
from ..model.game import DOMINEERING, Game


class NoPositionError(Exception):
    """No way through a sweep leads to a position: some cell can be neither covered nor left empty."""


@dataclass(frozen=True, slots=True)
class Task:
    """The generating polynomial of a game on a board with its stuck players; whether to use half a sweep.

    A `perfect` task is about the positions without an empty cell.
    """

    board: Board
    stuck: frozenset[int]
    symmetry: bool = True
    perfect: bool = False
    game: Game = DOMINEERING

    @property
    def variables(self) -> int:
        """How many variables the polynomial has."""
        return self.game.variables(self.board.dimension)
