"""Games as data; see `model/game.py`."""

from ..model.game import (
    DOMINEERING,
    EITHER,
    OWNERS,
    Forbidden,
    Game,
    Piece,
    lined,
    straight,
    variable_of,
)

__all__ = [
    "DOMINEERING",
    "EITHER",
    "OWNERS",
    "Forbidden",
    "Game",
    "Piece",
    "lined",
    "straight",
    "variable_of",
]
