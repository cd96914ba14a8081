"""Workers elsewhere: the machines of a Dask cluster, or processes started on this machine.

Read `wire.py` first. Requests and replies are text: a request names a problem and a few lanes, the reply
lists their residues. A worker needs only the same version of the package. It compiles a problem once and
caches it.

A worker that solves another problem would answer consistently, so no spare prime detects the error. Therefore
worker and client compare the version and a hash of the problem, and each request has one additional lane
whose residue is also computed here. A reply that differs in any of these is refused whole.
"""

import asyncio
import logging
import math
import re
import time
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import ExitStack, contextmanager, suppress
from queue import Empty, SimpleQueue
from threading import Event
from typing import Any

from .. import __version__
from ..evaluators.points import LANES, EvaluationPoint
from ..plan.strategy import compiled_program
from ..reconstruct.answers import Batch, batches, block_bytes, run_points
from ..rules.problem import Problem
from ..support.errors import ComputationError, EnumerateError, InputError
from ..support.memory import MORE, CostEstimate, process_memory, remaining_memory
from ..support.run import Progress, Report, Say, silent
from .wire import check_point, refusal, serve, write_request

LOCAL = "local"
SCHEDULER_TIMEOUT = "15s"
CHECK_EVERY = 0.25  # seconds between two checks for cancellation and for lost workers
REQUESTS_PER_THREAD = 2  # the least number, if there are enough lanes
REQUEST_SECONDS = 0.5  # the least time of a request, if there are enough lanes
NO_SCHEDULER = asyncio.CancelledError, CancelledError, OSError  # errors of a client without a scheduler
CLOSING_SECONDS = 3  # for the connection to a scheduler that may be gone


class Cancelled(Event):
    """Set once the request that this thread of a worker computes is cancelled."""

    def __init__(self) -> None:
        super().__init__()
        from distributed.worker import get_worker, thread_state

        self._tasks, self._key = get_worker().state.tasks, thread_state.key

    def is_set(self) -> bool:
        """Whether the request was cancelled; Dask cannot end a running computation."""
        task = self._tasks.get(self._key)
        return task is None or task.state == "cancelled"


def served(request: str) -> tuple[str, Any]:
    """The address of this worker of a cluster, and its reply to a request."""
    from distributed.worker import get_worker

    with Progress(stop=Cancelled()).watched():
        return get_worker().address, serve(request)


class Cluster(ExitStack):
    """The workers of a Dask scheduler; `local` starts `workers` processes on this machine."""

    def __init__(
        self, address: str, workers: int = 1, max_memory: int | None = None, say: Say = silent
    ) -> None:
        super().__init__()
        if address != LOCAL and not re.fullmatch(r"(\w+://)?[^/\s]+:\d+", address):
            raise InputError(f"'{address}' is not a scheduler: write tcp://host:8786, or `{LOCAL}`")
        try:
            import distributed
        except ImportError:
            raise InputError("--cluster needs Dask: pip install 'domineering-enumerate[cluster]'") from None
        self._max_memory, self._say, self._is_local = max_memory, say, address == LOCAL
        for name in [*logging.root.manager.loggerDict]:  # this class reports errors instead of Dask
            if name.startswith(("distributed", "tornado", "asyncio")):
                logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        try:
            where: Any = address
            if self._is_local:
                where = self.enter_context(
                    distributed.LocalCluster(
                        n_workers=workers,
                        threads_per_worker=1,
                        memory_limit=0,  # a run that does not fit is refused beforehand
                        dashboard_address=":0",
                        silence_logs=logging.CRITICAL,
                    )
                )
            self._client = distributed.Client(where, timeout=SCHEDULER_TIMEOUT, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            self.close()
            raise InputError(f"no Dask scheduler answers at '{address}' ({error})") from error
        self.callback(self._client.close, CLOSING_SECONDS)

    @property
    def size(self) -> int:
        """The number of threads of all workers now."""
        return sum(self._client.nthreads().values())

    def __call__(
        self, problem: Problem, points: Sequence[EvaluationPoint], report: Report = silent
    ) -> Generator[Batch]:
        """The residues in batches, as they arrive; if a worker dies, another one takes its batch."""
        check, program = check_point(problem), compiled_program(problem)
        began = time.monotonic()
        [expected] = run_points(program, [check], 1, lambda *_: report(0, len(points)))
        blocks = 1 + REQUEST_SECONDS // (time.monotonic() - began)  # of a request
        with self._answering(), ExitStack() as at_end:
            size = max(1, self.size)
            if self._is_local:
                self._require_memory(size, block_bytes(program))
            fair = math.ceil(len(points) / (REQUESTS_PER_THREAD * size))
            most = max(min(fair, LANES - 1), min(fair, int(blocks) * LANES - 1))  # one more is for the check
            executor = self._client.get_executor(pure=False)
            at_end.callback(self._cancel, executor)
            done: SimpleQueue[Future[Any]] = SimpleQueue()
            requests: dict[Future[Any], list[EvaluationPoint]] = {}
            for batch in batches(points, size, most):
                lanes = [*batch, check]
                future = executor.submit(served, write_request(problem, lanes))
                requests[future] = lanes
                future.add_done_callback(done.put)
            left, had_workers = len(points), True
            while requests:
                report(len(points) - left, len(points))
                try:
                    future = done.get(timeout=CHECK_EVERY)
                except Empty:
                    has_workers = self.size > 0
                    if had_workers and not has_workers:
                        self._say("the cluster has no workers: waiting for one")
                    had_workers = has_workers
                    continue
                lanes = requests.pop(future)
                residues = self._residues(future, problem, lanes, expected)
                yield lanes[:-1], residues
                left -= len(residues)
        report(len(points), len(points))

    def _cancel(self, executor: Any) -> None:
        """Cancel the requests under way; nothing happens if the scheduler is gone."""
        with suppress(ComputationError), self._answering():
            executor.shutdown(wait=False)

    @contextmanager
    def _answering(self) -> Iterator[None]:
        """Raise one clear error if the scheduler is gone.

        The client then closes itself at some time, and its methods fail in different ways.
        """
        try:
            yield
        except EnumerateError:
            raise
        except (asyncio.CancelledError, Exception) as error:
            if self._client.status == "running" and not isinstance(error, NO_SCHEDULER):
                raise
            raise ComputationError(
                "the scheduler of the cluster is gone: finished work is kept; give the same command again"
            ) from error

    def _residues(
        self, future: "Future[Any]", problem: Problem, points: Sequence[EvaluationPoint], expected: int
    ) -> list[int]:
        """The residues that a worker sent, all or none; that of the last lane must be `expected`."""
        from distributed import KilledWorker

        try:
            result = future.result()
        except (EnumerateError, CancelledError):
            raise
        except KilledWorker as error:
            raise ComputationError(
                "several workers died on the same lanes, perhaps for lack of memory: "
                "finished work is kept; start workers with more memory and give the same command again"
            ) from error
        except Exception as error:
            raise ComputationError(
                f"a worker of the cluster failed: {type(error).__name__}: {error} "
                f"(every worker needs version {__version__} of this package)"
            ) from error
        # other versions send the reply without the address
        address, reply = result if type(result) is tuple and len(result) == 2 else ("", result)
        if wrong := refusal(reply, problem, points, expected):
            raise ComputationError(
                f"the worker {address or 'of another version'} {wrong}: its reply is discarded, "
                "finished work is kept; end that worker and give the same command again"
            )
        return list(reply["residues"][:-1])

    def _require_memory(self, size: int, block: int) -> None:
        """Refuse too many local workers: each holds about as much memory as this process, and a block."""
        memory = size * (process_memory()[0] + block) + block  # the check lane runs in this process
        estimate = CostEstimate(f"{size} workers", memory, instead=f"Start fewer, {MORE}")
        estimate.require(remaining_memory(self._max_memory))
