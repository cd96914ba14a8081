"""enumerate: exact enumeration of domino placements.

>>> from enumerate import Board, positions
>>> positions(Board.rectangle(4, 3), kind="maximal").total
75
"""

__version__ = "0.1.0"

from .board import Board, Domino, Player
from .polynomial import Polynomial
from .position import Position
from .positions import count, positions

__all__ = ["Board", "Domino", "Player", "Polynomial", "Position", "__version__", "count", "positions"]
