"""The progress bar on stderr: shown on a terminal or with `--progress`, after one second.

Output goes through `clear` (results) or `note` (lines on stderr), which remove the bar; the next report shows
it again.
"""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any

import click

from ..support.memory import show_time
from ..support.run import ProgressEvent, Say, say_nothing
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
    """A function that prints estimates on stderr, if it is a terminal or with `force`; else does nothing."""
    return note if force or sys.stderr.isatty() else say_nothing


@contextmanager
def progress_bar(label: str, force: bool = False) -> Iterator["Bar"]:
    """Yield a bar with the time left, to be updated with the events of a computation."""
    bar = TerminalBar(label) if sys.stderr.isatty() else PlainLines(label) if force else Bar(label)
    context = click.get_current_context(silent=True)
    if context is not None:
        context.meta[BAR] = bar
    bar.start()
    try:
        yield bar
    finally:
        bar.hide()
        bar.end()


class Bar:
    """A bar that shows nothing."""

    def __init__(self, label: str) -> None:
        """The clock starts now."""
        self.label = self.words = label  # the words name the current phase, too
        self.began = time.monotonic()

    def update(self, event: ProgressEvent) -> None:
        """Show the share that is done and the phase."""
        self.words = f"{self.label}: {event.phase}" if event.phase else self.label
        self.show(event.share)

    def show(self, share: float) -> None:
        """Show the share that is done."""

    def hide(self) -> None:
        """Remove the bar until the next report."""

    def start(self) -> None:
        """Begin to watch the clock, for lines between reports."""

    def end(self) -> None:
        """Stop watching the clock."""


class TerminalBar(Bar):
    """A bar that is drawn on a terminal."""

    progress: Any = None

    def show(self, share: float) -> None:
        progress = self.progress  # an interrupt may hide the bar at any moment
        if progress is None:
            if time.monotonic() - self.began <= APPEARS_AFTER:
                return
            progress = self.progress = _columns()
            progress.add_task(self.words, total=1.0)
            progress.start()
        (task,) = progress.tasks
        progress.update(task.id, completed=share, description=self.words)

    def hide(self) -> None:
        if self.progress is not None:
            self.progress.stop()
            self.progress = None


class PlainLines(Bar):
    """A bar that prints a line every few seconds, even while a step reports nothing."""

    last = share = 0.0

    def show(self, share: float) -> None:
        self.share, now = share, time.monotonic()
        if share and (now - max(self.last, self.began) >= LINE_EVERY or share == 1):
            self._print(now, show_time((now - self.began) * (1 - share) / share) if share >= 0.01 else None)

    def _print(self, now: float, left: str | None = None) -> None:
        self.last = now
        rest = f"about {left} left" if left is not None else f"{show_time(now - self.began)} so far"
        echo(f"{self.words}: {int(100 * self.share)} %, {rest}", err=True)

    def start(self) -> None:
        self._ended = Event()
        self._thread = Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        """Print the time so far whenever nothing was reported for a while."""
        while not self._ended.wait(APPEARS_AFTER):
            now = time.monotonic()
            if now - self.last > LINE_EVERY + APPEARS_AFTER / 2:  # reports take precedence
                self._print(now)

    def end(self) -> None:
        self._ended.set()
        self._thread.join()


def _columns() -> Any:
    from rich import progress
    from rich.console import Console

    return progress.Progress(
        progress.TextColumn("{task.description}"),
        progress.BarColumn(),
        progress.TaskProgressColumn(),
        progress.TimeElapsedColumn(),
        progress.TextColumn("left"),
        progress.TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
