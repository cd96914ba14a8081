"""Every question that the page can ask; one thin module per group, imported by the process that answers.

A question is a function of what was asked and the settings of the computation; it returns plain values for
JSON, those of docs/json.md wherever there are such. Only `runs` is told a file, and not by the page: the
store that the server was started with.
"""

import importlib
from typing import Any

from ...support.settings import Settings
from ..asked import Asked

GROUPS = {
    "board": ("games", "board", "totals", "count"),
    "browse": ("browse", "shortest"),
    "play": ("match", "reply", "hint"),
    "sequences": ("registry", "terms", "check", "recurrence", "runs"),
    "others": ("box", "falling", "plays", "drop", "agents", "dominoes", "sit", "tournament"),
}
QUESTIONS = {name: group for group, names in GROUPS.items() for name in names}


def answer(name: str, body: dict[str, Any], settings: Settings) -> Any:
    """The answer to a question, as plain values.

    >>> answer("count", {"board": "..\\n..", "kind": "maximal"}, Settings())["total"]
    '2'
    """
    return getattr(importlib.import_module(f".{QUESTIONS[name]}", __package__), name)(Asked(body), settings)
