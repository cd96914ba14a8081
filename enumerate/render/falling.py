"""Draw plays of falling pieces: move numbers, a colour for each player, payoffs below; text and SVG.

Several plays stand side by side on one floor, as on the title page of [Lef].
"""

from collections.abc import Iterable, Sequence
from typing import Any
from xml.sax.saxutils import escape

COLOURS = ("#7ac074", "#f4d35e", "#6fa8dc", "#e58f8f", "#b39ddb", "#c0c0c0")
ANSI = (42, 43, 44, 41, 45, 47)
FILLS = " :/%*="
CELL_WIDTH, CELL_HEIGHT = 4, 2  # of a cell in text, its left and lower border included
SIDE, GAP, MARGIN = 36, 44, 28  # of a cell in SVG, between boards, around all
RESET = "\x1b[0m"

# A play is anything with `game`, `turns`, `payoffs` as in games.falling.model; drawing knows no rules.
Plays = Sequence[Any]


def text(plays: Plays, colour: bool = False) -> str:
    """Plays side by side; the second player's pieces are filled with `:`.

    >>> from enumerate.games.dominogame import Dominogame
    >>> from enumerate.games.falling.model import Play
    >>> print(text([Play.parse(Dominogame(2, 3), "H1 V1 V2")]))
    +---+---+
    |:::|   |
    +:2:+ 3 +
    |:::|   |
    +---+---+
    |   1   |
    +---+---+
    V1=7 V2=5
    """
    blocks = [_block(play, colour) for play in plays]
    height = max(len(lines) for _, lines in blocks)
    padded = [[" " * width] * (height - len(lines)) + lines for width, lines in blocks]
    return "\n".join("   ".join(parts).rstrip() for parts in zip(*padded, strict=True))


def _block(play: Any, colour: bool) -> tuple[int, list[str]]:
    cols, rows = play.game.cols, play.game.rows
    owner = {cell: turn for turn in play.turns for cell in turn.cells}
    wide, high = CELL_WIDTH * cols + 1, CELL_HEIGHT * rows + 1
    canvas = [[" "] * wide for _ in range(high)]
    player = [[-1] * wide for _ in range(high)]
    for y in range(high):
        for x in range(wide):
            around = [
                owner.get((rows - b, a), (rows - b, a))  # an empty cell is a piece of its own
                for a in {(x - 1) // CELL_WIDTH, x // CELL_WIDTH}
                for b in {(y - 1) // CELL_HEIGHT, y // CELL_HEIGHT}
            ]
            if all(piece is around[0] for piece in around) and not isinstance(around[0], tuple):
                player[y][x] = around[0].player
                canvas[y][x] = FILLS[around[0].player % len(FILLS)]
            elif y % CELL_HEIGHT == 0:
                canvas[y][x] = "+" if x % CELL_WIDTH == 0 else "-"
            elif x % CELL_WIDTH == 0:
                canvas[y][x] = "|"
    for turn in play.turns:
        _write_number(canvas, rows, turn)
    lines = [_line(signs, owners, colour) for signs, owners in zip(canvas, player, strict=True)]
    below = _payoffs(play)
    width = max(wide, len(below))
    return width, [line + " " * (width - wide) for line in lines] + [below.ljust(width)]


def _write_number(canvas: list[list[str]], rows: int, turn: Any) -> None:
    columns = [col for _, col in turn.cells]
    levels = [row for row, _ in turn.cells]
    x = CELL_WIDTH * (min(columns) + max(columns) + 1) // 2
    y = CELL_HEIGHT * (2 * rows - min(levels) - max(levels) + 1) // 2
    number = str(turn.number)
    begin = x - (len(number) - 1) // 2 if len(number) < 3 else x - 1
    canvas[y][begin : begin + len(number)] = number


def _line(signs: Iterable[str], owners: Iterable[int], colour: bool) -> str:
    if not colour:
        return "".join(signs)
    parts: list[str] = []
    last = -1
    for sign, owner in zip(signs, owners, strict=True):
        if owner != last:
            parts.append(RESET if owner < 0 else f"\x1b[30;{ANSI[owner % len(ANSI)]}m")
            last = owner
        parts.append(sign)
    return "".join(parts) + (RESET if last >= 0 else "")


def _payoffs(play: Any) -> str:
    numbered = zip(range(1, 1 + len(play.payoffs)), play.payoffs, strict=True)
    return " ".join(f"V{number}={paid}" for number, paid in numbered)


def svg(plays: Plays) -> str:
    """Plays side by side as one SVG picture, rows numbered on the left of each board.

    >>> from enumerate.games.dominogame import Dominogame
    >>> from enumerate.games.falling.model import Play
    >>> svg([Play.parse(Dominogame(2, 3), "H1 V1 V2")]).count('class="piece"')
    3
    """
    rows = max(play.game.rows for play in plays)
    floor = MARGIN + rows * SIDE
    parts: list[str] = []
    x = MARGIN
    for play in plays:
        parts += _board(play, x, floor)
        x += max(play.game.cols * SIDE, 8 * len(_payoffs(play))) + GAP
    wide, high = x - GAP + MARGIN, floor + 2 * MARGIN
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
            f'viewBox="0 0 {wide} {high}" font-family="sans-serif" font-size="14" text-anchor="middle">',
            '<rect width="100%" height="100%" fill="white"/>',
            *parts,
            "</svg>",
        ]
    )


def _board(play: Any, left: int, floor: int) -> list[str]:
    cols, rows = play.game.cols, play.game.rows
    parts = [
        f'<rect x="{left + col * SIDE}" y="{floor - row * SIDE}" width="{SIDE}" height="{SIDE}" '
        'fill="none" stroke="#bbbbbb"/>'
        for row in range(1, rows + 1)
        for col in range(cols)
    ]
    parts += [
        f'<text x="{left - 12}" y="{floor - row * SIDE + SIDE // 2 + 5}" fill="#777777">'
        f"{row + play.game.raised}</text>"
        for row in range(1, rows + 1)
    ]
    for turn in play.turns:
        low_row, low_col = min(turn.cells)
        high_row, high_col = max(turn.cells)
        x, y = left + low_col * SIDE + 2, floor - high_row * SIDE + 2
        wide, high = (high_col - low_col + 1) * SIDE - 4, (high_row - low_row + 1) * SIDE - 4
        parts.append(
            f'<rect class="piece" x="{x}" y="{y}" width="{wide}" height="{high}" rx="6" '
            f'fill="{COLOURS[turn.player % len(COLOURS)]}" stroke="#333333"/>'
            f'<text x="{x + wide // 2}" y="{y + high // 2 + 5}">{turn.number}</text>'
        )
    below = escape(_payoffs(play))
    parts.append(f'<text x="{left}" y="{floor + 24}" text-anchor="start">{below}</text>')
    return parts
