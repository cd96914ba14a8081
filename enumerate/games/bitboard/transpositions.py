"""The transposition table of the game solvers: open addressing in buckets of four, with whole keys.

An entry is four words: the key (two words, never both zero), a value that the solver defines, and the number
of nodes of its search. In a full bucket the entry with the smallest search is replaced. Threads that share a
table lock the bucket that they read or write (`hold`, `release`).
"""

from typing import Any

import numpy as np
from numba.core import types
from numba.extending import intrinsic

from ...support.compiled import compiled, step
from ...support.run import cancellable
from .bits import U

BUCKET = 4
SMALLEST = 1 << 14  # entries
ENTRY = 32  # bytes
LOCKS = 1 << 12  # fewer than the smallest table has buckets
COPIED = 1 << 19  # entries between two checks for cancellation


Table = np.ndarray[Any, np.dtype[np.uint64]]


def new_table() -> Table:
    """An empty table of the smallest size; `enlarged` makes it larger as a search goes on."""
    return np.zeros((SMALLEST, 4), dtype=np.uint64)


def enlarged(table: Table, searched: int, memory: int) -> Table:
    """The table itself, or a table four times as large once as many nodes as it has entries are searched.

    Both tables together, while one is copied, take at most `memory` bytes; if four times is too large, the
    new table is twice as large.
    """
    times = next((times for times in (4, 2) if (1 + times) * len(table) * ENTRY <= memory), 1)
    if searched < len(table) or times == 1:
        return table
    larger = np.zeros((times * len(table), 4), dtype=np.uint64)
    for first in cancellable(range(0, len(table), COPIED)):
        _copy(table[first : first + COPIED], larger)
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
    lock = locks.ctypes.data + 8 * ((_bucket(table, low, high) // BUCKET) % LOCKS)
    while _swap(lock, 1):
        pass
    return lock


@step
def release(lock: Any) -> None:
    """Release a lock."""
    _swap(lock, 0)


@step
def find(table: Any, low: Any, high: Any) -> Any:
    """The place of the entry with this key, or -1."""
    start = _bucket(table, low, high)
    for at in range(BUCKET):
        place = start ^ at
        if table[place, 0] == low and table[place, 1] == high:
            return place
    return -1


@step
def claim(table: Any, low: Any, high: Any, cost: Any) -> Any:
    """The place for this key: its own if it has one, else the cheapest of the bucket, emptied (value 0)."""
    start = _bucket(table, low, high)
    cheapest = start
    for at in range(BUCKET):
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
