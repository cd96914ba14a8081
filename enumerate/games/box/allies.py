"""Strategies of two allies against the third player."""

from dataclasses import dataclass

from ...model.board import Board, Domino, Player
from ...support.errors import InputError
from ..turns import next_to_move
from .box_rules import Order
from .box_solver import BoxSolver


@dataclass(frozen=True, slots=True)
class BoxGame:
    """A game in progress: the free cells, the turn order, and whose turn it is."""

    free: Board
    order: Order
    turn: Player

    @classmethod
    def start(cls, board: Board, order: Order) -> "BoxGame":
        """The first player of the order is to move; a player without a move is passed over."""
        return cls(board, order, next_to_move(board, order, order[2]))

    def moves(self, player: Player | None = None) -> list[Domino]:
        """The moves of a player (default: the player to move)."""
        return list(self.free.dominoes(self.turn if player is None else player))

    def play(self, domino: Domino) -> "BoxGame":
        """The game after one move of the player to move."""
        if domino.axis != self.turn:
            raise InputError(f"it is {self.turn.letter}'s turn, not {Player(domino.axis).letter}'s")
        after = self.free.without(self.free.covered_by(domino))
        return BoxGame(after, self.order, next_to_move(after, self.order, self.turn))

    @property
    def next_player(self) -> Player:
        """Who follows in the turn order."""
        return self.order[(self.order.index(self.turn) + 1) % 3]


@dataclass(slots=True)
class SolvedStrategy:
    """The strategy of the two allies by the solver: a move after which `third` cannot win, if there is one.

    Among such moves (or all moves, if none is such), a move that leaves `third` the fewest moves.
    """

    solver: BoxSolver

    @classmethod
    def against(
        cls, third: Player, shape: tuple[int, ...], order: Order, memory: int | None = None
    ) -> "SolvedStrategy":
        """The strategy of the other two in a box of this shape; `memory` is that of the solver."""
        return cls(BoxSolver(shape, order, third, memory))

    def choose(self, game: BoxGame) -> Domino:
        """The first good move, tried by the number of moves that it leaves the third player."""
        layout = self.solver.layout
        free = layout.bits(game.free)
        after = {domino: free & ~layout.covered(domino) for domino in game.moves()}
        moves = sorted(after, key=lambda domino: self.solver.moves_left(after[domino]))
        for domino in moves:
            if not self.solver.wins_bits(after[domino], game.next_player):
                return domino
        return moves[0]
