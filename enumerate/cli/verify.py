"""`enumerate verify`: check a saved answer."""

from pathlib import Path

import click

from ..render.data import json_text
from ..support.errors import ComputationError, InputError
from ..support.settings import Settings
from .boards import read_file
from .options import Whole
from .output import emit, format_option, out_option
from .running import settings_options


@click.command()
@click.argument("result")
@click.option(
    "--rounds",
    type=Whole(1, 1000),
    default=2,
    show_default=True,
    metavar="N",
    help="Random points, each with its own prime.",
)
@click.option("--seed", type=int, metavar="N", help="Draw the same primes and points again.")
@settings_options("checking", threads=False)
@format_option("text", "json")
@out_option
def verify(
    result: str,
    rounds: int,
    seed: int | None,
    settings: Settings,
    form: str,
    out: Path | None,
) -> None:
    """Check an answer that `positions --format json` saved, independently of how it was made.

    Compares its values at random points modulo fresh primes with another engine's, and looks at sums,
    degrees, symmetry and small cases. RESULT is a file, or - for standard input.

    \b
    Example:
      enumerate positions --rows 8 --cols 8 --format json --out result.json
      enumerate verify result.json
    """
    from ..checking.claim import Claim
    from ..checking.verify import verify as checks_of

    text = read_file(result)
    try:
        claim = Claim.parse(text)
    except InputError as error:
        raise InputError(
            f"'{result}' is not an answer of `enumerate positions --format json`: {error}"
        ) from error
    found = checks_of(claim, rounds=rounds, seed=seed, settings=settings)
    emit(json_text(found.to_json()) if form == "json" else str(found), out)
    if not found.holds:
        raise ComputationError(f"'{result}' is wrong: {', '.join(found.failed)} failed")
