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
