"""Read-only mappings and lists, for values that hold some."""

from collections.abc import Iterator, Mapping
from typing import Any


class FrozenMapping(Mapping[Any, Any]):
    """A mapping that cannot be changed; it can be hashed, copied and pickled."""

    __slots__ = ("_held",)

    def __init__(self, held: Mapping[Any, Any]) -> None:
        self._held = dict(held)

    def __getitem__(self, key: Any) -> Any:
        return self._held[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._held)

    def __len__(self) -> int:
        return len(self._held)

    def __hash__(self) -> int:
        return hash(frozenset(self._held.items()))

    def __repr__(self) -> str:
        return repr(self._held)


def frozen(value: Any) -> Any:
    """The same value, with read-only mappings and with tuples instead of lists."""
    if isinstance(value, Mapping):
        return FrozenMapping({key: frozen(held) for key, held in value.items()})
    return tuple(map(frozen, value)) if isinstance(value, list | tuple) else value


def thawed(value: Any) -> Any:
    """The same value in plain dictionaries and lists, for JSON."""
    if isinstance(value, Mapping):
        return {key: thawed(held) for key, held in value.items()}
    return list(map(thawed, value)) if isinstance(value, list | tuple) else value
