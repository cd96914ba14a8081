"""The states along a sweep, counted exactly without listing them: visits are applied to sets of states.

A set of states is a node of a decision diagram (`diagram.py`), and the image of a node under a visit is
computed by recursion over the diagram. The 4 million states of D(22,22) take a few hundred nodes. The plan
reads these counts to choose the order and the strategy, and to forecast or refuse a computation. Read
`sweep.py` first.
"""

from collections.abc import Sequence
from dataclasses import replace
from heapq import nsmallest
from itertools import accumulate
from operator import itemgetter
from threading import Lock
from typing import NamedTuple

from ..model.lattice import Cell
from ..rules.problem import Problem, has_axis_pieces, is_transpose_invariant, reach
from ..support.caches import cached
from ..support.run import check_cancelled
from .diagram import NOTHING, StateSet, occurring
from .orders import axis_orders, greedy, is_mirrored, is_plain_box, lexicographic, narrowest_order
from .sweep import Local, periodic_sweep, slots_of
from .visit import Lookup

HOPELESS_STATES = 2**50  # over all visits: no machine holds that many states, and counting stops
ONE_ORDER_CELLS = 12  # boxes up to this size are swept along the longest side without counting states
ONE_ORDER_STATES = 16_000  # over a whole sweep: with fewer states, another order would not save much
MAX_DIAGRAM_SETS = 400_000  # sets of the decision diagram visited for one sweep: under two seconds
SETS_PER_TRANSITION = 20  # the cost of computing a transition, in sets
OPENING_CELLS = 400  # in a larger box, the states of the first visits are counted first
OPENING_VISITS, OPENING_SETS = 120, 25_000
IMPOSSIBLE_STATES = 2**36  # at one moment: a vector of that many values takes half a TiB
CHECK_EVERY = 4096  # sets between two checks for cancellation

Pairs = frozenset[tuple[tuple[int, int], ...]]  # labels before and after in some slots, the last slot first


class TooManySetsError(Exception):
    """The decision diagram has too many different sets."""


class Profile(NamedTuple):
    """The number of states after each visit; the list ends early once the sum exceeds a given bound.

    The counts are exact as long as the diagram needs at most `MAX_DIAGRAM_SETS` sets. Beyond that (knights on
    wide boards), the counts from visit `exact` on are extrapolated.
    """

    counts: list[int]
    exact: int
    cells: int

    @property
    def largest(self) -> int:
        """The greatest number of states counted at one moment."""
        return max(self.counts, default=1)

    @property
    def is_cut(self) -> bool:
        """Whether counting ended before the last visit."""
        return self.exact < self.cells

    @property
    def lower_bound(self) -> str:
        """The proved part of an incomplete count, in words."""
        counted = max(self.counts[: self.exact], default=1)
        visits = self.counts.index(counted) + 1 if self.counts else 0
        return f"more than {counted - 1:,} states after {visits:,} of {self.cells:,} cells"


def profile(problem: Problem, order: Sequence[Cell], enough: float = HOPELESS_STATES) -> Profile:
    """The number of states after each visit of a sweep, counted until the sum exceeds `enough`.

    >>> from enumerate.model.board import Board
    >>> profile(Problem(Board.rectangle(3, 3)), sorted(Board.rectangle(3, 3).cells)).counts
    [3, 6, 8, 8, 8, 8, 4, 1, 1]
    """
    cells = len(problem.board)
    if problem.board.is_box and cells > OPENING_CELLS:
        first = opening(problem, tuple(order[:OPENING_VISITS]))
        if sum(first) > enough:
            return _until(first, len(first), enough, cells)
    return _until(*state_counter(problem, tuple(order)).count(enough), enough, cells)


def _until(numbers: list[int], exact: int, enough: float, cells: int) -> Profile:
    """The profile cut after the first number that makes the sum exceed `enough`."""
    counted = next((n for n, total in enumerate(accumulate(numbers), 1) if total > enough), len(numbers))
    return Profile(numbers[:counted], min(exact, counted), cells)


@cached(16)
def opening(problem: Problem, first: tuple[Cell, ...]) -> list[int]:
    """The number of states after each of the first visits of a large board.

    A visit depends only on cells nearby, so the board that consists of the cells around the first visits has
    the same first visits. In a graph or on a twisted board distant cells may be neighbours: there the list
    is empty.
    """
    board = problem.board
    if not board.lattice.is_translatable:
        return []
    near = []
    for axis, size in enumerate(board.shape):
        margin = 4 * reach(problem.game, axis)
        places = {cell[axis] + d for cell in first for d in range(-margin, margin + 1)}
        near.append({place % size for place in places} if board.wrap[axis] else places)
    cells = {cell for cell in board.cells if all(map(set.__contains__, near, cell))}
    barred = frozenset(pair for pair in board.barred if pair[0] in cells)
    inside = replace(problem, board=replace(board, cells=frozenset(cells), barred=barred))
    counter = StateCounter(inside, (*first, *sorted(cells.difference(first))), len(first), OPENING_SETS)
    counter.count(HOPELESS_STATES)
    return counter.numbers[: len(counter.states) - 1]


@cached(32)
def state_counter(problem: Problem, order: tuple[Cell, ...]) -> "StateCounter":
    """The counter of a sweep (cached)."""
    return StateCounter(problem, order)


class StateCounter:
    """The states after the visits of a sweep, as far as they have been counted.

    `short` is the sweep whose states are counted; a long board is replaced by a shorter one. `states` holds
    the states before the first visit and after each visit counted so far.
    """

    def __init__(
        self,
        problem: Problem,
        order: tuple[Cell, ...],
        visits: int | None = None,
        sets: int = MAX_DIAGRAM_SETS,
    ) -> None:
        """Count at most `visits` visits (default: all), and visit at most `sets` sets of the diagram."""
        self.short = periodic_sweep(problem, order)
        self._visits = self.short.swept.locals[:visits]
        self.states = [StateSet.start(slots_of(self._visits))]
        self.numbers: list[int] = []  # of states after each visit; the last numbers may be extrapolated
        self._known: dict[tuple[Local, StateSet], StateSet] = {}
        self._most_sets, self._unions = sets, 0
        self.sets = 0  # visited sets
        self._lock = Lock()  # threads that work on the same board share the counter

    def count(self, enough: float) -> tuple[list[int], int]:
        """The number of states after each visit, until the sum exceeds `enough`; and how many of these
        numbers are exact."""
        with self._lock:
            total = sum(self.numbers)
            while len(self.numbers) < len(self._visits) and total <= enough:
                check_cancelled()
                key = self._visits[len(self.numbers)], self.states[-1]
                try:
                    if key not in self._known:
                        self._known[key] = self._image(*key)
                except TooManySetsError:
                    self._extrapolate()
                    break
                self.states.append(self._known[key])
                self.numbers.append(len(self.states[-1]))
                total += self.numbers[-1]
            numbers, exact = self.numbers, len(self.states) - 1
            if len(numbers) == len(self._visits):
                numbers = self.short.repeated(numbers, self.short.more)
            return numbers, exact if exact < len(self.numbers) else len(numbers)

    def _extrapolate(self) -> None:
        """Continue the latest growth rate to the end of the second slice; from there on, stay constant."""
        swept, numbers = self.short.swept, self.numbers
        width = len(swept.order) // max(swept.graph.board.shape)
        done = len(numbers)
        window = max(1, min(done // 2, width))
        rate = (numbers[-1] / max(1, numbers[-1 - window])) ** (1 / window) if done > window else 2.0
        number = float(numbers[-1])
        for visit in range(done, len(self._visits)):
            number = min(number * max(rate, 1.0) if visit < 2 * width else number, float(HOPELESS_STATES))
            numbers.append(int(number))

    def _image(self, local: Local, states: StateSet) -> StateSet:
        """The states after a visit."""
        words, slots = states.words, local.slots
        given = occurring(states, slots) if len(states) else set()
        self._spend(SETS_PER_TRANSITION * len(given))
        moves = [(before, after) for before in given for after, _, _ in local.rule(before)]
        words.grow(max([words.digits, *(1 + label for _, after in moves for label in after)]))
        branches = Lookup(_branches)
        made: dict[tuple[int, Pairs], int] = {}
        lowest, nothing, union = min(slots, default=states.slots), [NOTHING] * words.digits, words.union

        def image(node: int, level: int, pairs: Pairs) -> int:
            if level <= lowest:
                return node
            key = node, pairs
            found = made.get(key)
            if found is None:
                below, after = words.children[node], nothing.copy()
                if level - 1 in slots:
                    for (one, other), rest in branches[pairs].items():
                        if below[one] != NOTHING:
                            after[other] = union(after[other], image(below[one], level - 1, rest))
                else:
                    for label, child in enumerate(below):
                        if child != NOTHING:
                            after[label] = image(child, level - 1, pairs)
                found = made[key] = words.node(tuple(after))
                self._spend(1 + len(words.unions) - self._unions)
                self._unions = len(words.unions)
            return found

        pairs = frozenset(tuple(zip(before, after, strict=True))[::-1] for before, after in moves)
        root = image(states.root, states.slots, pairs) if moves else NOTHING
        return StateSet(words, root, states.slots)

    def _spend(self, sets: int) -> None:
        before, self.sets = self.sets, self.sets + sets
        if before // CHECK_EVERY != self.sets // CHECK_EVERY:  # one visit of a graph may take seconds
            check_cancelled()
        if self.sets > self._most_sets:
            raise TooManySetsError


def _branches(pairs: Pairs) -> dict[tuple[int, int], Pairs]:
    """For each pair of labels in the last slot, the possible labels in the other slots."""
    found: dict[tuple[int, int], set[tuple[tuple[int, int], ...]]] = {}
    for first, *rest in pairs:
        found.setdefault(first, set()).add(tuple(rest))
    return {first: frozenset(rests) for first, rests in found.items()}


@cached(64)
def best_order(problem: Problem) -> tuple[Cell, ...]:
    """The order with the fewest states, among all sweeps along the axes and the greedy order.

    The shorter side of a rectangle is not always best: Right ends of an m x n board take 2^n states row by
    row and 3^m column by column.
    """
    board, game = problem.board, problem.game
    if all(board.wrap) or board.lattice.is_graph:
        return narrowest_order(board, game)  # counting the states would take too long
    orders, has_players_axes = axis_orders(board), has_axis_pieces(game)
    # with equal axes, the order with the smallest slices is best
    has_equal_axes = has_players_axes and len(problem.stuck) in (0, board.dimension)
    if is_plain_box(board) and (len(orders) == 1 or has_equal_axes or len(board) <= ONE_ORDER_CELLS):
        return tuple(lexicographic(board, orders[0]))
    best, least = lexicographic(board, orders[0]), HOPELESS_STATES
    enough = 0 if any(board.wrap) else ONE_ORDER_STATES
    # every cell of a slice takes at least two labels independently, so 2^cut states are a lower bound
    has_all_words = board.is_box and board.lattice.is_square and not board.barred and not problem.perfect
    tried: set[object] = set()
    for axes in orders:
        if least < enough:
            break
        length = board.shape[axes[0]]
        cut = (1 + board.wrap[axes[0]]) * len(board) // max(length, 1)
        turned = _turned(problem, axes)
        if turned in tried:
            continue
        tried.add(turned)
        if has_all_words and (max(length - 2, 0) * cut + 1) << cut > 2 * least:
            continue
        order = lexicographic(board, axes)
        parts = 1 + (has_players_axes and is_mirrored(board, axes[0]))  # a fold may halve the sweep
        total = sum(profile(problem, order, parts * least).counts) // parts
        if total < least:
            best, least = order, total
    if not is_plain_box(board) and least >= enough:
        order = greedy(board, game)
        if sum(profile(problem, order, least).counts) < least:
            best = order
    return tuple(best)


def _turned(problem: Problem, axes: tuple[int, ...]) -> object:
    """A key: orders of the axes with equal keys have the same sweep up to a turn of the board."""
    board, game = problem.board, problem.game
    square = board.lattice.is_square and not board.barred
    lined = square and has_axis_pieces(game)
    if not (lined or (square and board.dimension == 2 and is_transpose_invariant(game))):
        return axes
    turned = [(board.shape[a], board.wrap[a]) for a in axes] if board.is_box else [board.transpose(axes)]
    return (*turned, *(a in problem.stuck for a in axes if lined))


def impossible(problem: Problem) -> Profile | None:
    """The opening of a large box that needs more states than any machine holds, in every order of its axes.

    A periodic axis is cut, which only reduces the number of states. None if the box may be possible.
    """
    board = problem.board
    if not board.is_box or len(board) <= OPENING_CELLS:
        return None
    found: dict[object, Profile] = {}
    for axes in axis_orders(board):
        turned = _turned(problem, axes)
        if turned in found:
            continue
        cut = replace(board, wrap=tuple(w and a != axes[0] for a, w in enumerate(board.wrap)))
        first = nsmallest(OPENING_VISITS, board.cells, key=itemgetter(*axes))
        counts = opening(replace(problem, board=cut), tuple(first))
        found[turned] = Profile(counts, len(counts), len(board))
        if found[turned].largest <= IMPOSSIBLE_STATES:
            return None
    return min(found.values(), key=lambda each: each.largest)
