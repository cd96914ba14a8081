"""Questions and the threads that answer them: short ones do not wait for long ones, and all can be cancelled.

Every question starts as a short one. It becomes a long one when its forecast says so or after half a
second. Long questions run one fewer at a time than there are cores. One that finds no place is
stopped, waits, and starts again when a place is free.

While short questions wait for a thread, each may run for a tenth of a second only; then it is stopped, waits
for the others, and starts again with twice the time. Those that wait are sorted by the sizes of their boards.
"""

import asyncio
import heapq
import os
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from ..render.data import json_text
from ..support.caches import bound
from ..support.errors import EnumerateError, StoppedError
from ..support.run import ProgressEvent, Settings
from . import warming
from .questions import answer

MOMENT = 0.5  # seconds; a question that takes longer is a long one
SLICE = 0.1  # seconds that a short question may run at first while others wait
REPORT_EVERY = 0.1  # seconds between two reports of progress
MOST_WAITING = 1000
STORE_QUESTION = "runs"  # the only question that reads the store

# ("progress", share, phase), ("answer", JSON text) or ("refused", HTTP status, line)
Event = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one question, and the store that the page shows."""

    max_memory: int | None = None
    max_seconds: float = 600.0
    threads: int = 1
    store: str | None = None


@dataclass(eq=False)
class Job:
    """A question on its way to an answer; `events` receives its progress and its answer."""

    name: str
    body: dict[str, Any]
    number: int
    events: asyncio.Queue[Event] = field(default_factory=asyncio.Queue)
    stop: threading.Event = field(default_factory=threading.Event)
    began: float = 0.0
    tries: int = 0  # as a short question
    is_long: bool = False
    is_over: bool = False  # cancelled or refused: nobody waits for its events
    timer: asyncio.TimerHandle | None = None

    def __lt__(self, other: "Job") -> bool:
        return (self.tries, self.size, self.number) < (other.tries, other.size, other.number)

    @property
    def size(self) -> int:
        """The length of the drawing, which orders the questions that wait."""
        return len(str(self.body.get("board", "")))


class JobQueue:
    """Runs each question in a thread of its own."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        cores = max(2, os.cpu_count() or 1)
        self.short_places, self.long_places = cores, cores - 1
        self.short: list[Job] = []  # a heap
        self.long: deque[Job] = deque()
        self.running: set[Job] = set()
        self._numbers = count()
        self._closing = threading.Event()

    def open(self) -> None:
        """Prepare for the first question: bound the caches, and warm up in the background."""
        self._loop = asyncio.get_running_loop()
        bound(self.limits.max_memory)
        threading.Thread(target=warming.run, args=(self._closing,), daemon=True).start()

    def close(self) -> None:
        """Stop everything."""
        self._closing.set()
        self.short.clear()
        self.long.clear()
        for job in self.running:
            job.stop.set()

    def ask(self, name: str, body: dict[str, Any]) -> Job | None:
        """Accept a question; None if too many are waiting."""
        if len(self.short) + len(self.long) >= MOST_WAITING:
            return None
        job = Job(name, body, next(self._numbers))
        heapq.heappush(self.short, job)
        self._start_waiting()
        return job

    def cancel(self, job: Job) -> None:
        """Remove a question that waits, or stop one that runs."""
        job.is_over = True
        job.stop.set()
        if job in self.short:
            self.short.remove(job)
            heapq.heapify(self.short)
        with suppress(ValueError):
            self.long.remove(job)

    def _count(self, is_long: bool) -> int:
        return sum(job.is_long == is_long for job in self.running)

    def _start_waiting(self) -> None:
        while self.short and self._count(is_long=False) < self.short_places:
            self._start(heapq.heappop(self.short))
        while self.long and self._count(is_long=True) < self.long_places:
            self._start(self.long.popleft())

    def _start(self, job: Job) -> None:
        job.stop.clear()
        job.began = time.monotonic()
        self.running.add(job)
        job.timer = self._loop.call_later(self.limits.max_seconds if job.is_long else SLICE, self._check, job)
        threading.Thread(target=self._run, args=(job,), name=f"question {job.name}", daemon=True).start()

    def _check(self, job: Job) -> None:
        """A short question may have become a long one, or a long one may have used up its time."""
        if job not in self.running:
            return
        if job.is_long:
            line = f"stopped after {self.limits.max_seconds:g} s, the most that a question may take"
            self._finish(job, ("refused", 422, f"{line}; see --max-seconds"))
        elif time.monotonic() - job.began >= MOMENT:
            self._lengthen(job)
        elif self.short and time.monotonic() - job.began >= SLICE * 2**job.tries:
            job.tries += 1
            job.stop.set()
        else:
            job.timer = self._loop.call_later(SLICE, self._check, job)

    def _lengthen(self, job: Job) -> None:
        """Make a short question a long one: it keeps running if there is a place, else it waits for one."""
        if job.is_long or job.is_over or job not in self.running:
            return
        has_place = self._count(is_long=True) < self.long_places
        job.is_long = True
        if job.timer is not None:
            job.timer.cancel()
        if has_place:
            job.timer = self._loop.call_later(self.limits.max_seconds, self._check, job)
        else:
            job.stop.set()
            job.events.put_nowait(("progress", 0.0, "waiting for another question to end"))
        self._start_waiting()

    def _report(self, job: Job, share: float, phase: str) -> None:
        """Pass on progress, unless the thread has been stopped: then its question says that it waits."""
        if not job.stop.is_set():
            job.events.put_nowait(("progress", share, phase))

    def _finish(self, job: Job, event: Event) -> None:
        """Send the last event of a question, once."""
        if not job.is_over:
            job.is_over = True
            job.stop.set()
            job.events.put_nowait(event)

    def _ended(self, job: Job, event: Event | None) -> None:
        """A thread has ended, with an event or because it was stopped."""
        self.running.discard(job)
        if job.timer is not None:
            job.timer.cancel()
        if event is not None:
            self._finish(job, event)
        elif job.is_long and not job.is_over:
            self.long.append(job)
        elif not job.is_over:
            heapq.heappush(self.short, job)
        self._start_waiting()

    # -- in the thread of a question ---------------------------------------------------------------

    def _run(self, job: Job) -> None:
        event = find_answer(job.name, job.body, self._settings(job))
        with suppress(RuntimeError):  # the server has ended
            self._loop.call_soon_threadsafe(self._ended, job, event)

    def _settings(self, job: Job) -> Settings:
        last = 0.0

        def hear(event: ProgressEvent) -> None:
            nonlocal last
            now = time.monotonic()
            if event.estimate:
                if not job.is_long:
                    self._tell(self._lengthen, job)
            elif now - last >= REPORT_EVERY:
                last = now
                self._tell(self._report, job, event.share, event.phase)

        return Settings(
            threads=self.limits.threads,
            max_memory=self.limits.max_memory,
            store=self.limits.store if job.name == STORE_QUESTION else None,
            progress=hear,
            stop=job.stop,
        )

    def _tell(self, function: Callable[..., object], *arguments: Any) -> None:
        with suppress(RuntimeError):  # the server has ended
            self._loop.call_soon_threadsafe(function, *arguments)


def find_answer(name: str, body: dict[str, Any], settings: Settings) -> Event | None:
    """The last event of a question, or None if it was stopped."""
    try:
        return "answer", json_text(answer(name, body, settings))
    except StoppedError:
        return None
    except EnumerateError as error:
        return "refused", 400 if error.exit_status == 2 else 422, " ".join(str(error).split())
    except MemoryError:
        return "refused", 422, "out of memory (see --max-memory)"
    except Exception as error:  # a fault of ours: one line for the page, a traceback for the terminal
        traceback.print_exc()
        return "refused", 500, f"this is a fault of the program ({type(error).__name__}: {error})"
