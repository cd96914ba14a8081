"""Workers anywhere: the machines of a Dask cluster, or processes that are started here.

What travels is text: a request names a task and a few lanes, the answer is a list of integers. A worker
needs the installed package and nothing else; it compiles a task once and keeps it.
"""

import asyncio
import logging
import math
import re
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from threading import Event
from typing import Any

from ..algebras.lane import Lane
from ..frontier.task import Task
from ..support.errors import ComputationError, EnumerateError, InputError
from ..support.memory import available_memory, process_memory, require_memory
from ..support.progress import Say, say_nothing
from .closing import Closing
from .local import batches
from .runner import Batch
from .wire import serve, write_request

LOCAL = "local"
PATIENCE = "15s"  # for a scheduler to answer
LOOK_EVERY = 0.5  # seconds between looks at whether to stop
AHEAD = 2  # requests per thread of a worker, so that nobody waits for the network


class Cluster(Closing):
    """The workers of a Dask scheduler; `local` starts `workers` processes here."""

    def __init__(
        self,
        address: str,
        workers: int = 1,
        max_memory: int | None = None,
        say: Say = say_nothing,
    ) -> None:
        if address != LOCAL and not re.fullmatch(r"(\w+://)?[^/\s]+:\d+", address):
            raise InputError(f"'{address}' is not a scheduler: write tcp://host:8786, or `{LOCAL}`")
        try:
            import distributed
        except ImportError:
            raise InputError("--cluster needs Dask: pip install 'domineering-enumerate[cluster]'") from None
        self._distributed = distributed
        self._max_memory = max_memory
        self._say = say
        self._started: Any = None
        logging.getLogger("distributed").setLevel(logging.ERROR)
        try:
            if address == LOCAL:
                self._started = distributed.LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    memory_limit=0,  # the run is refused beforehand if it does not fit
                    dashboard_address=":0",
                    silence_logs=logging.CRITICAL,
                )
            self._client = distributed.Client(
                self._started or address, timeout=PATIENCE, set_as_default=False
            )
        except (OSError, ValueError, TimeoutError) as error:
            raise InputError(f"no Dask scheduler answers at '{address}' ({error})") from error

    @property
    def size(self) -> int:
        """The number of threads of all workers now."""
        return sum(self._client.nthreads().values())

    def __call__(self, task: Task, lanes: Sequence[Lane], stop: Event) -> Generator[Batch]:
        """The residues, batch by batch as they are done; a batch whose worker dies goes to another."""
        with self._answering():
            size = self.size
            if not size:
                self._say("the cluster has no workers yet: waiting for one")
            while not size:
                if stop.wait(LOOK_EVERY):
                    return
                size = self.size
            share = math.ceil(len(lanes) / size)  # few lanes: some for everybody
            todo = batches(lanes, size, min(share, self._most_lanes(task, size)))[::-1]
            yield from self._shared_out(task, todo, stop)

    def _shared_out(self, task: Task, todo: list[Sequence[Lane]], stop: Event) -> Generator[Batch]:
        """The residues of batches; after `stop` or an error, of those under way."""
        running: dict[Any, tuple[Sequence[Lane], str]] = {}
        error: EnumerateError | None = None
        try:
            while running or (todo and not stop.is_set()):
                for worker in self._idle(running)[: len(todo)] if not stop.is_set() else ():
                    batch = todo.pop()
                    request = write_request(task, batch)
                    future = self._client.submit(
                        serve, request, pure=False, workers=[worker], allow_other_workers=True
                    )
                    running[future] = batch, worker
                if not running:  # every worker is gone: wait for others
                    stop.wait(LOOK_EVERY)
                    continue
                for future in self._finished(running):
                    batch, _ = running.pop(future)
                    try:
                        residues = self._residues(future)
                    except EnumerateError as failed:
                        error = error or failed
                        todo.clear()
                    else:
                        yield batch, residues
        finally:
            if running:
                self._client.cancel(list(running))
        if error is not None:
            raise error

    @contextmanager
    def _answering(self) -> Iterator[None]:
        """Say it in our words if the scheduler goes away."""
        try:
            yield
        except (asyncio.CancelledError, CancelledError, OSError) as error:
            raise ComputationError(
                "the scheduler of the cluster is gone: what was done is kept; give the same command again"
            ) from error

    def _idle(self, running: dict[Any, tuple[Sequence[Lane], str]]) -> list[str]:
        """The workers that can take a request, each as often as it can, those with the fewest first."""
        busy = Counter(worker for _, worker in running.values())
        places = [
            (place, worker)
            for worker, threads in self._client.nthreads().items()
            for place in range(busy[worker], AHEAD * threads)
        ]
        return [worker for _, worker in sorted(places)]

    def _finished(self, running: dict[Any, tuple[Sequence[Lane], str]]) -> list[Any]:
        """The requests that are done by now; perhaps none, after a moment."""
        with self._client.as_current():
            try:
                done = self._distributed.wait(list(running), LOOK_EVERY, "FIRST_COMPLETED").done
            except TimeoutError:
                return []
        return list(done)

    def _residues(self, future: Any) -> list[int]:
        try:
            return list(map(int, future.result()))
        except EnumerateError:
            raise
        except self._distributed.KilledWorker as error:
            raise ComputationError(
                "workers died again and again on the same lanes, perhaps for want of memory: "
                "what was done is kept; start workers with more memory and give the same command again"
            ) from error
        except Exception as error:
            raise ComputationError(
                f"a worker of the cluster failed: {type(error).__name__}: {error}"
            ) from error

    def _most_lanes(self, task: Task, size: int) -> int:
        """How many lanes a request may have so that every worker can hold it.

        A worker that has compiled the task holds about what this process holds. Processes started here share
        this machine and are refused if not even one lane fits; others have said how much they may use.
        """
        from ..algebras.modular import fitting_lanes, run_memory
        from ..frontier.program import compile_task

        program = compile_task(task)
        held = process_memory()[0]
        if self._started is None:
            known = self._client.scheduler_info(n_workers=-1)["workers"].values()
            shares = [info["memory_limit"] // info["nthreads"] for info in known if info["memory_limit"]]
            return fitting_lanes(program, 1, min(shares, default=2**62) * 8 // 10 - held)
        allowed = available_memory() if self._max_memory is None else self._max_memory - held
        most = fitting_lanes(program, size, allowed - held * size)
        require_memory(
            size * (held + run_memory(program, most, 1, most)),
            allowed,
            f"{size} workers",
            "Start fewer, or allow more with max_memory (--max-memory)",
        )
        return most

    def close(self) -> None:
        """Let go of the scheduler, and end what was started here."""
        self._client.close()
        if self._started is not None:
            self._started.close()
