"""Orders in which cells are visited, and how many states they will meet."""

from collections.abc import Mapping, Sequence, Set
from itertools import permutations
from math import inf

from ..model.board import Board, Cell
from ..model.game import DOMINEERING, Game
from ..rules.conflicts import conflict_graph
from ..rules.symmetry import is_even, is_lined
from ..support.caches import remembered
from ..support.progress import looked_at
from .long import swept_short
from .sweep import Sweep

HOPELESS = 2.0**60  # a number of states that no machine holds
FEW_CELLS = 12  # of a box: it is swept along its longest side, before another order could be weighed
FEW_STATES = 16_000  # along a whole sweep, the same
LONG = 8  # times the cells of a slice: no other sweep of a box so long can have fewer states


def lexicographic(board: Board, axes: Sequence[int]) -> list[Cell]:
    """The cells in order of the coordinates along `axes`, the first most significant."""
    return sorted(board.cells, key=lambda cell: tuple(cell[a] for a in axes))


def greedy(board: Board, game: Game = DOMINEERING) -> list[Cell]:
    """An order for odd shapes: always visit the cell that leaves the fewest labelled cells.

    Ties go to the cell with the most visited neighbours, then to the first. It starts at a cell with
    the fewest neighbours. Two cells are neighbours here if placements on them can be in conflict.
    """
    from heapq import heapify, heappop, heappush

    near = beside(board, game)
    # whether it has no label, how many new labels it makes, visited neighbours, neighbours, itself
    key = {cell: (True, len(others), 0, len(others), cell) for cell, others in near.items()}
    heap = list(key.values())
    heapify(heap)
    order: list[Cell] = []
    visited: set[Cell] = set()

    def change(cell: Cell, labels: bool, fewer: int, seen: int) -> None:
        unlabelled, new, before, others, _ = key[cell]
        key[cell] = (unlabelled and not labels, new - fewer, before - seen, others, cell)
        heappush(heap, key[cell])

    while heap:
        entry = heappop(heap)
        best = entry[-1]
        if best in visited or key[best] != entry:
            continue
        order.append(best)
        visited.add(best)
        for cell in near[best] - visited:
            is_new = key[cell][0]
            change(cell, True, int(entry[0]), 1)
            if is_new:
                for other in near[cell] - visited:
                    change(other, False, 1, 0)
    return order


def beside(board: Board, game: Game) -> dict[Cell, set[Cell]]:
    """For each cell the others that one placement covers with it or closes from it."""
    graph = conflict_graph(game, board)
    near: dict[Cell, set[Cell]] = {cell: set() for cell in board.cells}
    for placement, closes in zip(graph.placements, graph.closes, strict=True):
        for cell in placement.cells:
            near[cell].update(closes)
    for cell, others in near.items():
        others.discard(cell)
        for other in others:
            near[other].add(cell)
    return near


def state_bounds(
    board: Board,
    stuck: frozenset[int],
    order: Sequence[Cell],
    enough: float = HOPELESS,
    game: Game = DOMINEERING,
) -> list[int]:
    """An upper bound on the number of states after each visit, without compiling.

    The list ends early once the bounds add up to more than `enough`.

    A labelled cell is plain, closed in one of a few ways, or has debts. Two neighbours in the order of the
    cells do not both have a debt if then a third placement would be left without a neighbour for ever.
    """
    short = swept_short(board, stuck, tuple(order), game=game)
    swept = short.swept
    if swept.bounds:
        return short.lengthened(swept.bounds, short.more)
    rank = {cell: place for place, cell in enumerate(sorted(swept.order))}
    places = [rank[cell] for cell in swept.order]
    words = WordCounter(swept)
    bounds: list[int] = []
    total, ways = 0, 1
    for now, live in looked_at(enumerate(swept.labelled)):
        ways *= 1 + len(swept.starting[now])  # no more states than there are ways to them
        bounds.append(min(ways, words.count(sorted(live, key=places.__getitem__), now)))
        total += bounds[-1]
        if total > enough:
            return bounds
    swept.bounds = bounds
    return short.lengthened(bounds, short.more)


class WordCounter:
    """Counts the words of labels that a sweep may meet."""

    def __init__(self, swept: Sweep) -> None:
        self._swept = swept
        # by cell: until when, how many labels without and with debts, and the debtor if it is a single one
        self._labels: dict[int, tuple[float, int, int, int | None]] = {}
        self._excluded: dict[tuple[int, int], float] = {}

    def count(self, live: Sequence[int], now: int) -> int:
        """The words of the live cells, one after the other."""
        known = self._labels
        plain, owing = 1, 0  # words whose last label has no debt / has one
        previous = None
        for cell in live:
            if cell not in known or known[cell][0] <= now:
                known[cell] = self._find(cell, now)
            _, ways, debts, debtor = known[cell]
            both = plain + owing
            exclusive = debtor is not None and previous is not None and self._exclude(debtor, previous) <= now
            plain, owing = ways * both, (plain if exclusive else both) * debts
            previous = debtor
        return plain + owing

    def _find(self, cell: int, now: int) -> tuple[float, int, int, int | None]:
        """What labels a cell may have now, and until the next visit that decides something about it."""
        swept, start = self._swept, self._swept.start
        debts = swept.debts[cell]
        events = [*swept.closers[cell], *swept.covering[cell], *debts]
        for u in debts:
            events += swept.payers[u]
        until = min([start[v] for v in events if start[v] > now], default=inf)
        debtors = [u for u in debts if start[u] <= now]
        single = debtors[0] if len(debtors) == 1 else None
        owing = 1 if single is not None else _debt_labels(swept, debtors, now) if debtors else 0
        return until, 1 + len(_closings(swept, cell, now)), owing, single

    def _exclude(self, one: int, two: int) -> float:
        """From when on two debts leave a third placement that must be dominated without a neighbour."""
        if (one, two) not in self._excluded:
            near, start = self._swept.near, self._swept.start
            both = near[one] | near[two] | {one, two}
            self._excluded[one, two] = min(
                (
                    max(start[w], *(start[q] for q in near[w]))
                    for w in near[one] & near[two] & self._swept.wanted
                    if both >= near[w]
                ),
                default=inf,
            )
        return self._excluded[one, two]


def _closings(swept: Sweep, cell: int, now: int) -> set[int]:
    """The sets of pieces to which one or two decided placements close a cell."""
    closers = {swept.closes[v][cell]: v for v in swept.closers[cell] if swept.start[v] <= now}
    present = 0
    for q in swept.covering[cell]:
        present |= 1 << swept.piece[q] if swept.start[q] > now else 0
    alone = {pieces & present for pieces in closers}
    return {one | two for one in alone for two in alone} - {0}


def _debt_labels(swept: Sweep, debtors: Sequence[int], now: int) -> int:
    """How many labels with debts there are: one for each of nested clauses, else all sets of them, if that is
    few; many debts to one cell hardly ever meet, so that it is an estimate then."""
    clauses = {frozenset(q for q in swept.payers[u] if swept.start[q] > now) for u in debtors}
    nested = all(one <= two or two <= one for one in clauses for two in clauses)
    return len(clauses) if nested else min(2 ** len(clauses) - 1, 2 * len(clauses))


def _axes(board: Board) -> list[tuple[int, ...]]:
    """The axes in all orders that are tried, those with the smallest slices first: the others are given up as
    soon as they are worse."""
    orders = permutations(range(board.dimension))
    found = sorted(orders, key=lambda axes: (board.wrap[axes[0]], -board.shape[axes[0]]))
    return found[:1] if _is_plain(board) and max(board.shape) ** 2 > LONG * len(board) else found


def _is_plain(board: Board) -> bool:
    return board.is_box and board.lattice.is_square and not any(board.wrap)


def candidates(board: Board, game: Game) -> list[list[Cell]]:
    """The orders that are tried: all sweeps along the axes, and the greedy one for odd shapes."""
    found = [lexicographic(board, axes) for axes in _axes(board)]
    return found if _is_plain(board) else [*found, greedy(board, game)]


@remembered(64)
def best_order(board: Board, stuck: frozenset[int], game: Game = DOMINEERING) -> tuple[Cell, ...]:
    """The order with the least sum of state bounds, among all sweeps along the axes and the greedy one.

    For a rectangle this chooses the direction of the sweep by the number of states, not by the short
    side: Right ends of an m x n board take 2^n states row by row and 3^m column by column.
    """
    orders, flat = _axes(board), board.dimension == 2
    alike = flat and is_lined(game) and len(stuck) != 1  # then small slices are all that counts
    if _is_plain(board) and (len(orders) == 1 or alike or len(board) <= FEW_CELLS):
        return tuple(lexicographic(board, orders[0]))
    is_box = board.is_box and board.lattice.is_square and not board.barred
    square = board.lattice.is_square and not board.barred
    lined, even = square and is_lined(game), square and flat and is_even(game)
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
        total = sum(state_bounds(board, stuck, order, parts * least, game)) // parts
        if total < least:
            best, least = order, total
    if not _is_plain(board) and least >= enough:
        order = greedy(board, game)
        if sum(state_bounds(board, stuck, order, least, game)) < least:
            best = order
    return tuple(best)


def is_mirrored(board: Board, axis: int) -> bool:
    """Whether a board with two ends along an axis is its own mirror image there."""
    return (
        board.lattice.is_square
        and board.shape[axis] > 1
        and not board.wrap[axis]
        and board.mirror(axis) == board
    )


def widest(order: Sequence[Cell], near: Mapping[Cell, Set[Cell]], enough: float = HOPELESS) -> int:
    """How many cells have a label at once along an order, at most; it stops once they are more than `enough`.

    >>> line = {(0,): {(1,)}, (1,): {(0,), (2,)}, (2,): {(1,)}}
    >>> widest([(0,), (1,), (2,)], line), widest([(1,), (0,), (2,)], line)
    (1, 2)
    """
    visited: set[Cell] = set()
    labelled: set[Cell] = set()
    most = 0
    for cell in order:
        visited.add(cell)
        labelled |= near[cell] - visited
        labelled.discard(cell)
        most = max(most, len(labelled))
        if most > enough:
            break
    return most
