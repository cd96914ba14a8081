"""`enumerate positions`: the generating polynomial of a board."""

from typing import TYPE_CHECKING, Any

import click

from ..counting.engines import Engine, engine_for
from ..counting.positions import count_with_provenance
from ..counting.positions import positions as polynomial_of
from ..jobs.opening import lanes_running
from ..model.board import Player
from ..model.polynomial import Polynomial
from ..model.position import Position
from ..render.answer import Answer
from ..rules.meaning import stuck_of
from ..rules.tiles import Kind
from ..support.errors import InputError, require_at_least
from ..support.settings import Settings
from ..support.writing import terminal_width
from .boards import board_options
from .options import kind_options, play_option
from .output import emit, format_option, out_option
from .running import settings_options
from .turns import turn_options

if TYPE_CHECKING:
    from pathlib import Path

    from ..model.marginal import Marginal


@click.command()
@board_options
@kind_options(but=())
@play_option
@turn_options
@click.option("--total", is_flag=True, help="Print only the number of positions.")
@click.option(
    "--by",
    metavar="STATISTIC",
    help="Count by one number instead of by both players' dominoes, and much faster: size (all dominoes), "
    "left, right, middle, or difference (Left's less Right's).",
)
@click.option("--dominoes", type=int, metavar="K", help="Count the positions with exactly K dominoes.")
@click.option("--empty", type=int, metavar="K", help="Count the positions with exactly K empty cells.")
@click.option(
    "--engine", default="auto", show_default=True, metavar="ENGINE", help=f"One of: {', '.join(Engine)}."
)
@click.option("--no-symmetry", is_flag=True, help="Sweep the whole board even if it is its own mirror image.")
@settings_options("counting", lanes=True)
@format_option("text", "json", "csv", "latex", "sympy", "pari", "mathematica")
@out_option
def positions(
    position: Position,
    kind: Kind | None,
    stuck: frozenset[int] | None,
    play: bool,
    turn: Player | None,
    to_move: Player | None,
    total: bool,
    by: str | None,
    dominoes: int | None,
    empty: int | None,
    engine: str,
    no_symmetry: bool,
    settings: Settings,
    form: str,
    out: "Path | None",
) -> None:
    """Count the positions of a board by each player's pieces, dominoes unless --game names others.

    \b
    Examples:
      enumerate positions --rows 4 --cols 3 --kind maximal
      enumerate positions --rows 8 --cols 8 --play --total
      enumerate positions --rows 10 --cols 10 --by size
      enumerate positions --rows 8 --cols 8 --kind maximal --dominoes 22
      enumerate positions --board game.txt --kind right-end --format json
      enumerate positions --rows 6 --cols 6 --game col --kind maximal
    """
    board = position.free
    named = kind or Kind.GENERAL
    exactly = _exactly(by, dominoes, empty, total)
    game = position.game
    how_to: dict[str, Any] = {"stuck": stuck, "engine": engine_for(engine, settings), "game": game}
    ratio = play and form == "text"  # the other forms do not show it
    with lanes_running({"settings": settings, "symmetry": not no_symmetry}) as ready:
        wanted, everything_else = ready.cut([1, int(ratio)])
        polynomial: Polynomial | Marginal | None = None
        how_to |= {"play": play, "turn": turn, "settings": wanted}
        if exactly is not None:
            from ..counting.marginals import count_exactly

            number, how = count_exactly(board, named, dominoes=dominoes, empty=empty, **how_to)
        elif total:
            number, how = count_with_provenance(board, named, **how_to)
        else:
            polynomial = polynomial_of(board, named, by=by, **how_to)
            number, how = polynomial.total, dict(polynomial.provenance)
        how_to |= {"play": False, "turn": None, "settings": everything_else}
        everything = count_with_provenance(board, named, **how_to)[0] if ratio else number
    players = stuck_of(kind, stuck, game.variables(board.dimension))
    answer = Answer(board, kind, players, play, number, everything, polynomial, how, turn, exactly, game)
    if form == "text":
        emit(answer.text(terminal_width()), out)
    else:
        emit(getattr(answer, form)(), out)


def _exactly(by: str | None, dominoes: int | None, empty: int | None, total: bool) -> tuple[str, int] | None:
    """What is wanted exactly, and how many; options that contradict each other are refused."""
    wanted = [("dominoes", dominoes), ("empty", empty)]
    named = [(what, number) for what, number in wanted if number is not None]
    if by is not None:
        from ..model.marginal import By

        By.of(by)
    given = [*(["--by"] if by is not None else []), *(f"--{what}" for what, _ in named)]
    if len(given) > 1:
        raise InputError(f"give one of --by, --dominoes and --empty, not {' and '.join(given)}")
    if total and by is not None:
        raise InputError(
            "--by lists numbers by a statistic, and --total is one number: leave out one of them"
        )
    for what, number in named:
        require_at_least(0, what, number)
    return named[0] if named else None
