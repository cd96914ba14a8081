"""Questions and the threads that answer them: short ones do not wait for long ones, and all can be cancelled.

Every question starts as a short one. It becomes a long one after half a second, or earlier by its forecast.
At most one fewer long questions than cores run at a time. A long question without a free place is stopped,
waits, and starts again when a place is free. Waiting short questions are sorted by the sizes of their boards,
and while one waits, the others have only a quarter of a second. So a small question never waits longer.
"""

import asyncio
import os
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from ..render.data import json_text
from ..support.caches import bound
from ..support.errors import EnumerateError, StoppedError
from ..support.run import ProgressEvent, Settings
from .questions import answer, ready

SHORT = 0.5  # seconds; a question that takes longer is a long one
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
    is_long: bool = False
    is_over: bool = False  # cancelled or refused; its events are not read
    timer: asyncio.TimerHandle | None = None

    @property
    def rank(self) -> tuple[int, int]:
        """The sort key of waiting questions: the length of the drawing, for long ones the time."""
        return 0 if self.is_long else len(str(self.body.get("board", ""))), self.number


class JobQueue:
    """Runs each question in a thread of its own."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        cores = max(2, os.cpu_count() or 1)
        self.places = {False: cores, True: cores - 1}  # of short and of long questions
        self.waiting: list[Job] = []
        self.running: set[Job] = set()
        self._numbers = count()
        self._closing = threading.Event()

    def open(self) -> None:
        """Prepare for the first question: bound the caches, and warm up in the background."""
        self._loop = asyncio.get_running_loop()
        bound(self.limits.max_memory)
        threading.Thread(target=ready.warm_up, args=(self._closing,), daemon=True).start()

    def close(self) -> None:
        """Stop everything."""
        self._closing.set()
        for job in (*self.waiting, *self.running):
            self.cancel(job)

    def ask(self, name: str, body: dict[str, Any]) -> Job | None:
        """Accept a question; None if too many are waiting."""
        if len(self.waiting) >= MOST_WAITING:
            return None
        job = Job(name, body, next(self._numbers))
        self.waiting.append(job)
        self._start_waiting()
        return job

    def cancel(self, job: Job) -> None:
        """Remove a question that waits, or stop one that runs."""
        job.is_over = True
        job.stop.set()
        if job in self.waiting:
            self.waiting.remove(job)

    def _has_place(self, is_long: bool) -> bool:
        return sum(job.is_long == is_long for job in self.running) < self.places[is_long]

    def _start_waiting(self) -> None:
        for is_long in (False, True):
            while self._has_place(is_long) and (left := [j for j in self.waiting if j.is_long == is_long]):
                job = min(left, key=lambda job: job.rank)
                self.waiting.remove(job)
                job.stop.clear()
                self.running.add(job)
                self._set_timer(job)
                name = f"question {job.name}"
                threading.Thread(target=self._run, args=(job,), name=name, daemon=True).start()

    def _set_timer(self, job: Job) -> None:
        """Start the timer of a job: a short question becomes a long one, a long one is refused."""
        if job.timer is not None:
            job.timer.cancel()
        seconds, then = (self.limits.max_seconds, self._refuse) if job.is_long else (SHORT / 2, self._check)
        job.timer = self._loop.call_later(seconds, then, job)

    def _check(self, job: Job) -> None:
        """After half of the short time, make the question a long one if a short one waits."""
        if all(other.is_long for other in self.waiting):
            job.timer = self._loop.call_later(SHORT / 2, self._lengthen, job)
        else:
            self._lengthen(job)

    def _refuse(self, job: Job) -> None:
        line = f"stopped after {self.limits.max_seconds:g} s, the most that a question may take"
        self._finish(job, ("refused", 422, f"{line}; see --max-seconds"))

    def _lengthen(self, job: Job) -> None:
        """Make a short question a long one: it keeps running if there is a place, else it waits for one."""
        if job.is_long or job.is_over or job not in self.running:
            return
        has_place = self._has_place(is_long=True)
        job.is_long = True
        self._set_timer(job)
        if not has_place:
            job.stop.set()
            job.events.put_nowait(("progress", 0.0, "waiting for another question to end"))
        self._start_waiting()

    def _report(self, job: Job, share: float, phase: str) -> None:
        """Pass on progress, unless the thread was stopped: its question already reports that it waits."""
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
        elif not job.is_over:
            self.waiting.append(job)
        self._start_waiting()

    # -- in the thread of a question ---------------------------------------------------------------

    def _run(self, job: Job) -> None:
        last = 0.0

        def handle(event: ProgressEvent) -> None:
            nonlocal last
            now = time.monotonic()
            if event.estimate:
                if not job.is_long:
                    self._call(self._lengthen, job)
            elif now - last >= REPORT_EVERY:
                last = now
                self._call(self._report, job, event.share, event.phase)

        limits = self.limits
        store = limits.store if job.name == STORE_QUESTION else None
        settings = Settings(
            threads=limits.threads, max_memory=limits.max_memory, store=store, progress=handle, stop=job.stop
        )
        self._call(self._ended, job, find_answer(job.name, job.body, settings))

    def _call(self, function: Callable[..., object], *arguments: Any) -> None:
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
    except Exception as error:  # a defect: one line for the page, a traceback for the terminal
        traceback.print_exc()
        return "refused", 500, f"internal error ({type(error).__name__}: {error})"
