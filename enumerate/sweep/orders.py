"""Orders in which the cells are visited, and how many labelled cells each order has at once."""

from collections.abc import Iterator, Mapping, Sequence, Set
from heapq import heapify, heappop, heappush
from itertools import permutations

from ..model.board import Board
from ..model.game import DOMINEERING, Game
from ..model.lattice import Cell
from ..rules.problem import conflict_graph
from ..support.caches import cached

LONG_BOX_RATIO = 8  # length over the cells of a slice: beyond, no other sweep of the box has fewer states
FEW_CELLS = 16  # on boards of so few cells, the choice of an order takes longer than the sweep
GRAPH_STARTS = 16  # start vertices of greedy orders on a graph; 64 would save a tenth of the states


def lexicographic(board: Board, axes: Sequence[int]) -> list[Cell]:
    """The cells in order of the coordinates along `axes`, the first most significant."""
    return sorted(board.cells, key=lambda cell: tuple(cell[a] for a in axes))


def greedy(board: Board, game: Game = DOMINEERING) -> list[Cell]:
    """An order for irregular shapes: always visit the cell that leaves the fewest labelled cells.

    Ties go to the cell with the most visited neighbours, then to the first cell. The order starts at a cell
    with the fewest neighbours. Two cells are neighbours here if placements on them can be in conflict.
    """
    return greedy_from(None, beside(board, game))


def graph_order(board: Board, game: Game) -> list[Cell]:
    """An order for graphs: the narrowest of the greedy orders from some vertices and of their reverses.

    The least width of any order is the vertex separation number of the graph, which is hard to compute. In
    trials on grids, trees, and planar and cubic graphs with 30 to 60 vertices, the spectral and Cuthill-McKee
    orders of NetworkX were no narrower, nor were orders along its tree decompositions (least degree, least
    fill-in), except on complete binary trees.
    """
    near = beside(board, game)
    starts = sorted(near)
    greedily = [greedy_from(start, near) for start in starts[:: 1 + (len(starts) - 1) // GRAPH_STARTS]]
    both = [order for each in greedily for order in (each, each[::-1])]
    return min(both, key=lambda order: (widest(order, near), sum(1 << n for n in widths(order, near))))


def greedy_from(start: Cell | None, near: Mapping[Cell, Set[Cell]]) -> list[Cell]:
    """The greedy order that starts at a cell; without a start, labelled cells always come first."""
    unlabelled = dict.fromkeys(near, True)
    new = {cell: len(others) for cell, others in near.items()}  # labels that the visit of the cell creates
    seen = dict.fromkeys(near, 0)  # visited neighbours

    def key(cell: Cell) -> tuple[int, int, int, int, Cell]:
        if start is None:
            return unlabelled[cell], new[cell], -seen[cell], len(near[cell]), cell
        return -1 if cell == start else unlabelled[cell] + new[cell], -seen[cell], 0, 0, cell

    heap = list(map(key, near))
    heapify(heap)
    order: list[Cell] = []
    visited: set[Cell] = set()
    while heap:
        entry = heappop(heap)
        best = entry[-1]
        if best in visited or key(best) != entry:
            continue
        order.append(best)
        visited.add(best)
        changed = near[best] - visited
        for cell in near[best] - visited:
            new[cell] -= unlabelled[best]
            seen[cell] += 1
            if unlabelled[cell]:
                unlabelled[cell] = False
                beyond = near[cell] - visited
                for other in beyond:
                    new[other] -= 1
                changed = changed | beyond
        for cell in changed:
            heappush(heap, key(cell))
    return order


def beside(board: Board, game: Game) -> dict[Cell, set[Cell]]:
    """For each cell, the other cells that some placement covers or closes together with it."""
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


def axis_orders(board: Board) -> list[tuple[int, ...]]:
    """The orders of the axes to try, smallest slices first, so that worse orders are abandoned early."""
    orders = permutations(range(board.dimension))
    found = sorted(orders, key=lambda axes: (board.wrap[axes[0]], [-board.shape[a] for a in axes]))
    return found[:1] if is_plain_box(board) and max(board.shape) ** 2 > LONG_BOX_RATIO * len(board) else found


def is_plain_box(board: Board) -> bool:
    return board.is_box and board.lattice.is_square and not any(board.wrap)


@cached(64)
def narrowest_order(board: Board, game: Game) -> tuple[Cell, ...]:
    """The order with the fewest labelled cells at once, found without counting states.

    The candidates are the sweeps along the axes and, for irregular shapes and graphs, a greedy order.
    """
    is_graph = board.lattice.is_graph
    if not len(board):
        return ()
    orders = [lexicographic(board, axes) for axes in axis_orders(board)]
    is_small = len(board) <= FEW_CELLS and not is_graph and not any(board.wrap)
    if is_plain_box(board) or is_small:
        return tuple(orders[0])
    orders.append(graph_order(board, game) if is_graph else greedy(board, game))
    near = beside(board, game)
    narrowest = min(orders, key=lambda order: widest(order, near))
    return tuple(narrowest)


def is_mirrored(board: Board, axis: int) -> bool:
    """Whether a board with two ends along an axis is its own mirror image there."""
    return (
        board.lattice.is_square
        and board.shape[axis] > 1
        and not board.wrap[axis]
        and board.mirror(axis) == board
    )


def widest(order: Sequence[Cell], near: Mapping[Cell, Set[Cell]]) -> int:
    """The greatest number of labelled cells at once along an order."""
    return max(widths(order, near), default=0)


def widths(order: Sequence[Cell], near: Mapping[Cell, Set[Cell]]) -> Iterator[int]:
    """The number of labelled cells after each visit: unvisited cells beside a visited one."""
    visited: set[Cell] = set()
    labelled: set[Cell] = set()
    for cell in order:
        visited.add(cell)
        labelled |= near[cell] - visited
        labelled.discard(cell)
        yield len(labelled)
