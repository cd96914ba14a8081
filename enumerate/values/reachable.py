"""The fast path for Domineering on flat boards of up to 64 cells: all pieces that play can leave.

It uses the compiled geometry of `shapes.py`. The pieces of a board are collected move by move, sorted by
their number of cells, and evaluated from the smallest to the board itself.
"""

from collections.abc import Iterable
from itertools import pairwise

import numpy as np

from ..model.cells import Cell
from ..support.progress import Report, silent
from .arena import Values
from .pieces import ShapeTable
from .shapes import take_apart

BATCH = 1 << 12  # pieces between two reports
FIRST_ROOM = 1 << 16


class Reachable(ShapeTable):
    """All connected pieces of two cells or more that play on some pieces can leave, with their values.

    >>> from enumerate import Board
    >>> values = Values()
    >>> pieces = Reachable(values, [Board.rectangle(4, 5).cells])
    >>> pieces.known, pieces.find(Board.rectangle(4, 5).cells) == values.integer(1)
    (2303, True)
    """

    def __init__(
        self, values: Values, boards: Iterable[Iterable[Cell]], expected: int = 1, report: Report = silent
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
                self.worth,
                nothing[:, 0],
                nothing,
                self._reverse,
            )
            report(min(done, expected - 1), 2 * expected)
            if done < stop:
                self._enlarge(2 * room)

    def _enlarge(self, room: int) -> None:
        for name in ("numbers", "sizes", "worth"):
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
