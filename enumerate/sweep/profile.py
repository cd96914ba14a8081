"""The states along a sweep, counted exactly without listing them: visits are applied to sets of states.

A set of states is a node of a decision diagram (`words.py`), and the image of a node under a visit is found
by recursion over the diagram. The 4 million states of D(22,22) take a few hundred nodes. The choice of an
order, the announcement of a computation and its refusal all read these counts.
"""

from collections.abc import Sequence
from threading import Lock

from ..model.board import Board, Cell
from ..model.game import DOMINEERING, Game
from ..rules.symmetry import has_axis_pieces, is_transpose_invariant
from ..support.caches import cached
from ..support.progress import check_cancelled
from .diagram import NOTHING, StateSet, occurring
from .orders import axis_orders, greedy, is_mirrored, is_plain_box, lexicographic, narrowest_order
from .periodic import periodic_sweep
from .sweep import Local, slots_of
from .visit import Lookup

HOPELESS = 2**60  # a number of states that no machine holds
FEW_CELLS = 12  # of a box: it is swept along its longest side without counting states
FEW_STATES = 16_000  # along a whole sweep: another order would not save much
MOST_SETS = 400_000  # of the decision diagram that are visited for one sweep: about two seconds
NEW_TRANSITION = 20  # sets: the cost of computing a transition
CHECK_EVERY = 4096  # sets of states between two looks at whether to stop

Pairs = frozenset[tuple[tuple[int, int], ...]]  # labels before and after in some slots, the last slot first


class TooManySetsError(Exception):
    """The decision diagram has too many different sets."""


def state_counts(
    board: Board,
    stuck: frozenset[int],
    order: Sequence[Cell],
    enough: float = HOPELESS,
    perfect: bool = False,
    game: Game = DOMINEERING,
) -> list[int]:
    """The number of states after each visit; the list ends early once its sum exceeds `enough`.

    The numbers are exact, except for games whose sets of states have little in common (knights on wide
    boards): there, the last visits are extrapolated.

    >>> state_counts(Board.rectangle(3, 3), frozenset(), sorted(Board.rectangle(3, 3).cells))
    [3, 6, 8, 8, 8, 8, 4, 1, 1]
    """
    key = board, stuck, tuple(order), perfect, game
    counts = _counted(*key)
    with counts.lock:  # threads that ask about the same board share the counter
        if not counts.is_complete and sum(counts.numbers) <= enough:
            counts.go_on(enough)
        return _until(counts.repeated(), enough)


def _until(numbers: list[int], enough: float) -> list[int]:
    total = 0
    for place, number in enumerate(numbers):
        total += number
        if total > enough:
            return numbers[: place + 1]
    return numbers


@cached(32)
def _counted(
    board: Board, stuck: frozenset[int], order: tuple[Cell, ...], perfect: bool, game: Game
) -> "StateCounter":
    return StateCounter(board, stuck, order, perfect, game)


class StateCounter:
    """The states after the visits of a sweep, as far as they have been counted."""

    def __init__(
        self, board: Board, stuck: frozenset[int], order: tuple[Cell, ...], perfect: bool, game: Game
    ) -> None:
        self._short = periodic_sweep(board, stuck, order, perfect, game)
        self._visits = self._short.swept.locals
        self._states = StateSet.start(slots_of(self._visits))
        self._images = Images(MOST_SETS)
        self._known: dict[tuple[Local, StateSet], StateSet] = {}
        self.numbers: list[int] = []
        self.lock = Lock()

    @property
    def is_complete(self) -> bool:
        """Whether all visits are counted."""
        return len(self.numbers) == len(self._visits)

    def go_on(self, enough: float) -> None:
        """Count until all visits are done, or the sum exceeds `enough`."""
        total = sum(self.numbers)
        while not self.is_complete and total <= enough:
            check_cancelled()
            local = self._visits[len(self.numbers)]
            key = local, self._states
            try:
                if key not in self._known:
                    self._known[key] = self._images.of(self._states, local)
            except TooManySetsError:
                self._extrapolate()
                return
            self._states = self._known[key]
            self.numbers.append(len(self._states))
            total += self.numbers[-1]

    def _extrapolate(self) -> None:
        """Let the states grow as in the last visits until two slices are done, and then stay."""
        swept = self._short.swept
        width = len(swept.order) // max(swept.graph.board.shape)
        done = len(self.numbers)
        window = max(1, min(done // 2, width))
        rate = (
            (self.numbers[-1] / max(1, self.numbers[-1 - window])) ** (1 / window) if done > window else 2.0
        )
        number = float(self.numbers[-1])
        for visit in range(done, len(self._visits)):
            number = min(number * max(rate, 1.0) if visit < 2 * width else number, float(HOPELESS))
            self.numbers.append(int(number))

    def repeated(self) -> list[int]:
        """The numbers of the whole board, where a shorter one was counted instead."""
        if not self.is_complete:
            return self.numbers
        return self._short.repeated(self.numbers, self._short.more)


class Images:
    """What visits make of sets of states, as long as not too many sets are looked at."""

    def __init__(self, most: int) -> None:
        self._left = most

    def of(self, states: StateSet, local: Local) -> StateSet:
        """The states after a visit."""
        words, slots = states.words, local.slots
        given = occurring(states, slots) if len(states) else set()
        self._spend(NEW_TRANSITION * len(given))
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
        return StateSet(words, image(states.root, states.slots, pairs), states.slots)

    def _spend(self, sets: int) -> None:
        before, self._left = self._left, self._left - sets
        if before // CHECK_EVERY != self._left // CHECK_EVERY:  # one visit of a graph may take seconds
            check_cancelled()
        if self._left < 0:
            raise TooManySetsError


def _branches(pairs: Pairs) -> dict[tuple[int, int], Pairs]:
    """By the labels of the last slot: what may be in the others."""
    found: dict[tuple[int, int], set[tuple[tuple[int, int], ...]]] = {}
    for first, *rest in pairs:
        found.setdefault(first, set()).add(tuple(rest))
    return {first: frozenset(rests) for first, rests in found.items()}


@cached(64)
def best_order(board: Board, stuck: frozenset[int], game: Game = DOMINEERING) -> tuple[Cell, ...]:
    """The order with the fewest states, among all sweeps along the axes and the greedy one.

    For a rectangle this chooses the direction of the sweep by the number of states, not by the short
    side: Right ends of an m x n board take 2^n states row by row and 3^m column by column.
    """
    if all(board.wrap):
        return narrowest_order(board, game)  # the sets of states of tori are many: counting them takes long
    orders, flat = axis_orders(board), board.dimension == 2
    alike = flat and has_axis_pieces(game) and len(stuck) != 1  # then small slices are all that counts
    if is_plain_box(board) and (len(orders) == 1 or alike or len(board) <= FEW_CELLS):
        return tuple(lexicographic(board, orders[0]))
    is_box = board.is_box and board.lattice.is_square and not board.barred
    square = board.lattice.is_square and not board.barred
    lined, even = square and has_axis_pieces(game), square and flat and is_transpose_invariant(game)
    best, least = lexicographic(board, orders[0]), HOPELESS
    enough = 0 if any(board.wrap) else FEW_STATES
    tried = set()
    for axes in orders:
        if least < enough:
            break
        length = board.shape[axes[0]]
        cut = (1 + board.wrap[axes[0]]) * len(board) // max(length, 1)
        if lined or even:
            turned = [(board.shape[a], board.wrap[a]) for a in axes] if is_box else [board.transpose(axes)]
            like = (*turned, *(a in stuck for a in axes if lined))
            if like in tried:
                continue  # the same sweep, turned
            tried.add(like)
        if is_box and (max(length - 2, 0) * cut + 1) << cut > 2 * least:
            continue  # every cell of a slice has two labels or more
        order = lexicographic(board, axes)
        parts = 1 + (lined and is_mirrored(board, axes[0]))  # half a sweep may be enough
        total = sum(state_counts(board, stuck, order, parts * least, game=game)) // parts
        if total < least:
            best, least = order, total
    if not is_plain_box(board) and least >= enough:
        order = greedy(board, game)
        if sum(state_counts(board, stuck, order, least, game=game)) < least:
            best = order
    return tuple(best)
