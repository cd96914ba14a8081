"""Strategies of two allies against the third player, and the check of a strategy against every play."""

from dataclasses import dataclass, field
from typing import Protocol, Unpack

from ...model.board import Board, Domino, Player
from ...support.errors import ComputationError, InputError
from ...support.memory import Need
from ...support.progress import Report, look, silent
from ...support.settings import Options, running
from ..turns import next_to_move
from .rules import Order
from .solver import Solver

# the decimal logarithm of positions met: of none, and for each cell, by a fit to 2 x 2 x 2 up to 3 x 3 x 3
MET = -0.5, 0.135
PER_POSITION = 9e-5  # seconds


@dataclass(frozen=True, slots=True)
class BoxGame:
    """A game in progress: the free cells, the turn order, and whose turn it is."""

    free: Board
    order: Order
    turn: Player

    @classmethod
    def start(cls, board: Board, order: Order) -> "BoxGame":
        """The first player of the order is to move; a player without a move is passed over.

        >>> from .rules import parse_order
        >>> BoxGame.start(Board.box(1, 2, 2), parse_order("LRM")).turn
        <Player.RIGHT: 1>
        """
        return cls(board, order, next_to_move(board, order, order[2]))

    def moves(self, player: Player | None = None) -> list[Domino]:
        """The moves of a player, of the one to move unless named."""
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

    def can_move(self, player: Player) -> bool:
        """Whether a player has a move left."""
        return next(self.free.dominoes(player), None) is not None


class Strategy(Protocol):
    """Chooses the moves of the two allies."""

    def choose(self, game: BoxGame) -> Domino:
        """The move of the ally whose turn it is; depends on the position and the turn only."""


@dataclass(slots=True)
class SolvedStrategy:
    """The alliance's strategy from the solver: a move after which `third` cannot win, if there is one.

    Among such moves, and where there is none, the one that takes most from `third`.
    """

    solver: Solver

    @classmethod
    def against(
        cls, third: Player, shape: tuple[int, ...], order: Order, memory: int | None = None
    ) -> "SolvedStrategy":
        """The strategy of the other two in a box of this shape; `memory` is that of the solver."""
        return cls(Solver(shape, order, third, memory))

    def choose(self, game: BoxGame) -> Domino:
        """The first good move, tried in the order of what is left to the third player."""
        layout = self.solver.layout
        free = layout.bits(game.free)
        after = {domino: free & ~layout.covered(domino) for domino in game.moves()}
        moves = sorted(after, key=lambda domino: self.solver.moves_left(after[domino]))
        for domino in moves:
            if not self.solver.wins_bits(after[domino], game.next_player):
                return domino
        return moves[0]


@dataclass(frozen=True, slots=True)
class Verification:
    """What playing a strategy against every move of the third player gave."""

    end_nodes: int
    third_wins: int

    @property
    def holds(self) -> bool:
        """Whether the third player never wins."""
        return self.third_wins == 0


@dataclass(slots=True)
class _Verifier:
    strategy: Strategy
    third: Player
    seen: dict[BoxGame, tuple[int, int]] = field(default_factory=dict)

    def count(self, game: BoxGame, moved_last: Player, report: Report = silent) -> tuple[int, int]:
        """End nodes and wins of the third player below `game`; reported is their first move."""
        others = [player for player in game.order if player != self.third]
        if not any(game.can_move(player) for player in others):
            won = game.can_move(self.third) or moved_last == self.third
            return 1, int(won)
        if not game.can_move(self.third):
            return 1, 0
        if game not in self.seen:
            look()
            if game.turn == self.third:
                moves = game.moves()
            else:
                moves = [self.strategy.choose(game)]
                if moves[0] not in game.moves():
                    raise ComputationError(f"the strategy chose {moves[0]}, which is not a legal move")
            below = report if game.turn != self.third else silent  # an ally's only move is no step
            counts = []
            for done, domino in enumerate(moves):
                report(done, len(moves))
                counts.append(self.count(game.play(domino), game.turn, below))
            self.seen[game] = sum(ends for ends, _ in counts), sum(wins for _, wins in counts)
        return self.seen[game]


def verify(
    strategy: Strategy, board: Board, order: Order, third: Player, **options: Unpack[Options]
) -> Verification:
    """Play `strategy` for the two allies against every move of `third`.

    A game is an end node when `third` has won or has no move left, as in the thesis [Hur10, 4.3]; games are
    counted as sequences of moves, positions that come up again are not searched again.

    >>> from .rules import parse_order
    >>> order = parse_order("LMR")
    >>> strategy = SolvedStrategy.against(Player.MIDDLE, (2, 2, 3), order)
    >>> verify(strategy, Board.box(2, 2, 3), order, Player.MIDDLE).holds
    True
    """
    with running(options) as settings:
        digits = MET[0] + MET[1] * len(board)
        what = f"about 10^{digits:.0f} positions, or ten times fewer or more"
        settings.expect(Need(what, seconds=10**digits * PER_POSITION, instead="Take a smaller box"))
        start = BoxGame.start(board, order)
        ends, wins = _Verifier(strategy, third).count(start, order[2], settings.report)
    return Verification(ends, wins)
