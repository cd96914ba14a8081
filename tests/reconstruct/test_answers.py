"""Residues are the same however long a thread takes for its batch."""

import pytest

from enumerate import Board, positions
from enumerate.evaluators.points import EvaluationPoint
from enumerate.plan.strategy import compiled_program
from enumerate.reconstruct import answers
from enumerate.rules.problem import Problem


@pytest.mark.parametrize("tick", [1e-6, 10])
def test_nothing_is_lost_while_batches_take_longer_than_a_report(tick, monkeypatch):
    monkeypatch.setattr(answers, "TICK", tick)
    board, prime = Board.rectangle(5, 5), 1073741789
    points = [EvaluationPoint(prime, (i, 3 * i + 1)) for i in range(100)]
    truth = positions(board, engine="dictionary")
    reports = []
    found = answers.run_points(
        compiled_program(Problem(board, frozenset())),
        points,
        2,
        lambda done, total: reports.append((done, total)),
    )
    assert found == [truth(*point.values) % prime for point in points]
    assert {total for _, total in reports} == {len(points)}
    assert all(0 <= done <= len(points) for done, _ in reports)
