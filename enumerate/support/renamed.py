"""Old names of arguments and functions: each stays valid for one version and warns."""

import sys
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar
from warnings import warn

from .errors import InputError

Parameters = ParamSpec("Parameters")
Returned = TypeVar("Returned")
PACKAGE = __name__.partition(".")[0]


def renamed(
    **names: str,
) -> Callable[[Callable[Parameters, Returned]], Callable[Parameters, Returned]]:
    """Let a function take arguments by their old names, each given with the new one: `where="board"`."""

    def decorate(function: Callable[Parameters, Returned]) -> Callable[Parameters, Returned]:
        @wraps(function)
        def call(*args: Parameters.args, **named: Parameters.kwargs) -> Returned:
            given: dict[str, Any] = dict(named)
            for old, new in names.items():
                if old in given:
                    if new in given:
                        raise InputError(f"`{old}` is the old name of `{new}`: give one of them")
                    warn(f"`{old}` is now `{new}`", DeprecationWarning, stacklevel=2)
                    given[new] = given.pop(old)
            return function(*args, **given)

        return call

    return decorate


def warn_caller(message: str) -> None:
    """Warn about the line outside this package that called it."""
    level, frame = 1, sys._getframe(0)
    while frame.f_back is not None and frame.f_globals["__name__"].split(".")[0] in (PACKAGE, "contextlib"):
        level, frame = level + 1, frame.f_back
    warn(message, DeprecationWarning, stacklevel=level)


def old_name(old: str, new: str, function: Callable[Parameters, Returned]) -> Callable[Parameters, Returned]:
    """A function under its old name."""
    message = f"`{old}` is now `{new}`"

    @wraps(function)
    def call(*args: Parameters.args, **named: Parameters.kwargs) -> Returned:
        warn(message, DeprecationWarning, stacklevel=2)
        return function(*args, **named)

    call.__name__ = call.__qualname__ = old
    call.__deprecated__ = message  # type: ignore[attr-defined]
    return call
