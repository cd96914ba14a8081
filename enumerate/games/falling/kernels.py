"""The induction of `induction.py` for two players, compiled: heights are digits of one number.

State (h_1, ..., h_C) has index sum of h_i * (R + 1)^(C - i). Every move raises the index, so one pass from
the largest index down meets every child before its parent. A state and its mirror image have the same
outcomes; only the one with the larger index is computed.

`rules` is (rows, length of a piece, rows filled below); `powers` are those of R + 1, one for each column.
"""

from typing import Any

import numpy as np

from ...support.compiled import compiled, step

DONE, GROW_ENTRIES, GROW_SLOTS, OVERFLOW = 0, 1, 2, 3
PAIR, MOVES, COUNT = 0, 1, 2  # columns of an entry of a set; COUNT: the first of the limbs
HALF, HALF_BITS = np.uint64(2**32 - 1), np.uint64(32)
ONE_MOVE = np.uint64(2**32 + 1)  # one move more in the shortest and in the longest play
SCATTER = np.int64(-7046029254386353131)  # 2^64 / golden ratio, as a signed number


@step
def decode(index: Any, base: Any, heights: Any) -> None:
    """Write the digits of `index` into `heights`, the first column first."""
    for i in range(len(heights) - 1, -1, -1):
        heights[i] = index % base
        index //= base


@step
def step_down(heights: Any, base: Any) -> None:
    """The digits of the next smaller index."""
    i = len(heights) - 1
    while i >= 0 and heights[i] == 0:
        heights[i] = base - 1
        i -= 1
    if i >= 0:
        heights[i] -= 1


@step
def mirror_of(heights: Any, powers: Any) -> Any:
    """The index of the mirror image."""
    image = np.int64(0)
    for i in range(len(heights)):
        image += heights[i] * powers[len(heights) - 1 - i]
    return image


@step
def room_for_moves(cols: Any) -> Any:
    """Arrays for `find_moves` to fill; there are fewer than two moves for each column."""
    return np.empty(2 * cols, np.int64), np.empty(2 * cols, np.int64), np.empty(2 * cols, np.int64)


@step
def find_moves(heights: Any, index: Any, mirror: Any, rules: Any, powers: Any, moves: Any) -> Any:
    """Fill in gain, child and mirror image of the child for each move; return the number of moves."""
    rows, length, raised = rules
    gains, children, mirrors = moves
    cols = len(heights)
    count = 0
    for i in range(cols):
        if heights[i] + length <= rows:
            gains[count] = length * (heights[i] + raised) + length * (length + 1) // 2
            children[count] = index + length * powers[i]
            mirrors[count] = mirror + length * powers[cols - 1 - i]
            count += 1
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


@compiled
def sweep_ties(begin: Any, end: Any, rules: Any, sign: Any, powers: Any, own: Any, other: Any) -> None:
    """Values under a tie rule for the states begin - 1, begin - 2, ..., end, into `own` and `other`."""
    base = rules[0] + 1
    heights = np.empty(len(powers), np.int64)
    moves = room_for_moves(len(powers))
    gains, children, _ = moves
    decode(begin - 1, base, heights)
    for index in range(begin - 1, end - 1, -1):
        mirror = mirror_of(heights, powers)
        if mirror <= index:
            count = find_moves(heights, index, mirror, rules, powers, moves)
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
        step_down(heights, base)


@compiled
def sweep_reachable(begin: Any, end: Any, rules: Any, powers: Any, reached: Any) -> None:
    """Mark the children of the marked states begin, ..., end - 1; of two mirror images the larger index."""
    heights = np.empty(len(powers), np.int64)
    moves = room_for_moves(len(powers))
    _, children, mirrors = moves
    for index in range(begin, end):
        if reached[index]:
            decode(index, rules[0] + 1, heights)
            count = find_moves(heights, index, mirror_of(heights, powers), rules, powers, moves)
            for a in range(count):
                reached[max(children[a], mirrors[a])] = True


@step
def add(entries: Any, entry: Any, source: Any) -> Any:
    """Add the count in row `source` to that in row `entry`, the lowest limb first; whether it fits."""
    carry = np.uint64(0)
    for k in range(COUNT, entries.shape[1]):
        added = entries[entry, k] + entries[source, k]
        total = added + carry
        carry = np.uint64((added < entries[source, k]) | (total < added))
        entries[entry, k] = total
    return carry == np.uint64(0)


@step
def other_payoff(entries: Any, entry: Any) -> Any:
    """The payoff of the player who is not on turn."""
    return np.int64(entries[entry, PAIR] & HALF)


@compiled
def sweep_sets(
    begin: Any,
    end: Any,
    rules: Any,
    paid: Any,
    powers: Any,
    states: Any,
    filled: Any,
    entries: Any,
    slots: Any,
) -> Any:
    """Equilibrium sets with play counts for the states begin - 1, ..., end; entries from `filled` on.

    Returns (status, the state to go on with, entries filled). With `paid` 0 nothing pays: each set is
    {(0, 0)} and its count is the number of all move sequences.

    `states`: which are reached, the first entry of each, their number, and the smallest payoff of the other
    player in it. A row of `entries`: the two payoffs in one word, the fewest and the most moves in one word,
    and the number of plays in 64-bit limbs, the lowest first; a carry out of the last limb stops with
    OVERFLOW. `slots` are a hash table of entries by their payoffs; a slot holds for the state in it only.
    """
    reached, first, size, least = states
    slot_state, slot_entry = slots
    heights = np.empty(len(powers), np.int64)
    moves = room_for_moves(len(powers))
    gains, children, mirrors = moves
    mask = np.int64(len(slot_state) - 1)
    for index in range(begin - 1, end - 1, -1):
        if not reached[index]:
            continue
        decode(index, rules[0] + 1, heights)
        count = find_moves(heights, index, mirror_of(heights, powers), rules, powers, moves)
        offered = 1
        sure = np.int64(-1)
        for a in range(count):
            child = max(children[a], mirrors[a])
            children[a] = child
            gains[a] *= paid
            offered += size[child]
            sure = max(sure, gains[a] + least[child])
        if filled + offered > len(entries):
            return GROW_ENTRIES, index + 1, filled
        if 2 * offered > len(slot_state):
            return GROW_SLOTS, index + 1, filled
        begun = filled
        first[index] = begun
        if count == 0:
            entries[begun, :] = 0
            entries[begun, COUNT] = 1
            filled += 1
        for a in range(count):
            child = children[a]
            for source in range(first[child], first[child] + size[child]):
                mine = gains[a] + other_payoff(entries, source)
                if mine < sure:
                    continue
                pair = np.uint64(mine) << HALF_BITS | entries[source, PAIR] >> HALF_BITS
                slot = ((np.int64(pair) * SCATTER) >> 24) & mask
                while slot_state[slot] == index and entries[slot_entry[slot], PAIR] != pair:
                    slot = (slot + 1) & mask
                longer = entries[source, MOVES] + ONE_MOVE
                if slot_state[slot] != index:
                    slot_state[slot] = index
                    slot_entry[slot] = filled
                    entries[filled, PAIR] = pair
                    entries[filled, MOVES] = longer
                    for k in range(COUNT, entries.shape[1]):
                        entries[filled, k] = entries[source, k]
                    filled += 1
                    continue
                entry = slot_entry[slot]
                known = entries[entry, MOVES]
                shortest = min(known >> HALF_BITS, longer >> HALF_BITS)
                entries[entry, MOVES] = shortest << HALF_BITS | max(known & HALF, longer & HALF)
                if not add(entries, entry, source):
                    return OVERFLOW, index, filled
        size[index] = filled - begun
        worst = other_payoff(entries, begun)
        for entry in range(begun, filled):
            worst = min(worst, other_payoff(entries, entry))
        least[index] = worst
    return DONE, end, filled
