"""The progress bar on stderr: only on a terminal or with `--progress`, and only after a moment.

Whatever is printed while a bar may be up goes through `clear` (results) or `note` (lines for stderr): the bar
makes room and comes back with the next report.
"""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from ..support.progress import Report, Say, say_nothing, silent
from ..support.writing import printable

APPEARS_AFTER = 1.0  # seconds; a quick answer shows no bar
LINE_EVERY = 2.0  # seconds between plain lines where there is no terminal
BAR = f"{__name__}.bar"  # where click's context keeps the bar that is up

progress_option: Callable[[Callable[..., Any]], Callable[..., Any]] = click.option(
    "--progress", is_flag=True, help="Show progress on stderr even when it is not a terminal."
)


def clear() -> None:
    """Take the bar away, if one is up."""
    context = click.get_current_context(silent=True)
    if context is not None and BAR in context.meta:
        context.meta[BAR].hide()


def echo(text: str, nl: bool = True, err: bool = False) -> None:
    """Print: the one way to the terminal, which nothing that was typed or found in a file may command."""
    click.echo(printable(text), nl=nl, err=err)


def note(line: str) -> None:
    """Print one line on stderr."""
    clear()
    echo(line, err=True)


def announcer(force: bool = False) -> Say:
    """Where estimates go: to stderr if it is a terminal or `--progress` was given, else nowhere."""
    return note if force or sys.stderr.isatty() else say_nothing


@contextmanager
def progress_bar(label: str, force: bool = False) -> Iterator[Report]:
    """Yield a `Report` that draws a bar with the time left; a new total begins a new bar.

    >>> with progress_bar("counting") as report:
    ...     report(1, 2)
    """
    if sys.stderr.isatty():
        bar = TerminalBar(label)
        context = click.get_current_context(silent=True)
        if context is not None:
            context.meta[BAR] = bar
        try:
            yield bar
        finally:
            bar.hide()
    elif force:
        yield _plain_lines(label)
    else:
        yield silent


class TerminalBar:
    """A `Report` that draws a bar."""

    def __init__(self, label: str) -> None:
        """The clock starts now."""
        self.label, self.began = label, time.monotonic()
        self.progress: Any = None

    def __call__(self, done: int, total: int) -> None:
        """So much is done."""
        progress = self.progress  # an interrupt may hide the bar at any moment
        if progress is None:
            if time.monotonic() - self.began <= APPEARS_AFTER:
                return
            progress = self.progress = _columns()
            progress.add_task(self.label, total=total)
            progress.start()
        (task,) = progress.tasks
        if task.total != total:
            progress.reset(task.id, total=total)
        progress.update(task.id, completed=done)

    def hide(self) -> None:
        """Take the bar away until the next report."""
        if self.progress is not None:
            self.progress.stop()
            self.progress = None


def _columns() -> Any:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )


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
            guess = f", about {left:.0f} s left" if now > began or done == total else ""
            echo(f"{label}: {100 * done // total} %{guess}", err=True)

    return report
