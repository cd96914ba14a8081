"""One job on 1 and 2 workers, as threads and as Dask processes, with a store and without.

Only wall-clock times on an idle machine count. The processor times of the same runs, printed beside them,
show what an idle machine would give.
"""

import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from enumerate.evaluators.integers import checked_total
from enumerate.evaluators.points import EvaluationPoint
from enumerate.jobs.cluster import Cluster
from enumerate.jobs.runner import Jobs, Workers
from enumerate.jobs.store import Store
from enumerate.model.board import Board
from enumerate.plan.strategy import compiled_program
from enumerate.reconstruct.answers import Threads
from enumerate.reconstruct.reconstruction import primes_below
from enumerate.rules.problem import Problem
from enumerate.support.run import silent

from . import Row

# some seconds: shorter jobs measure how workers begin, much wider boards the memory that cores share
TASK = Problem(Board.rectangle(16, 16), frozenset())
LANES = 16384
TOTALS = {
    "D(22, 22)": Problem(Board.rectangle(22, 22), frozenset()),
    "F(16, 16)": Problem(Board.rectangle(16, 16), frozenset({0, 1})),
}
REPEAT = 4
COPIED_NUMBERS = 2**25


@dataclass
class Times:
    """The least wall-clock and processor times so far."""

    wall: float = float("inf")
    processor: float = float("inf")

    def add(self, work: Callable[[], object], clock: Callable[[], float]) -> None:
        """Run once more."""
        wall, processor = time.perf_counter(), clock()
        work()
        self.wall = min(self.wall, time.perf_counter() - wall)
        self.processor = min(self.processor, clock() - processor)


def points(count: int = LANES) -> list[EvaluationPoint]:
    """The evaluation points of a polynomial, modulo one prime."""
    (prime,) = primes_below(2**30, 1)
    return [EvaluationPoint(prime, (i + 1, 2 * i + 1)) for i in range(count)]


def run(workers: Workers, store: Path | None = None) -> None:
    """The job, once; with a store, into a new one."""
    with ExitStack() as stack:
        kept = None
        if store is not None:
            store.unlink(missing_ok=True)
            kept = stack.enter_context(Store(store))
        Jobs(workers, kept)(TASK, points(), silent)


def cluster_clock(cluster: Cluster) -> Callable[[], float]:
    """The processor time of this process and of the workers."""
    return lambda: time.process_time() + sum(cluster._client.run(time.process_time).values())


def rows() -> Iterator[Row]:
    """Speed-up and overhead; compared runs alternate, so that both see the same machine."""
    compiled_program(TASK)
    run(Threads(2))  # loads the kernel
    threads = {1: Times(), 2: Times()}
    for _ in range(REPEAT):
        for size, times in threads.items():
            times.add(lambda size=size: run(Threads(size)), time.process_time)
    yield _speed_up("threads", threads)
    for what, task in TOTALS.items():
        program = compiled_program(task, weighted=False)
        totals = {1: Times(), 2: Times()}
        for _ in range(REPEAT):
            for size, times in totals.items():
                times.add(lambda size=size, program=program: checked_total(program, size), time.process_time)
        yield _speed_up(f"threads for the total of {what}", totals)
    yield _copying()
    processes = {1: Times(), 2: Times()}
    with Cluster("local", 1) as one, Cluster("local", 2) as two:
        clusters = {1: one, 2: two}
        for cluster in clusters.values():
            run(cluster)  # every worker compiles
        for _ in range(REPEAT):
            for size, times in processes.items():
                times.add(lambda size=size: run(clusters[size]), cluster_clock(clusters[size]))
    yield _speed_up("Dask workers", processes)
    plain, kept = Times(), Times()
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(REPEAT):
            plain.add(lambda: run(Threads(2)), time.process_time)
            kept.add(lambda: run(Threads(2), Path(folder) / "lanes.db"), time.process_time)
    wall, processor = (
        100 * (a / b - 1) for a, b in ((kept.wall, plain.wall), (kept.processor, plain.processor))
    )
    yield Row(
        "the store", f"{wall:.1f} % more time ({processor:.1f} % processor time)", "at most 5 %", wall <= 5
    )


def _copying() -> Row:
    """The limit that memory sets: arrays larger than all caches, copied on threads."""
    arrays = [(np.ones(COPIED_NUMBERS), np.zeros(COPIED_NUMBERS)) for _ in range(2)]

    def copy(pair: tuple[Any, Any]) -> None:
        np.copyto(pair[1], pair[0])

    rates = {1: 0.0, 2: 0.0}
    with ThreadPoolExecutor(2) as pool:
        for _ in range(REPEAT):
            for size in rates:
                began = time.perf_counter()
                list(pool.map(copy, arrays[:size]))
                rates[size] = max(rates[size], size * COPIED_NUMBERS / (time.perf_counter() - began))
    measured = f"{rates[2] / rates[1]:.2f} times faster"
    return Row("2 threads that only copy memory against 1", measured, "for comparison", True)


def _speed_up(what: str, times: dict[int, Times]) -> Row:
    ratio = times[1].wall / times[2].wall
    ideal = 2 * times[1].processor / times[2].processor
    measured = f"{ratio:.2f} times faster ({ideal:.2f} by processor time)"
    return Row(f"2 {what} against 1", measured, "at least 1.7 times", ratio >= 1.7)
