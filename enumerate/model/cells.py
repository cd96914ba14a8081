"""Cells and axes: validation and conversion; the connected parts of a set of cells."""

from collections.abc import Callable, Iterable
from math import prod
from operator import index, lt
from typing import Any, TypeVar

from ..support.errors import InputError, TooLargeError, plural, unknown

Cell = tuple[int, ...]
Item = TypeVar("Item", Cell, int)
Wrap = Iterable[bool | str] | str  # which axes are wrapped: for each True, False or "twisted", or their names

AXIS_NAMES = ("rows", "cols", "layers")
TWISTED = "twisted"  # a wrapped axis whose last cells are followed by the first ones upside down
MOST_CELLS = 100_000  # in the box of a board, walls included


def check_volume(what: str, shape: Iterable[int]) -> None:
    """Refuse a box or a drawing of too many cells, before the cells are made."""
    volume = prod(shape)
    if volume > MOST_CELLS:
        raise TooLargeError(f"a {what} of {volume:,} cells is too large: at most {MOST_CELLS:,} are allowed")


def as_cell(places: Any) -> Cell:
    """A cell from any sequence of integers, such as a line of `numpy.argwhere`."""
    try:
        return tuple(map(index, places))
    except TypeError:
        raise InputError(f"a cell is a tuple of integers, as in (0, 1), not {places!r}") from None


def check_cell(cell: Cell, shape: tuple[int, ...]) -> None:
    """Refuse a cell that is not in the box."""
    try:
        is_inside = len(cell) == len(shape) and min(cell) >= 0 and all(map(lt, cell, shape))
    except TypeError:
        raise InputError(f"a cell is a tuple of integers, as in (0, 1), not {cell!r}") from None
    if not is_inside:
        raise InputError(f"cell {cell} is outside the box {shape}")


def as_wrap(wrap: Any, shape: tuple[int, ...]) -> tuple[tuple[bool, ...], tuple[bool, ...]]:
    """Whether each axis is wrapped, and whether it is twisted; an axis of length 1 counts as straight.

    >>> as_wrap([True, True], (1, 2)), as_wrap("rows, twisted cols", (2, 2))
    (((False, True), (False, False)), ((True, True), (False, True)))
    >>> as_wrap(True, (3, 3))
    Traceback (most recent call last):
        ...
    enumerate.InputError: `wrap` must be True or False for each axis, as in (True, False), not True
    """
    if isinstance(wrap, str):
        names = AXIS_NAMES[: len(shape)]
        chosen = [" ".join(name.lower().split()) for name in wrap.split(",")]
        for name in chosen:
            if name.removeprefix(f"{TWISTED} ") not in names:
                raise unknown("axis to wrap", name, [*names, *(f"{TWISTED} {name}" for name in names)])
        wrap = [TWISTED if f"{TWISTED} {name}" in chosen else name in chosen for name in names]
    entries = tuple(wrap) if isinstance(wrap, Iterable) else ()
    if len(entries) != len(shape) or any(entry not in (False, True, TWISTED) for entry in entries):
        example = (True, False, False)[: len(shape)]
        raise InputError(f"`wrap` must be True or False for each axis, as in {example}, not {wrap!r}")
    is_wrapped = tuple(bool(entry) and length > 1 for entry, length in zip(entries, shape, strict=True))
    return is_wrapped, tuple(entry == TWISTED for entry in entries)


def no_axis(axis: Any, shape: tuple[int, ...]) -> InputError:
    """The error for an axis that a box does not have."""
    axes = " or ".join(map(str, range(len(shape))))
    return InputError(f"an axis of a board of {plural(len(shape), 'dimension')} is {axes}, not {axis!r}")


def order_of_axes(axes: Iterable[int] | None, dimension: int) -> tuple[int, ...]:
    """All axes in a given order; reversed unless given."""
    order = tuple(reversed(range(dimension))) if axes is None else items("axes", axes)
    if set(order) != set(range(dimension)) or len(order) != dimension:
        raise InputError(f"`axes` must be an order of the axes 0 to {dimension - 1}, not {axes!r}")
    return order


def items(name: str, values: Any) -> tuple[Any, ...]:
    """The items of a list, tuple or other iterable; a word is none."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise InputError(f"`{name}` must be a list or tuple, not {values!r}")
    return tuple(values)


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
