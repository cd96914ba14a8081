"""`enumerate monominogame`: falling monominoes for two or more players."""

import click

from ..support.settings import Settings
from ..support.table import Table
from .falling import Answer, Asked, answer_for, falling_options, printing_options


@click.command()
@falling_options
@click.option("--players", type=int, default=2, show_default=True, metavar="K", help="Players, in turn.")
@printing_options
def monominogame(asked: Asked, players: int, settings: Settings) -> None:
    """Payoffs and plays of monominogames.

    K players drop single cells into C columns of R rows; a cell in row r pays r; among columns of one height
    the leftmost is taken. A move is written V2: in column 2.

    \b
    Examples:
      enumerate monominogame --cols 3 --rows 2 --players 3
      enumerate monominogame --cols 3 --rows 3 --players 3 --plays --show
    """
    from ..games.monominogame import Monominogame, move_sequences, solve

    asked.refuse_contradictions()
    game = Monominogame(asked.cols, asked.rows or 0, players, asked.raised)
    board = {"cols": game.cols, "rows": game.rows, "raised": game.raised, "players": players}
    if asked.sequences:
        count = move_sequences(game, settings=settings)
        data = {**board, "sequences": {"raw": str(count)}}
        answer = Answer(f"{game}: all move sequences", data, Table(("sequences",), ((count,),)))
    else:
        answer = answer_for(asked, game, board, lambda: solve(game, asked.ties, settings=settings))
    answer.print(asked.form, asked.out)
