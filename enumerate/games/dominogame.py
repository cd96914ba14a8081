"""Dominogames D(C, R): two players drop dominoes, and a cell in row r pays r to its owner [Lef].

A vertical domino in column i pays 2h + 3, where h is the height of the column; a horizontal one over columns
i, i + 1 lands in row max(h_i, h_{i+1}) + 1 and pays twice that row; cells it covers from above stay empty for
ever. The game is over when nothing fits; each player maximises their own payoff.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Unpack

from ..support.errors import require_positive, unknown
from ..support.settings import Options, running, settings_from
from .falling.induction import sequence_counts, tie_sign
from .falling.model import Heights, Move, Payoffs, Play, Step, require_board, require_game, start
from .falling.plays import Verdict, symmetric_sequences
from .falling.solution import Equilibrium, Solution, check_ties, solve_plain

ENGINES = ("auto", "plain", "compiled")
PLAIN_UP_TO = 20_000  # tuples of heights; below, plain Python is quicker than loading the compiler


@dataclass(frozen=True, slots=True)
class Dominogame:
    """D(C, R)^{+q}: `cols` columns, `rows` rows above `raised` filled ones, pieces of `length` cells.

    `length` = C is the older rule, in which a piece is as long as the board is wide.

    >>> print(Dominogame(3, 5), Dominogame(2, 4, raised=2), Dominogame(3, 4, length=3))
    D(3,5) D(2,4)^+2 D(3,4) with pieces of length 3
    >>> [(str(step.move), step.gain) for step in Dominogame(2, 3).steps((2, 0))]
    [('V2', 3), ('H1', 6)]
    """

    cols: int
    rows: int
    raised: int = 0
    length: int = 2

    def __post_init__(self) -> None:
        require_board(self)
        require_positive("length", self.length)

    @property
    def players(self) -> int:
        """Two."""
        return 2

    @property
    def states(self) -> int:
        """(R + 1)^C."""
        return int((self.rows + 1) ** self.cols)

    def steps(self, heights: Heights) -> list[Step]:
        """The moves that fit, verticals first, each from the left."""
        n, q = self.length, self.raised
        found = [
            Step(
                Move("V", i), h + 1, n * (h + q) + n * (n + 1) // 2, (*heights[:i], h + n, *heights[i + 1 :])
            )
            for i, h in zip(range(self.cols), heights, strict=True)
            if h + n <= self.rows
        ]
        if n == 1:
            return found  # a piece of one cell lies as it stands
        for i in range(self.cols - n + 1):
            row = max(heights[i : i + n]) + 1
            if row <= self.rows:
                after = (*heights[:i], *(row,) * n, *heights[i + n :])
                found.append(Step(Move("H", i), row, n * (row + q), after))
        return found

    @property
    def has_mirror(self) -> bool:
        """Yes: nothing in the rules tells left from right."""
        return True

    def mirror(self, move: Move) -> Move:
        """The move in the mirror.

        >>> print(Dominogame(4, 2).mirror(Move("H", 0)))
        H3
        """
        width = 1 if move.orientation == "V" else self.length
        return Move(move.orientation, self.cols - width - move.column)

    def __str__(self) -> str:
        raised = f"^+{self.raised}" if self.raised else ""
        length = f" with pieces of length {self.length}" if self.length != 2 else ""
        return f"D({self.cols},{self.rows}){raised}{length}"


def solve(
    game: Dominogame, ties: str = "set", *, engine: str = "auto", **options: Unpack[Options]
) -> Solution:
    """Backward induction: all equilibria (`set`), or what the tie rule `kind` or `spite` gives.

    `engine` is `plain` (Python), `compiled` (Numba) or `auto`, by the size of the board.

    >>> solve(Dominogame(3, 4)).payoffs
    [(12, 18), (16, 14)]
    """
    check_ties(ties)
    with running(options) as settings:
        if _is_plain(game, engine):
            return solve_plain(game, ties, settings)
        from .falling.tables import SetTable, TieTable

        if ties == "set":
            sets = SetTable.compute(game, settings)
            return Solution(game, ties, sets, sets)
        values = TieTable.compute(game, tie_sign(ties), settings)
    return Solution(game, ties, lambda heights: (values(heights),))


def equilibria(
    game: Dominogame, *, engine: str = "auto", **options: Unpack[Options]
) -> tuple[Equilibrium, ...]:
    """All subgame-perfect equilibrium payoff pairs of the game, ascending, with their plays.

    >>> for found in equilibria(Dominogame(3, 4)):
    ...     print(found)
    Equilibrium(payoffs=(12, 18), plays=20, plays_up_to_mirror=10, empty=(0, 0))
    Equilibrium(payoffs=(16, 14), plays=4, plays_up_to_mirror=2, empty=(0, 0))
    >>> equilibria(Dominogame(2, 300))[0].plays == 2**75
    True
    """
    return solve(game, engine=engine, **options).equilibria()


def value(
    game: Dominogame, ties: str = "kind", *, engine: str = "auto", **options: Unpack[Options]
) -> Payoffs:
    """The payoffs when an indifferent player is `kind` to the other, or moves in `spite`.

    >>> value(Dominogame(3, 6)), value(Dominogame(3, 6), "spite")
    ((33, 30), (31, 29))
    """
    tie_sign(ties)  # a single value needs a tie rule
    return solve(game, ties, engine=engine, **options).value


def plays(
    game: Dominogame, ties: str = "set", *, payoffs: Payoffs | None = None, **options: Unpack[Options]
) -> Iterator[Play]:
    """The equilibrium plays (those with these `payoffs`, if given), of two mirror images one.

    >>> [str(play) for play in plays(Dominogame(2, 4))]
    ['H1 H1 V1 V2']
    """
    return solve(game, ties, **options).plays(payoffs)


def check(game: Dominogame, play: Play, ties: str = "set", **options: Unpack[Options]) -> Verdict:
    """Whether `play` is an equilibrium play and, if not, the first move that is wrong.

    >>> game = Dominogame(2, 4)
    >>> print(check(game, Play.parse(game, "V1 V2 H1 H1")).mistake)
    move 1, V1 by player 1, is wrong: it earns them at most 6 in the whole game, 9 was sure; right: H1 (9)
    """
    return solve(game, ties, **options).check(play)


def move_sequences(game: Dominogame, *, engine: str = "auto", **options: Unpack[Options]) -> tuple[int, int]:
    """The number of ways to play the game to its end, good or bad: raw, and up to mirror.

    >>> move_sequences(Dominogame(3, 2)), move_sequences(Dominogame(3, 3))
    ((14, 7), (78, 39))
    """
    with running(options) as settings:
        if _is_plain(game, engine):
            raw = sequence_counts(game, settings)[start(game)]
        else:
            from .falling.tables import SetTable

            (bundle,) = SetTable.compute(game, settings, paid=0)(start(game)).values()
            raw = bundle.plays
    return raw, (raw + symmetric_sequences(game)) // 2


def require_fits(game: Dominogame, ties: str = "set", **options: Unpack[Options]) -> None:
    """Refuse a game too large to solve; `solve` does the same, this is to know before other work.

    >>> require_fits(Dominogame(5, 60), max_memory="4GiB")
    Traceback (most recent call last):
        ...
    enumerate.TooLargeError: the 844,596,301 tuples of heights of D(5,60) need about 323.9 TiB and
    4.0 GiB may be used. Ask for one tie rule, or take fewer rows or columns.
    """
    check_ties(ties)
    if not _is_plain(game, "auto"):
        from .falling import tables

        tables.require_fits(game, ties, settings_from(options))


def _is_plain(game: Dominogame, engine: str) -> bool:
    require_game(Dominogame, game)
    if engine not in ENGINES:
        raise unknown("engine", engine, ENGINES)
    return engine == "plain" or (engine == "auto" and game.states <= PLAIN_UP_TO)
