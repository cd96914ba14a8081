"""Names of version 0.2 for falling monominoes, kept for one version. Use `Falling` instead."""

from typing import Any

from . import dominogame
from .dominogame import check, equilibria, plays, solve, value
from .falling.falling_game import Falling, Play

__all__ = ["Monominogame", "Play", "check", "equilibria", "move_sequences", "plays", "solve", "value"]


def Monominogame(cols: int, rows: int, players: int = 2, raised: int = 0) -> Falling:  # noqa: N802
    """`Falling` with pieces of one cell."""
    return Falling(cols, rows, 1, players, raised)


def move_sequences(game: Falling, **options: Any) -> int:
    """The first number of `Falling.move_sequences`."""
    return dominogame.move_sequences(game, **options)[0]
