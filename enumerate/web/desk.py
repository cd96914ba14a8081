"""Questions and the processes that answer them: short ones never wait long, long ones can be cancelled.

There are as many workers as cores, two at least. A question that takes longer than a moment is a long one,
and of these one fewer than workers may run; the worker that is left answers the short ones. A long question
that finds no place is taken back and waits. To cancel is to end the process, and another takes its place.
"""

import asyncio
import multiprocessing
import os
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from ..cli.progress import note
from .worker import Limits, Told, serve

MOMENT = 0.5  # seconds; what takes longer is long
MOST_WAITING = 1000
KEPT_KEYS = 8  # boards that a worker is remembered to know


@dataclass(eq=False)
class Job:
    """A question under way; `told` receives what its worker says."""

    name: str
    body: dict[str, Any]
    told: asyncio.Queue[Told] = field(default_factory=asyncio.Queue)
    worker: "Worker | None" = None
    is_long: bool = False
    clock: asyncio.TimerHandle | None = None

    @property
    def key(self) -> str:
        """The board asked about: a worker may know it already."""
        return repr([self.body.get(name) for name in ("board", "wrap", "game", "pieces")])


@dataclass(eq=False)
class Worker:
    """A process, our end of the connection to it, and what it is doing."""

    process: BaseProcess
    connection: Connection
    job: Job | None = None
    keys: deque[str] = field(default_factory=lambda: deque(maxlen=KEPT_KEYS))


class Desk:
    """Takes questions, hands them to workers, and brings back what they say."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.size = max(2, os.cpu_count() or 1)
        self.workers: list[Worker] = []
        self.short: deque[Job] = deque()
        self.long: deque[Job] = deque()
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload([f"{__package__}.warm"])
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_open = True

    # -- questions -------------------------------------------------------------------------------

    def ask(self, name: str, body: dict[str, Any]) -> Job | None:
        """Take a question; None if too many are waiting."""
        if len(self.short) + len(self.long) >= MOST_WAITING:
            return None
        job = Job(name, body)
        self.short.append(job)
        self._hand_out()
        return job

    def cancel(self, job: Job) -> None:
        """Forget a question; if it is being worked on, the process ends."""
        for queue in (self.short, self.long):
            with suppress(ValueError):
                queue.remove(job)
        if job.worker is not None:
            self._end(job.worker)

    @property
    def _running_long(self) -> int:
        return sum(worker.job is not None and worker.job.is_long for worker in self.workers)

    def _hand_out(self) -> None:
        while self.short and (worker := self._free(self.short[0])) is not None:
            self._begin(worker, self.short.popleft())
        while self.long and self._running_long < self.size - 1:
            worker = self._free(self.long[0])
            if worker is None:
                return
            self._begin(worker, self.long.popleft())

    def _free(self, job: Job) -> Worker | None:
        """A worker with nothing to do, preferably one that knows the board."""
        free = [worker for worker in self.workers if worker.job is None]
        return max(free, key=lambda worker: job.key in worker.keys, default=None)

    def _begin(self, worker: Worker, job: Job) -> None:
        worker.job, job.worker = job, worker
        if job.key not in worker.keys:
            worker.keys.append(job.key)
        loop = asyncio.get_running_loop()
        job.clock = loop.call_later(self.limits.max_seconds if job.is_long else MOMENT, self._late, job)
        try:
            worker.connection.send((job.name, job.body))
        except OSError:
            self._died(worker)

    def _late(self, job: Job) -> None:
        """A question became a long one, or a long one has used up its time."""
        worker = job.worker
        if worker is None:
            return
        if job.is_long:
            self._end(worker)
            line = f"stopped after {self.limits.max_seconds:g} s, the most that a question may take"
            job.told.put_nowait(("refused", 422, f"{line}; see --max-seconds"))
            return
        is_room = self._running_long < self.size - 1
        job.is_long = True
        if is_room:
            rest = max(self.limits.max_seconds - MOMENT, 0.0)
            job.clock = asyncio.get_running_loop().call_later(rest, self._late, job)
            return
        self.long.append(job)
        job.told.put_nowait(("progress", 0.0, "waiting for another question to end"))
        self._end(worker)

    # -- workers ---------------------------------------------------------------------------------

    def open(self) -> None:
        """Start the workers; questions are taken at once and wait for them."""
        for _ in range(self.size):
            self._start()

    def _start(self) -> None:
        task = asyncio.get_running_loop().create_task(self._started())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _started(self) -> None:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=serve, args=(theirs, self.limits), daemon=True)
        try:
            await asyncio.to_thread(process.start)
        except (EOFError, OSError):  # what makes processes was ended from outside; the next try makes it anew
            await asyncio.sleep(MOMENT)
            if self._is_open:
                self._start()
            return
        theirs.close()
        worker = Worker(process, ours)
        if not self._is_open:
            process.kill()
            return
        self.workers.append(worker)
        asyncio.get_running_loop().add_reader(ours.fileno(), self._heard, worker)
        self._hand_out()

    def _heard(self, worker: Worker) -> None:
        try:
            told = worker.connection.recv()
        except (EOFError, OSError):
            self._died(worker)
            return
        job = worker.job
        if job is None:
            return
        if told[0] != "progress":
            self._release(worker)
        job.told.put_nowait(told)
        self._hand_out()

    def _release(self, worker: Worker) -> None:
        job = worker.job
        if job is not None:
            worker.job = job.worker = None
            if job.clock is not None:
                job.clock.cancel()

    def _end(self, worker: Worker) -> None:
        """End a process, whatever it is doing, and start another."""
        if worker in self.workers:
            self.workers.remove(worker)
            asyncio.get_running_loop().remove_reader(worker.connection.fileno())
            worker.connection.close()
            worker.process.kill()
            self._release(worker)
            if self._is_open:
                self._start()

    def _died(self, worker: Worker) -> None:
        job = worker.job
        self._end(worker)
        if job is not None:
            note("enumerate: a process of the page ended by itself")
            line = "the process that worked on it ended, probably for want of memory; see --max-memory"
            job.told.put_nowait(("refused", 422, line))

    def close(self) -> None:
        """End everything."""
        self._is_open = False
        for worker in list(self.workers):
            self._end(worker)
