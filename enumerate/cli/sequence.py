"""`enumerate sequence`: a sequence of one's own, along any family of boards."""

from pathlib import Path

import click

from ..model.game import Game
from ..render.data import written
from ..rules.tiles import Kind
from ..support.settings import Settings
from .boards import game_option, wrap_option
from .options import Whole, kind_option, play_option, stuck_instead, stuck_option, weight_options
from .output import emit, format_option, out_option
from .running import settings_options

MOST_TERMS = 1000


@click.command()
@click.option(
    "--shape",
    metavar="SHAPE",
    required=True,
    help="The boards: n x n, 3 x n, n x 2n, n x n+1, 2 x 2 x n, or m x n by antidiagonals.",
)
@click.option(
    "--terms", type=Whole(1, MOST_TERMS), default=8, show_default=True, metavar="N", help="How many terms."
)
@wrap_option
@kind_option(but=())
@stuck_option
@play_option
@game_option
@weight_options("2, -1")
@settings_options("terms", lanes=True)
@format_option("text", "bfile", "json", "csv", "pari", "mathematica", "draft")
@out_option
def sequence(
    shape: str,
    terms: int,
    wrap: str | None,
    kind: Kind,
    stuck: str | None,
    play: bool,
    game: Game,
    weights: tuple[str | None, ...],
    settings: Settings,
    form: str,
    out: Path | None,
) -> None:
    """Count the positions along a family of boards of your own.

    The terms come with a proved recurrence where the family is a narrow strip, else with a rational
    generating function if one explains the terms with some to spare (a guess, and said to be one), and with
    the sequences of `enumerate oeis` in which they stand. Integer weights count every position with the
    product of its pieces' weights: with --x -1 --y -1 even ones minus odd ones. `--format draft` writes what
    an entry of the OEIS asks for.

    \b
    Examples:
      enumerate sequence --shape "n x n" --wrap rows,cols --kind maximal --terms 5
      enumerate sequence --shape "3 x n" --terms 12 --format bfile
      enumerate sequence --shape "n x n+1" --terms 6 --format json
      enumerate sequence --shape "n x n" --game kings --kind maximal --terms 6 --format draft
      enumerate sequence --shape "2 x n" --x -1 --y -1 --terms 12
    """
    from ..oeis.draft import Draft
    from ..oeis.own import sequence as sequence_of

    players = None if stuck is None else stuck_instead(stuck, kind)
    x, y, z = weights
    found = sequence_of(
        shape, terms, kind, stuck=players, wrap=wrap, play=play, x=x, y=y, z=z, game=game, settings=settings
    )
    emit(str(Draft.of(found)) if form == "draft" else written(found, form), out)
