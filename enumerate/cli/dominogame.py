"""`enumerate dominogame`: falling dominoes, every equilibrium."""

from typing import TYPE_CHECKING, Any

import click

from ..support.errors import require_positive
from ..support.settings import Settings, running
from ..support.table import Table
from .falling import (
    Answer,
    Asked,
    answer_for,
    falling_options,
    printing_options,
)

if TYPE_CHECKING:
    from ..games.dominogame import Dominogame
    from ..games.falling.model import Play


@click.command()
@falling_options
@click.option(
    "--length",
    type=int,
    default=2,
    show_default=True,
    metavar="N",
    help="Cells of a piece; C is the older rule.",
)
@click.option("--table", "up_to", type=int, metavar="N", help="All boards with 1 to N rows.")
@printing_options
def dominogame(asked: Asked, length: int, up_to: int | None, settings: Settings) -> None:
    """Payoffs and plays of dominogames.

    Two players drop dominoes into C columns of R rows; a cell in row r pays r. A move is written V2 (upright
    in column 2) or H2 (flat over columns 2 and 3).

    \b
    Examples:
      enumerate dominogame --cols 3 --rows 5
      enumerate dominogame --cols 3 --rows 5 --ties kind --show
      enumerate dominogame --cols 2 --table 20
      enumerate dominogame --cols 3 --rows 3 --check "V1 H2 H1 V3"
    """
    from ..games.dominogame import Dominogame, solve

    asked.refuse_contradictions(table=up_to is not None)
    if up_to is not None:
        require_positive("table", up_to)
        boards = [Dominogame(asked.cols, r, asked.raised, length) for r in range(1, up_to + 1)]
        with running({"settings": settings}) as ready:
            answer = _table(boards, asked, ready)
    else:
        game = Dominogame(asked.cols, asked.rows or 0, asked.raised, length)
        if asked.sequences:
            answer = _sequences(game, settings)
        else:
            answer = answer_for(asked, game, _board(game), lambda: solve(game, asked.ties, settings=settings))
    answer.print(asked.form, asked.out)


def _board(game: "Dominogame") -> dict[str, Any]:
    return {"cols": game.cols, "rows": game.rows, "raised": game.raised, "length": game.length}


def _sequences(game: "Dominogame", settings: Settings) -> Answer:
    from ..games.dominogame import move_sequences

    raw, mirrored = move_sequences(game, settings=settings)
    data = {**_board(game), "sequences": {"raw": str(raw), "up_to_mirror": str(mirrored)}}
    table = Table(("sequences", "up to mirror"), ((raw, mirrored),))
    return Answer(f"{game}: all move sequences", data, table)


def _table(boards: list["Dominogame"], asked: Asked, settings: Settings) -> Answer:
    from ..games.dominogame import require_fits, solve
    from ..games.falling.solution import equilibrium_data, payoff_names, span

    require_fits(boards[-1], asked.ties, settings=settings)
    shares = settings.cut([game.states * game.rows**4 for game in boards])  # so fast do the sets grow
    ties = asked.ties
    lines: list[tuple[object, ...]] = []
    data: list[dict[str, Any]] = []
    pictures: list[Play] = []
    for game, share in zip(boards, shares, strict=True):
        solution = solve(game, ties, settings=share)
        payoffs = solution.payoffs
        if asked.draws:
            pictures.append(next(solution.plays(payoffs[0])))
        if ties != "set":
            lines.append((game.rows, *payoffs[0]))
            data.append({"rows": game.rows, "payoffs": list(payoffs[0])})
            continue
        found = solution.equilibria()
        lines.append(
            (
                game.rows,
                *(span(column) for column in zip(*payoffs, strict=True)),
                len(found),
                sum(e.plays for e in found),
                sum(e.plays_up_to_mirror for e in found),
                span(cells for e in found for cells in e.empty),
            )
        )
        data.append({"rows": game.rows, "equilibria": equilibrium_data(found, mirror=True)})
    counts = ("pairs", "plays", "up to mirror", "empty") if ties == "set" else ()
    board = {key: size for key, size in _board(boards[0]).items() if key != "rows"}
    title = f"{str(boards[0]).replace(',1)', ',R)')}, ties {ties}"
    table = Table(("R", *payoff_names(2), *counts), tuple(lines))
    return Answer(title, {**board, "ties": ties, "table": data}, table, pictures=tuple(pictures))
