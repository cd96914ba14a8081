"""Orders in which cells are visited, and how many states they will meet."""

from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from itertools import permutations
from math import inf

from ..model.board import Board, Cell
from ..model.game import DOMINEERING, Game
from ..rules.conflicts import conflict_graph
from ..support.caches import remembered
from ..support.progress import looked_at
from .sweep import Sweep, sweep

HOPELESS = 2.0**60  # a number of states that no machine holds
LONG = 8  # times the cells of a slice: no other sweep of a box so long can have fewer states


def lexicographic(board: Board, axes: Sequence[int]) -> list[Cell]:
    """The cells in order of the coordinates along `axes`, the first most significant."""
    return sorted(board.cells, key=lambda cell: tuple(cell[a] for a in axes))


def greedy(board: Board, game: Game = DOMINEERING) -> list[Cell]:
    """An order for odd shapes: always visit the cell that leaves the fewest labelled cells.

    Ties go to the cell with the most visited neighbours, then to the first. It starts at a cell with
    the fewest neighbours. Two cells are neighbours here if placements on them can be in conflict.
    """
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
    swept = sweep(board, stuck, tuple(order), game=game)
    moment = {cell: number for number, cell in enumerate(order)}
    bounds: list[int] = []
    total, ways = 0, 1
    known: dict[int, Labels] = {}
    for now, live in looked_at(enumerate(swept.slot_of)):
        ways *= 1 + len(swept.starting[now])  # no more states than there are ways to them
        bounds.append(min(ways, _count_words(swept, [moment[cell] for cell in sorted(live)], now, known)))
        total += bounds[-1]
        if total > enough:
            break
    return bounds


Labels = tuple[float, int, int, list[int]]  # until when, how many without and with debts, and whose debts


def _count_words(swept: Sweep, live: Sequence[int], now: int, known: dict[int, Labels]) -> int:
    plain, owing = 1, 0  # words whose last label has no debt / has one
    previous: list[int] = []
    for cell in live:
        if cell not in known or known[cell][0] <= now:
            known[cell] = _labels(swept, cell, now)
        _, ways, debts, debtors = known[cell]
        both = plain + owing
        exclusive = len(debtors) == len(previous) == 1 and _exclude(swept, debtors[0], previous[0], now)
        plain, owing = ways * both, (plain if exclusive else both) * debts
        previous = debtors
    return plain + owing


def _labels(swept: Sweep, cell: int, now: int) -> Labels:
    """What labels a cell may have now, and until the next visit that decides something about it."""
    debts = swept.debts[cell]
    payers = (q for u in debts for q in swept.payers[u])
    events = (*swept.closers[cell], *swept.covering[cell], *debts, *payers)
    until = min((swept.start[v] for v in events if swept.start[v] > now), default=inf)
    debtors = [u for u in debts if swept.start[u] <= now]
    return until, 1 + len(_closings(swept, cell, now)), _debt_labels(swept, debtors, now), debtors


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


def _exclude(swept: Sweep, one: int, two: int, now: int) -> bool:
    """Whether two debts leave a third placement that must be dominated without a neighbour."""
    near = swept.near[one] | swept.near[two] | {one, two}
    return any(
        near >= swept.near[w] and swept.start[w] <= now and all(swept.start[q] <= now for q in swept.near[w])
        for w in swept.near[one] & swept.near[two] & swept.wanted
    )


def candidates(board: Board, game: Game) -> list[list[Cell]]:
    """The orders that are tried: all sweeps along the axes, and the greedy one for odd shapes."""
    # the sweep with the smallest slices first: the others are given up as soon as they are worse
    axes = sorted(permutations(range(board.dimension)), key=lambda axes: -board.shape[axes[0]])
    if not board.is_box or any(board.wrap) or not board.lattice.is_square:
        return [*(lexicographic(board, one) for one in axes), greedy(board, game)]
    is_long = max(board.shape) ** 2 > LONG * len(board)
    return [lexicographic(board, one) for one in (axes[:1] if is_long else axes)]


@remembered(64)
def best_order(board: Board, stuck: frozenset[int], game: Game = DOMINEERING) -> tuple[Cell, ...]:
    """The order with the least sum of state bounds, among all sweeps along the axes and the greedy one.

    For a rectangle this chooses the direction of the sweep by the number of states, not by the short
    side: Right ends of an m x n board take 2^n states row by row and 3^m column by column.
    """
    tried = candidates(board, game)
    if len(tried) == 1:
        return tuple(tried[0])
    best, least = tried[0], HOPELESS
    for order in tried:
        total = sum(state_bounds(board, stuck, order, least, game))
        if total < least:
            best, least = order, total
    return tuple(best)
