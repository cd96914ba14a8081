"""The one place that writes JSON; docs/json.md lists the keys."""

import json


def json_text(value: object) -> str:
    """JSON as every command prints it.

    >>> print(json_text({"moves": 7}))
    {
     "moves": 7
    }
    """
    return json.dumps(value, indent=1)
