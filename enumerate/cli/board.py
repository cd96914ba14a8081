"""`enumerate board`: what there is to know about a board or a game under way."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from ..model.board import Player
from ..model.game import Game
from ..model.position import Position
from ..render.data import json_text
from ..support.settings import Settings
from .boards import game_option, lattice_option, read_position, require_served, wrap_option
from .output import emit, format_option, out_option
from .pictures import Pictures, picture_options, terminal_drawing
from .running import settings_options
from .turns import shown_turn_options


def file_argument(command: Callable[..., Any]) -> Callable[..., Any]:
    """Take the board from an argument instead of from the options of the other commands."""

    @click.argument("file")
    @wrap_option
    @lattice_option
    @game_option
    @wraps(command)
    def wrapped(file: str, wrap: str | None, lattice: str, game: Game, **rest: Any) -> Any:
        require_served(game)
        return command(position=read_position(board=file, wrap=wrap, lattice=lattice, game=game), **rest)

    return wrapped


@click.command()
@file_argument
@shown_turn_options
@click.option("--no-totals", is_flag=True, help="Do not count positions.")
@picture_options
@settings_options("counting")
@format_option("text", "json")
@out_option
def board(
    position: Position,
    to_move: Player | None,
    turn: Player | None,
    no_totals: bool,
    pictures: Pictures,
    settings: Settings,
    form: str,
    out: Path | None,
) -> None:
    """Show a board: its components, whose turn it is, the moves, how many positions of each kind.

    FILE is a drawing: . cell, # wall, letters of pieces; - reads standard input. Positions are counted on the
    free cells; the column `play` keeps those that alternating play can reach.

    \b
    Examples:
      enumerate board game.txt
      enumerate board game.txt --turn --show
      printf 'L...\\nL...\\n' | enumerate board -
    """
    from ..counting.overview import overview
    from ..render.overview import overview_text

    pictures.write([position])
    seen = overview(position, to_move, turn=turn, totals=not no_totals, settings=settings)
    if form == "json":
        emit(json_text(seen.to_json()), out)
    else:
        drawing = terminal_drawing([position], out) if pictures.show else None
        emit(overview_text(seen, drawing), out, is_drawing=pictures.show)
