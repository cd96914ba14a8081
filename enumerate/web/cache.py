"""Objects that the page keeps from one question for the next: lists, solutions, opponents."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Generic, TypeVar

from ..support.caches import register

Made = TypeVar("Made")


class SharedCache(Generic[Made]):
    """The last few objects, by what they were made from; no two questions use one object at the same time.

    >>> squares = SharedCache("squares", 1)
    >>> with squares.borrow(3, lambda: 9) as square:
    ...     square
    9
    """

    def __init__(self, name: str, size: int) -> None:
        self._size = size
        self._held: dict[Hashable, Made] = {}
        self._lock = Lock()
        register(f"{__package__}.{name}", size, self._held.__len__, self._held.clear)

    @contextmanager
    def borrow(self, key: Hashable, make: Callable[[], Made]) -> Iterator[Made]:
        """Take the object out of the cache, or make it; put it back unless the question fails."""
        with self._lock:
            found = self._held.pop(key, None)
        if found is None:
            found = make()
        yield found
        with self._lock:
            while len(self._held) >= self._size:
                self._held.pop(next(iter(self._held)))
            self._held[key] = found
