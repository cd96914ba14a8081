"""`enumerate solve`: two-player Domineering on a board."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..model.players import Player
from ..model.position import Position
from ..render.data import json_text
from ..rules.turn import turn_drawn
from ..support.errors import InputError
from ..support.settings import Settings
from .boards import board_options
from .output import emit, format_option, out_option
from .running import settings_options

if TYPE_CHECKING:
    from ..games.domineering.solver import Solution

MOVES_UP_TO = 49  # cells; beyond, winning moves and lengths are only worked out when asked for
MISERE_MOVES_UP_TO = 36
LENGTHS_UP_TO = 42


@click.command()
@board_options
@click.option("--misere", is_flag=True, help="The last player to move loses.")
@click.option("--moves/--no-moves", default=None, help="List the winning moves (default: small boards).")
@click.option(
    "--lengths/--no-lengths", default=None, help="How long perfect play lasts (default: small boards)."
)
@settings_options("solving", threads=False)
@format_option("text", "json", "csv")
@out_option
def solve(
    position: Position,
    misere: bool,
    moves: bool | None,
    lengths: bool | None,
    settings: Settings,
    form: str,
    out: Path | None,
) -> None:
    """Solve Domineering: Left (L) places vertically, Right (R) horizontally.

    The outcome is N (whoever starts wins), P (whoever starts loses), L or R. For each starter: the winner,
    the starter's winning moves (row and column of the first cell, counted from 1) and the length of perfect
    play, `hurry` if the winner shortens and the loser lengthens the game, `delay` the reverse. Dominoes that
    are drawn already also tell whose turn it is: the player who has placed one fewer.

    \b
    Examples:
      enumerate solve --rows 6 --cols 6
      enumerate solve --board position.txt --misere --format json
    """
    if position.board.dimension != 2:
        raise InputError("`solve` is for two players on a flat board; for a box use `enumerate box`")
    from ..games.domineering.solver import solve as solve_board

    board = position.free
    solution = solve_board(
        board,
        misere,
        moves=len(board) <= (MISERE_MOVES_UP_TO if misere else MOVES_UP_TO) if moves is None else moves,
        lengths=len(board) <= LENGTHS_UP_TO if lengths is None else lengths,
        settings=settings,
    )
    to_move = turn_drawn(position)
    if form == "json":
        said = None if to_move is None else to_move.name.lower()
        emit(json_text({"to_move": said} | solution.to_json()), out)
    elif form == "csv":
        emit(solution.table().csv(), out)
    else:
        emit("\n".join([str(solution), *_turn(to_move, solution)]), out)


def _turn(to_move: Player | None, solution: "Solution") -> list[str]:
    """Whose turn it is by the dominoes drawn, if they tell, and who wins then."""
    if to_move is None:
        return []
    return [f"{to_move.title} is to move, by the dominoes drawn: {solution.first[to_move].winner.title} wins"]
