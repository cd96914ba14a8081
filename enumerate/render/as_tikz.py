r"""Positions as TikZ pictures, in the colours of the SVG; a document needs only \usepackage{tikz}."""

from collections.abc import Sequence

from ..model.board import Player
from ..model.position import BoardLike
from .mosaic import Point, Polygon
from .palette import GRID, LINE, WALL, WALL_LINE, colour
from .scene import Canvas, Scene, draw, scene

SIDE = 0.5  # cm


def tikz(*drawn: BoardLike) -> str:
    r"""One `tikzpicture` for each board or position, after the colours they share.

    Lines outside the pictures end in %, so that no blank of the source appears beside them; the space between
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
        lines += TikzCanvas(seen).lines
        if seen.surface:
            place = _point(0, seen.rows + (0.5 if seen.layers > 1 else 0))
            lines.append(rf"\node[below right, font=\small] at {place} {{{seen.surface}}};")
        lines += [r"\end{tikzpicture}%"]
    return "\n".join(lines)


def _colour(tint: int) -> str:
    """The name of a colour: the player's letter, and other letters beyond the players."""
    return f"enum{'LRMDEFG'[tint % 7]}"


class TikzCanvas(Canvas):
    """The commands of a scene."""

    inset, layer_gap = 0.08, 0.75

    def __init__(self, seen: Scene) -> None:
        self.lines: list[str] = []
        draw(seen, self)

    def square(self, x: float, y: float, is_wall: bool) -> None:
        style = r"\fill[enumWall]" if is_wall else r"\draw[enumGrid]"
        self.lines.append(f"{style} {_point(x, y + 1)} rectangle {_point(x + 1, y)};")
        if is_wall:
            self.lines.append(rf"\draw[enumHatch] {_hatch(x, y)};")

    def polygon(self, corners: Polygon, is_wall: bool) -> None:
        style = "fill=enumWall, draw=enumHatch" if is_wall else "fill=white, draw=enumGrid"
        self.lines.append(rf"\filldraw[{style}] {_border(corners)};")

    def edge(self, a: Point, b: Point) -> None:
        self.side(a, b, False)

    def block(self, tint: int, x: float, y: float, wide: float, high: float, is_round: bool) -> None:
        style = f"fill={_colour(tint)}, draw=enumLine" + (", rounded corners=1.5pt" if is_round else "")
        ends = f"{_point(x, y + high)} rectangle {_point(x + wide, y)}"
        self.lines.append(rf"\filldraw[{style}] {ends};")

    def outline(self, tint: int, borders: Sequence[Sequence[Point]]) -> None:
        style = f"fill={_colour(tint)}, draw=enumLine, rounded corners=0.5pt"
        self.lines.append(rf"\filldraw[{style}] {' '.join(map(_border, borders))};")

    def label(self, tint: int, x: float, y: float, text: str) -> None:
        ink = "white" if colour(tint).is_dark else "black"
        self.lines.append(rf"\node[text={ink}, font=\tiny] at {_point(x, y)} {{{text}}};")

    def side(self, a: Point, b: Point, is_wrapped: bool) -> None:
        style = "enumLine, dashed" if is_wrapped else "enumLine"
        self.lines.append(rf"\draw[{style}] {_point(*a)} -- {_point(*b)};")

    def layer_number(self, x: float, y: float, number: int) -> None:
        self.lines.append(rf"\node[below, font=\tiny] at {_point(x, y)} {{{number}}};")


def _border(corners: Sequence[Point]) -> str:
    return " -- ".join(_point(x, y) for x, y in corners) + " -- cycle"


def _hatch(x: float, y: float) -> str:
    """Three strokes across a cell."""
    ends = [((0, 0.5), (0.5, 0)), ((0, 1), (1, 0)), ((0.5, 1), (1, 0.5))]
    return " ".join(f"{_point(x + a, y + b)} -- {_point(x + c, y + d)}" for (a, b), (c, d) in ends)


def _point(x: float, y: float) -> str:
    """A point; TikZ's y grows upwards."""
    return f"({round(x, 4) + 0.0:g},{round(-y, 4) + 0.0:g})"
