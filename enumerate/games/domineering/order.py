"""Which moves of two-player Domineering to try first.

In a search for the winner moves are listed by `promise`, and among equals those nearest to the border first.
What the bounds say after a move takes longer to find out, and a winning move is nearly always among the most
promising: so the moves are judged a group at a time, when their turn comes. Bounds then settle most of them,
and tell the others of equal promise apart.
"""

from itertools import product
from typing import Any

import numpy as np

from ...support.compiled import compiled
from ..bitboard.bits import both_cells, lowest, missing, moves_of, one, packing, place_of, size
from ..bitboard.layout import Layout
from ..bitboard.stack import COUNT, NEXT, OPEN, enter, insert
from .bounds import LOSS, WIN, bound
from .entries import looked_up
from .reduction import reduced
from .strips import UNITS

Numbers = np.ndarray[Any, np.dtype[np.int64]]

EDGES = 1 << 14  # `edges` are less
FRESH = 1 << 8  # a move that is not judged yet is its cell and a multiple of this: its promise, shifted
_SHIFT = 1 << 10
_NEAR = 1  # promises that are at most so much less than the best are judged with it
_GROUP = 1 << 20  # what the bounds tell is less
_LOST = -_GROUP


def edges_of(layout: Layout) -> Numbers:
    """How far each domino, by player and first cell, lies from the middle: across its axis, then along it."""
    edges = np.zeros((2, layout.volume), dtype=np.int64)
    for player, axis in enumerate(layout.axes):
        for cell in product(*map(range, layout.lengths)):
            along = abs(2 * cell[axis] + 2 - layout.lengths[axis])
            across = abs(2 * cell[1 - axis] + 1 - layout.lengths[1 - axis])
            edges[player, layout.bit(cell)] = across << 7 | along
    return edges


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
def listing(
    low: Any, high: Any, player: Any, moves: Any, board: Any, edges: Any, listed: Any, scores: Any
) -> Any:
    """List the moves, the most promising first, to be judged; their number."""
    strides, firsts = board[0], board[1]
    from_low, from_high = moves
    count = 0
    while from_low | from_high:
        a, b = lowest(from_low, from_high)
        from_low, from_high = from_low & ~a, from_high & ~b
        cell = place_of(a, b)
        a, b = both_cells(a, b, strides[player])
        score = promise(low & ~a, high & ~b, player, strides, firsts)
        move = cell + FRESH * (score + _SHIFT)
        count = insert(listed, scores, count, move, score * EDGES + edges[player, cell])
    return count


@compiled
def after(row: Any, cell: Any, player: Any, spare: Any, board: Any) -> Any:
    """(what the other then has to spare, free cells) after a move, reduced."""
    strides, firsts = board[0], board[1]
    a, b = one(cell)
    a, b = both_cells(a, b, strides[player])
    rest, _, cells, _, others = reduced(row[0] & ~a, row[1] & ~b, 1 - player, -spare, strides, firsts)
    return rest, cells[0] | others[0], cells[1] | others[1]


@compiled
def judge(
    row: Any,
    now: Any,
    player: Any,
    spare: Any,
    board: Any,
    known: Any,
    listed: Any,
    scratch: Any,
    fine: Any,
    backwards: Any,
) -> Any:
    """Judge the next group of listed moves: WIN if one of them wins at once, else OPEN.

    Moves that lose at once are dropped; the others are put in order, the best first (`backwards`: last),
    where bounds are `fine` enough by them.
    """
    table, locks, strips = known
    scores, looks, sums, child = scratch
    first, count = now[NEXT], now[COUNT]
    other = 1 - player
    least = max(listed[first] // FRESH - _NEAR, 1) if first == 0 and not backwards else 1
    last = first
    while last < count and listed[last] >= FRESH * least:  # a first round for moves that win at once
        rest, low, high = after(row, listed[last] % FRESH, player, spare, board)
        enter(child, low, high, other, board)
        result = looked_up(table, locks, child, rest)
        looks[last] = _LOST
        if result == OPEN:
            looks[last] = bound(low, high, player, False, board, strips, sums) - UNITS * rest
        if result == LOSS or looks[last] > 0:
            return WIN
        last += 1
    kept = first
    for place in range(first, last):
        if looks[place] == _LOST:
            continue
        promised, cell = divmod(listed[place], FRESH)
        rest, low, high = after(row, cell, player, spare, board)
        bad = bound(low, high, other, True, board, strips, sums) + UNITS * rest
        if bad <= 0:
            score = promised * _GROUP + (looks[place] - bad if fine else -place)
            kept = first + insert(listed[first:], scores, kept - first, cell, -score if backwards else score)
    listed[kept : kept + count - last] = listed[last:count].copy()
    now[COUNT] = kept + count - last
    return OPEN


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
