"""Which moves of two-player Domineering to try first."""

from typing import Any

from ...support.compiled import compiled
from ..bitboard.bits import both_cells, lowest, missing, moves_of, packing, place_of, size
from ..bitboard.stack import insert


@compiled
def promise(low: Any, high: Any, player: Any, strides: Any, firsts: Any) -> Any:
    """How good a position looks for `player`: safe and possible moves, less the opponent's."""
    other = 1 - player
    mine = moves_of(low, high, strides[player], firsts[player])
    theirs = moves_of(low, high, strides[other], firsts[other])
    my_cells = both_cells(mine[0], mine[1], strides[player])
    their_cells = both_cells(theirs[0], theirs[1], strides[other])
    score = packing(mine[0], mine[1], strides[player])[0] - packing(theirs[0], theirs[1], strides[other])[0]
    a, b = missing(mine[0], mine[1], strides[player], their_cells)
    score += packing(a, b, strides[player])[0]
    a, b = missing(theirs[0], theirs[1], strides[other], my_cells)
    return score - packing(a, b, strides[other])[0]


@compiled
def ranked(
    low: Any,
    high: Any,
    player: Any,
    moves: Any,
    misere: Any,
    strides: Any,
    firsts: Any,
    listed: Any,
    scores: Any,
) -> Any:
    """List the player's moves, best first, and return their number.

    In normal play by `promise`; in misère play those first that leave the fewest moves, the opponent's
    counted twice: whoever that favours, the board breaks up soon and the search is short.
    """
    from_low, from_high = moves
    count = 0
    while from_low | from_high:
        a, b = lowest(from_low, from_high)
        from_low &= ~a
        from_high &= ~b
        cell = place_of(a, b)
        a, b = both_cells(a, b, strides[player])
        if misere:
            mine = moves_of(low & ~a, high & ~b, strides[player], firsts[player])
            theirs = moves_of(low & ~a, high & ~b, strides[1 - player], firsts[1 - player])
            score = -size(mine[0], mine[1]) - 2 * size(theirs[0], theirs[1])
        else:
            score = promise(low & ~a, high & ~b, player, strides, firsts)
        count = insert(listed, scores, count, cell, score)
    return count
