"""`enumerate positions`: the generating polynomial of a board."""

import shutil
from pathlib import Path
from typing import Any

import click

from ..counting.positions import Engine, count_with_provenance, engine_for
from ..counting.positions import positions as polynomial_of
from ..jobs.opening import lanes_running
from ..model.board import Player
from ..model.position import Position
from ..render.answer import Answer
from ..rules.meaning import stuck_of
from ..rules.tiles import Kind
from ..support.settings import Settings
from .boards import board_options
from .options import kind_options
from .output import emit, format_option, out_option
from .running import settings_options
from .turns import turn_options


@click.command()
@board_options
@kind_options()
@turn_options
@click.option("--total", is_flag=True, help="Print only the number of positions.")
@click.option(
    "--engine", default="auto", show_default=True, metavar="ENGINE", help=f"One of: {', '.join(Engine)}."
)
@click.option("--no-symmetry", is_flag=True, help="Sweep the whole board even if it is its own mirror image.")
@settings_options("counting", lanes=True)
@format_option("text", "json", "csv", "latex", "sympy")
@out_option
def positions(
    position: Position,
    kind: Kind | None,
    stuck: frozenset[int] | None,
    play: bool,
    turn: Player | None,
    to_move: Player | None,
    total: bool,
    engine: str,
    no_symmetry: bool,
    settings: Settings,
    form: str,
    out: Path | None,
) -> None:
    """Count the positions of a board by each player's dominoes.

    \b
    Examples:
      enumerate positions --rows 4 --cols 3 --kind maximal
      enumerate positions --rows 8 --cols 8 --play --total
      enumerate positions --board game.txt --kind right-end --format json
    """
    board = position.free
    named = kind or Kind.GENERAL
    how_to: dict[str, Any] = {"stuck": stuck, "engine": engine_for(engine, settings)}
    ratio = play and form == "text"  # the other forms do not show it
    with lanes_running({"settings": settings, "symmetry": not no_symmetry}) as ready:
        wanted, everything_else = ready.cut([1, int(ratio)])
        polynomial = None
        if total:
            number, how = count_with_provenance(board, named, play=play, turn=turn, settings=wanted, **how_to)
        else:
            polynomial = polynomial_of(board, named, play=play, turn=turn, settings=wanted, **how_to)
            number, how = polynomial.total, dict(polynomial.provenance)
        everything = (
            count_with_provenance(board, named, settings=everything_else, **how_to)[0] if ratio else number
        )
    players = stuck_of(kind, stuck, board.dimension)
    answer = Answer(board, kind, players, play, number, everything, polynomial, how, turn)
    if form == "text":
        emit(answer.text(shutil.get_terminal_size().columns), out)
    else:
        emit(getattr(answer, form)(), out)
