"""The search for the winner of two-player Domineering in normal play: can the player to move win?

A position is reduced before it is looked up: cells where nobody can place are dropped, and chains where only
one player can place are integers, which add: only the difference `spare` (the mover's less the opponent's)
counts. Before a position is looked up it is weighed by strips, and so are the positions after its moves, many
of which are settled there and then.
"""

from typing import Any

import numpy as np

from ...support.compiled import compiled
from ..bitboard.stack import COUNT, NEXT, OPEN, OUTSIDE, OWN, descend, enter, next_move, opened
from .bounds import LOSS, WIN, weigh
from .entries import looked_up, write
from .order import FRESH, judge, listing
from .reduction import dominated, reduced
from .strips import SUMS, reaching

PLAYER, SPARE, WEIGHED, WIDTH = OWN, OWN + 1, OWN + 2, OWN + 3  # columns of `numbers`
SHARED = 4  # depths at which two threads go different ways


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

    Where the player to move loses, all moves are tried: a second thread takes those at the first depths of
    the parity `flipped` (-1: of none) the other way round, so that the two meet in the middle. Further below
    both keep the same order and find in the table what the other one has done.

    `result` is OPEN when the position at `depth` is new, else the value of its last child for the player to
    move there.
    """
    sets, numbers, listed = stack
    strides, firsts = board[0], board[1]
    scores = np.zeros(listed.shape[1], dtype=np.int64)
    sums = np.zeros((max(board[3]) + 2, SUMS), dtype=np.int64)
    scratch = scores, np.zeros_like(scores), sums, np.zeros(4, dtype=np.uint64)
    fine = reaching(strips[0], board[3][1]) and reaching(strips[1], board[3][0])
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
            if not now[WEIGHED]:
                result = weigh(low, high, spare, player, board, strips, sums)
            if result == OPEN:
                enter(row, low, high, player, board)
                result = looked_up(table, locks, row, spare)
            if result != OPEN:
                depth -= 1
                continue
            a, b = dominated(mine, strides[player], their_cells)
            mine = mine[0] & ~a, mine[1] & ~b
            count = listing(low, high, player, mine, board, edges, listed[depth], scores)
            opened(now, listed[depth], count, spare, nodes)
        else:
            result = WIN - result  # the opponent's loss is a win
            if result == LOSS:
                result = OPEN
        while result == OPEN and now[NEXT] < now[COUNT] and listed[depth, now[NEXT]] >= FRESH:
            backwards = depth < SHARED and depth % 2 == flipped
            known = table, locks, strips
            result = judge(
                row, now, player, now[SPARE], board, known, listed[depth], scratch, fine, backwards
            )
        if result == OPEN and now[NEXT] == now[COUNT]:
            result = LOSS
        if result != OPEN:
            write(table, locks, row, now, nodes, now[SPARE], result)
            depth -= 1
            continue
        cell = next_move(now, listed[depth])
        numbers[depth + 1, PLAYER] = 1 - player
        numbers[depth + 1, WEIGHED] = cell != OUTSIDE
        numbers[depth + 1, SPARE] = (1 if cell == OUTSIDE else 0) - now[SPARE]
        depth = descend(sets, depth, cell, strides[player])
    return depth, result, nodes
