"""The computation that runs in this thread: its settings, its progress, and its limits.

A public function takes the options of `Settings` by name and begins a run:

    count(board, threads=2, max_memory="4GiB", store="lanes.db", stop=event)
    count(board, settings=Settings(threads=2))

Its signature ends with `**options: Unpack[Options]`, and its body runs `with running(options):`. All code
below the public function uses this module: `advance` reports progress, `current()` returns the settings,
`expect` refuses a computation that does not fit. A public function called inside a run is a part of that run.

Each report checks whether the run was cancelled. Where there is nothing to report, call `check_cancelled()`.

Start threads that work for a run with `contextvars.copy_context().run`. A generator must not yield inside
`with running(...)` or `with stage(...)`, because the caller of the generator would then run inside it.
"""

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import Context, ContextVar
from dataclasses import dataclass, fields, replace
from itertools import accumulate, pairwise
from threading import Event
from typing import Any, NamedTuple, TypedDict, TypeVar, cast

from .caches import trim
from .errors import InputError, StoppedError, require_flag, require_integer, unknown
from .memory import MOMENT, CostEstimate, available_memory, core_count, in_turn, parse_size
from .names import warn_caller


class ProgressEvent(NamedTuple):
    """An event for listeners: the share of the run that is done, which never falls, and the phase.

    An `estimate` is a line about a long computation before it begins; a `message` is a line about a store or
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
SHARE_STEPS = 1_000_000  # listeners get the share in multiples of 1/SHARE_STEPS


def silent(*_: object) -> None:
    """A report, or a message, without a listener."""


@contextmanager
def _set(variable: ContextVar[Item], value: Item) -> Iterator[Item]:
    before = variable.get()
    variable.set(value)
    try:
        yield value
    finally:
        variable.set(before)


class Progress:
    """The progress of a whole run; once `stop` is set, the next report ends the run."""

    def __init__(
        self, listener: Listener | None = None, stop: Event | None = None, limit: int | None = None
    ) -> None:
        self.listener, self.stop = listener, stop
        self.limit = limit  # bytes that may be used
        self.is_announced = False  # whether the listener has received an estimate
        self.done = -1  # millionths of the whole, once anything is done
        self._names: list[str] = []

    def report(self, name: str, share: float) -> None:
        """Report the phase and the share of the whole that is done."""
        check_cancelled(self)
        if name and name not in self._names:
            self._names.append(name)
            self.send()
        done = int(SHARE_STEPS * share)
        if done > self.done:
            self.done = done
            self.send()

    def send(self, estimate: str = "", message: str = "") -> None:
        """Send an event to the listener, perhaps with a line."""
        if self.listener is not None:
            phase = self._names[-1] if self._names else ""
            event = ProgressEvent(max(self.done, 0) / SHARE_STEPS, phase, estimate, message)
            Context().run(self.listener, event)  # computations of a listener do not belong to this run

    def watched(self) -> AbstractContextManager[object]:
        """Within this context, `check_cancelled()` in this thread checks this run, too."""
        return _set(_watched, (*_watched.get(), self))


_watched: ContextVar[tuple[Progress, ...]] = ContextVar("watched", default=())


def check_cancelled(*progresses: Progress) -> None:
    """Raise `StoppedError` if a run of this thread, or one of `progresses`, was cancelled."""
    for progress in (*progresses, *_watched.get()):
        if progress.stop is not None and progress.stop.is_set():
            raise StoppedError("stopped")


def begin(name: str) -> None:
    """Report an unforeseen phase to the outermost run of this thread."""
    for progress in _watched.get()[:1]:
        progress.report(name, progress.done / SHARE_STEPS)


def memory_limit() -> int | None:
    """The bytes that the runs of this thread may use; None if no limit was set."""
    return min((progress.limit for progress in _watched.get() if progress.limit is not None), default=None)


def cancellable(items: Iterable[Item], every: int = 1) -> Iterator[Item]:
    """The same items; cancellation is checked before every n-th item."""
    for number, item in enumerate(items):
        if number % every == 0:
            check_cancelled()
        yield item


@dataclass(frozen=True, slots=True)
class Part:
    """The part of a run from the share `low` to the share `high`; it is a `Report`."""

    progress: Progress
    low: float = 0.0
    high: float = 1.0
    name: str = ""

    def __call__(self, done: int, total: int) -> None:
        """Report how many steps of this part are done."""
        share = min(done / total, 1.0) if total else 1.0
        self.progress.report(self.name, self.low + (self.high - self.low) * share)

    def cut(self, low: float, high: float, name: str = "") -> "Part":
        """The part from one share of this part to another."""
        length, names = self.high - self.low, filter(None, (self.name, name))
        return Part(self.progress, self.low + length * low, self.low + length * high, ": ".join(names))


MOST_SKIPPED = 10_000  # primes

# computes the residues of a problem at evaluation points, in this process or elsewhere
Runner = Callable[[Any, Any, Report], list[int]]


@dataclass(frozen=True, init=False, repr=False)
class Settings:
    """Settings of a computation.

    `threads`: the number of threads, or of processes of `cluster="local"` (default: one for each core).
    `max_memory`: the most memory, in bytes or as a size such as "4GiB" (default: the free memory).
    `store`: a file for residues, so that the same computation resumes where it stopped.
    `cluster`: the address of a Dask scheduler, or "local".
    `progress`: a function that receives each `ProgressEvent` (`share`, `phase`, `estimate`, `message`).
    `stop`: a `threading.Event`; within a second after it is set, the computation raises `StoppedError`.
    """

    threads: int | None = None
    max_memory: int | str | None = None
    store: str | os.PathLike[str] | None = None
    cluster: str | None = None
    progress: Listener | None = None
    stop: Event | None = None
    symmetry: bool = True  # allows half sweeps and exchanging x and y
    skip_primes: int = 0  # the number of first primes left to another computation
    check: bool = True  # confirms answers by a second route if that is cheap
    runner: Runner | None = None  # computes residues elsewhere; a store or a cluster sets it
    current: Part | None = None  # the part of the whole computation that runs with these settings

    def __init__(
        self,
        threads: int | None = None,
        max_memory: int | str | None = None,
        store: str | os.PathLike[str] | None = None,
        cluster: str | None = None,
        progress: Listener | None = None,
        stop: Event | None = None,
        **internal: Any,
    ) -> None:
        public = {"threads": threads, "max_memory": max_memory, "store": store, "cluster": cluster}
        names = [field.name for field in fields(self)]
        given = public | {"progress": progress, "stop": stop, **internal}
        for name, value in without_old_listeners(given).items():
            if name not in names:
                raise unknown("argument", name, names[:6])
            object.__setattr__(self, name, value)
        if self.threads is not None:
            object.__setattr__(self, "threads", require_integer("threads", self.threads, 1))
        if isinstance(self.max_memory, str):
            object.__setattr__(self, "max_memory", parse_size(self.max_memory))
        elif self.max_memory is not None:
            object.__setattr__(self, "max_memory", require_integer("max_memory", self.max_memory, 1))
        if self.store is not None and not isinstance(self.store, str | os.PathLike):
            raise InputError(f"`store` must be the name of a file, not {self.store!r}")
        object.__setattr__(self, "skip_primes", require_integer("skip_primes", self.skip_primes, 0))
        if self.skip_primes > MOST_SKIPPED:
            raise InputError(f"`skip_primes` must be at most {MOST_SKIPPED:,}, not {self.skip_primes}")
        if self.progress is not None and not callable(self.progress):
            raise InputError(f"`progress` must be a function, not {self.progress!r}")
        require_flag("check", self.check)
        if self.stop is not None and not callable(getattr(self.stop, "is_set", None)):
            raise InputError(f"`stop` must be a threading.Event, not {self.stop!r}")

    def __repr__(self) -> str:
        """The settings that differ from the defaults; functions and events as `...`."""
        own = ((field.name, getattr(self, field.name), field.default) for field in fields(self))
        plain = (bool, int, str, os.PathLike)
        shown = (f"{n}={v!r}" if isinstance(v, plain) else f"{n}=..." for n, v, usual in own if v != usual)
        return f"Settings({', '.join(shown)})"

    def portable(self) -> "Settings":
        """The same settings without listener, stop event and runner, which belong to this process."""
        return replace(self, progress=None, stop=None, runner=None, current=None)

    def quiet(self) -> "Settings":
        """The same settings for a part of the run that is not reported."""
        return replace(self, progress=None, current=Part(Progress()))

    def note(self, line: str) -> None:
        """Send the listener a message about a store or a cluster."""
        self.report.progress.send(message=line)

    @property
    def report(self) -> Part:
        """The part of the run that has these settings; call it with (done, total)."""
        return self.current or Part(Progress(self.progress, self.stop, self.limit))

    @property
    def limit(self) -> int | None:
        """The bytes that may be used; None: all free memory."""
        return cast(int | None, self.max_memory)  # the constructor has parsed sizes such as "4GiB"

    @property
    def memory(self) -> int:
        """The bytes that may be used or are free."""
        return available_memory() if self.limit is None else self.limit

    @property
    def leaves_process(self) -> bool:
        """Whether evaluation points leave this process: for a store, a cluster or another runner."""
        return (self.store, self.cluster, self.runner) != (None, None, None)

    @property
    def cores(self) -> int:
        """The number of threads."""
        return self.threads or core_count()

    def at(self, part: Part) -> "Settings":
        """The same settings for a part of the run; they have been checked before."""
        settings = object.__new__(Settings)
        settings.__dict__.update(self.__dict__, current=part)
        return settings

    def part(self, number: int, parts: int, name: str = "") -> "Settings":
        """The settings for one of `parts` equal parts of a computation, counted from 0."""
        return self.at(self.report.cut(number / parts, (number + 1) / parts, name))

    def cut(self, weights: Sequence[float], names: Sequence[str] = ()) -> list["Settings"]:
        """The settings for parts whose lengths are proportional to the `weights`; phases have names."""
        whole, part = sum(weights) or 1, self.report
        ends = pairwise(accumulate((weight / whole for weight in weights), initial=0.0))
        named = zip(ends, names or [""] * len(weights), strict=True)
        return [self.at(part.cut(low, high, name)) for (low, high), name in named]

    def expect(self, need: CostEstimate) -> None:
        """Refuse a computation that does not fit; announce a long one in a line, before the run starts.

        Only the estimate of the first part is announced, extended to the whole run.
        """
        need.require(self.limit)
        part = self.report
        whole = need._replace(seconds=need.seconds / (part.high - part.low or 1))
        if whole.is_large and not part.progress.is_announced:
            part.progress.is_announced = True
            part.progress.send(estimate=str(whole))

    def shared(self, needs: Sequence[CostEstimate]) -> list["Settings"]:
        """The settings for computations in sequence; all are refused if one does not fit."""
        for need in needs:
            need.require(self.limit)
        self.expect(in_turn(needs))
        return self.cut([max(need.seconds, MOMENT) for need in needs])


class Options(TypedDict, total=False):
    """The options of every long computation; see `Settings`."""

    threads: int | None
    max_memory: int | str | None
    progress: Listener | None
    stop: Event | None
    settings: Settings


class CountingOptions(Options, total=False):
    """The options of counting."""

    store: str | os.PathLike[str] | None
    cluster: str | None
    symmetry: bool
    skip_primes: int
    check: bool


OLD_LISTENERS = ("report", "phase", "announce", "note")


def without_old_listeners(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options with a `progress` instead of the four listeners of version 0.2, which warn."""
    kept = dict(options)
    old = {name: kept.pop(name) for name in OLD_LISTENERS if name in kept}
    if not old:
        return kept
    if kept.get("progress") is not None:
        raise InputError(f"`{next(iter(old))}` is the old name of `progress`: give one of them")
    for name, listener in old.items():
        warn_caller(f"`{name}` is now `progress`")
        if not callable(listener):
            raise InputError(f"`{name}` must be a function, not {listener!r}")
    phases = [""]

    def pass_on(event: ProgressEvent) -> None:
        if event.estimate or event.message:
            name = "announce" if event.estimate else "note"
            heard: tuple[Any, ...] = (event.estimate or event.message,)
        elif event.phase != phases[-1]:
            phases.append(event.phase)
            name, heard = "phase", (event.phase,)
        else:
            name, heard = "report", (round(event.share * SHARE_STEPS), SHARE_STEPS)
        if name in old:
            old[name](*heard)

    return kept | {"progress": pass_on}


def settings_from(options: Mapping[str, Any], allowed: type = Options) -> Settings:
    """The settings of a call: its `settings`, changed by its other options."""
    names = list(allowed.__annotations__)
    named = without_old_listeners(options)
    for name in named:
        if name not in names:
            raise unknown("argument", name, names)
    settings = named.pop("settings", None)
    if settings is None:
        return Settings(**named)
    if not isinstance(settings, Settings):
        raise InputError(f"`settings` must be Settings(...), not {settings!r}")
    return replace(settings, **named) if named else settings


DEFAULT = Settings()
_current: ContextVar[Settings] = ContextVar("current", default=DEFAULT)


def current() -> Settings:
    """The settings of the run in this thread; the defaults outside of a run."""
    return _current.get()


@contextmanager
def running(options: Mapping[str, Any], allowed: type = Options) -> Iterator[Settings]:
    """Begin a run with the options of a public function; inside another run, a part of that run."""
    around = _current.get()
    is_part = around.current is not None and not options.keys() & {"settings", "progress", "stop"}
    settings = settings_from({"settings": around, **options} if is_part else options, allowed)
    if settings.current is not None:
        with settings.current.progress.watched(), within(settings):
            yield settings
        settings.report(1, 1)
        return
    part = Part(Progress(settings.progress, settings.stop, settings.limit))
    with part.progress.watched(), within(settings.at(part)) as settings:
        part(0, 1)  # a cancelled run does not begin
        try:
            yield settings
        finally:
            trim()
        part(1, 1)


def within(settings: Settings) -> AbstractContextManager[Settings]:
    """Within this context, the run in this thread has these settings: `with within(settings.quiet()):`."""
    return _set(_current, settings)


def advance(done: int, total: int) -> None:
    """Report how many steps of the current stage are done; a cancelled run ends here."""
    _current.get().report(done, total)


def stages(weights: Sequence[float], names: Sequence[str] = ()) -> list[AbstractContextManager[Settings]]:
    """The current stage cut into stages whose lengths are proportional to the `weights`.

    >>> with running({"progress": lambda event: print(event.phase, event.share)}):
    ...     compiling, counting = stages([1, 3], ["compiling", "counting"])
    ...     with compiling:
    ...         advance(1, 2)
    ...     with counting:
    ...         advance(1, 3)
     0.0
    compiling 0.0
    compiling 0.125
    counting 0.125
    counting 0.5
    counting 1.0
    """
    return [within(settings) for settings in _current.get().cut(weights, names)]


def stage(number: int, of: int, name: str = "") -> AbstractContextManager[Settings]:
    """One of equal stages of the current stage, counted from 0: `with stage(number, len(terms)):`."""
    return within(_current.get().part(number, of, name))


def expect(need: CostEstimate) -> None:
    """Refuse a computation that does not fit; announce a long one; see `Settings.expect`."""
    _current.get().expect(need)


@contextmanager
def stop_on_interrupt(say: Say = silent, then: str = "") -> Iterator[Event]:
    """Yield an event that the first Ctrl-C sets, with a message about what happens `then`; the second Ctrl-C
    raises as usual.

    So an interrupt never breaks a commit. Outside the main thread nothing changes.
    """
    stop = Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return

    def handler(number: int, frame: Any) -> None:
        stop.set()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        say(f"interrupted: {then}; press again to end at once")

    before = signal.signal(signal.SIGINT, handler)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
