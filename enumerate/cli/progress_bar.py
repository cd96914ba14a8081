"""The progress bar on stderr: shown on a terminal or with `--progress`, after one second.

Output goes through `clear` (results) or `note` (lines on stderr), which remove the bar; the next report
brings it back.
"""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any

import click

from ..support.memory import show_time
from ..support.run import WHOLE, ProgressEvent, Say, say_nothing
from ..support.terminal import echo

APPEARS_AFTER = 1.0  # seconds; a quick answer shows no bar
LINE_EVERY = 2.0  # seconds between plain lines where there is no terminal
BAR = f"{__name__}.bar"  # key of click's context: the bar that is shown


def clear() -> None:
    """Remove the bar if it is shown."""
    context = click.get_current_context(silent=True)
    if context is not None and BAR in context.meta:
        context.meta[BAR].hide()


def note(line: str) -> None:
    """Print one line on stderr."""
    clear()
    echo(line, err=True)


def announcer(force: bool = False) -> Say:
    """Where estimates are printed: on stderr if it is a terminal or `--progress` was given, else nowhere."""
    return note if force or sys.stderr.isatty() else say_nothing


@contextmanager
def progress_bar(label: str, force: bool = False) -> Iterator["Bar"]:
    """Yield a bar with the time left, which hears the events of a computation."""
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

    def hear(self, event: ProgressEvent) -> None:
        """Show the share that is done and the phase."""
        self.now = event.phase
        self(round(event.share * WHOLE), WHOLE)

    def __call__(self, done: int, total: int) -> None:
        """Show that `done` of `total` is finished."""

    @property
    def words(self) -> str:
        """The label and the current phase."""
        return f"{self.label}: {self.now}" if self.now else self.label


class TerminalBar(Bar):
    """A `Report` that draws a bar."""

    progress: Any = None

    def __call__(self, done: int, total: int) -> None:
        """Show that `done` of `total` is finished."""
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
        """Remove the bar until the next report."""
        if self.progress is not None:
            self.progress.stop()
            self.progress = None


class PlainLines(Bar):
    """A `Report` that prints a line every few seconds, even while a step reports nothing."""

    last = 0.0
    share = 0.0

    def __call__(self, done: int, total: int) -> None:
        """Show that `done` of `total` is finished."""
        self.share = done / total if total else 1.0
        now = time.monotonic()
        if done and (now - max(self.last, self.began) >= LINE_EVERY or done == total):
            self.last = now
            spent, percent = now - self.began, 100 * done // total
            rest = f"about {show_time(spent * (total - done) / done)} left" if percent else self._so_far(now)
            echo(f"{self.words}: {percent} %, {rest}", err=True)

    def _so_far(self, now: float) -> str:
        return f"{show_time(now - self.began)} so far"

    @contextmanager
    def beating(self) -> Iterator["PlainLines"]:
        """Print the time so far whenever nothing was reported for a while."""
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
