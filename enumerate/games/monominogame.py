"""Monominogames M(C, R) for k players: single cells fall, and a cell in row r pays r to its owner.

Among cells of one row the leftmost column is taken, so the heights never increase from left to right and a
move is the choice of a row. All cells are filled in the end: the payoffs of all players together are always
C * R * (R + 1) / 2 (plus q for each cell in a game raised by q). With two players the game is therefore
constant-sum and its payoffs are unique; with three or more there can be several equilibria, and the tie rule
"own payoff first, then the sum of the others'" decides nothing, because the own payoff fixes that sum. What
is still tied goes to the leftmost column, that is to the highest row.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb
from typing import Unpack

from ..support.errors import require_at_least
from ..support.settings import Options, running
from .falling.induction import sequence_counts, tie_sign
from .falling.model import Heights, Move, Payoffs, Play, Step, require_board, require_game, start
from .falling.plays import Verdict
from .falling.solution import Equilibrium, Solution, solve_plain


@dataclass(frozen=True, slots=True)
class Monominogame:
    """M(C, R)^{+q} for `players` players.

    >>> print(Monominogame(3, 2, players=3))
    M(3,2) for 3 players
    >>> [(str(step.move), step.gain) for step in Monominogame(3, 2).steps((1, 0, 0))]
    [('V1', 2), ('V2', 1)]
    """

    cols: int
    rows: int
    players: int = 2
    raised: int = 0

    def __post_init__(self) -> None:
        require_board(self)
        require_at_least(2, "players", self.players)

    @property
    def length(self) -> int:
        """A piece is one cell."""
        return 1

    @property
    def states(self) -> int:
        """The number of ways to choose heights that never increase: C + R over C."""
        return comb(self.cols + self.rows, self.cols)

    @property
    def has_mirror(self) -> bool:
        """No: the leftmost column comes first."""
        return False

    def mirror(self, move: Move) -> Move:
        """The move itself."""
        return move

    def steps(self, heights: Heights) -> list[Step]:
        """For each row that can be reached the leftmost column in it."""
        return [
            Step(Move("V", i), h + 1, h + 1 + self.raised, (*heights[:i], h + 1, *heights[i + 1 :]))
            for i, h in zip(range(self.cols), heights, strict=True)
            if h < self.rows and (i == 0 or heights[i - 1] != h)
        ]

    def __str__(self) -> str:
        raised = f"^+{self.raised}" if self.raised else ""
        return f"M({self.cols},{self.rows}){raised} for {self.players} players"


def solve(game: Monominogame, ties: str = "set", **options: Unpack[Options]) -> Solution:
    """Backward induction: all equilibria (`set`), or what the tie rule `kind` or `spite` gives.

    >>> solve(Monominogame(3, 3, players=3)).payoffs
    [(3, 6, 9), (5, 6, 7)]
    """
    require_game(Monominogame, game)
    with running(options) as settings:
        return solve_plain(game, ties, settings)


def equilibria(game: Monominogame, **options: Unpack[Options]) -> tuple[Equilibrium, ...]:
    """All subgame-perfect equilibrium payoff vectors, ascending, with the number of plays.

    >>> [(found.payoffs, found.plays) for found in equilibria(Monominogame(3, 2, players=3))]
    [((3, 3, 3), 1)]
    """
    return solve(game, "set", **options).equilibria()


def value(game: Monominogame, ties: str = "kind", **options: Unpack[Options]) -> Payoffs:
    """The payoffs under a tie rule; `kind` and `spite` agree, see the module's text.

    >>> value(Monominogame(2, 3, players=3))
    (2, 4, 6)
    """
    tie_sign(ties)  # a single value needs a tie rule
    return solve(game, ties, **options).value


def plays(
    game: Monominogame, ties: str = "set", *, payoffs: Payoffs | None = None, **options: Unpack[Options]
) -> Iterator[Play]:
    """The equilibrium plays (those with these `payoffs`, if given).

    >>> [str(play) for play in plays(Monominogame(2, 3, players=3))]
    ['V1 V1 V1 V2 V2 V2']
    """
    return solve(game, ties, **options).plays(payoffs)


def check(game: Monominogame, play: Play, ties: str = "set", **options: Unpack[Options]) -> Verdict:
    """Whether `play` is an equilibrium play and, if not, the first move that is wrong.

    >>> game = Monominogame(2, 2)
    >>> check(game, Play.parse(game, "V1 V1 V2 V2")).is_equilibrium
    True
    """
    return solve(game, ties, **options).check(play)


def move_sequences(game: Monominogame, **options: Unpack[Options]) -> int:
    """The number of ways to fill the board: standard Young tableaux of a C by R rectangle.

    >>> move_sequences(Monominogame(3, 3))
    42
    """
    require_game(Monominogame, game)
    with running(options) as settings:
        return sequence_counts(game, settings)[start(game)]
