"""The warm-up of the page: in the background it loads modules and compiles what is not compiled yet.

Loading a kernel holds the interpreter lock for up to a second, and then no question is answered.
"""

import threading
from typing import Any

from ..checking.warm_up import STEPS, warm_up
from ..support.errors import EnumerateError
from ..support.settings import Settings
from .questions import answer

_done: list[str] = []  # steps, of this process
_ended = threading.Event()


def run(stop: threading.Event) -> None:
    """Ask a few small questions of the page, then compile every kernel."""
    settings = Settings(threads=1, stop=stop)
    try:
        answer("games", {}, settings)
        for name in ("board", "totals", "count", "browse"):
            answer(name, {"board": "...\n...\n...\n..."}, settings)
        for step in warm_up(settings=settings):
            _done.append(step)
    except (EnumerateError, MemoryError):  # stopped, or less memory than the compiler needs
        pass
    finally:
        _ended.set()


def status() -> dict[str, Any]:
    """How far the warm-up is: the next step, and whether there is none."""
    number = min(len(_done), len(STEPS))
    step = None if _ended.is_set() or number == len(STEPS) else list(STEPS)[number]
    return {"ready": step is None, "done": number, "steps": len(STEPS), "step": step}
