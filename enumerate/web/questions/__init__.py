"""The questions that the page can ask: one thin module per group, imported when it is needed.

A question is a function of its parameters and the settings of the computation. It returns plain values for
JSON, those of docs/json.md where they exist. Only `runs` reads a file, the store named at the start.
"""

import importlib
from dataclasses import replace
from typing import Any

from ...support.run import ProgressEvent, Settings
from ..request import Params

POSITION = "board wrap game pieces dimension"
MATCH, FALLING, DOMINOES = (
    f"{POSITION} you order moves",
    "cols rows raised length ties",
    "agents reading seed",
)
# module -> question -> the keys that it has
GROUPS = {
    "ready": {"ready": ""},
    "drawn_board": {
        "games": "",
        "board": f"{POSITION} first",
        "totals": f"{POSITION} first",
        "count": f"{POSITION} kind play",
        "browse": f"{POSITION} kind play left right number random",
        "shortest": POSITION,
    },
    "matches": {"match": MATCH, "reply": MATCH, "hint": MATCH},
    "known_sequences": {
        "registry": "",
        "terms": "number",
        "check": "number terms",
        "recurrence": "number",
        "runs": "",
    },
    "others": {
        "box": "box",
        "falling": FALLING,
        "plays": f"{FALLING} payoffs",
        "drop": f"{FALLING} moves",
        "agents": "",
        "dominoes": f"{DOMINOES} match",
        "sit": f"{DOMINOES} choices",
        "tournament": f"{DOMINOES} matches",
    },
}
QUESTIONS = {name: (group, keys) for group, names in GROUPS.items() for name, keys in names.items()}


def answer(name: str, body: dict[str, Any], settings: Settings) -> Any:
    """The answer to a question, as plain values; `quick` asks for the forecast of a long computation instead.

    >>> answer("count", {"board": "..\\n..", "kind": "maximal"}, Settings())["total"]
    '2'
    """
    group, keys = QUESTIONS[name]
    params = Params(body, ["quick", *keys.split()])
    if params.flag("quick"):
        settings = replace(settings, progress=raise_forecast)
    try:
        return getattr(importlib.import_module(f".{group}", __package__), name)(params, settings)
    except ForecastError as error:
        return {"forecast": str(error)}


class ForecastError(Exception):
    """A quick question would take long; the message is its forecast."""


def raise_forecast(event: ProgressEvent) -> None:
    """End a quick question before its long computation starts."""
    if event.estimate:
        raise ForecastError(event.estimate)
