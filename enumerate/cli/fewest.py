"""`enumerate fewest`: the least (or greatest) number of dominoes over the positions of a kind."""

from pathlib import Path

import click

from ..model.position import Position
from ..rules.tiles import Kind
from ..support.settings import Settings
from .boards import board_options
from .options import kind_options, run_options
from .output import emit, format_option, out_option
from .pictures import refuse_show, terminal_drawing
from .progress import progress_option


@click.command()
@board_options
@kind_options(Kind.MAXIMAL)
@click.option("--most", is_flag=True, help="The greatest number instead of the least.")
@click.option("--show", is_flag=True, help="Draw a position that has so many.")
@run_options
@format_option("text", "json")
@out_option
@progress_option
def fewest(
    position: Position,
    kind: Kind | None,
    stuck: frozenset[int] | None,
    play: bool,
    most: bool,
    show: bool,
    run: Settings,
    form: str,
    out: Path | None,
) -> None:
    """The fewest dominoes over the positions of a kind.

    For maximal positions it is the size of a smallest maximal matching of the grid.

    \b
    Examples:
      enumerate fewest --rows 8 --cols 8 --kind maximal --show
      enumerate fewest --rows 5 --cols 5 --kind right-end --play --most
    """
    from ..render import shortest as render
    from ..rules.meaning import meaning, stuck_of
    from ..shortest import extremes

    refuse_show(show, form)
    board = position.free
    found = (extremes.most if most else extremes.fewest)(
        board, kind or Kind.GENERAL, play=play, stuck=stuck, run=run
    )
    players = stuck_of(kind, stuck, board.dimension)
    if form == "json":
        emit(render.extreme_json(found, board, kind, players, play, most), out)
    else:
        drawing = terminal_drawing([found.witness], out) if show and found is not None else ""
        emit(render.extreme_text(found, meaning(kind, players, play), most, drawing), out, is_drawing=show)
