"""An operator in parts of about equal work, for threads and for checks between the parts.

Every compiled evaluator cuts its operators here. Read `compiler/operators.py` first.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ..compiler.operators import BlockOperator
from ..compiler.straight_line import StraightLinePrograms
from ..sweep.diagram import Array

LEAST_WORDS_OF_A_PART = 64  # words above for each part, from which on parts end between them
UNDIVIDED_ROWS = 16  # rows that are not parted
SINGLE_TEMPLATE = np.zeros(1, dtype=np.int32)  # the template of a single word above

Run = tuple[
    int, int, tuple[Array, ...]
]  # words above from, up to, and the lists of an operator and the programs


class Mark(NamedTuple):
    """A place in an operator: a word above, a piece of its template, a number of the rows of the piece."""

    top: int
    piece: int
    row: int


class Shares:
    """The work of an operator, in the order in which it is done."""

    def __init__(self, programs: StraightLinePrograms, operator: BlockOperator) -> None:
        self._operator, self._programs = operator, programs

    @cached_property
    def _costs(self) -> Array:
        return np.diff(self._programs.arrays[1])[self._operator.program]

    @cached_property
    def _by_piece(self) -> Array:
        return np.concatenate([[0], np.cumsum(self._operator.length * self._costs)])

    @cached_property
    def _by_top(self) -> Array:
        operator = self._operator
        return np.concatenate([[0], np.cumsum(np.diff(self._by_piece[operator.first])[operator.template])])

    def into(self, parts: int) -> Iterator[list[Run]]:
        """So many parts, each some runs."""
        tops = len(self._operator.old)
        if parts == 1:
            yield [self._tops(0, tops)]
            return
        marks = [self._mark(work, parts) for work in np.linspace(0, self._by_top[-1], parts + 1)[1:-1]]
        for low, high in pairwise([Mark(0, self._pieces(0)[0], 0), *marks, Mark(tops, 0, 0)]):
            yield list(self._between(low, high))

    def _pieces(self, top: int) -> tuple[int, int]:
        """From which piece and up to which the template of a word above goes."""
        template = self._operator.template[top]
        begin, end = self._operator.first[template : template + 2]
        return int(begin), int(end)

    def _mark(self, work: float, parts: int) -> Mark:
        """Where about so much work is done: within the rows of a piece, if there are few words above."""
        operator = self._operator
        top = int(np.searchsorted(self._by_top, work, "right")) - 1
        begin, end = self._pieces(top)
        if len(operator.old) >= LEAST_WORDS_OF_A_PART * parts:
            return Mark(top, begin, 0)
        inside = work - self._by_top[top] + self._by_piece[begin]
        piece = int(np.searchsorted(self._by_piece[begin:end], inside, "right")) - 1 + begin
        rows = (inside - self._by_piece[piece]) / self._costs[piece]
        return Mark(
            top, piece, min(round(rows / UNDIVIDED_ROWS) * UNDIVIDED_ROWS, int(operator.length[piece]))
        )

    def _between(self, low: Mark, high: Mark) -> Iterator[Run]:
        """What lies between two marks."""
        if low.top == high.top:
            yield from self._within(low, high)
            return
        begin, end = self._pieces(low.top)
        whole = low.top
        if (low.piece, low.row) != (begin, 0):
            yield from self._within(low, Mark(low.top, end, 0))
            whole += 1
        if whole < high.top:
            yield self._tops(whole, high.top)
        if high.top < len(self._operator.old):
            yield from self._within(Mark(high.top, self._pieces(high.top)[0], 0), high)

    def _within(self, low: Mark, high: Mark) -> Iterator[Run]:
        """What lies between two marks in a word above: rows of a piece, whole pieces, rows of a piece."""
        if low.piece == high.piece:
            yield from self._rows(low.top, low.piece, low.row, high.row)
            return
        first = low.piece
        if low.row:
            yield from self._rows(low.top, first, low.row, int(self._operator.length[first]))
            first += 1
        if first < high.piece:
            yield self._some(low.top, 0, slice(first, high.piece), self._operator.length[first : high.piece])
        yield from self._rows(high.top, high.piece, 0, high.row)

    def _rows(self, top: int, piece: int, low: int, high: int) -> Iterator[Run]:
        """Some rows of a piece: all that is read and written lies as far behind its place as they do."""
        if low < high:
            yield self._some(top, low, slice(piece, piece + 1), np.array([high - low]))

    def _some(self, top: int, behind: int, pieces: slice, length: Array) -> Run:
        """Some pieces of a word above."""
        operator, one = self._operator, slice(top, top + 1)
        above = (
            operator.old[one] + behind,
            operator.new[one] + behind,
            SINGLE_TEMPLATE,
            np.array([0, len(length)]),
        )
        below = (length, operator.program[pieces], operator.at[pieces], operator.offsets)
        return 0, 1, (*above, *below, *self._programs.arrays)

    def _tops(self, low: int, high: int) -> Run:
        """All that is done for some words above."""
        return low, high, (*self._operator.arrays, *self._programs.arrays)
