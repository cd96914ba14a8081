"""Draw plays of falling pieces as scenes: move numbers, colours of players, payoffs below; text and SVG.

Several plays stand side by side on one floor, as on the title page of [Lef], and wrap into rows. Columns are
numbered below the floor, as moves name them.
"""

from collections.abc import Sequence
from typing import Any

from ..model.lattice import items
from ..support.errors import InputError, require_integer
from .as_svg import MOST_SHOWN, SIDE, SvgCanvas, note_sheet, sheet
from .as_text import CELL_WIDTH, beside, in_rows, scene_lines
from .as_text import GAP as BETWEEN
from .palette import LINE, colour
from .scene import DrawnPiece, Scene

GAP, MARGIN = 44, 28  # in SVG: between boards, around all
ROW_WIDTH = 1000  # of a row of boards in SVG
FOOT = 46  # below a floor: numbers of columns, payoffs

# A play has `game`, `turns` and `payoffs` as in games.falling.falling_game, which is not imported here.
Plays = Sequence[Any]


def plays_text(plays: Plays, *, colour: bool = False, columns: int = 100) -> str:
    """Plays side by side as far as `columns` allow, then below; last, the moves of each player.

    >>> from enumerate.games import Falling, Play
    >>> print(plays_text([Play.parse(Falling(2, 3), "H1 V1 V2")]))
    ┌───┬───┐
    │   │   │
    │ 2 │ 3 │
    │   │   │
    ├───┴───┤
    │   1   │
    └───────┘
      1   2
    pays 7, 5
    player 1: moves 1, 3, ...; player 2: moves 2, 4, ...
    """
    _check(plays)
    columns = require_integer("columns", columns, 1)
    rows = in_rows([_block(play, colour) for play in plays], BETWEEN, columns)
    players = max(play.game.players for play in plays)
    moves = [f"player {one}: moves {one}, {one + players}, ..." for one in range(1, players + 1)]
    return "\n\n".join(map(beside, rows)) + "\n" + "; ".join(moves)


def _check(plays: Plays) -> None:
    for play in items("plays", plays):
        if not hasattr(play, "turns"):
            raise InputError(f"expected a play as in Play.parse(game, 'H1 V1 V2'), got {play!r}")
    if not plays:
        raise InputError("there is no play to draw")


def play_scene(play: Any) -> Scene:
    """The board of a play, its pieces labelled by the numbers of their moves; row 1 is the lowest."""
    cols, rows = play.game.cols, play.game.rows
    pieces = [
        DrawnPiece(
            turn.player,
            tuple(sorted((rows - row, col, 0) for row, col in turn.cells)),
            label=str(turn.number),
            is_numbered=True,
        )
        for turn in play.turns
    ]
    covered = {spot for piece in pieces for spot in piece.spots}
    free = {(row, col, 0) for row in range(rows) for col in range(cols)} - covered
    return Scene(rows, cols, 1, (False, False), tuple(pieces), free=frozenset(free))


def _block(play: Any, is_coloured: bool) -> tuple[int, list[str]]:
    """The width of a play in text, and its lines."""
    cols = play.game.cols
    numbers = " " + "".join(str(col).center(CELL_WIDTH) for col in range(1, cols + 1)).rstrip()
    below = [numbers, _payoffs(play)]
    board = CELL_WIDTH * cols + 1
    width = max(board, *map(len, below))
    drawn = [line + " " * (width - board) for line in scene_lines(play_scene(play), is_coloured)]
    return width, drawn + [line.ljust(width) for line in below]


def _payoffs(play: Any) -> str:
    return f"pays {', '.join(map(str, play.payoffs))}"


def plays_svg(plays: Plays) -> str:
    """Plays as one SVG picture, side by side and then below; rows and columns numbered, players named."""
    _check(plays)
    blocks = [(max(play.game.cols * SIDE, 8 * len(_payoffs(play))), play) for play in plays]
    parts: list[str] = []
    wide, y = 0, 0
    for row in in_rows(blocks, GAP, ROW_WIDTH):
        floor = y + MARGIN + max(play.game.rows for _, play in row) * SIDE
        x = MARGIN
        for width, play in row:
            parts += _board(play, x, floor)
            x += width + GAP
        wide, y = max(wide, x - GAP + MARGIN), floor + FOOT
    players = max(play.game.players for play in plays)
    for player in range(players):
        x = MARGIN + 90 * player
        square = f'x="{x}" y="{y + 6}" width="14" height="14" rx="3" fill="{colour(player).fill}"'
        name = f'<text x="{x + 20}" y="{y + 18}" text-anchor="start">player {player + 1}</text>'
        parts.append(f'<rect {square} stroke="{LINE}"/>{name}')
    return sheet(max(wide, 2 * MARGIN + 90 * players), y + MARGIN + 6, parts)


def notebook_svg(play: Any) -> str:
    """The picture for a notebook; for a play that is too large, a sheet with a note."""
    if play.game.cols * play.game.rows <= MOST_SHOWN:
        return plays_svg([play])
    return note_sheet(f"{play.game}: {len(play.turns):,} moves, {_payoffs(play)}; too large to show here")


def _board(play: Any, left: int, floor: int) -> list[str]:
    """The board of a play, its rows and columns numbered, and the payoffs."""
    cols, rows = play.game.cols, play.game.rows
    numbers = [
        (left - 12, floor - row * SIDE + SIDE // 2 + 5, row + play.game.raised) for row in range(1, rows + 1)
    ]
    numbers += [(left + col * SIDE - SIDE // 2, floor + 16, col) for col in range(1, cols + 1)]
    return [
        f'<g transform="translate({left} {floor - rows * SIDE})">',
        *SvgCanvas(play_scene(play)).lines,
        "</g>",
        *(f'<text x="{x}" y="{y}" fill="#777777">{number}</text>' for x, y, number in numbers),
        f'<text x="{left}" y="{floor + 36}" text-anchor="start">{_payoffs(play)}</text>',
    ]
