"""Compiled geometry of polyominoes: normal forms, growth by one cell, and the parts after a move.

A piece in a box of h rows and w columns, h * w <= 64, is the number whose bit r * w + c tells whether (r, c)
is a cell, and its size h * 32 + w. Of the eight images the *free form* has h <= w and the least number;
a piece that lies transposed in it has the negative value in Domineering. A set of pieces is a hash table:
`slots` holds numbers of pieces plus one, or 0.
"""

from typing import Any

import numpy as np
from numba import int64, uint64

from ..support.compiled import compiled

Array = Any
MOST_ROWS = 16
MOST_PARTS = 6  # a domino has six neighbouring cells
ONE = uint64(1)


@compiled
def reverse_table() -> Array:
    """The bits of every row of 16 cells in reverse order."""
    table = np.zeros(1 << MOST_ROWS, dtype=np.uint16)
    for row in range(1, 1 << MOST_ROWS):
        table[row] = (table[row >> 1] >> 1) | ((row & 1) << (MOST_ROWS - 1))
    return table


@compiled
def _pack(rows: Array, high: int, wide: int) -> Any:
    """The least number of a piece and its images without a turn: mirrored up and down, left and right."""
    number = mirrored = uint64(0)
    upside = both = uint64(0)
    for r in range(high):
        row, back = uint64(rows[0, r]), uint64(rows[1, r])
        below = uint64((high - 1 - r) * wide)
        here = uint64(r * wide)
        number |= row << here
        mirrored |= back << here
        upside |= row << below
        both |= back << below
    return min(min(number, mirrored), min(upside, both))


@compiled
def free_form(cells: Array, rows: Array, turned: Array, reverse: Array) -> tuple[int, int, int]:
    """The free form of the cells, given as rows of bits: number, size, and 1 if it lies transposed there.

    `rows` and `turned` are room to work in: both have two lines of rows, as they are and reversed.
    """
    top, bottom, all_cells = -1, -1, int64(0)
    for r in range(len(cells)):
        if cells[r]:
            bottom = r
            all_cells |= cells[r]
            if top < 0:
                top = r
    first = 0
    while not (all_cells >> first) & 1:
        first += 1
    high, wide = bottom - top + 1, 0
    while all_cells >> (first + wide):
        wide += 1
    for r in range(high):
        row = cells[top + r] >> first
        rows[0, r] = row
        rows[1, r] = int64(reverse[row]) >> (MOST_ROWS - wide)
    if high < wide:
        return _pack(rows, high, wide), high * 32 + wide, 0
    for c in range(wide):
        column = int64(0)
        for r in range(high):
            column |= ((rows[0, r] >> c) & 1) << r
        turned[0, c] = column
        turned[1, c] = int64(reverse[column]) >> (MOST_ROWS - high)
    other = _pack(turned, wide, high)
    if high > wide:
        return other, wide * 32 + high, 1
    number = _pack(rows, high, wide)
    return min(number, other), high * 32 + wide, int64(other < number)


@compiled
def place_of(number: Any, size: int, slots: Array, numbers: Array, sizes: Array) -> Any:
    """The slot of a piece, or the empty slot where it would go."""
    mask = uint64(len(slots) - 1)
    hashed = (number ^ (uint64(size) << uint64(53))) * uint64(0x9E3779B97F4A7C15)
    slot = (hashed ^ (hashed >> uint64(29))) & mask
    while slots[slot]:
        at = slots[slot] - 1
        if numbers[at] == number and sizes[at] == size:
            break
        slot = (slot + ONE) & mask
    return slot


@compiled
def insert(slots: Array, numbers: Array, sizes: Array, start: int, stop: int) -> None:
    """Put the pieces from `start` to `stop` into a table that has room for them."""
    for at in range(start, stop):
        slots[place_of(numbers[at], sizes[at], slots, numbers, sizes)] = at + 1


@compiled
def _unpack(number: int, size: int, cells: Array, shift: int) -> tuple[int, int]:
    """The rows of a piece, `shift` rows down and columns to the right; return its height and width."""
    high, wide = size >> 5, size & 31
    mask = (ONE << uint64(wide)) - ONE
    cells[:] = 0
    for r in range(high):
        cells[r + shift] = int64((number >> uint64(r * wide)) & mask) << shift
    return high, wide


@compiled
def grow(
    numbers: Array,
    sizes: Array,
    start: int,
    stop: int,
    slots: Array,
    new_numbers: Array,
    new_sizes: Array,
    known: int,
    reverse: Array,
) -> tuple[int, int]:
    """All pieces with one cell more than those from `start` to `stop`, each once; `known` are there already.

    Return the number of pieces now, and where the growth stopped: before a piece whose children might not
    fit.
    """
    cells = np.zeros(MOST_ROWS + 2, dtype=np.int64)
    rows = np.zeros((2, MOST_ROWS + 2), dtype=np.int64)
    turned = np.zeros_like(rows)
    for at in range(start, stop):
        if known + 4 * MOST_ROWS * 2 > len(new_numbers) or 2 * known > len(slots):
            return known, at
        high, wide = _unpack(numbers[at], sizes[at], cells, 1)
        for r in range(high + 2):
            above = cells[r - 1] if r else 0
            below = cells[r + 1] if r + 1 < len(cells) else 0
            beside = (above | below | (cells[r] << 1) | (cells[r] >> 1)) & ~cells[r]
            for c in range(wide + 2):
                if (beside >> c) & 1:
                    cells[r] |= int64(1) << c
                    number, size, _ = free_form(cells, rows, turned, reverse)
                    slot = place_of(number, size, slots, new_numbers, new_sizes)
                    if not slots[slot]:
                        new_numbers[known], new_sizes[known] = number, size
                        known += 1
                        slots[slot] = known
                    cells[r] &= ~(int64(1) << c)
    return known, stop


@compiled
def count_moves(numbers: Array, sizes: Array, start: int, stop: int, moves: Array) -> None:
    """The numbers of vertical and horizontal dominoes that fit on each piece."""
    cells = np.zeros(MOST_ROWS + 1, dtype=np.int64)
    for at in range(start, stop):
        high, wide = _unpack(numbers[at], sizes[at], cells, 0)
        for r in range(high):
            for c in range(wide):
                moves[at - start, 0] += (cells[r] & cells[r + 1]) >> c & 1
                moves[at - start, 1] += (cells[r] & (cells[r] >> 1)) >> c & 1


@compiled
def _flood(cells: Array, r: int, c: int, part: Array) -> int:
    """Move the cells connected with (r, c) from `cells` to `part`; return their number."""
    part[:] = 0
    part[r] = int64(1) << c
    grows = True
    while grows:
        grows = False
        for y in range(MOST_ROWS):
            near = part[y] | (part[y] << 1) | (part[y] >> 1) | part[y + 1]
            if y:
                near |= part[y - 1]
            near &= cells[y]
            if near != part[y]:
                part[y] = near
                grows = True
    size = 0
    for y in range(MOST_ROWS):
        cells[y] &= ~part[y]
        row = part[y]
        while row:
            row &= row - 1
            size += 1
    return size


@compiled
def take_apart(
    numbers: Array,
    sizes: Array,
    start: int,
    stop: int,
    slots: Array,
    known: int,
    room: int,
    values: Array,
    negatives: Array,
    parts: Array,
    reverse: Array,
) -> tuple[int, int]:
    """Make every move on the pieces from `start` to `stop` and find the parts that it leaves.

    For each piece first Left's moves, then Right's. Their values go to `parts`, six for each move, 0 where
    there are fewer; if `parts` is empty the pieces are only collected. Parts that are not known yet are added
    as long as there is room. Return the number of known pieces, and the piece at which room ran out, or
    `stop`.
    """
    cells = np.zeros(MOST_ROWS + 2, dtype=np.int64)
    left, part = np.zeros_like(cells), np.zeros_like(cells)
    rows = np.zeros((2, MOST_ROWS + 2), dtype=np.int64)
    turned = np.zeros_like(rows)
    move = 0
    for at in range(start, stop):
        high, wide = _unpack(numbers[at], sizes[at], cells, 0)
        for player in range(2):
            for r in range(high):
                other = cells[r] >> 1 if player else cells[r + 1]
                for c in range(wide):
                    if not (cells[r] & other) >> c & 1:
                        continue
                    left[:] = cells
                    left[r] &= ~(int64(1) << c)
                    left[r + 1 - player] &= ~(int64(1) << (c + player))
                    found = 0
                    for y in range(high):
                        for x in range(wide):
                            if not (left[y] >> x) & 1 or _flood(left, y, x, part) < 2:
                                continue
                            number, size, is_turned = free_form(part, rows, turned, reverse)
                            slot = place_of(number, size, slots, numbers, sizes)
                            if not slots[slot]:
                                if known >= room:
                                    return known, at
                                numbers[known], sizes[known] = number, size
                                known += 1
                                slots[slot] = known
                            if len(parts):
                                value = values[slots[slot] - 1]
                                if value:
                                    parts[move, found] = negatives[value] if is_turned else value
                                    found += 1
                    move += 1
    return known, stop


@compiled
def sort_options(options: Array, offsets: Array, lengths: Array) -> None:
    """Sort the options of every list in place, without repetitions; their numbers go to `lengths`."""
    for at in range(len(offsets) - 1):
        start, stop = offsets[at], offsets[at + 1]
        for i in range(start + 1, stop):
            value, j = options[i], i
            while j > start and options[j - 1] > value:
                options[j] = options[j - 1]
                j -= 1
            options[j] = value
        length = 0
        for i in range(start, stop):
            if not length or options[i] != options[start + length - 1]:
                options[start + length] = options[i]
                length += 1
        lengths[at] = length
