"""Draw plays of falling pieces: move numbers, a colour for each player, payoffs below; text and SVG.

Several plays stand side by side on one floor, as on the title page of [Lef], and wrap into rows. Columns are
numbered below the floor, as moves name them.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from ..model.lattice import items
from ..support.errors import InputError, require_integer
from .as_svg import MOST_SHOWN, sheet
from .palette import GRID, LINE, colour

FILLS = " :/%*=+"
CELL_WIDTH, CELL_HEIGHT = 4, 2  # of a cell in text, its left and lower border included
BETWEEN = 3  # columns between boards in text
SIDE, GAP, MARGIN = 36, 44, 28  # of a cell in SVG, between boards, around all
WIDEST = 1000  # of a row of boards in SVG
FOOT = 46  # below a floor: numbers of columns, payoffs
RESET = "\x1b[0m"

# A play has `game`, `turns` and `payoffs` as in games.falling.falling_game, which is not imported here.
Plays = Sequence[Any]


def plays_text(plays: Plays, *, colour: bool = False, columns: int = 100) -> str:
    """Plays side by side as far as `columns` allow, then below; last, how each player's pieces are filled.

    >>> from enumerate.games import Falling, Play
    >>> print(plays_text([Play.parse(Falling(2, 3), "H1 V1 V2")]))
    +---+---+
    |:::|   |
    +:2:+ 3 +
    |:::|   |
    +---+---+
    |   1   |
    +---+---+
      1   2
    pays 7, 5
    player 1 blank, player 2 ':'
    """
    _check(plays)
    columns = require_integer("columns", columns, 1)
    rows = []
    for row in _rows([_block(play, colour) for play in plays], BETWEEN, columns):
        height = max(len(lines) for _, lines in row)
        padded = [[" " * wide] * (height - len(lines)) + lines for wide, lines in row]
        parts = zip(*padded, strict=True)
        rows.append("\n".join((" " * BETWEEN).join(line).rstrip() for line in parts))
    return "\n\n".join(rows) + f"\n{_legend(plays, colour)}"


def _rows(blocks: list[tuple[int, Any]], between: int, width: int) -> list[list[tuple[int, Any]]]:
    """Blocks, each with its width, in rows that are as wide as allowed (one block at least)."""
    rows: list[list[tuple[int, Any]]] = []
    used = 0
    for block in blocks:
        used += between + block[0]
        if not rows or used > width:
            rows.append([])
            used = block[0]
        rows[-1].append(block)
    return rows


def _check(plays: Plays) -> None:
    for play in items("plays", plays):
        if not hasattr(play, "turns"):
            raise InputError(f"expected a play as in Play.parse(game, 'H1 V1 V2'), got {play!r}")
    if not plays:
        raise InputError("there is no play to draw")


def _legend(plays: Plays, is_coloured: bool) -> str:
    names = []
    for player in range(max(play.game.players for play in plays)):
        fill = FILLS[player % len(FILLS)]
        shown = "blank" if fill == " " else f"'{fill}'"
        if is_coloured:
            shown = f"\x1b[{colour(player).ansi}m{fill * 3}{RESET}"
        names.append(f"player {player + 1} {shown}")
    return ", ".join(names)


def _block(play: Any, is_coloured: bool) -> tuple[int, list[str]]:
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
    lines = [_line(signs, owners, is_coloured) for signs, owners in zip(canvas, player, strict=True)]
    numbers = " " + "".join(str(col).center(CELL_WIDTH) for col in range(1, cols + 1)).rstrip()
    below = [numbers, _payoffs(play)]
    width = max(wide, *map(len, below))
    return width, [line + " " * (width - wide) for line in lines] + [line.ljust(width) for line in below]


def _write_number(canvas: list[list[str]], rows: int, turn: Any) -> None:
    columns = [col for _, col in turn.cells]
    levels = [row for row, _ in turn.cells]
    x = CELL_WIDTH * (min(columns) + max(columns) + 1) // 2
    y = CELL_HEIGHT * (2 * rows - min(levels) - max(levels) + 1) // 2
    number = str(turn.number)
    begin = x - (len(number) - 1) // 2 if len(number) < 3 else x - 1
    canvas[y][begin : begin + len(number)] = number


def _line(signs: Iterable[str], owners: Iterable[int], is_coloured: bool) -> str:
    if not is_coloured:
        return "".join(signs)
    parts: list[str] = []
    last = -1
    for sign, owner in zip(signs, owners, strict=True):
        if owner != last:
            parts.append(RESET if owner < 0 else f"\x1b[{colour(owner).ansi}m")
            last = owner
        parts.append(sign)
    return "".join(parts) + (RESET if last >= 0 else "")


def _payoffs(play: Any) -> str:
    return f"pays {', '.join(map(str, play.payoffs))}"


def plays_svg(plays: Plays) -> str:
    """Plays as one SVG picture, side by side and then below; rows and columns numbered, players named."""
    _check(plays)
    blocks = [(max(play.game.cols * SIDE, 8 * len(_payoffs(play))), play) for play in plays]
    parts: list[str] = []
    wide, y = 0, 0
    for row in _rows(blocks, GAP, WIDEST):
        floor = y + MARGIN + max(play.game.rows for _, play in row) * SIDE
        x = MARGIN
        for width, play in row:
            parts += _board(play, x, floor)
            x += width + GAP
        wide, y = max(wide, x - GAP + MARGIN), floor + FOOT
    players = max(play.game.players for play in plays)
    for player in range(players):
        parts.append(
            f'<rect x="{MARGIN + 90 * player}" y="{y + 6}" width="14" height="14" rx="3" '
            f'fill="{colour(player).fill}" stroke="{LINE}"/>'
            f'<text x="{MARGIN + 20 + 90 * player}" y="{y + 18}" text-anchor="start">'
            f"player {player + 1}</text>"
        )
    return sheet(max(wide, 2 * MARGIN + 90 * players), y + MARGIN + 6, parts)


def notebook_svg(play: Any) -> str:
    """The picture for a notebook; for a play that is too large, a sheet with a note."""
    if play.game.cols * play.game.rows <= MOST_SHOWN:
        return plays_svg([play])
    note = f"{play.game}: {len(play.turns):,} moves, {_payoffs(play)}; too large to show here"
    return sheet(9 * len(note), 60, [f'<text x="{9 * len(note) // 2}" y="35" fill="{LINE}">{note}</text>'])


def _board(play: Any, left: int, floor: int) -> list[str]:
    cols, rows = play.game.cols, play.game.rows
    parts = [
        f'<rect x="{left + col * SIDE}" y="{floor - row * SIDE}" width="{SIDE}" height="{SIDE}" '
        f'fill="none" stroke="{GRID}"/>'
        for row in range(1, rows + 1)
        for col in range(cols)
    ]
    numbers = [
        (left - 12, floor - row * SIDE + SIDE // 2 + 5, row + play.game.raised) for row in range(1, rows + 1)
    ]
    numbers += [(left + col * SIDE - SIDE // 2, floor + 16, col) for col in range(1, cols + 1)]
    parts += [f'<text x="{x}" y="{y}" fill="#777777">{number}</text>' for x, y, number in numbers]
    for turn in play.turns:
        low_row, low_col = min(turn.cells)
        high_row, high_col = max(turn.cells)
        x, y = left + low_col * SIDE + 2, floor - high_row * SIDE + 2
        wide, high = (high_col - low_col + 1) * SIDE - 4, (high_row - low_row + 1) * SIDE - 4
        own = colour(turn.player)
        parts.append(
            f'<rect class="piece" x="{x}" y="{y}" width="{wide}" height="{high}" rx="6" '
            f'fill="{own.fill}" stroke="{LINE}"/>'
            f'<text x="{x + wide // 2}" y="{y + high // 2 + 5}" fill="{own.ink}">{turn.number}</text>'
        )
    parts.append(f'<text x="{left}" y="{floor + 36}" text-anchor="start">{_payoffs(play)}</text>')
    return parts
