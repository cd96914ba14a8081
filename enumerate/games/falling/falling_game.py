"""A game of falling pieces, and how it is solved: in plain Python or compiled."""

from dataclasses import dataclass
from functools import partial
from typing import Unpack

from ...support.errors import InputError, unknown
from ...support.settings import Options, running, settings_from
from .equilibria import FallingSolution, one_vector, symmetric_sequences
from .falling_rules import (
    FallingMove,
    FallingStep,
    FallingTurn,
    Heights,
    Payoffs,
    Play,
    Rules,
    dropped,
    require_game,
)
from .induction import equilibrium_sets, read_ties, sequence_counts, tie_values

__all__ = [
    "Falling",
    "FallingMove",
    "FallingStep",
    "FallingTurn",
    "Heights",
    "Payoffs",
    "Play",
    "dropped",
    "require_game",
]

ENGINES = ("auto", "plain", "compiled")
PLAIN_UP_TO = 20_000  # tuples of heights; below, plain Python is quicker than loading the compiler


@dataclass(frozen=True, slots=True)
class Falling(Rules):
    """A game of falling pieces for two or more players.

    With `length` 2 this is the dominogame D(C, R): an upright domino in a column of height h pays 2h + 3; a
    flat one over columns i and i + 1 lands in row max(h_i, h_{i+1}) + 1 and pays twice that row, and the
    cells that it covers from above stay empty. In an older rule of the paper pieces are as long as the board
    is wide.

    With `length` 1 it is the monominogame M(C, R). Among columns of one height the leftmost is taken, so a
    move is the choice of a row. All cells are filled in the end, so the payoffs of all players add up to a
    constant; hence with two players the payoffs are unique. With three or more there can be several
    equilibria, and tie rules that compare the sum of the others' payoffs decide nothing.

    >>> print(Falling(3, 5), Falling(2, 4, raised=2), Falling(3, 4, length=3), Falling(3, 2, 1, players=3))
    D(3,5) D(2,4)^+2 D(3,4) with pieces of length 3 M(3,2) for 3 players
    >>> [(str(step.move), step.gain) for step in Falling(2, 3).steps((2, 0))]
    [('V2', 3), ('H1', 6)]
    """

    def solve(
        self, ties: str = "all", *, engine: str = "auto", **options: Unpack[Options]
    ) -> FallingSolution:
        """Solve by backward induction: `all` equilibria, or that of a tie rule, `generous` or `spiteful`.

        `engine` is `plain` (Python), `compiled` (Numba; two players and pieces of two or more cells) or
        `auto`, which chooses by the size of the board.

        >>> Falling(3, 4).solve().payoffs
        [(12, 18), (16, 14)]
        >>> Falling(3, 3, length=1, players=3).solve().payoffs
        [(3, 6, 9), (5, 6, 7)]
        """
        ties = read_ties(ties)
        is_plain = self._is_plain(engine)
        with running(options) as settings:
            if is_plain and ties == "all":
                found = equilibrium_sets(self, settings)
                return FallingSolution(self, ties, found.__getitem__, found.__getitem__)
            if is_plain:
                vectors = tie_values(self, ties, settings)
                return FallingSolution(self, ties, partial(one_vector, vectors.__getitem__))
            from .state_tables import SetTable, TieTable

            if ties == "all":
                sets = SetTable.compute(self, settings)
                return FallingSolution(self, ties, sets, sets)
            values = TieTable.compute(self, ties, settings)
        return FallingSolution(self, ties, partial(one_vector, values))

    def move_sequences(self, *, engine: str = "auto", **options: Unpack[Options]) -> tuple[int, int]:
        """The number of ways to play the game to its end, good or bad: all, and up to mirror images.

        For monominoes both are the number of standard Young tableaux of a C x R rectangle.

        >>> Falling(3, 3).move_sequences(), Falling(3, 3, length=1).move_sequences()
        ((78, 39), (42, 42))
        """
        is_plain = self._is_plain(engine)
        with running(options) as settings:
            if is_plain:
                total = sequence_counts(self, settings)[self.start]
            else:
                from .state_tables import SetTable

                (bundle,) = SetTable.compute(self, settings, paid=0)(self.start).values()
                total = bundle.plays
        return total, (total + symmetric_sequences(self)) // 2

    def require_fits(self, ties: str = "all", **options: Unpack[Options]) -> None:
        """Raise TooLargeError if `solve` would refuse the game: a check before other work.

        >>> Falling(5, 60).require_fits(max_memory="4GiB")
        Traceback (most recent call last):
            ...
        enumerate.TooLargeError: the 844,596,301 tuples of heights of D(5,60) need about 323.9 TiB and
        4.0 GiB may be used. Ask for one tie rule, or take fewer rows or columns.
        """
        ties = read_ties(ties)
        if not self._is_plain("auto"):
            from ..falling import state_tables

            state_tables.require_fits(self, ties, settings_from(options))

    def _is_plain(self, engine: str) -> bool:
        """Whether the game is solved in plain Python."""
        if engine not in ENGINES:
            raise unknown("engine", engine, ENGINES)
        has_kernel = self.players == 2 and self.length > 1
        if engine == "compiled" and not has_kernel:
            raise InputError(
                f"the compiled engine needs two players and pieces of two or more cells, not {self}"
            )
        return engine == "plain" or (engine == "auto" and (not has_kernel or self.states <= PLAIN_UP_TO))
