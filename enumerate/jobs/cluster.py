"""Workers anywhere: the machines of a Dask cluster, or processes that are started here.

Requests and replies are text (`wire.py`, to be read first): a request names a problem and a few lanes, the
reply lists their residues. A worker needs the same version of the package and nothing else. It compiles a
problem once and keeps it.

A worker that solves another problem would answer consistently, so no spare prime notices the error. Therefore
worker and client compare the version and a hash of the problem, and each request has one additional lane
whose residue is also computed here. A reply that differs in any of these is refused whole.
"""

import asyncio
import logging
import math
import re
import time
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager, suppress
from threading import Event
from typing import Any

from .. import __version__
from ..evaluators.points import LANES, EvaluationPoint
from ..plan.strategy import compiled_program
from ..reconstruct.answers import Batch, batches, block_bytes, run_points
from ..rules.problem import Problem
from ..support.errors import ComputationError, EnumerateError, InputError
from ..support.memory import MORE, CostEstimate, process_memory, remaining_memory
from ..support.run import Progress, Report, Say, say_nothing, silent
from .wire import check_point, refusal, serve, write_request

LOCAL = "local"
PATIENCE = "15s"  # for a scheduler to answer
LOOK_EVERY = 0.25  # seconds between looks at whether to stop
AHEAD = 2  # requests per thread of a worker, so that nobody waits for the network
BRIEF = 0.5  # seconds: if a request takes less, the next ones have twice as many lanes
GONE = asyncio.CancelledError, CancelledError, OSError  # what a client raises that finds no scheduler
GOODBYE = 3  # seconds to take leave of a scheduler that may be gone


class Cancelled(Event):
    """Set once nobody waits any more for what this thread of a worker computes."""

    def __init__(self) -> None:
        super().__init__()
        from distributed.worker import get_worker, thread_state

        self._tasks, self._key = get_worker().state.tasks, thread_state.key

    def is_set(self) -> bool:
        """Whether the request was cancelled; a computation cannot be ended from outside, it has to look."""
        task = self._tasks.get(self._key)
        return task is None or task.state == "cancelled"


def served(request: str) -> dict[str, Any]:
    """`serve` on a worker of a cluster."""
    with Progress(stop=Cancelled()).watched():
        return serve(request)


class Cluster(ExitStack):
    """The workers of a Dask scheduler; `local` starts `workers` processes here."""

    def __init__(
        self, address: str, workers: int = 1, max_memory: int | None = None, say: Say = say_nothing
    ) -> None:
        super().__init__()
        if address != LOCAL and not re.fullmatch(r"(\w+://)?[^/\s]+:\d+", address):
            raise InputError(f"'{address}' is not a scheduler: write tcp://host:8786, or `{LOCAL}`")
        try:
            import distributed
        except ImportError:
            raise InputError("--cluster needs Dask: pip install 'domineering-enumerate[cluster]'") from None
        self._distributed = distributed
        self._max_memory = max_memory
        self._say = say
        self._is_local = address == LOCAL
        for name in [*logging.root.manager.loggerDict]:  # what goes wrong is told in our words
            if name.startswith(("distributed", "tornado", "asyncio")):
                logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        try:
            where = self.enter_context(self._started(workers)) if self._is_local else address
            client = distributed.Client(where, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            self.close()
            raise InputError(f"no Dask scheduler answers at '{address}' ({error})") from error
        self._client = client
        self.callback(client.close, GOODBYE)

    def _started(self, workers: int) -> Any:
        """A cluster of processes here."""
        return self._distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            memory_limit=0,  # the run is refused beforehand if it does not fit
            dashboard_address=":0",
            silence_logs=logging.CRITICAL,
        )

    @property
    def size(self) -> int:
        """The number of threads of all workers now."""
        return sum(self._client.nthreads().values())

    def __call__(
        self, problem: Problem, points: Sequence[EvaluationPoint], report: Report = silent
    ) -> Generator[Batch]:
        """The residues, batch by batch as they are done; a batch whose worker dies goes to another."""
        with self._answering():
            if not self.size:
                self._say("the cluster has no workers yet: waiting for one")
            while not (size := self.size):
                report(0, len(points))
                time.sleep(LOOK_EVERY)
            self._require_room(problem, size)
            share = math.ceil(len(points) / size)  # few lanes: some for everybody
            todo = batches(points, size, min(share, LANES - 1))[::-1]  # one more is for the check
            yield from self._shared_out(problem, todo, report)

    def _shared_out(
        self, problem: Problem, todo: list[Sequence[EvaluationPoint]], report: Report
    ) -> Generator[Batch]:
        """The residues of batches, confirmed at one lane; after an error, of those under way.

        The scheduler chooses the workers: a request that is bound to one would wait for it for ever.
        """
        running: dict[Any, tuple[list[EvaluationPoint], float]] = {}
        error: EnumerateError | None = None
        check, expected = check_point(problem), -1
        lonely, together = False, 1
        done, total = 0, sum(map(len, todo))
        try:
            while running or todo:
                report(done, total)
                if (size := self.size) == 0 and not lonely:
                    self._say("the cluster has lost its workers: waiting for one")
                lonely = size == 0
                for _ in range(AHEAD * size - len(running)):
                    if todo:
                        fair = math.ceil(len(todo) / (AHEAD * size))
                        batch = [point for _ in range(min(together, fair)) for point in todo.pop()]
                        text = write_request(problem, [*batch, check])
                        running[self._client.submit(served, text, pure=False)] = batch, time.monotonic()
                if expected < 0:  # while the workers compute
                    [expected] = run_points(
                        compiled_program(problem), [check], 1, lambda *_: report(0, total)
                    )
                if not running:  # every worker is gone: wait for others
                    time.sleep(LOOK_EVERY)
                for future in self._finished(list(running)):
                    batch, sent = running.pop(future)
                    if time.monotonic() - sent < BRIEF:
                        together = max(together, 2 * math.ceil(len(batch) / LANES))
                    try:
                        residues = self._residues(future, problem, [*batch, check], expected)
                    except EnumerateError as failed:
                        error = error or failed
                        todo.clear()
                    else:
                        yield batch, residues
                        done += len(batch)
        finally:
            if running:
                with suppress(ComputationError), self._answering():  # a scheduler that is gone does nothing
                    self._client.cancel(list(running))
        if error is not None:
            raise error
        report(done, total)

    @contextmanager
    def _answering(self) -> Iterator[None]:
        """Say it in our words if the scheduler goes away.

        The client then closes itself at some moment, and each of its methods fails in another way.
        """
        try:
            yield
        except EnumerateError:
            raise
        except (asyncio.CancelledError, Exception) as error:
            if self._client.status == "running" and not isinstance(error, GONE):
                raise
            raise ComputationError(
                "the scheduler of the cluster is gone: what was done is kept; give the same command again"
            ) from error

    def _finished(self, running: list[Any]) -> list[Any]:
        """The requests that are done by now; perhaps none, after a moment."""
        if not running:
            return []
        with self._client.as_current():
            try:
                return list(self._distributed.wait(running, LOOK_EVERY, "FIRST_COMPLETED").done)
            except TimeoutError:
                return []

    def _residues(
        self, future: Any, problem: Problem, points: Sequence[EvaluationPoint], expected: int
    ) -> list[int]:
        """The residues that a worker sent, all or none; that of the last lane must be `expected`."""
        try:
            reply = future.result()
        except (EnumerateError, CancelledError):
            raise
        except self._distributed.KilledWorker as error:
            raise ComputationError(
                "workers died again and again on the same lanes, perhaps for want of memory: "
                "what was done is kept; start workers with more memory and give the same command again"
            ) from error
        except Exception as error:
            raise ComputationError(
                f"a worker of the cluster failed: {type(error).__name__}: {error} "
                f"(every worker needs version {__version__} of this package)"
            ) from error
        if wrong := refusal(reply, problem, points, expected):
            (names,) = self._client.who_has([future]).values()
            raise ComputationError(
                f"the worker {' '.join(names) or 'that has gone'} {wrong}: nothing of it is kept, "
                "what was done before is; end that worker and give the same command again"
            )
        return list(reply["residues"][:-1])

    def _require_room(self, problem: Problem, size: int) -> None:
        """Refuse what the workers cannot hold.

        A worker with a compiled problem holds about as much as this process. Local processes share this
        machine; other workers state how much they may use.
        """
        program = compiled_program(problem)
        held = process_memory()[0]
        if not self._is_local:
            known = self._client.scheduler_info(n_workers=-1)["workers"].values()
            shares = [info["memory_limit"] // info["nthreads"] for info in known if info["memory_limit"]]
            allowed, size = min(shares, default=2**62) * 8 // 10, 1
        else:
            allowed = remaining_memory(self._max_memory)
        memory = size * (held + block_bytes(program))
        if self._is_local:
            memory += block_bytes(program)  # the check lane runs in this process
        CostEstimate(f"{size} workers", memory, instead=f"Start fewer, {MORE}").require(allowed)
