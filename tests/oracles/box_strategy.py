"""Check a strategy of two allies in a box against every play of the third player."""

from collections.abc import Callable
from functools import cache

from enumerate.games.turns import next_to_move
from enumerate.model.board import Board, Domino, Player
from enumerate.support.errors import ComputationError


def play_all(
    choose: Callable[[Board, Player], Domino], board: Board, order: tuple[Player, ...], third: Player
) -> tuple[int, int]:
    """How many games end if the two allies play by `choose`, and how many of them `third` wins.

    A game ends when `third` has won or has no move left, as in the thesis [Hur10, 4.3]. Games are counted as
    sequences of moves; each position is searched once.
    """

    @cache
    def count(free: Board, turn: Player, moved_last: Player) -> tuple[int, int]:
        able = {player for player in Player if next(free.dominoes(player), None) is not None}
        if not able - {third}:
            return 1, int(third in able or moved_last == third)
        if third not in able:
            return 1, 0
        moves = list(free.dominoes(turn))
        if turn != third:
            chosen = choose(free, turn)
            if chosen not in moves:
                raise ComputationError(f"the strategy chose {chosen}, which is not a legal move")
            moves = [chosen]
        counts = []
        for domino in moves:
            after = free.without(free.covered_by(domino))
            counts.append(count(after, next_to_move(after, order, turn), turn))
        return sum(ends for ends, _ in counts), sum(wins for _, wins in counts)

    return count(board, next_to_move(board, order, order[2]), order[2])
