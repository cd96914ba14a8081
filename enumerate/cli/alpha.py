"""`enumerate alpha`: the shortest games."""

import re
from pathlib import Path

import click

from ..model.game import Game
from ..model.position import Position
from ..render.data import written
from ..support.errors import InputError
from ..support.settings import Settings
from .boards import optional_board_options
from .output import emit, format_option, out_option
from .pictures import refuse_show, terminal_drawing
from .running import settings_options


@click.command()
@optional_board_options
@click.option("--table", type=int, metavar="N", help="Instead of a board: all boards up to N x N.")
@click.option("--strip", metavar="MxN", help="Instead of a board: the boards M x 1, M x 2, ... up to M x N.")
@click.option("--show", is_flag=True, help="Draw the last position of a shortest game and list its moves.")
@settings_options("sweeping")
@format_option("text", "json", "csv", "latex")
@out_option
def alpha(
    position: Position | None,
    game: Game,
    table: int | None,
    strip: str | None,
    show: bool,
    settings: Settings,
    form: str,
    out: Path | None,
) -> None:
    """The least number of moves after which alternating play can be over.

    L and R say in which end polynomials it occurs: Left, or Right, is the player who cannot move.

    \b
    Examples:
      enumerate alpha --rows 8 --cols 8 --show
      enumerate alpha --table 12
      enumerate alpha --strip 2x200 --format csv
      enumerate alpha --rows 4 --cols 4 --game snort --show
    """
    from ..shortest.alpha import alpha as shortest
    from ..shortest.alpha import alpha_sequence, alpha_table

    if sum(given is not None for given in (position, table, strip)) != 1:
        raise InputError("name one of: a board (--rows and --cols, or --board), --table, --strip")
    refuse_show(show, form)
    if show and position is None:
        raise InputError("--show draws one board: name it by --rows and --cols, or --board")
    if table is not None:
        emit(written(alpha_table(table, game=game, settings=settings), form), out)
    elif strip is not None:
        rows, length = parse_strip(strip)
        emit(written(alpha_sequence(rows, length, game=game, settings=settings), form), out)
    elif position is not None:
        found = shortest(position.free, game=game, settings=settings)
        if form == "text":
            drawing = terminal_drawing([found.witness], out) if show else ""
            parts = [found.summary(), drawing, found.written_order()] if show else [found.summary()]
            emit("\n\n".join(parts), out, is_drawing=show)
        else:
            emit(written(found, form), out)


def parse_strip(text: str) -> tuple[int, int]:
    """The rows and the greatest number of columns.

    >>> parse_strip("2x200")
    (2, 200)
    """
    if not re.fullmatch(r"[1-9]\d{0,3}x[1-9]\d{0,4}", text):
        raise InputError(f"'{text}' is not a strip: write rows and columns, for instance 2x200")
    rows, cols = map(int, text.split("x"))
    return rows, cols
