"""enumerate: exact enumeration of domino placements.

>>> from enumerate import Board
>>> len(Board.rectangle(4, 3))
12
"""

__version__ = "0.1.0"

from .board import Board, Domino, Player
from .position import Position

__all__ = ["Board", "Domino", "Player", "Position", "__version__"]
