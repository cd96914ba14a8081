"""`enumerate monominogame`: falling monominoes for two or more players."""

from pathlib import Path

import click

from ..render.table import Table
from .falling import Answer, falling_options, one_mode, solution_answer, verdict_answer
from .progress import progress_bar


@click.command()
@falling_options
@click.option("--players", type=int, default=2, show_default=True, metavar="K", help="Players, in turn.")
def monominogame(
    cols: int,
    rows: int | None,
    raised: int,
    players: int,
    ties: str,
    list_them: bool,
    limit: int,
    show: bool,
    checked: str | None,
    sequences: bool,
    form: str,
    out: Path | None,
    progress: bool,
) -> None:
    """Payoffs and plays of monominogames.

    K players drop single cells into C columns of R rows; a cell in row r pays r; among columns of one height
    the leftmost is taken. A move is written V2: in column 2.

    \b
    Examples:
      enumerate monominogame --cols 3 --rows 2 --players 3
      enumerate monominogame --cols 3 --rows 3 --players 3 --plays --show
    """
    from ..games import monominogame as games
    from ..games.falling.model import Play

    one_mode(rows, limit, check=checked is not None, sequences=sequences)
    draw = show or form == "svg"
    game = games.Monominogame(cols, rows or 0, players, raised)
    board = {"cols": cols, "rows": rows, "raised": raised, "players": players}
    with progress_bar("monominogame", progress) as report:
        if sequences:
            count = games.move_sequences(game)
            table = Table(("sequences",), ((count,),))
            answer = Answer(f"{game}: all move sequences", {**board, "sequences": {"raw": str(count)}}, table)
        else:
            play = None if checked is None else Play.parse(game, checked)
            solution = games.solve(game, ties, report)
            if play is not None:
                answer = verdict_answer(solution, board, play, draw)
            else:
                answer = solution_answer(solution, board, limit if list_them else 0, limit if draw else 0)
    answer.print(form, out)
