"""Thermographs as text and as SVG. Left is on the left.

A thermograph is drawn from its walls, lists of corners (t, value) from t = -1 to a common top, where the mast
begins.
"""

from collections.abc import Sequence
from fractions import Fraction
from html import escape
from itertools import pairwise
from math import ceil, floor

from .as_svg import sheet
from .palette import GRID, LINE, colour

Corner = tuple[Fraction, Fraction]
Wall = Sequence[Corner]

SIZE, MARGIN, FOOT = 220, 34, 26  # of the picture: of its frame, around it, below it
MAST = Fraction(1, 2)  # the drawn length of the mast
COLUMNS, ROWS = 41, 13  # of the text


def height(wall: Wall, t: Fraction) -> Fraction:
    """The value of a wall at t."""
    for (t0, x0), (t1, x1) in pairwise(wall):
        if t0 <= t <= t1:
            return x0 + (x1 - x0) * (t - t0) / (t1 - t0)
    return wall[0][1] if t < wall[0][0] else wall[-1][1]


def _frame(left: Wall, right: Wall) -> tuple[Fraction, Fraction, int, int]:
    """The lowest and the highest t that are drawn, the least and the greatest value."""
    top = left[-1][0]
    low = Fraction(0) if top >= 0 else Fraction(-1)
    seen = [x for wall in (left, right) for x in (height(wall, low), *(x for t, x in wall if t >= low))]
    least, most = floor(min(seen)), ceil(max(seen))
    return low, top + MAST, least - (least == most), most + (least == most)


def thermograph_text(left: Wall, right: Wall) -> str:
    """The walls drawn with characters, t to the left of each line, and the corners.

    >>> one = [(Fraction(-1), Fraction(2)), (Fraction(1), Fraction(0))]
    >>> two = [(t, -x) for t, x in one]
    >>> print(thermograph_text(one, two).splitlines()[-1])
    mast at 0 from t = 1 on
    """
    low, high, least, most = _frame(left, right)
    lines = []
    for row in range(ROWS):
        t = high - (high - low) * row / (ROWS - 1)
        signs = [" "] * COLUMNS
        for wall, sign in ((right, "\\"), (left, "/")):
            place = round((most - height(wall, t)) * (COLUMNS - 1) / (most - least))
            is_steep = height(wall, t) == height(wall, t - Fraction(1, 64)) or t >= wall[-1][0]
            signs[place] = "|" if is_steep else sign
        lines.append(f"{float(t):6.2f}  {''.join(signs)}".rstrip())
    scale = str(most).ljust(COLUMNS - len(str(least))) + str(least)
    corners = [
        f"{name}: " + ", ".join(f"{x} at t = {t}" for t, x in _seen(wall, low))
        for name, wall in (("left wall", left), ("right wall", right))
    ]
    mast = f"mast at {left[-1][1]} from t = {left[-1][0]} on"
    return "\n".join([*lines, " " * 8 + scale, *corners, mast])


def _seen(wall: Wall, low: Fraction) -> list[Corner]:
    """The corners from t = low on."""
    return [(low, height(wall, low)), *((t, x) for t, x in wall if t > low)]


def thermograph_svg(left: Wall, right: Wall, title: str = "") -> str:
    """The walls as a picture, Left's blue and Right's orange, the mast black."""
    low, high, least, most = _frame(left, right)
    mean, top = left[-1][1], left[-1][0]
    wide, tall = SIZE + 2 * MARGIN, SIZE + 2 * MARGIN + FOOT
    body = [f"<title>{escape(title)}</title>"]

    def place(t: Fraction | int, x: Fraction | int) -> tuple[float, float]:
        return float(MARGIN + SIZE * (most - x) / (most - least)), float(
            MARGIN + SIZE * (high - t) / (high - low)
        )

    def line(corners: Sequence[tuple[Fraction | int, Fraction | int]], stroke: str, width: float = 1) -> None:
        points = " ".join(f"{across:g},{down:g}" for across, down in (place(*corner) for corner in corners))
        body.append(f'<polyline points="{points}" stroke="{stroke}" stroke-width="{width:g}" fill="none"/>')

    def text(across: float, down: float, words: object) -> None:
        body.append(f'<text x="{across:g}" y="{down:g}" fill="{LINE}">{words}</text>')

    for x in range(least, most + 1):
        line([(low, x), (high, x)], GRID)
        text(place(low, x)[0], place(low, x)[1] + 16, x)
    for t in range(ceil(low), floor(high) + 1):
        line([(t, least), (t, most)], GRID)
        text(MARGIN - 8, place(t, least)[1] + 4, t)
    for side, wall in enumerate((left, right)):
        line(_seen(wall, low), colour(side).fill, 2.5)
    line([(top, mean), (high, mean)], LINE, 2.5)
    text(wide // 2, tall - 10, f"mean {mean}, temperature {top}")
    return sheet(wide, tall, body)
