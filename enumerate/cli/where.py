"""Where lanes run and are kept: `--store --workers --cluster --max-memory`, the same on every command."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import click

from ..support.errors import InputError
from ..support.progress import Report
from ..support.settings import Settings
from .options import memory_option
from .progress import announcer, note

# the engines that have lanes; the others neither store nor share out their work
LANED = ("auto", "modular")


@dataclass(frozen=True, slots=True)
class Where:
    """What the options say."""

    store: Path | None
    workers: int | None
    cluster: str | None
    max_memory: int | None

    @property
    def is_shared(self) -> bool:
        """Whether lanes leave this process: only an engine with lanes will do."""
        return self.store is not None or self.cluster is not None

    def engine(self, word: str) -> str:
        """The engine to use, given the one asked for."""
        if self.is_shared and word not in LANED:
            option = "--store" if self.store is not None else "--cluster"
            raise InputError(f"{option} works on lanes, and the engine '{word}' has none: use modular")
        return "modular" if self.is_shared and word == "auto" else word

    @contextmanager
    def run(self, report: Report, progress: bool = False, symmetry: bool = True) -> Iterator[Settings]:
        """The settings of a computation, with the store open and the cluster up while it lasts."""
        settings = Settings(
            symmetry=symmetry,
            threads=1 if self.cluster is not None else self.workers,
            max_memory=self.max_memory,
            report=report,
            announce=announcer(progress),
        )
        with ExitStack() as stack:
            yield self._shared(settings, stack) if self.is_shared else settings

    def _shared(self, settings: Settings, stack: ExitStack) -> Settings:
        from dataclasses import replace

        from ..jobs.cluster import Cluster
        from ..jobs.runner import Jobs, Workers
        from ..jobs.store import Store
        from ..lanes.threads import Threads

        store = stack.enter_context(Store(self.store, say)) if self.store is not None else None
        workers: Workers = Threads(settings.cores, self.max_memory)
        if self.cluster is not None:
            size = self.workers or Settings().cores
            workers = stack.enter_context(Cluster(self.cluster, size, self.max_memory, say))
        return replace(settings, runner=Jobs(workers, store, say))


def say(line: str) -> None:
    """One line on stderr."""
    note(f"enumerate: {line}")


def where_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options and pass what they say as one argument, `where`."""

    @click.option(
        "--store", metavar="FILE", help="Keep every lane in FILE; the same command goes on where it stopped."
    )
    @click.option(
        "--workers",
        "--threads",
        "workers",
        type=click.IntRange(1),
        metavar="N",
        help="Threads here, or processes of --cluster local (default: all cores).",
    )
    @click.option(
        "--cluster",
        metavar="ADDRESS",
        help="A Dask scheduler, as in tcp://host:8786; `local` starts one here.",
    )
    @memory_option
    @wraps(command)
    def wrapped(
        store: str | None, workers: int | None, cluster: str | None, max_memory: int | None, **rest: Any
    ) -> Any:
        if cluster not in (None, "local") and workers is not None:
            raise InputError(
                "--workers is for threads here or --cluster local: a cluster has its own workers"
            )
        where = Where(Path(store) if store is not None else None, workers, cluster, max_memory)
        return command(where=where, **rest)

    return wrapped
