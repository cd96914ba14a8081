"""Names of version 0.2 for falling dominoes, kept for one version. Use `Falling` and `Solution` instead."""

from typing import Any

from .falling.falling_game import Falling, Play, require_game
from .falling.old_names import check, equilibria, plays, solve, value

__all__ = ["Dominogame", "Play", "check", "equilibria", "move_sequences", "plays", "solve", "value"]


def Dominogame(cols: int, rows: int, raised: int = 0, length: int = 2) -> Falling:  # noqa: N802
    """`Falling` with other positions of its arguments."""
    return Falling(cols, rows, length, 2, raised)


def move_sequences(game: Falling, **options: Any) -> tuple[int, int]:
    """`Falling.move_sequences`."""
    require_game(game)
    return game.move_sequences(**options)
