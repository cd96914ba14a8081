"""Ctrl-C during a long sweep: the first asks to stop and lets a frontier be kept, the second ends at once."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def stopping(say: Callable[[str], None], then: str) -> Iterator[threading.Event]:
    """Yield an event that the first Ctrl-C sets; KeyboardInterrupt is raised at the end of the block.

    An interrupt never arrives in the middle of a commit. Outside the main thread nothing changes.
    """
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return

    def handler(number: int, frame: Any) -> None:
        stop.set()
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        say(f"interrupted: {then}; press again to end at once")

    before = signal.signal(signal.SIGINT, handler)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
    if stop.is_set():
        raise KeyboardInterrupt
