"""What is computed: a game on a board and its stuck players. Light to import."""

from dataclasses import dataclass

from ..model.board import Board
from ..model.game import DOMINEERING, Game
from ..model.players import PlayerLike
from ..rules.summands import summands
from ..rules.tiles import Kind, KindLike, StuckLike

AT_A_GLANCE = 2_000  # cells: larger boards are looked at before anything is computed for each of their cells


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

    @property
    def is_dense(self) -> bool:
        """Whether it is about all positions of dominoes on a rectangle: states are all words of two labels.

        >>> [Task(Board.rectangle(3, 3), frozenset(stuck)).is_dense for stuck in ((), (0,))]
        [True, False]
        """
        board, is_free = self.board, not self.stuck and not self.perfect and self.symmetry
        is_whole = board.dimension == 2 and board.is_box and not board.barred and not any(board.wrap)
        return self.game == DOMINEERING and is_free and is_whole and board.lattice.is_square


def tasks(
    board: Board,
    kind: KindLike,
    stuck: StuckLike | None,
    play: bool,
    turn: PlayerLike | None,
    game: Game,
) -> list[tuple[int, Task, tuple[int, ...] | None]]:
    """What to add up, as tasks: the summands of a kind, or the positions without an empty cell.

    >>> [sign for sign, _, _ in tasks(Board.rectangle(2, 2), "any-end", None, False, None, DOMINEERING)]
    [1, 1, -1]
    """
    perfect = kind == Kind.PERFECT and stuck is None
    parts = summands(board, "general" if perfect else kind, stuck, play, turn, game)
    found = [
        (sign, Task(board, players, perfect=perfect, game=game), differences)
        for sign, players, differences in parts
    ]
    if len(board) > AT_A_GLANCE and not perfect:
        from .estimate import require_narrow

        for _, task, _ in found:
            require_narrow(task)
    return found
