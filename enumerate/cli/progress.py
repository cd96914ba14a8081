"""The progress bar on stderr: only on a terminal or with `--progress`, and only after a moment."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from ..progress import Report, silent

APPEARS_AFTER = 1.0  # seconds; a quick answer shows no bar
LINE_EVERY = 2.0  # seconds between plain lines where there is no terminal

progress_option: Callable[[Callable[..., Any]], Callable[..., Any]] = click.option(
    "--progress", is_flag=True, help="Show progress on stderr even when it is not a terminal."
)


def announcer(force: bool = False) -> Callable[[str], None]:
    """Where estimates go: to stderr if it is a terminal or `--progress` was given, else nowhere."""
    if force or sys.stderr.isatty():
        return lambda line: click.echo(line, err=True)
    return lambda line: None


@contextmanager
def progress_bar(label: str, force: bool = False) -> Iterator[Report]:
    """Yield a `Report` that draws a bar with the time left; a new total begins a new bar.

    >>> with progress_bar("counting") as report:
    ...     report(1, 2)
    """
    if sys.stderr.isatty():
        with _terminal_bar(label) as report:
            yield report
    elif force:
        yield _plain_lines(label)
    else:
        yield silent


@contextmanager
def _terminal_bar(label: str) -> Iterator[Report]:
    began = time.monotonic()
    bar: Any = None
    task: Any = None

    def report(done: int, total: int) -> None:
        nonlocal bar, task
        if bar is None and time.monotonic() - began > APPEARS_AFTER:
            from rich.console import Console
            from rich.progress import (
                BarColumn,
                Progress,
                TaskProgressColumn,
                TextColumn,
                TimeElapsedColumn,
                TimeRemainingColumn,
            )

            bar = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                TaskProgressColumn(),
                TimeElapsedColumn(),
                TextColumn("left"),
                TimeRemainingColumn(),
                console=Console(stderr=True),
                transient=True,
            )
            task = bar.add_task(label, total=total)
            bar.start()
        if bar is not None:
            if bar.tasks[0].total != total:
                bar.reset(task, total=total)
            bar.update(task, completed=done)

    try:
        yield report
    finally:
        if bar is not None:
            bar.stop()


def _plain_lines(label: str) -> Report:
    began = last = time.monotonic()
    of = said = 0

    def report(done: int, total: int) -> None:
        nonlocal began, last, of, said
        now = time.monotonic()
        if total != of:
            began, of, said = now, total, 0
        if done > said and (now - last >= LINE_EVERY or done == total):
            last, said = now, done
            left = (now - began) * (total - done) / done
            guess = (
                f", about {left:.0f} s left" if now > began or done == total else ""
            )  # no rate is known yet
            click.echo(f"{label}: {100 * done // total} %{guess}", err=True)

    return report
