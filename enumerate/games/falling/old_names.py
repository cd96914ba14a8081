"""Functions of version 0.2 that repeat methods of `Falling` and `FallingSolution`, kept for one version.

They take the old words for ties, too.
"""

from collections.abc import Iterator
from typing import Any

from ...support.errors import unknown
from .equilibria import Equilibrium, FallingSolution, Verdict
from .falling_game import Falling, Payoffs, Play, require_game
from .induction import OLD_TIES, TIE_RULES


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
