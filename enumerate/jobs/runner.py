"""The runner of jobs: read known residues from the store, let workers compute the others, store each result.

Only `opened` opens a store or a cluster. Read `store.py` first.
"""

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from ..evaluators.points import EvaluationPoint
from ..reconstruct.answers import Batch, Threads
from ..rules.problem import Problem
from ..support.errors import InputError, StoppedError
from ..support.run import Report, Say, Settings, silent
from .store import Store

COMMIT_SHARE = 0.03  # of the time, at most, is spent on writing; short batches are written together

# Workers take a problem, evaluation points and a listener for progress, and yield the residues in batches, in
# any order. If the listener raises an error, they end.
Workers = Callable[[Problem, Sequence[EvaluationPoint], Report], Generator[Batch]]


@dataclass(frozen=True)
class Jobs:
    """Computes residues with threads or a cluster, with a store or without."""

    workers: Workers
    store: Store | None = None
    say: Say = silent

    def __call__(self, problem: Problem, points: Sequence[EvaluationPoint], report: Report) -> list[int]:
        """The residues at the points, in order."""
        known = self.store.known(problem) if self.store is not None else {}
        wanted = list(dict.fromkeys(points))
        missing = [point for point in wanted if point not in known]
        have = len(wanted) - len(missing)
        if have:
            self.say(f"{have:,} of {len(wanted):,} residues are in the store")
        job = self.store.begin(problem, wanted, have) if self.store is not None else ""
        if missing:
            known |= self._computed(problem, missing, report, job)
        return [known[point] for point in points]

    def again(
        self, problem: Problem, doubted: dict[EvaluationPoint, int], report: Report
    ) -> dict[EvaluationPoint, int]:
        """Compute doubtful residues again; in the store, new values replace the old ones."""
        fresh = self._computed(problem, list(doubted), report)
        wrong = [(point, value) for point, value in fresh.items() if doubted[point] != value]
        if wrong:
            points = f"{len(wrong):,} residues modulo {wrong[0][0].prime}"
            self.say(f"the spare prime found {points} that were wrong: they are replaced")
            if self.store is not None:
                self.store.add("", problem, wrong)
        return fresh

    def _computed(
        self, problem: Problem, points: Sequence[EvaluationPoint], report: Report, job: str = ""
    ) -> dict[EvaluationPoint, int]:
        """The residues at the points; those of a `job` are stored as they arrive, even after an error."""
        known: dict[EvaluationPoint, int] = {}
        fresh: list[tuple[EvaluationPoint, int]] = []  # not yet in the store
        spent, began = 0.0, time.monotonic()

        def keep() -> None:
            if self.store is not None and job and fresh:
                self.store.add(job, problem, fresh)
                fresh.clear()

        report(0, len(points))
        with closing(self.workers(problem, points, report)) as results:
            try:
                for batch, residues in results:
                    done = list(zip(batch, residues, strict=True))
                    known.update(done)
                    fresh += done
                    now = time.monotonic()
                    if spent <= COMMIT_SHARE * (now - began):
                        keep()
                        spent += time.monotonic() - now
            finally:
                keep()
        return known


@contextmanager
def opened(settings: Settings) -> Iterator[Settings]:
    """The settings with a runner for their store and their cluster, which are closed at the end."""
    from .cluster import LOCAL, Cluster

    if settings.cluster not in (None, LOCAL) and settings.threads is not None:
        raise InputError(
            "`threads` is for threads here or for `cluster` local: a cluster has its own workers"
        )
    say = settings.note
    with ExitStack() as stack:
        store = stack.enter_context(Store(Path(settings.store), say)) if settings.store is not None else None
        workers: Workers = Threads(settings.cores, settings.limit)
        threads = settings.threads
        if settings.cluster is not None:
            cluster = Cluster(settings.cluster, settings.cores, settings.limit, say)
            workers, threads = stack.enter_context(cluster), 1
        try:
            yield replace(settings, threads=threads, runner=Jobs(workers, store, say))
        except StoppedError as error:
            if settings.store is None:
                raise
            raise StoppedError(f"stopped: '{settings.store}' keeps what was computed") from error
