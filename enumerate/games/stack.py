"""The steps that the compiled searches share: keeping moves in order, playing one, looking positions up.

A search stack is three arrays, one row per depth: `sets` (free cells, table key; two words each), `numbers`
(what the kernel needs to know), `listed` (the moves, best first; -1 is a move outside the free cells).
"""

from typing import Any

from .bits import U, both_cells, canonical, compiled, one

OPEN = -1  # no value known yet
OUTSIDE = -1  # a spare move, which changes counts but no cells


@compiled
def insert(listed: Any, scores: Any, count: Any, cell: Any, score: Any) -> Any:
    """Put a move into its place among `count` moves with falling scores; the new number of moves."""
    place = count
    while place > 0 and scores[place - 1] < score:
        scores[place] = scores[place - 1]
        listed[place] = listed[place - 1]
        place -= 1
    scores[place] = score
    listed[place] = cell
    return count + 1


@compiled
def descend(sets: Any, depth: Any, cell: Any, stride: Any) -> Any:
    """Write the free cells after a move into the next row; its depth."""
    low, high = sets[depth, 0], sets[depth, 1]
    if cell != OUTSIDE:
        a, b = one(cell)
        a, b = both_cells(a, b, stride)
        low, high = low & ~a, high & ~b
    sets[depth + 1, 0], sets[depth + 1, 1] = low, high
    return depth + 1


@compiled
def enter(row: Any, low: Any, high: Any, turn: Any, board: Any) -> None:
    """Write reduced free cells and their key, the least reflection with the turn, into a row of `sets`.

    `board` is (strides, firsts, slabs, shape) of the layout.
    """
    strides, _, slabs, shape = board
    row[0], row[1] = low, high
    row[2], row[3] = canonical(low, high, slabs, shape, strides)
    row[3] |= U(turn + 1) << U(62)
