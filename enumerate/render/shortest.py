"""Shortest games and extreme positions, as text, JSON, CSV or LaTeX."""

from collections.abc import Iterable, Sequence
from typing import Any

from ..model.board import Board, Player
from ..rules.tiles import Kind
from ..shortest.alpha import Alpha, Shortest
from ..shortest.extremes import Extreme
from ..support.errors import plural
from ..support.table import Table
from .data import json_text


def entry_json(entry: Shortest) -> dict[str, Any]:
    """An entry of the table as JSON.

    >>> entry_json(Shortest(7, (Player.LEFT,)))
    {'moves': 7, 'ends': ['L']}
    """
    return {"moves": entry.moves, "ends": [player.letter for player in entry.ends]}


def entry_latex(entry: Shortest) -> str:
    """An entry with its marks as a superscript.

    >>> entry_latex(Shortest(7, (Player.LEFT,)))
    '$7^{L}$'
    """
    return f"${entry.moves}^{{{entry.marks}}}$"


def game_json(game: Alpha) -> str:
    """A shortest game; see docs/json.md."""
    board = game.witness.board
    shown = {
        "board": board.to_json(),
        "rows": board.shape[0],
        "cols": board.shape[1],
        **entry_json(game),
        "witness": str(game.witness),
        "first": game.first.letter,
        "order": [{"player": Player(d.axis).letter, "cell": list(d.cell)} for d in game.order],
    }
    return json_text(shown)


def game_text(game: Alpha, drawing: str = "") -> str:
    """The number of moves, and with a `drawing` of the last position also that and the moves in order."""
    ends = " or ".join(player.name.capitalize() for player in game.ends)
    lines = [f"{plural(game.moves, 'move')}, with {ends} out of moves ({game.marks})"]
    if drawing:
        lines += ["", drawing, "", order_text(game)]
    return "\n".join(lines)


def order_text(game: Alpha) -> str:
    """Who begins, the moves as row and column of their first cells, counted from 1, and who is stuck."""
    begins = f"{game.first.name.capitalize()} begins"
    stuck = Player((game.first + game.moves) % 2).name.capitalize()
    moves = [f"{Player(d.axis).letter}{d.cell[0] + 1},{d.cell[1] + 1}" for d in game.order]
    return f"{begins}: {' '.join([*moves, f'and {stuck} cannot move']) if moves else f'{stuck} cannot move'}"


def grid(entries: Sequence[Sequence[Shortest]], form: str) -> str:
    """The table of all m x n boards: text, csv, latex or json."""
    if form == "json":
        return json_text({"table": [[entry_json(entry) for entry in row] for row in entries]})
    write = entry_latex if form == "latex" else str
    corner = r"$m \backslash n$" if form == "latex" else "m\\n"
    table = Table(
        (corner, *range(1, len(entries[0]) + 1)),
        tuple((m, *map(write, row)) for m, row in enumerate(entries, 1)),
    )
    return str(getattr(table, form)())


def strip(rows: int, entries: Sequence[Shortest], form: str) -> str:
    """The boards rows x 1, rows x 2, ...: text, csv, latex or json."""
    if form == "json":
        return json_text({"rows": rows, "strip": [entry_json(entry) for entry in entries]})
    lines = [(n, entry.moves, entry.marks) for n, entry in enumerate(entries, 1)]
    return str(getattr(Table(("n", "moves", "ends"), tuple(lines)), form)())


def extreme_json(
    found: Extreme | None, board: Board, kind: Kind | None, stuck: Iterable[int], play: bool, most: bool
) -> str:
    """The fewest or most dominoes; see docs/json.md."""
    shown = {
        "board": board.to_json(),
        "kind": kind,
        "stuck": [Player(axis).name.lower() for axis in sorted(stuck)],
        "play": play,
        "most": most,
        "dominoes": found.dominoes if found is not None else None,
        "witness": str(found.witness) if found is not None else None,
    }
    return json_text(shown)


def extreme_text(found: Extreme | None, meaning: str, most: bool, drawing: str = "") -> str:
    """The number of dominoes over what `meaning` says, and the `drawing` of a position that has so many."""
    if found is None:
        return f"none: there are no {meaning}"
    number = f"{found.dominoes} {'domino' if found.dominoes == 1 else 'dominoes'}"
    lines = [f"{number}, the {'most' if most else 'fewest'} over {meaning}"]
    if drawing:
        lines += ["", drawing]
    return "\n".join(lines)
