"""Tables of shortest games, as text, JSON, CSV or LaTeX."""

from collections.abc import Sequence
from typing import Any

from ..model.board import Board
from ..model.game import DOMINEERING, Game
from ..rules.meaning import game_json
from ..shortest.alpha import Shortest
from ..support.table import Table
from .data import json_text


def grid(entries: Sequence[Sequence[Shortest]], form: str, game: Game = DOMINEERING) -> str:
    """The table of all m x n boards: text, csv, latex or json."""
    if form == "json":
        return json_text(_named(game) | {"table": [[entry.to_json() for entry in row] for row in entries]})
    write = Shortest.latex if form == "latex" else str
    corner = r"$m \backslash n$" if form == "latex" else "m\\n"
    table = Table(
        (corner, *range(1, len(entries[0]) + 1)),
        tuple((m, *map(write, row)) for m, row in enumerate(entries, 1)),
    )
    return str(getattr(table, form)())


def strip(rows: int, entries: Sequence[Shortest], form: str, game: Game = DOMINEERING) -> str:
    """The boards rows x 1, rows x 2, ...: text, csv, latex or json."""
    if form == "json":
        return json_text(_named(game) | {"rows": rows, "strip": [entry.to_json() for entry in entries]})
    lines = [(n, entry.moves, entry.marks) for n, entry in enumerate(entries, 1)]
    return str(getattr(Table(("n", "moves", "ends"), tuple(lines)), form)())


def _named(game: Game) -> dict[str, Any]:
    return game_json(game, Board.rectangle(1, 1))
