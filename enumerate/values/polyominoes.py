"""Values of polyominoes as boards of Domineering: all up to a size, or all that play on a board can reach.

A move on a piece of n cells leaves parts with n - 2 cells in total, whose values are known already. A piece
in a box of h rows and w columns, h * w <= 64, is the number whose bit r * w + c is set if (r, c) is a cell,
and its size h * 32 + w. Of the eight images, the *free form* has h <= w and the least number; a piece that is
transposed in its free form has the negative value. The geometry is compiled and works on a *table* of pieces:
their numbers, their sizes, and `slots`, a hash table of indices of pieces plus one, or 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, Self, Unpack

import numpy as np
from numba import int64, uint64

from ..model.board import Board
from ..model.lattice import Cell
from ..support.caches import cached
from ..support.compiled import compiled, step
from ..support.errors import ComputationError, InputError, require_integer
from ..support.memory import MORE, CostEstimate
from ..support.result import Result, Table, plain
from ..support.run import Options, advance, check_cancelled, expect, running, stages
from .canonical import KINDS, CanonicalForms
from .notation import format_value, tiny_of, ups_and_nimber
from .thermograph import Walls

Array = Any
MOST_ROWS = 16
MOST_PARTS = 6  # a domino has six neighbouring cells
GROWTH_MARGIN = 4 * MOST_ROWS * 2 + 1  # exceeds the number of children of a piece
ONE_BIT = uint64(1)


@cached()
def reversed_rows() -> Array:
    """The bits of every row of 16 cells in reverse order."""
    rows = np.arange(1 << MOST_ROWS)
    found = np.zeros(1 << MOST_ROWS, dtype=np.uint16)
    for bit in range(MOST_ROWS):
        found |= ((rows >> bit & 1) << MOST_ROWS - 1 - bit).astype(np.uint16)
    return found


@step
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
    """The free form of the cells, given as rows of bits: number, size, and 1 if the free form is transposed.

    `rows` and `turned` are work arrays with two lines each: the rows and the reversed rows.
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
def place_of(number: Any, size: int, table: tuple[Array, Array, Array]) -> Any:
    """The slot of a piece, or the empty slot where it would go."""
    numbers, sizes, slots = table
    mask = uint64(len(slots) - 1)
    hashed = (number ^ (uint64(size) << uint64(53))) * uint64(0x9E3779B97F4A7C15)
    slot = (hashed ^ (hashed >> uint64(29))) & mask
    while slots[slot]:
        at = slots[slot] - 1
        if numbers[at] == number and sizes[at] == size:
            break
        slot = (slot + ONE_BIT) & mask
    return slot


@compiled
def insert(table: tuple[Array, Array, Array], start: int, stop: int) -> None:
    """Put the pieces from `start` to `stop` into the hash table, which has room for them."""
    numbers, sizes, slots = table
    for at in range(start, stop):
        slots[place_of(numbers[at], sizes[at], table)] = at + 1


@step
def _unpack(number: int, size: int, cells: Array, shift: int) -> tuple[int, int]:
    """The rows of a piece, `shift` rows down and columns to the right; return its height and width."""
    high, wide = size >> 5, size & 31
    mask = (ONE_BIT << uint64(wide)) - ONE_BIT
    cells[:] = 0
    for r in range(high):
        cells[r + shift] = int64((number >> uint64(r * wide)) & mask) << shift
    return high, wide


@compiled
def grow(start: int, stop: int, known: int, table: tuple[Array, Array, Array], reverse: Array) -> int:
    """Add all pieces with one cell more than those from `start` to `stop`, each once.

    Return the number of pieces, which was `known` before. The growth stops early if the table is too small.
    """
    numbers, sizes, slots = table
    cells = np.zeros(MOST_ROWS + 2, dtype=np.int64)
    rows = np.zeros((2, MOST_ROWS + 2), dtype=np.int64)
    turned = np.zeros_like(rows)
    for at in range(start, stop):
        if known + GROWTH_MARGIN > len(numbers):
            break
        high, wide = _unpack(numbers[at], sizes[at], cells, int64(1))
        for r in range(high + 2):
            above = cells[r - 1] if r else 0
            below = cells[r + 1] if r + 1 < len(cells) else 0
            beside = (above | below | (cells[r] << 1) | (cells[r] >> 1)) & ~cells[r]
            for c in range(wide + 2):
                if (beside >> c) & 1:
                    cells[r] |= int64(1) << c
                    number, size, _ = free_form(cells, rows, turned, reverse)
                    slot = place_of(number, size, table)
                    if not slots[slot]:
                        numbers[known], sizes[known] = number, size
                        known += 1
                        slots[slot] = known
                    cells[r] &= ~(int64(1) << c)
    return known


@step
def _component(cells: Any, wide: Any, first_column: Any, last_column: Any) -> Any:
    """The cells that are connected with the lowest one, in a box of width `wide`."""
    part = cells & (~cells + ONE_BIT)
    while True:
        beside = (part << ONE_BIT & ~first_column) | (part >> ONE_BIT & ~last_column)
        grown = (part | beside | part << wide | part >> wide) & cells
        if grown == part:
            return part
        part = grown


@compiled
def make_moves(
    start: int,
    stop: int,
    known: int,
    table: tuple[Array, Array, Array],
    value_arrays: tuple[Array, Array],
    moves: Array,
    parts: Array,
    reverse: Array,
) -> tuple[int, int]:
    """Make every move on the pieces from `start` to `stop` and find the parts that it leaves.

    For each piece, first for Left and then for Right, the number of moves goes to `moves` and the values of
    the parts to `parts`: up to six for each move, padded with 0. `value_arrays` are the values of the pieces
    and the negatives of values. If `moves` is empty the pieces are only collected. Unknown parts are added
    while there is room. Return the number of known pieces, and the piece at which room ran out, or `stop`.
    """
    numbers, sizes, slots = table
    values, negatives = value_arrays
    cells = np.zeros(MOST_ROWS + 2, dtype=np.int64)
    rows = np.zeros((2, MOST_ROWS + 2), dtype=np.int64)
    turned = np.zeros_like(rows)
    for at in range(start, stop):
        size = sizes[at]
        wide = uint64(size & 31)
        first_column = uint64(0)
        for r in range(size >> 5):
            first_column |= ONE_BIT << uint64(r) * wide
        last_column = first_column << wide - ONE_BIT
        for player in range(2):
            stride = ONE_BIT if player else wide
            firsts = numbers[at] & (numbers[at] >> stride) & ~(last_column if player else uint64(0))
            move = 0
            while firsts:
                first = firsts & (~firsts + ONE_BIT)
                firsts ^= first
                left = numbers[at] & ~(first | first << stride)
                found = 0
                while left:
                    part = _component(left, wide, first_column, last_column)
                    left &= ~part
                    if not part & (part - ONE_BIT):  # a single cell
                        continue
                    _unpack(part, size, cells, int64(0))
                    number, free_size, is_turned = free_form(cells, rows, turned, reverse)
                    slot = place_of(number, free_size, table)
                    if not slots[slot]:
                        if known >= len(numbers):
                            return known, at
                        numbers[known], sizes[known] = number, free_size
                        known += 1
                        slots[slot] = known
                    value = values[slots[slot] - 1]
                    if value and len(moves):
                        parts[2 * (at - start) + player, move, found] = (
                            negatives[value] if is_turned else value
                        )
                        found += 1
                move += 1
            if len(moves):
                moves[2 * (at - start) + player] = move
    return known, stop


# free polyominoes with 1, 2, .. cells [OEIS, A000105]; in boxes of at most 64 cells as far as 15
FREE_PIECES = (1, 1, 2, 5, 12, 35, 108, 369, 1285, 4655, 17073, 63600, 238591, 901971, 3426576)
MOST_CELLS = len(FREE_PIECES)
PARENTS_PER_CHECK = 1 << 16  # pieces grown between two checks for cancellation
PIECES_PER_REPORT = 1 << 13
FIRST_CAPACITY = 1 << 16  # pieces
BYTES_PER_PIECE, SECONDS_PER_PIECE = 200, 1.8e-5  # measured
ADVICE = f"Take fewer cells, {MORE}"
IMAGES_PER_PIECE = 6  # under mirrors and turns, on average
SINGLE_CELL = (1, 1 * 32 + 1)  # its number and its size


class ShapeTable:
    """A hash table of pieces in free form with their values."""

    def __init__(self, values: CanonicalForms, room: int) -> None:
        """An empty table with room for `room` pieces."""
        self.values = values
        self.known = 0
        self.numbers: Array = np.zeros(0, dtype=np.uint64)
        self.sizes: Array = np.zeros(0, dtype=np.int64)
        self.value_ids: Array = np.zeros(0, dtype=np.int32)
        self._negatives: Array = np.zeros(0, dtype=np.int32)  # of the values, computed as needed
        self.enlarge(room)

    def enlarge(self, room: int) -> None:
        """Make room for `room` pieces."""
        for name in ("numbers", "sizes", "value_ids"):
            old = getattr(self, name)
            setattr(self, name, np.concatenate([old, np.zeros(room - len(old), dtype=old.dtype)]))
        self._fill_slots()

    def _fill_slots(self) -> None:
        slots = np.zeros(1 << (4 * len(self.numbers)).bit_length(), dtype=np.int32)
        self._table = self.numbers, self.sizes, slots
        insert(self._table, 0, self.known)

    def add(self, pieces: Iterable[tuple[int, int]]) -> None:
        """Add pieces in free form that are not in the table."""
        before = self.known
        for self.known, (number, size) in enumerate(pieces, before + 1):
            self.numbers[self.known - 1], self.sizes[self.known - 1] = number, size
        insert(self._table, before, self.known)

    def make_moves(self, start: int, stop: int, known: int, moves: Array, parts: Array) -> tuple[int, int]:
        """Make every move on some pieces; see the function `make_moves`."""
        arrays = self._table, (self.value_ids, self._negatives), moves, parts, reversed_rows()
        known, reached = make_moves(start, stop, known, *arrays)
        return int(known), int(reached)

    def evaluate(self, start: int, stop: int) -> None:
        """Compute the values of pieces from `start` to `stop`; the parts after each move must be known."""
        values, most = self.values, int(np.bitwise_count(self.numbers[start:stop]).max())
        new = range(len(self._negatives), len(values))
        added = np.array([values.negative(value) for value in new], dtype=np.int32)
        self._negatives = np.concatenate([self._negatives, added])
        moves = np.zeros(2 * (stop - start), dtype=np.int64)
        parts = np.zeros((len(moves), most, MOST_PARTS), dtype=np.int32)
        _, reached = self.make_moves(start, stop, len(self.numbers), moves, parts)
        if reached != stop:
            raise ComputationError(f"a part of piece {reached} is not known")
        lists, places = np.nonzero(np.arange(most) < moves[:, None])
        options = np.unique(lists << 32 | self._sums(parts[lists, places]))  # one sorted list after another
        ends = np.searchsorted(options >> 32, np.arange(len(moves) + 1)).tolist()
        ids = (options & 0xFFFFFFFF).tolist()
        self.value_ids[start:stop] = [
            values.form(ids[first:second], ids[second:third])
            for first, second, third in zip(ends[:-1:2], ends[1::2], ends[2::2], strict=True)
        ]

    def _sums(self, parts: Array) -> Array:
        """The value after each move: the sum of the values of its parts, every pair added once."""
        sums = parts[:, 0].astype(np.int64)
        for column in range(1, MOST_PARTS):
            rows = np.flatnonzero(parts[:, column])
            pairs, places = np.unique(sums[rows] << 32 | parts[rows, column], return_inverse=True)
            added = [self.values.add(pair >> 32, pair & 0xFFFFFFFF) for pair in pairs.tolist()]
            sums[rows] = np.array(added, dtype=np.int64)[places]
        return sums

    def find(self, cells: Iterable[Cell]) -> int | None:
        """The value of a connected piece, or None if it is not in the table."""
        number, size, is_turned = piece_of(cells)
        slot = place_of(np.uint64(number), size, self._table)
        at = int(self._table[2][slot]) - 1
        if at < 0:
            return None
        value = int(self.value_ids[at])
        return self.values.negative(value) if is_turned else value

    def board(self, index: int) -> Board:
        """The piece with an index in the arrays."""
        number, size = int(self.numbers[index]), int(self.sizes[index])
        high, wide = size >> 5, size & 31
        cells = [(r, c) for r in range(high) for c in range(wide) if number >> (r * wide + c) & 1]
        return Board.of((high, wide), cells)


def piece_of(cells: Iterable[Cell]) -> tuple[int, int, bool]:
    """The number and size of a connected piece in free form, and whether the free form is transposed."""
    found = list(cells)
    top, first = (min(cell[axis] for cell in found) for axis in (0, 1))
    rows = np.zeros(MOST_ROWS + 2, dtype=np.int64)
    for row, col in found:
        rows[row - top] |= 1 << (col - first)
    room, other = (np.zeros((2, MOST_ROWS + 2), dtype=np.int64) for _ in range(2))
    number, size, is_turned = free_form(rows, room, other, reversed_rows())
    return int(number), int(size), bool(is_turned)


class Pieces(ShapeTable):
    """All pieces up to a number of cells, ordered by size, with their values."""

    def __init__(self, values: CanonicalForms, most: int) -> None:
        """A table with room for pieces up to `most` cells that holds only the single cell, of value 0."""
        super().__init__(values, sum(FREE_PIECES[:most]) + GROWTH_MARGIN)
        self.starts = [0, 0, 1]  # where the pieces of 1, 2, .. cells begin
        self.add([SINGLE_CELL])

    @classmethod
    def up_to(cls, cells: int, **options: Unpack[Options]) -> Self:
        """Compute the values of all pieces with at most `cells` cells."""
        most = require_integer("cells", cells, 1)
        if most > MOST_CELLS:
            raise InputError(
                f"`cells` must be at most {MOST_CELLS}, not {most}: larger pieces do not fit 64 bits"
            )
        with running(options):
            total = sum(FREE_PIECES[1:most])
            memory, seconds = total * BYTES_PER_PIECE, total * SECONDS_PER_PIECE
            expect(CostEstimate(f"{total:,} pieces", memory, seconds, instead=ADVICE))
            pieces = cls(CanonicalForms(), most)
            for size in range(2, most + 1):
                pieces.grow_to(size)
                start, stop = pieces.starts[size:]
                for at in range(start, stop, PIECES_PER_REPORT):
                    advance(at - 1, total)
                    pieces.evaluate(at, min(at + PIECES_PER_REPORT, stop))
                pieces.values.forget_forms()
        return pieces

    def grow_to(self, cells: int) -> None:
        """Find the pieces of a size from those with one cell less; their number is known [OEIS, A000105]."""
        first, last = self.starts[cells - 1 :]
        for start in range(first, last, PARENTS_PER_CHECK):
            check_cancelled()
            stop = min(last, start + PARENTS_PER_CHECK)
            self.known = int(grow(start, stop, self.known, self._table, reversed_rows()))
        self.starts.append(self.known)
        if self.known - last != FREE_PIECES[cells - 1]:
            raise ComputationError(
                f"{self.known - last:,} pieces of {cells} cells were found, not {FREE_PIECES[cells - 1]:,}"
            )


class Reachable(ShapeTable):
    """All connected pieces of two or more cells that play on given pieces can leave, with their values."""

    def __init__(self, values: CanonicalForms, boards: Iterable[Iterable[Cell]], expected: int = 1) -> None:
        """Collect and evaluate the pieces; `expected` is the approximate number with their images."""
        forms = {piece_of(cells)[:2] for cells in boards}
        super().__init__(values, max(FIRST_CAPACITY, len(forms)))
        self.add(forms)
        collecting, evaluating = stages([1, 1])
        with collecting:
            self._collect(expected // IMAGES_PER_PIECE)
        self._sort()
        with evaluating:
            for start, stop in self._batches():
                self.evaluate(start, stop)
                advance(stop, self.known)

    def _collect(self, expected: int) -> None:
        moves, parts = np.zeros(0, dtype=np.int64), np.zeros((0, 0, 0), dtype=np.int32)
        done = 0
        while done < self.known:
            stop = min(self.known, done + PIECES_PER_REPORT)
            self.known, done = self.make_moves(done, stop, self.known, moves, parts)
            advance(min(done, expected), expected or 1)
            if done < stop:
                self.enlarge(2 * len(self.numbers))

    def _sort(self) -> None:
        """Sort the pieces by number of cells."""
        numbers, sizes = self.numbers[: self.known], self.sizes[: self.known]
        order = np.lexsort((numbers, sizes, np.bitwise_count(numbers)))
        self.numbers[: self.known], self.sizes[: self.known] = numbers[order], sizes[order]
        self._fill_slots()

    def _batches(self) -> Iterator[tuple[int, int]]:
        """Ranges of pieces with one number of cells, the small ones first."""
        cells = np.bitwise_count(self.numbers[: self.known])
        edges = [0, *(np.flatnonzero(np.diff(cells)) + 1).tolist(), self.known]
        for low, high in pairwise(edges):
            for start in range(low, high, PIECES_PER_REPORT):
                yield start, min(high, start + PIECES_PER_REPORT)


@dataclass(frozen=True, slots=True)
class SizeSummary(Result):
    """The pieces of one size: their numbers by kind of value, the number of values and of hottest pieces.

    Pieces are counted up to reflection and rotation, values up to sign.
    """

    cells: int
    pieces: int
    kinds: dict[str, int]
    values: int
    hottest: Fraction
    hottest_pieces: int

    def to_json(self) -> dict[str, Any]:
        """The counts as text."""
        return {
            "cells": self.cells,
            "pieces": str(self.pieces),
            "kinds": {kind: str(count) for kind, count in self.kinds.items()},
            "values": str(self.values),
            "hottest": str(self.hottest),
            "hottest_pieces": str(self.hottest_pieces),
        }


@dataclass(frozen=True, slots=True)
class PieceValues(Result):
    """Statistics of the values of all pieces up to a number of cells.

    `infinitesimals` maps the name of a value (negatives count with it) to the number of pieces that have it
    and to the least number of cells of such a piece.
    """

    sizes: tuple[SizeSummary, ...]
    infinitesimals: dict[str, tuple[int, int]]

    def __str__(self) -> str:
        table = self.table().text()
        if not self.infinitesimals:
            return table
        rows = tuple((name, count, least) for name, (count, least) in self.infinitesimals.items())
        return f"{table}\n\n{Table(('infinitesimal', 'pieces', 'from cells'), rows).text()}"

    def table(self) -> Table:
        """One row for each number of cells."""
        header = ("cells", "pieces", *self.sizes[0].kinds, "values", "hottest", "number of hottest")
        rows = (
            (s.cells, s.pieces, *s.kinds.values(), s.values, str(s.hottest), s.hottest_pieces)
            for s in self.sizes
        )
        return Table(header, tuple(rows))

    def to_json(self) -> dict[str, Any]:
        """The counts by number of cells, and the named infinitesimals."""
        return {
            "sizes": plain(self.sizes),
            "infinitesimals": [
                {"value": name, "pieces": str(count), "least_cells": least}
                for name, (count, least) in self.infinitesimals.items()
            ],
        }


def piece_values(cells: int, **options: Unpack[Options]) -> PieceValues:
    """The values of all connected pieces of at most `cells` cells as boards of Domineering, by kind.

    >>> found = piece_values(4)
    >>> [(size.cells, size.pieces, size.kinds["switch"], str(size.hottest)) for size in found.sizes]
    [(1, 1, 0, '-1'), (2, 1, 0, '-1'), (3, 2, 0, '0'), (4, 5, 2, '1')]
    >>> found.infinitesimals
    {'*': (2, 3)}
    """
    pieces = Pieces.up_to(cells, **options)
    values, walls = pieces.values, Walls(pieces.values)
    sizes, named = [], dict[str, tuple[int, int]]()
    for size, (start, stop) in enumerate(pairwise(pieces.starts[1:]), 1):
        held = Counter(pieces.value_ids[start:stop].tolist())
        kinds = dict.fromkeys(KINDS, 0)
        for value, count in held.items():
            kinds[values.kind(value)] += count
            if (name := _name(values, value)) is not None:
                before, least = named.get(name, (0, size))
                named[name] = before + count, least
        heats = {value: walls.temperature(value) for value in held}
        hottest = max(heats.values())
        signless = {min(value, values.negative(value)) for value in held}
        hot = sum(count for value, count in held.items() if heats[value] == hottest)
        sizes.append(SizeSummary(size, stop - start, kinds, len(signless), hottest, hot))
    return PieceValues(tuple(sizes), dict(sorted(named.items(), key=lambda item: (-item[1][0], item[0]))))


def _name(values: CanonicalForms, value: int) -> str | None:
    """The name of the value or its negative, whichever Left prefers, if it is a named infinitesimal."""
    if values.kind(value) != "infinitesimal":
        return None
    both = ups_and_nimber(values, value)
    if both is not None:
        return format_value(values, values.negative(value) if both[0] < 0 else value)
    tiny = (one for one in (value, values.negative(value)) if tiny_of(values, one) is not None)
    return next((format_value(values, one) for one in tiny), None)
