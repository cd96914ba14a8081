"""Densities as a picture: each cell has the players' colours, mixed as their chances say; free is white."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from math import ceil

from ..model.board import Board, Player
from ..model.lattice import Cell
from .as_svg import LAYER_GAP, MARGIN, SIDE, sheet
from .palette import GRID, LINE, WALL, colour
from .scene import scene, spot_of

LARGE = 24  # rows or columns from which on cells are drawn smaller
SMALL_SIDE = 8
STEPS, STEP, SCALE_HIGH = 10, 16, 18  # boxes of a colour scale, their width, and the height of a scale
NAME_WIDE = 56  # of a player's name before the scale


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


def density_svg(
    board: Board, cells: Mapping[Cell, Sequence[Fraction | float]], names: Sequence[str] = ()
) -> str:
    """A heat map of the chances that cells are covered, by player, above a colour scale for each player.

    The scales carry `names` (default: Left, Right, Middle).
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
    players = max(map(len, chances.values()), default=0)
    titles = names or [player.title for player in tuple(Player)[:players]]
    top = high + 2 * MARGIN
    body += ["</g>", *(line for player in range(players) for line in _scale(player, titles, top))]
    scale_wide = NAME_WIDE + STEP * (STEPS + 2) if players else 0
    scale_high = SCALE_HIGH * (players + 1) if players else 0
    return sheet(max(wide, scale_wide) + 2 * MARGIN, top + scale_high, body)


def _scale(player: int, titles: Sequence[str], top: int) -> list[str]:
    """The colours of a player's chances from 0 to 1; the numbers stand below the scale of the last player."""
    y, left = top + SCALE_HIGH * player, MARGIN + NAME_WIDE
    style = f'font-size="12" fill="{LINE}"'
    lines = [f'<text x="{MARGIN}" y="{y + 12}" text-anchor="start" {style}>{escape(titles[player])}</text>']
    for step in range(STEPS + 1):
        fill = mixed([step / STEPS * (other == player) for other in range(player + 1)])
        place = f'x="{left + STEP * step}" y="{y}" width="{STEP}" height="{SCALE_HIGH - 4}"'
        lines.append(f'<rect {place} fill="{fill}" stroke="{GRID}" stroke-width="0.5"/>')
        if player == len(titles) - 1 and step % (STEPS // 2) == 0:
            middle = left + STEP * step + STEP // 2
            lines.append(f'<text x="{middle}" y="{y + SCALE_HIGH + 10}" {style}>{step / STEPS:g}</text>')
    return lines
