"""How to compute: threads, memory, where residues are computed and kept, whom to tell. Light to import.

Every function in which a long computation starts takes the settings by name, or a whole `Settings`:

    count(board, threads=2, max_memory="4GiB", store="lanes.db", stop=event)
    count(board, settings=Settings(threads=2))

It says so with `**options: Unpack[Options]` and begins with `with running(options)` of `run.py`.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from threading import Event
from typing import Any, Protocol, TypedDict, cast

from .errors import InputError, require_at_least, require_flag, require_positive, unknown
from .memory import MOMENT, CostEstimate, available_memory, core_count, in_turn, parse_size
from .progress import WHOLE, Listener, Part, Progress, ProgressEvent, Report, portion
from .renamed import warn_caller

MOST_SKIPPED = 10_000  # primes


class Runner(Protocol):
    """Computes the residues of a problem at evaluation points, here or elsewhere."""

    def __call__(self, problem: Any, points: Any, report: Report) -> list[int]: ...


@dataclass(frozen=True, init=False, repr=False)
class Settings:
    """Settings of a computation.

    `threads`: how many work here, or how many processes of `cluster="local"` (default: one for each core).
    `max_memory`: what needs more is refused; bytes, or a size such as "4GiB" (default: what is free).
    `store`: the file in which residues are kept, so that the same computation goes on where it stopped.
    `cluster`: the address of a Dask scheduler, or "local".
    `progress`: hears a `ProgressEvent` now and then: `share`, `phase`, and a line of `estimate` or `message`.
    `stop`: a `threading.Event`; within a second after it is set, the computation raises `StoppedError`.

    >>> Settings(threads=2, max_memory="1GiB").cores
    2
    """

    threads: int | None = None
    max_memory: int | str | None = None
    store: str | os.PathLike[str] | None = None
    cluster: str | None = None
    progress: Listener | None = None
    stop: Event | None = None
    symmetry: bool = True  # allows half sweeps and x <-> y
    skip_primes: int = 0  # leaves the first primes to another computation
    check: bool = True  # confirms answers by a second route where that is cheap
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
        given = {"threads": threads, "max_memory": max_memory, "store": store, "cluster": cluster}
        given |= {"progress": progress, "stop": stop} | without_old_listeners(internal, progress)
        names = [field.name for field in fields(self)]
        for name, value in given.items():
            if name not in names:
                raise unknown("argument", name, names[:6])
            object.__setattr__(self, name, value)
        self._check()

    def _check(self) -> None:
        if self.threads is not None:
            object.__setattr__(self, "threads", require_positive("threads", self.threads))
        if isinstance(self.max_memory, str):
            object.__setattr__(self, "max_memory", parse_size(self.max_memory))
        elif self.max_memory is not None:
            object.__setattr__(self, "max_memory", require_positive("max_memory", self.max_memory))
        if self.store is not None and not isinstance(self.store, str | os.PathLike):
            raise InputError(f"`store` must be the name of a file, not {self.store!r}")
        object.__setattr__(self, "skip_primes", require_at_least(0, "skip_primes", self.skip_primes))
        if self.skip_primes > MOST_SKIPPED:
            raise InputError(f"`skip_primes` must be at most {MOST_SKIPPED:,}, not {self.skip_primes}")
        if self.progress is not None and not callable(self.progress):
            raise InputError(f"`progress` must be a function, not {self.progress!r}")
        require_flag("check", self.check)
        if self.stop is not None and not callable(getattr(self.stop, "is_set", None)):
            raise InputError(f"`stop` must be a threading.Event, not {self.stop!r}")

    def __repr__(self) -> str:
        """The settings that differ from the defaults; functions and events as `...`."""
        own = {field.name: getattr(self, field.name) for field in fields(self)}
        given = {f.name: own[f.name] for f in fields(self) if own[f.name] != f.default}
        plain = (bool, int, str, os.PathLike)
        shown = (
            f"{name}={value!r}" if isinstance(value, plain) else f"{name}=..."
            for name, value in given.items()
        )
        return f"Settings({', '.join(shown)})"

    def portable(self) -> "Settings":
        """The same settings without what belongs to this process: listener, stop event and runner."""
        return replace(self, progress=None, stop=None, runner=None, current=None)

    def quiet(self) -> "Settings":
        """The same settings for a computation inside another one of which nothing is reported."""
        return replace(self, progress=None, current=Part(Progress()))

    def note(self, line: str) -> None:
        """Tell the listener what happened to a store or a cluster."""
        self._part.progress.say(message=line)

    @property
    def report(self) -> Report:
        """Hears (done, total) of the part that runs with these settings."""
        return self._part

    @property
    def limit(self) -> int | None:
        """The bytes that may be used; None: what is free."""
        return cast(int | None, self.max_memory)  # a size in words was read when the settings were made

    @property
    def memory(self) -> int:
        """The bytes that may be used, in any case as a number."""
        return available_memory() if self.limit is None else self.limit

    @property
    def leaves_process(self) -> bool:
        """Whether evaluation points leave this process: for a store, a cluster or another runner."""
        return (self.store, self.cluster, self.runner) != (None, None, None)

    @property
    def cores(self) -> int:
        """The number of threads."""
        return self.threads or core_count()

    def part(self, number: int, parts: int, name: str = "") -> "Settings":
        """The settings for one of `parts` equal parts of a computation, counted from 0."""
        return replace(self, current=portion(self._part, number, parts, name))

    def cut(self, weights: Sequence[float], names: Sequence[str] = ()) -> list["Settings"]:
        """The settings for parts that are as long as the `weights` say, with names if they are phases."""
        return [replace(self, current=piece) for piece in self._part.cut(weights, names)]

    def expect(self, need: CostEstimate) -> None:
        """Refuse what cannot be, and say what takes long: one line, before the whole computation starts.

        Only the estimate of the first part is announced, extended to the whole.

        >>> half = Settings(progress=lambda event: print(event.estimate)).part(1, 2)
        >>> half.expect(CostEstimate("up to 9 states", 2**20, 60))
        up to 9 states, 1.0 MiB, about 2 min on 1 core
        >>> half.expect(CostEstimate("up to 9 states", 2**20, 60))
        """
        need.require(self.limit)
        part = self._part
        whole = need._replace(seconds=need.seconds / (part.length or 1))
        if whole.is_large and not part.progress.is_announced:
            part.progress.is_announced = True
            part.progress.say(estimate=str(whole))

    def shared(self, needs: Sequence[CostEstimate]) -> list["Settings"]:
        """The settings for computations one after the other: none is begun if one of them cannot be, one line
        tells of all, and each has its share of the time.
        """
        for need in needs:
            need.require(self.limit)
        self.expect(in_turn(needs))
        return self.cut([max(need.seconds, MOMENT) for need in needs])

    @property
    def _part(self) -> Part:
        return self.current or Part(Progress(self.progress, self.stop, self.limit))


class Options(TypedDict, total=False):
    """What every long computation takes by name; see `Settings`."""

    threads: int | None
    max_memory: int | str | None
    progress: Listener | None
    stop: Event | None
    settings: Settings


class CountingOptions(Options, total=False):
    """What counting takes by name."""

    store: str | os.PathLike[str] | None
    cluster: str | None
    symmetry: bool
    skip_primes: int
    check: bool


OLD_LISTENERS = ("report", "phase", "announce", "note")


def without_old_listeners(options: Mapping[str, Any], progress: Listener | None) -> dict[str, Any]:
    """The options with a `progress` instead of the four listeners of version 0.2, which warn."""
    kept = dict(options)
    old = {name: kept.pop(name) for name in OLD_LISTENERS if name in kept}
    if not old:
        return kept
    if progress is not None:
        raise InputError(f"`{next(iter(old))}` is the old name of `progress`: give one of them")
    for name, listener in old.items():
        warn_caller(f"`{name}` is now `progress`")
        if not callable(listener):
            raise InputError(f"`{name}` must be a function, not {listener!r}")
    phases = [""]

    def hear(event: ProgressEvent) -> None:
        if event.estimate or event.message:
            name = "announce" if event.estimate else "note"
            if name in old:
                old[name](event.estimate or event.message)
        elif event.phase != phases[-1]:
            phases.append(event.phase)
            if "phase" in old:
                old["phase"](event.phase)
        elif "report" in old:
            old["report"](round(event.share * WHOLE), WHOLE)

    return kept | {"progress": hear}


def settings_from(options: Mapping[str, Any], allowed: type = Options) -> Settings:
    """The settings that a call names: a whole `settings`, and what is named beside it."""
    names = list(allowed.__annotations__)
    named = without_old_listeners(options, options.get("progress"))
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
