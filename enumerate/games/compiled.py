"""How the games compile: with Numba, cached on disk, without the interpreter's lock."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """`function` in machine code."""
    return cast(F, njit(cache=True, nogil=True)(function))


def inlined(function: F) -> F:
    """The same, written out wherever it is called: for short steps that are called all the time."""
    return cast(F, njit(cache=True, nogil=True, forceinline=True)(function))
