"""The values of all connected pieces up to a number of cells as boards of Domineering, size by size.

A move on a piece of n cells leaves parts of n - 2 cells in all, which are known. Pieces are met up to mirrors
and turns; a turn by a quarter negates the value. Geometry is compiled (`shapes.py`), arithmetic of values is
that of `arena.py`; what is in between works on whole arrays of moves.
"""

from collections.abc import Callable, Iterable

import numpy as np

from ..model.board import Board
from ..model.cells import Cell
from ..support.errors import ComputationError, InputError
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
ROOM = 4 * MOST_ROWS * 2 + 1  # that `grow` wants to see free
FIRST = (1, 1 * 32 + 1)  # the single cell: its number and its size


class ShapeTable:
    """Pieces in free form with their values, found by their form; see `shapes.py`."""

    def __init__(self, values: Values, room: int) -> None:
        """Room for so many pieces; none is there."""
        self.values = values
        self.numbers: Array = np.zeros(room, dtype=np.uint64)
        self.sizes: Array = np.zeros(room, dtype=np.int64)
        self.worth: Array = np.zeros(room, dtype=np.int32)
        self._slots: Array = np.zeros(1 << (4 * room).bit_length(), dtype=np.int32)
        self._reverse: Array = reverse_table()
        self._negatives: Array = np.zeros(0, dtype=np.int32)  # of the values, as far as they were asked for

    def insert(self, start: int, stop: int) -> None:
        """Make the pieces from `start` to `stop`, which stand in the arrays, known."""
        insert(self._slots, self.numbers, self.sizes, start, stop)

    def work_out(self, start: int, stop: int) -> None:
        """Find the values of the pieces from `start` to `stop`; those of all parts of moves must be known."""
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
        """The value of a connected piece, if it is here."""
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
    """All pieces by number of cells, with their values.

    >>> pieces = Pieces(Values(), 6)
    >>> for cells in range(2, 7):
    ...     pieces.grow_to(cells)
    ...     pieces.work_out(*pieces.span(cells))
    >>> [pieces.count(cells) for cells in range(1, 7)]
    [1, 1, 2, 5, 12, 35]
    >>> pieces.find([(0, 0), (1, 0)]) == pieces.values.integer(1)
    True
    """

    def __init__(self, values: Values, most: int) -> None:
        """Room for pieces up to `most` cells; only the single cell is there, and its value is 0."""
        super().__init__(values, sum(FREE_PIECES[:most]) + ROOM)
        self.starts = [0, 0, 1]  # where the pieces of 1, 2, .. cells begin
        self.complete = 1  # the largest size whose values are all there
        self.numbers[0], self.sizes[0] = FIRST
        self.insert(0, 1)

    def span(self, cells: int) -> tuple[int, int]:
        """Where the pieces of so many cells begin and end."""
        return self.starts[cells], self.starts[cells + 1]

    def count(self, cells: int) -> int:
        """How many pieces have so many cells."""
        return self.starts[cells + 1] - self.starts[cells]

    def of(self, cells: int) -> slice:
        """The same for arrays."""
        return slice(*self.span(cells))

    def grow_to(self, cells: int, pause: Callable[[], None] = lambda: None) -> None:
        """Find the pieces of a size from those with one cell less; their number is known [OEIS, A000105].

        `pause` is called every now and then; if it raises, nothing has changed.
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

    def number_bounds(self, unit: int = 4) -> tuple[Array, Array]:
        """For every piece the best numbers a <= G <= b among multiples of 1/unit, times that unit.

        If the lower bounds of the parts of a position add up to 0 or more, Left wins when Right starts.

        >>> pieces = Pieces(Values(), 2)
        >>> pieces.grow_to(2)
        >>> pieces.work_out(*pieces.span(2))
        >>> [bound[:2].tolist() for bound in pieces.number_bounds()]  # the single cell and 1 x 2
        [[0, -4], [0, -4]]
        """
        total = self.starts[-1]
        found, places = np.unique(self.worth[:total], return_inverse=True)
        bounds = np.array([self.values.bounds(value, unit) for value in found.tolist()], dtype=np.int32)
        return bounds[places, 0], bounds[places, 1]

    def value_of(self, board: Board) -> int | None:
        """The value of a connected board, if it is among the pieces."""
        if board.dimension != 2 or any(board.wrap) or not board.lattice.is_square or len(board) > MOST_CELLS:
            raise InputError(f"a piece is a flat board of at most {MOST_CELLS} cells, not {board!r}")
        if len(board.components()) != 1:
            raise InputError(f"a piece is connected, not {board!r}")
        return self.find(board.cells) if len(board) <= self.complete else None
