"""What the table of a search for the winner keeps of a position.

A win stays a win with more to spare, so an entry holds the largest `spare` known to lose and the smallest
known to win: the number by which each exceeds the least or stays below the largest that can be, in a byte, so
that 0 says nothing.
"""

from typing import Any

import numpy as np

from ...support.compiled import compiled
from ..bitboard.bits import U
from ..bitboard.stack import OPEN, entry, known
from ..bitboard.table import hold, release
from .bounds import LOSS, WIN

_MOST = 127  # spare moves lie strictly between -_MOST and _MOST


@compiled
def recall(value: Any, spare: Any) -> Any:
    """What an entry says of a position with this difference of spare moves."""
    if spare <= np.int64(value & U(255)) - _MOST:
        return LOSS
    if spare >= _MOST - np.int64((value >> U(8)) & U(255)):
        return WIN
    return OPEN


@compiled
def remember(value: Any, spare: Any, result: Any) -> Any:
    """The entry with this result written into it."""
    loses, wins = np.int64(value & U(255)), np.int64((value >> U(8)) & U(255))
    if result == LOSS:
        loses = max(loses, np.int64(spare + _MOST))
    else:
        wins = max(wins, np.int64(_MOST - spare))
    return U(loses) | U(wins) << U(8)


@compiled
def looked_up(table: Any, locks: Any, row: Any, spare: Any) -> Any:
    """What the table says of the position of a row, with so much to spare."""
    lock = hold(table, locks, row[2], row[3])
    result = recall(known(table, row), spare)
    release(lock)
    return result


@compiled
def write(table: Any, locks: Any, row: Any, now: Any, nodes: Any, spare: Any, result: Any) -> None:
    """Keep the result of a position whose search is over at node `nodes`."""
    lock = hold(table, locks, row[2], row[3])
    place = entry(table, row, now, nodes)
    table[place, 2] = remember(table[place, 2], spare, result)
    release(lock)
