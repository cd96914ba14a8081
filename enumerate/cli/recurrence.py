"""`enumerate recurrence`: the proved recurrence of a strip."""

from pathlib import Path
from typing import Any

import click

from ..render.data import written
from ..support.errors import InputError
from ..support.settings import Settings
from ..support.writing import terminal_width
from .options import strip_options
from .output import emit, format_option, out_option
from .running import settings_options


@click.command()
@strip_options
@click.option(
    "--polynomial", is_flag=True, help="The recurrence of the polynomials in x and y, not of the totals."
)
@settings_options("recurrence", threads=False)
@format_option("text", "json", "latex", "sympy", "pari", "mathematica")
@out_option
def recurrence(
    cols: int, asked: dict[str, Any], polynomial: bool, settings: Settings, form: str, out: Path | None
) -> None:
    """Find the minimal linear recurrence over the number of rows, with proof.

    With weights, integers or fractions, every position counts as the product of its dominoes' weights; at
    --x -1 --y -1 the terms are minus the reduced Euler characteristics of the complexes of positions.

    \b
    Examples:
      enumerate recurrence --cols 3 --kind right-end
      enumerate recurrence --cols 3 --kind maximal --format json
      enumerate recurrence --cols 2 --polynomial
      enumerate recurrence --cols 4 --wrap cols --kind maximal
      enumerate recurrence --cols 2 --x -1 --y -1
      enumerate recurrence --cols 3 --x 1/2 --y 1/2
    """
    from ..strips.polynomial_recurrence import polynomial_recurrence
    from ..strips.recurrence import recurrence as recurrence_of

    if polynomial:
        if form not in ("text", "json", "latex"):
            raise InputError(f"--polynomial has no --format {form} (allowed: text, json, latex)")
        for name in ("x", "y"):
            if name in asked:
                raise InputError(f"--polynomial is for all weights at once: leave out --{name} {asked[name]}")
    make = polynomial_recurrence if polynomial else recurrence_of
    found = make(cols, **asked, settings=settings)
    if form == "text":
        emit(found.text(terminal_width()), out)
    else:
        emit(written(found, "expression" if form == "sympy" else form), out)
