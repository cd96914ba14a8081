"""A game against the solver, on a flat board or in a box: the player to move and the machine's move.

In a box the machine plays both other players, as allies. It has no clock: on small boards its moves come from
the solver, on larger ones from how many moves each side has left.
"""

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ..model.board import Domino, Player
from ..model.position import Position, turn_drawn
from ..support.errors import InputError
from ..support.run import running
from .turns import next_to_move, parse_order

if TYPE_CHECKING:
    from .box.allies import SolvedStrategy
    from .domineering.solver import Solver

SOLVED_UP_TO = 48  # free cells; with more of them the machine counts moves instead


@dataclass(slots=True)
class Opponent:
    """The machine's side of a game against the person who plays `you`; `memory` limits its tables."""

    order: tuple[Player, ...]
    you: Player
    memory: int | None = None  # bytes (default: what is free)
    _two: "Solver | None" = field(default=None, repr=False)
    _three: "SolvedStrategy | None" = field(default=None, repr=False)

    def is_perfect(self, match: "OngoingMatch") -> bool:
        """Whether the next move is one of perfect play: the board is small enough for the solver."""
        return len(match.position.free) <= SOLVED_UP_TO

    def choose(self, match: "OngoingMatch") -> Domino:
        """The machine's move for the player whose turn it is."""
        if not self.is_perfect(match):
            return max(match.moves(), key=lambda domino: self._margin(match, domino))
        with running({"max_memory": self.memory}):
            return self._with_partner(match) if len(self.order) == 3 else self._alone(match)

    def _alone(self, match: "OngoingMatch") -> Domino:
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

    def _with_partner(self, match: "OngoingMatch") -> Domino:
        from .box.allies import BoxGame, SolvedStrategy

        first, second, third = self.order
        order = (first, second, third)
        if self._three is None:
            self._three = SolvedStrategy.against(self.you, match.position.board.shape, order, self.memory)
        return self._three.choose(BoxGame(match.position.free, order, match.turn))

    def _margin(self, match: "OngoingMatch", domino: Domino) -> int:
        """The machine's moves minus the person's after a move."""
        free = match.position.free.without(match.position.free.covered_by(domino))
        count = {player: sum(1 for _ in free.dominoes(player)) for player in (match.turn, self.you)}
        return count[match.turn] - count[self.you]


@dataclass(frozen=True, slots=True)
class OngoingMatch:
    """A game in progress; the last to move wins."""

    position: Position
    order: tuple[Player, ...]
    turn: Player
    moved_last: Player | None = None

    def moves(self) -> list[Domino]:
        """The moves of the player whose turn it is."""
        return self.position.moves(self.turn)

    def play(self, domino: Domino) -> "OngoingMatch":
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
        """The winner, once the player to move has no move.

        Where nobody ever moved, the last of the order counts as the last mover.
        """
        if self.moves():
            return None
        return self.moved_last if self.moved_last is not None else self.order[-1]


def start_match(
    position: Position, you: str | None, order: str | None, memory: int | None = None
) -> tuple[OngoingMatch, Opponent]:
    """The match that starts from a position, and the computer that plays the other side.

    By default you play Left and move first; on a position with dominoes the player with fewer moves first.
    """
    dimension = position.board.dimension
    if any(position.board.wrap):
        raise InputError("boards with cyclic axes are not supported here")
    position.board.lattice.require("square", "hexagonal")
    if position.board.barred:
        raise InputError("cells forbidden to one player are not supported here")
    players = tuple(Player)[:dimension]
    person = Player.of(you if you is not None else "left", among=players)
    drawn = turn_drawn(position)
    if order is not None:
        turns = parse_order(order, players)
    else:
        first = person if drawn is None else drawn
        turns = players[first:] + players[:first]
    if drawn not in (None, turns[0]):
        raise InputError(
            f"in this position it is {drawn.title}'s turn, which contradicts the order '{order}'"
        )
    start = OngoingMatch(position, turns, turns[0])
    if dimension == 3 and not start.moves():
        start = OngoingMatch(position, turns, start.follower(turns[0]))
    return start, Opponent(turns, person, memory)


def describe_strength(match: OngoingMatch, machine: Opponent) -> str:
    """A sentence that says whether the computer plays perfectly from here on."""
    if machine.is_perfect(match):
        return "The computer plays perfectly: it wins whenever it can force a win."
    return (
        f"The computer plays perfectly once at most {SOLVED_UP_TO} cells are free (now "
        f"{len(match.position.free)}); until then it compares the numbers of moves."
    )
