"""Ctrl-C: the first asks a computation to stop, so that what it has can be kept; the second ends at once."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .progress import Say, say_nothing


@contextmanager
def stop_on_interrupt(say: Say = say_nothing, then: str = "") -> Iterator[threading.Event]:
    """Yield an event that the first Ctrl-C sets, and say what happens `then`; the second raises as usual.

    So no interrupt arrives in the middle of a commit unasked. Outside the main thread nothing changes.
    """
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return

    def handler(number: int, frame: Any) -> None:
        stop.set()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        say(f"interrupted: {then}; press again to end at once")

    before = signal.signal(signal.SIGINT, handler)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
