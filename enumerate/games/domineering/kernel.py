"""The search for the winner of two-player Domineering in normal play: can the player to move win?

A position is reduced before it is looked up: cells where nobody can place are dropped, and chains where only
one player can place are integers, which add: only the difference `spare` (the mover's less the opponent's)
counts. A win stays a win with more to spare, so an entry of the table holds the largest `spare` known to
lose and the smallest known to win: the number by which each exceeds the least or stays below the largest that
can be, in a byte, so that 0 says nothing.
"""

from typing import Any

import numpy as np

from ...support.compiled import compiled
from ..bitboard.bits import U, both_cells, lone, moves_of, packing
from ..bitboard.stack import COUNT, NEXT, OPEN, OUTSIDE, OWN, descend, enter, entry, known, next_move, opened
from .bounds import areas, ranked, surplus

LOSS, WIN = 0, 1  # of the player to move
PLAYER, SPARE, WIDTH = OWN, OWN + 1, OWN + 2  # columns of `numbers`
_MOST = 127  # spare moves lie strictly between -_MOST and _MOST


@compiled
def settle(low: Any, high: Any, player: Any, spare: Any, strides: Any, firsts: Any) -> Any:
    """(value or OPEN, spare, low, high, moves) of the reduced position."""
    other = 1 - player
    stride, other_stride = strides[player], strides[other]
    mine = moves_of(low, high, stride, firsts[player])
    theirs = moves_of(low, high, other_stride, firsts[other])
    my_cells = both_cells(mine[0], mine[1], stride)
    their_cells = both_cells(theirs[0], theirs[1], other_stride)
    a, b = lone(mine[0], mine[1], stride, their_cells)
    if a | b:
        spare += packing(a, b, stride)[0]
        mine = mine[0] & ~a, mine[1] & ~b
        my_cells = both_cells(mine[0], mine[1], stride)
    a, b = lone(theirs[0], theirs[1], other_stride, my_cells)
    if a | b:
        spare -= packing(a, b, other_stride)[0]
        theirs = theirs[0] & ~a, theirs[1] & ~b
        their_cells = both_cells(theirs[0], theirs[1], other_stride)
    low, high = my_cells[0] | their_cells[0], my_cells[1] | their_cells[1]
    their_most = packing(theirs[0], theirs[1], other_stride)[0]
    found = areas(mine, stride, theirs, their_cells, other_stride)
    if surplus(found, True, spare, their_most, their_cells) > 0:
        return WIN, spare, low, high, mine
    my_most = packing(mine[0], mine[1], stride)[0]
    found = areas(theirs, other_stride, mine, my_cells, stride)
    if surplus(found, False, -spare, my_most, my_cells) >= 0:
        return LOSS, spare, low, high, mine
    return OPEN, spare, low, high, mine


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
def search(stack: Any, depth: Any, result: Any, nodes: Any, budget: Any, board: Any, table: Any) -> Any:
    """Go on with a search until it ends (depth -1) or `budget` nodes are seen.

    `result` is OPEN when the position at `depth` is new, else the value of its last child for the player to
    move there.
    """
    sets, numbers, listed = stack
    strides, firsts = board[0], board[1]
    scores = np.zeros(listed.shape[1], dtype=np.int64)
    limit = nodes + budget
    while depth >= 0 and nodes < limit:
        row, now = sets[depth], numbers[depth]
        player = now[PLAYER]
        if result == OPEN:
            nodes += 1
            result, spare, low, high, moves = settle(row[0], row[1], player, now[SPARE], strides, firsts)
            if result == OPEN:
                enter(row, low, high, player, board)
                result = recall(known(table, row), spare)
            if result != OPEN:
                depth -= 1
                continue
            now[SPARE] = spare
            count = ranked(low, high, player, moves, False, strides, firsts, listed[depth], scores)
            opened(now, listed[depth], count, spare, nodes)
        else:
            result = WIN - result  # the opponent's loss is a win
            if result == WIN or now[NEXT] == now[COUNT]:
                place = entry(table, row, now, nodes)
                table[place, 2] = remember(table[place, 2], now[SPARE], result)
                depth -= 1
                continue
        cell = next_move(now, listed[depth])
        numbers[depth + 1, PLAYER] = 1 - player
        numbers[depth + 1, SPARE] = (1 if cell == OUTSIDE else 0) - now[SPARE]
        depth = descend(sets, depth, cell, strides[player])
        result = OPEN
    return depth, result, nodes
