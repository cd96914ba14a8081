"""Functions of version 0.2 that repeat methods of `Falling` and `FallingSolution`, kept for one version."""

from collections.abc import Iterator
from typing import Any

from .game import Falling, Payoffs, Play, require_game
from .induction import tie_sign
from .solution import Equilibrium, FallingSolution, Verdict


def solve(game: Falling, ties: str = "set", **options: Any) -> FallingSolution:
    """`game.solve(ties)`."""
    require_game(game)
    return game.solve(ties, **options)


def equilibria(game: Falling, **options: Any) -> tuple[Equilibrium, ...]:
    """`game.solve().equilibria()`."""
    return solve(game, **options).equilibria()


def value(game: Falling, ties: str = "kind", **options: Any) -> Payoffs:
    """`game.solve(ties).value`."""
    tie_sign(ties)  # a single value needs a tie rule
    return solve(game, ties, **options).value


def plays(
    game: Falling, ties: str = "set", *, payoffs: Payoffs | None = None, **options: Any
) -> Iterator[Play]:
    """`game.solve(ties).plays(payoffs)`."""
    return solve(game, ties, **options).plays(payoffs)


def check(game: Falling, play: Play, ties: str = "set", **options: Any) -> Verdict:
    """`game.solve(ties).check(play)`."""
    return solve(game, ties, **options).check(play)
