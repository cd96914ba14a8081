"""Check a strategy of two allies in a box against every play of the third player."""

from dataclasses import dataclass

from enumerate.games.box.allies import BoxGame, SolvedStrategy
from enumerate.games.box.box_rules import Order
from enumerate.model.board import Board, Player
from enumerate.support.errors import ComputationError


@dataclass(frozen=True, slots=True)
class Verification:
    """How many games end against a strategy, and how many of them the third player wins."""

    end_nodes: int
    third_wins: int

    @property
    def holds(self) -> bool:
        return self.third_wins == 0


def verify(strategy: SolvedStrategy, board: Board, order: Order, third: Player) -> Verification:
    """Play `strategy` for the two allies against every move of `third`.

    A game is an end node when `third` has won or has no move left, as in the thesis [Hur10, 4.3]. Games are
    counted as sequences of moves; each position is searched once.
    """
    seen: dict[BoxGame, tuple[int, int]] = {}

    def count(game: BoxGame, moved_last: Player) -> tuple[int, int]:
        """The end nodes below `game`, and the wins of the third player among them."""
        if not any(game.moves(player) for player in order if player != third):
            return 1, int(bool(game.moves(third)) or moved_last == third)
        if not game.moves(third):
            return 1, 0
        if game not in seen:
            moves = game.moves()
            if game.turn != third:
                chosen = strategy.choose(game)
                if chosen not in moves:
                    raise ComputationError(f"the strategy chose {chosen}, which is not a legal move")
                moves = [chosen]
            counts = [count(game.play(domino), game.turn) for domino in moves]
            seen[game] = sum(ends for ends, _ in counts), sum(wins for _, wins in counts)
        return seen[game]

    return Verification(*count(BoxGame.start(board, order), order[2]))
