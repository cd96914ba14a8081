"""enumerate: exact enumeration of domino placements.

>>> from enumerate import Board, positions
>>> positions(Board.rectangle(4, 3), kind="maximal").total
75
"""

__version__ = "0.1.0"

from .alpha import alpha
from .board import Board, Domino, Player
from .extremes import fewest, most
from .polynomial import Polynomial
from .position import Position
from .positions import count, positions

__all__ = [
    "Board",
    "Domino",
    "Player",
    "Polynomial",
    "Position",
    "__version__",
    "alpha",
    "count",
    "fewest",
    "most",
    "positions",
]
