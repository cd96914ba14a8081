"""Names of version 0.2 for falling dominoes, kept for one version: use `Falling` and its methods.

The functions take the old words for ties, too. `monominogame` offers them for monominoes.
"""

from collections.abc import Iterator
from typing import Any

from ..support.errors import unknown
from .falling.falling_game import Equilibrium, Falling, FallingSolution, Play, Verdict, require_game
from .falling.induction import OLD_TIES, TIE_RULES, Payoffs

__all__ = ["Dominogame", "Play", "check", "equilibria", "move_sequences", "plays", "solve", "value"]


def Dominogame(cols: int, rows: int, raised: int = 0, length: int = 2) -> Falling:  # noqa: N802
    """`Falling` with other positions of its arguments."""
    return Falling(cols, rows, length, 2, raised)


def solve(game: Falling, ties: str = "all", **options: Any) -> FallingSolution:
    """`game.solve(ties)`."""
    require_game(game)
    return game.solve(OLD_TIES.get(ties, ties), **options)


def equilibria(game: Falling, **options: Any) -> tuple[Equilibrium, ...]:
    """`game.solve().equilibria()`."""
    return solve(game, **options).equilibria()


def value(game: Falling, ties: str = "generous", **options: Any) -> Payoffs:
    """`game.solve(ties).value`; a single value needs a tie rule."""
    if OLD_TIES.get(ties, ties) not in TIE_RULES:
        raise unknown("tie rule", ties, TIE_RULES)
    return solve(game, ties, **options).value


def plays(
    game: Falling, ties: str = "all", *, payoffs: Payoffs | None = None, **options: Any
) -> Iterator[Play]:
    """`game.solve(ties).plays(payoffs)`."""
    return solve(game, ties, **options).plays(payoffs)


def check(game: Falling, play: Play, ties: str = "all", **options: Any) -> Verdict:
    """`game.solve(ties).check(play)`."""
    return solve(game, ties, **options).check(play)


def move_sequences(game: Falling, **options: Any) -> tuple[int, int]:
    """`Falling.move_sequences`."""
    require_game(game)
    return game.move_sequences(**options)
