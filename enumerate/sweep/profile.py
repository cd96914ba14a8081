"""The states along a sweep, counted exactly without listing them: visits are applied to sets of states.

A set of states is a node of a decision diagram (`diagram.py`), and the image of a node under a visit is found
by recursion over the diagram. The 4 million states of D(22,22) take a few hundred nodes. The plan reads these
counts: they decide the order and the strategy, announce a computation and refuse it. Read `sweep.py` first.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from heapq import nsmallest
from operator import itemgetter
from threading import Lock
from typing import NamedTuple

from ..model.board import Board, Cell
from ..model.game import DOMINEERING, Game
from ..rules.bounds import reach
from ..rules.symmetry import has_axis_pieces, is_transpose_invariant
from ..support.caches import cached
from ..support.progress import check_cancelled
from .diagram import NOTHING, StateSet, occurring
from .orders import axis_orders, greedy, is_mirrored, is_plain_box, lexicographic, narrowest_order
from .periodic import PeriodicSweep, periodic_sweep
from .sweep import Local, slots_of
from .visit import Lookup

HOPELESS_STATES = 2**50  # over all visits: no machine holds so many, and counting stops
ONE_ORDER_CELLS = 12  # of a box: smaller ones are swept along the longest side without counting states
ONE_ORDER_STATES = 16_000  # along a whole sweep: another order would not save much
DIAGRAM_SETS = 400_000  # of the decision diagram that are visited for one sweep: under two seconds
SETS_PER_TRANSITION = 20  # the cost of computing a transition, in sets
OPENING_CELLS = 400  # of a box: larger ones first count the visits of their opening
OPENING_VISITS, OPENING_SETS = 120, 25_000
IMPOSSIBLE_STATES = 2**36  # at one moment: a vector of them has half a TiB
CHECK_EVERY = 4096  # sets of states between two checks whether to stop

Pairs = frozenset[tuple[tuple[int, int], ...]]  # labels before and after in some slots, the last slot first


class TooManySetsError(Exception):
    """The decision diagram has too many different sets."""


class Profile(NamedTuple):
    """The number of states after each visit; the list ends early where the sum exceeds what was asked.

    The numbers are exact, except for games whose sets of states have little in common (knights on wide
    boards): beyond `DIAGRAM_SETS`, the numbers from visit `exact` on are extrapolated.
    """

    counts: list[int]
    exact: int
    cells: int

    @property
    def largest(self) -> int:
        """The greatest number of states at one moment, at least."""
        return max(self.counts, default=1)

    @property
    def is_cut(self) -> bool:
        """Whether counting ended before the last visit."""
        return self.exact < self.cells

    @property
    def lower_bound(self) -> str:
        """What is certain where counting ended early."""
        counted = max(self.counts[: self.exact], default=1)
        visits = self.counts.index(counted) + 1 if self.counts else 0
        return f"more than {counted - 1:,} states after {visits:,} of {self.cells:,} cells"


def state_counts(
    board: Board,
    stuck: frozenset[int],
    order: Sequence[Cell],
    enough: float = HOPELESS_STATES,
    perfect: bool = False,
    game: Game = DOMINEERING,
) -> list[int]:
    """The number of states after each visit; the list ends early once its sum exceeds `enough`.

    >>> state_counts(Board.rectangle(3, 3), frozenset(), sorted(Board.rectangle(3, 3).cells))
    [3, 6, 8, 8, 8, 8, 4, 1, 1]
    """
    return profile(board, stuck, order, enough, perfect, game).counts


def profile(
    board: Board,
    stuck: frozenset[int],
    order: Sequence[Cell],
    enough: float = HOPELESS_STATES,
    perfect: bool = False,
    game: Game = DOMINEERING,
) -> Profile:
    """The numbers of states of a sweep, counted until their sum exceeds `enough`."""
    if board.is_box and len(board) > OPENING_CELLS:
        first = opening(board, stuck, order, perfect, game)
        if sum(first) > enough:
            return _until(first, enough, len(first), len(board))
    counter = state_counter(board, stuck, tuple(order), perfect, game)
    with counter.lock:  # threads that ask about the same board share the counter
        if not counter.is_complete and sum(counter.numbers) <= enough:
            counter.go_on(enough)
        numbers = counter.repeated()
    exact = len(counter.states) if len(counter.states) < len(counter.numbers) else len(numbers)
    return _until(numbers, enough, exact, len(board))


def _until(numbers: list[int], enough: float, exact: int, cells: int) -> Profile:
    total = 0
    for place, number in enumerate(numbers):
        total += number
        if total > enough:
            return Profile(numbers[: place + 1], min(exact, place + 1), cells)
    return Profile(numbers, exact, cells)


def opening(
    board: Board, stuck: frozenset[int], order: Sequence[Cell], perfect: bool, game: Game
) -> list[int]:
    """The numbers of states after the first visits of a large board; the rest of the board is ignored.

    A visit depends on the cells in its neighbourhood only, so a board of the cells around the first visits
    has the same first visits. In a graph or on a twisted board far cells may be neighbours: there the list is
    empty.
    """
    first = order[:OPENING_VISITS]
    if not board.lattice.is_translatable:
        return []
    margins = [4 * reach(game, axis) for axis in range(board.dimension)]
    near = []
    for axis, (margin, size) in enumerate(zip(margins, board.shape, strict=True)):
        places = {cell[axis] + d for cell in first for d in range(-margin, margin + 1)}
        if board.wrap[axis]:
            places = {place % size for place in places}
        near.append(places)
    cells = [cell for cell in board.cells if all(map(set.__contains__, near, cell))]
    inside = replace(board, cells=frozenset(cells), barred=_barred_in(board, set(cells)))
    begun = set(first)
    after = [*first, *sorted(cell for cell in cells if cell not in begun)]
    counter = StateCounter(inside, stuck, tuple(after), perfect, game, len(first), OPENING_SETS)
    counter.go_on(HOPELESS_STATES)
    return counter.numbers[: len(counter.states)]


def _barred_in(board: Board, cells: set[Cell]) -> frozenset[tuple[Cell, str]]:
    return frozenset(pair for pair in board.barred if pair[0] in cells)


@cached(32)
def state_counter(
    board: Board, stuck: frozenset[int], order: tuple[Cell, ...], perfect: bool, game: Game
) -> "StateCounter":
    """The counter of a sweep; the last ones are kept."""
    return StateCounter(board, stuck, order, perfect, game)


class StateCounter:
    """The states after the visits of a sweep, as far as they have been counted."""

    def __init__(
        self,
        board: Board,
        stuck: frozenset[int],
        order: tuple[Cell, ...],
        perfect: bool,
        game: Game,
        visits: int | None = None,
        sets: int = DIAGRAM_SETS,
    ) -> None:
        """Count only so many `visits`, if given, and visit at most so many `sets` of the diagram."""
        self._question = board, stuck, order, perfect, game
        self._visits_asked = visits
        self._images = Images(sets)
        self._known: dict[tuple[Local, StateSet], StateSet] = {}
        self.states: list[StateSet] = []  # the sets that were counted
        self.numbers: list[int] = []
        self.lock = Lock()

    @cached_property
    def short(self) -> PeriodicSweep:
        """The sweep that is counted: that of a shorter board if the board is long."""
        return periodic_sweep(*self._question)

    @cached_property
    def visits(self) -> tuple[Local, ...]:
        """The visits that are counted."""
        return self.short.swept.locals[: self._visits_asked]

    @cached_property
    def start(self) -> StateSet:
        """The single state before the first visit."""
        return StateSet.start(slots_of(self.visits))

    def after(self, visits: int) -> StateSet:
        """The states after so many of the visits, of those that were counted."""
        return self.states[visits - 1] if visits else self.start

    @property
    def is_complete(self) -> bool:
        """Whether all visits are counted."""
        return len(self.numbers) == len(self.visits)

    def go_on(self, enough: float) -> None:
        """Count until all visits are done, or the sum exceeds `enough`."""
        total = sum(self.numbers)
        while not self.is_complete and total <= enough:
            check_cancelled()
            states = self.after(len(self.numbers))
            key = self.visits[len(self.numbers)], states
            try:
                if key not in self._known:
                    self._known[key] = self._images.of(states, key[0])
            except TooManySetsError:
                self._extrapolate()
                return
            self.states.append(self._known[key])
            self.numbers.append(len(self.states[-1]))
            total += self.numbers[-1]

    def _extrapolate(self) -> None:
        """Let the numbers grow as in the last visits up to the second slice, and stay constant from there."""
        swept = self.short.swept
        width = len(swept.order) // max(swept.graph.board.shape)
        done = len(self.numbers)
        window = max(1, min(done // 2, width))
        rate = (
            (self.numbers[-1] / max(1, self.numbers[-1 - window])) ** (1 / window) if done > window else 2.0
        )
        number = float(self.numbers[-1])
        for visit in range(done, len(self.visits)):
            number = min(number * max(rate, 1.0) if visit < 2 * width else number, float(HOPELESS_STATES))
            self.numbers.append(int(number))

    def repeated(self) -> list[int]:
        """The numbers of the whole board, where a shorter one was counted instead."""
        if not self.is_complete:
            return self.numbers
        return self.short.repeated(self.numbers, self.short.more)


class Images:
    """Images of sets of states under visits, for a limited number of sets."""

    def __init__(self, most: int) -> None:
        self._left, self._unions = most, 0

    def of(self, states: StateSet, local: Local) -> StateSet:
        """The states after a visit."""
        words, slots = states.words, local.slots
        given = occurring(states, slots) if len(states) else set()
        self._spend(SETS_PER_TRANSITION * len(given))
        moves = [(before, after) for before in given for after, _, _ in local.rule(before)]
        words.grow(max([words.digits, *(1 + label for _, after in moves for label in after)]))
        branches = Lookup(_branches)
        made: dict[tuple[int, Pairs], int] = {}

        lowest = min(slots, default=states.slots)

        def image(node: int, level: int, pairs: Pairs) -> int:
            if level <= lowest:
                return node
            key = node, pairs
            if key not in made:
                self._spend(1)
                below = words.children[node]
                after = [NOTHING] * words.digits
                if level - 1 in slots:
                    for (one, other), rest in branches[pairs].items():
                        if below[one] != NOTHING:
                            after[other] = words.union(after[other], image(below[one], level - 1, rest))
                else:
                    for label, child in enumerate(below):
                        if child != NOTHING:
                            after[label] = image(child, level - 1, pairs)
                made[key] = words.node(tuple(after))
                self._spend(len(words.unions) - self._unions)
                self._unions = len(words.unions)
            return made[key]

        pairs = frozenset(tuple(zip(before, after, strict=True))[::-1] for before, after in moves)
        root = image(states.root, states.slots, pairs) if moves else NOTHING
        return StateSet(words, root, states.slots)

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
    if all(board.wrap) or board.lattice.is_graph:
        return narrowest_order(board, game)  # the sets of states are many: counting them takes long
    orders, flat = axis_orders(board), board.dimension == 2
    has_equal_axes = (
        flat and has_axis_pieces(game) and len(stuck) != 1
    )  # then small slices are all that counts
    if is_plain_box(board) and (len(orders) == 1 or has_equal_axes or len(board) <= ONE_ORDER_CELLS):
        return tuple(lexicographic(board, orders[0]))
    best, least = lexicographic(board, orders[0]), HOPELESS_STATES
    enough = 0 if any(board.wrap) else ONE_ORDER_STATES
    is_box = board.is_box and board.lattice.is_square and not board.barred
    tried: set[object] = set()
    for axes in orders:
        if least < enough:
            break
        length = board.shape[axes[0]]
        cut = (1 + board.wrap[axes[0]]) * len(board) // max(length, 1)
        turned = _turned(board, stuck, game, axes)
        if turned in tried:
            continue
        tried.add(turned)
        if is_box and (max(length - 2, 0) * cut + 1) << cut > 2 * least:
            continue  # every cell of a slice has two labels or more
        order = lexicographic(board, axes)
        parts = 1 + (has_axis_pieces(game) and is_mirrored(board, axes[0]))  # half a sweep may be enough
        total = sum(state_counts(board, stuck, order, parts * least, game=game)) // parts
        if total < least:
            best, least = order, total
    if not is_plain_box(board) and least >= enough:
        order = greedy(board, game)
        if sum(state_counts(board, stuck, order, least, game=game)) < least:
            best = order
    return tuple(best)


def _turned(board: Board, stuck: frozenset[int], game: Game, axes: tuple[int, ...]) -> object:
    """Two orders of the axes with one key have the same sweep, turned."""
    square = board.lattice.is_square and not board.barred
    lined = square and has_axis_pieces(game)
    if not (lined or (square and board.dimension == 2 and is_transpose_invariant(game))):
        return axes
    turned = [(board.shape[a], board.wrap[a]) for a in axes] if board.is_box else [board.transpose(axes)]
    return (*turned, *(a in stuck for a in axes if lined))


def impossible(
    board: Board, stuck: frozenset[int], game: Game = DOMINEERING, perfect: bool = False
) -> Profile | None:
    """The opening of a large box, if in every order of its axes it has more states than any machine holds.

    A periodic axis is cut: carrying both of its ends takes more states. None if the box may be possible.
    """
    if not board.is_box or len(board) <= OPENING_CELLS:
        return None
    found: dict[object, Profile] = {}
    for axes in axis_orders(board):
        turned = _turned(board, stuck, game, axes)
        if turned in found:
            continue
        cut = replace(board, wrap=tuple(w and a != axes[0] for a, w in enumerate(board.wrap)))
        order = nsmallest(OPENING_VISITS, board.cells, key=itemgetter(*axes))
        counts = opening(cut, stuck, order, perfect, game)
        found[turned] = Profile(counts, len(counts), len(board))
        if found[turned].largest <= IMPOSSIBLE_STATES:
            return None
    return min(found.values(), key=lambda each: each.largest)
