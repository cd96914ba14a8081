"""`enumerate plot`: heat maps of coefficients and of tables, thermographs, the census (extra `plot`)."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from ..model.alternating import play_differences
from ..model.board import Board, Player
from ..model.game import DOMINEERING, Game
from ..model.position import Position
from ..render.figures import check_drawing
from ..rules.tiles import Kind
from ..support.errors import InputError, plural, require_positive
from ..support.files import write_whole
from ..support.settings import Settings
from .boards import board_options, game_option
from .census import sample_options, take_census
from .options import kind_option
from .output import Decorator
from .pictures import check_plot, picture_format
from .running import settings_options
from .turns import turn_options


def plot_options(label: str, threads: bool = True) -> Decorator:
    """Add how to compute, and `--out`; what cannot be drawn is refused before anything is computed."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @click.option(
            "--out",
            required=True,
            metavar="FILE",
            callback=check_plot,
            help="The picture: .png, .svg or .pdf.",
        )
        @wraps(command)
        def wrapped(out: Path, **given: Any) -> Any:
            check_drawing(picture_format(out))  # within the limit, which was not known before
            return command(out=out, **given)

        return settings_options(label, threads)(wrapped)

    return decorate


def _size(board: Board) -> str:
    return " x ".join(map(str, board.shape)) if board.is_box else plural(len(board), "free cell")


def _of(game: Game) -> str:
    """What a title adds about a game."""
    return "" if game == DOMINEERING else f", {game.name}"


@click.group()
def plot() -> None:
    """Draw heat maps, curves, thermographs and the census (pip install 'domineering-enumerate[plot]').

    \b
    Examples:
      enumerate plot coefficients --rows 8 --cols 8 --kind maximal --out f88.png
      enumerate plot alpha --table 8 --out alpha.pdf
      enumerate plot activity --rows 8 --cols 8 --out activity.svg
    """


@plot.command()
@board_options
@kind_option(but=())
@turn_options
@plot_options("counting")
def coefficients(
    position: Position, kind: Kind, turn: Player | None, to_move: Player | None, settings: Settings, out: Path
) -> None:
    """Draw the number of positions by each player's dominoes, on a logarithmic scale.

    The band that alternating play can reach is outlined; --turn narrows it.

    \b
    Example:
      enumerate plot coefficients --rows 6 --cols 7 --kind right-end --out ends.svg
    """
    from ..counting.positions import positions
    from ..render.plots import coefficients_plot

    board = position.free
    if board.dimension != 2:
        raise InputError(f"a heat map needs a flat board, and this one has {board.dimension} dimensions")
    game = position.game
    polynomial = positions(board, kind, game=game, settings=settings)
    band = Kind.GENERAL if kind in (Kind.ANY_END, Kind.PERFECT) else kind
    title = f"{kind} positions, {_size(board)}"
    differences = play_differences(band, turn)
    shown = (polynomial, differences, title + _of(game), picture_format(out))
    write_whole(out, coefficients_plot(*shown, turn=turn, dominoes=game == DOMINEERING))


@plot.command()
@board_options
@kind_option(but=())
@click.option("--least", metavar="W", default="1/100", show_default=True, help="The least activity.")
@click.option("--most", metavar="W", default="100", show_default=True, help="The greatest activity.")
@plot_options("counting")
def activity(position: Position, kind: Kind, least: str, most: str, settings: Settings, out: Path) -> None:
    """Draw density and entropy for each cell against the activity, the weight of every piece.

    At activity t a position with k pieces weighs t^k. The density is the mean share of the cells that are
    covered; the entropy is (log Z - mean number of pieces * log t) / cells, Z the sum of all weights.

    \b
    Example:
      enumerate plot activity --rows 8 --cols 8 --out activity.svg
    """
    from ..measures.activity import activity_curve
    from ..render.plots import activity_plot

    board = position.free
    curve = activity_curve(board, kind, least=least, most=most, game=position.game, settings=settings)
    title = f"{kind} positions, {_size(board)}{_of(position.game)}"
    write_whole(out, activity_plot(curve, title, picture_format(out)))


@plot.command()
@click.option(
    "--table", "size", type=int, default=10, show_default=True, metavar="N", help="Boards up to N x N."
)
@game_option
@plot_options("boards")
def alpha(size: int, game: Game, settings: Settings, out: Path) -> None:
    """Draw the least number of moves after which a game can be over, for boards up to N x N.

    \b
    Example:
      enumerate plot alpha --table 6 --out alpha.png
    """
    from ..render.plots import table_plot
    from ..shortest.alpha import alpha_table

    require_positive("table", size)
    table = alpha_table(size, game=game, settings=settings)
    title = "moves of a shortest game" + _of(game)
    numbers = [[entry.moves for entry in line] for line in table]
    write_whole(out, table_plot(numbers, title, ("columns", "rows"), picture_format(out)))


@plot.command()
@board_options
@plot_options("parts", threads=False)
def thermograph(position: Position, settings: Settings, out: Path) -> None:
    """Draw the thermograph of a position: what it is worth at every tax on moving.

    \b
    Example:
      enumerate plot thermograph --rows 2 --cols 3 --out thermograph.svg
    """
    from ..render.thermograph import thermograph_plot
    from ..values.appraise import value

    worth = value(position, settings=settings).value
    graph = worth.thermograph
    title = str(worth) if len(str(worth)) < 40 else "thermograph"
    write_whole(out, thermograph_plot(graph.left, graph.right, title, picture_format(out)))


@plot.command()
@board_options
@sample_options
@plot_options("positions", threads=False)
def census(position: Position, samples: int | None, seed: int | None, settings: Settings, out: Path) -> None:
    """Draw who wins and how hot positions are, by the number of pieces placed.

    \b
    Example:
      enumerate plot census --rows 4 --cols 4 --out census.png
    """
    from ..render.census import CensusLine, census_plot

    counted = take_census(position, samples, seed, settings)
    lines = [
        CensusLine(
            row.pieces,
            {letter: (row.share(letter), row.share_error(letter)) for letter in row.outcomes},
            (row.mean_temperature, row.temperature_error),
        )
        for row in counted.rows
    ]
    kind = "exact" if counted.polynomials is not None else f"samples, seed {counted.seed}"
    write_whole(
        out, census_plot(lines, f"{position.game.name}, {_size(position.free)}, {kind}", picture_format(out))
    )
