"""`enumerate positions`: the generating polynomial of a board."""

import shutil
from pathlib import Path

import click

from ..board import Player
from ..errors import InputError
from ..position import Position
from ..positions import Engine, counted
from ..positions import positions as polynomial_of
from ..render.answer import Answer, stuck_of
from ..tiles import Kind, check_stuck
from .boards import board_options
from .output import emit, format_option, out_option
from .progress import progress_bar, progress_option
from .turns import turn_options
from .where import Where, where_options


def parse_stuck(text: str | None, dimension: int) -> frozenset[int] | None:
    """The axes of the players named in `left,right,middle`."""
    if text is None:
        return None
    return check_stuck(filter(None, (part.strip() for part in text.split(","))), dimension)


@click.command()
@board_options
@click.option("--kind", default="general", show_default=True, help=f"One of: {', '.join(Kind)}.")
@click.option("--stuck", metavar="PLAYERS", help="Instead of --kind: who cannot move, as in left,middle.")
@click.option("--play", is_flag=True, help="Keep only what alternating play can reach.")
@turn_options
@click.option("--total", is_flag=True, help="Print only the number of positions.")
@click.option("--engine", default="auto", show_default=True, help=f"One of: {', '.join(Engine)}.")
@where_options
@click.option("--no-symmetry", is_flag=True, help="Sweep the whole board even if it is its own mirror image.")
@format_option("text", "json", "csv", "latex", "sympy")
@out_option
@progress_option
def positions(
    position: Position,
    kind: str,
    stuck: str | None,
    play: bool,
    turn: Player | None,
    to_move: Player | None,
    total: bool,
    engine: str,
    where: Where,
    no_symmetry: bool,
    form: str,
    out: Path | None,
    progress: bool,
) -> None:
    """Count the positions of a board by each player's dominoes.

    \b
    Examples:
      enumerate positions --rows 4 --cols 3 --kind maximal
      enumerate positions --rows 8 --cols 8 --play --total
      enumerate positions --board game.txt --kind right-end --format json
    """
    board = position.free
    axes = parse_stuck(stuck, board.dimension)
    named = Kind.of(kind)
    if axes is not None and named is not Kind.GENERAL:
        raise InputError(f"give --kind or --stuck, not both ('{kind}' and '{stuck}')")
    chosen = where.engine(engine)
    with (
        progress_bar("counting", progress) as report,
        where.run(report, progress, symmetry=not no_symmetry) as run,
    ):
        polynomial = None
        if total:
            number, how = counted(board, named, stuck=axes, play=play, turn=turn, engine=chosen, run=run)
        else:
            polynomial = polynomial_of(board, named, stuck=axes, play=play, turn=turn, engine=chosen, run=run)
            number, how = polynomial.total, dict(polynomial.provenance)
        ratio = play and form == "text"  # the other forms do not show it
        everything = counted(board, named, stuck=axes, engine=chosen, run=run)[0] if ratio else number
    shown = None if axes is not None else named
    players = stuck_of(shown, axes, board.dimension)
    answer = Answer(board, shown, players, play, number, everything, polynomial, how, turn)
    if form == "text":
        emit(answer.text(shutil.get_terminal_size().columns), out)
    else:
        emit(getattr(answer, form)(), out)
