"""`enumerate evaluate`: the generating polynomial at given weights."""

from itertools import combinations
from pathlib import Path
from typing import Any

import click

from ..jobs.opening import lanes_running
from ..measures.moments import Moments, shown
from ..model.board import Player
from ..model.position import Position
from ..render.data import json_text
from ..rules.meaning import asked_json, meaning, stuck_of
from ..rules.tiles import Kind
from ..support.settings import Settings
from .boards import board_options
from .options import kind_options, weight_options
from .output import emit, format_option, out_option
from .running import settings_options


@click.command()
@board_options
@kind_options(but=())
@weight_options("2, 3/2, 0.7, -1, 1/2+i")
@click.option(
    "--moments",
    is_flag=True,
    help="Add means, variances and covariances of the numbers of pieces, density and entropy.",
)
@settings_options("counting", lanes=True)
@format_option("text", "json", "csv")
@out_option
def evaluate(
    position: Position,
    kind: Kind | None,
    stuck: frozenset[int] | None,
    weights: tuple[str | None, ...],
    moments: bool,
    settings: Settings,
    form: str,
    out: Path | None,
) -> None:
    """Evaluate the generating polynomial at weights x (Left), y (Right) and z (Middle).

    Every domino of a player carries the player's weight (the activity of physics), and a position weighs the
    product; the value is the sum over all positions of the kind. Integers and fractions give it exactly, also
    where they are negative or complex; decimals give proved bounds. The logarithm is that of the absolute
    value, and all its digits but the last are certain.

    In a random position each has a chance in proportion to its weight. The density is the mean share of the
    cells that are covered; the entropy is (log value - sum of mean * log weight) for each cell.

    \b
    Examples:
      enumerate evaluate --rows 8 --cols 8 --x 3/2 --y 1/3
      enumerate evaluate --rows 12 --cols 12 --x 0.7 --y 0.7
      enumerate evaluate --rows 6 --cols 6 --kind maximal --x 1/2+i --y -1
      enumerate evaluate --rows 6 --cols 6 --x 2 --y 2 --moments
    """
    from ..measures.evaluation import evaluate as evaluation_of
    from ..measures.moments import moments as moments_of

    board, game = position.free, position.game
    variables = game.variables(board.dimension)
    x, y, z = weights
    question: dict[str, Any] = {"x": x, "y": y, "z": z, "stuck": stuck}
    with lanes_running({"settings": settings}) as ready:
        share = ready.cut([1, 50 if moments else 0])
        found = evaluation_of(board, kind or Kind.GENERAL, settings=share[0], game=game, **question)
        more = (
            moments_of(board, kind or Kind.GENERAL, settings=share[1], game=game, **question)
            if moments
            else None
        )
    players = stuck_of(kind, stuck, variables)
    if form == "csv":
        emit((found if more is None else more).table().csv(), out)
    elif form == "json":
        names = zip("xyz"[:variables], weights, strict=False)
        asked = asked_json(board, kind, players, play=False, game=game) | {
            "at": {n: w or "1" for n, w in names}
        }
        emit(json_text(asked | found.to_json() | (more.to_json() if more is not None else {})), out)
    else:
        lines = [f"value {found}: {meaning(kind, players, play=False, game=game)}"]
        if found.exact and found.real[0].denominator != 1 and found.is_real:
            lines.append("about " + " to ".join(found.enclosure(12)))
        lines += [f"log {found.log}"] if found.log is not None else []
        emit("\n".join([*lines, *(_in_words(more) if more is not None else [])]), out)


def _in_words(found: Moments) -> list[str]:
    """The moments as lines of text."""
    lines = ["", *found.table().text().splitlines(), ""]
    for one, two in combinations(range(len(found.means)), 2):
        names = f"{Player(one).title}'s and {Player(two).title}'s"
        lines.append(f"covariance of {names} {shown(found.covariance[one][two])}")
    if found.density is not None:
        lines.append(f"density {shown(found.density)}: the mean share of covered cells")
    return lines + ([f"entropy for each cell {found.entropy}"] if found.entropy is not None else [])
