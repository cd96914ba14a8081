"""Parts of a set of cells, or of numbered things: what hangs together, and the box around it."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from .cells import Cell

Item = TypeVar("Item", Cell, int)


def connected(cells: Iterable[Item], neighbours: Callable[[Item], Iterable[Item]]) -> list[frozenset[Item]]:
    """The connected parts, ordered by their first cells."""
    left = set(cells)
    parts = []
    for first in sorted(left):
        if first not in left:
            continue
        left.discard(first)
        stack = [first]
        part = []
        while stack:
            cell = stack.pop()
            part.append(cell)
            for there in neighbours(cell):
                if there in left:
                    left.discard(there)
                    stack.append(there)
        parts.append(frozenset(part))
    return parts


def smallest_box(cells: Iterable[Cell], shape: Cell, wrap: tuple[bool, ...]) -> tuple[Cell, Cell]:
    """The first cell of the smallest box that holds some cells, and its end; wrapped axes stay whole."""
    found = list(cells)
    low = tuple(0 if wrap[a] else min(cell[a] for cell in found) for a in range(len(shape)))
    high = tuple(n if wrap[a] else max(cell[a] for cell in found) + 1 for a, n in enumerate(shape))
    return low, high
