"""Densities as a picture: each cell mixes the players' colours by their probabilities; free is white."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from math import ceil

from ..model.board import Board, Player
from ..model.lattice import Cell
from .as_svg import CAPTION, MARGIN, SvgCanvas, border, sheet, size_of
from .mosaic import Polygon
from .palette import GRID, LINE, colour
from .scene import Scene, Spot, scene, spot_of

SCALED_FROM, SCALE = 24, 1 / 4  # with this number of rows or columns a picture is scaled down
STEPS, STEP, SCALE_HIGH = 10, 16, 18  # boxes of a colour scale, their width, and the height of a scale
NAME_WIDE = 56  # of a player's name before the scale


def mixed(chances: Sequence[float]) -> str:
    """The colour of a cell that players cover with these chances.

    >>> mixed([0.0, 0.0]), mixed([1.0, 0.0]), mixed([0.5, 0.5])
    ('#ffffff', '#0072b2', '#738859')
    """
    tints = [colour(player).fill for player in range(len(chances))]
    parts = [(max(0.0, 1 - sum(chances)), "#ffffff"), *zip(chances, tints, strict=True)]
    channels = [sum(part * int(tint[i : i + 2], 16) for part, tint in parts) for i in (1, 3, 5)]
    return "#" + "".join(f"{min(255, round(channel)):02x}" for channel in channels)


class DensityCanvas(SvgCanvas):
    """The elements of a scene without pieces; its cells are filled in the order in which they are drawn."""

    def __init__(self, seen: Scene, chances: Mapping[Spot, Sequence[float]]) -> None:
        spots = ((row, col, layer) for layer in range(seen.layers) for row, col, _ in seen.spots())
        self.chances = (chances.get(spot) for spot in spots)
        super().__init__(seen)

    def square(self, x: float, y: float, is_wall: bool) -> None:
        self.polygon(((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)), is_wall)

    def polygon(self, corners: Polygon, is_wall: bool) -> None:
        own = next(self.chances)
        if own is None:
            super().polygon(corners, is_wall)
            return
        label = ", ".join(f"{chance:.4g}" for chance in own)
        style = f'fill="{mixed(own)}" stroke="{GRID}" stroke-width="0.5"'
        self.lines.append(f'<path d="{border(corners)}" {style}><title>{label}</title></path>')


def density_svg(
    board: Board, cells: Mapping[Cell, Sequence[Fraction | float]], names: Sequence[str] = ()
) -> str:
    """A heat map of the chances that cells are covered, by player, above a colour scale for each player.

    The scales carry `names` (default: Left, Right, Middle).
    """
    seen = scene(board)
    chances = {spot_of(cell): [float(chance) for chance in given] for cell, given in cells.items()}
    scale = SCALE if max(seen.rows, seen.cols) >= SCALED_FROM else 1
    wide, high = (ceil(scale * length) for length in size_of(seen))
    body = [f'<g transform="translate({MARGIN} {MARGIN}) scale({scale:g})">']
    body += [*DensityCanvas(seen, chances).lines, "</g>"]
    top = high + 2 * MARGIN
    if seen.surface:
        place = f'x="{MARGIN}" y="{top + 6}" text-anchor="start" fill="{LINE}"'
        body.append(f"<text {place}>{seen.surface}</text>")
        top += CAPTION
    players = max(map(len, chances.values()), default=0)
    titles = names or [player.title for player in tuple(Player)[:players]]
    body += [line for player in range(players) for line in _scale(player, titles, top)]
    scale_wide = NAME_WIDE + STEP * (STEPS + 2) if players else 0
    return sheet(max(wide, scale_wide) + 2 * MARGIN, top + SCALE_HIGH * (players + 1) * (players > 0), body)


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
