"""One job on 1 and 2 workers, as threads and as Dask processes, with a store and without."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from enumerate.board import Board
from enumerate.frontier.interpolate import primes_below
from enumerate.frontier.lanes import Lane, Task
from enumerate.frontier.modular import compile_task
from enumerate.jobs.cluster import Cluster
from enumerate.jobs.local import Threads
from enumerate.jobs.runner import Jobs, Workers
from enumerate.jobs.store import Store
from enumerate.progress import silent

from . import Row, seconds

TASK = Task(Board.rectangle(11, 11), frozenset({0, 1}))
LANES = 768
REPEAT = 2


def lanes() -> list[Lane]:
    """As a polynomial needs them, modulo one prime."""
    (prime,) = primes_below(2**30, 1)
    return [Lane(prime, (i + 1, 2 * i + 1)) for i in range(LANES)]


def job(workers: Workers, store: Path | None = None) -> float:
    """The least time that the job takes; workers have compiled the task before."""
    todo = lanes()

    def once() -> None:
        if store is None:
            Jobs(workers)(TASK, todo, silent)
        else:
            store.unlink(missing_ok=True)
            with Store(store) as kept:
                Jobs(workers, kept)(TASK, todo, silent)

    return seconds(once, REPEAT)


def rows() -> Iterator[Row]:
    """Speed-up and overhead."""
    compile_task(TASK)
    Jobs(Threads(2))(TASK, lanes()[:128], silent)  # loads the kernel
    threads = {size: job(Threads(size)) for size in (1, 2)}
    yield _speed_up("threads", threads[1] / threads[2])
    processes = {}
    for size in (1, 2):
        with Cluster("local", size) as cluster:
            Jobs(cluster)(TASK, lanes()[: 64 * size], silent)  # every worker compiles
            processes[size] = job(cluster)
    yield _speed_up("Dask workers", processes[1] / processes[2])
    ratio = processes[2] / threads[2]
    yield Row("2 Dask workers against 2 threads", f"{ratio:.3f} times the time", "no less than 1", ratio >= 1)
    with tempfile.TemporaryDirectory() as folder:
        # side by side, so that both see the same machine
        plain, kept = float("inf"), float("inf")
        for _ in range(REPEAT):
            plain = min(plain, job(Threads(2)))
            kept = min(kept, job(Threads(2), Path(folder) / "lanes.db"))
    overhead = 100 * (kept / plain - 1)
    yield Row("the store", f"{overhead:.1f} % more time", "at most 5 %", overhead <= 5)


def _speed_up(what: str, ratio: float) -> Row:
    return Row(f"2 {what} against 1", f"{ratio:.2f} times faster", "at least 1.7 times", ratio >= 1.7)
