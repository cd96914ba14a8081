"""`enumerate solve`: two-player Domineering on a board."""

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import click

from ..model.position import Position
from ..render.data import json_text
from ..support.errors import InputError
from ..support.settings import Settings
from .boards import board_options
from .output import emit, format_option, out_option
from .pictures import Pictures, picture_options, terminal_drawing
from .running import settings_options

if TYPE_CHECKING:
    from ..games.domineering.solution import Solution

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
@click.option(
    "--stats", is_flag=True, help="Also say how many positions were looked at, and how long it took."
)
@picture_options
@settings_options("solving")
@format_option("text", "json", "csv")
@out_option
def solve(
    position: Position,
    misere: bool,
    moves: bool | None,
    lengths: bool | None,
    stats: bool,
    settings: Settings,
    pictures: Pictures,
    form: str,
    out: Path | None,
) -> None:
    """Solve Domineering: Left (L) places vertically, Right (R) horizontally.

    The outcome is N (whoever starts wins), P (whoever starts loses), L or R. For each starter: the winner,
    the starter's winning moves (row and column of the first cell, counted from 1) and the length of perfect
    play, `hurry` if the winner shortens and the loser lengthens the game, `delay` the reverse. Dominoes that
    are drawn already also tell whose turn it is: the player who has placed one fewer. --show, --svg and
    --tikz draw the position, and what it becomes by a winning move of the starters or of who is to move.

    \b
    Examples:
      enumerate solve --rows 6 --cols 6
      enumerate solve --rows 4 --cols 4 --show
      enumerate solve --rows 8 --cols 8 --stats
      enumerate solve --board position.txt --misere --format json
    """
    if position.board.dimension != 2:
        raise InputError("`solve` is for two players on a flat board; for a box use `enumerate box`")
    from ..games.domineering.solver import solve as solve_board

    size = len(position.free)
    if moves is None and pictures.wanted:
        moves = True
    began = perf_counter()
    solution = solve_board(
        position,
        misere=misere,
        moves=size <= (MISERE_MOVES_UP_TO if misere else MOVES_UP_TO) if moves is None else moves,
        lengths=size <= LENGTHS_UP_TO if lengths is None else lengths,
        settings=settings,
    )
    counted = {"nodes": solution.nodes, "seconds": round(perf_counter() - began, 3)}
    drawn = _drawn(position, solution) if pictures.wanted else []
    pictures.write(drawn)
    if form == "json":
        emit(json_text(solution.to_json() | (counted if stats else {})), out)
    elif form == "csv":
        emit(solution.table().csv(), out)
    else:
        lines = [str(solution)]
        if stats:
            rate = counted["nodes"] / max(counted["seconds"], 0.001)
            lines.append(f"{counted['nodes']} positions in {counted['seconds']:.3f} s, {rate:.2g} per second")
        text = "\n".join(lines)
        emit(f"{text}\n\n{terminal_drawing(drawn, out)}" if pictures.show else text, out)


def _drawn(position: Position, solution: "Solution") -> list[Position]:
    """The position, and what it becomes by a winning move of the starters or of the player to move."""
    starters = solution.first if solution.to_move is None else [solution.to_move]
    firsts = [(solution.first[starter].winning_moves or ())[:1] for starter in starters]
    return [position, *(position.place(domino) for moves in firsts for domino in moves)]
