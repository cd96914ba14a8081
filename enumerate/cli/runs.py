"""`enumerate runs`: what a store holds."""

from pathlib import Path

import click

from ..render.data import written
from .output import emit, format_option, out_option


@click.command()
@click.argument("file")
@format_option("text", "json", "csv")
@out_option
def runs(file: str, form: str, out: Path | None) -> None:
    """Show the jobs of a store: progress, time spent, time left.

    The store may be in use. A job is a board, who is stuck, and the lanes that its answer needs; or, for a
    total, the states that its sweeps pass.

    \b
    Example:
      enumerate positions --rows 8 --cols 8 --kind maximal --store lanes.db
      enumerate runs lanes.db
    """
    from ..jobs.listing import list_jobs

    jobs = list_jobs(Path(file))
    emit(written(jobs, form) if jobs or form != "text" else f"no jobs in '{file}' yet", out)
