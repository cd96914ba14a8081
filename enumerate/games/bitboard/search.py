"""Running a compiled search in slices, so that it can report, be interrupted, and have its table enlarged."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ...support.progress import FINENESS, Report, silent
from .bits import words
from .layout import Layout
from .stack import COUNT, NEXT, OPEN, OWN
from .table import enlarged, new_table

NODES_AT_ONCE = 100_000  # between two looks at the clock and the keyboard: a fraction of a second

Kernel = Callable[..., tuple[int, int, int]]


class Search:
    """A search stack for one kernel and board size; the transposition table lives as long as the object.

    `width`: how many `numbers` the kernel keeps of a position; `memory`: the bytes that the table may take.
    """

    def __init__(self, kernel: Kernel, volume: int, width: int, memory: int) -> None:
        self._kernel = kernel
        self._memory = memory
        deepest = volume + 2  # every move, and every spare move, takes two cells
        self._sets = np.zeros((deepest, 4), dtype=np.uint64)
        self._numbers = np.zeros((deepest, width), dtype=np.int64)
        self._listed = np.zeros((deepest, volume + 1), dtype=np.int64)
        self.table = new_table()
        self.nodes = 0

    def run(
        self, free: int, start: tuple[int, ...], layout: Layout, *mode: Any, report: Report = silent
    ) -> int:
        """The value of the position with the given free cells and own numbers; `mode` is the kernel's."""
        self._sets[0, :2] = words(free)
        self._numbers[0] = 0
        self._numbers[0, OWN : OWN + len(start)] = start
        stack = self._sets, self._numbers, self._listed
        board = layout.strides, layout.firsts, layout.slabs, layout.shape
        depth, result, furthest = 0, OPEN, 0
        while depth >= 0:
            depth, result, self.nodes = self._kernel(
                stack,
                depth,
                result,
                self.nodes,
                min(NODES_AT_ONCE, len(self.table)),
                board,
                self.table,
                *mode,
            )
            self.table = enlarged(self.table, self.nodes, self._memory)
            if depth >= 0:
                furthest = max(furthest, self._done(depth))
                report(furthest, FINENESS)
        return result

    def _done(self, depth: int) -> int:
        """About how much is behind us.

        Where the mover wins, the first move listed nearly always does it; where the mover loses, all have to
        be tried, the first ones for longest. The two alternate: whether the first level is of the second
        kind shows when its second move is tried. Three such levels are looked at.
        """
        first = 0 if self._numbers[0, NEXT] > 1 else 1
        share = 0.0
        for level in range(first + 4, first - 1, -2):
            if level < depth:
                tried, count = self._numbers[level, NEXT], self._numbers[level, COUNT]
                share = 1 - (1 - (tried - 1 + share) / max(count, 1)) ** 2
        return int(FINENESS * share)
