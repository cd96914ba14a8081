"""How to compute: threads, memory, where lanes run and are kept, whom to tell, when to stop. Light to import.

Every function in which a long computation starts takes the settings by name, or a whole `Settings`:

    count(board, threads=2, max_memory="4GiB", store="lanes.db", stop=event)
    count(board, settings=Settings(threads=2))

It says so with `**options: Unpack[Options]` and begins with `with running(options) as settings`.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from threading import Event
from typing import Any, Protocol, TypedDict, cast

from .caches import trim
from .errors import InputError, require_at_least, require_positive, unknown
from .memory import MOMENT, CostEstimate, available_memory, core_count, in_turn, parse_size
from .progress import Part, Progress, Report, Say, portion, say_nothing, silent

MOST_SKIPPED = 10_000  # primes


class Runner(Protocol):
    """Computes the residues of the lanes of a task, here or elsewhere."""

    def __call__(self, task: Any, lanes: Any, report: Report) -> list[int]: ...


@dataclass(frozen=True, repr=False)
class Settings:
    """Settings of a computation.

    `threads`: how many work here, or how many processes of `cluster="local"` (default: one for each core).
    `max_memory`: what needs more is refused; bytes, or a size such as "4GiB" (default: what is free).
    `store`: the file in which lanes are kept, so that the same computation goes on where it stopped.
    `cluster`: the address of a Dask scheduler, or "local".
    `report`: hears (done, total), growing, of one total; `phase`: the name of each phase as it begins;
    `announce`: one line of estimate before a long computation; `note`: what befell a store or a cluster.
    `stop`: a `threading.Event`; within a second after it is set, the computation raises `StoppedError`.
    `symmetry` allows half sweeps and x <-> y; `skip_primes` leaves the first primes to another computation.
    `check` confirms answers by a second route where that is cheap.
    `runner` computes lanes somewhere else than in this process; a store or a cluster sets it.

    >>> Settings(threads=2, max_memory="1GiB").cores
    2
    """

    threads: int | None = None
    max_memory: int | str | None = None
    store: str | os.PathLike[str] | None = None
    cluster: str | None = None
    symmetry: bool = True
    skip_primes: int = 0
    check: bool = True
    report: Report = silent
    phase: Say = say_nothing
    announce: Say = say_nothing
    note: Say = say_nothing
    stop: Event | None = None
    runner: Runner | None = None

    def __post_init__(self) -> None:
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
        if not isinstance(self.check, bool):
            raise InputError(f"`check` must be True or False, not {self.check!r}")
        for name in ("report", "phase", "announce", "note"):
            if not callable(getattr(self, name)):
                raise InputError(f"`{name}` must be a function, not {getattr(self, name)!r}")
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
        """The same settings without what belongs to this process: listeners, the stop event, the runner."""
        return replace(
            self,
            report=silent,
            phase=say_nothing,
            announce=say_nothing,
            note=say_nothing,
            stop=None,
            runner=None,
        )

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
        """Whether lanes leave this process: for a store, a cluster or another runner."""
        return (self.store, self.cluster, self.runner) != (None, None, None)

    @property
    def cores(self) -> int:
        """The number of threads."""
        return self.threads or core_count()

    def part(self, number: int, parts: int, name: str = "") -> "Settings":
        """The settings for one of `parts` equal parts of a computation, counted from 0."""
        return replace(self, report=portion(self.report, number, parts, name))

    def cut(self, weights: Sequence[float], names: Sequence[str] = ()) -> list["Settings"]:
        """The settings for parts that are as long as the `weights` say, with names if they are phases."""
        return [replace(self, report=piece) for piece in self._part.cut(weights, names)]

    def expect(self, need: CostEstimate) -> None:
        """Refuse what cannot be, and say what takes long: one line, before the whole computation starts.

        Only the estimate of the first part is announced, extended to the whole.

        >>> half = Settings(report=Part(Progress()), announce=print).part(1, 2)
        >>> half.expect(CostEstimate("up to 9 states", 2**20, 60))
        up to 9 states, 1.0 MiB, about 2 min on 1 core
        >>> half.expect(CostEstimate("up to 9 states", 2**20, 60))
        """
        need.require(self.limit)
        part = self._part
        whole = need._replace(seconds=need.seconds / (part.length or 1))
        if whole.is_large and not part.progress.is_announced:
            part.progress.is_announced = True
            self.announce(str(whole))

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
        if isinstance(self.report, Part):
            return self.report
        return Part(Progress(self.report, self.phase, self.stop, self.limit))


class Options(TypedDict, total=False):
    """What every long computation takes by name; see `Settings`."""

    threads: int | None
    max_memory: int | str | None
    report: Report
    phase: Say
    announce: Say
    stop: Event | None
    settings: Settings


class LaneOptions(Options, total=False):
    """What computations take whose work is made of lanes."""

    store: str | os.PathLike[str] | None
    cluster: str | None
    symmetry: bool
    skip_primes: int
    check: bool
    note: Say


def settings_from(options: Mapping[str, Any], allowed: type = Options) -> Settings:
    """The settings that a call names: a whole `settings`, and what is named beside it."""
    names = list(allowed.__annotations__)
    for name in options:
        if name not in names:
            raise unknown("argument", name, names)
    named = dict(options)
    settings = named.pop("settings", None)
    if settings is None:
        return Settings(**named)
    if not isinstance(settings, Settings):
        raise InputError(f"`settings` must be Settings(...), not {settings!r}")
    return replace(settings, **named) if named else settings


@contextmanager
def running(options: Mapping[str, Any], allowed: type = Options) -> Iterator[Settings]:
    """Begin a long computation: its settings, with a `report` that is a part of the whole, done at the end.

    Inside another computation it is the part that the other gave it.

    >>> with running({"report": lambda done, total: print(done, "of", total)}) as settings:
    ...     settings.report(1, 4)
    0 of 1000000
    250000 of 1000000
    1000000 of 1000000
    """
    settings = settings_from(options, allowed)
    part = settings._part
    with part.progress.watched():
        if isinstance(settings.report, Part):
            yield settings
        else:
            part(0, 1)  # one that is stopped does not begin
            try:
                yield replace(settings, report=part)
            finally:
                trim()
        part(1, 1)


DEFAULT = Settings()
