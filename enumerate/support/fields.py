"""JSON objects from users: entries are checked when they are read, and errors quote the value in one line."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .errors import InputError, unknown

NAMES: dict[type, str] = {
    dict: "an object",
    list: "a list",
    str: "a text",
    bool: "true or false",
    int: "an integer",
    type(None): "null",
}
MOST_QUOTED = 40  # characters of a quoted value


def read_json(text: str, parse_int: Callable[[str], int] = int) -> Any:
    """The value of a JSON text; a key that occurs twice in an object is refused, since readers differ."""
    import json

    try:
        return json.loads(text, object_pairs_hook=_unique_keys, parse_int=parse_int)
    except InputError:
        raise
    except (ValueError, RecursionError) as error:
        raise InputError(f"it is not JSON: {error}") from error


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise InputError(f"the key {quoted_json(key)} occurs twice")
        found[key] = value
    return found


def quoted_json(value: Any) -> str:
    """A value as JSON, shortened to fit into an error message."""
    import json

    text = json.dumps(value, default=repr)
    return text if len(text) <= MOST_QUOTED else f"{text[: MOST_QUOTED - 3]}..."


def checked(name: str, value: Any, *kinds: type) -> Any:
    """The value if it has one of the types of JSON; a tuple counts as a list, any mapping as an object."""
    found = list if isinstance(value, list | tuple) else dict if isinstance(value, Mapping) else type(value)
    if found not in kinds:
        allowed = " or ".join(NAMES[kind] for kind in kinds)
        raise InputError(f"`{name}` must be {allowed}, not {quoted_json(value)}")
    return value


class Fields:
    """The entries of a JSON object; with `keys`, an entry with another key is refused."""

    def __init__(self, value: Any, what: str, keys: Iterable[str] = ()) -> None:
        if not isinstance(value, Mapping):
            raise InputError(f"{what} must be an object, not {quoted_json(value)}")
        self.entries, self.what, known = value, what, list(keys)
        for name in value if known else ():
            if name not in known:
                raise unknown(f"key of {what}", str(name), known)

    def required(self, name: str, *kinds: type) -> Any:
        """An entry of one of these types."""
        if name not in self.entries:
            raise InputError(f"`{name}` of {self.what} is missing")
        return self.optional(name, *kinds)

    def optional(self, name: str, *kinds: type) -> Any:
        """An entry of one of these types, or None if it is missing."""
        return checked(name, self.entries[name], *kinds) if name in self.entries else None
