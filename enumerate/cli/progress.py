"""The progress bar on stderr: only on a terminal or with `--progress`, and only after a moment.

Whatever is printed while a bar may be up goes through `clear` (results) or `note` (lines for stderr): the bar
makes room and comes back with the next report.
"""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any

import click

from ..support.progress import Say, say_nothing, show_time
from ..support.writing import printable

APPEARS_AFTER = 1.0  # seconds; a quick answer shows no bar
LINE_EVERY = 2.0  # seconds between plain lines where there is no terminal
BAR = f"{__name__}.bar"  # where click's context keeps the bar that is up


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
def progress_bar(label: str, force: bool = False) -> Iterator["Bar"]:
    """Yield a `Report` that draws a bar with the time left; its `phase` hears the names of phases.

    >>> with progress_bar("counting") as bar:
    ...     bar(1, 2)
    """
    if not sys.stderr.isatty():
        if force:
            with PlainLines(label).beating() as lines:
                yield lines
        else:
            yield Bar(label)
        return
    bar = TerminalBar(label)
    context = click.get_current_context(silent=True)
    if context is not None:
        context.meta[BAR] = bar
    try:
        yield bar
    finally:
        bar.hide()


class Bar:
    """A `Report` that shows nothing."""

    def __init__(self, label: str) -> None:
        """The clock starts now."""
        self.label, self.began = label, time.monotonic()
        self.now = ""  # the phase

    def phase(self, name: str) -> None:
        """A phase begins."""
        self.now = name

    def __call__(self, done: int, total: int) -> None:
        """So much is done."""

    @property
    def words(self) -> str:
        """What is under way."""
        return f"{self.label}: {self.now}" if self.now else self.label


class TerminalBar(Bar):
    """A `Report` that draws a bar."""

    progress: Any = None

    def __call__(self, done: int, total: int) -> None:
        """So much is done."""
        progress = self.progress  # an interrupt may hide the bar at any moment
        if progress is None:
            if time.monotonic() - self.began <= APPEARS_AFTER:
                return
            progress = self.progress = _columns()
            progress.add_task(self.words, total=total)
            progress.start()
        (task,) = progress.tasks
        progress.update(task.id, completed=done, total=total, description=self.words)

    def hide(self) -> None:
        """Take the bar away until the next report."""
        if self.progress is not None:
            self.progress.stop()
            self.progress = None


class PlainLines(Bar):
    """A `Report` that prints a line now and then, also while a step that reports nothing is under way."""

    last = 0.0
    share = 0.0

    def __call__(self, done: int, total: int) -> None:
        """So much is done."""
        self.share = done / total if total else 1.0
        now = time.monotonic()
        if done and (now - max(self.last, self.began) >= LINE_EVERY or done == total):
            self.last = now
            spent, percent = now - self.began, 100 * done // total
            told = f"about {show_time(spent * (total - done) / done)} left" if percent else self._so_far(now)
            echo(f"{self.words}: {percent} %, {told}", err=True)

    def _so_far(self, now: float) -> str:
        return f"{show_time(now - self.began)} so far"

    @contextmanager
    def beating(self) -> Iterator["PlainLines"]:
        """Say how long it has been under way whenever nothing was reported for a while."""
        ended = Event()

        def beat() -> None:
            while not ended.wait(APPEARS_AFTER):
                now = time.monotonic()
                if now - self.last > LINE_EVERY + APPEARS_AFTER / 2:  # a report that comes goes first
                    self.last = now
                    echo(f"{self.words}: {int(100 * self.share)} %, {self._so_far(now)}", err=True)

        thread = Thread(target=beat, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            ended.set()
            thread.join()


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
