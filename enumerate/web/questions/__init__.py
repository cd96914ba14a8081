"""The questions that the page can ask: one thin module per group, imported when it is needed.

A question is a function of its parameters and the settings of the computation. It returns plain values for
JSON, those of docs/json.md where they exist. Only `runs` reads a file, the store named at the start.
"""

import importlib
from dataclasses import replace
from typing import Any

from ...support.run import ProgressEvent, Settings
from ..request import Params

GROUPS = {
    "ready": ("ready",),
    "drawn_board": ("games", "board", "totals", "count", "browse", "shortest"),
    "matches": ("match", "reply", "hint"),
    "known_sequences": ("registry", "terms", "check", "recurrence", "runs"),
    "others": ("box", "falling", "plays", "drop", "agents", "dominoes", "sit", "tournament"),
}
QUESTIONS = {name: group for group, names in GROUPS.items() for name in names}


def answer(name: str, body: dict[str, Any], settings: Settings) -> Any:
    """The answer to a question, as plain values; `quick` asks for the forecast of a long computation instead.

    >>> answer("count", {"board": "..\\n..", "kind": "maximal"}, Settings())["total"]
    '2'
    """
    params = Params(body)
    if params.flag("quick"):
        settings = replace(settings, progress=raise_forecast)
    try:
        return getattr(importlib.import_module(f".{QUESTIONS[name]}", __package__), name)(params, settings)
    except ForecastError as error:
        return {"forecast": str(error)}


class ForecastError(Exception):
    """A quick question would take long; the message is its forecast."""


def raise_forecast(event: ProgressEvent) -> None:
    """End a quick question before its long computation starts."""
    if event.estimate:
        raise ForecastError(event.estimate)
