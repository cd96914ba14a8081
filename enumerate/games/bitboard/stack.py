"""The steps that the compiled searches share: sorting moves, making a move, looking up positions.

A search stack is three arrays, one row per depth: `sets` (free cells, table key; two words each), `numbers`
(the next move to try, the number of moves, the node count at entry; from OWN on, columns of the kernel),
`listed` (the moves, best first; -1 is a move outside the free cells).

A kernel's loop is these steps in this order: settle a new position or look it up, else list its moves
(`opened`); take the next move (`next_move`, `descend`); when no more need be tried, write the value into its
`entry`. The kernel defines the value of a position, the order of moves and the meaning of an entry. The loop
is written out in each kernel because Numba cannot cache a function that takes functions as arguments.
"""

from typing import Any

from ...support.compiled import step
from .bits import U, both_cells, canonical, one
from .transpositions import claim, find

OPEN = -1  # no value known yet
OUTSIDE = -1  # a spare move, which changes counts but no cells
NEXT, COUNT, ENTRY, OWN = 0, 1, 2, 3  # columns of `numbers`


@step
def insert(listed: Any, scores: Any, count: Any, cell: Any, score: Any) -> Any:
    """Insert a move among `count` moves sorted by falling score; return the new number of moves."""
    place = count
    while place > 0 and scores[place - 1] < score:
        scores[place] = scores[place - 1]
        listed[place] = listed[place - 1]
        place -= 1
    scores[place] = score
    listed[place] = cell
    return count + 1


@step
def opened(now: Any, listed: Any, count: Any, spare: Any, nodes: Any) -> None:
    """Prepare to try `count` listed moves, then a spare move if there is one."""
    if spare > 0:
        listed[count] = OUTSIDE
        count += 1
    now[NEXT] = 0
    now[COUNT] = count
    now[ENTRY] = nodes


@step
def next_move(now: Any, listed: Any) -> Any:
    """The next move to try."""
    cell = listed[now[NEXT]]
    now[NEXT] += 1
    return cell


@step
def descend(sets: Any, depth: Any, cell: Any, stride: Any) -> Any:
    """Write the free cells after a move into the next row; return its depth."""
    low, high = sets[depth, 0], sets[depth, 1]
    if cell != OUTSIDE:
        a, b = one(cell)
        a, b = both_cells(a, b, stride)
        low, high = low & ~a, high & ~b
    sets[depth + 1, 0], sets[depth + 1, 1] = low, high
    return depth + 1


@step
def enter(row: Any, low: Any, high: Any, turn: Any, board: Any) -> None:
    """Write reduced free cells and their key, the least reflection with the turn, into a row of `sets`.

    `board` is (strides, firsts, slabs, shape) of the layout.
    """
    strides, _, slabs, shape = board
    row[0], row[1] = low, high
    row[2], row[3] = canonical(low, high, slabs, shape, strides)
    row[3] |= U(turn + 1) << U(62)


@step
def known(table: Any, row: Any) -> Any:
    """The stored value of the position of a row of `sets`; 0 (unknown) if there is none."""
    place = find(table, row[2], row[3])
    return table[place, 2] if place >= 0 else U(0)


@step
def entry(table: Any, row: Any, now: Any, nodes: Any) -> Any:
    """The place in the table for the value of a position whose search ended at node `nodes`."""
    return claim(table, row[2], row[3], nodes - now[ENTRY] + 1)
