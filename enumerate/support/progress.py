"""One way to report: a listener hears events, each with the share of the whole that is done and the phase.

A computation is a `Part` of a whole. It calls `part(done, total)` now and then, and cuts itself into smaller
parts where it has phases; the `Progress` of the whole tells the user's listener. The same calls are where a
computation that is to stop ends. Where there is nothing to tell, `check_cancelled()` is enough: it asks the
computation that runs in this thread, however deep below it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import Context, ContextVar
from itertools import accumulate, pairwise
from threading import Event
from typing import NamedTuple, TypeVar, overload

from .errors import StoppedError


class ProgressEvent(NamedTuple):
    """What a listener hears: the share of the whole that is done, which only grows, and the phase.

    An `estimate` is a line about a long computation, before it begins; a `message` is a line about a store or
    a cluster. Most events have neither.
    """

    share: float
    phase: str
    estimate: str = ""
    message: str = ""


Listener = Callable[[ProgressEvent], object]
Report = Callable[[int, int], None]
Say = Callable[[str], None]
Item = TypeVar("Item")
WHOLE = 1_000_000  # steps of the share that listeners hear
FINENESS = 1000  # steps of each part in the total that a plain report hears


def silent(done: int, total: int) -> None:
    """The listener that does nothing."""


def say_nothing(line: str) -> None:
    """The same for messages of one line."""


class Progress:
    """How far a whole computation is; once `stop` is set, the next call ends the computation."""

    def __init__(
        self, listener: Listener | None = None, stop: Event | None = None, limit: int | None = None
    ) -> None:
        self.listener, self.stop = listener, stop
        self.limit = limit  # bytes that may be used
        self.is_announced = False  # what the whole will take
        self._done = -1
        self._names: list[str] = []

    def tell(self, name: str, share: float) -> None:
        """So much of the whole is behind us, and the phase is `name`.

        >>> progress = Progress(print)
        >>> progress.tell("counting", 0.5)
        ProgressEvent(share=0.0, phase='counting', estimate='', message='')
        ProgressEvent(share=0.5, phase='counting', estimate='', message='')
        >>> progress.tell("counting", 0.4)
        """
        self.check_cancelled()
        check_cancelled()
        self.begin(name)
        done = int(WHOLE * share)
        if done > self._done:
            self._done = done
            self.say()

    def begin(self, name: str) -> None:
        """A phase begins, if it has not begun before."""
        if name and name not in self._names:
            self._names.append(name)
            self.say()

    def say(self, estimate: str = "", message: str = "") -> None:
        """Tell the listener where the computation is, perhaps with a line."""
        if self.listener is not None:
            phase = self._names[-1] if self._names else ""
            event = ProgressEvent(max(self._done, 0) / WHOLE, phase, estimate, message)
            Context().run(self.listener, event)  # what a listener computes is no part of this computation

    def check_cancelled(self) -> None:
        """End the computation if it is to stop."""
        if self.stop is not None and self.stop.is_set():
            raise StoppedError("stopped")

    @contextmanager
    def watched(self) -> Iterator[None]:
        """While this lasts, `check_cancelled()` in this thread asks this computation, too."""
        before = _watched.get()
        _watched.set((*before, self))
        try:
            yield
        finally:
            _watched.set(before)


_watched: ContextVar[tuple[Progress, ...]] = ContextVar("watched", default=())


def check_cancelled() -> None:
    """End the computation that runs in this thread, or one around it, if it is to stop; outside, nothing."""
    for progress in _watched.get():
        progress.check_cancelled()


def begin(name: str) -> None:
    """Tell the outermost computation of this thread that a phase begins that nobody foresaw.

    >>> with Progress(lambda event: print(event.phase)).watched():
    ...     begin("compiling")
    ...     begin("compiling")
    compiling
    """
    for progress in _watched.get()[:1]:
        progress.begin(name)


def memory_limit() -> int | None:
    """The bytes that the computation in this thread, or one around it, may use; None: no limit was set."""
    return min((progress.limit for progress in _watched.get() if progress.limit is not None), default=None)


def cancellable(items: Iterable[Item], every: int = 1) -> Iterator[Item]:
    """The same items; cancellation is checked before every n-th one."""
    for number, item in enumerate(items):
        if number % every == 0:
            check_cancelled()
        yield item


class Part:
    """The part of a whole computation from the share `low` to the share `high`; it is a `Report`."""

    def __init__(self, progress: Progress, low: float = 0.0, high: float = 1.0, name: str = "") -> None:
        self.progress, self.low, self.high, self.name = progress, low, high, name

    def __call__(self, done: int, total: int) -> None:
        """So many of the steps of this part are done."""
        share = min(done / total, 1.0) if total else 1.0
        self.progress.tell(self.name, self.low + (self.high - self.low) * share)

    def cut(self, weights: Sequence[float], names: Sequence[str] = ()) -> Iterator["Part"]:
        """This part in pieces as long as the `weights` say, one after the other; pieces may have names.

        >>> [(piece.low, piece.name) for piece in Part(Progress()).cut([1, 3], ["compiling", "counting"])]
        [(0.0, 'compiling'), (0.25, 'counting')]
        """
        whole = sum(weights) or 1
        ends = accumulate(weights, initial=0.0)
        for number, (low, high) in enumerate(pairwise(self.low + end / whole * self.length for end in ends)):
            own = names[number] if names else ""
            yield Part(self.progress, low, high, ": ".join(filter(None, (self.name, own))))

    @property
    def length(self) -> float:
        """The share of the whole that this part is."""
        return self.high - self.low


@overload
def portion(report: Part, number: int, parts: int, name: str = "") -> Part: ...
@overload
def portion(report: Report, number: int, parts: int, name: str = "") -> Report: ...
def portion(report: Report, number: int, parts: int, name: str = "") -> Report:
    """The listener for one of `parts` equal parts of a computation, counted from 0."""
    if isinstance(report, Part):
        low = report.low + report.length * number / parts
        named = ": ".join(filter(None, (report.name, name)))
        return Part(report.progress, low, low + report.length / parts, named)
    return lambda done, total: report(number * FINENESS + done * FINENESS // max(total, 1), parts * FINENESS)
