"""`enumerate fewest`: the least (or greatest) number of pieces over the positions of a kind."""

from pathlib import Path

import click

from ..model.board import Player
from ..model.position import Position
from ..render.data import json_text
from ..rules.tiles import Kind
from ..support.settings import Settings
from .boards import board_options
from .options import kind_options, play_option
from .output import emit, format_option, out_option
from .pictures import refuse_show, terminal_drawing
from .running import settings_options
from .turns import turn_options


@click.command()
@board_options
@kind_options(Kind.MAXIMAL)
@play_option
@turn_options
@click.option("--most", is_flag=True, help="The greatest number instead of the least.")
@click.option("--show", is_flag=True, help="Draw a position that has so many.")
@settings_options("sweeping")
@format_option("text", "json")
@out_option
def fewest(
    position: Position,
    kind: Kind | None,
    stuck: frozenset[int] | None,
    play: bool,
    turn: Player | None,
    to_move: Player | None,
    most: bool,
    show: bool,
    settings: Settings,
    form: str,
    out: Path | None,
) -> None:
    """The fewest dominoes, or pieces of another game, over the positions of a kind.

    For maximal positions it is the size of a smallest maximal matching of the grid.

    \b
    Examples:
      enumerate fewest --rows 8 --cols 8 --kind maximal --show
      enumerate fewest --rows 5 --cols 5 --kind right-end --play --most
      enumerate fewest --board game.txt --kind any-end --play --turn
      enumerate fewest --rows 8 --cols 8 --game kings
    """
    from ..rules.meaning import asked_json, meaning, stuck_of
    from ..shortest import extremes

    refuse_show(show, form)
    board, game = position.free, position.game
    found = (extremes.most if most else extremes.fewest)(
        board, kind or Kind.GENERAL, play=play, turn=turn, stuck=stuck, game=game, settings=settings
    )
    players = stuck_of(kind, stuck, game.variables(board.dimension))
    if form == "json":
        asked = asked_json(board, kind, players, play, game, turn)
        nothing = asked | {"most": most, "dominoes": None, "witness": None}
        emit(json_text(nothing if found is None else found.to_json()), out)
    elif found is None:
        emit(f"none: there are no {meaning(kind, players, play, game, turn)}", out)
    else:
        parts = [found.summary(), *([terminal_drawing([found.witness], out)] if show else [])]
        emit("\n\n".join(parts), out, is_drawing=show)
