"""Mappings and lists that cannot be changed, for values that hold some."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any


def frozen(value: Any) -> Any:
    """The same read-only, with all that it holds.

    >>> frozen({"primes": [2, 3]})
    mappingproxy({'primes': (2, 3)})
    """
    if isinstance(value, Mapping):
        return MappingProxyType({key: frozen(held) for key, held in value.items()})
    return tuple(map(frozen, value)) if isinstance(value, list | tuple) else value


def thawed(value: Any) -> Any:
    """The same in plain dictionaries and lists, which JSON and pickle know.

    >>> thawed(frozen({"primes": [2, 3]}))
    {'primes': [2, 3]}
    """
    if isinstance(value, Mapping):
        return {key: thawed(held) for key, held in value.items()}
    return list(map(thawed, value)) if isinstance(value, list | tuple) else value
