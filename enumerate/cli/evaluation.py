"""`enumerate evaluate`: the generating polynomial at given weights."""

from pathlib import Path

import click

from ..model.position import Position
from ..render.data import json_text
from ..rules.meaning import asked_json, meaning, stuck_of
from ..rules.tiles import Kind
from ..support.errors import InputError
from ..support.settings import Settings
from .boards import board_options
from .options import kind_options, weight_options
from .output import emit, format_option, out_option
from .running import settings_options


@click.command()
@board_options
@kind_options()
@weight_options
@settings_options("counting", lanes=True)
@format_option("text", "json", "csv")
@out_option
def evaluate(
    position: Position,
    kind: Kind | None,
    stuck: frozenset[int] | None,
    play: bool,
    weights: tuple[str | None, ...],
    settings: Settings,
    form: str,
    out: Path | None,
) -> None:
    """Evaluate the generating polynomial at weights x (Left), y (Right) and z (Middle).

    Every domino of a player carries the player's weight (the activity of physics), and a position weighs the
    product; the value is the sum over all positions of the kind. Integers and fractions give it exactly, also
    where they are negative or complex; decimals give proved bounds. The logarithm is that of the absolute
    value, and all its digits but the last are certain.

    \b
    Examples:
      enumerate evaluate --rows 8 --cols 8 --x 3/2 --y 1/3
      enumerate evaluate --rows 12 --cols 12 --x 0.7 --y 0.7
      enumerate evaluate --rows 6 --cols 6 --kind maximal --x 1/2+i --y -1
    """
    from ..measures.evaluation import evaluate as evaluation_of

    if play:
        raise InputError("--play looks at numbers of dominoes, and a value has none: leave it out")
    board = position.free
    x, y, z = weights
    found = evaluation_of(board, kind or Kind.GENERAL, x=x, y=y, z=z, stuck=stuck, settings=settings)
    players = stuck_of(kind, stuck, board.dimension)
    if form == "csv":
        emit(found.table().csv(), out)
    elif form == "json":
        names = zip("xyz"[: board.dimension], weights, strict=False)
        shown = asked_json(board, kind, players, play=False) | {"at": {n: w or "1" for n, w in names}}
        emit(json_text(shown | found.to_json()), out)
    else:
        lines = [f"value {found}: {meaning(kind, players, play=False)}"]
        if found.exact and found.real[0].denominator != 1 and found.is_real:
            lines.append("about " + " to ".join(found.enclosure(12)))
        emit("\n".join([*lines, *([f"log {found.log}"] if found.log is not None else [])]), out)
