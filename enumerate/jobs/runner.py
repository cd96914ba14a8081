"""The runner of jobs: read what the store has, let the workers compute the rest, keep each result at once.

`opened` is the one place that opens a store and a cluster. Read `store.py` first.
"""

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from ..evaluators.points import EvaluationPoint
from ..reconstruct.answers import Batch, Threads
from ..rules.problem import Problem
from ..support.errors import ComputationError, InputError, StoppedError
from ..support.run import Report, Say, Settings, say_nothing
from .store import Store
from .wire import what_is_wrong

COMMITTING = 0.03  # share of the time that may go into commits; batches too short for it are kept together

# Workers take a problem, its lanes and a listener, and give the residues batch by batch in any order, as they
# are done. They end when the listener ends them.
Workers = Callable[[Problem, Sequence[EvaluationPoint], Report], Generator[Batch]]
Residues = list[tuple[EvaluationPoint, int]]


@dataclass(frozen=True)
class Jobs:
    """A runner of lanes: the same for threads and clusters, with a store or without."""

    workers: Workers
    store: Store | None = None
    say: Say = say_nothing

    def __call__(self, problem: Problem, points: Sequence[EvaluationPoint], report: Report) -> list[int]:
        """The residues of the lanes, in order."""
        known = self.store.known(problem) if self.store is not None else {}
        wanted = list(dict.fromkeys(points))
        missing = [point for point in wanted if point not in known]
        have = len(wanted) - len(missing)
        if have:
            self.say(f"{have:,} of {len(wanted):,} residues are in the store")
        job = self.store.begin(problem, wanted, have) if self.store is not None else ""
        if missing:
            known |= self._computed(problem, missing, report, partial(self._keep, job, problem))
        return [known[point] for point in points]

    def again(
        self, problem: Problem, doubted: dict[EvaluationPoint, int], report: Report
    ) -> dict[EvaluationPoint, int]:
        """Residues that are in doubt, computed anew; in the store, those that differ take their place."""
        fresh = self._computed(problem, list(doubted), report, lambda found: None)
        wrong = [(point, value) for point, value in fresh.items() if doubted[point] != value]
        if wrong:
            points = f"{len(wrong):,} residues modulo {wrong[0][0].prime}"
            self.say(f"the spare prime found {points} that were wrong: they are replaced")
            self._keep("", problem, wrong)
        return fresh

    def _computed(
        self,
        problem: Problem,
        points: Sequence[EvaluationPoint],
        report: Report,
        keep: Callable[[Residues], None],
    ) -> dict[EvaluationPoint, int]:
        """The residues of lanes; `keep` gets them as they come, all that are done if it ends early."""
        known: dict[EvaluationPoint, int] = {}
        fresh: Residues = []  # computed, not yet in the store
        spent, began = 0.0, time.monotonic()
        report(0, len(points))
        with closing(self.workers(problem, points, report)) as results:
            try:
                for batch, residues in results:
                    if wrong := what_is_wrong(residues, batch):
                        raise ComputationError(f"a worker sent {wrong}: nothing of it is kept")
                    done = list(zip(batch, residues, strict=True))
                    known.update(done)
                    fresh += done
                    now = time.monotonic()
                    if spent <= COMMITTING * (now - began):
                        keep(fresh)
                        fresh.clear()
                        spent += time.monotonic() - now
            finally:
                keep(fresh)
        return known

    def _keep(self, job: str, problem: Problem, found: Residues) -> None:
        """Put residues into the store, if there is one."""
        if self.store is not None and found:
            self.store.add(job, problem, found)


@contextmanager
def opened(settings: Settings) -> Iterator[Settings]:
    """The same settings with a runner for the store and the cluster that they name, closed at the end."""
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
