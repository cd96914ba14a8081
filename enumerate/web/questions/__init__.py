"""Every question that the page can ask: a name, and the function that reads, computes and tells.

A question is a function of the body as it was asked, the limits of the server and the settings of the
computation; it returns plain values for JSON, those of docs/json.md wherever there are such. Each group of
questions is a module with a table of its own.
"""

from collections.abc import Callable
from typing import Any

from ...support.settings import Settings
from ..asked import Asked
from ..worker import Limits
from . import board

Ask = Callable[[Asked, Settings], Any]


def _plain(ask: Ask) -> Callable[[dict[str, Any], Limits, Settings], Any]:
    return lambda body, limits, settings: ask(Asked(body), settings)


QUESTIONS: dict[str, Callable[[dict[str, Any], Limits, Settings], Any]] = {
    name: _plain(ask) for group in (board,) for name, ask in group.QUESTIONS.items()
}
