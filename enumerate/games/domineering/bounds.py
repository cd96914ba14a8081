"""Bounds on how many moves a player of two-player Domineering can be sure of, for the search to stop early.

Fix a player and look at disjoint *areas* of the board:
- a safe domino, which the opponent cannot touch, is one move whoever starts;
- a *double*, two dominoes side by side with one outer side closed, gives two moves to its owner who moves
  there first: the domino with the closed side becomes safe;
- a single domino gives one move to its owner who gets there first.
Areas are chosen so that no domino of the opponent touches two of them: each opposing move spoils one area.
"""

from typing import Any

from ...support.compiled import compiled
from ..bitboard.bits import both_cells, down, lowest, missing, moves_of, packing, place_of, size, up
from ..bitboard.stack import insert


@compiled
def areas(moves: Any, stride: Any, other_moves: Any, other_cells: Any, other_stride: Any) -> Any:
    """(safe dominoes, doubles, singles, least number of the opponent's cells a single covers)."""
    a, b = missing(moves[0], moves[1], stride, other_cells)
    safe, covered = packing(a, b, stride)
    low, high = missing(moves[0], moves[1], stride, covered)
    # `before` and `after`: dominoes with a free cell beside them on that side
    second_low, second_high = up(other_moves[0], other_moves[1], other_stride)
    a, b = down(second_low, second_high, stride)
    before_low, before_high = low & (second_low | a), high & (second_high | b)
    a, b = down(other_moves[0], other_moves[1], stride)
    after_low, after_high = low & (other_moves[0] | a), high & (other_moves[1] | b)
    a, b = down(low, high, other_stride)
    c, d = down(after_low, after_high, other_stride)
    twin_low = low & a & other_moves[0] & ~(before_low & c)
    twin_high = high & b & other_moves[1] & ~(before_high & d)
    doubles = 0
    while twin_low | twin_high:
        doubles += 1
        a, b = lowest(twin_low, twin_high)
        a, b = both_cells(a, b, other_stride)
        cells = both_cells(a, b, stride)
        low, high = _apart(low, high, stride, cells, other_moves, (second_low, second_high), other_stride)
        a, b = down(low, high, other_stride)
        twin_low &= low & a
        twin_high &= high & b
    singles = 0
    least = 2
    while low | high:
        singles += 1
        a, b = lowest(low, high)
        cells = both_cells(a, b, stride)
        least = min(least, size(cells[0] & other_cells[0], cells[1] & other_cells[1]))
        low, high = _apart(low, high, stride, cells, other_moves, (second_low, second_high), other_stride)
    return safe, doubles, singles, least


@compiled
def _apart(
    low: Any, high: Any, stride: Any, cells: Any, other_moves: Any, seconds: Any, other_stride: Any
) -> Any:
    """The dominoes that share no opposing domino with `cells`."""
    a, b = up(cells[0] & other_moves[0], cells[1] & other_moves[1], other_stride)
    c, d = down(cells[0] & seconds[0], cells[1] & seconds[1], other_stride)
    return missing(low, high, stride, (cells[0] | a | c, cells[1] | b | d))


@compiled
def surplus(found: Any, starts: Any, spare: Any, other_most: Any, other_cells: Any) -> Any:
    """A lower bound on the player's moves, plus `spare`, minus an upper bound on the opponent's.

    Taking turns, who starts gets the larger half of the areas, doubles first. If the opponent outlasts these
    moves then all of them were made, and their cells are lost to the opponent: who therefore made at most
    half as many moves as the remaining cells.
    """
    safe, doubles, singles, least = found
    ahead = 1 if starts else 0
    mine = (doubles + singles + ahead) // 2
    twins = (doubles + ahead) // 2
    taken = 4 * twins + least * (mine - twins)
    opposing = min(other_most, (size(other_cells[0], other_cells[1]) - taken) // 2)
    return safe + mine + twins + spare - opposing


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
