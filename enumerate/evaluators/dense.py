"""General positions of dominoes on rectangles, in place: a state for every set of covered cells of a row.

`reconstruct/answers.py` prefers this evaluator to `residues.py` for the problems that it supports.

For every set of cells of a row that dominoes from above cover, A holds the sum over all rows above. A row is

    H  for two neighbours: A[both covered] += A[both free]   a domino lies on them
    S  for one cell:       A[covered] += A[free]             the cell is covered or stays empty,

After S, "covered" means that the cell of the next row is free, and "free" that it is covered from above: the
two labels exchange their meaning with every row. Weights are two diagonal factors for each row [a gauge]:
after H every covered cell in an odd column is multiplied by y, where cells covered from above were multiplied
by 1/y before; cells covered from above are multiplied by x. The H commute with each other and so do the S, so
the work is done in blocks that fit into the caches, sixteen points at a time; registers hold windows of four
cells. After every 256 states one vector is skipped, because strides of a power of two would fall on the same
cache lines.
"""

from collections.abc import Sequence

import numpy as np

from ..rules.problem import Problem
from ..support.caches import cached
from ..support.compiled import compiled, inlined
from ..support.run import cancellable
from ..sweep.diagram import Array
from .points import EvaluationPoint
from .residues import Points, vectors
from .vectors import (
    BYTES,
    add_product,
    lay_2,
    lay_3,
    lay_4,
    multiply_in_place,
    stay_1,
    stay_2,
    stay_3,
    stay_4,
)

FIRST_CACHE_SLOTS, SECOND_CACHE_SLOTS = 8, 12  # of blocks that fit into the first- and second-level caches
TILE_STATES = 8  # neighbouring states of a tile over the slots above
LAY, STAY = 0, 1  # H and S
MAX_COLUMNS = 24
STATES_BETWEEN_CHECKS = 2**22  # between two checks for cancellation


@inlined
def _place(state):  # type: ignore[no-untyped-def]
    """The offset of a state in bytes; after every 256 states a vector is skipped."""
    return (state + (state >> 8)) * BYTES


@compiled
def _window(kind, size, base, s0, s1, s2, s3, count, primes):  # type: ignore[no-untyped-def]
    if kind == LAY:
        if size == 2:
            lay_2(base, s0, s1, s2, s3, count, primes)
        elif size == 3:
            lay_3(base, s0, s1, s2, s3, count, primes)
        else:
            lay_4(base, s0, s1, s2, s3, count, primes)
    elif size == 1:
        stay_1(base, s0, s1, s2, s3, count, primes)
    elif size == 2:
        stay_2(base, s0, s1, s2, s3, count, primes)
    elif size == 3:
        stay_3(base, s0, s1, s2, s3, count, primes)
    else:
        stay_4(base, s0, s1, s2, s3, count, primes)


@compiled
def _slots(kind, base, low, high, first, last, flip, count, primes):  # type: ignore[no-untyped-def]
    """H or S on the slots [first, last): `count` neighbours, all words in the other slots of [low, high)."""
    slot = first
    while slot < last - (1 if kind == LAY else 0):
        size = min(4, last - slot)
        s0, s1, s2, s3 = _place(1 << slot), _place(2 << slot), _place(4 << slot), _place(8 << slot)
        at = base
        if flip:  # the labels are exchanged: count the rows from the other end
            at += s0
            if size > 1:
                at += s1
            if size > 2:
                at += s2
            if size > 3:
                at += s3
            s0, s1, s2, s3 = -s0, -s1, -s2, -s3
        run = count
        inner = low
        if low == 0:  # neighbours below the window, up to a skipped vector
            inner = min(slot, FIRST_CACHE_SLOTS)
            run = 1 << inner
        for above in range(1 << (high - slot - size)):
            for below in range(1 << (slot - inner)):
                word = (above << (slot + size)) | (below << inner)
                _window(kind, size, at + _place(word), s0, s1, s2, s3, run, primes)
        slot += size if kind == STAY else size - 1


@compiled
def _scale(base, first, count, factors, number, primes):  # type: ignore[no-untyped-def]
    """Multiply each state by the factor with the number number[state]."""
    for state in range(first, first + count):
        multiply_in_place(base + _place(state), factors + np.int64(number[state]) * 2 * BYTES, primes)


@compiled
def _block(base, first, near, far, flip, stay, lay, factors, number, primes):  # type: ignore[no-untyped-def]
    """In a block of 2^far states: the rest of the last row (S, then x and 1/y), and H of the next row."""
    at = base + _place(first)
    parts = 1 << (far - near)
    if stay:
        for part in range(parts):
            _slots(STAY, at + _place(part << near), 0, near, 0, near, not flip, 0, primes)
        _slots(STAY, at, 0, far, near, far, not flip, 0, primes)
    for part in range(parts):
        if stay:
            _scale(base, first + (part << near), 1 << near, factors, number, primes)
        if lay:
            _slots(LAY, at + _place(part << near), 0, near, 0, near, flip, 0, primes)
    if lay and far > near:
        _slots(LAY, at, 0, far, near - 1, far, flip, 0, primes)


@compiled
def _tiles(base, width, far, flip, factors, number, primes):  # type: ignore[no-untyped-def]
    """In tiles over the slots from `far` on: H there, then y, then S."""
    chunk = min(TILE_STATES, 1 << (far - 1))
    for first in range(0, 1 << (far - 1), chunk):
        at = base + _place(first)
        _slots(LAY, at, far - 1, width, far - 1, width, flip, chunk, primes)
        for word in range(1 << (width - far + 1)):
            _scale(base, first + (word << (far - 1)), chunk, factors, number, primes)
        _slots(STAY, at, far - 1, width, far, width, flip, chunk, primes)


@compiled
def sweep_rows(  # type: ignore[no-untyped-def]
    base, width, begin, end, first, last, x_over_y, y, x, direct, turned, primes
):
    """Sweep rows `begin` to `end` - 1 of a board with `width` columns in place. The rest of the last row
    counts as a row; only rows `first` to `last` - 1 are swept.

    `x_over_y`, `y` and `x` are addresses of factors. The number of a state's factor is given by `direct`, or
    by `turned` if the labels are exchanged.
    """
    far, near = min(width, SECOND_CACHE_SLOTS), min(width, FIRST_CACHE_SLOTS)
    for row in range(first, last):
        flip = row % 2 == 1
        factors = x_over_y if row < end else x
        for block in range(1 << (width - far)):
            _block(
                base, block << far, near, far, flip, row > begin, row < end,
                factors, turned if flip else direct, primes,
            )  # fmt: skip
        if row < end:
            numbers = turned if flip else direct
            if width > far:
                _tiles(base, width, far, flip, y, numbers, primes)
            else:
                _scale(base, 0, 1 << width, y, numbers, primes)


@compiled
def _dot(total, one, other, mask, count, primes, inverses):  # type: ignore[no-untyped-def]
    """total += the sum over states of one[state] * other[state ^ mask]."""
    for state in range(count):
        add_product(total, one + _place(state), other + _place(state ^ mask), primes, inverses)


@cached(8)
def _numbers(width: int) -> tuple[Array, Array]:
    """The number of each state's factor, by covered cells in even and odd columns; then for exchanged
    labels."""
    states = np.arange(1 << width, dtype=np.uint32)
    masks = np.uint32(0x55555555), np.uint32(0xAAAAAAAA)
    even, odd = (np.bitwise_count(states & mask).astype(np.int64) for mask in masks)
    across = width // 2 + 1
    direct = even * across + odd
    return direct.astype(np.uint16), direct[::-1].astype(np.uint16)


@cached(64)
def _exponents(width: int, x: int, y: int) -> Array:
    """The exponents of the factors with these numbers."""
    even, odd = np.indices(((width + 1) // 2 + 1, width // 2 + 1)).reshape(2, -1)
    return np.stack([x * (even + odd), y * odd], axis=1).astype(np.int64)


def supports(problem: Problem, points: Sequence[EvaluationPoint]) -> bool:
    """Whether this module supports the problem and the points: the gauge divides by their values."""
    return (
        problem.is_full_matching
        and min(problem.board.shape) <= MAX_COLUMNS
        and all(value % point.prime for point in points for value in point.values)
    )


def dense_residues(shape: Sequence[int], points: Sequence[EvaluationPoint]) -> list[int]:
    """The residues of the general positions of dominoes on a rectangle at up to sixteen points.

    The sweep stops in the middle. The first value of a point belongs to the dominoes across the rows.
    """
    rows, cols = shape
    if rows < cols:
        rows, cols = cols, rows
        points = [EvaluationPoint(point.prime, point.values[::-1]) for point in points]
    lanes, numbers, count, half = Points(points), _numbers(cols), 1 << cols, rows // 2
    primes, inverses = lanes.primes.ctypes.data, lanes.inverses.ctypes.data

    def factors(x: int, y: int) -> Array:
        """x^(covered cells) y^(covered cells in odd columns), for exponents x and y of the variables."""
        return lanes.factors(_exponents(cols, x, y))

    def scale(values: Array, table: Array) -> None:
        _scale(values.ctypes.data, 0, count, table.ctypes.data, numbers[half % 2], primes)

    def sweep(values: Array, begin: int, end: int) -> None:
        step = max(1, STATES_BETWEEN_CHECKS >> cols)
        for first in cancellable(range(begin, end + 1, step)):
            last = min(first + step, end + 1)
            addresses = (table.ctypes.data for table in tables)
            sweep_rows(values.ctypes.data, cols, begin, end, first, last, *addresses, *numbers, primes)

    tables = factors(1, -1), factors(0, 1), factors(1, 0)
    values = vectors(count + (count >> 8) + 1)
    values[:] = 0
    values[0] = 1
    sweep(values, 0, half)
    met = values.copy()
    scale(met, factors(-1, 0))  # both halves count the pieces that cross the fold
    turned = 0
    if rows % 2:
        scale(values, factors(0, -1))
        sweep(values, half, half + 1)
        turned = count - 1  # the labels are exchanged once more
    total = vectors(1)
    total[:] = 0
    _dot(total.ctypes.data, values.ctypes.data, met.ctypes.data, turned, count, primes, inverses)
    return lanes.residues(total)[: len(points)]
