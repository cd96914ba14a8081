"""Names that are imported when they are first used, so that importing a package is fast."""

import os
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any


def offered(stub: str) -> dict[str, tuple[str, str]]:
    """What a stub re-exports: the public name, the module below the package, and the name there.

    In `from .model.board import Board as Board` the name is taken from a module, in
    `from . import oeis as oeis` it is a module itself, and its own name is empty. In
    `from .support import caches as caches` it is a module of a package.
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

    Type checkers read the stub itself, so that each name stands in one place.
    """
    places = offered(f"{os.path.splitext(file)[0]}.pyi")

    def find(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, inner = places[name]
        loaded = import_module(f"{package}.{module}")
        if inner and not hasattr(loaded, inner):  # a module that nobody has loaded yet
            import_module(f"{package}.{module}.{inner}")
        found = getattr(loaded, inner) if inner else loaded
        setattr(sys.modules[package], name, found)  # looked up once
        return found

    return find, lambda: sorted(places), sorted(places)
