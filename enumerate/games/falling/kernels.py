"""The induction of `induction.py` for two players, compiled, with the tables that it fills.

The heights (h_1, ..., h_C) are the digits of an index, the sum of h_i * (R + 1)^(C - i). Every move raises
the index, so one pass from the largest index down meets every child before its parent. A state and its mirror
image have the same payoffs; only the one with the larger index is computed. The arrays have an entry for
every tuple of heights, reachable or not.

In the kernels `rules` is (rows, length of a piece, rows filled below, factor of all gains, powers of R + 1).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np

from ...support.compiled import compiled, step
from ...support.errors import TooLargeError, about
from ...support.memory import CostEstimate, loaded_memory, process_memory
from ...support.run import advance, cancellable, current, expect
from .induction import ADVICE, ADVICE_OR_TIES, TIE_RULES, Bundle, Heights, Payoffs

if TYPE_CHECKING:
    from .falling_game import Falling

ENTRIES_PER_CHECK = 1 << 22  # entries cleared between two checks for cancellation
STATES_PER_REPORT = 1 << 14
SECONDS_PER_STATE = 1e-6
BYTES_PER_STATE_TIES, BYTES_PER_STATE_SETS = 8, 17
BYTES_PER_ENTRY = 32  # with counts of 128 bits
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
def empty_moves(cols: Any) -> Any:
    """Arrays for `find_moves` to fill; there are fewer than two moves for each column."""
    return np.empty(2 * cols, np.int64), np.empty(2 * cols, np.int64), np.empty(2 * cols, np.int64)


@step
def find_moves(heights: Any, index: Any, mirror: Any, rules: Any, moves: Any) -> Any:
    """Fill in gain, child and mirror image of the child for each move; return the number of moves."""
    rows, length, raised, paid, powers = rules
    gains, children, mirrors = moves
    cols = len(heights)
    count = 0
    for i in range(cols):
        if heights[i] + length <= rows:
            gains[count] = paid * (length * (heights[i] + raised) + length * (length + 1) // 2)
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
            gains[count] = paid * length * (row + raised)
            children[count] = child
            mirrors[count] = image
            count += 1
    return count


@compiled
def sweep_ties(begin: Any, end: Any, rules: Any, sign: Any, own: Any, other: Any) -> None:
    """Fill in the payoffs of the mover and of the other for the states begin - 1, ..., end, by a tie rule."""
    base, powers = rules[0] + 1, rules[4]
    heights = np.empty(len(powers), np.int64)
    gains, children, _ = moves = empty_moves(len(powers))
    decode(begin - 1, base, heights)
    for index in range(begin - 1, end - 1, -1):
        mirror = mirror_of(heights, powers)
        if mirror <= index:
            count = find_moves(heights, index, mirror, rules, moves)
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
def sweep_reachable(begin: Any, end: Any, rules: Any, reached: Any) -> None:
    """Mark the children of the marked states begin, ..., end - 1."""
    powers = rules[4]
    heights = np.empty(len(powers), np.int64)
    _, children, mirrors = moves = empty_moves(len(powers))
    for index in range(begin, end):
        if reached[index]:
            decode(index, rules[0] + 1, heights)
            count = find_moves(heights, index, mirror_of(heights, powers), rules, moves)
            for a in range(count):
                reached[max(children[a], mirrors[a])] = True


@step
def add(entries: Any, entry: Any, source: Any) -> Any:
    """Add the count in row `source` to that in row `entry`; return whether it fits."""
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
def sweep_sets(begin: Any, end: Any, rules: Any, states: Any, filled: Any, entries: Any, slots: Any) -> Any:
    """Fill in the equilibrium sets of the states begin - 1, ..., end; the first free entry is `filled`.

    Returns (status, the state to go on with, entries filled). If nothing pays, each set is {(0, 0)} and its
    count is the number of all move sequences.

    `states`: which are reached, the first entry of each, their number, and the smallest payoff of the other
    player in it. A row of `entries`: the two payoffs in one word, the fewest and the most moves in one word,
    and the number of plays in 64-bit limbs, the lowest first; a carry out of the last limb stops with
    OVERFLOW. `slots` is a hash table of entries by their payoffs. A slot is valid only for the state in it.
    """
    reached, first, size, least = states
    slot_state, slot_entry = slots
    powers = rules[4]
    heights = np.empty(len(powers), np.int64)
    gains, children, mirrors = moves = empty_moves(len(powers))
    mask = np.int64(len(slot_state) - 1)
    for index in range(begin - 1, end - 1, -1):
        if not reached[index]:
            continue
        decode(index, rules[0] + 1, heights)
        count = find_moves(heights, index, mirror_of(heights, powers), rules, moves)
        offered = 1
        sure = np.int64(-1)
        for a in range(count):
            child = max(children[a], mirrors[a])
            children[a] = child
            offered += size[child]
            sure = max(sure, gains[a] + least[child])
        if filled + offered > len(entries):
            return GROW_ENTRIES, index + 1, filled
        if 2 * offered > len(slot_state):
            return GROW_SLOTS, index + 1, filled
        first[index] = begun = filled
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


def entries_per_state(game: Falling) -> float:
    """The expected number of payoff pairs of a tuple of heights, within a factor 2 for 3 to 7 columns.

    With one or two columns there is one pair; unreachable tuples have none.
    """
    return max(0.5, (game.cols * game.rows / 28) ** 4) if game.cols > 2 else 1.0


def require_fits(game: Falling, what: str) -> None:
    """Refuse a board whose arrays would not fit or whose payoffs pass 31 bits.

    `what` is `all` (all equilibria), `sequences` (the number of move sequences) or a tie rule (one value).
    """
    bytes_per_state: float = BYTES_PER_STATE_TIES
    if what not in TIE_RULES:
        entries = entries_per_state(game) if what == "all" else 1
        bytes_per_state = BYTES_PER_STATE_SETS + BYTES_PER_ENTRY * entries
    advice = ADVICE_OR_TIES if what == "all" else ADVICE
    held = loaded_memory()
    needed = held + game.states * ceil(bytes_per_state)
    what = f"the {about(game.states)} tuples of heights of {game}"
    expect(CostEstimate(what, needed, game.states * SECONDS_PER_STATE, instead=advice, held=held))
    most_paid = game.cols * game.rows * (game.rows + 1 + 2 * game.raised) // 2
    if most_paid >= 1 << 31:
        raise TooLargeError(f"{game} pays up to {most_paid}, more than 31 bits. {advice}.")


def rules_of(game: Falling, paid: int = 1) -> tuple[int, int, int, int, Any]:
    """The rules that the kernels take."""
    powers = [(game.rows + 1) ** (game.cols - 1 - i) for i in range(game.cols)]
    return game.rows, game.length, game.raised, paid, np.array(powers, np.int64)


def index_of(game: Falling, heights: Heights) -> int:
    """The place of a tuple of heights in the arrays; of the two mirror images the larger."""

    def index(digits: Iterable[int]) -> int:
        return reduce(lambda place, height: place * (game.rows + 1) + height, digits, 0)

    return max(index(heights), index(reversed(heights)))


@dataclass(frozen=True, slots=True)
class TieTable:
    """The value of every state under one tie rule."""

    game: Falling
    own: Any
    other: Any

    @classmethod
    def compute(cls, game: Falling, ties: str) -> TieTable:
        """One pass down the states."""
        require_fits(game, ties)
        states, rules = game.states, rules_of(game)
        own, other = zeros(states, np.int32), zeros(states, np.int32)
        for begin, end in pairwise([*range(states, 0, -STATES_PER_REPORT), 0]):
            advance(states - begin, states)
            sweep_ties(begin, end, rules, TIE_RULES[ties], own, other)
        return cls(game, own, other)

    def __call__(self, heights: Heights) -> dict[Payoffs, None]:
        index = index_of(self.game, heights)
        return {(int(self.own[index]), int(self.other[index])): None}


@dataclass(frozen=True, slots=True)
class SetTable:
    """The equilibrium set of every reachable state, with counts; with `paid` 0 all move sequences instead."""

    game: Falling
    first: Any
    size: Any
    entries: Any

    @classmethod
    def compute(cls, game: Falling, paid: int = 1, limbs: int = 1) -> SetTable:
        """One pass down the states; again with twice as many limbs for the counts if they overflow."""
        require_fits(game, "all" if paid else "sequences")
        states, rules = game.states, rules_of(game, paid)
        reached = zeros(states, np.bool_)
        reached[0] = True
        for begin, end in pairwise([*range(0, states, STATES_PER_REPORT), states]):
            advance(0, states)  # a quick pass; the report only allows cancelling
            sweep_reachable(begin, end, rules, reached)
        first = zeros(states, np.int64)
        size, least = zeros(states, np.int32), zeros(states, np.int32)
        entries = np.empty((1 << 16, COUNT + limbs), np.uint64)
        slots = new_slots(1 << 12)
        begin, filled = states, 0
        while begin:
            advance(states - begin, states)
            end = max(0, begin - STATES_PER_REPORT)
            known = reached, first, size, least
            status, begin, filled = sweep_sets(begin, end, rules, known, filled, entries, slots)
            if status == OVERFLOW:
                return cls.compute(game, paid, 2 * limbs)
            if status == GROW_SLOTS:
                slots = new_slots(2 * len(slots[0]))
            elif status == GROW_ENTRIES:
                grow(game, entries)
        return cls(game, first, size, entries)

    def __call__(self, heights: Heights) -> dict[Payoffs, Bundle]:
        index = index_of(self.game, heights)
        first, size = int(self.first[index]), int(self.size[index])
        found: dict[Payoffs, Bundle] = {}
        for pair, moves, *limbs in self.entries[first : first + size].tolist():
            plays = sum(limb << 64 * place for place, limb in enumerate(limbs))
            found[divmod(pair, 1 << 32)] = Bundle(plays, *divmod(moves, 1 << 32))
        return found


def grow(game: Falling, entries: Any) -> None:
    """Make the array of entries twice as large, or as large as fits."""
    held = process_memory()[0]
    capacity, bytes_per_entry = len(entries), entries.nbytes // len(entries)
    need = CostEstimate(f"the equilibrium sets of {game}", instead=ADVICE_OR_TIES, held=held)
    limit = current().limit
    more = min(capacity, max((need.allowed(limit) - held) // bytes_per_entry, capacity // 8))
    need._replace(memory=held + more * bytes_per_entry).require(limit)
    entries.resize((capacity + more, entries.shape[1]), refcheck=False)  # the system moves pages, not bytes


def zeros(number: int, kind: Any) -> Any:
    """Zeros whose memory is allocated at once: mirror images lie far apart, so the first states would wait
    for all pages, without a check for cancellation between them.
    """
    array = np.empty(number, kind)
    for first in cancellable(range(0, number, ENTRIES_PER_CHECK)):
        array[first : first + ENTRIES_PER_CHECK] = 0
    return array


def new_slots(number: int) -> tuple[Any, Any]:
    """An empty hash table."""
    return np.full(number, -1, np.int64), np.empty(number, np.int64)
