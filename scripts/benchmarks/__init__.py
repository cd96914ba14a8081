"""The groups of measurements; each module yields rows."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement: its name, the printed figure, the goal, and whether the goal is met."""

    what: str
    measured: str
    wanted: str
    held: bool


def seconds(work: Callable[[], Any], repeat: int = 1) -> float:
    """The least wall-clock time of `repeat` runs."""
    best = float("inf")
    for _ in range(repeat):
        began = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - began)
    return best


def faster(
    what: str, slow: Callable[[], Any], fast: Callable[[], Any], wanted: float, repeat: int = 3
) -> Row:
    """The ratio of the times of `slow` and `fast`."""
    ratio = seconds(slow) / seconds(fast, repeat)
    return Row(what, f"{ratio:.3g} times faster", f"at least {wanted:g} times", ratio >= wanted)


def within(what: str, work: Callable[[], Any], limit: float) -> Row:
    """The time of `work`, against a limit in seconds."""
    took = seconds(work)
    return Row(what, f"{took:.2f} s", f"under {limit:g} s", took < limit)
