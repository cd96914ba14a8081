"""Misère play and the length of perfect play: a search that counts moves.

A game won by W ends when one fixed player, the `ender`, has no move on their turn: the loser in normal play,
W in misère play. The number of moves that the ender still makes measures the length. For the shortest game
this end must come after at most k moves of the ender, for the longest (`delay`) after at least k. Otherwise
W fails, in particular if the other player runs out of moves first. One search answers the question for one k.

Wasting moves can be right in these games, so positions are reduced less: only chains of two or three cells
that one player alone can use, with exactly one move each, are replaced by a count. An entry of the table
holds the bounds of k between which the answer is unknown.
"""

from typing import Any

import numpy as np

from ...support.compiled import compiled, step
from ..bitboard import search as steps
from ..bitboard.bits import U, both_cells, down, lone, lowest, missing, moves_of, packing, place_of, size, up
from ..bitboard.search import COUNT, DEPTH, NEXT, NODES, OPEN, OUTSIDE, OWN, RESULT
from . import LENGTH_CELLS_AT_MOST
from .domineering_kernel import promise

FAIL, DONE = 0, 1  # of W
PLAYER, GOAL, SINGLE, WIDTH = OWN, OWN + 1, OWN + 2, OWN + 4  # columns of `numbers`; SINGLE: two
MOST_MOVES, LEAST_MOVES, SAFE_MOVES, BURNING = 0, 1, 2, 3  # rows of `bounds`
_ZERO = 64  # goals are kept in a byte, shifted by this


@step
def single_chains(low: Any, high: Any, stride: Any) -> Any:
    """The given dominoes that lie in chains of one or two dominoes (two or three cells)."""
    a, b = up(low, high, stride)
    c, d = down(low, high, stride)
    middle_low, middle_high = low & a & c, high & b & d  # overlapped on both sides: a longer chain
    while True:
        a, b = up(middle_low, middle_high, stride)
        c, d = down(middle_low, middle_high, stride)
        a, b = low & (middle_low | a | c), high & (middle_high | b | d)
        if a == middle_low and b == middle_high:
            return low & ~a, high & ~b
        middle_low, middle_high = a, b


@step
def forced(low: Any, high: Any, stride: Any) -> Any:
    """The least number of the given dominoes that can be placed so that no other one fits.

    A chain of n cells that nobody else can use takes (n + 1) // 3: each domino uses up three cells.
    """
    count = 0
    while low | high:
        a, b = up(low, high, stride)
        a, b = low & ~a, high & ~b  # the first domino of each chain: one move for its first three cells
        count += size(a, b)
        a, b = both_cells(a, b, stride)
        c, d = both_cells(a, b, stride)
        low &= ~(a | c)
        high &= ~(b | d)
    return count


@step
def settle(
    low: Any, high: Any, now: Any, moves: Any, bounds: Any, mode: Any, strides: Any, firsts: Any
) -> Any:
    """(value or OPEN, low, high). Counts singles into `now` and writes the other moves into `moves`.

    Fills `bounds` with the largest number of moves of each player; the least number of moves that the player
    makes before running out, whatever happens; the number that is safe; and the number that it takes a player
    to burn all of their own moves.

    Take dominoes with a gap between any two of them: a move of their owner removes at most one of them, an
    opposing move at most two. Burning takes as many moves as the largest number of such dominoes, and no
    opposing move increases this number.
    """
    ender, misere, delay = mode
    for player in range(2):
        moves[player, 0], moves[player, 1] = moves_of(low, high, strides[player], firsts[player])
    left = both_cells(moves[0, 0], moves[0, 1], strides[0])
    right = both_cells(moves[1, 0], moves[1, 1], strides[1])
    for player in range(2):
        others = right if player == 0 else left
        stride = strides[player]
        a, b = lone(moves[player, 0], moves[player, 1], stride, others)
        c, d = single_chains(a, b, stride)
        if c | d:
            now[SINGLE + player] += packing(c, d, stride)[0]
            moves[player, 0] &= ~c
            moves[player, 1] &= ~d
            a, b = a & ~c, b & ~d
        singles = now[SINGLE + player]
        bounds[MOST_MOVES, player] = singles + packing(moves[player, 0], moves[player, 1], stride)[0]
        bounds[BURNING, player] = singles + forced(moves[player, 0], moves[player, 1], stride)
        ahead = 0 if now[PLAYER] == player else 2
        least = (bounds[BURNING, player] - ahead + 2) // 3
        bounds[LEAST_MOVES, player] = max(singles + forced(a, b, stride), least)
        a, b = missing(moves[player, 0], moves[player, 1], stride, others)
        bounds[SAFE_MOVES, player] = singles + packing(a, b, stride)[0]
    left = both_cells(moves[0, 0], moves[0, 1], strides[0])
    right = both_cells(moves[1, 0], moves[1, 1], strides[1])
    # goals that every end meets are replaced by one goal, so that they share a table entry
    if delay and now[GOAL] <= bounds[LEAST_MOVES, ender]:
        now[GOAL] = 0
    elif not delay and now[GOAL] >= bounds[MOST_MOVES, ender]:
        now[GOAL] = LENGTH_CELLS_AT_MOST
    value = weigh(now[PLAYER], now[GOAL], ender, misere, delay, bounds)
    return value, left[0] | right[0], left[1] | right[1]


@step
def weigh(turn: Any, goal: Any, ender: Any, misere: Any, delay: Any, bounds: Any) -> Any:
    """The result that the bounds imply, or OPEN."""
    most, least = bounds[MOST_MOVES], bounds[LEAST_MOVES]
    # in misère play moves are a burden: count only the unavoidable ones as sure, and burn the others
    sure = least if misere else bounds[SAFE_MOVES]
    last = bounds[BURNING] if misere else most
    other = 1 - ender
    if most[turn] == 0:  # the game is over
        if turn != ender:
            return FAIL
        return DONE if (goal <= 0 if delay else goal >= 0) else FAIL
    if (most[ender] < goal) if delay else (sure[ender] > goal):
        return FAIL
    if sure[ender] >= last[other] + (1 if turn == ender else 0):
        return FAIL
    in_time = (least[ender] >= goal) if delay else (last[ender] <= goal)
    if in_time and sure[other] >= last[ender] + (1 if turn == other else 0):
        return DONE
    return OPEN


@step
def recall(value: Any, goal: Any, delay: Any) -> Any:
    """The result that an entry implies; `fails` and `done` are the nearest goals known to fail or be met."""
    if value & U(1):
        fails = np.int64((value >> U(8)) & U(255)) - _ZERO
        if (goal >= fails) if delay else (goal <= fails):
            return FAIL
    if value & U(2):
        done = np.int64((value >> U(16)) & U(255)) - _ZERO
        if (goal <= done) if delay else (goal >= done):
            return DONE
    return OPEN


@step
def remember(value: Any, goal: Any, result: Any) -> Any:
    """The entry updated with this result, which is nearer than the results that the entry holds."""
    if result == FAIL:
        return (value & ~U(0xFF00)) | U(1) | U(goal + _ZERO) << U(8)
    return (value & ~U(0xFF0000)) | U(2) | U(goal + _ZERO) << U(16)


@step
def ranked(
    low: Any, high: Any, turn: Any, moves: Any, misere: Any, strides: Any, firsts: Any, into: Any, scores: Any
) -> Any:
    """List the moves of the player to move, best first, and return their number.

    In normal play by `promise`. In misère play moves that leave the fewest moves come first, the opponent's
    counted twice: the board then breaks up soon and the search is short.
    """
    from_low, from_high = moves[turn, 0], moves[turn, 1]
    count = np.int64(0)  # typed: a literal would compile `insert` twice
    while from_low | from_high:
        a, b = lowest(from_low, from_high)
        from_low, from_high = from_low & ~a, from_high & ~b
        cell = place_of(a, b)
        a, b = both_cells(a, b, strides[turn])
        if misere:
            mine = moves_of(low & ~a, high & ~b, strides[turn], firsts[turn])
            theirs = moves_of(low & ~a, high & ~b, strides[1 - turn], firsts[1 - turn])
            score = -size(mine[0], mine[1]) - 2 * size(theirs[0], theirs[1])
        else:
            score = promise(low & ~a, high & ~b, turn, strides, firsts)
        count = steps.insert(into, scores, count, cell, score)
    return count


@compiled
def search(stack: Any, board: Any, table: Any, ender: Any, misere: Any, delay: Any) -> None:
    """Continue a search until it ends or reaches its limit of nodes."""
    sets, numbers, listed, state, scores, moves, bounds = stack
    strides, firsts = board[0], board[1]
    mode = ender, misere, delay
    winner = ender if misere else 1 - ender
    while steps.goes_on(state):
        depth, result = state[DEPTH], state[RESULT]
        row, now = sets[depth], numbers[depth]
        player = now[PLAYER]
        if result == OPEN:
            state[NODES] += 1
            result, low, high = settle(row[0], row[1], now, moves, bounds, mode, strides, firsts)
            if result == OPEN:
                steps.enter(row, low, high, player, board)
                row[3] |= U(now[SINGLE]) << U(55) | U(now[SINGLE + 1]) << U(48)
                result = recall(steps.known(table, row), now[GOAL], delay)
            if result != OPEN:
                steps.leave(state, result)
                continue
            count = ranked(low, high, player, moves, misere, strides, firsts, listed[depth], scores[0])
            steps.opened(now, listed[depth], count, now[SINGLE + player], state)
        elif (result == DONE) == (player == winner) or now[NEXT] == now[COUNT]:
            place = steps.entry(table, row, now, state)
            table[place, 2] = remember(table[place, 2], now[GOAL], result)
            steps.leave(state, result)
            continue
        cell = steps.descend(sets, numbers, listed, state, strides[player])
        child = numbers[depth + 1]
        child[PLAYER] = 1 - player
        child[GOAL] -= 1 if player == ender else 0
        child[SINGLE + player] -= 1 if cell == OUTSIDE else 0
