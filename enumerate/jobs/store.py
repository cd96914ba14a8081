"""The store: residues of lanes, totals, and the jobs for which they were computed.

Read `journal.py` first.

A total is named by a hash of its problem; a residue by that, its prime and its point: all that determines it.
"""

import time
from collections.abc import Iterable, Sequence
from hashlib import blake2b

from ..evaluators.points import EvaluationPoint
from ..rules.problem import Problem
from ..support.result import digits, from_digits
from .journal import Entry, Journal
from .wire import is_residue, problem_key, write_point, write_problem


class Store(Journal):
    """A store open for writing; a second writer is refused."""

    def known(self, problem: Problem) -> dict[EvaluationPoint, int]:
        """All residues of a problem; of two for the same lane the later one."""
        found = {}
        for entry in self.entries("lane", problem_key(write_problem(problem))):
            match entry:
                case [_, _, int() as prime, [*point], residue] if is_residue(
                    residue, EvaluationPoint(prime, (0,))
                ) and all(type(value) is int for value in point):
                    found[EvaluationPoint(prime, tuple(point))] = residue
        return found

    def begin(self, problem: Problem, points: Sequence[EvaluationPoint], have: int) -> str:
        """Enter a job, the `lanes` of a problem of which `have` are known; its name."""
        names = "\n".join(f"{point.prime} {write_point(point.values)}" for point in points)
        return self._begin(problem, names, len(points), len({point.prime for point in points}), have, 0)

    def begin_total(self, problem: Problem, states: int, have: int) -> str:
        """Enter a total as a job of sweeps over `states` states, of which `have` are done; its name."""
        return self._begin(problem, "total", 0, 1, have, states)

    def _begin(self, problem: Problem, what: str, points: int, primes: int, have: int, states: int) -> str:
        text = write_problem(problem)
        key = blake2b(f"{text}\n{what}".encode(), digest_size=16).hexdigest()
        self.append([["job", key, text, problem.symmetry, points, primes, have, time.time(), states]])
        return key

    def advance(self, job: str, more: int) -> None:
        """Add to what is done of a job."""
        self.append([["done", job, more, time.time()]])

    def total(self, problem: Problem) -> tuple[int, dict[str, object]] | None:
        """The number of positions of a problem, if it is known, and how it was obtained."""
        found = None
        for entry in self.entries("total", problem_key(write_problem(problem))):
            match entry:
                case [_, _, str() as total, {"engine": str()} as provenance] if total.isdecimal():
                    found = from_digits(total), provenance
        return found

    def add_total(self, problem: Problem, total: int, provenance: dict[str, object]) -> None:
        """Keep the number of positions, and how it was obtained."""
        self.append([["total", problem_key(write_problem(problem)), digits(total), provenance]])

    def add(self, job: str, problem: Problem, found: Iterable[tuple[EvaluationPoint, int]]) -> None:
        """Keep residues: when this returns they are on the disk."""
        key = problem_key(write_problem(problem))
        entries: list[Entry] = [["lane", key, point.prime, point.values, value] for point, value in found]
        self.append([*entries, ["done", job, len(entries), time.time()]])
