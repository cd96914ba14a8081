"""`enumerate runs`: what a store holds."""

from pathlib import Path

import click

from ..render.data import json_text
from ..support.table import Table
from .output import emit, format_option, out_option


def duration(seconds: float | None) -> str:
    """A time for people.

    >>> duration(42.3), duration(3723), duration(None)
    ('42 s', '1 h 02 min', '?')
    """
    if seconds is None:
        return "?"
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02d} min"


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
    if form == "json":
        emit(json_text({"jobs": [job.to_json() for job in jobs]}), out)
        return
    header = ("board", "kind", "primes", "lanes", "states", "done", "percent", "spent", "left", "state")
    rows = tuple(
        (
            job.board,
            job.kind,
            job.primes,
            job.lanes,
            job.states,
            job.done,
            job.percent,
            duration(job.seconds),
            duration(job.left),
            job.state,
        )
        for job in jobs
    )
    table = Table(header, rows)
    if form == "csv":
        emit(table.csv(), out)
    else:
        emit(table.text() if rows else f"no jobs in '{file}' yet", out)
