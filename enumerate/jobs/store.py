"""The store: residues of lanes, totals, and the jobs for which they were computed.

A total is named by a hash of its task; a residue by that, its prime and its point: all that determines it.
"""

import time
from collections.abc import Iterable, Sequence
from hashlib import blake2b

from ..evaluators.points import Lane
from ..rules.problem import Problem
from ..support.writing import digits, from_digits
from .journal import Entry, Journal
from .wire import is_residue, task_key, write_point, write_task


class Store(Journal):
    """A store open for writing; a second writer is refused."""

    def known(self, task: Problem) -> dict[Lane, int]:
        """All residues of a task; of two for the same lane the later one."""
        found = {}
        for entry in self.entries("lane", task_key(write_task(task))):
            match entry:
                case [_, _, int() as prime, [*point], residue] if is_residue(
                    residue, Lane(prime, (0,))
                ) and all(type(value) is int for value in point):
                    found[Lane(prime, tuple(point))] = residue
        return found

    def begin(self, task: Problem, lanes: Sequence[Lane], have: int) -> str:
        """Enter a job, the `lanes` of a task of which `have` are known; its name."""
        names = "\n".join(f"{lane.prime} {write_point(lane.point)}" for lane in lanes)
        return self._begin(task, names, len(lanes), len({lane.prime for lane in lanes}), have, 0)

    def begin_total(self, task: Problem, states: int, have: int) -> str:
        """Enter the total of a task as a job, sweeps over so many `states`, `have` of them done; its name."""
        return self._begin(task, "total", 0, 1, have, states)

    def _begin(self, task: Problem, what: str, lanes: int, primes: int, have: int, states: int) -> str:
        text = write_task(task)
        key = blake2b(f"{text}\n{what}".encode(), digest_size=16).hexdigest()
        self.append([["job", key, text, task.symmetry, lanes, primes, have, time.time(), states]])
        return key

    def advance(self, job: str, more: int) -> None:
        """So much more of a job is done."""
        self.append([["done", job, more, time.time()]])

    def total(self, task: Problem) -> tuple[int, dict[str, object]] | None:
        """The number of positions of a task, if it is known, and how it was obtained."""
        found = None
        for entry in self.entries("total", task_key(write_task(task))):
            match entry:
                case [_, _, str() as total, {"engine": str()} as how] if total.isdecimal():
                    found = from_digits(total), how
        return found

    def add_total(self, task: Problem, total: int, how: dict[str, object]) -> None:
        """Keep the number of positions, and how it was obtained."""
        self.append([["total", task_key(write_task(task)), digits(total), how]])

    def add(self, job: str, task: Problem, found: Iterable[tuple[Lane, int]]) -> None:
        """Keep residues: when this returns they are on the disk."""
        key = task_key(write_task(task))
        entries: list[Entry] = [["lane", key, lane.prime, lane.point, value] for lane, value in found]
        self.append([*entries, ["done", job, len(entries), time.time()]])
