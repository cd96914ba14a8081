"""Lanes without the engine: a small polynomial by brute force, evaluated in plain Python. No Numba."""

import time
from collections.abc import Callable, Generator, Sequence

from enumerate.checking.brute import brute_force
from enumerate.evaluators.points import EvaluationPoint, Support
from enumerate.model.board import Board
from enumerate.reconstruct.answers import Batch
from enumerate.reconstruct.reconstruction import PolynomialPlan
from enumerate.rules.problem import Problem
from enumerate.support.run import Report

TASK = Problem(Board.rectangle(4, 3), frozenset({1}))
TRUTH = brute_force(TASK.board, stuck=TASK.stuck)


def span(values: list[int]) -> tuple[int, int]:
    """The least and the greatest."""
    return min(values), max(values)


def plan(spares: int = 2) -> PolynomialPlan:
    """The plan of the polynomial; a larger bound takes more primes, so more lanes."""
    terms = [term for term, _ in TRUTH]
    support = Support(
        span([a + b for a, b in terms]),
        (span([a for a, _ in terms]), span([b for _, b in terms])),
        span([a - b for a, b in terms]),
    )
    return PolynomialPlan(2, 2 ** (30 * spares), support, symmetric=False)


def residue(point: EvaluationPoint) -> int:
    """The truth at a lane."""
    return int(TRUTH(*point.values)) % point.prime


def plain_workers(
    batch: int = 8,
    nap: float = 0.0,
    started: Callable[[Sequence[EvaluationPoint]], None] = lambda points: None,
) -> Callable[[Problem, Sequence[EvaluationPoint], Report], Generator[Batch]]:
    """Workers that compute one batch after the other, with a nap in each."""

    def work(task: Problem, points: Sequence[EvaluationPoint], report: Report) -> Generator[Batch]:
        assert (task.board, task.stuck) == (TASK.board, TASK.stuck)
        for at in range(0, len(points), batch):
            report(at, len(points))
            some = points[at : at + batch]
            started(some)
            time.sleep(nap)
            yield some, [residue(point) for point in some]

    return work
