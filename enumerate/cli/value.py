"""`enumerate value`: what a position is worth as a combinatorial game."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..model.position import Position
from ..support.files import write_whole
from ..support.settings import Settings
from .boards import board_options
from .output import emit, format_option, out_option
from .pictures import Pictures, picture_options, terminal_drawing
from .running import settings_options

if TYPE_CHECKING:
    from ..values.appraise import PositionValue


@click.command()
@board_options
@click.option("--options", is_flag=True, help="All moves: which are dominated, which are reversible.")
@click.option("--thermograph", is_flag=True, help="Draw the thermograph, or list its corners in JSON.")
@picture_options
@settings_options("parts", threads=False)
@format_option("text", "json", "latex")
@out_option
def value(
    position: Position,
    options: bool,
    thermograph: bool,
    pictures: Pictures,
    settings: Settings,
    form: str,
    out: Path | None,
) -> None:
    """Say what a position is worth: its value, outcome, mean, temperature and stops.

    Values are written 3/4, *2 (nimbers), ^ and v (up and down), tiny(2), +-1 (a switch {1|-1}), {2|-1/2}.
    The outcome is N (whoever starts wins), P (whoever starts loses), L or R. The best moves are those of the
    highest temperature; --show and --svg draw them, and --svg the thermograph beside them.

    \b
    Examples:
      enumerate value --rows 2 --cols 3
      enumerate value --board position.txt --options --format json
      enumerate value --rows 4 --cols 4 --show --thermograph
    """
    from ..values import report as shown
    from ..values.appraise import value as appraise

    worth = appraise(position, settings=settings)
    drawn = _best_positions(position, worth) if pictures.wanted else []
    if pictures.svg is not None:
        from ..render.as_svg import beside, svg

        write_whole(pictures.svg, beside(shown.worth_svg(worth), svg(*drawn)) + "\n")
    if pictures.tikz is not None:
        from ..render.as_tikz import tikz

        write_whole(pictures.tikz, tikz(*drawn) + "\n")
    if form == "json":
        emit(shown.worth_json(worth, options, thermograph), out)
    elif form == "latex":
        emit(shown.worth_latex(worth), out)
    else:
        text = shown.worth_text(worth, options, thermograph)
        emit(f"{text}\n\n{terminal_drawing(drawn, out)}" if pictures.show else text, out)


def _best_positions(position: Position, worth: "PositionValue") -> list[Position]:
    """The position, and what it becomes after each of the best moves."""
    moves = [move for player in ("left", "right") for move in worth.best_moves(player)]
    return [position, *(worth.after(move) for move in moves)]
