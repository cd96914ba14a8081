"""What the strips say of a position of two-player Domineering: who wins, if that is sure.

Each component is cut into strips by itself, so that components side by side are cut where it suits them.
"""

from typing import Any

from ...support.compiled import compiled
from ..bitboard.bits import U, down, lowest, moves_of, up
from ..bitboard.stack import OPEN
from .strips import UNITS, add, cut, surely, turned

LOSS, WIN = 0, 1  # of the player to move


@compiled
def component(low: Any, high: Any, upright: Any, across: Any, strides: Any) -> Any:
    """The cells that dominoes join to the first one; `upright` and `across`: the dominoes of each player."""
    low, high = lowest(low, high)
    while True:
        a, b = up(low & upright[0], high & upright[1], strides[0])
        c, d = down(low, high, strides[0])
        more_low, more_high = low | a | (c & upright[0]), high | b | (d & upright[1])
        a, b = up(low & across[0], high & across[1], strides[1])
        c, d = down(low, high, strides[1])
        more_low, more_high = more_low | a | (c & across[0]), more_high | b | (d & across[1])
        if more_low == low and more_high == high:
            return low, high
        low, high = more_low, more_high


@compiled
def bound(low: Any, high: Any, owner: Any, starts: Any, board: Any, strips: Any, sums: Any) -> Any:
    """The owner, who starts or not, wins with more than the negative of this, in units, to spare.

    The last row of `sums` is for the total.
    """
    strides, firsts, _, shape = board
    tables = strips[0] if owner == 0 else strips[1]
    width, lines = shape[1 - owner], shape[owner]
    upright = moves_of(low, high, strides[0], firsts[0])
    across = moves_of(low, high, strides[1], firsts[1])
    sums[-1] = 0
    while low | high:
        a, b = component(low, high, upright, across, strides)
        low, high = low & ~a, high & ~b
        if strides[1 - owner] != U(1):
            a, b = turned(a, b, lines, width, strips[2])
        cut(a, b, width, lines, tables, sums)
        add(sums[-1], sums[lines])
    return surely(sums[-1], starts)


@compiled
def weigh(low: Any, high: Any, spare: Any, mover: Any, board: Any, strips: Any, sums: Any) -> Any:
    """What the bounds say of a reduced position: WIN, LOSS or OPEN for the mover with so much to spare."""
    if bound(low, high, mover, True, board, strips, sums) + UNITS * spare > 0:
        return WIN
    if bound(low, high, 1 - mover, False, board, strips, sums) - UNITS * spare > 0:
        return LOSS
    return OPEN
