"""What a process of the page keeps from one question for the next: lists, solutions, solvers."""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from ..support.caches import register

Made = TypeVar("Made")


class Kept(Generic[Made]):
    """The last few things that were made, by what they were made from.

    >>> squares = Kept("squares", 1)
    >>> [squares(number, lambda: number * number) for number in (3, 3, 4)]
    [9, 9, 16]
    """

    def __init__(self, name: str, most: int) -> None:
        self._most = most
        self._held: dict[Hashable, Made] = {}
        register(f"{__package__}.{name}", most, self._held.__len__, self._held.clear)

    def __call__(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """The thing of this key, made now unless it is still there."""
        found = self._held.pop(key) if key in self._held else make()
        while len(self._held) >= self._most:
            self._held.pop(next(iter(self._held)))
        self._held[key] = found  # the last to be forgotten
        return found
