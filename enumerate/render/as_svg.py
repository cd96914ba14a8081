"""Positions as SVG: Left blue, Right orange, Middle green; walls are grey and hatched.

Cells of other lattices are drawn as polygons, and the vertices of a graph on a circle.
"""

import re
from collections.abc import Sequence
from html import escape
from math import ceil, prod, sqrt

from ..model.board import Board
from ..model.position import BoardLike, Position
from ..support.errors import plural, require_integer
from ..support.result import draw_with
from .mosaic import Point, Polygon
from .palette import GRID, LINE, WALL, WALL_LINE, colour
from .scene import Canvas, Scene, draw, read_drawn, scene

SIDE, MARGIN, GAP, LAYER_GAP = 32, 10, 28, 12  # of a cell, around all, between drawings, between layers
FOOT = 18  # of the number below a layer
CAPTION, CHARACTER = 22, 7.5  # height of a caption below a drawing, and the width of one of its characters
MOST_SHOWN = 2500  # cells of a board that a notebook draws: a few hundred kilobytes
HALF = SIDE // 2
HATCH = f"m0 {HALF}l{HALF} {-HALF}m{HALF} 0l{-SIDE} {SIDE}m{HALF} 0l{HALF} {-HALF}"  # strokes across a wall
INSET, ROUND = 3, 6  # between a piece and its cells' border; of its corners


def svg(*drawn: BoardLike, columns: int | None = None, captions: Sequence[str] = ()) -> str:
    """One picture of boards and positions, in rows of `columns` drawings (default: about a square).

    `captions` stand below the drawings, one for each; by default a wrapped board has its surface there.

    >>> "Left moves" in svg(Board.rectangle(1, 2), captions=["Left moves"])
    True
    >>> svg(Board.rectangle(1, 2)).splitlines()[0][:59]
    '<svg xmlns="http://www.w3.org/2000/svg" width="84" height="'
    """
    drawings = [read_drawn(one) for one in drawn]
    scenes = [scene(one) for one in drawings]
    if not captions and any(seen.surface for seen in scenes):
        captions = [seen.surface or "" for seen in scenes]
    square = max(1, ceil(sqrt(len(scenes))))
    across = square if columns is None else require_integer("columns", columns, 1)
    caption_width = ceil(CHARACTER * max(map(len, captions), default=0))
    foot = CAPTION if captions else 0
    widths, heights = zip((caption_width, 0), *map(size_of, scenes), strict=True)
    step_x, step_y = max(widths) + GAP, max(heights) + foot + GAP
    wide = 2 * MARGIN + min(across, len(scenes)) * step_x - GAP
    high = 2 * MARGIN + ceil(len(scenes) / across) * step_y - GAP
    body = []
    for number, (seen, one) in enumerate(zip(scenes, drawings, strict=True)):
        x, y = MARGIN + number % across * step_x, MARGIN + number // across * step_y
        body.append(f'<g transform="translate({x} {y})">')
        body.append(f"<title>{escape(str(one))}</title>")
        body += SvgCanvas(seen).lines
        if captions:
            place = f'x="0" y="{size_of(seen)[1] + CAPTION - 4}" text-anchor="start" fill="{LINE}"'
            body.append(f"<text {place}>{escape(captions[number])}</text>")
        body.append("</g>")
    return sheet(wide, high, body)


def notebook_svg(drawn: Board | Position) -> str:
    """The picture for a notebook; for a board that is too large, a sheet with a note."""
    board = drawn.board if isinstance(drawn, Position) else drawn
    if prod(board.shape) <= MOST_SHOWN:
        return svg(drawn)
    note = f"{' x '.join(map(str, board.shape))}, {plural(len(board), 'cell')}"
    if isinstance(drawn, Position):
        note += f", {plural(len(drawn.pieces), 'piece')}"
    return note_sheet(note, "too large to show here; render.svg draws it all")


def note_sheet(*lines: str) -> str:
    """A sheet with lines of text instead of a drawing."""
    wide = 9 * max(map(len, lines))
    body = [f'<text x="{wide // 2}" y="{30 + 25 * n}" fill="{LINE}">{t}</text>' for n, t in enumerate(lines)]
    return sheet(wide, 30 + 25 * len(lines), body)


def sheet(wide: int, high: int, body: Sequence[str]) -> str:
    """A white sheet with a drawing on it."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
            f'viewBox="0 0 {wide} {high}" font-family="sans-serif" font-size="{SIDE * 2 // 5}" '
            'text-anchor="middle">',
            f'<rect width="{wide}" height="{high}" fill="white"/>',
            *body,
            "</svg>",
        ]
    )


def size_of(seen: Scene) -> tuple[int, int]:
    """The width and the height of a scene in pixels."""
    if not seen.lattice.is_square:
        corners = [corner for spot in seen.spots() for corner in seen.polygon(spot)]
        rights, lowers = zip((0.0, 0.0), *corners, strict=True)
        return ceil(SIDE * max(rights)), ceil(SIDE * max(lowers))
    width = seen.layers * (SIDE * seen.cols + LAYER_GAP) - LAYER_GAP
    return width, SIDE * seen.rows + (FOOT if seen.layers > 1 else 0)


class SvgCanvas(Canvas):
    """The elements of a scene, in pixels."""

    inset, layer_gap = INSET / SIDE, LAYER_GAP / SIDE

    def __init__(self, seen: Scene) -> None:
        self.lines: list[str] = []
        draw(seen, self)

    def square(self, x: float, y: float, is_wall: bool) -> None:
        fill, line = (WALL, WALL) if is_wall else ("white", GRID)
        self._rect(x, y, 1, 1, f'fill="{fill}" stroke="{line}"')
        if is_wall:
            corner = f"{_pixels(x)} {_pixels(y)}"
            self.lines.append(f'<path d="M{corner}{HATCH}" stroke="{WALL_LINE}"/>')

    def polygon(self, corners: Polygon, is_wall: bool) -> None:
        fill, stroke = (WALL, WALL_LINE) if is_wall else ("white", GRID)
        self._path([corners], f'fill="{fill}" stroke="{stroke}"')

    def edge(self, a: Point, b: Point) -> None:
        self._path([(a, b)], f'stroke="{LINE}"')

    def block(self, tint: int, x: float, y: float, wide: float, high: float, is_round: bool) -> None:
        corner = ROUND if is_round else 0
        self._rect(x, y, wide, high, f'rx="{corner}" fill="{colour(tint).fill}" stroke="{LINE}"')

    def outline(self, tint: int, borders: Sequence[Sequence[Point]]) -> None:
        self._path(borders, f'fill="{colour(tint).fill}" stroke="{LINE}"')

    def label(self, tint: int, x: float, y: float, text: str) -> None:
        place = f'x="{SIDE * x:g}" y="{SIDE * y:g}" dy="0.35em"'
        self.lines.append(f'<text {place} fill="{colour(tint).ink}">{text}</text>')

    def side(self, a: Point, b: Point, is_wrapped: bool) -> None:
        x1, y1, x2, y2 = map(_pixels, (*a, *b))
        dashes = ' stroke-dasharray="4 4"' if is_wrapped else ""
        ends = f'x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"'
        self.lines.append(f'<line {ends} stroke="{LINE}" stroke-width="1.5"{dashes}/>')

    def layer_number(self, x: float, y: float, number: int) -> None:
        place = f'x="{_pixels(x)}" y="{int(SIDE * y) + FOOT - 4}"'
        self.lines.append(f'<text {place} fill="{LINE}">{number}</text>')

    def _rect(self, x: float, y: float, wide: float, high: float, style: str) -> None:
        left, top, width, height = map(_pixels, (x, y, wide, high))
        place = f'x="{left}" y="{top}" width="{width}" height="{height}"'
        self.lines.append(f"<rect {place} {style}/>")

    def _path(self, borders: Sequence[Sequence[Point]], style: str) -> None:
        drawn = "".join(map(border, borders))
        self.lines.append(f'<path d="{drawn}" {style} stroke-linejoin="round"/>')


def border(corners: Sequence[Point]) -> str:
    """A closed line, as the data of a path."""
    return "M" + "L".join(f"{_pixels(x)} {_pixels(y)}" for x, y in corners) + "z"


def _pixels(length: float) -> str:
    """A length in pixels, with at most two decimals."""
    pixels = round(SIDE * length, 2) + 0.0
    return str(int(pixels)) if pixels == int(pixels) else f"{pixels:g}"


def beside(*pictures: str) -> str:
    """Pictures in one, side by side."""
    sizes = []
    for picture in pictures:
        wide, high = re.findall(r'(?:width|height)="(\d+)"', picture)[:2]
        sizes.append((int(wide), int(high)))
    width, height = sum(wide for wide, _ in sizes), max((high for _, high in sizes), default=0)
    inside, x = [], 0
    for picture, (wide, _) in zip(pictures, sizes, strict=True):
        inside.append(picture.replace("<svg ", f'<svg x="{x}" ', 1))
        x += wide
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
    return "\n".join([f'{opening}viewBox="0 0 {width} {height}">', *inside, "</svg>"])


draw_with(notebook_svg)
