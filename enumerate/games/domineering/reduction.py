"""What of a position of two-player Domineering need not be looked at: lone chains and dominated moves."""

from typing import Any

from ...support.compiled import compiled
from ..bitboard.bits import both_cells, down, lone, moves_of, packing, up


@compiled
def reduced(low: Any, high: Any, player: Any, spare: Any, strides: Any, firsts: Any) -> Any:
    """(spare, moves and their cells of the player, the same of the opponent) without lone chains."""
    other = 1 - player
    mine = moves_of(low, high, strides[player], firsts[player])
    theirs = moves_of(low, high, strides[other], firsts[other])
    my_cells = both_cells(mine[0], mine[1], strides[player])
    their_cells = both_cells(theirs[0], theirs[1], strides[other])
    a, b = lone(mine[0], mine[1], strides[player], their_cells)
    if a | b:
        spare += packing(a, b, strides[player])[0]
        mine = mine[0] & ~a, mine[1] & ~b
        my_cells = both_cells(mine[0], mine[1], strides[player])
    a, b = lone(theirs[0], theirs[1], strides[other], my_cells)
    if a | b:
        spare -= packing(a, b, strides[other])[0]
        theirs = theirs[0] & ~a, theirs[1] & ~b
        their_cells = both_cells(theirs[0], theirs[1], strides[other])
    return spare, mine, my_cells, theirs, their_cells


@compiled
def dominated(moves: Any, stride: Any, others: Any) -> Any:
    """Those of the moves that another move is no worse than, whatever else there is.

    Let two dominoes of a chain overlap, and c be the cell that only the first covers. If no opposing domino
    covers c and the chain ends with the second one, then the second spoils no move of its owner's that the
    first does not spoil, and every opposing move that the first spoils. Of two equals one stays.
    """
    low, high = moves
    a, b = down(low, high, stride)
    c, d = down(a, b, stride)
    before_low, before_high = low & a & ~c & ~others[0], high & b & ~d & ~others[1]
    a, b = up(low, high, stride)
    c, d = up(a, b, stride)
    after_low, after_high = low & a & ~c, high & b & ~d
    a, b = down(others[0], others[1], stride)
    c, d = up(before_low, before_high, stride)
    return before_low | (after_low & ~a & ~c), before_high | (after_high & ~b & ~d)
