"""Residues on threads, and totals modulo one prime at a time, where limbs do not fit into memory."""

from math import prod

import pytest

from enumerate import Board, ComputationError, TooLargeError, count, positions
from enumerate.counting.positions import answer_total
from enumerate.evaluators.integers import Residue, support
from enumerate.evaluators.points import EvaluationPoint
from enumerate.model.game import Game
from enumerate.plan.plan import TOTAL, Engine, plan
from enumerate.plan.question import Question
from enumerate.plan.strategy import compiled_program
from enumerate.reconstruct import answers
from enumerate.reconstruct.answers import primes_for, total_by_primes
from enumerate.reconstruct.reconstruction import PolynomialPlan
from enumerate.rules.problem import Problem, position_bound
from enumerate.support.run import Settings

BOARDS = [Board.rectangle(5, 4), Board.parse("...#\n....\n.#.."), Board.rectangle(4, 4, (True, False))]


@pytest.mark.parametrize("name", ["domineering", "col", "kings", "l-trominoes"])
@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_primes_tell_what_dictionaries_do(board, name):
    game = Game.named(name)
    for stuck in (frozenset(), frozenset(range(game.variables(2)))):
        program = compiled_program(Problem(board, stuck, game=game), weighted=False)
        wanted = count(board, stuck=sorted(stuck), game=game, engine="dictionary")
        assert total_by_primes(program, position_bound(board, game)) == wanted
        assert total_by_primes(program, 2**100, threads=2) == wanted


def test_there_are_enough_primes():
    many = primes_for(2**500)
    for bound in (
        *(2**bits for bits in (1, 46, 47, 93, 94, 141, 500)),
        many[0],
        prod(many[:4]),
        prod(many[:4]) - 1,
    ):
        *primes, spare = primes_for(bound)
        assert prod(primes[:-1]) <= bound < prod(primes)
        assert spare not in primes


def test_a_wrong_residue_is_noticed(monkeypatch):
    program = compiled_program(Problem(Board.rectangle(6, 6), frozenset()), weighted=False)
    true = Residue.inner_product
    for wrong in primes_for(2**60):
        monkeypatch.setattr(
            Residue,
            "inner_product",
            lambda self, *values, p=wrong: (true(self, *values) + (self._prime == p)) % p,
        )
        with pytest.raises(ComputationError, match="contradicts"):
            total_by_primes(program, 2**60)


def test_a_total_goes_by_primes_where_limbs_do_not_fit():
    board = Board.rectangle(18, 18)
    task = Problem(board, frozenset())
    wanted, how = answer_total(Question(board))
    assert how["engine"] == "integers"
    limbs = plan(task, TOTAL, Engine.AUTO, Settings()).need.memory
    primes = plan(task, TOTAL, Engine.AUTO, Settings(max_memory=int(limbs) - 2**20)).need.memory
    assert primes < limbs
    total, how = answer_total(Question(board), max_memory=int(limbs + primes) // 2)
    assert (total, how["engine"]) == (wanted, "primes")
    with pytest.raises(TooLargeError, match="one prime at a time need about"):
        count(board, max_memory=int(primes) // 2)


@pytest.mark.parametrize(
    ("board", "name", "stuck"),
    [("4x4", "domineering", (0, 1)), ("5x4", "col", (0, 1)), ("2x2x3", "domineering", ())],
)
def test_every_lower_set_determines_the_polynomial(board, name, stuck):
    game = Game.named(name)
    problem = Problem(Board(board), frozenset(stuck), game=game)
    wanted = positions(board, stuck=stuck, game=game, engine="dictionary")
    forms = [(False, False), (False, True), *([(True, False)] if problem.variables == 2 else [])]
    for symmetric, above in forms:

        def plan_for(program, bound, symmetric=symmetric, above=above):
            found = support(program)
            return PolynomialPlan(problem.variables, bound, found, symmetric, from_above=above)

        assert answers.answer(problem, plan_for)[0] == wanted


@pytest.mark.parametrize("tick", [1e-6, 10])
def test_nothing_is_lost_while_batches_take_longer_than_a_report(tick, monkeypatch):
    monkeypatch.setattr(answers, "METER_SECONDS", tick)
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
