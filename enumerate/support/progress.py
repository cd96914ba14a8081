"""One way to report progress: long computations call `report(done, total)`, and `say` a line now and then."""

from collections.abc import Callable

Report = Callable[[int, int], None]
Say = Callable[[str], None]
FINENESS = 1000  # how finely a part of a computation is told from its neighbours


def silent(done: int, total: int) -> None:
    """The listener that does nothing."""


def say_nothing(line: str) -> None:
    """The same for messages of one line."""


def portion(report: Report, number: int, parts: int) -> Report:
    """The listener for one of `parts` equal parts of a computation, counted from 0.

    >>> portion(lambda done, total: print(done, "of", total), 1, 3)(5, 10)
    1500 of 3000
    """
    return lambda done, total: report(number * FINENESS + done * FINENESS // max(total, 1), parts * FINENESS)
