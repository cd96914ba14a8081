"""`enumerate census`: who wins the positions of a board, and how hot they are."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..model.position import Position
from ..render.data import json_text
from ..support.errors import InputError
from ..support.settings import Settings
from ..support.table import Table
from .boards import board_options
from .options import Whole
from .output import emit, format_option, out_option
from .running import settings_options

if TYPE_CHECKING:
    from ..values.census import Census


def sample_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--samples` and `--seed`."""

    @click.option("--samples", type=int, metavar="N", help="Draw N positions for each number of dominoes.")
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
    return sampled_census(position, samples, seed, settings=settings)


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
      enumerate census --rows 6 --cols 6 --samples 200 --seed 1
    """
    from ..values.census import census_json

    counted = take_census(position, samples, seed, settings)
    if form == "json":
        emit(json_text(census_json(counted)), out)
        return
    table = _table(counted)
    if form != "text":
        emit(table.csv() if form == "csv" else table.latex(), out)
        return
    lines = [table.text()]
    if counted.polynomials is not None:
        lines += ["", *(f"{letter}: {polynomial}" for letter, polynomial in counted.polynomials.items())]
    else:
        lines += ["", f"seed {counted.seed}"]
    emit("\n".join(lines), out)


def _table(counted: "Census") -> Table:
    is_exact = counted.polynomials is not None
    rows: list[tuple[object, ...]] = []
    for row in counted.rows:
        shares: list[object] = [
            row.outcomes[letter] if is_exact else f"{row.share(letter):.3f} +- {row.share_error(letter):.3f}"
            for letter in row.outcomes
        ]
        mean = f"{row.mean_temperature:.4f}"
        heat = mean if is_exact else f"{mean} +- {row.temperature_error:.4f}"
        rows.append((row.pieces, row.positions, *shares, heat, f"{row.hot:.3f}", str(row.hottest)))
    header = ("pieces", "positions", *"LRNP", "mean temperature", "hot", "hottest")
    return Table(header, tuple(rows))
