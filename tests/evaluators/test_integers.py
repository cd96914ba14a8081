"""Totals on threads: the numbers do not depend on how an operator, a carry or a join is divided."""

import numpy as np
import pytest

from enumerate import Board
from enumerate.compiler.program import evaluate
from enumerate.evaluators import integers, sweeper
from enumerate.evaluators.integers import checked_total
from enumerate.plan.strategy import compile_best
from enumerate.reconstruct.reconstruction import primes_below
from enumerate.rules.problem import Problem

BOARDS = [Board.rectangle(7, 6), Board.rectangle(6, 6), Board.parse("......\n..#...\n......\n.....#\n......")]


def test_reducing_is_taking_remainders():
    rng = np.random.default_rng(1)
    top = 2**integers.PRIME_BITS
    for prime in [*primes_below(top, 3), *primes_below(top - integers.MOST_BELOW_POWER // 2, 2)]:
        edges = [0, 1, prime - 1, prime, prime + 1, 2 * prime - 1, 2 * prime, top - 1, top, 2**64 - 1]
        numbers = [*edges, *rng.integers(0, 2**64, 1000, dtype=np.uint64).tolist()]
        plane = np.array(numbers, dtype=np.uint64)
        integers._reduce(plane, np.uint64(top - prime))
        assert plane.tolist() == [number % prime for number in numbers]


@pytest.mark.parametrize("board", BOARDS, ids=["odd", "even", "walls"])
@pytest.mark.parametrize("stuck", [(), (0, 1)])
@pytest.mark.parametrize("threads", [1, 3, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("small", "many"), [(0, 1), (2**17, 64)])
def test_shared_out_in_any_way(monkeypatch, board, stuck, threads, small, many):
    program = compile_best(Problem(board, frozenset(stuck)), weighted=False)
    alone = evaluate(program, integers.Integers(sweeper.Sweeper(program.programs)))
    monkeypatch.setattr(sweeper, "LEAST_SHARED_TARGETS", 2)
    monkeypatch.setattr(sweeper, "TARGETS_BETWEEN_CHECKS", 5)
    monkeypatch.setattr(integers, "CACHED_NUMBERS", 3)
    monkeypatch.setattr(sweeper, "MOST_TARGETS_TOGETHER", small)
    monkeypatch.setattr(sweeper, "LEAST_WORDS_OF_A_PART", many)
    monkeypatch.setattr(sweeper, "MOST_ROWS", 3)
    assert checked_total(program, threads) == alone
    tiny = integers.Integers(sweeper.Sweeper(program.programs, threads), limb=8)  # it carries all the time
    assert evaluate(program, tiny) == alone
