"""The and/or search for one question: can player 0 win against players 1 and 2, who follow in this order?

A position is the set of free cells and the turn. It need not record who is out, since a player without a move
never gets one back. Each position is reduced first: cells where nobody can place are dropped, and chains
where only one player can place are counted as that player's spare moves. Spare moves never hurt their owner,
who can keep them for last. So blocking one's own chain need not be searched, and a position lost by player 0
stays lost with fewer spare moves of player 0 and more of the others.

Let u be the largest number of moves that player 0 can still make. To outlast n moves of an opponent takes n
moves, or n + 1 for a player who moves first. Three rules decide a position without search:
- an ally whose spare moves outlast u: player 0 loses;
- an ally whose disjoint dominoes out of player 0's reach outlast u, minus two for each move with which the
  partner may be forced to block them; or all disjoint dominoes of the ally, minus also two for each of the u
  moves: player 0 loses;
- player 0's disjoint dominoes out of the allies' reach outlast all moves of each ally: player 0 wins.
"""

from typing import Any

import numpy as np

from ...support.compiled import compiled, step
from ..bitboard.bits import U, both_cells, lone, missing, moves_of, packing, size, trailing
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

LOSS, WIN = 0, 1  # of player 0
# columns of `numbers`: the player to move (before `settle`: who moved last), spare moves of the three players
TURN, SPARE, WIDTH = OWN, OWN + 1, OWN + 4
# the score of a move for each domino of a player that it blocks, by the player who moves
_BLOCK_SCORE = np.array([[-1, 2, 2], [4, -2, -2], [4, -2, -2]], dtype=np.int64)


@step
def settle(
    low: Any, high: Any, numbers: Any, moves: Any, cells: Any, most: Any, strides: Any, firsts: Any
) -> Any:
    """Reduce the position: its value if a rule decides it (else OPEN), the player to move, the cells left.

    Fills in each player's `moves` outside lone chains, the `cells` they reach, and the `most` moves left.
    """
    for player in range(3):
        a, b = moves_of(low, high, strides[player], firsts[player])
        moves[player, 0], moves[player, 1] = a, b
        cells[player, 0], cells[player, 1] = both_cells(a, b, strides[player])
        most[player] = numbers[SPARE + player] + packing(a, b, strides[player])[0]
    if most[1] == 0 and most[2] == 0:
        # the others are stuck: tested first, since player 0 may have moved last and be stuck too
        won = most[0] > 0 or numbers[TURN] == 0
        return (WIN if won else LOSS), 0, U(0), U(0)
    if most[0] == 0:
        return LOSS, 0, U(0), U(0)
    turn = (numbers[TURN] + 1) % 3
    while most[turn] == 0:
        turn = (turn + 1) % 3
    for player in range(3):
        p, q = (player + 1) % 3, (player + 2) % 3
        others = cells[p, 0] | cells[q, 0], cells[p, 1] | cells[q, 1]
        a, b = lone(moves[player, 0], moves[player, 1], strides[player], others)
        if a | b:
            numbers[SPARE + player] += packing(a, b, strides[player])[0]
            a, b = moves[player, 0] & ~a, moves[player, 1] & ~b
            moves[player, 0], moves[player, 1] = a, b
            cells[player, 0], cells[player, 1] = both_cells(a, b, strides[player])
    low = cells[0, 0] | cells[1, 0] | cells[2, 0]
    high = cells[0, 1] | cells[1, 1] | cells[2, 1]
    return weigh(turn, numbers, moves, cells, most, strides), turn, low, high


@step
def weigh(turn: Any, numbers: Any, moves: Any, cells: Any, most: Any, strides: Any) -> Any:
    """The value of a reduced position by the three rules of the module's text, or OPEN."""
    first = cells[0, 0], cells[0, 1]
    for ally in range(1, 3):
        partner = 3 - ally
        # a move after each of player 0's, and one before them if the ally's turn comes first
        needed = most[0] + (1 if 0 < turn <= ally else 0)
        if numbers[SPARE + ally] >= needed:
            return LOSS
        a, b = missing(moves[ally, 0], moves[ally, 1], strides[ally], first)
        held = numbers[SPARE + ally] + packing(a, b, strides[ally])[0]
        held = max(held, most[ally] - 2 * most[0])
        forced = 0 if most[partner] == 0 else max(0, needed - numbers[SPARE + partner])
        if held - 2 * forced >= needed:
            return LOSS
    needed = max(most[1] + (0 if turn == 1 else 1), most[2] + (1 if turn == 0 else 0))
    allies = cells[1, 0] | cells[2, 0], cells[1, 1] | cells[2, 1]
    a, b = missing(moves[0, 0], moves[0, 1], strides[0], allies)
    if numbers[SPARE] + packing(a, b, strides[0])[0] >= needed:
        return WIN
    return OPEN


@step
def recall(value: Any, numbers: Any) -> Any:
    """The result that an entry implies for these spare moves; it holds one loss and one win with theirs."""
    mine, next_one, last = numbers[SPARE], numbers[SPARE + 1], numbers[SPARE + 2]
    if value & U(1):
        a, b, c = (value >> U(8)) & U(255), (value >> U(16)) & U(255), (value >> U(24)) & U(255)
        if mine <= np.int64(a) and next_one >= np.int64(b) and last >= np.int64(c):
            return LOSS
    if value & U(2):
        a, b, c = (value >> U(32)) & U(255), (value >> U(40)) & U(255), (value >> U(48)) & U(255)
        if mine >= np.int64(a) and next_one <= np.int64(b) and last <= np.int64(c):
            return WIN
    return OPEN


@step
def remember(value: Any, numbers: Any, result: Any) -> Any:
    """The entry updated with this result."""
    spare = U(numbers[SPARE]) | U(numbers[SPARE + 1]) << U(8) | U(numbers[SPARE + 2]) << U(16)
    if result == LOSS:
        return (value & ~U(0xFFFFFF01)) | U(1) | (spare << U(8))
    return (value & ~U(0x00FFFFFF00000002)) | U(2) | (spare << U(32))


@step
def order_moves(turn: Any, moves: Any, spoils: Any, listed: Any, scores: Any) -> Any:
    """List the moves of `turn`, those that block most moves of the other side first; return their number."""
    count = np.int64(0)
    for word in range(2):
        left = moves[turn, word]
        while left:
            cell = np.int64(trailing(left)) + 64 * word
            left &= left - U(1)
            score = 0
            for player in range(3):
                taken = size(
                    moves[player, 0] & spoils[turn, cell, player, 0],
                    moves[player, 1] & spoils[turn, cell, player, 1],
                )
                score += _BLOCK_SCORE[turn, player] * taken
            count = insert(listed, scores, count, cell, score)
    return count


@compiled
def search(
    stack: Any, depth: Any, result: Any, nodes: Any, budget: Any, board: Any, table: Any, spoils: Any
) -> Any:
    """Continue a search until it ends (depth -1) or `budget` more nodes are visited.

    `result` is OPEN when the position at `depth` is new, else the value of its last child.
    """
    sets, numbers, listed = stack
    strides, firsts = board[0], board[1]
    moves = np.zeros((3, 2), dtype=np.uint64)
    cells = np.zeros((3, 2), dtype=np.uint64)
    most = np.zeros(3, dtype=np.int64)
    scores = np.zeros(listed.shape[1], dtype=np.int64)
    limit = nodes + budget
    while depth >= 0 and nodes < limit:
        row, now = sets[depth], numbers[depth]
        if result == OPEN:
            nodes += 1
            result, turn, low, high = settle(row[0], row[1], now, moves, cells, most, strides, firsts)
            if result == OPEN:
                enter(row, low, high, turn, board)
                result = recall(known(table, row), now)
            if result != OPEN:
                depth -= 1
                continue
            now[TURN] = turn
            count = order_moves(turn, moves, spoils, listed[depth], scores)
            opened(now, listed[depth], count, now[SPARE + turn], nodes)
        elif (result == WIN) == (now[TURN] == 0) or now[NEXT] == now[COUNT]:
            place = entry(table, row, now, nodes)
            table[place, 2] = remember(table[place, 2], now, result)
            depth -= 1
            continue
        turn = now[TURN]
        cell = next_move(now, listed[depth])
        child = numbers[depth + 1]
        child[TURN] = turn
        child[SPARE : SPARE + 3] = now[SPARE : SPARE + 3]
        if cell == OUTSIDE:
            child[SPARE + turn] -= 1
        depth = descend(sets, depth, cell, strides[turn])
        result = OPEN
    return depth, result, nodes
