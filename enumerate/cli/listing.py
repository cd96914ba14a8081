"""`enumerate list`: all positions in a fixed order, the number of a position, the position of a number."""

from pathlib import Path

import click

from ..model.position import Position, positions_json, positions_text
from ..render.data import json_text
from ..support.errors import InputError
from ..support.settings import Settings
from .boards import read_file
from .options import Whole
from .output import emit, format_option, out_option
from .pictures import Pictures, picture_options, terminal_drawing
from .running import settings_options
from .selection import MOST_AT_ONCE, Select, Selection, selection_options


@click.command("list")
@selection_options
@click.option("--start", type=int, metavar="R", help="Begin with position number R (default: 0).")
@click.option("--size", type=Whole(0), metavar="N", help="List N positions (default: all).")
@click.option("--rank", metavar="FILE", help="Print the number of the position drawn in FILE (- is stdin).")
@click.option("--unrank", type=int, metavar="R", help="Print only position number R.")
@picture_options
@settings_options("listing", threads=False)
@format_option("text", "json")
@out_option
def listing(
    select: Select,
    start: int | None,
    size: int | None,
    rank: str | None,
    unrank: int | None,
    pictures: Pictures,
    settings: Settings,
    form: str,
    out: Path | None,
) -> None:
    """List positions in order, or convert between positions and their numbers.

    Positions are numbered from 0 and compared at the first cell of the sweep where they differ: an empty
    cell comes before Left's domino, that before Right's, that before Middle's.

    \b
    Examples:
      enumerate list --rows 3 --cols 3 --kind maximal
      enumerate list --rows 8 --cols 8 --kind maximal --start 1000000 --size 5
      enumerate list --rows 8 --cols 8 --kind maximal --unrank 123456789
      enumerate list --rows 8 --cols 8 --kind maximal --rank position.txt
    """
    given = [name for name, value in (("--rank", rank), ("--unrank", unrank)) if value is not None]
    given += ["--start/--size"] if start is not None or size is not None else []
    if len(given) > 1:
        raise InputError(f"give one of --rank, --unrank and --start/--size, not {' and '.join(given)}")
    if rank is not None:
        if pictures.wanted:
            raise InputError("--rank prints a number and draws nothing: leave out --show, --svg and --tikz")
        print_rank(select(settings), rank, form, out)
        return
    selection = select(settings)
    first, many = (start or 0, size) if unrank is None else (unrank, 1)
    total = selection.listed.total
    if not total:
        raise InputError(selection.listed.nothing())
    if not 0 <= first < total:
        raise InputError(f"no position has number {first}: there are {total}, numbered from 0")
    stop = total if many is None else min(total, first + many)
    if form == "text" and out is None and not pictures.wanted:
        print_lazily(selection, first, stop)
        return
    if stop - first > MOST_AT_ONCE:
        raise InputError(
            f"{stop - first} positions are too many for one file: ask for {MOST_AT_ONCE} at most with --size"
        )
    drawn = [
        selection.whole(position)
        for position in selection.listed.listing(first, stop, settings=selection.settings)
    ]
    pictures.write(drawn)
    if form == "json":
        found = {**positions_json(drawn), "start": str(first), **selection.json()}
        emit(json_text(found), out)
    elif pictures.show:
        emit(terminal_drawing(drawn, out), out, is_drawing=True)
    else:
        emit(positions_text(drawn), out)


def print_lazily(selection: Selection, start: int, stop: int) -> None:
    """Print positions as they are found, so that the first ones come at once."""
    between = "\n" if selection.begun.board.dimension < 3 else "\n\n"
    for number, position in enumerate(selection.listed.listing(start, stop, settings=selection.settings)):
        emit((between if number else "") + str(selection.whole(position)), None)


def print_rank(selection: Selection, name: str, form: str, out: Path | None) -> None:
    """Print the number of the position drawn in a file."""
    board = selection.begun.board
    position = Position.parse(read_file(name), board.wrap, None, board.lattice, selection.begun.game)
    number = selection.listed.rank(selection.continuation(position))
    if form == "json":
        emit(json_text({"rank": str(number), **selection.json()}), out)
    else:
        emit(str(number), out)
