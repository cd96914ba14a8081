"""Cells as polygons, on every lattice, and the outlines of pieces made of them."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin, sqrt

from ..model.lattice import Lattice

Point = tuple[float, float]  # to the right, down; a square cell has side 1
Polygon = tuple[Point, ...]  # its corners clockwise

TALL = sqrt(3) / 2
TRIANGLE = 1.4  # the side of a triangular cell


def polygon(lattice: Lattice, vertices: int, row: int, col: int) -> Polygon:
    """The cell in a row and a column; a vertex of a graph is a disc on a circle of `vertices`.

    >>> polygon(Lattice(), 0, 1, 2)
    ((2, 1), (3, 1), (3, 2), (2, 2))
    >>> len(polygon(Lattice("hexagonal"), 0, 0, 0)), len(polygon(Lattice("triangular"), 0, 0, 0))
    (6, 3)
    """
    if lattice.is_square:
        return (col, row), (col + 1, row), (col + 1, row + 1), (col, row + 1)
    if lattice.name == "hexagonal":
        x, y = col + row / 2 + 0.5, row * TALL + 1 / sqrt(3)
        return tuple((x + sin(k * pi / 3) / sqrt(3), y - cos(k * pi / 3) / sqrt(3)) for k in range(6))
    if lattice.name == "triangular":
        x, y, side, high = col * TRIANGLE / 2, row * TALL * TRIANGLE, TRIANGLE, TALL * TRIANGLE
        if lattice.is_turned((row, col)):
            return (x, y), (x + side, y), (x + side / 2, y + high)
        return (x + side / 2, y), (x + side, y + high), (x, y + high)
    radius = max(1.0, vertices / pi)
    turn = 2 * pi * row / max(vertices, 1)
    x, y = radius + 0.5 + radius * sin(turn), radius + 0.5 - radius * cos(turn)
    return tuple((x + 0.4 * sin(k * pi / 8), y - 0.4 * cos(k * pi / 8)) for k in range(16))


def middle(corners: Sequence[Point]) -> Point:
    """The middle of a polygon."""
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


def outlines(polygons: Iterable[Polygon], inset: float) -> list[list[Point]]:
    """The borders around polygons that share sides, moved inwards by `inset`.

    A side between two polygons occurs once in each direction; the other sides are the border, clockwise. A
    corner moves with the two sides that meet there.

    >>> squares = [polygon(Lattice(), 0, 0, col) for col in (0, 1)]
    >>> sorted(outlines(squares, 0.25)[0])
    [(0.25, 0.25), (0.25, 0.75), (1.75, 0.25), (1.75, 0.75)]
    """
    sides: dict[tuple[Point, Point], tuple[Point, Point]] = {}
    for corners in polygons:
        for a, b in pairwise((*corners, corners[0])):
            sides[_key(a), _key(b)] = (a, b)
    following: dict[Point, list[tuple[Point, Point]]] = {}
    for (start, end), side in sides.items():
        if (end, start) not in sides:
            following.setdefault(start, []).append(side)
    borders = []
    while any(following.values()):
        side = next(found for found in following.values() if found).pop()
        border = [side]
        while following.get(_key(side[1])):
            side = following[_key(side[1])].pop()
            border.append(side)
        borders.append(_moved(border, inset))
    return borders


def _key(point: Point) -> Point:
    return round(point[0], 6), round(point[1], 6)


def _moved(border: list[tuple[Point, Point]], inset: float) -> list[Point]:
    """The corners of a clockwise border, moved inwards; those where it runs straight on are dropped."""
    moved = []
    for before, after in pairwise((border[-1], *border)):
        (one_x, one_y), (two_x, two_y) = (_inwards(side) for side in (before, after))
        turned = 1 + one_x * two_x + one_y * two_y
        if abs(one_x - two_x) + abs(one_y - two_y) < 1e-6 or turned < 1e-6:
            continue
        x, y = after[0]
        moved.append((x + inset * (one_x + two_x) / turned, y + inset * (one_y + two_y) / turned))
    return moved


def _inwards(side: tuple[Point, Point]) -> Point:
    """The unit vector to the right of a side, which is inwards (rows run down)."""
    (x1, y1), (x2, y2) = side
    length = hypot(x2 - x1, y2 - y1)
    return (y1 - y2) / length, (x2 - x1) / length
