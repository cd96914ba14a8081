"""JSON text (docs/json.md lists the keys), and results in an output format."""

from ..support.result import Result


def json_text(value: object) -> str:
    """JSON as every command prints it."""
    import json

    return json.dumps(value, indent=1)


def written(found: Result, form: str) -> str:
    """A result as text, JSON, CSV or LaTeX, or in another form that it has a method for.

    >>> from enumerate import alpha, Board
    >>> written(alpha(Board.rectangle(2, 2)), "csv")
    'moves,ends\\n1,LR\\n'
    """
    if form in ("text", "json"):
        return str(found) if form == "text" else json_text(found.to_json())
    own = getattr(found, form, None) or getattr(found.table(), form)
    return str(own())
