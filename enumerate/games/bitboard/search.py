"""A compiled search, run in slices: between them it reports, can be cancelled, and gets a larger table."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from ...support.memory import CostEstimate
from ...support.run import FINENESS, advance, current, expect
from .bits import words
from .layout import Layout
from .stack import NEXT, OPEN, OWN
from .transpositions import LOCKS, enlarged, new_table

NODES_AT_ONCE = 100_000  # between two checks for cancellation: a fraction of a second
WEIGHING = 20  # factor by which nodes of a kernel with bounds are slower

ALONE = 5_000  # nodes before a second thread helps
# how the moves of a lost position share its time, measured on 6 x 8 to 8 x 8
FIRST, RATIO = 0.4, 0.8
LEVELS = 6

Kernel = Callable[..., tuple[int, int, int]]


class Walk:
    """One traversal of the tree: the stack of a kernel and its current depth."""

    def __init__(self, volume: int, width: int) -> None:
        deepest = volume + 2  # every move, and every spare move, takes two cells
        self.sets = np.zeros((deepest, 4), dtype=np.uint64)
        self.numbers = np.zeros((deepest, width), dtype=np.int64)
        self.listed = np.zeros((deepest, volume + 1), dtype=np.int64)
        self.depth, self.result, self.nodes = -1, OPEN, 0

    def begin(self, free: int, start: tuple[int, ...]) -> None:
        """Start at a position with the given free cells and kernel-specific numbers."""
        self.sets[0, :2] = words(free)
        self.numbers[0] = 0
        self.numbers[0, OWN : OWN + len(start)] = start
        self.depth, self.result = 0, OPEN

    def go_on(self, kernel: Kernel, budget: int, *rest: Any) -> None:
        """Visit about `budget` more nodes."""
        stack = self.sets, self.numbers, self.listed
        self.depth, self.result, self.nodes = kernel(
            stack, self.depth, self.result, self.nodes, budget, *rest
        )

    @property
    def parity(self) -> int:
        """The parity of the depths at which the player to move loses, so that more than one move is tried."""
        second = np.flatnonzero(self.numbers[: min(self.depth, LEVELS), NEXT] > 1)
        return int(second[0] % 2) if len(second) else 1

    @property
    def done(self) -> int:
        """The estimated share of the search that is done.

        Where the player to move wins, the first listed move nearly always wins. Where that player loses, all
        moves are tried: the first takes about two fifths of the time, each later one four fifths of the one
        before.
        """
        tried, share = self.numbers[: min(self.depth, LEVELS), NEXT], 0.0
        for level in range(len(tried) - 1, -1, -1):
            if level % 2 == self.parity:
                behind = tried[level] - 1
                before = _before(behind) if behind else 0.0
                share = before + (_before(behind + 1) - before) * share
        return int(FINENESS * share)


class BitboardSearch:
    """Searches with one kernel on boards of one layout; the transposition table lives as long as the object.

    `width` is the number of columns of `numbers` that the kernel uses; `memory` is the limit of the table in
    bytes, which affects the time of a search and not its result. A kernel with `helps` takes the locks of the
    table and a parity; long searches then use two threads if the run may.
    """

    def __init__(self, kernel: Kernel, layout: Layout, width: int, memory: int, helps: bool = False) -> None:
        self._kernel, self._memory, self._helps = kernel, memory, helps
        self._board = layout.strides, layout.firsts, layout.slabs, layout.shape
        self._locks = np.zeros(LOCKS, dtype=np.int64)
        self._walks = [Walk(layout.volume, width) for _ in range(1 + helps)]
        self.table = new_table()

    @property
    def nodes(self) -> int:
        """The number of positions searched so far."""
        return sum(walk.nodes for walk in self._walks)

    def run(
        self,
        free: int,
        start: tuple[int, ...],
        *mode: Any,
        at_most: int | None = None,
        need: CostEstimate | None = None,
    ) -> int:
        """The value of the position with the given free cells and own numbers; `mode` is the kernel's.

        OPEN if it is not known after `at_most` nodes; the results so far stay in the table. `need` is
        announced if the search is not over at once.
        """
        first, *others = self._walks
        for walk in self._walks:
            walk.begin(free, start)
        before = first.nodes
        at_once = max(1, NODES_AT_ONCE // (WEIGHING if self._helps else 1))
        at_once = min(at_once, at_most or at_once)
        furthest = 0
        with ThreadPoolExecutor(1) as pool:
            while all(walk.depth >= 0 for walk in self._walks):
                rest = min(at_once, len(self.table)), self._board, self.table, *mode
                helping = []
                if current().cores > 1 and first.nodes - before >= ALONE:
                    extra = self._locks, first.parity
                    helping = [pool.submit(walk.go_on, self._kernel, *rest, *extra) for walk in others]
                first.go_on(self._kernel, *rest, *((self._locks, -1) if self._helps else ()))
                for future in helping:
                    future.result()
                self.table = enlarged(self.table, self.nodes, self._memory)
                if at_most is not None and first.nodes - before >= at_most:
                    break
                if first.depth >= 0:
                    if need is not None:
                        expect(need)
                    furthest = max(furthest, first.done)
                    advance(furthest, FINENESS)
        return next((walk.result for walk in self._walks if walk.depth < 0), OPEN)


def _before(moves: int) -> float:
    """The share of the time of a level that its first moves take."""
    return float(1 - (1 - FIRST) * RATIO ** (moves - 1))
