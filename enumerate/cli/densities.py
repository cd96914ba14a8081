"""`enumerate densities`: the chance of every cell to be covered in a random position."""

from pathlib import Path

import click

from ..model.position import Position
from ..render.data import json_text
from ..rules.meaning import asked_json, stuck_of
from ..rules.tiles import Kind
from ..support.files import write_whole
from ..support.settings import Settings
from .boards import board_options
from .options import kind_options, weight_options
from .output import check_file, emit, format_option, out_option
from .running import settings_options


@click.command()
@board_options
@kind_options(but=())
@weight_options("2, 3/2, 0.7")
@click.option("--svg", metavar="FILE", callback=check_file, help="Also write a heat map.")
@settings_options("counting")
@format_option("text", "json", "csv")
@out_option
def densities(
    position: Position,
    kind: Kind | None,
    stuck: frozenset[int] | None,
    weights: tuple[str | None, ...],
    svg: Path | None,
    settings: Settings,
    form: str,
    out: Path | None,
) -> None:
    """Show the chance that each cell is covered by each player's pieces in a random position.

    All positions of the kind are equally likely or, with --x, --y and --z, have a chance in proportion to
    their weight: the product of the weights of their pieces. The chances (local densities, or marginals) are
    exact; --format json has them as fractions, also for every single place of a piece. In the heat map a cell
    has the colours of the players mixed in proportion, white for empty.

    \b
    Examples:
      enumerate densities --rows 4 --cols 4 --kind maximal
      enumerate densities --rows 12 --cols 12 --x 3 --y 1/2 --svg map.svg
    """
    from ..measures.densities import densities as densities_of
    from ..render.densities import density_svg

    board, game = position.free, position.game
    x, y, z = weights
    found = densities_of(
        board, kind or Kind.GENERAL, x=x, y=y, z=z, stuck=stuck, game=game, settings=settings
    )
    if svg is not None:
        write_whole(svg, density_svg(board, found.cells) + "\n")
    if form == "csv":
        emit(found.table().csv(), out)
    elif form == "json":
        players = stuck_of(kind, stuck, game.variables(board.dimension))
        asked = asked_json(board, kind, players, play=False, game=game)
        names = zip("xyz"[: game.variables(board.dimension)], weights, strict=False)
        emit(json_text(asked | {"at": {n: w or "1" for n, w in names}} | found.to_json()), out)
    else:
        emit(str(found), out)
