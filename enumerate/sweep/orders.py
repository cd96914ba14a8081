"""Orders in which cells are visited, and how many states they will meet."""

from collections.abc import Mapping, Sequence, Set
from itertools import permutations

from ..model.board import Board, Cell
from ..model.game import DOMINEERING, Game
from ..rules.conflicts import conflict_graph
from ..support.caches import cached

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


def axis_orders(board: Board) -> list[tuple[int, ...]]:
    """The axes in all orders that are tried, those with the smallest slices first: the others are given up as
    soon as they are worse."""
    orders = permutations(range(board.dimension))
    found = sorted(orders, key=lambda axes: (board.wrap[axes[0]], -board.shape[axes[0]]))
    return found[:1] if is_plain_box(board) and max(board.shape) ** 2 > LONG * len(board) else found


def is_plain_box(board: Board) -> bool:
    return board.is_box and board.lattice.is_square and not any(board.wrap)


def candidates(board: Board, game: Game) -> list[list[Cell]]:
    """The orders that are tried: all sweeps along the axes, and the greedy one for odd shapes."""
    found = [lexicographic(board, axes) for axes in axis_orders(board)]
    return found if is_plain_box(board) else [*found, greedy(board, game)]


@cached(64)
def narrowest_order(board: Board, game: Game) -> tuple[Cell, ...]:
    """The order with the fewest labelled cells at once, for small boards: no states are counted."""
    orders = candidates(board, game)
    if len(orders) == 1 or is_plain_box(board):
        return tuple(orders[0])
    near = beside(board, game)
    _, number = min((widest(order, near), number) for number, order in enumerate(orders))
    return tuple(orders[number])


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
    visited: set[Cell] = set()
    labelled: set[Cell] = set()
    most = 0
    for cell in order:
        visited.add(cell)
        labelled |= near[cell] - visited
        labelled.discard(cell)
        most = max(most, len(labelled))
    return most
