"""Positions as SVG: Left blue, Right orange, Middle green; walls are grey and hatched.

Cells of other lattices are drawn as polygons, and the vertices of a graph on a circle.
"""

import re
from collections.abc import Sequence
from html import escape
from math import ceil, prod, sqrt

from ..model.board import Board
from ..model.lattice import Surface
from ..model.position import BoardLike, Position
from ..support.errors import plural, require_integer
from ..support.result import draw_with
from .mosaic import Point, middle, outlines
from .palette import GRID, LINE, WALL, WALL_LINE, colour
from .scene import DrawnPiece, Scene, read_drawn, scene

SIDE, MARGIN, GAP, LAYER_GAP = 32, 10, 28, 12  # of a cell, around all, between drawings, between layers
FOOT = 18  # of the number below a layer
CAPTION, CHARACTER = 22, 7.5  # height of a caption below a drawing, and the width of one of its characters
MOST_SHOWN = 2500  # cells of a board that a notebook draws: a few hundred kilobytes
HALF = SIDE // 2
HATCH = f"m0 {HALF}l{HALF} {-HALF}m{HALF} 0l{-SIDE} {SIDE}m{HALF} 0l{HALF} {-HALF}"  # strokes across a wall
INSET, ROUND = 3, 6  # between a piece and its cells' border; of its corners


def svg(*drawn: BoardLike, columns: int | None = None, captions: Sequence[str] = ()) -> str:
    """One picture of boards and positions, in rows of `columns` drawings (default: about a square).

    `captions` stand below the drawings, one for each; a twisted or shifted board has its surface there.

    >>> "Left moves" in svg(Board.rectangle(1, 2), captions=["Left moves"])
    True
    >>> svg(Board.rectangle(1, 2)).splitlines()[0][:59]
    '<svg xmlns="http://www.w3.org/2000/svg" width="84" height="'
    """
    drawings = [read_drawn(one) for one in drawn]
    boards = [one.board if isinstance(one, Position) else one for one in drawings]
    if not captions and any(isinstance(board.lattice, Surface) for board in boards):
        captions = [board.surface or "" for board in boards]
    scenes = [scene(one) for one in drawings]
    square = max(1, ceil(sqrt(len(scenes))))
    across = square if columns is None else require_integer("columns", columns, 1)
    caption_width = ceil(CHARACTER * max(map(len, captions), default=0))
    foot = CAPTION if captions else 0
    step_x = max([caption_width, *(_width(seen) for seen in scenes)]) + GAP
    step_y = max((_height(seen) for seen in scenes), default=0) + foot + GAP
    wide = 2 * MARGIN + min(across, len(scenes)) * step_x - GAP
    high = 2 * MARGIN + ceil(len(scenes) / across) * step_y - GAP
    body = []
    for number, (seen, one) in enumerate(zip(scenes, drawings, strict=True)):
        x, y = MARGIN + number % across * step_x, MARGIN + number // across * step_y
        body.append(f'<g transform="translate({x} {y})">')
        body.append(f"<title>{escape(str(one))}</title>")
        body += [line for layer in range(seen.layers) for line in _layer(seen, layer)]
        if captions:
            place = f'x="0" y="{_height(seen) + CAPTION - 4}" text-anchor="start" fill="{LINE}"'
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
    lines = (note, "too large to show here; render.svg draws it all")
    return sheet(
        420,
        80,
        [f'<text x="210" y="{30 + 25 * n}" fill="{LINE}">{line}</text>' for n, line in enumerate(lines)],
    )


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


def _width(seen: Scene) -> int:
    if not seen.lattice.is_square:
        return ceil(SIDE * max((x for spot in seen.spots() for x, _ in seen.polygon(spot)), default=0))
    return seen.layers * (SIDE * seen.cols + LAYER_GAP) - LAYER_GAP


def _height(seen: Scene) -> int:
    if not seen.lattice.is_square:
        return ceil(SIDE * max((y for spot in seen.spots() for _, y in seen.polygon(spot)), default=0))
    return SIDE * seen.rows + (FOOT if seen.layers > 1 else 0)


def _layer(seen: Scene, layer: int) -> list[str]:
    if not seen.lattice.is_square:
        return _mosaic(seen)
    left = layer * (SIDE * seen.cols + LAYER_GAP)
    lines = []
    for row in range(seen.rows):
        for col in range(seen.cols):
            x, y = left + SIDE * col, SIDE * row
            if (row, col, layer) in seen.walls:
                lines.append(_rect(x, y, SIDE, SIDE, f'fill="{WALL}" stroke="{WALL}"'))
                lines.append(f'<path d="M{x} {y}{HATCH}" stroke="{WALL_LINE}"/>')
            else:
                lines.append(_rect(x, y, SIDE, SIDE, f'fill="white" stroke="{GRID}"'))
    lines += [_piece(seen, piece, left) for piece in seen.pieces if piece.layer == layer]
    lines += _frame(seen, left)
    if seen.layers > 1:
        middle, below = left + SIDE * seen.cols // 2, SIDE * seen.rows + FOOT - 4
        lines.append(f'<text x="{middle}" y="{below}" fill="{LINE}">{layer + 1}</text>')
    return lines


def _mosaic(seen: Scene) -> list[str]:
    """Polygons instead of squares; the edges of a graph run below its vertices."""
    lines = []
    for a, b in sorted(seen.lattice.edges):
        (x1, y1), (x2, y2) = (middle(seen.polygon((vertex, 0, 0))) for vertex in (a, b))
        lines.append(_path([((x1, y1), (x2, y2))], 0, f'stroke="{LINE}"'))
    for spot in seen.spots():
        fill, stroke = (WALL, WALL_LINE) if spot in seen.walls else ("white", GRID)
        lines.append(_path([seen.polygon(spot)], 0, f'fill="{fill}" stroke="{stroke}"'))
    return [*lines, *(_piece(seen, piece, 0) for piece in seen.pieces)]


def _path(borders: Sequence[Sequence[Point]], left: int, style: str) -> str:
    drawn = "".join(
        "M" + "L".join(f"{_short(left + SIDE * x)} {_short(SIDE * y)}" for x, y in border) + "z"
        for border in borders
    )
    return f'<path d="{drawn}" {style} stroke-linejoin="round"/>'


def _short(place: float) -> str:
    """A number with at most two decimals."""
    return f"{round(place, 2) + 0.0:g}"


def _frame(seen: Scene, left: int) -> list[str]:
    """The border of the box; where an axis is wrapped it is dashed."""
    wide, high = SIDE * seen.cols, SIDE * seen.rows
    sides = [
        ((left, 0, left + wide, 0), 0),
        ((left, high, left + wide, high), 0),
        ((left, 0, left, high), 1),
        ((left + wide, 0, left + wide, high), 1),
    ]
    return [
        _line(*ends, LINE, ' stroke-width="1.5"' + (' stroke-dasharray="4 4"' if seen.wrap[axis] else ""))
        for ends, axis in sides
    ]


def _piece(seen: Scene, piece: DrawnPiece, left: int) -> str:
    """A rounded rectangle, or the outline of its cells; separate parts of a piece carry a number."""
    fill = f'fill="{colour(piece.tint).fill}" stroke="{LINE}"'
    if seen.lattice.is_square and piece.is_rectangle:
        drawn, x, y = _rectangle(piece, left, fill)
    else:
        cells = [seen.polygon(spot) for spot in piece.spots]
        drawn = _path(outlines(cells, INSET / SIDE), left, fill)
        x, y = (SIDE * place for place in middle(cells[0]))
        x += left
    if not piece.is_numbered:
        return drawn
    ink = colour(piece.tint).ink
    return f'{drawn}<text x="{x:g}" y="{y:g}" dy="0.35em" fill="{ink}">{piece.label}</text>'


def _rectangle(piece: DrawnPiece, left: int, fill: str) -> tuple[str, float, float]:
    """The rectangle, extended to the border on its open sides, and its middle."""
    inset = {side: 0 if side in piece.open_sides else INSET for side in "nesw"}
    x, y = left + SIDE * piece.col + inset["w"], SIDE * piece.row + inset["n"]
    wide = SIDE * piece.width - inset["w"] - inset["e"]
    high = SIDE * piece.height - inset["n"] - inset["s"]
    corner = 0 if piece.open_sides else ROUND
    drawn = _rect(x, y, wide, high, f'rx="{corner}" {fill}')
    return drawn, x + wide / 2, y + high / 2


def _rect(x: int, y: int, wide: int, high: int, style: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" {style}/>'


def _line(x1: int, y1: int, x2: int, y2: int, colour: str, style: str = "") -> str:
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}"{style}/>'


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
