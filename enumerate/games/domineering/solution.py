"""The solution of a board: its outcome, and the winner, moves and lengths for each starting player."""

from dataclasses import dataclass, replace
from typing import Any
from warnings import warn

from ...model.board import Board, Domino, Player
from ...support.result import Result, Table


@dataclass(frozen=True, slots=True)
class Start:
    """The solution when one player starts: the winner, the starter's winning moves, the lengths."""

    winner: Player
    winning_moves: tuple[Domino, ...] | None = None
    shortest: int | None = None  # the winner plays for a short game, the loser for a long one
    longest: int | None = None  # the reverse

    @property
    def hurry(self) -> int | None:
        """The old name of `shortest`."""
        warn("`hurry` is now `shortest`", DeprecationWarning, stacklevel=2)
        return self.shortest

    @property
    def delay(self) -> int | None:
        """The old name of `longest`."""
        warn("`delay` is now `longest`", DeprecationWarning, stacklevel=2)
        return self.longest

    def to_json(self) -> dict[str, Any]:
        """Plain values for JSON; cells are counted from 0. The keys `hurry` and `delay` are those of 0.2."""
        moves = self.winning_moves
        return {
            "winner": self.winner.letter,
            "winning_moves": None if moves is None else [list(domino.cell) for domino in moves],
            "hurry": self.shortest,
            "delay": self.longest,
        }


@dataclass(frozen=True, slots=True)
class Solution(Result):
    """The outcome class (N, P, L or R), the solution for each starter, and the player to move, if known."""

    outcome: str
    first: dict[Player, Start]
    nodes: int
    components: tuple[tuple[Board, str], ...] = ()  # with their outcomes, if there are several
    to_move: Player | None = None  # by the dominoes of the position

    @property
    def winner(self) -> Player | None:
        """The winner with the player to move; if that is not known, the winner whoever starts, or None."""
        winners = {start.winner for player, start in self.first.items() if self.to_move in (None, player)}
        return winners.pop() if len(winners) == 1 else None

    def __str__(self) -> str:
        sum_of = f" ({' + '.join(outcome for _, outcome in self.components)})" if self.components else ""
        lines = [f"outcome {self.outcome}{sum_of}", str(self.table())]
        if self.to_move is not None:
            winner = self.first[self.to_move].winner
            lines.append(f"{self.to_move.title} is to move, by the dominoes drawn: {winner.title} wins")
        return "\n".join(lines)

    def table(self) -> Table:
        """A row for each starter; moves are row and column of the first cell, from 1."""
        rows = []
        for player, start in self.first.items():
            moves = None
            if start.winning_moves is not None:
                cells = (domino.cell for domino in start.winning_moves)
                moves = " ".join(f"{row + 1},{col + 1}" for row, col in cells) or "none"
            found = ("-" if each is None else each for each in (start.shortest, start.longest, moves))
            rows.append((player.letter, start.winner.letter, *found))
        return Table(("starts", "wins", "shortest", "longest", "winning moves"), tuple(rows))

    def to_json(self) -> dict[str, Any]:
        """The player to move, the outcome and the solution for each starter."""
        starts = {player.letter: start.to_json() for player, start in self.first.items()}
        parts = [{"board": str(part), "outcome": outcome} for part, outcome in self.components]
        to_move = None if self.to_move is None else self.to_move.name.lower()
        found = {"to_move": to_move, "outcome": self.outcome, "first": starts}
        return found | ({"components": parts} if parts else {})


def transposed(start: Start) -> Start:
    """The solution for the other player on the transposed board."""
    moves = start.winning_moves
    if moves is not None:
        mirrored = [Domino((domino.cell[1], domino.cell[0]), other(Player(domino.axis))) for domino in moves]
        moves = tuple(sorted(mirrored, key=lambda domino: domino.cell))
    return replace(start, winner=other(start.winner), winning_moves=moves)


def moved(start: Start, corner: tuple[int, ...]) -> Start:
    """The solution on a board whose first corner is `corner`."""
    if start.winning_moves is None:
        return start
    moves = [
        Domino((domino.cell[0] + corner[0], domino.cell[1] + corner[1]), domino.axis)
        for domino in start.winning_moves
    ]
    return replace(start, winning_moves=tuple(moves))


def outcome_of(starts: dict[Player, Start]) -> str:
    """N, P, L or R."""
    left, right = starts[Player.LEFT].winner, starts[Player.RIGHT].winner
    if left == right:
        return left.letter
    return "N" if left == Player.LEFT else "P"


def other(player: Player) -> Player:
    """The opponent."""
    return Player(1 - player)
