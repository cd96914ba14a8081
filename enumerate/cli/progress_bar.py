"""The progress bar on stderr: shown on a terminal or with `--progress`, after one second.

Output goes through `clear` (results) or `note` (lines on stderr), which remove the bar; the next report shows
it again.
"""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, RLock, Thread

import click

from ..support.memory import show_time
from ..support.result import printable, terminal_width
from ..support.run import ProgressEvent, Say, silent
from ..support.terminal import echo

APPEARS_AFTER = 1.0  # seconds; a quick answer shows no bar
LINE_EVERY = 2.0  # seconds between plain lines where there is no terminal
REDRAWN_EVERY = 0.1  # seconds, on a terminal
BLOCKS = 20  # characters of the bar
ERASED = "\r\x1b[2K"
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
    return note if force or sys.stderr.isatty() else silent


@contextmanager
def progress_bar(label: str, force: bool = False) -> Iterator["Bar"]:
    """Yield a bar with the time left, to be updated with the events of a computation."""
    bar = Bar(label, sys.stderr.isatty())
    context = click.get_current_context(silent=True)
    if context is not None:
        context.meta[BAR] = bar
    if not (bar.is_terminal or force):
        bar.ended.set()
        yield bar
        return
    watching = Thread(target=bar.watch, daemon=True)
    watching.start()
    try:
        yield bar
    finally:
        bar.ended.set()
        bar.hide()
        watching.join()


class Bar:
    """One line that is drawn again and again on a terminal; elsewhere, a line every few seconds."""

    def __init__(self, label: str, is_terminal: bool = False) -> None:
        """The clock starts now."""
        self.label = self.words = label  # the words name the current phase, too
        self.is_terminal, self.is_drawn = is_terminal, False
        self.began, self.last, self.share = time.monotonic(), 0.0, 0.0
        self.ended = Event()
        self._lock = RLock()  # two threads draw

    def update(self, event: ProgressEvent) -> None:
        """Show the share that is done and the phase."""
        self.words = f"{self.label}: {event.phase}" if event.phase else self.label
        self.show(event.share)

    def show(self, share: float) -> None:
        """Show the share that is done, unless the last line is recent."""
        self.share, now = share, time.monotonic()
        if self.is_terminal:
            is_due = now - self.began > APPEARS_AFTER and now - self.last >= REDRAWN_EVERY
        else:
            is_due = share > 0 and (now - max(self.last, self.began) >= LINE_EVERY or share == 1)
        if is_due:
            self._print(now, show_time((now - self.began) * (1 - share) / share) if share >= 0.01 else None)

    def _print(self, now: float, left: str | None = None) -> None:
        rest = f"about {left} left" if left is not None else f"{show_time(now - self.began)} so far"
        with self._lock:
            if self.ended.is_set():
                return
            self.last, done = now, int(BLOCKS * self.share)
            if not self.is_terminal:
                echo(f"{self.words}: {int(100 * self.share)} %, {rest}", err=True)
                return
            drawn = "━" * done + "─" * (BLOCKS - done)
            line = printable(f"{self.words} {drawn} {int(100 * self.share)} %, {rest}")
            click.echo(ERASED + line[: terminal_width() - 1], nl=False, err=True)
            self.is_drawn = True

    def hide(self) -> None:
        """Remove the bar until the next report."""
        with self._lock:
            if self.is_drawn:
                click.echo(ERASED, nl=False, err=True)
                self.is_drawn = False

    def watch(self) -> None:
        """Print the time so far whenever nothing was reported for a while."""
        while not self.ended.wait(max(APPEARS_AFTER, REDRAWN_EVERY)):
            now = time.monotonic()
            with self._lock:  # reports take precedence
                if now - self.last > LINE_EVERY + APPEARS_AFTER / 2 and self.is_drawn >= self.is_terminal:
                    self._print(now)
