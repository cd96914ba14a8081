"""The store: residues at evaluation points, totals, and the jobs for which they were computed.

Read `journal.py` first.

The key of a total is a hash of its problem. The key of a residue is this hash, the prime and the point. In
the file an evaluation point is a "lane".
"""

import time
from collections.abc import Iterable, Sequence
from hashlib import blake2b

from ..evaluators.points import EvaluationPoint
from ..rules.problem import Problem
from ..support.result import digits, from_digits
from .journal import Entry, Journal
from .wire import is_residue, problem_key, write_problem


class Store(Journal):
    """A store open for writing; a second writer is refused."""

    def known(self, problem: Problem) -> dict[EvaluationPoint, int]:
        """All residues of a problem; the last one at each evaluation point."""
        found = {}
        for entry in self.entries("lane", problem_key(problem)):
            match entry:
                case [_, _, int() as prime, [*point], residue] if is_residue(residue, prime) and all(
                    type(value) is int for value in point
                ):
                    found[EvaluationPoint(prime, tuple(point))] = residue
        return found

    def begin(
        self, problem: Problem, points: Sequence[EvaluationPoint] = (), have: int = 0, states: int = 0
    ) -> str:
        """Enter a job with `have` steps done, and return its key.

        The job is the residues at `points`, or a total by sweeps over `states` states.
        """
        text = write_problem(problem)
        names = [f"{point.prime} {','.join(map(str, point.values))}" for point in points] or ["total"]
        key = blake2b("\n".join([text, *names]).encode(), digest_size=16).hexdigest()
        primes = len({point.prime for point in points}) or 1
        job = [key, text, problem.symmetry, len(points), primes, have, time.time(), states]
        self.append([["job", *job]])
        return key

    def advance(self, job: str, more: int) -> None:
        """Record progress of a job."""
        self.append([["done", job, more, time.time()]])

    def total(self, problem: Problem) -> tuple[int, dict[str, object]] | None:
        """The number of positions of a problem and its provenance, if they are known."""
        found = None
        for entry in self.entries("total", problem_key(problem)):
            match entry:
                case [_, _, str() as total, {"engine": str()} as provenance] if total.isdecimal():
                    found = from_digits(total), provenance
        return found

    def add_total(self, problem: Problem, total: int, provenance: dict[str, object]) -> None:
        """Add the number of positions and its provenance."""
        self.append([["total", problem_key(problem), digits(total), provenance]])

    def add(self, job: str, problem: Problem, found: Iterable[tuple[EvaluationPoint, int]]) -> None:
        """Add residues: when this returns they are on the disk."""
        key = problem_key(problem)
        entries: list[Entry] = [["lane", key, point.prime, point.values, value] for point, value in found]
        self.append([*entries, ["done", job, len(entries), time.time()]])
