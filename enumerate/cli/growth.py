"""`enumerate growth`: how fast the number of positions grows with the rows."""

from pathlib import Path
from typing import Any

import click

from ..render.data import json_text
from ..support.settings import Settings, running
from ..support.table import Table
from .options import Whole, strip_options
from .output import emit, format_option, out_option
from .running import settings_options

NOTE = "proved bounds for this strip and this cylinder, not for the plane"


@click.command()
@strip_options
@click.option(
    "--digits",
    type=Whole(1, 15),
    default=10,
    show_default=True,
    metavar="N",
    help="How many decimals of the bounds are printed.",
)
@settings_options("growth", threads=False)
@format_option("text", "json", "csv")
@out_option
def growth(
    cols: int, asked: dict[str, Any], digits: int, settings: Settings, form: str, out: Path | None
) -> None:
    """Bound the growth rate of the number of positions of m x N boards as m grows.

    Both for strips (straight boards) and cylinders, unless --wrap asks for the latter alone: the eigenvalue
    is the growth for each row, its N-th root the growth for each cell.

    With weights every position counts as the product of its dominoes' weights. The logarithm is that of the
    growth for each cell: the free energy of physics, at weights 1 the entropy.

    \b
    Examples:
      enumerate growth --cols 8 --kind general
      enumerate growth --cols 6 --x 3/2 --y 0.5
    """
    from ..strips.growth import growth as growth_of

    found: dict[str, dict[str, object]] = {}
    with running({"settings": settings}) as ready:
        shapes = {"strip": False, "cylinder": True} if "wrap" not in asked else {"cylinder": asked["wrap"]}
        for number, (shape, wrap) in enumerate(shapes.items()):
            share = ready.part(number, len(shapes), shape)
            rate = growth_of(cols, **asked | {"wrap": wrap}, settings=share)
            found[shape] = rate.bounds(digits)
    table = Table(
        ("shape", *found["cylinder"]), tuple((shape, *bounds.values()) for shape, bounds in found.items())
    )
    if form == "csv":
        emit(table.csv(), out)
    elif form == "json":
        said = rate.family.to_json()
        del said["wrap"]  # the shapes say it
        emit(json_text(said | found), out)
    else:
        emit(f"{table.text()}\n{NOTE}", out)
