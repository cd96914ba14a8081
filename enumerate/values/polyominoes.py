"""Values of polyominoes as boards of Domineering: all up to a size, or all that play on a board can leave.

A move on a piece of n cells leaves parts with n - 2 cells in total, whose values are known already. A piece
in a box of h rows and w columns, h * w <= 64, is the number whose bit r * w + c is set if (r, c) is a cell,
and its size h * 32 + w. Of the eight images, the *free form* has h <= w and the least number; a piece that is
transposed in its free form has the negative value. The geometry is compiled and works on arrays of pieces; a
set of pieces is a hash table whose `slots` hold indices of pieces plus one, or 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any, Unpack

import numpy as np
from numba import int64, uint64

from ..model.board import Board
from ..model.lattice import Cell
from ..support.compiled import compiled, step
from ..support.errors import ComputationError, InputError, require_integer
from ..support.memory import MORE, CostEstimate
from ..support.result import Result, Table, plain
from ..support.run import Options, Report, running, silent
from .canonical import KINDS, LEFT, RIGHT, CanonicalForms
from .notation import tiny_of, ups_and_nimber, written
from .thermograph import Walls

Array = Any
MOST_ROWS = 16
MOST_PARTS = 6  # a domino has six neighbouring cells
ONE = uint64(1)


def reverse_table() -> Array:
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


@step
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
        high, wide = _unpack(numbers[at], sizes[at], cells, int64(1))
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
        high, wide = _unpack(numbers[at], sizes[at], cells, int64(0))
        for r in range(high):
            for c in range(wide):
                moves[at - start, 0] += (cells[r] & cells[r + 1]) >> c & 1
                moves[at - start, 1] += (cells[r] & (cells[r] >> 1)) >> c & 1


@step
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
        high, wide = _unpack(numbers[at], sizes[at], cells, int64(0))
        for player in range(2):
            for r in range(high):
                other = cells[r] >> 1 if player else cells[r + 1]
                for c in range(wide):
                    if not (cells[r] & other) >> c & 1:
                        continue
                    for y in range(len(cells)):  # assigning an array to a slice takes long to compile
                        left[y] = cells[y]
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


# free polyominoes with 1, 2, .. cells [OEIS, A000105]; in boxes of at most 64 cells as far as 15
FREE_PIECES = (1, 1, 2, 5, 12, 35, 108, 369, 1285, 4655, 17073, 63600, 238591, 901971, 3426576)
MOST_CELLS = len(FREE_PIECES)
PARENTS = 1 << 16  # pieces from which others are grown between two pauses
CHUNK = 1 << 13  # pieces whose values are found between two reports
PIECE_BYTES, PER_PIECE = 200, 1.8e-5  # bytes and seconds for each piece, measured
INSTEAD = f"Take fewer cells, {MORE}"
ROOM = 4 * MOST_ROWS * 2 + 1  # free places that `grow` needs
FIRST = (1, 1 * 32 + 1)  # the single cell: its number and its size


class ShapeTable:
    """A hash table of pieces in free form with their values."""

    def __init__(self, values: CanonicalForms, room: int) -> None:
        """An empty table with room for `room` pieces."""
        self.values = values
        self.numbers: Array = np.zeros(room, dtype=np.uint64)
        self.sizes: Array = np.zeros(room, dtype=np.int64)
        self.value_ids: Array = np.zeros(room, dtype=np.int32)
        self._slots: Array = np.zeros(1 << (4 * room).bit_length(), dtype=np.int32)
        self._reverse: Array = reverse_table()
        self._negatives: Array = np.zeros(0, dtype=np.int32)  # of the values, as far as they were needed

    def insert(self, start: int, stop: int) -> None:
        """Insert the pieces from `start` to `stop` of the arrays into the hash table."""
        insert(self._slots, self.numbers, self.sizes, start, stop)

    def work_out(self, start: int, stop: int) -> None:
        """Compute the values of pieces from `start` to `stop`; the parts after each move must be known."""
        moves = np.zeros((stop - start, 2), dtype=np.int64)
        count_moves(self.numbers, self.sizes, start, stop, moves)
        offsets = np.concatenate([[0], np.cumsum(moves.ravel())])
        parts = np.zeros((offsets[-1], MOST_PARTS), dtype=np.int32)
        values = self.values
        new = range(len(self._negatives), len(values))
        added = np.array([values.negative(value) for value in new], dtype=np.int32)
        self._negatives = np.concatenate([self._negatives, added])
        _, reached = take_apart(
            self.numbers,
            self.sizes,
            start,
            stop,
            self._slots,
            0,
            0,
            self.value_ids,
            self._negatives,
            parts,
            self._reverse,
        )
        if reached != stop:
            raise ComputationError(f"a part of piece {reached} is not known")
        options = self._sums(parts)
        lengths = np.zeros(len(offsets) - 1, dtype=np.int64)
        sort_options(options, offsets, lengths)
        self.value_ids[start:stop] = self._forms(options.tolist(), offsets.tolist(), lengths.tolist())

    def _sums(self, parts: Array) -> Array:
        """The value after each move: the sum of the values of its parts, every pair added once."""
        sums = parts[:, 0].astype(np.int64)
        for column in range(1, MOST_PARTS):
            rows = np.flatnonzero(parts[:, column])
            pairs, places = np.unique(sums[rows] << 32 | parts[rows, column], return_inverse=True)
            added = [self.values.add(pair >> 32, pair & 0xFFFFFFFF) for pair in pairs.tolist()]
            sums[rows] = np.array(added, dtype=np.int64)[places]
        return sums

    def _forms(self, options: list[int], offsets: list[int], lengths: list[int]) -> list[int]:
        form = self.values.form
        found = []
        for left in range(0, len(lengths), 2):
            one, two = offsets[left], offsets[left + 1]
            found.append(form(options[one : one + lengths[left]], options[two : two + lengths[left + 1]]))
        return found

    def free_form(self, cells: Iterable[Cell]) -> tuple[int, int, bool]:
        """The number and size of a connected piece in free form, and whether the free form is transposed."""
        found = list(cells)
        top, first = (min(cell[axis] for cell in found) for axis in (0, 1))
        rows = np.zeros(MOST_ROWS + 2, dtype=np.int64)
        for row, col in found:
            rows[row - top] |= 1 << (col - first)
        room, other = (np.zeros((2, MOST_ROWS + 2), dtype=np.int64) for _ in range(2))
        number, size, is_turned = free_form(rows, room, other, self._reverse)
        return int(number), int(size), bool(is_turned)

    def find(self, cells: Iterable[Cell]) -> int | None:
        """The value of a connected piece, or None if it is not in the table."""
        number, size, is_turned = self.free_form(cells)
        slot = place_of(np.uint64(number), size, self._slots, self.numbers, self.sizes)
        if not self._slots[slot]:
            return None
        value = int(self.value_ids[self._slots[slot] - 1])
        return self.values.negative(value) if is_turned else value

    def board(self, index: int) -> Board:
        """The piece with an index in the arrays."""
        number, size = int(self.numbers[index]), int(self.sizes[index])
        high, wide = size >> 5, size & 31
        cells = [(r, c) for r in range(high) for c in range(wide) if number >> (r * wide + c) & 1]
        return Board.of((high, wide), cells)


class Pieces(ShapeTable):
    """All pieces up to a number of cells, ordered by size, with their values."""

    def __init__(self, values: CanonicalForms, most: int) -> None:
        """A table with room for pieces up to `most` cells that holds only the single cell, of value 0."""
        super().__init__(values, sum(FREE_PIECES[:most]) + ROOM)
        self.starts = [0, 0, 1]  # where the pieces of 1, 2, .. cells begin
        self.numbers[0], self.sizes[0] = FIRST
        self.insert(0, 1)

    @classmethod
    def up_to(cls, cells: int, **options: Unpack[Options]) -> Pieces:
        """Compute the values of all pieces with at most `cells` cells."""
        most = require_integer("cells", cells, 1)
        if most > MOST_CELLS:
            raise InputError(
                f"`cells` must be at most {MOST_CELLS}, not {most}: larger pieces do not fit 64 bits"
            )
        with running(options) as settings:
            total = sum(FREE_PIECES[1:most])
            settings.expect(
                CostEstimate(f"{total:,} pieces", total * PIECE_BYTES, total * PER_PIECE, instead=INSTEAD)
            )
            pieces = cls(CanonicalForms(), most)
            for size in range(2, most + 1):
                pieces.grow_to(size, partial(settings.report, pieces.starts[-1] - 1, total))
                start, stop = pieces.span(size)
                for at in range(start, stop, CHUNK):
                    settings.report(at - 1, total)
                    pieces.work_out(at, min(at + CHUNK, stop))
                pieces.values.forget_forms()
        return pieces

    @property
    def most_cells(self) -> int:
        """The number of cells of the largest pieces."""
        return len(self.starts) - 2

    def span(self, cells: int) -> tuple[int, int]:
        """The range of indices of the pieces with `cells` cells."""
        return self.starts[cells], self.starts[cells + 1]

    def count(self, cells: int) -> int:
        """The number of pieces with `cells` cells."""
        return self.starts[cells + 1] - self.starts[cells]

    def by_value(self, cells: int) -> dict[int, int]:
        """How many pieces with `cells` cells have each value."""
        ids, counts = np.unique(self.value_ids[slice(*self.span(cells))], return_counts=True)
        return dict(zip(ids.tolist(), counts.tolist(), strict=True))

    def grow_to(self, cells: int, pause: Callable[[], None] = lambda: None) -> None:
        """Find the pieces of a size from those with one cell less; their number is known [OEIS, A000105].

        `pause` is called now and then, so that the growth can be reported and cancelled.
        """
        first, last = self.span(cells - 1)
        known, arrays = last, (self.numbers, self.sizes)
        for start in range(first, last, PARENTS):
            pause()
            stop = min(last, start + PARENTS)
            known, reached = grow(*arrays, start, stop, self._slots, *arrays, known, self._reverse)
            if reached != stop:
                raise ComputationError(f"more pieces of {cells} cells than {FREE_PIECES[cells - 1]:,}")
        self.starts.append(int(known))
        if self.count(cells) != FREE_PIECES[cells - 1]:
            raise ComputationError(
                f"{self.count(cells):,} pieces of {cells} cells were found, not {FREE_PIECES[cells - 1]:,}"
            )

    def value_of(self, board: Board) -> int | None:
        """The value of a connected board, or None if the board has more cells than the pieces."""
        if board.dimension != 2 or any(board.wrap) or not board.lattice.is_square or len(board) > MOST_CELLS:
            raise InputError(f"a piece is a flat board of at most {MOST_CELLS} cells, not {board!r}")
        if len(board.components()) != 1:
            raise InputError(f"a piece is connected, not {board!r}")
        return self.find(board.cells)


BATCH = 1 << 12  # pieces between two reports
FIRST_ROOM = 1 << 16


class Reachable(ShapeTable):
    """All connected pieces of two cells or more that play on some pieces can leave, with their values."""

    def __init__(
        self,
        values: CanonicalForms,
        boards: Iterable[Iterable[Cell]],
        expected: int = 1,
        report: Report = silent,
    ) -> None:
        """Collect and evaluate the pieces; `expected` is their approximate number."""
        super().__init__(values, FIRST_ROOM)
        self.known = 0
        forms = {self.free_form(cells)[:2] for cells in boards}
        if len(forms) > FIRST_ROOM:
            self._enlarge(len(forms))
        for self.known, form in enumerate(forms, 1):
            self.numbers[self.known - 1], self.sizes[self.known - 1] = form
        self.insert(0, self.known)
        self._collect(expected, report)
        self._sort()
        for start, stop in self._batches():
            self.work_out(start, stop)
            report(max(expected, self.known) + stop, max(expected, self.known) + self.known)

    def _collect(self, expected: int, report: Report) -> None:
        nothing = np.zeros((0, 6), dtype=np.int32)
        done = 0
        while done < self.known:
            room = len(self.numbers)
            stop = min(self.known, done + BATCH)
            self.known, done = take_apart(
                self.numbers,
                self.sizes,
                done,
                stop,
                self._slots,
                self.known,
                room,
                self.value_ids,
                nothing[:, 0],
                nothing,
                self._reverse,
            )
            report(min(done, expected - 1), 2 * expected)
            if done < stop:
                self._enlarge(2 * room)

    def _enlarge(self, room: int) -> None:
        for name in ("numbers", "sizes", "value_ids"):
            old = getattr(self, name)
            new = np.zeros(room, dtype=old.dtype)
            new[: len(old)] = old
            setattr(self, name, new)
        self._slots = np.zeros(1 << (4 * room).bit_length(), dtype=np.int32)
        self.insert(0, self.known)

    def _sort(self) -> None:
        """Sort the pieces by number of cells."""
        numbers, sizes = self.numbers[: self.known], self.sizes[: self.known]
        self.cells = np.bitwise_count(numbers)
        order = np.lexsort((numbers, sizes, self.cells))
        self.numbers[: self.known], self.sizes[: self.known] = numbers[order], sizes[order]
        self.cells = self.cells[order]
        self._slots[:] = 0
        self.insert(0, self.known)

    def _batches(self) -> Iterable[tuple[int, int]]:
        """Ranges of pieces with one number of cells, the small ones first."""
        edges = [0, *(np.flatnonzero(np.diff(self.cells)) + 1).tolist(), self.known]
        for low, high in pairwise(edges):
            for start in range(low, high, BATCH):
                yield start, min(high, start + BATCH)


@dataclass(frozen=True, slots=True)
class SizeSummary(Result):
    """The pieces of one size: how many have values of each kind, how many values, how many are hottest.

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
        return Table(
            header,
            tuple(
                (s.cells, s.pieces, *s.kinds.values(), s.values, str(s.hottest), s.hottest_pieces)
                for s in self.sizes
            ),
        )

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
    return PieceValues(tuple(summarise(pieces)), named_infinitesimals(pieces))


def summarise(pieces: Pieces) -> list[SizeSummary]:
    """The counts for every size."""
    values, walls = pieces.values, Walls(pieces.values)
    found = []
    for cells in range(1, pieces.most_cells + 1):
        held = pieces.by_value(cells)
        kinds = dict.fromkeys(KINDS, 0)
        for value, count in held.items():
            kinds[values.kind(value)] += count
        heats = {value: walls.temperature(value) for value in held}
        hottest = max(heats.values())
        found.append(
            SizeSummary(
                cells,
                pieces.count(cells),
                kinds,
                len({min(value, values.negative(value)) for value in held}),
                hottest,
                sum(count for value, count in held.items() if heats[value] == hottest),
            )
        )
    return found


def named_infinitesimals(pieces: Pieces) -> dict[str, tuple[int, int]]:
    """The infinitesimals with names, negatives together: how many pieces, and the least number of cells."""
    values = pieces.values
    found: dict[str, tuple[int, int]] = {}
    for cells in range(1, pieces.most_cells + 1):
        for value, count in pieces.by_value(cells).items():
            name = _name(values, value)
            if name is not None:
                before, least = found.get(name, (0, cells))
                found[name] = before + count, least
    return dict(sorted(found.items(), key=lambda item: (-item[1][0], item[0])))


def _name(values: CanonicalForms, value: int) -> str | None:
    """The name of the value or its negative, whichever Left prefers, if it is a named infinitesimal."""
    if values.is_number[value] or values.stops[LEFT][value] or values.stops[RIGHT][value]:
        return None
    both = ups_and_nimber(values, value)
    if both is not None:
        return written(values, values.negative(value) if both[0] < 0 else value)
    for one in (value, values.negative(value)):
        if tiny_of(values, one) is not None:
            return written(values, one)
    return None
