"""A problem: one board with one game and one set of stuck players. Light to import.

`plan/question.py` makes problems, and everything below the plan takes one. Read `conflicts.py` first.
"""

from dataclasses import dataclass

from ..model.board import Board
from ..model.game import DOMINEERING, Game
from ..model.lattice import LINE_GRAPH
from ..support.errors import InputError


class NoPositionError(Exception):
    """No way through a sweep leads to a position: some cell can be neither covered nor left empty."""


@dataclass(frozen=True, slots=True)
class Problem:
    """The generating polynomial of a game on a board with its stuck players; whether to use half a sweep.

    A `perfect` problem is about the positions without an empty cell.
    """

    board: Board
    stuck: frozenset[int] = frozenset()
    symmetry: bool = True
    perfect: bool = False
    game: Game = DOMINEERING

    def __post_init__(self) -> None:
        if self.perfect and self.board.lattice.name == LINE_GRAPH:
            raise InputError(
                "'perfect' is not supported for the edges of a graph: the last coefficient of "
                "`matching_polynomial` counts the perfect matchings, if it has half as many edges as vertices"
            )

    @property
    def variables(self) -> int:
        """How many variables the polynomial has."""
        return self.game.variables(self.board.dimension)

    @property
    def is_full_matching(self) -> bool:
        """Whether all positions of dominoes on a rectangle count: states are all words of two labels."""
        board, is_free = self.board, not self.stuck and not self.perfect and self.symmetry
        is_whole = board.dimension == 2 and board.is_box and not board.barred and not any(board.wrap)
        return self.game == DOMINEERING and is_free and is_whole and board.lattice.is_square
