"""`enumerate growth`: how fast the number of positions grows with the rows."""

from pathlib import Path

import click

from ..render.data import json_text
from ..rules.tiles import Kind
from ..support.progress import portion
from ..support.table import Table
from .options import kind_option
from .output import emit, format_option, out_option
from .progress import progress_bar, progress_option

NOTE = "proved bounds for this strip and this cylinder, not for the plane"


@click.command()
@click.option("--cols", type=int, metavar="N", required=True, help="Columns of the boards.")
@kind_option(but=Kind.ANY_END)
@click.option(
    "--digits", type=click.IntRange(1, 15), default=10, show_default=True, metavar="N", help="Decimals."
)
@format_option("text", "json", "csv")
@out_option
@progress_option
def growth(cols: int, kind: Kind, digits: int, form: str, out: Path | None, progress: bool) -> None:
    """Bound the growth rate of the positions of m x N boards, straight and wrapped to a cylinder.

    \b
    Example:
      enumerate growth --cols 8 --kind general
    """
    from ..strips.growth import growth as growth_of

    found: dict[str, dict[str, object]] = {}
    with progress_bar("rows", progress) as report:
        for number, (shape, wrap) in enumerate((("strip", False), ("cylinder", True))):
            found[shape] = growth_of(cols, kind, wrap, portion(report, number, 2)).bounds(digits)
    table = Table(
        ("shape", *found["strip"]), tuple((shape, *bounds.values()) for shape, bounds in found.items())
    )
    if form == "csv":
        emit(table.csv(), out)
    elif form == "json":
        emit(json_text({"cols": cols, "kind": kind} | found), out)
    else:
        emit(f"{table.text()}\n{NOTE}", out)
