"""`enumerate plot`: heat maps of coefficients and of the alpha table (extra `plot`)."""

from importlib import import_module
from pathlib import Path
from typing import Any

import click

from ..board import Player
from ..errors import InputError, require_positive
from ..frontier.run import Run
from ..position import Position
from ..tiles import Kind
from ..turn import play_differences
from .boards import board_options
from .output import write_whole
from .pictures import check_plot, picture_format
from .progress import progress_bar, progress_option
from .turns import turn_options

picture_option = click.option(
    "--out", required=True, metavar="FILE", callback=check_plot, help="The picture: .png, .svg or .pdf."
)


@click.group()
def plot() -> None:
    """Draw heat maps; needs matplotlib (pip install 'domineering-enumerate[plot]').

    \b
    Examples:
      enumerate plot coefficients --rows 8 --cols 8 --kind maximal --out f88.png
      enumerate plot alpha --table 12 --out alpha.pdf
    """


@plot.command()
@board_options
@click.option("--kind", default="general", show_default=True, help=f"One of: {', '.join(Kind)}.")
@turn_options
@picture_option
@progress_option
def coefficients(
    position: Position, kind: str, turn: Player | None, to_move: Player | None, out: Path, progress: bool
) -> None:
    """Draw the number of positions by each player's dominoes, on a logarithmic scale.

    The band that alternating play can reach is outlined; --turn narrows it.
    """
    from ..positions import positions
    from ..render.plots import coefficients_plot

    board = position.free
    if board.dimension != 2:
        raise InputError(f"a heat map needs a flat board, and this one has {board.dimension} dimensions")
    named = Kind.of(kind)
    with progress_bar("lanes", progress) as report:
        polynomial = positions(board, named, run=Run(report=report))
    band = Kind.GENERAL if named is Kind.ANY_END else named
    size = " x ".join(map(str, board.shape)) if board.is_box else f"{len(board)} free cells"
    title = f"{named} positions, {size}"
    write_whole(out, coefficients_plot(polynomial, play_differences(band, turn), title, picture_format(out)))


@plot.command()
@click.option("--table", "size", type=int, default=10, show_default=True, help="Boards up to N x N.")
@picture_option
@progress_option
def alpha(size: int, out: Path, progress: bool) -> None:
    """Draw the least number of moves after which a game can be over, for boards up to N x N."""
    from ..render.plots import table_plot

    require_positive("table", size)
    with progress_bar("boards", progress) as report:
        numbers = alpha_numbers(size, Run(report=report))
    title = "moves of a shortest game"
    write_whole(out, table_plot(numbers, title, ("columns", "rows"), picture_format(out)))


def alpha_numbers(size: int, run: Run) -> list[list[int]]:
    """The table of least numbers of moves, rows first: the one place that asks for it."""
    table: list[list[Any]] = import_module("..alpha", __package__).alpha_table(size, run)
    return [[entry.moves for entry in line] for line in table]
