"""The compiled search for the winner of two-player Domineering in normal play: can the player to move win?

Each position is reduced first. Cells where nobody can place are dropped. Chains where only one player can
place are integers, which add up, so only the difference `spare` counts: the spare moves of the player to move
minus those of the opponent. Then bounds from strips (`strips.py`) are tried, then the transposition table,
and only then the moves. Strips also bound the positions after each move, which settles many of them at once.

A win stays a win with more spare moves. So an entry of the table holds two bytes: the largest `spare`
known to lose and the smallest known to win, as distances from the extreme values; 0 means unknown.

Moves are listed by `promise`, and moves of equal promise from the border inwards. Bounds after a move take
longer to compute, and a winning move is nearly always among the most promising, so bounds are computed for
one group of moves at a time.
"""

from itertools import product
from typing import Any

import numpy as np

from ...support.compiled import compiled, step
from ..bitboard import search as steps
from ..bitboard.bits import (
    Layout,
    U,
    both_cells,
    down,
    lone,
    lowest,
    missing,
    moves_of,
    one,
    packing,
    place_of,
    up,
)
from ..bitboard.search import COUNT, DEPTH, NEXT, NODES, OPEN, OUTSIDE, OWN, RESULT, hold, release
from .strips import UNITS, add, cut, sure_bound, turned

Numbers = np.ndarray[Any, np.dtype[np.int64]]

LOSS, WIN = 0, 1  # of the player to move
PLAYER, SPARE, WEIGHED, WIDTH = OWN, OWN + 1, OWN + 2, OWN + 3  # columns of `numbers`
SHARED_DEPTHS = 4  # depths at which two threads try moves in opposite orders
_SPARE_LIMIT = 127  # spare moves lie strictly between -_SPARE_LIMIT and _SPARE_LIMIT
EDGE_SCALE = 1 << 14  # exceeds every distance in `edges`
PROMISE_SCALE = 1 << 8  # a move without bounds is coded as its cell plus this times its shifted promise
_PROMISE_SHIFT = 1 << 10
_GROUP_WIDTH = 1  # the first group contains promises at most this far below the best
_ABOVE_ALL_SCORES = 1 << 20  # exceeds every score that bounds give
_LOST_SCORE = -_ABOVE_ALL_SCORES


@step
def reduced(low: Any, high: Any, player: Any, spare: Any, strides: Any, firsts: Any) -> Any:
    """(spare, moves of the player, their cells, moves of the opponent, their cells) without lone chains."""
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


@step
def dominated(moves: Any, stride: Any, others: Any) -> Any:
    """The moves that are dominated by another move in every context.

    Let two dominoes of a chain overlap, and c be the cell that only the first covers. If no opposing domino
    covers c and the chain ends with the second one, then the second blocks no move of its owner that the
    first does not block, and blocks every opposing move that the first blocks. Of two equivalent moves one
    stays.
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


@step
def component(low: Any, high: Any, upright: Any, across: Any, strides: Any) -> Any:
    """The component of the first cell; `upright` and `across` are the dominoes of each player."""
    low, high = lowest(low, high)
    while True:
        a, b = up(low & upright[0], high & upright[1], strides[0])
        c, d = down(low, high, strides[0])
        more_low, more_high = low | a | (c & upright[0]), high | b | (d & upright[1])
        a, b = up(low & across[0], high & across[1], strides[1])
        c, d = down(low, high, strides[1])
        more_low, more_high = more_low | a | (c & across[0]), more_high | b | (d & across[1])
        if more_low == low and more_high == high:
            return low, high
        low, high = more_low, more_high


@step
def bound(low: Any, high: Any, owner: Any, mover: Any, board: Any, strips: Any, sums: Any) -> Any:
    """A lower bound b in units: the owner wins with more than -b spare moves.

    Each component is cut into strips separately. The last row of `sums` holds the total.
    """
    strides, firsts, _, shape = board
    tables = strips[0] if owner == 0 else strips[1]
    width, lines = shape[1 - owner], shape[owner]
    upright = moves_of(low, high, strides[0], firsts[0])
    across = moves_of(low, high, strides[1], firsts[1])
    sums[-1] = 0
    while low | high:
        a, b = component(low, high, upright, across, strides)
        low, high = low & ~a, high & ~b
        if strides[1 - owner] != U(1):
            a, b = turned(a, b, lines, width, strips[2])
        cut(a, b, width, lines, tables, sums)
        add(sums[-1], sums[lines])
    return sure_bound(sums[-1], owner == mover)


@step
def weigh(low: Any, high: Any, spare: Any, mover: Any, board: Any, strips: Any, sums: Any) -> Any:
    """WIN, LOSS or OPEN for the player to move in a reduced position, by the bounds."""
    if bound(low, high, mover, mover, board, strips, sums) + UNITS * spare > 0:
        return WIN
    if bound(low, high, 1 - mover, mover, board, strips, sums) - UNITS * spare > 0:
        return LOSS
    return OPEN


@step
def recall(value: Any, spare: Any) -> Any:
    """The result that an entry implies for this difference of spare moves."""
    if spare <= np.int64(value & U(255)) - _SPARE_LIMIT:
        return LOSS
    if spare >= _SPARE_LIMIT - np.int64((value >> U(8)) & U(255)):
        return WIN
    return OPEN


@step
def remember(value: Any, spare: Any, result: Any) -> Any:
    """The entry updated with this result."""
    loses, wins = np.int64(value & U(255)), np.int64((value >> U(8)) & U(255))
    if result == LOSS:
        loses = max(loses, np.int64(spare + _SPARE_LIMIT))
    else:
        wins = max(wins, np.int64(_SPARE_LIMIT - spare))
    return U(loses) | U(wins) << U(8)


@step
def looked_up(table: Any, locks: Any, row: Any, spare: Any) -> Any:
    """The result of the position of a row that the table implies for this difference of spare moves."""
    lock = hold(table, locks, row[2], row[3])
    result = recall(steps.known(table, row), spare)
    release(lock)
    return result


@step
def write(table: Any, locks: Any, row: Any, now: Any, state: Any, result: Any) -> None:
    """Store the result of a position whose search ends now."""
    lock = hold(table, locks, row[2], row[3])
    place = steps.entry(table, row, now, state)
    table[place, 2] = remember(table[place, 2], now[SPARE], result)
    release(lock)


def edges_of(layout: Layout) -> Numbers:
    """The distance of each domino from the middle by player and first cell: across its axis, then along."""
    edges = np.zeros((2, layout.volume), dtype=np.int64)
    for player, axis in enumerate(layout.axes):
        for cell in product(*map(range, layout.lengths)):
            along = abs(2 * cell[axis] + 2 - layout.lengths[axis])
            across = abs(2 * cell[1 - axis] + 1 - layout.lengths[1 - axis])
            edges[player, layout.bit(cell)] = across << 7 | along
    return edges


@step
def promise(low: Any, high: Any, player: Any, strides: Any, firsts: Any) -> Any:
    """A heuristic score for `player`: the safe and possible moves, minus those of the opponent."""
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


@step
def listing(
    low: Any, high: Any, player: Any, moves: Any, board: Any, edges: Any, listed: Any, scores: Any
) -> Any:
    """List the moves, the most promising first, without bounds yet; return their number."""
    strides, firsts = board[0], board[1]
    from_low, from_high = moves
    count = np.int64(0)  # typed: a literal would compile `insert` twice
    while from_low | from_high:
        a, b = lowest(from_low, from_high)
        from_low, from_high = from_low & ~a, from_high & ~b
        cell = place_of(a, b)
        a, b = both_cells(a, b, strides[player])
        score = promise(low & ~a, high & ~b, player, strides, firsts)
        move = cell + PROMISE_SCALE * (score + _PROMISE_SHIFT)
        count = steps.insert(listed, scores, count, move, score * EDGE_SCALE + edges[player, cell])
    return count


@step
def after(row: Any, cell: Any, player: Any, spare: Any, board: Any) -> Any:
    """(spare moves as the opponent sees them, free cells) of the reduced position after a move."""
    strides, firsts = board[0], board[1]
    a, b = one(cell)
    a, b = both_cells(a, b, strides[player])
    rest, _, cells, _, others = reduced(row[0] & ~a, row[1] & ~b, 1 - player, -spare, strides, firsts)
    return rest, cells[0] | others[0], cells[1] | others[1]


@step
def judge(
    row: Any, now: Any, board: Any, known: Any, listed: Any, scratch: Any, fine: Any, backwards: Any
) -> Any:
    """Bound the positions after the next group of moves: WIN if the bounds show that one wins, else OPEN.

    Moves that lose by their bounds are dropped. The others are sorted, the best first (`backwards`: last), by
    their bounds where these are `fine` enough.
    """
    table, locks, strips = known
    scores, lower, sums, child = scratch
    first, count = now[NEXT], now[COUNT]
    player, spare = now[PLAYER], now[SPARE]
    other = 1 - player
    least = max(listed[first] // PROMISE_SCALE - _GROUP_WIDTH, 1) if first == 0 and not backwards else 1
    last = first
    while last < count and listed[last] >= PROMISE_SCALE * least:  # a first round for moves that win at once
        rest, low, high = after(row, listed[last] % PROMISE_SCALE, player, spare, board)
        steps.enter(child, low, high, other, board)
        result = looked_up(table, locks, child, rest)
        lower[last] = _LOST_SCORE
        if result == OPEN:
            lower[last] = bound(low, high, player, other, board, strips, sums) - UNITS * rest
        if result == LOSS or lower[last] > 0:
            return WIN
        last += 1
    kept = first
    for place in range(first, last):
        if lower[place] == _LOST_SCORE:
            continue
        promised, cell = divmod(listed[place], PROMISE_SCALE)
        rest, low, high = after(row, cell, player, spare, board)
        opposing = bound(low, high, other, other, board, strips, sums) + UNITS * rest
        if opposing <= 0:
            score = promised * _ABOVE_ALL_SCORES + (lower[place] - opposing if fine else -place)
            kept = first + steps.insert(
                listed[first:], scores, kept - first, cell, -score if backwards else score
            )
    for place in range(last, count):  # assigning an array to a slice takes long to compile
        listed[kept] = listed[place]
        kept += 1
    now[COUNT] = kept
    return OPEN


@compiled
def search(
    stack: Any, board: Any, table: Any, strips: Any, edges: Any, fine: Any, locks: Any, flipped: Any
) -> None:
    """Continue a search until it ends or reaches its limit of nodes.

    Where the player to move loses, all moves are tried. A second thread tries those at shallow depths of
    parity `flipped` (-1: none) in the opposite order, so that the two threads meet in the middle. Deeper
    down both use the same order and find the other's results in the table. `fine`: see `judge`.
    """
    sets, numbers, listed, state, scores, words, sums = stack
    strides, firsts = board[0], board[1]
    scratch = scores[0], scores[1], sums, words[0]
    known = table, locks, strips
    while steps.goes_on(state):
        depth, result = state[DEPTH], state[RESULT]
        row, now = sets[depth], numbers[depth]
        player = now[PLAYER]
        if result == OPEN:
            state[NODES] += 1
            spare, mine, my_cells, _, their_cells = reduced(
                row[0], row[1], player, now[SPARE], strides, firsts
            )
            now[SPARE] = spare
            low, high = my_cells[0] | their_cells[0], my_cells[1] | their_cells[1]
            if not now[WEIGHED]:
                result = weigh(low, high, spare, player, board, strips, sums)
            if result == OPEN:
                steps.enter(row, low, high, player, board)
                result = looked_up(table, locks, row, spare)
            if result != OPEN:
                steps.leave(state, result)
                continue
            a, b = dominated(mine, strides[player], their_cells)
            mine = mine[0] & ~a, mine[1] & ~b
            count = listing(low, high, player, mine, board, edges, listed[depth], scores[0])
            steps.opened(now, listed[depth], count, spare, state)
        else:
            result = WIN if result == LOSS else OPEN  # the opponent's loss is a win
        while result == OPEN and now[NEXT] < now[COUNT] and listed[depth, now[NEXT]] >= PROMISE_SCALE:
            backwards = depth < SHARED_DEPTHS and depth % 2 == flipped
            result = judge(row, now, board, known, listed[depth], scratch, fine, backwards)
        if result == OPEN and now[NEXT] == now[COUNT]:
            result = LOSS
        if result != OPEN:
            write(table, locks, row, now, state, result)
            steps.leave(state, result)
            continue
        cell = steps.descend(sets, numbers, listed, state, strides[player])
        child = numbers[depth + 1]
        child[PLAYER] = 1 - player
        child[WEIGHED] = cell != OUTSIDE
        child[SPARE] = (1 if cell == OUTSIDE else 0) - now[SPARE]
