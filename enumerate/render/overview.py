"""An overview of a position as text and JSON."""

from typing import Any

from ..counting.overview import Overview
from ..model.board import AXIS_NAMES
from ..model.drawing import write_text
from ..model.game import DOMINEERING
from ..rules.meaning import game_json, player_name
from ..support.errors import plural
from ..support.table import Table
from .data import json_text

LETTERS = "abcdefghijklmnopqrstuvwxyz"
TOO_LARGE = "too large"


def overview_text(seen: Overview, drawing: str | None = None) -> str:
    """The board beside its components (a letter each), whose turn it is, moves, totals."""
    blocks = [drawing if drawing is not None else boards_beside(seen), "\n".join(_facts(seen))]
    if seen.parts:
        blocks.append(_parts(seen).text())
    if seen.totals:
        blocks.append(_totals(seen).text())
    return "\n\n".join(blocks)


def boards_beside(seen: Overview) -> str:
    """The position, and beside it the components with a letter each."""
    position = seen.position
    pieces = position.game.pieces
    signs = {cell: pieces[p.piece].letter for p in position.placements for cell in p.cells}
    for number, part in enumerate(seen.parts):
        signs |= dict.fromkeys(part.board.cells, letter(number))
    left, right = str(position).split("\n"), write_text(position.board.shape, signs).split("\n")
    return "\n".join(f"{one}   {two}".rstrip() for one, two in zip(left, right, strict=True))


def letter(number: int) -> str:
    """The letter of a component; they repeat after z.

    >>> letter(0), letter(27)
    ('a', 'b')
    """
    return LETTERS[number % len(LETTERS)]


def _facts(seen: Overview) -> list[str]:
    board = seen.position.board
    names = [name.capitalize() for name in _players(seen)]
    size = " x ".join(map(str, board.shape))
    wrapped = [name for name, wrap in zip(AXIS_NAMES, board.wrap, strict=False) if wrap]
    size += f", wrapped {' and '.join(wrapped)}" if wrapped else ""
    lines = [f"board     {size}, {plural(len(seen.position.free), 'free cell')}"]
    game = seen.position.game
    if game != DOMINEERING:
        lines.insert(0, f"game      {game.name}")
    if seen.position.pieces:
        lines.append(
            f"{'dominoes' if game == DOMINEERING else 'pieces':<8}  {_by_player(names, seen.position.counts)}"
        )
    if len(names) == 2:
        lines.append(f"turn      {'nobody' if seen.to_move is None else names[seen.to_move]}")
    lines.append(f"moves     {_by_player(names, seen.moves)}")
    return lines


def _players(seen: Overview) -> list[str]:
    """Who plays, as JSON writes them."""
    game = seen.position.game
    return [player_name(game, player) for player in range(game.variables(seen.position.board.dimension))]


def _by_player(names: list[str], counts: tuple[int, ...]) -> str:
    return ", ".join(f"{name} {number}" for name, number in zip(names, counts, strict=True))


def _parts(seen: Overview) -> Table:
    rows = [
        (letter(number), len(part.board), " x ".join(map(str, part.board.crop().shape)), letter(part.like))
        for number, part in enumerate(seen.parts)
    ]
    return Table(("part", "cells", "inside", "equals"), tuple(rows))


def _totals(seen: Overview) -> Table:
    play = "play" if seen.turn is None else f"play, {seen.turn.name.capitalize()} to move"
    header = ("kind", "total", *([play] if seen.play else []))
    rows = [
        (kind, _shown(total), *([_shown(seen.play[kind])] if seen.play else []))
        for kind, total in seen.totals.items()
    ]
    return Table(header, tuple(rows))


def _shown(count: int | None) -> object:
    return TOO_LARGE if count is None else count


def overview_json(seen: Overview) -> str:
    """The stable JSON form; see docs/json.md."""
    board = seen.position.board
    players = _players(seen)

    def counts(numbers: dict[str, int | None]) -> dict[str, Any]:
        return {kind: None if number is None else str(number) for kind, number in numbers.items()}

    shown = {
        **game_json(seen.position.game, board),
        "board": board.to_json() | {"text": str(seen.position)},
        **({} if seen.position.is_drawn or not seen.position.pieces else {"pieces": seen.position.to_json()}),
        "free_cells": len(seen.position.free),
        "dominoes": dict(zip(players, seen.position.counts, strict=True)),
        "to_move": seen.to_move.name.lower() if seen.to_move is not None else None,
        "moves": dict(zip(players, seen.moves, strict=True)),
        "components": [
            {"cells": len(part.board), "shape": list(crop.shape), "text": str(crop), "same_as": part.like}
            for part, crop in ((part, part.board.crop()) for part in seen.parts)
        ],
        "totals": counts(seen.totals),
        "turn": seen.turn.name.lower() if seen.turn is not None else None,
        "play": counts(seen.play),
    }
    return json_text(shown)
