"""`enumerate sample`: random positions, exactly uniform or by weight."""

from pathlib import Path

import click

from ..model.position import positions_json, positions_text
from ..render.data import json_text
from ..support.seeds import new_seed
from ..support.settings import Settings
from .options import Whole, weight_options
from .output import emit, format_option, out_option
from .pictures import Pictures, picture_options, terminal_drawing
from .progress import note
from .running import settings_options
from .selection import MOST_AT_ONCE, Select, Weights, selection_options


@click.command()
@selection_options
@weight_options("2, 3/2, 0.7")
@click.option(
    "--size",
    type=Whole(1, MOST_AT_ONCE),
    default=1,
    show_default=True,
    metavar="N",
    help="How many positions.",
)
@click.option(
    "--seed", type=int, metavar="N", help="From 0 on: the same seed, the same positions (default: a new one)."
)
@picture_options
@settings_options("sampling", threads=False)
@format_option("text", "json")
@out_option
def sample(
    select: Select,
    weights: Weights,
    size: int,
    seed: int | None,
    pictures: Pictures,
    settings: Settings,
    form: str,
    out: Path | None,
) -> None:
    """Draw positions at random, each with exactly the same chance.

    With --x, --y or --z the chance of a position is exactly in proportion to its weight: the product of the
    weights of its dominoes.

    \b
    Examples:
      enumerate sample --rows 6 --cols 6 --kind maximal --size 3 --seed 1
      enumerate sample --rows 8 --cols 8 --kind maximal --play --show
      enumerate sample --board game.txt --left 4 --right 4 --svg end.svg
      enumerate sample --rows 8 --cols 8 --x 3 --y 1/2
    """
    selection = select(settings, weights)
    chosen = new_seed() if seed is None else seed
    drawn = [
        selection.whole(position)
        for position in selection.listed.sample(size, chosen, settings=selection.settings)
    ]
    pictures.write(drawn)
    if form == "json":
        found = {**positions_json(drawn), "seed": chosen, **selection.json()}
        emit(json_text(found), out)
    elif pictures.show:
        emit(terminal_drawing(drawn, out), out, is_drawing=True)
    else:
        emit(positions_text(drawn), out)
    if seed is None and form == "text":
        note(f"seed {chosen}")
