"""`enumerate recurrence`: the proved recurrence of a strip."""

import shutil
from pathlib import Path

import click

from .output import emit, format_option, out_option
from .progress import progress_bar, progress_option


@click.command()
@click.option("--cols", type=int, metavar="N", required=True, help="Columns of the boards.")
@click.option("--kind", default="general", show_default=True, help="general, maximal, right-end or left-end.")
@format_option("text", "json", "latex", "sympy")
@out_option
@progress_option
def recurrence(cols: int, kind: str, form: str, out: Path | None, progress: bool) -> None:
    """Find the minimal linear recurrence over the number of rows, with proof.

    \b
    Examples:
      enumerate recurrence --cols 3 --kind right-end
      enumerate recurrence --cols 3 --kind maximal --format json
    """
    from ..recurrence import recurrence as recurrence_of
    from ..render.recurrence import FORMATS

    with progress_bar("exact terms", progress) as report:
        found = recurrence_of(cols, kind, report)
    emit(FORMATS[form](found, shutil.get_terminal_size().columns), out)
