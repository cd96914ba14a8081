"""The values of all connected pieces (polyominoes) as boards of Domineering, size by size.

A move on a piece of n cells leaves parts with n - 2 cells in total, whose values are known already. Pieces
are stored up to reflection and rotation; a quarter turn negates the value. The geometry is compiled
(`shapes.py`), the arithmetic of values is in `arena.py`, and this module works on whole arrays of moves.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Unpack

import numpy as np

from ..model.board import Board
from ..model.cells import Cell
from ..support.errors import ComputationError, InputError, require_positive
from ..support.memory import MORE, CostEstimate
from ..support.settings import Options, running
from .arena import Values
from .shapes import (
    MOST_PARTS,
    MOST_ROWS,
    Array,
    count_moves,
    free_form,
    grow,
    insert,
    place_of,
    reverse_table,
    sort_options,
    take_apart,
)

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
    """Pieces in free form with their values, found by their form; see `shapes.py`."""

    def __init__(self, values: Values, room: int) -> None:
        """An empty table with room for `room` pieces."""
        self.values = values
        self.numbers: Array = np.zeros(room, dtype=np.uint64)
        self.sizes: Array = np.zeros(room, dtype=np.int64)
        self.worth: Array = np.zeros(room, dtype=np.int32)
        self._slots: Array = np.zeros(1 << (4 * room).bit_length(), dtype=np.int32)
        self._reverse: Array = reverse_table()
        self._negatives: Array = np.zeros(0, dtype=np.int32)  # of the values, as far as they were needed

    def insert(self, start: int, stop: int) -> None:
        """Enter the pieces from `start` to `stop` of the arrays into the hash table."""
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
            self.worth,
            self._negatives,
            parts,
            self._reverse,
        )
        if reached != stop:
            raise ComputationError(f"a part of piece {reached} is not known")
        options = self._sums(parts)
        lengths = np.zeros(len(offsets) - 1, dtype=np.int64)
        sort_options(options, offsets, lengths)
        self.worth[start:stop] = self._forms(options.tolist(), offsets.tolist(), lengths.tolist())

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
        """The number and size of a connected piece in free form, and whether it lies transposed there."""
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
        value = int(self.worth[self._slots[slot] - 1])
        return self.values.negative(value) if is_turned else value

    def board(self, place: int) -> Board:
        """The piece at a place of the arrays."""
        number, size = int(self.numbers[place]), int(self.sizes[place])
        high, wide = size >> 5, size & 31
        cells = [(r, c) for r in range(high) for c in range(wide) if number >> (r * wide + c) & 1]
        return Board.of((high, wide), cells)


class Pieces(ShapeTable):
    """All pieces up to a number of cells, ordered by size, with their values.

    >>> pieces = Pieces.up_to(6)
    >>> [pieces.count(cells) for cells in range(1, 7)]
    [1, 1, 2, 5, 12, 35]
    >>> pieces.find([(0, 0), (1, 0)]) == pieces.values.integer(1)
    True
    """

    def __init__(self, values: Values, most: int) -> None:
        """A table with room for pieces up to `most` cells that holds only the single cell, of value 0."""
        super().__init__(values, sum(FREE_PIECES[:most]) + ROOM)
        self.starts = [0, 0, 1]  # where the pieces of 1, 2, .. cells begin
        self.numbers[0], self.sizes[0] = FIRST
        self.insert(0, 1)

    @classmethod
    def up_to(cls, cells: int, **options: Unpack[Options]) -> "Pieces":
        """Compute the values of all pieces with at most `cells` cells."""
        most = require_positive("cells", cells)
        if most > MOST_CELLS:
            raise InputError(
                f"`cells` must be at most {MOST_CELLS}, not {most}: larger pieces do not fit 64 bits"
            )
        with running(options) as settings:
            total = sum(FREE_PIECES[1:most])
            settings.expect(
                CostEstimate(f"{total:,} pieces", total * PIECE_BYTES, total * PER_PIECE, instead=INSTEAD)
            )
            pieces = cls(Values(), most)
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
        """The range of places of the pieces with `cells` cells."""
        return self.starts[cells], self.starts[cells + 1]

    def count(self, cells: int) -> int:
        """The number of pieces with `cells` cells."""
        return self.starts[cells + 1] - self.starts[cells]

    def of(self, cells: int) -> slice:
        """The range of `span` as a slice."""
        return slice(*self.span(cells))

    def grow_to(self, cells: int, pause: Callable[[], None] = lambda: None) -> None:
        """Find the pieces of a size from those with one cell less; their number is known [OEIS, A000105].

        `pause` is called now and then; if it raises, the table is unchanged.
        """
        if len(self.starts) > cells + 1:
            return
        first, known = self.span(cells - 1)
        last = known
        try:
            for start in range(first, last, PARENTS):
                pause()
                stop = min(last, start + PARENTS)
                own = (self.numbers, self.sizes)
                known, reached = grow(*own, start, stop, self._slots, *own, known, self._reverse)
                if reached != stop:
                    raise ComputationError(f"more pieces of {cells} cells than {FREE_PIECES[cells - 1]:,}")
        except BaseException:
            self._slots[:] = 0
            self.insert(0, last)
            raise
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
