"""The search for the winner of two-player Domineering in normal play: can the player to move win?

A position is reduced before it is looked up: cells where nobody can place are dropped, and chains where only
one player can place are integers, which add: only the difference `spare` (the mover's less the opponent's)
counts. A win stays a win with more to spare, so an entry of the table holds the largest `spare` known to
lose and the smallest known to win: the number by which each exceeds the least or stays below the largest that
can be, in a byte, so that 0 says nothing.

Before a position is looked up it is weighed by strips. The moves are tried by `promise`, and among equals
those nearest to the border first, which halves the search.
"""

from itertools import product
from typing import Any

import numpy as np

from ...support.compiled import compiled
from ..bitboard.bits import U, both_cells, down, lone, lowest, moves_of, packing, place_of, up
from ..bitboard.layout import Layout
from ..bitboard.stack import (
    COUNT,
    NEXT,
    OPEN,
    OUTSIDE,
    OWN,
    descend,
    enter,
    entry,
    insert,
    known,
    next_move,
    opened,
)
from ..bitboard.table import hold, release
from .bounds import promise
from .strips import SUMS, UNITS, surely, turned

Numbers = np.ndarray[Any, np.dtype[np.int64]]

LOSS, WIN = 0, 1  # of the player to move
PLAYER, SPARE, WIDTH = OWN, OWN + 1, OWN + 2  # columns of `numbers`
EDGES = 1 << 14  # `edges` are less
_MOST = 127  # spare moves lie strictly between -_MOST and _MOST


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
def strip_bound(low: Any, high: Any, owner: Any, starts: Any, board: Any, strips: Any, sums: Any) -> Any:
    """A bound from strips: the owner wins with more than the negative of this, in units, to spare."""
    strides, shape = board[0], board[3]
    tables = strips[0] if owner == 0 else strips[1]
    width, lines = shape[1 - owner], shape[owner]
    if strides[1 - owner] != U(1):
        low, high = turned(low, high, lines, width, strips[2])
    first, second = surely(low, high, width, lines, tables, sums)
    return first if starts else second


@compiled
def weigh(low: Any, high: Any, spare: Any, player: Any, board: Any, strips: Any, sums: Any) -> Any:
    """What the bounds say of a reduced position with `player` to move: WIN, LOSS or OPEN."""
    if strip_bound(low, high, player, True, board, strips, sums) + UNITS * spare > 0:
        return WIN
    if strip_bound(low, high, 1 - player, False, board, strips, sums) - UNITS * spare > 0:
        return LOSS
    return OPEN


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


@compiled
def listing(
    low: Any, high: Any, player: Any, moves: Any, board: Any, edges: Any, listed: Any, scores: Any
) -> Any:
    """List the moves, best first, and return their number."""
    strides, firsts = board[0], board[1]
    from_low, from_high = moves
    count = 0
    while from_low | from_high:
        a, b = lowest(from_low, from_high)
        from_low, from_high = from_low & ~a, from_high & ~b
        cell = place_of(a, b)
        a, b = both_cells(a, b, strides[player])
        score = promise(low & ~a, high & ~b, player, strides, firsts) * EDGES + edges[player, cell]
        count = insert(listed, scores, count, cell, score)
    return count


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
def search(
    stack: Any,
    depth: Any,
    result: Any,
    nodes: Any,
    budget: Any,
    board: Any,
    table: Any,
    strips: Any,
    edges: Any,
    locks: Any,
    flipped: Any,
) -> Any:
    """Go on with a search until it ends (depth -1) or `budget` nodes are seen.

    Where the player to move loses, all moves are tried: a second thread takes those at depths of the parity
    `flipped` (-1: of none) the other way round, so that the two meet in the middle.

    `result` is OPEN when the position at `depth` is new, else the value of its last child for the player to
    move there.
    """
    sets, numbers, listed = stack
    strides, firsts = board[0], board[1]
    scores = np.zeros(listed.shape[1], dtype=np.int64)
    sums = np.zeros((max(board[3]) + 1, SUMS), dtype=np.int64)
    limit = nodes + budget
    while depth >= 0 and nodes < limit:
        row, now = sets[depth], numbers[depth]
        player = now[PLAYER]
        if result == OPEN:
            nodes += 1
            position = reduced(row[0], row[1], player, now[SPARE], strides, firsts)
            spare, mine, my_cells, _, their_cells = position
            now[SPARE] = spare
            low, high = my_cells[0] | their_cells[0], my_cells[1] | their_cells[1]
            result = weigh(low, high, spare, player, board, strips, sums)
            if result == OPEN:
                enter(row, low, high, player, board)
                lock = hold(table, locks, row[2], row[3])
                result = recall(known(table, row), spare)
                release(lock)
            if result != OPEN:
                depth -= 1
                continue
            a, b = dominated(mine, strides[player], their_cells)
            mine = mine[0] & ~a, mine[1] & ~b
            count = listing(low, high, player, mine, board, edges, listed[depth], scores)
            if depth % 2 == flipped:
                listed[depth, :count] = listed[depth, :count][::-1].copy()
            opened(now, listed[depth], count, spare, nodes)
            if now[COUNT] == 0:
                result = LOSS
        else:
            result = WIN - result  # the opponent's loss is a win
            if result == LOSS and now[NEXT] < now[COUNT]:
                result = OPEN
        if result != OPEN:
            lock = hold(table, locks, row[2], row[3])
            place = entry(table, row, now, nodes)
            table[place, 2] = remember(table[place, 2], now[SPARE], result)
            release(lock)
            depth -= 1
            continue
        cell = next_move(now, listed[depth])
        numbers[depth + 1, PLAYER] = 1 - player
        numbers[depth + 1, SPARE] = (1 if cell == OUTSIDE else 0) - now[SPARE]
        depth = descend(sets, depth, cell, strides[player])
    return depth, result, nodes
