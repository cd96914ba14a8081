r"""Positions as TikZ pictures, in the colours of the SVG; a document needs only \usepackage{tikz}."""

from collections.abc import Sequence
from itertools import pairwise

from ..model.board import Player
from ..model.position import BoardLike
from .mosaic import Point, middle, outlines
from .palette import GRID, LINE, WALL, WALL_LINE, colour
from .scene import DrawnPiece, Scene, scene

SIDE = 0.5  # cm
INSET = 0.08  # of a cell
GAP = 0.75  # cells between layers


def tikz(*drawn: BoardLike) -> str:
    r"""One `tikzpicture` for each board or position, after the colours they share.

    Lines outside the pictures end in %, so that no blank of the source stands beside them; the space between
    two pictures may grow, and a line of text may break there.

    >>> print(tikz("RR").splitlines()[-6])
    \filldraw[fill=enumR, draw=enumLine, rounded corners=1.5pt] (0.08,-0.92) rectangle (1.92,-0.08);
    """
    scenes = [scene(one) for one in drawn]
    tints = {*map(int, Player), *(piece.tint for seen in scenes for piece in seen.pieces)}
    named = {_colour(tint): colour(tint).fill for tint in sorted(tints)}
    named |= {"enumLine": LINE, "enumGrid": GRID, "enumWall": WALL, "enumHatch": WALL_LINE}
    lines = [rf"\definecolor{{{name}}}{{HTML}}{{{fill[1:]}}}%" for name, fill in named.items()]
    for number, seen in enumerate(scenes):
        lines += [r"\hspace{1em plus 1em}%"] if number else []
        lines += [rf"\begin{{tikzpicture}}[x={SIDE}cm, y={SIDE}cm]"]
        for layer in range(seen.layers):
            lines += _layer(seen, layer)
        if seen.surface:
            place = _point(0, seen.rows + (0.5 if seen.layers > 1 else 0))
            lines.append(rf"\node[below right, font=\small] at {place} {{{seen.surface}}};")
        lines += [r"\end{tikzpicture}%"]
    return "\n".join(lines)


def _colour(tint: int) -> str:
    """The name of a colour: the player's letter, and other letters beyond the players."""
    return f"enum{'LRMDEFG'[tint % 7]}"


def _layer(seen: Scene, layer: int) -> list[str]:
    if not seen.lattice.is_square:
        return _mosaic(seen)
    left = layer * (seen.cols + GAP)
    lines = []
    for row in range(seen.rows):
        for col in range(seen.cols):
            low, high = _point(left + col, row + 1), _point(left + col + 1, row)
            if (row, col, layer) in seen.walls:
                lines.append(rf"\fill[enumWall] {low} rectangle {high};")
                lines.append(rf"\draw[enumHatch] {_hatch(left + col, row)};")
            else:
                lines.append(rf"\draw[enumGrid] {low} rectangle {high};")
    lines += [line for piece in seen.pieces if piece.layer == layer for line in _piece(seen, piece, left)]
    corners = [(0, 0), (seen.cols, 0), (seen.cols, seen.rows), (0, seen.rows), (0, 0)]
    for number, ((x1, y1), (x2, y2)) in enumerate(pairwise(corners)):
        style = ", dashed" if seen.wrap[number % 2] else ""
        lines.append(rf"\draw[enumLine{style}] {_point(left + x1, y1)} -- {_point(left + x2, y2)};")
    if seen.layers > 1:
        lines.append(
            rf"\node[below, font=\tiny] at {_point(left + seen.cols / 2, seen.rows)} {{{layer + 1}}};"
        )
    return lines


def _mosaic(seen: Scene) -> list[str]:
    """Polygons instead of squares; the edges of a graph run below its vertices."""
    lines = []
    for edge in sorted(seen.lattice.edges):
        one, two = (_point(*middle(seen.polygon((vertex, 0, 0)))) for vertex in edge)
        lines.append(rf"\draw[enumLine] {one} -- {two};")
    for spot in seen.spots():
        style = "fill=enumWall, draw=enumHatch" if spot in seen.walls else "fill=white, draw=enumGrid"
        lines.append(rf"\filldraw[{style}] {_border(seen.polygon(spot))};")
    return [*lines, *(line for piece in seen.pieces for line in _piece(seen, piece, 0))]


def _border(corners: Sequence[Point], left: float = 0) -> str:
    return " -- ".join(_point(left + x, y) for x, y in corners) + " -- cycle"


def _piece(seen: Scene, piece: DrawnPiece, left: float) -> list[str]:
    """A rectangle, or the outline of its cells; separate parts of a piece carry a number."""
    fill = f"fill={_colour(piece.tint)}, draw=enumLine"
    if seen.lattice.is_square and piece.is_rectangle:
        lines, place = _rectangle(piece, left, fill)
    else:
        cells = [seen.polygon(spot) for spot in piece.spots]
        borders = " ".join(_border(border, left) for border in outlines(cells, INSET))
        x, y = middle(cells[0])
        lines, place = [rf"\filldraw[{fill}, rounded corners=0.5pt] {borders};"], _point(left + x, y)
    if piece.is_numbered:
        ink = "white" if colour(piece.tint).is_dark else "black"
        lines.append(rf"\node[text={ink}, font=\tiny] at {place} {{{piece.label}}};")
    return lines


def _rectangle(piece: DrawnPiece, left: float, fill: str) -> tuple[list[str], str]:
    """The rectangle, extended to the border on its open sides, and its middle."""
    inset = {side: 0.0 if side in piece.open_sides else INSET for side in "nesw"}
    x, y = left + piece.col, piece.row
    low = _point(x + inset["w"], y + piece.height - inset["s"])
    high = _point(x + piece.width - inset["e"], y + inset["n"])
    corners = "" if piece.open_sides else ", rounded corners=1.5pt"
    lines = [rf"\filldraw[{fill}{corners}] {low} rectangle {high};"]
    return lines, _point(x + piece.width / 2, y + piece.height / 2)


def _hatch(x: float, y: float) -> str:
    """Three strokes across a cell."""
    ends = [((0, 0.5), (0.5, 0)), ((0, 1), (1, 0)), ((0.5, 1), (1, 0.5))]
    return " ".join(f"{_point(x + a, y + b)} -- {_point(x + c, y + d)}" for (a, b), (c, d) in ends)


def _point(x: float, y: float) -> str:
    """A point; TikZ's y grows upwards."""
    return f"({round(x, 4) + 0.0:g},{round(-y, 4) + 0.0:g})"
