"""How to compute: threads, memory, symmetry, where lanes run, whom to tell. Light to import."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..progress import Report, silent

if TYPE_CHECKING:
    from .lanes import Runner


def _say_nothing(line: str) -> None:
    """The listener to estimates that does nothing."""


@dataclass(frozen=True)
class Run:
    """Settings of a computation.

    `symmetry` allows half sweeps and x <-> y; `runner` computes lanes somewhere else than in this process;
    `skip_primes` leaves the first primes to another computation; `announce` gets one line of estimate.

    >>> Run(threads=2, max_memory=2**30).cores
    2
    """

    symmetry: bool = True
    threads: int | None = None
    max_memory: int | None = None
    runner: "Runner | None" = None
    skip_primes: int = 0
    report: Report = silent
    announce: Callable[[str], None] = _say_nothing

    @property
    def cores(self) -> int:
        """The number of threads."""
        return self.threads or os.cpu_count() or 1


DEFAULT = Run()
