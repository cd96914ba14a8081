"""The runner of jobs: read what the store has, let the workers compute the rest, keep it as it comes."""

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from threading import Event

from ..algebras.lane import Lane
from ..frontier.task import Task
from ..support.progress import Report, Say, say_nothing
from .interrupt import stopping
from .store import Store

COMMITTING = 0.03  # share of the time that may go into commits; batches too short for it are kept together

# Workers take a task, its lanes and an event that asks them to stop, and give the residues batch by batch
# in any order, as they are done.
Batch = tuple[Sequence[Lane], list[int]]
Workers = Callable[[Task, Sequence[Lane], Event], Generator[Batch]]


@dataclass(frozen=True)
class Jobs:
    """A runner of lanes: the same for threads and clusters, with a store or without.

    >>> from enumerate.model.board import Board
    >>> from enumerate.jobs.local import Threads
    >>> jobs = Jobs(Threads(1))
    >>> jobs(Task(Board.rectangle(2, 2), frozenset()), [Lane(101, (1, 1))], lambda done, total: None)
    [7]
    """

    workers: Workers
    store: Store | None = None
    say: Say = say_nothing

    def __call__(self, task: Task, lanes: Sequence[Lane], report: Report) -> list[int]:
        """The residues of the lanes, in order."""
        known = self.store.known(task) if self.store is not None else {}
        wanted = list(dict.fromkeys(lanes))
        missing = [lane for lane in wanted if lane not in known]
        have = len(wanted) - len(missing)
        if have:
            self.say(f"{have:,} of {len(wanted):,} lanes are in the store")
        job = self.store.begin(task, wanted, have) if self.store is not None else b""
        if missing:
            self._compute(task, missing, known, job, report)
        return [known[lane] for lane in lanes]

    def _compute(
        self, task: Task, missing: Sequence[Lane], known: dict[Lane, int], job: bytes, report: Report
    ) -> None:
        """Add the residues of the missing lanes to `known`, and to the store under `job`."""
        fresh: list[tuple[Lane, int]] = []  # computed, not yet in the store
        done, spent, began = 0, 0.0, time.monotonic()
        report(0, len(missing))
        with stopping(self.say) as stop, closing(self.workers(task, missing, stop)) as results:
            try:
                for batch, residues in results:
                    fresh += zip(batch, residues, strict=True)
                    known.update(fresh)
                    done += len(batch)
                    now = time.monotonic()
                    if spent <= COMMITTING * (now - began):
                        self._keep(job, task, fresh)
                        spent += time.monotonic() - now
                    report(done, len(missing))
            finally:
                self._keep(job, task, fresh)

    def _keep(self, job: bytes, task: Task, fresh: list[tuple[Lane, int]]) -> None:
        """Commit what is fresh, if there is a store; nothing is fresh then."""
        if self.store is not None and fresh:
            self.store.add(job, task, fresh)
        fresh.clear()
