"""How to compute: threads, memory, symmetry, where lanes run, whom to tell. Light to import."""

import os
from dataclasses import dataclass, replace
from typing import Any, Protocol

from .progress import Report, Say, portion, say_nothing, silent


class Runner(Protocol):
    """Computes the residues of the lanes of a task, here or elsewhere."""

    def __call__(self, task: Any, lanes: Any, report: Report) -> list[int]: ...


@dataclass(frozen=True)
class Settings:
    """Settings of a computation.

    `symmetry` allows half sweeps and x <-> y; `runner` computes lanes somewhere else than in this process;
    `skip_primes` leaves the first primes to another computation; `announce` gets one line of estimate.

    >>> Settings(threads=2, max_memory=2**30).cores
    2
    """

    symmetry: bool = True
    threads: int | None = None
    max_memory: int | None = None
    runner: Runner | None = None
    skip_primes: int = 0
    report: Report = silent
    announce: Say = say_nothing

    @property
    def cores(self) -> int:
        """The number of threads."""
        return self.threads or os.cpu_count() or 1

    def part(self, number: int, parts: int) -> "Settings":
        """The settings for one of `parts` equal parts of a computation, counted from 0.

        >>> Settings(report=lambda done, total: print(done, "of", total)).part(1, 2).report(1, 2)
        1500 of 2000
        """
        return replace(self, report=portion(self.report, number, parts))


DEFAULT = Settings()
