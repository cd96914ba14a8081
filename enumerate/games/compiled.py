"""How the games compile: with Numba, cached on disk, without the interpreter's lock.

The cache notices a change of the function's own file only. After a change in a module whose functions others
call, such as `bitboard/bits.py`, delete the `__pycache__` folders below `games`.
"""

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
