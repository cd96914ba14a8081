"""A game against the computer, on a flat board or in a box, where the computer plays both allies.

On small boards the computer follows a solver; on larger ones it compares the numbers of moves left.
"""

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ..model.board import Board, Domino, Player
from ..model.position import Position, turn_drawn
from ..support.errors import InputError
from ..support.run import running
from .turns import next_to_move, parse_order

if TYPE_CHECKING:
    from .box.box_solver import BoxSolver
    from .domineering.solver import Solver

SOLVED_UP_TO = 48  # free cells; with more, the computer compares numbers of moves


@dataclass(slots=True)
class Opponent:
    """The computer's side of a game against the person who plays `you`; `memory` limits its tables."""

    order: tuple[Player, ...]
    you: Player
    memory: int | None = None  # bytes (default: all free memory)
    _solver: "Solver | BoxSolver | None" = field(default=None, repr=False)

    def is_perfect(self, match: "OngoingMatch") -> bool:
        """Whether the computer plays perfectly now: the board is small enough for the solver."""
        return len(match.position.free) <= SOLVED_UP_TO

    def choose(self, match: "OngoingMatch") -> Domino:
        """The computer's move for the player whose turn it is."""
        free, shape = match.position.free, match.position.board.shape
        after = {domino: free.without(free.covered_by(domino)) for domino in match.moves()}
        ranked = sorted(after, key=lambda domino: -self._margin(after[domino], match.turn))
        if not self.is_perfect(match):
            return ranked[0]
        with running({"max_memory": self.memory}):
            if len(self.order) == 3:
                from .box.box_solver import BoxSolver

                if not isinstance(self._solver, BoxSolver):
                    self._solver = BoxSolver(shape, self.order, self.you)
                return self._solver.move_against(free, match.turn)
            from .domineering.solver import Solver

            if not isinstance(self._solver, Solver):
                self._solver = Solver(shape)
            wins = self._solver.mover_wins
            return next((domino for domino in ranked if not wins(after[domino], self.you)), ranked[0])

    def _margin(self, free: Board, player: Player) -> int:
        """The number of moves that `player` has on the free cells, minus the person's."""
        mine, yours = (sum(1 for _ in free.dominoes(each)) for each in (player, self.you))
        return mine - yours


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
        """The next player in the order who has a move; with two players the other one, who may have none."""
        if len(self.order) == 2:
            return self.order[1 - self.order.index(player)]
        return next_to_move(self.position.free, self.order, player)

    @property
    def winner(self) -> Player | None:
        """The winner, once the player to move has no move.

        If no move was possible at all, the last player of the order counts as the last mover.
        """
        if self.moves():
            return None
        return self.moved_last if self.moved_last is not None else self.order[-1]


def start_match(
    position: Position, you: str | None, order: str | None, memory: int | None = None
) -> tuple[OngoingMatch, Opponent]:
    """The match that starts from a position, and the computer that plays the other side.

    By default you are Left and move first; in a position with dominoes, the player with fewer of them starts.
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
