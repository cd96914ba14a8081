r"""Positions as TikZ pictures, in the colours of the SVG; a document needs only \usepackage{tikz}."""

from itertools import pairwise

from ..model.board import Board, Player
from ..model.position import Position
from .palette import GRID, LINE, WALL, WALL_LINE, colour
from .scene import Piece, Scene, scene

SIDE = 0.5  # cm
INSET = 0.08  # of a cell
GAP = 0.75  # cells between layers


def tikz(*drawn: Board | Position) -> str:
    r"""One `tikzpicture` for each board or position, after the colours they share.

    Lines outside the pictures end in %, so that no blank of the source stands beside them; the space between
    two pictures may grow, and a line of text may break there.

    >>> print(tikz(Position.parse("RR")).splitlines()[-6])
    \filldraw[fill=enumR, draw=enumLine, rounded corners=1.5pt] (0.08,-0.92) rectangle (1.92,-0.08);
    """
    named = {f"enum{player.letter}": colour(player).fill for player in Player}
    named |= {"enumLine": LINE, "enumGrid": GRID, "enumWall": WALL, "enumHatch": WALL_LINE}
    lines = [rf"\definecolor{{{name}}}{{HTML}}{{{fill[1:]}}}%" for name, fill in named.items()]
    for number, one in enumerate(drawn):
        seen = scene(one)
        lines += [r"\hspace{1em plus 1em}%"] if number else []
        lines += [rf"\begin{{tikzpicture}}[x={SIDE}cm, y={SIDE}cm]"]
        for layer in range(seen.layers):
            lines += _layer(seen, layer)
        lines += [r"\end{tikzpicture}%"]
    return "\n".join(lines)


def _layer(seen: Scene, layer: int) -> list[str]:
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
    lines += [line for piece in seen.pieces if piece.layer == layer for line in _piece(piece, left)]
    corners = [(0, 0), (seen.cols, 0), (seen.cols, seen.rows), (0, seen.rows), (0, 0)]
    for number, ((x1, y1), (x2, y2)) in enumerate(pairwise(corners)):
        style = ", dashed" if seen.wrap[number % 2] else ""
        lines.append(rf"\draw[enumLine{style}] {_point(left + x1, y1)} -- {_point(left + x2, y2)};")
    if seen.layers > 1:
        lines.append(
            rf"\node[below, font=\tiny] at {_point(left + seen.cols / 2, seen.rows)} {{{layer + 1}}};"
        )
    return lines


def _piece(piece: Piece, left: float) -> list[str]:
    inset = {side: 0.0 if side in piece.open_sides else INSET for side in "nesw"}
    x, y = left + piece.col, piece.row
    low = _point(x + inset["w"], y + piece.height - inset["s"])
    high = _point(x + piece.width - inset["e"], y + inset["n"])
    corners = "" if piece.open_sides else ", rounded corners=1.5pt"
    style = f"fill=enum{piece.player.letter}, draw=enumLine{corners}"
    lines = [rf"\filldraw[{style}] {low} rectangle {high};"]
    if piece.player is Player.MIDDLE:
        ink = "white" if colour(piece.player).is_dark else "black"
        middle = _point(x + piece.width / 2, y + piece.height / 2)
        lines.append(rf"\node[text={ink}, font=\tiny] at {middle} {{{piece.label}}};")
    return lines


def _hatch(x: float, y: float) -> str:
    """Three strokes across a cell."""
    ends = [((0, 0.5), (0.5, 0)), ((0, 1), (1, 0)), ((0.5, 1), (1, 0.5))]
    return " ".join(f"{_point(x + a, y + b)} -- {_point(x + c, y + d)}" for (a, b), (c, d) in ends)


def _point(x: float, y: float) -> str:
    """A point; TikZ's y grows upwards."""
    return f"({x:g},{-y:g})"
