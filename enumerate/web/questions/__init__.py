"""Every question that the page can ask: a name, and the function that reads, computes and tells.

A question is a function of what was asked and the settings of the computation; it returns plain values for
JSON, those of docs/json.md wherever there are such. Each group of questions is a module with a table of its
own. Only `runs` is told a file, and not by the page: the store that the server was started with.
"""

from collections.abc import Callable
from typing import Any

from ...support.settings import Settings
from ..asked import Asked
from . import board, browse, others, play, sequences

Ask = Callable[[Asked, Settings], Any]

_GROUPS = (board, browse, play, sequences, others)
_PLAIN: dict[str, Ask] = {name: ask for group in _GROUPS for name, ask in group.QUESTIONS.items()}
RUNS = "runs"
QUESTIONS = frozenset((*_PLAIN, RUNS))


def answer(name: str, body: dict[str, Any], settings: Settings, store: str | None) -> Any:
    """The answer to a question, as plain values.

    >>> answer("count", {"board": "..\\n..", "kind": "maximal"}, Settings(), None)["total"]
    '2'
    """
    return sequences.runs(Asked(body), store) if name == RUNS else _PLAIN[name](Asked(body), settings)
