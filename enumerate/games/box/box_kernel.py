"""The and/or search: can player 0 win against players 1 and 2, in the turn order 0, 1, 2?

A position is the set of free cells and the turn. Players who are out need no record, since a player without
a move never gets one back. Each position is first reduced: cells where nobody can place are dropped; chains
where only one player can place count as that player's spare moves. Spare moves never hurt their owner,
who can keep them for last. So blocking one's own chain need not be searched, and a position lost by player 0
stays lost with fewer spare moves of player 0 and more of the others.

Let u be the largest number of moves that player 0 can still make. To outlast n moves of an opponent takes n
moves, or n + 1 for a player who moves first. Three rules decide a position without search:
- player 0 loses if an ally's spare moves outlast u;
- player 0 loses if an ally's disjoint dominoes out of player 0's reach outlast u, after subtracting two for
  each move with which the partner may be forced to block them; the same holds for all disjoint dominoes of
  the ally if two more are subtracted for each of the u moves;
- player 0 wins if player 0's disjoint dominoes out of the allies' reach outlast all moves of each ally.
"""

from typing import Any

import numpy as np

from ...support.compiled import compiled, step
from ..bitboard import search as steps
from ..bitboard.bits import U, both_cells, lone, missing, moves_of, packing, size, trailing
from ..bitboard.search import COUNT, DEPTH, NEXT, NODES, OPEN, OUTSIDE, OWN, RESULT

LOSS, WIN = 0, 1  # of player 0
# columns of `numbers`: the player to move (before `settle`: who moved last), spare moves of the three players
TURN, SPARE, WIDTH = OWN, OWN + 1, OWN + 4
# the score of a move for each domino of a player that it blocks, by the player who moves
_BLOCK_SCORE = np.array([[-1, 2, 2], [4, -2, -2], [4, -2, -2]], dtype=np.int64)


@step
def settle(low: Any, high: Any, numbers: Any, sets: Any, most: Any, strides: Any, firsts: Any) -> Any:
    """Reduce the position: its value if a rule decides it (else OPEN), the player to move, the cells left.

    Fills in row p of `sets` with the moves of player p outside lone chains and the cells that these reach,
    and `most` with the largest number of moves that each player has left.
    """
    for player in range(3):
        a, b = moves_of(low, high, strides[player], firsts[player])
        write(sets, player, a, b, strides)
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
        p, q = sets[(player + 1) % 3], sets[(player + 2) % 3]
        a, b = lone(sets[player, 0], sets[player, 1], strides[player], (p[2] | q[2], p[3] | q[3]))
        if a | b:
            numbers[SPARE + player] += packing(a, b, strides[player])[0]
            write(sets, player, sets[player, 0] & ~a, sets[player, 1] & ~b, strides)
    low, high = sets[0, 2] | sets[1, 2] | sets[2, 2], sets[0, 3] | sets[1, 3] | sets[2, 3]
    return weigh(turn, numbers, sets, most, strides), turn, low, high


@step
def write(sets: Any, player: Any, low: Any, high: Any, strides: Any) -> None:
    """Write the moves of a player, and the cells that they reach, into a row of `sets`."""
    sets[player, 0], sets[player, 1] = low, high
    sets[player, 2], sets[player, 3] = both_cells(low, high, strides[player])


@step
def weigh(turn: Any, numbers: Any, sets: Any, most: Any, strides: Any) -> Any:
    """The value of a reduced position by the three rules of the module docstring, or OPEN."""
    for ally in range(1, 3):
        partner = 3 - ally
        # a move after each of player 0's, and one before them if the ally's turn comes first
        needed = most[0] + (1 if 0 < turn <= ally else 0)
        if numbers[SPARE + ally] >= needed:
            return LOSS
        a, b = missing(sets[ally, 0], sets[ally, 1], strides[ally], (sets[0, 2], sets[0, 3]))
        held = numbers[SPARE + ally] + packing(a, b, strides[ally])[0]
        held = max(held, most[ally] - 2 * most[0])
        forced = 0 if most[partner] == 0 else max(0, needed - numbers[SPARE + partner])
        if held - 2 * forced >= needed:
            return LOSS
    needed = max(most[1] + (0 if turn == 1 else 1), most[2] + (1 if turn == 0 else 0))
    allies = sets[1, 2] | sets[2, 2], sets[1, 3] | sets[2, 3]
    a, b = missing(sets[0, 0], sets[0, 1], strides[0], allies)
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
def order_moves(turn: Any, sets: Any, spoils: Any, listed: Any, scores: Any) -> Any:
    """List the moves of `turn`, those that block most moves of the other side first; return their number."""
    count = np.int64(0)  # typed: a literal would compile `insert` twice
    for word in range(2):
        left = sets[turn, word]
        while left:
            cell = np.int64(trailing(left)) + 64 * word
            left &= left - U(1)
            score = np.int64(0)
            for player in range(3):
                spoilt = spoils[turn, cell, player]
                taken = size(sets[player, 0] & spoilt[0], sets[player, 1] & spoilt[1])
                score += _BLOCK_SCORE[turn, player] * taken
            count = steps.insert(listed, scores, count, cell, score)
    return count


@compiled
def search(stack: Any, board: Any, table: Any, spoils: Any) -> None:
    """Continue a search until it ends or reaches its limit of nodes."""
    sets, numbers, listed, state, scores, words, counts = stack
    strides, firsts = board[0], board[1]
    while steps.goes_on(state):
        depth, result = state[DEPTH], state[RESULT]
        row, now = sets[depth], numbers[depth]
        if result == OPEN:
            state[NODES] += 1
            result, turn, low, high = settle(row[0], row[1], now, words, counts[0], strides, firsts)
            if result == OPEN:
                steps.enter(row, low, high, turn, board)
                result = recall(steps.known(table, row), now)
            if result != OPEN:
                steps.leave(state, result)
                continue
            now[TURN] = turn
            count = order_moves(turn, words, spoils, listed[depth], scores[0])
            steps.opened(now, listed[depth], count, now[SPARE + turn], state)
        elif (result == WIN) == (now[TURN] == 0) or now[NEXT] == now[COUNT]:
            place = steps.entry(table, row, now, state)
            table[place, 2] = remember(table[place, 2], now, result)
            steps.leave(state, result)
            continue
        turn = now[TURN]
        if steps.descend(sets, numbers, listed, state, strides[turn]) == OUTSIDE:
            numbers[depth + 1, SPARE + turn] -= 1
