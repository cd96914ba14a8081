"""What is computed: a game on a board and its stuck players. Light to import."""

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

    A `perfect` task is about the positions without an empty cell.
    """

    board: Board
    stuck: frozenset[int]
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
        """Whether it is about all positions of dominoes on a rectangle: states are all words of two labels.

        >>> [Problem(Board.rectangle(3, 3), frozenset(stuck)).is_full_matching for stuck in ((), (0,))]
        [True, False]
        """
        board, is_free = self.board, not self.stuck and not self.perfect and self.symmetry
        is_whole = board.dimension == 2 and board.is_box and not board.barred and not any(board.wrap)
        return self.game == DOMINEERING and is_free and is_whole and board.lattice.is_square
