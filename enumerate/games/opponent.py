"""A game against the solver, on a flat board or in a box: whose turn it is, what the machine plays.

In a box the machine plays both other players, as allies. It has no clock: on small boards its moves come from
the solver, on larger ones from how many moves each side has left.
"""

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ..model.board import Domino, Player
from ..model.position import Position
from ..support.errors import InputError
from ..support.settings import running
from .turns import next_to_move

if TYPE_CHECKING:
    from .box.strategy import SolvedStrategy
    from .domineering.solver import Solver

SOLVED_UP_TO = 48  # cells: beyond, the machine counts moves until the game has shrunk this far


@dataclass(slots=True)
class Opponent:
    """The machine's side of a game against the person who plays `you`; `memory` is for what it remembers."""

    order: tuple[Player, ...]
    you: Player
    memory: int | None = None  # bytes (default: what is free)
    _two: "Solver | None" = field(default=None, repr=False)
    _three: "SolvedStrategy | None" = field(default=None, repr=False)

    def is_perfect(self, match: "Match") -> bool:
        """Whether the next move is one of perfect play: the board is small enough for the solver."""
        return len(match.position.free) <= SOLVED_UP_TO

    def choose(self, match: "Match") -> Domino:
        """The machine's move for the player whose turn it is."""
        if not self.is_perfect(match):
            return max(match.moves(), key=lambda domino: self._margin(match, domino))
        with running({"max_memory": self.memory}):
            return self._with_partner(match) if len(self.order) == 3 else self._alone(match)

    def _alone(self, match: "Match") -> Domino:
        from .domineering.solver import Solver

        if self._two is None:
            self._two = Solver(match.position.board.shape)
        free = match.position.free
        ranked = sorted(match.moves(), key=lambda domino: -self._margin(match, domino))
        for domino in ranked:
            after = free.without(free.covered_by(domino))
            if not self._two.mover_wins(after, self.you, max_memory=self.memory):
                return domino
        return ranked[0]

    def _with_partner(self, match: "Match") -> Domino:
        from .box.strategy import BoxGame, SolvedStrategy

        first, second, third = self.order
        order = (first, second, third)
        if self._three is None:
            self._three = SolvedStrategy.against(self.you, match.position.board.shape, order, self.memory)
        return self._three.choose(BoxGame(match.position.free, order, match.turn))

    def _margin(self, match: "Match", domino: Domino) -> int:
        """Own moves less the person's after a move."""
        free = match.position.free.without(match.position.free.covered_by(domino))
        count = {player: sum(1 for _ in free.dominoes(player)) for player in (match.turn, self.you)}
        return count[match.turn] - count[self.you]


@dataclass(frozen=True, slots=True)
class Match:
    """A game in progress; the last to move wins.

    >>> from ..model.board import Board
    >>> match = Match(Position.of(Board.rectangle(2, 2)), (Player.LEFT, Player.RIGHT), Player.LEFT)
    >>> match.play(Domino((0, 0), 0)).play(Domino((0, 1), 0))
    Traceback (most recent call last):
        ...
    enumerate.InputError: the game is over: L moved last and wins
    """

    position: Position
    order: tuple[Player, ...]
    turn: Player
    moved_last: Player | None = None

    def moves(self) -> list[Domino]:
        """The moves of the player whose turn it is."""
        return self.position.moves(self.turn)

    def play(self, domino: Domino) -> "Match":
        """The game after a move of the player whose turn it is."""
        if self.winner is not None:
            raise InputError(f"the game is over: {self.winner.letter} moved last and wins")
        after = replace(self, position=self.position.place(domino), moved_last=self.turn)
        return replace(after, turn=after.follower(self.turn))

    def follower(self, player: Player) -> Player:
        """The next in the order who has a move; of two players the other one, who loses without a move."""
        if len(self.order) == 2:
            return self.order[1 - self.order.index(player)]
        return next_to_move(self.position.free, self.order, player)

    @property
    def winner(self) -> Player | None:
        """Who has won, once the player whose turn it is has no move.

        Where nobody ever moved, the last of the order counts as the last mover.
        """
        if self.moves():
            return None
        return self.moved_last if self.moved_last is not None else self.order[-1]
