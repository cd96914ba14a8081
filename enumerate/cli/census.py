"""`enumerate census`: who wins the positions of a board, and how hot they are."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..model.position import Position
from ..render.data import written
from ..support.errors import InputError
from ..support.settings import Settings
from .boards import board_options
from .options import Whole
from .output import emit, format_option, out_option
from .running import settings_options

if TYPE_CHECKING:
    from ..values.census import Census


def sample_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--samples` and `--seed`."""

    @click.option("--samples", type=int, metavar="N", help="Draw N positions for each number of pieces.")
    @click.option("--seed", type=Whole(0), metavar="S", help="The seed of the samples.")
    @wraps(command)
    def wrapped(samples: int | None, seed: int | None, **rest: Any) -> Any:
        if seed is not None and samples is None:
            raise InputError(f"--seed {seed} goes with --samples: the exact census draws nothing")
        return command(samples=samples, seed=seed, **rest)

    return wrapped


def take_census(position: Position, samples: int | None, seed: int | None, settings: Settings) -> "Census":
    """The census that the options ask for."""
    from ..values.census import census as exact
    from ..values.census import sampled_census

    if samples is None:
        return exact(position, settings=settings)
    return sampled_census(position, samples, seed=seed, settings=settings)


@click.command()
@board_options
@sample_options
@settings_options("positions", threads=False)
@format_option("text", "json", "csv", "latex")
@out_option
def census(
    position: Position, samples: int | None, seed: int | None, settings: Settings, form: str, out: Path | None
) -> None:
    """Count the positions of a board by who wins them, and by their temperatures.

    L and R: that player wins, whoever starts; N: who starts wins; P: who starts loses. The four polynomials
    add up to D. Larger boards take --samples; +- is a standard error then. In the mean temperature numbers
    count as 0.

    \b
    Examples:
      enumerate census --rows 4 --cols 4
      enumerate census --rows 5 --cols 5 --samples 20 --seed 1
      enumerate census --rows 4 --cols 4 --game snort --samples 20
    """
    counted = take_census(position, samples, seed, settings)
    emit(written(counted, form), out)
