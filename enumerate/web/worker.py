"""A process that answers questions, one after the other; to stop one, the process is ended."""

import os
import resource
import signal
import sys
import threading
import time
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from typing import Any

from ..support.caches import bound_caches
from ..support.errors import EnumerateError
from ..support.memory import process_memory
from ..support.settings import Settings

TELL_EVERY = 0.1  # seconds between two reports of progress
SLACK = 3 * 2**30  # of addresses: compiled code, threads' stacks, the allocator's arenas
WATCH_EVERY = 1.0
RUNS = "runs"  # the question that is told the store; no other may touch it

# what travels back: ("progress", share, phase), ("answer", text), ("refused", status, line)
Told = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Limits:
    """What one question may take, and the store that the page shows."""

    max_memory: int | None = None
    max_seconds: float = 600.0
    threads: int = 1
    store: str | None = None


def serve(connection: Connection, limits: Limits) -> None:
    """Answer what comes through the connection until it is closed."""
    for sent in (signal.SIGINT, signal.SIGTERM):  # to all processes of a terminal: they are for the server
        signal.signal(sent, signal.SIG_IGN)
    sys.set_int_max_str_digits(0)
    _bound_memory(limits)
    bound_caches(limits.max_memory)
    _watch_parent()
    while True:
        try:
            name, body = connection.recv()
            connection.send(_answered(name, body, limits, connection))
        except (EOFError, OSError):
            return


def _answered(name: str, body: dict[str, Any], limits: Limits, connection: Connection) -> Told:
    from ..render.data import json_text
    from .questions import answer

    try:
        settings = _settings(limits, connection)
        found = answer(name, body, replace(settings, store=limits.store) if name == RUNS else settings)
        return "answer", json_text(found)
    except EnumerateError as error:
        return "refused", 400 if error.exit_status == 2 else 422, " ".join(str(error).split())
    except MemoryError:
        return "refused", 422, "the memory is used up; see --max-memory"
    except Exception as error:  # a fault of ours: said in a line, and in full where the server was started
        import traceback

        traceback.print_exc()
        return "refused", 500, f"this is a fault of the program ({type(error).__name__}: {error})"


def _settings(limits: Limits, connection: Connection) -> Settings:
    last = 0.0
    phase = ""

    def named(name: str) -> None:
        nonlocal phase
        phase = name

    def report(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= TELL_EVERY:
            last = now
            connection.send(("progress", done / max(total, 1), phase))

    return Settings(threads=limits.threads, max_memory=limits.max_memory, report=report, phase=named)


def _bound_memory(limits: Limits) -> None:
    """Let the system refuse what an estimate overlooked; estimates themselves stay below."""
    if limits.max_memory is not None:
        held = process_memory()[0]
        most = limits.max_memory * 5 // 4 + held + SLACK
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        if hard == resource.RLIM_INFINITY or most < hard:
            resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def _watch_parent() -> None:
    """End with the server, however it ended."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(WATCH_EVERY)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
