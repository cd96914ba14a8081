"""Small positions, solved by definition in plain Python.

Up to `SMALL_CELLS` free cells this takes less time than loading the compiled searches.
"""

from ...model.board import Board
from ...support.run import check_cancelled

SMALL_CELLS = 20  # the 4 x 5 board has 18,061 positions and takes a fraction of a second

Solved = tuple[bool, int, int]  # whether the player to move wins; moves to the shortest and the longest win


class SmallSolver:
    """Winners and lengths of perfect play; in `misere` play the player without a move wins."""

    def __init__(self, shape: tuple[int, ...], misere: bool = False) -> None:
        rows, cols = shape
        self._cols, self._misere = cols, misere
        whole = (1 << rows * cols) - 1
        last_column = sum(1 << row * cols + cols - 1 for row in range(rows))
        self._axes = (cols, whole >> cols), (1, whole & ~last_column)  # by player: stride, first cells
        self._known: dict[tuple[int, int], Solved] = {}

    @property
    def nodes(self) -> int:
        """The number of positions solved so far."""
        return len(self._known)

    def solved(self, board: Board, mover: int) -> Solved:
        """Whether `mover`, to move, wins, and the numbers of moves of the shortest and the longest win."""
        check_cancelled()
        return self._solved(sum(1 << row * self._cols + col for row, col in board.cells), mover)

    def _solved(self, free: int, mover: int) -> Solved:
        known = self._known.get((free, mover))
        if known is None:
            stride, firsts = self._axes[mover]
            moves = free & free >> stride & firsts
            after = []
            while moves:
                cell = moves & -moves
                moves ^= cell
                after.append(self._solved(free & ~(cell | cell << stride), 1 - mover))
            # the winner chooses among the winning moves, the loser among all moves
            winning = [each for each in after if not each[0]]
            if not after:
                known = self._misere, 0, 0
            elif winning:
                known = True, 1 + min(each[1] for each in winning), 1 + max(each[2] for each in winning)
            else:
                known = False, 1 + max(each[1] for each in after), 1 + min(each[2] for each in after)
            self._known[free, mover] = known
        return known
