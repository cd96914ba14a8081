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
from ...support.run import DEFAULT, Settings, cancellable
from ..falling import kernels
from .induction import FEWER, FEWER_OR_TIES, TIE_RULES, Bundle, Heights, Payoffs

if TYPE_CHECKING:
    from .falling_game import Falling

COPIED = 1 << 22  # entries between two checks for cancellation
CHUNK, SETS_CHUNK = 1 << 14, 1 << 14  # states between two reports: for one value each, for sets
BYTES_PER_STATE_TIES = 8
BYTES_PER_STATE_SETS = 17
PER_STATE = 1e-6  # seconds
BYTES_PER_ENTRY = 32  # with counts of 128 bits


def most_paid(game: Falling) -> int:
    """The total value of all cells, an upper bound on payoffs."""
    return game.cols * game.rows * (game.rows + 1 + 2 * game.raised) // 2


def entries_per_state(game: Falling) -> float:
    """The expected number of payoff pairs of a tuple of heights, within a factor 2 for 3 to 7 columns.

    With one or two columns there is one pair; unreachable tuples count as none.
    """
    return max(0.5, (game.cols * game.rows / 28) ** 4) if game.cols > 2 else 1.0


def require_fits(game: Falling, what: str, settings: Settings = DEFAULT) -> None:
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
    settings.expect(CostEstimate(what, needed, game.states * PER_STATE, instead=advice, held=held))
    if most_paid(game) >= 1 << 31:
        raise TooLargeError(f"{game} pays up to {most_paid(game)}, more than 31 bits. {advice}.")


def _rules(game: Falling) -> tuple[int, int, int]:
    return game.rows, game.length, game.raised


def _powers(game: Falling) -> Any:
    return np.array([(game.rows + 1) ** (game.cols - 1 - i) for i in range(game.cols)], np.int64)


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
    def compute(cls, game: Falling, ties: str, settings: Settings = DEFAULT) -> TieTable:
        """One pass down the states."""
        require_fits(game, ties, settings)
        states = game.states
        own, other = _zeros(states, np.int32), _zeros(states, np.int32)
        stops = [*range(states, 0, -CHUNK), 0]
        for begin, end in pairwise(stops):
            settings.report(states - begin, states)
            kernels.sweep_ties(begin, end, _rules(game), TIE_RULES[ties], _powers(game), own, other)
        settings.report(states, states)
        return cls(game, own, other)

    def __call__(self, heights: Heights) -> Payoffs:
        index = index_of(self.game, heights)
        return int(self.own[index]), int(self.other[index])


@dataclass(frozen=True, slots=True)
class SetTable:
    """The equilibrium set of every reachable state, with counts; with `paid` 0 all move sequences instead."""

    game: Falling
    first: Any
    size: Any
    entries: dict[str, Any]

    @classmethod
    def compute(cls, game: Falling, settings: Settings = DEFAULT, paid: int = 1) -> SetTable:
        """One pass down the states; again with longer counts if they overflow."""
        require_fits(game, "all" if paid else "sequences", settings)
        words = 1
        while True:
            table = cls._attempt(game, words, paid, settings)
            if table is not None:
                return table
            words *= 2

    @classmethod
    def _attempt(cls, game: Falling, words: int, paid: int, settings: Settings) -> SetTable | None:
        states = game.states
        rules, powers = _rules(game), _powers(game)
        reached = _zeros(states, np.bool_)
        reached[0] = True
        for begin, end in pairwise([*range(0, states, CHUNK), states]):
            settings.report(0, states)  # a quick pass, reported only so that it can be cancelled
            kernels.sweep_reachable(begin, end, rules, powers, reached)
        first = _zeros(states, np.int64)
        size, least = _zeros(states, np.int32), _zeros(states, np.int32)
        entries = _new_entries(1 << 16, words)
        slots = _new_slots(1 << 12)
        begin, filled = states, 0
        while begin:
            settings.report(states - begin, states)
            end = max(0, begin - SETS_CHUNK)
            states_so_far = reached, first, size, least
            status, begin, filled = kernels.sweep_sets(
                begin, end, rules, paid, powers, states_so_far, filled, tuple(entries.values()), slots
            )
            if status == kernels.OVERFLOW:
                return None
            if status == kernels.GROW_SLOTS:
                slots = _new_slots(2 * len(slots[0]))
            elif status == kernels.GROW_ENTRIES:
                _grow(game, entries, settings)
        settings.report(states, states)
        return cls(game, first, size, entries)

    def __call__(self, heights: Heights) -> dict[Payoffs, Bundle]:
        index = index_of(self.game, heights)
        places = range(self.first[index], self.first[index] + self.size[index])
        kept = self.entries
        return {
            (int(kept["own"][i]), int(kept["other"][i])): Bundle(
                int.from_bytes(kept["limbs"][i].astype("<u8").tobytes(), "little"),
                int(kept["shortest"][i]),
                int(kept["longest"][i]),
            )
            for i in places
        }


def _new_entries(capacity: int, words: int) -> dict[str, Any]:
    return {
        "own": np.empty(capacity, np.int32),
        "other": np.empty(capacity, np.int32),
        "shortest": np.empty(capacity, np.int32),
        "longest": np.empty(capacity, np.int32),
        "limbs": np.empty((capacity, words), np.uint64),
    }


def _grow(game: Falling, entries: dict[str, Any], settings: Settings) -> None:
    """Replace the arrays by larger ones: twice as large, or as large as fits.

    An array is free once it is copied, so that the additional memory on the way is that of the largest one.
    """
    held = process_memory()[0]
    capacity = len(entries["own"])
    bytes_per_entry = sum(array.nbytes for array in entries.values()) // capacity
    copied = max(array.nbytes for array in entries.values())
    need = CostEstimate(f"the equilibrium sets of {game}", instead=FEWER_OR_TIES, held=held)
    fitting = (need.allowed(settings.limit) - held - copied) // bytes_per_entry
    more = min(capacity, max(fitting, capacity // 8))
    need._replace(memory=held + copied + more * bytes_per_entry).require(settings.limit)
    for name in sorted(entries, key=lambda name: -entries[name].nbytes):
        entries[name] = _enlarged(entries[name], more)


def _zeros(number: int, kind: Any) -> Any:
    """Zeros whose memory is allocated at once; the mirror images would otherwise touch all pages first."""
    array = np.empty(number, kind)
    for first in cancellable(range(0, number, COPIED)):
        array[first : first + COPIED] = 0
    return array


def _enlarged(array: Any, more: int) -> Any:
    """A copy with `more` additional places at its end."""
    larger = np.empty((len(array) + more, *array.shape[1:]), array.dtype)
    for first in cancellable(range(0, len(array), COPIED)):
        part = array[first : first + COPIED]
        larger[first : first + len(part)] = part
    return larger


def _new_slots(number: int) -> tuple[Any, Any, Any]:
    return np.full(number, -1, np.int64), np.empty(number, np.int64), np.empty(number, np.int64)
