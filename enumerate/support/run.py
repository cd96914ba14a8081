"""The computation that runs in this thread: its settings, its progress, and what it may use.

A public function begins a run with `with running(options):`. Everything below the public function asks this
module: `advance` tells how far the run is, `current()` has its settings (threads, limit of memory), `expect`
refuses what does not fit. So the mathematics takes no settings and no listener as arguments. A public
function that is called inside a run is a part of this run.

Start threads that work for a run with `contextvars.copy_context().run`. A generator must not yield inside
`with running(...)` or `with stage(...)`, because the caller of the generator would run in there, too.

Read `progress.py` and `settings.py` first.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import replace
from typing import Any

from .caches import trim
from .memory import MOMENT, CostEstimate, in_turn
from .progress import Part, Progress
from .settings import DEFAULT, Options, Settings, settings_from

_current: ContextVar[Settings] = ContextVar("current", default=DEFAULT)


def current() -> Settings:
    """The settings of the run in this thread; the defaults where nothing runs."""
    return _current.get()


@contextmanager
def running(options: Mapping[str, Any], allowed: type = Options) -> Iterator[Settings]:
    """Begin a run with the options of a public function; inside another run, a part of it.

    >>> with running({"progress": lambda event: print(event.share)}):
    ...     advance(1, 4)
    0.0
    0.25
    1.0
    """
    around = _current.get()
    is_part = around.current is not None and not options.keys() & {"settings", "progress", "stop"}
    settings = settings_from({"settings": around, **options} if is_part else options, allowed)
    if settings.current is not None:
        with settings.current.progress.watched(), _set(settings):
            yield settings
        settings.report(1, 1)
        return
    part = Part(Progress(settings.progress, settings.stop, settings.limit))
    with part.progress.watched(), _set(replace(settings, current=part)) as settings:
        part(0, 1)  # a run that is stopped already does not begin
        try:
            yield settings
        finally:
            trim()
        part(1, 1)


@contextmanager
def _set(settings: Settings) -> Iterator[Settings]:
    before = _current.get()
    _current.set(settings)
    try:
        yield settings
    finally:
        _current.set(before)


def changed(**settings: Any) -> AbstractContextManager[Settings]:
    """Change some settings of the run for a while: `with changed(threads=1):`."""
    return _set(replace(_current.get(), **settings))


def advance(done: int, total: int) -> None:
    """Tell the listener how many steps of the present stage are done; a cancelled run ends here."""
    _current.get().report(done, total)


def stages(weights: Sequence[float], names: Sequence[str] = ()) -> list[AbstractContextManager[Settings]]:
    """The present stage cut into stages, one after the other, as long as the `weights` say.

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
    return [_set(settings) for settings in _current.get().cut(weights, names)]


def stage(number: int, of: int, name: str = "") -> AbstractContextManager[Settings]:
    """One of equal stages of the present stage, counted from 0: `with stage(number, len(terms)):`."""
    return _set(_current.get().part(number, of, name))


def unreported() -> AbstractContextManager[Settings]:
    """A computation of which nothing is reported: `with unreported():`."""
    return _set(_current.get().quiet())


def expect(need: CostEstimate) -> None:
    """Refuse what does not fit, and announce what takes long: one line, before the whole run starts."""
    _current.get().expect(need)


def expect_all(needs: Sequence[CostEstimate]) -> list[AbstractContextManager[Settings]]:
    """The stages of computations one after the other, as long as they take. None begins if one does not fit,
    and one line announces all."""
    for need in needs:
        need.require(_current.get().limit)
    expect(in_turn(needs))
    return stages([max(need.seconds, MOMENT) for need in needs])


def note(line: str) -> None:
    """Tell the listener of the run what happened to a store or a cluster."""
    _current.get().note(line)
