"""Steps of the compiled searches, made callable from Python for tests."""

from functools import cache
from typing import Any

from numba import njit


@cache
def called(step: Any) -> Any:
    """A function that calls a step; steps have no wrapper of their own (`support.compiled.step`)."""

    @njit
    def call(*arguments: Any) -> Any:
        return step(*arguments)

    return call


class Called:
    """A module whose steps can be called; its other names are unchanged."""

    def __init__(self, module: Any) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._module, name)
        return called(found) if hasattr(found, "py_func") else found
