"""enumerate: exact enumeration of domino placements.

>>> from enumerate import Board, positions
>>> positions(Board.rectangle(4, 3), kind="maximal").total
75
"""

__version__ = "0.1.0"

from .counting.positions import count, positions
from .model.board import Board, Domino, Player
from .model.polynomial import Polynomial
from .model.position import Position
from .shortest.alpha import alpha
from .shortest.extremes import fewest, most
from .support.errors import ComputationError, EnumerateError, InputError, TooLargeError

__all__ = [
    "Board",
    "ComputationError",
    "Domino",
    "EnumerateError",
    "InputError",
    "Player",
    "Polynomial",
    "Position",
    "TooLargeError",
    "__version__",
    "alpha",
    "count",
    "fewest",
    "most",
    "positions",
]
