"""One way to report progress: long computations call `report(done, total)`."""

from collections.abc import Callable

Report = Callable[[int, int], None]


def silent(done: int, total: int) -> None:
    """The listener that does nothing."""
