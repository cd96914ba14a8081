"""`enumerate pieces`: the database of connected pieces and their values."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..render.data import json_text
from ..support.settings import Settings
from ..support.table import Table
from .output import emit, format_option, out_option
from .running import settings_options

if TYPE_CHECKING:
    from ..values.summary import SizeSummary


@click.command()
@click.option("--database", required=True, metavar="FILE", help="The file; what it lacks is worked out.")
@click.option("--cells", type=int, metavar="N", help="Work out all pieces up to N cells, 15 at most.")
@settings_options("pieces", threads=False)
@format_option("text", "json", "csv")
@out_option
def pieces(database: str, cells: int | None, settings: Settings, form: str, out: Path | None) -> None:
    """Build or show the values of all connected pieces as boards of Domineering.

    A build that is interrupted goes on with the same command. Pieces are counted up to mirrors and turns; a
    switch is {x|y} with numbers x > y, and hot is what else has a left stop above its right stop.

    \b
    Examples:
      enumerate pieces --database pieces.db --cells 12
      enumerate pieces --database pieces.db --format json
    """
    from ..values.database import build_database, open_database
    from ..values.summary import named_infinitesimals, summarise

    held = open_database(database) if cells is None else build_database(database, cells, settings=settings)
    sizes, named = summarise(held), named_infinitesimals(held)
    if form == "json":
        emit(_json(sizes, named), out)
        return
    table = _table(sizes)
    if form == "csv":
        emit(table.csv(), out)
        return
    names = Table(
        ("infinitesimal", "pieces", "from cells"),
        tuple((name, count, least) for name, (count, least) in named.items()),
    )
    emit(f"{table.text()}\n\n{names.text()}" if named else table.text(), out)


def _table(sizes: "list[SizeSummary]") -> Table:
    header = ("cells", "pieces", *sizes[0].kinds, "values", "hottest", "so hot")
    rows = [(s.cells, s.pieces, *s.kinds.values(), s.values, str(s.hottest), s.hottest_pieces) for s in sizes]
    return Table(header, tuple(rows))


def _json(sizes: "list[SizeSummary]", named: dict[str, tuple[int, int]]) -> str:
    return json_text(
        {
            "sizes": [
                {
                    "cells": s.cells,
                    "pieces": str(s.pieces),
                    "kinds": {kind: str(count) for kind, count in s.kinds.items()},
                    "values": str(s.values),
                    "hottest": str(s.hottest),
                    "hottest_pieces": str(s.hottest_pieces),
                }
                for s in sizes
            ],
            "infinitesimals": [
                {"value": name, "pieces": str(count), "least_cells": least}
                for name, (count, least) in named.items()
            ],
        }
    )
