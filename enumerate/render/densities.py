"""Densities as a picture: each cell has the players' colours, mixed as their chances say; free is white."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from math import ceil

from ..model.board import Board, Cell
from .as_svg import LAYER_GAP, MARGIN, SIDE, sheet
from .palette import GRID, WALL, colour
from .scene import scene, spot_of

LARGE = 24  # rows or columns from which on cells are drawn smaller
SMALL_SIDE = 8


def mixed(chances: Sequence[float]) -> str:
    """The colour of a cell that players cover with these chances.

    >>> mixed([0.0, 0.0]), mixed([1.0, 0.0]), mixed([0.5, 0.5])
    ('#ffffff', '#0072b2', '#738859')
    """
    free = max(0.0, 1 - sum(chances))
    tints = [_channels(colour(player).fill) for player in range(len(chances))]
    channels = [
        255 * free + sum(chance * tint[i] for chance, tint in zip(chances, tints, strict=True))
        for i in range(3)
    ]
    return "#" + "".join(f"{min(255, round(channel)):02x}" for channel in channels)


def _channels(fill: str) -> list[int]:
    return [int(fill[i : i + 2], 16) for i in (1, 3, 5)]


def density_svg(board: Board, cells: Mapping[Cell, Sequence[Fraction | float]]) -> str:
    """A heat map of the chances that cells are covered, by player.

    >>> density_svg(Board.rectangle(1, 1), {(0, 0): (0.5, 0.0)}).count("<path")
    1
    """
    seen = scene(board)
    side = SMALL_SIDE if max(seen.rows, seen.cols) >= LARGE else SIDE
    chances = {spot_of(cell): [float(chance) for chance in given] for cell, given in cells.items()}
    polygons = {
        (row, col, layer): [
            (x + layer * (seen.cols + LAYER_GAP / SIDE), y) for x, y in seen.polygon((row, col, 0))
        ]
        for layer in range(seen.layers)
        for row, col, _ in seen.spots()
    }
    points = [point for corners in polygons.values() for point in corners]
    wide, high = (ceil(side * max((point[i] for point in points), default=0)) for i in (0, 1))
    body = [f'<g transform="translate({MARGIN} {MARGIN})">']
    for spot, corners in polygons.items():
        drawn = "M" + "L".join(f"{round(side * x, 2):g} {round(side * y, 2):g}" for x, y in corners) + "z"
        own = chances.get(spot)
        fill = WALL if own is None else mixed(own)
        label = "" if own is None else ", ".join(f"{chance:.4g}" for chance in own)
        title = f"<title>{escape(label)}</title>" if label else ""
        body.append(f'<path d="{drawn}" fill="{fill}" stroke="{GRID}" stroke-width="0.5">{title}</path>')
    return sheet(wide + 2 * MARGIN, high + 2 * MARGIN, [*body, "</g>"])
