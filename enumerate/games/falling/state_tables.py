"""Run the compiled induction: sizes, memory, growth of buffers, and look-up by heights.

Every tuple of heights, reachable or not, has a place in the arrays.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np

from ...support.errors import TooLargeError, about
from ...support.memory import CostEstimate, loaded_memory, process_memory
from ...support.run import advance, cancellable, current, expect
from . import kernels
from .induction import FEWER, FEWER_OR_TIES, TIE_RULES, Bundle, Heights, Payoffs

if TYPE_CHECKING:
    from .falling_game import Falling

COPIED = 1 << 22  # entries between two checks for cancellation
CHUNK = 1 << 14  # states between two reports
BYTES_PER_STATE_TIES = 8
BYTES_PER_STATE_SETS = 17
PER_STATE = 1e-6  # seconds
BYTES_PER_ENTRY = 32  # with counts of 128 bits
HALF = (1 << 32) - 1


def most_paid(game: Falling) -> int:
    """The total value of all cells, an upper bound on payoffs."""
    return game.cols * game.rows * (game.rows + 1 + 2 * game.raised) // 2


def entries_per_state(game: Falling) -> float:
    """The expected number of payoff pairs of a tuple of heights, within a factor 2 for 3 to 7 columns.

    With one or two columns there is one pair; unreachable tuples count as none.
    """
    return max(0.5, (game.cols * game.rows / 28) ** 4) if game.cols > 2 else 1.0


def require_fits(game: Falling, what: str) -> None:
    """Refuse a board whose arrays would not fit or whose payoffs pass 31 bits.

    `what` is `all` (all equilibria), `sequences` (the number of move sequences) or a tie rule (one value).
    """
    advice = FEWER
    bytes_per_state: float = BYTES_PER_STATE_TIES
    if what == "sequences":
        bytes_per_state = BYTES_PER_STATE_SETS + BYTES_PER_ENTRY
    elif what == "all":
        bytes_per_state = BYTES_PER_STATE_SETS + BYTES_PER_ENTRY * entries_per_state(game)
        advice = FEWER_OR_TIES
    held = loaded_memory()
    needed = held + game.states * ceil(bytes_per_state)
    what = f"the {about(game.states)} tuples of heights of {game}"
    expect(CostEstimate(what, needed, game.states * PER_STATE, instead=advice, held=held))
    if most_paid(game) >= 1 << 31:
        raise TooLargeError(f"{game} pays up to {most_paid(game)}, more than 31 bits. {advice}.")


def _shape(game: Falling) -> tuple[tuple[int, int, int], Any]:
    """The rules and the powers that the kernels take."""
    powers = [(game.rows + 1) ** (game.cols - 1 - i) for i in range(game.cols)]
    return (game.rows, game.length, game.raised), np.array(powers, np.int64)


def index_of(game: Falling, heights: Heights) -> int:
    """The place of a tuple of heights in the arrays; of the two mirror images the larger."""
    base = game.rows + 1
    index = mirror = 0
    for height, image in zip(heights, reversed(heights), strict=True):
        index = index * base + height
        mirror = mirror * base + image
    return max(index, mirror)


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
        states = game.states
        rules, powers = _shape(game)
        own, other = _zeros(states, np.int32), _zeros(states, np.int32)
        for begin, end in pairwise([*range(states, 0, -CHUNK), 0]):
            advance(states - begin, states)
            kernels.sweep_ties(begin, end, rules, TIE_RULES[ties], powers, own, other)
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
    def compute(cls, game: Falling, paid: int = 1) -> SetTable:
        """One pass down the states; again with longer counts if they overflow."""
        require_fits(game, "all" if paid else "sequences")
        words = 1
        while (table := cls._attempt(game, words, paid)) is None:
            words *= 2
        return table

    @classmethod
    def _attempt(cls, game: Falling, words: int, paid: int) -> SetTable | None:
        states = game.states
        rules, powers = _shape(game)
        reached = _zeros(states, np.bool_)
        reached[0] = True
        for begin, end in pairwise([*range(0, states, CHUNK), states]):
            advance(0, states)  # a quick pass, reported only so that it can be cancelled
            kernels.sweep_reachable(begin, end, rules, powers, reached)
        first = _zeros(states, np.int64)
        size, least = _zeros(states, np.int32), _zeros(states, np.int32)
        entries = np.empty((1 << 16, kernels.COUNT + words), np.uint64)
        slots = _new_slots(1 << 12)
        begin, filled = states, 0
        while begin:
            advance(states - begin, states)
            end = max(0, begin - CHUNK)
            known = reached, first, size, least
            status, begin, filled = kernels.sweep_sets(
                begin, end, rules, paid, powers, known, filled, entries, slots
            )
            if status == kernels.OVERFLOW:
                return None
            if status == kernels.GROW_SLOTS:
                slots = _new_slots(2 * len(slots[0]))
            elif status == kernels.GROW_ENTRIES:
                _grow(game, entries)
        return cls(game, first, size, entries)

    def __call__(self, heights: Heights) -> dict[Payoffs, Bundle]:
        index = index_of(self.game, heights)
        first, size = int(self.first[index]), int(self.size[index])
        found: dict[Payoffs, Bundle] = {}
        for pair, moves, *limbs in self.entries[first : first + size].tolist():
            plays = sum(limb << 64 * place for place, limb in enumerate(limbs))
            found[pair >> 32, pair & HALF] = Bundle(plays, moves >> 32, moves & HALF)
        return found


def _grow(game: Falling, entries: Any) -> None:
    """Make the array of entries twice as large, or as large as fits."""
    held = process_memory()[0]
    capacity, bytes_per_entry = len(entries), entries.nbytes // len(entries)
    need = CostEstimate(f"the equilibrium sets of {game}", instead=FEWER_OR_TIES, held=held)
    limit = current().limit
    more = min(capacity, max((need.allowed(limit) - held) // bytes_per_entry, capacity // 8))
    need._replace(memory=held + more * bytes_per_entry).require(limit)
    entries.resize((capacity + more, entries.shape[1]), refcheck=False)  # the system moves pages, not bytes


def _zeros(number: int, kind: Any) -> Any:
    """Zeros whose memory is allocated at once; the mirror images would otherwise touch all pages first."""
    array = np.empty(number, kind)
    for first in cancellable(range(0, number, COPIED)):
        array[first : first + COPIED] = 0
    return array


def _new_slots(number: int) -> tuple[Any, Any]:
    return np.full(number, -1, np.int64), np.empty(number, np.int64)
