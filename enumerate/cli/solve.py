"""`enumerate solve`: two-player Domineering on a board."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..model.position import Position
from ..render.data import json_text
from ..support.errors import InputError
from ..support.table import Table
from .boards import board_options
from .output import emit, format_option, out_option
from .progress import progress_bar, progress_option

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
@format_option("text", "json", "csv")
@out_option
@progress_option
def solve(
    position: Position,
    misere: bool,
    moves: bool | None,
    lengths: bool | None,
    form: str,
    out: Path | None,
    progress: bool,
) -> None:
    """Solve Domineering: Left (L) places vertically, Right (R) horizontally.

    The outcome is N (whoever starts wins), P (whoever starts loses), L or R. For each starter: the winner,
    the starter's winning moves (row, column of the first cell, from 0) and the length of perfect play,
    `hurry` if the winner shortens and the loser lengthens the game, `delay` the reverse.

    \b
    Examples:
      enumerate solve --rows 6 --cols 6
      enumerate solve --board position.txt --misere --format json
    """
    if position.board.dimension != 2:
        raise InputError("`solve` is for two players on a flat board; for a box use `enumerate box`")
    from ..games.domineering.solver import solve as solve_board

    board = position.free
    with progress_bar("solving", progress) as report:
        solution = solve_board(
            board,
            misere,
            moves=len(board) <= (MISERE_MOVES_UP_TO if misere else MOVES_UP_TO) if moves is None else moves,
            lengths=len(board) <= LENGTHS_UP_TO if lengths is None else lengths,
            report=report,
        )
    emit(_show(solution, form), out)


def _show(solution: "Solution", form: str) -> str:
    if form == "json":
        first = {
            player.letter: {
                "winner": start.winner.letter,
                "winning_moves": None
                if start.winning_moves is None
                else [list(domino.cell) for domino in start.winning_moves],
                "hurry": start.hurry,
                "delay": start.delay,
            }
            for player, start in solution.first.items()
        }
        return json_text({"outcome": solution.outcome, "first": first})
    rows = tuple(
        (
            player.letter,
            start.winner.letter,
            "-" if start.hurry is None else start.hurry,
            "-" if start.delay is None else start.delay,
            "-"
            if start.winning_moves is None
            else " ".join(f"{domino.cell[0]},{domino.cell[1]}" for domino in start.winning_moves) or "none",
        )
        for player, start in solution.first.items()
    )
    table = Table(("starts", "wins", "hurry", "delay", "winning moves"), rows)
    return table.csv() if form == "csv" else f"outcome {solution.outcome}\n{table.text()}"
