"""Public names, and old names that stay valid for one version with a warning.

A public function is imported when it is first used, so that importing the package is fast.
"""

import os
import sys
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from typing import Any, ParamSpec, TypeVar
from warnings import warn

from .errors import InputError


def offered(stub: str) -> dict[str, tuple[str, str]]:
    """The public names of a stub, each with its module below the package and its name there.

    `from .model.board import Board as Board` takes a name from a module. In `from . import oeis as oeis` the
    name is a module, and its own name is empty. In `from .support import caches as caches` it is a module of
    a package.
    """
    found = {}
    with open(stub, encoding="utf-8") as stream:
        for line in stream:  # each name has a line of its own
            if line.startswith("from ."):
                _, module, _, inner, _, name = line.split()
                found[name] = (module[1:], inner) if module != "." else (inner, "")
    return found


def lazy_names(package: str, file: str) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """`__getattr__`, `__dir__` [PEP 562] and `__all__` of a package, from the stub beside it.

    Type checkers read the same stub, so each name is written once.
    """
    places = offered(f"{os.path.splitext(file)[0]}.pyi")

    def find(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, inner = places[name]
        loaded = import_module(f"{package}.{module}")
        if inner and not hasattr(loaded, inner):  # the name is a module that is not loaded yet
            import_module(f"{package}.{module}.{inner}")
        found = getattr(loaded, inner) if inner else loaded
        setattr(sys.modules[package], name, found)  # looked up once
        return found

    return find, lambda: sorted(places), sorted(places)


Parameters = ParamSpec("Parameters")
Returned = TypeVar("Returned")
PACKAGE = __name__.partition(".")[0]


def renamed(
    **names: str,
) -> Callable[[Callable[Parameters, Returned]], Callable[Parameters, Returned]]:
    """Decorate a function to accept old names of arguments, given as old="new": `where="board"`."""

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
