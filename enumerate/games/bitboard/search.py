"""The search that Domineering and the box share: a table of positions, the steps of a kernel, runs in slices.

A transposition table has buckets of four entries with whole keys. An entry is four words: the key (two words,
never both zero), a value that the kernel defines, and the number of nodes of the search that found the value.
In a full bucket the entry with the smallest search is replaced. Threads that share a table lock the bucket
that they read or write (`hold`, `release`).

A stack is a tuple of arrays, the first three with a row for each depth: `sets` (free cells, table key; two
words each), `numbers` (the next move to try, the number of moves, the node count at entry; from OWN on,
columns of the kernel), `listed` (the moves, best first). Then `state`: the depth, the value of the last child
(OPEN in a new position), the number of nodes so far, and its limit. Last, arrays for intermediate results of
the kernel: `scores`, `words` and `counts`. They are made here, since `np.zeros` takes long to compile.

A kernel's loop takes these steps in this order: settle a new position or look it up, else list its moves
(`opened`); make the next move (`descend`); when no move is left to try, write the value into its `entry` and
`leave`. The kernel defines the value of a position, the order of moves and the meaning of an entry. The loop
is written out in each kernel because Numba cannot cache a function that takes functions as arguments. Between
slices a search reports, can be cancelled, and gets a larger table.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numba.core import types
from numba.extending import intrinsic

from ...support.compiled import compiled, step
from ...support.memory import CostEstimate
from ...support.run import SHARE_STEPS, advance, cancellable, current, expect
from .bits import Layout, U, both_cells, canonical, one, words

BUCKET_ENTRIES = 4
SMALLEST_TABLE = 1 << 14  # entries
ENTRY_BYTES = 32
LOCK_COUNT = 1 << 12  # fewer than the smallest table has buckets
ENTRIES_PER_CHECK = 1 << 19  # table entries copied between two checks for cancellation

OPEN = -1  # no value known yet
OUTSIDE = -1  # the "cell" of a spare move, which changes counts but no cells
NEXT, COUNT, ENTERED, OWN = 0, 1, 2, 3  # columns of `numbers`
DEPTH, RESULT, NODES, LIMIT = 0, 1, 2, 3  # of `state`

NODES_PER_CHECK = 100_000  # nodes between two checks for cancellation: a fraction of a second
SLOW_NODE_FACTOR = 20  # nodes of a kernel with bounds are slower by this factor
SECOND_THREAD_FROM = 5_000  # nodes before a second thread helps
# the share of time of the first move of a lost position, and the ratio of later moves, on 6 x 8 to 8 x 8
FIRST_MOVE_SHARE, NEXT_MOVE_RATIO = 0.4, 0.8
MEASURED_DEPTHS = 6

Table = np.ndarray[Any, np.dtype[np.uint64]]
Kernel = Callable[..., None]


def new_table() -> Table:
    """An empty table of the smallest size; `enlarged` makes it larger as a search goes on."""
    return np.zeros((SMALLEST_TABLE, 4), dtype=np.uint64)


def enlarged(table: Table, searched: int, memory: int) -> Table:
    """The table, or a table four times as large once the search has visited as many nodes as it has entries.

    While one is copied into the other, both tables take at most `memory` bytes; if a factor of four does not
    fit, the new table is twice as large.
    """
    times = next((times for times in (4, 2) if (1 + times) * len(table) * ENTRY_BYTES <= memory), 1)
    if searched < len(table) or times == 1:
        return table
    larger = np.zeros((times * len(table), 4), dtype=np.uint64)
    for first in cancellable(range(0, len(table), ENTRIES_PER_CHECK)):
        _copy(table[first : first + ENTRIES_PER_CHECK], larger)
    return larger


@step
def _bucket(table: Any, low: Any, high: Any) -> Any:
    mix = low * U(0x9E3779B97F4A7C15)
    mix ^= mix >> U(29)
    mix += high * U(0xBF58476D1CE4E5B9)
    mix ^= mix >> U(32)
    mix *= U(0x94D049BB133111EB)
    mix ^= mix >> U(31)
    return np.int64(mix & U(len(table) - 1))


@intrinsic
def _swap(typing, address, word):  # type: ignore[no-untyped-def]
    """Exchange a word in memory atomically; return the old word."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address, word = arguments
        return builder.atomic_rmw("xchg", builder.inttoptr(address, word.type.as_pointer()), word, "seq_cst")

    return types.int64(types.intp, types.int64), code


@step
def hold(table: Any, locks: Any, low: Any, high: Any) -> Any:
    """Wait for the lock of the bucket of a key, take it and return it for `release`."""
    lock = locks.ctypes.data + 8 * ((_bucket(table, low, high) // BUCKET_ENTRIES) % LOCK_COUNT)
    while _swap(lock, 1):
        pass
    return lock


@step
def release(lock: Any) -> None:
    """Release a lock."""
    _swap(lock, 0)


@step
def claim(table: Any, low: Any, high: Any, cost: Any) -> Any:
    """The index for this key: its own if it has one, else the cheapest of the bucket, emptied (value 0)."""
    start = _bucket(table, low, high)
    cheapest = start
    for at in range(BUCKET_ENTRIES):
        place = start ^ at
        if table[place, 0] == low and table[place, 1] == high:
            table[place, 3] += U(cost)
            return place
        if table[place, 3] < table[cheapest, 3]:
            cheapest = place
    table[cheapest, 0] = low
    table[cheapest, 1] = high
    table[cheapest, 2] = U(0)
    table[cheapest, 3] = U(cost)
    return cheapest


@compiled
def _copy(table: Any, larger: Any) -> None:
    for entry in table:
        if entry[0] | entry[1]:
            place = claim(larger, entry[0], entry[1], np.int64(entry[3]))
            larger[place, 2] = entry[2]


@step
def insert(listed: Any, scores: Any, count: Any, cell: Any, score: Any) -> Any:
    """Insert a move among `count` moves sorted by falling score; return the new number of moves."""
    place = count
    while place > 0 and scores[place - 1] < score:
        scores[place] = scores[place - 1]
        listed[place] = listed[place - 1]
        place -= 1
    scores[place] = score
    listed[place] = cell
    return count + 1


@step
def opened(now: Any, listed: Any, count: Any, spare: Any, state: Any) -> None:
    """Prepare to try `count` listed moves, then a spare move if there is one."""
    if spare > 0:
        listed[count] = OUTSIDE
        count += 1
    now[NEXT] = 0
    now[COUNT] = count
    now[ENTERED] = state[NODES]


@step
def goes_on(state: Any) -> Any:
    """Whether the search is neither over nor at its limit."""
    return state[DEPTH] >= 0 and state[NODES] < state[LIMIT]


@step
def descend(sets: Any, numbers: Any, listed: Any, state: Any, stride: Any) -> Any:
    """Make the next move: fill in the next row, with the kernel's numbers of this one; return the move."""
    depth = state[DEPTH]
    now = numbers[depth]
    cell = listed[depth, now[NEXT]]
    now[NEXT] += 1
    low, high = sets[depth, 0], sets[depth, 1]
    if cell != OUTSIDE:
        a, b = one(cell)
        a, b = both_cells(a, b, stride)
        low, high = low & ~a, high & ~b
    sets[depth + 1, 0], sets[depth + 1, 1] = low, high
    for column in range(OWN, numbers.shape[1]):  # assigning a slice would take long to compile
        numbers[depth + 1, column] = now[column]
    state[DEPTH], state[RESULT] = depth + 1, OPEN
    return cell


@step
def leave(state: Any, result: Any) -> None:
    """Return to the parent position with the result of this one."""
    state[DEPTH] -= 1
    state[RESULT] = result


@step
def enter(row: Any, low: Any, high: Any, turn: Any, board: Any) -> None:
    """Write reduced free cells and their key, the least reflection with the turn, into a row of `sets`.

    `board` is (strides, firsts, slabs, shape) of the layout.
    """
    strides, _, slabs, shape = board
    row[0], row[1] = low, high
    row[2], row[3] = canonical(low, high, slabs, shape, strides)
    row[3] |= U(turn + 1) << U(62)


@step
def known(table: Any, row: Any) -> Any:
    """The stored value of the position of a row of `sets`; 0 (unknown) if there is none."""
    low, high = row[2], row[3]
    start = _bucket(table, low, high)
    for at in range(BUCKET_ENTRIES):
        place = start ^ at
        if table[place, 0] == low and table[place, 1] == high:
            return table[place, 2]
    return U(0)


@step
def entry(table: Any, row: Any, now: Any, state: Any) -> Any:
    """The index in the table for the value of a position whose search ends now."""
    return claim(table, row[2], row[3], state[NODES] - now[ENTERED] + 1)


class Walk:
    """One traversal of the tree: the stack of a kernel and its current depth."""

    def __init__(self, layout: Layout, width: int) -> None:
        moves, deepest = layout.volume + 1, layout.volume + 2  # every move, even a spare one, takes two cells
        self.numbers = np.zeros((deepest, width), dtype=np.int64)
        self.state = np.array([-1, OPEN, 0, 0], dtype=np.int64)
        self.stack = (
            np.zeros((deepest, 4), dtype=np.uint64),
            self.numbers,
            np.zeros((deepest, moves), dtype=np.int64),
            self.state,
            np.zeros((2, moves), dtype=np.int64),
            np.zeros((4, 4), dtype=np.uint64),
            np.zeros((max(layout.lengths) + 4, 6), dtype=np.int64),
        )

    def begin(self, free: int, start: tuple[int, ...]) -> None:
        """Start at a position with the given free cells and kernel-specific numbers."""
        self.stack[0][0, :2] = words(free)
        self.numbers[0] = 0
        self.numbers[0, OWN : OWN + len(start)] = start
        self.state[:2] = 0, OPEN

    def go_on(self, kernel: Kernel, budget: int, *rest: Any) -> None:
        """Visit about `budget` more nodes."""
        self.state[LIMIT] = self.state[NODES] + budget
        kernel(self.stack, *rest)

    @property
    def depth(self) -> int:
        """The current depth; -1 when the search is over."""
        return int(self.state[DEPTH])

    @property
    def nodes(self) -> int:
        """The number of positions visited."""
        return int(self.state[NODES])

    @property
    def parity(self) -> int:
        """The parity of the depths at which the player to move loses, so that more than one move is tried."""
        second = np.flatnonzero(self.numbers[: min(self.depth, MEASURED_DEPTHS), NEXT] > 1)
        return int(second[0] % 2) if len(second) else 1

    @property
    def done(self) -> int:
        """The estimated share of the search that is done.

        Where the player to move wins, the first listed move nearly always wins. Where that player loses, all
        moves are tried: the first takes about two fifths of the time, each later one four fifths of the one
        before.
        """
        tried, share = self.numbers[: min(self.depth, MEASURED_DEPTHS), NEXT], 0.0
        for level in range(len(tried) - 1, -1, -1):
            if level % 2 == self.parity:
                behind = tried[level] - 1
                before = _before(behind) if behind else 0.0
                share = before + (_before(behind + 1) - before) * share
        return int(SHARE_STEPS * share)


class BitboardSearch:
    """Searches with one kernel on boards of one layout; the transposition table lives as long as the object.

    `width` is the number of columns of `numbers` that the kernel uses; `memory` is the limit of the table in
    bytes, which affects the time of a search and not its result. A kernel with `helps` takes the locks of the
    table and a parity; long searches then use two threads if the run may.
    """

    def __init__(self, kernel: Kernel, layout: Layout, width: int, memory: int, helps: bool = False) -> None:
        self._kernel, self._memory, self._helps = kernel, memory, helps
        self._board = layout.strides, layout.firsts, layout.slabs, layout.shape
        self._locks = np.zeros(LOCK_COUNT, dtype=np.int64)
        self._walks = [Walk(layout, width) for _ in range(1 + helps)]
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
        """The value of the position with the given free cells and kernel numbers; `mode` goes to the kernel.

        OPEN if it is not known after `at_most` nodes; the results so far stay in the table. `need` is
        announced if the search is not over at once.
        """
        first, *others = self._walks
        for walk in self._walks:
            walk.begin(free, start)
        before = first.nodes
        at_once = max(1, NODES_PER_CHECK // (SLOW_NODE_FACTOR if self._helps else 1))
        at_once = min(at_once, at_most or at_once)
        furthest = 0
        with ThreadPoolExecutor(1) as pool:
            while all(walk.depth >= 0 for walk in self._walks):
                rest = min(at_once, len(self.table)), self._board, self.table, *mode
                helping = []
                if current().cores > 1 and first.nodes - before >= SECOND_THREAD_FROM:
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
                    advance(furthest, SHARE_STEPS)
        return next((int(walk.state[RESULT]) for walk in self._walks if walk.depth < 0), OPEN)


def _before(moves: int) -> float:
    """The share of the time of a level that its first moves take."""
    return float(1 - (1 - FIRST_MOVE_SHARE) * NEXT_MOVE_RATIO ** (moves - 1))
