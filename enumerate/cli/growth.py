"""`enumerate growth`: how fast the number of positions grows with the rows."""

from pathlib import Path

import click

from ..render.data import json_text
from ..rules.tiles import Kind
from ..support.settings import Settings, running
from ..support.table import Table
from .options import kind_option
from .output import emit, format_option, out_option
from .running import settings_options

NOTE = "proved bounds for this strip and this cylinder, not for the plane"


@click.command()
@click.option("--cols", type=int, metavar="N", required=True, help="Columns of the boards.")
@kind_option(but=Kind.ANY_END)
@click.option(
    "--digits",
    type=click.IntRange(1, 15),
    default=10,
    show_default=True,
    metavar="N",
    help="How many decimals of the bounds are printed.",
)
@settings_options("growth", threads=False)
@format_option("text", "json", "csv")
@out_option
def growth(cols: int, kind: Kind, digits: int, settings: Settings, form: str, out: Path | None) -> None:
    """Bound the growth rate of the positions of m x N boards, straight and wrapped to a cylinder.

    \b
    Example:
      enumerate growth --cols 8 --kind general
    """
    from ..strips.growth import growth as growth_of

    found: dict[str, dict[str, object]] = {}
    with running({"settings": settings}) as ready:
        for number, (shape, wrap) in enumerate((("strip", False), ("cylinder", True))):
            share = ready.part(number, 2, shape)
            found[shape] = growth_of(cols, kind, wrap, settings=share).bounds(digits)
    table = Table(
        ("shape", *found["strip"]), tuple((shape, *bounds.values()) for shape, bounds in found.items())
    )
    if form == "csv":
        emit(table.csv(), out)
    elif form == "json":
        emit(json_text({"cols": cols, "kind": kind} | found), out)
    else:
        emit(f"{table.text()}\n{NOTE}", out)
