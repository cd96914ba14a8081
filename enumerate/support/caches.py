"""The register of all caches of the package.

Most caches keep only recent results. A long-lived process can list and clear the caches, and set a bound on
its memory: if a computation ends beyond the bound, all caches are cleared.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar, cast

from .memory import parse_size, process_memory
from .names import old_name

__all__ = ["bound", "clear", "show"]  # the public names of `enumerate.caches`

Function = TypeVar("Function", bound=Callable[..., Any])


class Cache(NamedTuple):
    """A cache: its name, its largest number of entries (None: no bound), its present number, its clearing."""

    name: str
    most: int | None
    size: Callable[[], int]
    clear: Callable[[], object]

    def __str__(self) -> str:
        return f"{self.name}: {self.size():,} of {'any number' if self.most is None else f'{self.most:,}'}"


_caches: dict[str, Cache] = {}
_bound: list[int] = []  # bytes of the process, if there is a bound


def register(name: str, most: int | None, size: Callable[[], int], clear: Callable[[], object]) -> None:
    """Add a cache to the register."""
    _caches[name] = Cache(name, most, size, clear)


def cached(most: int | None = None) -> Callable[[Function], Function]:
    """Decorate a function to cache its last results, at most `most` of them."""

    def decorate(function: Function) -> Function:
        kept = lru_cache(maxsize=most)(function)
        name = f"{function.__module__}.{function.__qualname__}"
        register(name, most, lambda: kept.cache_info().currsize, kept.cache_clear)
        return cast(Function, kept)

    return decorate


def show() -> list[Cache]:
    """The caches of the loaded modules."""
    return list(_caches.values())


def clear() -> None:
    """Clear all caches. Answers stay the same but may take longer."""
    for cache in show():  # a list: other threads may load modules with more caches
        cache.clear()


def bound(size: int | str | None) -> None:
    """From now on, clear all caches whenever a computation ends and the process holds more than `size`."""
    _bound[:] = [] if size is None else [parse_size(str(size))]


def trim() -> None:
    """After a computation: clear the caches if the process holds more than their bound."""
    if _bound and process_memory()[0] > _bound[0]:
        clear()


list_caches = old_name("list_caches", "caches.show", show)
clear_caches = old_name("clear_caches", "caches.clear", clear)
bound_caches = old_name("bound_caches", "caches.bound", bound)
