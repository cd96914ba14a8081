"""The induction of `induction.py` for two players, compiled: heights are digits of one number.

State (h_1, ..., h_C) has index sum of h_i * (R + 1)^(C - i). Every move raises the index, so one pass from
the largest index down meets every child before its parent. A state and its mirror image have the same
outcomes; only the one with the larger index is worked out.
"""

import numpy as np
import numpy.typing as npt
from numba import njit

DONE, GROW_ENTRIES, GROW_TABLE, OVERFLOW = 0, 1, 2, 3
SCATTER = np.int64(-7046029254386353131)  # 2^64 / golden ratio, as a signed number

Int32 = npt.NDArray[np.int32]
Int64 = npt.NDArray[np.int64]


@njit(cache=True, nogil=True)
def decode(index, base, heights):  # type: ignore[no-untyped-def]
    """Write the digits of `index` into `heights`, the first column first."""
    for i in range(len(heights) - 1, -1, -1):
        heights[i] = index % base
        index //= base


@njit(cache=True, nogil=True)
def step_down(heights, base):  # type: ignore[no-untyped-def]
    """The digits of the next smaller index."""
    i = len(heights) - 1
    while i >= 0 and heights[i] == 0:
        heights[i] = base - 1
        i -= 1
    if i >= 0:
        heights[i] -= 1


@njit(cache=True, nogil=True)
def find_moves(heights, index, mirror, rows, length, raised, powers, gains, children, mirrors):  # type: ignore[no-untyped-def]
    """Fill gain, child and mirror image of the child for each move; return how many there are."""
    cols = len(heights)
    count = 0
    for i in range(cols):
        if heights[i] + length <= rows:
            gains[count] = length * (heights[i] + raised) + length * (length + 1) // 2
            children[count] = index + length * powers[i]
            mirrors[count] = mirror + length * powers[cols - 1 - i]
            count += 1
    if length == 1:
        return count  # a piece of one cell lies as it stands
    for i in range(cols - length + 1):
        row = heights[i]
        for j in range(i + 1, i + length):
            row = max(row, heights[j])
        row += 1
        if row <= rows:
            child = index
            image = mirror
            for j in range(i, i + length):
                child += (row - heights[j]) * powers[j]
                image += (row - heights[j]) * powers[cols - 1 - j]
            gains[count] = length * (row + raised)
            children[count] = child
            mirrors[count] = image
            count += 1
    return count


@njit(cache=True, nogil=True)
def mirror_of(heights, powers):  # type: ignore[no-untyped-def]
    """The index of the mirror image."""
    image = np.int64(0)
    for i in range(len(heights)):
        image += heights[i] * powers[len(heights) - 1 - i]
    return image


@njit(cache=True, nogil=True)
def sweep_ties(begin, end, rows, length, raised, sign, powers, own, other):  # type: ignore[no-untyped-def]
    """Values under a tie rule for the states begin - 1, begin - 2, ..., end, into `own` and `other`."""
    cols = len(powers)
    heights = np.empty(cols, np.int64)
    gains = np.empty(2 * cols, np.int64)
    children = np.empty(2 * cols, np.int64)
    mirrors = np.empty(2 * cols, np.int64)
    decode(begin - 1, rows + 1, heights)
    for index in range(begin - 1, end - 1, -1):
        mirror = mirror_of(heights, powers)
        if mirror <= index:
            count = find_moves(heights, index, mirror, rows, length, raised, powers, gains, children, mirrors)
            best_own = np.int64(-1)
            best_other = np.int64(0)
            for a in range(count):
                mine = gains[a] + other[children[a]]
                theirs = np.int64(own[children[a]])
                if mine > best_own or (mine == best_own and sign * theirs > sign * best_other):
                    best_own = mine
                    best_other = theirs
            best_own = max(best_own, np.int64(0))
            own[index] = best_own
            other[index] = best_other
            own[mirror] = best_own
            other[mirror] = best_other
        step_down(heights, rows + 1)


@njit(cache=True, nogil=True)
def sweep_reachable(rows, length, powers, reached):  # type: ignore[no-untyped-def]
    """Mark the states that moves lead to from index 0 (of each mirror pair the larger index); count them."""
    cols = len(powers)
    heights = np.empty(cols, np.int64)
    gains = np.empty(2 * cols, np.int64)
    children = np.empty(2 * cols, np.int64)
    mirrors = np.empty(2 * cols, np.int64)
    reached[0] = True
    total = 0
    for index in range(len(reached)):
        if reached[index]:
            total += 1
            decode(index, rows + 1, heights)
            mirror = mirror_of(heights, powers)
            count = find_moves(heights, index, mirror, rows, length, 0, powers, gains, children, mirrors)
            for a in range(count):
                reached[max(children[a], mirrors[a])] = True
    return total


@njit(cache=True, nogil=True)
def sweep_sets(  # type: ignore[no-untyped-def]
    begin, end, rows, length, raised, paid, powers, reached, first, size, least, filled,
    own, other, shortest, longest, limbs, table_state, table_key, table_entry,
):  # fmt: skip
    """Equilibrium sets with play counts for the states begin - 1, ..., end; entries from `filled` on.

    Returns (status, the state to go on with, entries filled). With `paid` 0 nothing pays: each set is
    {(0, 0)} and its count is the number of all move sequences. The number of plays is kept in 64-bit limbs,
    the lowest first; a carry out of the last limb stops with OVERFLOW. `least` is the smallest payoff of the
    other player. The hash table maps a pair of payoffs to its entry; a slot holds for the state in it only.
    """
    cols = len(powers)
    words = limbs.shape[1]
    heights = np.empty(cols, np.int64)
    gains = np.empty(2 * cols, np.int64)
    children = np.empty(2 * cols, np.int64)
    mirrors = np.empty(2 * cols, np.int64)
    mask = np.int64(len(table_key) - 1)
    for index in range(begin - 1, end - 1, -1):
        if not reached[index]:
            continue
        decode(index, rows + 1, heights)
        mirror = mirror_of(heights, powers)
        count = find_moves(heights, index, mirror, rows, length, raised, powers, gains, children, mirrors)
        offered = 1
        sure = np.int64(-1)
        for a in range(count):
            child = max(children[a], mirrors[a])
            children[a] = child
            gains[a] *= paid
            offered += size[child]
            sure = max(sure, gains[a] + least[child])
        if filled + offered > len(own):
            return GROW_ENTRIES, index + 1, filled
        if 2 * offered > len(table_key):
            return GROW_TABLE, index + 1, filled
        begun = filled
        first[index] = begun
        if count == 0:
            own[begun] = 0
            other[begun] = 0
            shortest[begun] = 0
            longest[begun] = 0
            limbs[begun, :] = 0
            limbs[begun, 0] = 1
            filled += 1
        for a in range(count):
            child = children[a]
            gain = gains[a]
            for source in range(first[child], first[child] + size[child]):
                mine = gain + other[source]
                if mine < sure:
                    continue
                theirs = np.int64(own[source])
                key = (mine << 32) | theirs
                slot = ((key * SCATTER) >> 24) & mask
                while table_state[slot] == index and table_key[slot] != key:
                    slot = (slot + 1) & mask
                if table_state[slot] != index:
                    table_state[slot] = index
                    table_key[slot] = key
                    table_entry[slot] = filled
                    own[filled] = mine
                    other[filled] = theirs
                    shortest[filled] = shortest[source] + 1
                    longest[filled] = longest[source] + 1
                    for k in range(words):
                        limbs[filled, k] = limbs[source, k]
                    filled += 1
                    continue
                entry = table_entry[slot]
                shortest[entry] = min(shortest[entry], shortest[source] + 1)
                longest[entry] = max(longest[entry], longest[source] + 1)
                carry = np.uint64(0)
                for k in range(words):
                    added = limbs[entry, k] + limbs[source, k]
                    total = added + carry
                    carry = np.uint64((added < limbs[source, k]) | (total < added))
                    limbs[entry, k] = total
                if carry != np.uint64(0):
                    return OVERFLOW, index, filled
        size[index] = filled - begun
        worst = np.int64(other[begun])
        for entry in range(begun, filled):
            worst = min(worst, np.int64(other[entry]))
        least[index] = worst
    return DONE, end, filled
