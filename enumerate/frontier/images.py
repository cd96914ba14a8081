"""The states along a sweep, counted without listing them: visits are applied to whole sets of words."""

from collections.abc import Sequence

from ..support.progress import look
from .neighbourhood import Lookup
from .program import occurring, slots_of
from .sweep import Local
from .words import NOTHING, States

ASKED = 20  # what a transition takes that is made for the first time, in sets

Pairs = frozenset[tuple[tuple[int, int], ...]]  # labels before and after in some slots, the last slot first


class TooManyError(Exception):
    """There are more sets than it is worth to look at."""


def state_counts(locals_: Sequence[Local], most: int) -> list[int] | None:
    """The number of states after each visit; None if that takes more than `most` sets.

    >>> from enumerate import Board
    >>> from enumerate.frontier.sweep import sweep
    >>> board = Board.rectangle(3, 3)
    >>> visits = sweep(board, frozenset(), tuple(sorted(board.cells))).locals
    >>> state_counts(visits, 1000), state_counts(visits, 10)
    ([3, 6, 8, 8, 8, 8, 4, 1, 1], None)
    """
    images, states, counts = Images(most), States.start(slots_of(locals_)), []
    known: dict[tuple[Local, States], States] = {}
    try:
        for local in locals_:
            look()
            if (local, states) not in known:
                known[local, states] = images.of(states, local)
            states = known[local, states]
            counts.append(len(states))
    except TooManyError:
        return None
    return counts


class Images:
    """What visits make of sets of states, as long as not too many sets are looked at."""

    def __init__(self, most: int) -> None:
        self._left = most

    def of(self, states: States, local: Local) -> States:
        """The states after a visit."""
        words, slots = states.words, local.slots
        given = occurring(states, slots) if len(states) else set()
        self._spend(ASKED * len(given))
        moves = [(before, after) for before in given for after, _, _ in local.rule(before)]
        words.grow(max([words.digits, *(1 + label for _, after in moves for label in after)]))
        branches = Lookup(_branches)
        made: dict[tuple[int, Pairs], int] = {}

        def image(node: int, level: int, pairs: Pairs) -> int:
            if node == NOTHING or not pairs or level <= min(slots, default=level):
                return node if pairs else NOTHING
            if (node, pairs) not in made:
                self._spend(1)
                below = words.children[node]
                if level - 1 in slots:
                    after = [NOTHING] * words.digits
                    for (one, other), rest in branches[pairs].items():
                        after[other] = words.union(after[other], image(below[one], level - 1, rest))
                else:
                    after = [image(child, level - 1, pairs) for child in below]
                made[node, pairs] = words.node(tuple(after))
            return made[node, pairs]

        pairs = frozenset(tuple(zip(before, after, strict=True))[::-1] for before, after in moves)
        return States(words, image(states.root, states.slots, pairs), states.slots)

    def _spend(self, sets: int) -> None:
        self._left -= sets
        if self._left < 0:
            raise TooManyError


def _branches(pairs: Pairs) -> dict[tuple[int, int], Pairs]:
    """By the labels of the last slot: what may be in the others."""
    found: dict[tuple[int, int], set[tuple[tuple[int, int], ...]]] = {}
    for first, *rest in pairs:
        found.setdefault(first, set()).add(tuple(rest))
    return {first: frozenset(rests) for first, rests in found.items()}
