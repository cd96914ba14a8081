"""Running a compiled search in slices, so that it can report, be interrupted, and have its table enlarged."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ...support.progress import FINENESS, Report, silent
from .bits import words
from .layout import Layout
from .stack import NEXT, OPEN, OWN
from .table import enlarged, new_table

NODES_AT_ONCE = 100_000  # between two looks at the clock and the keyboard: a fraction of a second

# measured on 6 x 8 to 8 x 8: how the time of a position that is lost is shared among its moves
FIRST, RATIO = 0.4, 0.8
LEVELS = 6

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
        be tried: the first takes about two fifths of the time, each other one four fifths of the one before.
        The two alternate: the first level with a second move tells which levels are of the second kind.
        """
        tried = self._numbers[: min(depth, LEVELS), NEXT]
        second = np.flatnonzero(tried > 1)
        share = 0.0
        for level in range(len(tried) - 1, -1, -1):
            if level % 2 == (second[0] % 2 if len(second) else 1):
                behind = tried[level] - 1
                begun = _before(behind) if behind else 0.0
                share = begun + (_before(behind + 1) - begun) * share
        return int(FINENESS * share)


def _before(moves: int) -> float:
    """The part of a level that so many moves take, the first included.

    >>> [round(_before(moves), 2) for moves in (1, 2, 9)]
    [0.4, 0.52, 0.9]
    """
    return float(1 - (1 - FIRST) * RATIO ** (moves - 1))
