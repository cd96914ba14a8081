"""What a position is worth, as text, LaTeX and JSON. Rows and columns count from 1; in JSON from 0."""

from fractions import Fraction
from typing import Any

from ..model.game import Game
from ..model.placing import Placement
from ..render.data import json_text
from ..render.thermograph import thermograph_svg, thermograph_text
from ..rules.meaning import game_json
from ..support.table import Table
from .appraise import SIDES, Move, PositionValue
from .worth import Value

WIDEST = 40  # characters of a value in a table
OUTCOME_WORDS = {
    "L": "Left wins, whoever starts",
    "R": "Right wins, whoever starts",
    "N": "whoever starts wins",
    "P": "whoever starts loses",
}


def worth_text(worth: PositionValue, with_options: bool = False, with_thermograph: bool = False) -> str:
    """The measures of the whole, of each component, and the best moves.

    >>> from enumerate import Board
    >>> from enumerate.values.appraise import value
    >>> print(worth_text(value(Board.rectangle(2, 3))))
    value        {2|-1/2}
    outcome      N, whoever starts wins
    mean         3/4
    temperature  5/4
    stops        2 if Left starts, -1/2 if Right starts
    <BLANKLINE>
    player  row,col  leads to  temperature  wins
    L           1,2         2          5/4   yes
    R           1,1      -1/2          5/4   yes
    R           1,2      -1/2          5/4   yes
    R           2,1      -1/2          5/4   yes
    R           2,2      -1/2          5/4   yes
    """
    left, right = worth.stops
    blocks = [
        f"value        {worth.value}\n"
        f"outcome      {worth.outcome}, {OUTCOME_WORDS[worth.outcome]}\n"
        f"mean         {worth.mean}\n"
        f"temperature  {worth.temperature}\n"
        f"stops        {left} if Left starts, {right} if Right starts"
    ]
    if len(worth.components) > 1:
        blocks.append(components_table(worth).text())
    moves = _moves(worth, with_options)
    if moves.rows:
        blocks.append(moves.text())
    if with_thermograph:
        graph = worth.value.thermograph
        blocks.append(thermograph_text(graph.left, graph.right))
    return "\n\n".join(blocks)


def components_table(worth: PositionValue) -> Table:
    """The components by their first cells."""
    rows = tuple(
        (
            _place(min(part.board.cells)),
            len(part.board),
            _short(part.value),
            part.value.outcome,
            str(part.value.mean),
            str(part.value.temperature),
            "{}, {}".format(*part.value.stops),
        )
        for part in worth.components
    )
    return Table(("component", "cells", "value", "outcome", "mean", "temperature", "stops"), rows)


def _moves(worth: PositionValue, all_of_them: bool) -> Table:
    """The best moves, or all with what becomes of them in canonical form."""
    game = worth.position.game
    axes = ",".join(("row", "col", "layer")[: worth.position.board.dimension])
    where = f"piece {axes}" if _has_choice(game) else axes
    names = ("player", where, "leads to", "temperature", "wins")
    rows = []
    for player in SIDES:
        for move in worth.moves(player) if all_of_them else worth.best_moves(player):
            row = [player.letter, _put(game, move.placement), _short(move.after), str(move.temperature)]
            row.append("yes" if move.wins else "no")
            rows.append((*row, _fate(game, move)) if all_of_them else tuple(row))
    return Table((*names, "in canonical form") if all_of_them else names, tuple(rows))


def _has_choice(game: Game) -> bool:
    """Whether a player has several pieces, so that the place alone does not tell a move."""
    owners = [piece.player for piece in game.pieces]
    return len(set(owners)) < len(owners)


def _put(game: Game, placement: Placement) -> str:
    place = _place(placement.at)
    return f"{game.pieces[placement.piece].name} {place}" if _has_choice(game) else place


def _fate(game: Game, move: Move) -> str:
    if move.dominated_by is not None:
        return f"dominated by {_put(game, move.dominated_by)}"
    return "stays" if move.reverses_to is None else f"reversible through {_short(move.reverses_to)}"


def _short(value: Value) -> str:
    """A value that fits into a table."""
    text = str(value)
    return text if len(text) <= WIDEST else text[: WIDEST - 3] + "..."


def _place(cell: tuple[int, ...]) -> str:
    return ",".join(str(step + 1) for step in cell)


def worth_latex(worth: PositionValue) -> str:
    r"""The value for LaTeX; several components as a sum.

    >>> from enumerate import Board
    >>> from enumerate.values.appraise import value
    >>> print(worth_latex(value(Board.rectangle(2, 3))))
    $\{2\mid -\frac{1}{2}\}$
    """
    parts = [part.value.latex() for part in worth.components]
    return f"${' + '.join([*parts]) + ' = ' if len(parts) > 1 else ''}{worth.value.latex()}$"


def measures(value: Value) -> dict[str, Any]:
    """The measures of a value for JSON, numbers as p/q.

    >>> measures(Value.parse("*"))["temperature"]
    '0'
    """
    return {
        "value": str(value),
        "kind": value.kind,
        "outcome": value.outcome,
        "mean": str(value.mean),
        "temperature": str(value.temperature),
        "stops": [str(stop) for stop in value.stops],
    }


def worth_json(worth: PositionValue, with_options: bool = False, with_thermograph: bool = False) -> str:
    """The same for machines; docs/json.md lists the keys.

    >>> from enumerate import Board
    >>> from enumerate.values.appraise import value
    >>> worth_json(value(Board.rectangle(2, 3)))[:24]
    '{\\n "value": "{2|-1/2}",\\n'
    """
    return json_text(worth_data(worth, with_options, with_thermograph))


def worth_data(
    worth: PositionValue, with_options: bool = False, with_thermograph: bool = False
) -> dict[str, Any]:
    """The values of that JSON."""
    found = game_json(worth.position.game, worth.position.board) | measures(worth.value)
    found["canonical"] = worth.value.canonical
    found["latex"] = worth.value.latex()
    found["components"] = [
        {"board": part.board.to_json(), **measures(part.value)} for part in worth.components
    ]
    found["best_moves"] = {
        player.letter: [_move(worth, move) for move in worth.best_moves(player)] for player in SIDES
    }
    if with_options:
        pieces = worth.position.game.pieces
        found["moves"] = {
            player.letter: [
                {
                    **_move(worth, move),
                    "component": move.component,
                    "dominated_by": None if better is None else list(better.at),
                    "dominated_by_piece": None if better is None else pieces[better.piece].name,
                    "reversible_through": None if move.reverses_to is None else str(move.reverses_to),
                }
                for move in worth.moves(player)
                for better in (move.dominated_by,)
            ]
            for player in SIDES
        }
    if with_thermograph:
        graph = worth.value.thermograph
        found["thermograph"] = {"left": _corners(graph.left), "right": _corners(graph.right)}
    return found


def _move(worth: PositionValue, move: Move) -> dict[str, Any]:
    return {
        "piece": worth.position.game.pieces[move.placement.piece].name,
        "cells": [list(cell) for cell in move.placement.cells],
        "value": str(move.after),
        "temperature": str(move.temperature),
        "wins": move.wins,
    }


def _corners(wall: tuple[tuple[Fraction, Fraction], ...]) -> list[list[str]]:
    return [[str(t), str(x)] for t, x in wall]


def worth_svg(worth: PositionValue) -> str:
    """The thermograph of the whole as a picture.

    >>> from enumerate import Board
    >>> from enumerate.values.appraise import value
    >>> worth_svg(value(Board.rectangle(2, 3)))[:4]
    '<svg'
    """
    graph = worth.value.thermograph
    return thermograph_svg(graph.left, graph.right, str(worth.value))
