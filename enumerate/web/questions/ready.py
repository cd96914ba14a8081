"""The warm-up of the page: in the background it loads modules and compiles missing kernels.

Loading a kernel holds the interpreter lock for up to a second, and then no question is answered.
"""

import threading
from typing import Any

from ...support.errors import EnumerateError
from ...support.run import Settings
from ..request import Params
from . import answer

_steps: list[str] = []  # known when the kernels begin
_done: list[str] = []  # steps, of this process
_ended = threading.Event()


def warm_up(stop: threading.Event) -> None:
    """Ask a few small questions of the page, then compile every kernel."""
    settings = Settings(threads=1, stop=stop)
    try:
        answer("games", {}, settings)
        for name in ("board", "totals", "count", "browse"):
            answer(name, {"board": "...\n...\n...\n..."}, settings)
        from ...checking.warm_up import STEPS, warm_up  # loads the compiler

        _steps[:] = STEPS
        for step in warm_up(settings=settings):
            _done.append(step)
    except (EnumerateError, MemoryError):  # stopped, or less memory than the compiler needs
        pass
    finally:
        _ended.set()


def ready(params: Params, settings: Settings) -> dict[str, Any]:
    """The progress of the warm-up: the running step, or that all have ended."""
    number = min(len(_done), len(_steps))
    is_ready = _ended.is_set() or 0 < len(_steps) == number
    step = None if is_ready else _steps[number] if _steps else "loading"
    return {"ready": is_ready, "done": number, "steps": len(_steps), "step": step}
