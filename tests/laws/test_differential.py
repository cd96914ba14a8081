"""Differential: where brute force is too slow, the engines are compared with each other."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from packed import packed_total, whole_program

from enumerate import Board, count
from enumerate.compiler.operators import OperatorCompiler
from enumerate.evaluators import sweeper
from enumerate.evaluators.integers import total_bound
from enumerate.evaluators.points import EvaluationPoint
from enumerate.plan.plan import TOTAL
from enumerate.plan.strategy import compile_best, compiled_program
from enumerate.reconstruct.answers import modular_answer, run_points
from enumerate.reconstruct.reconstruction import chinese_remainder
from enumerate.rules.problem import Problem, position_bound
from enumerate.support.errors import ComputationError
from enumerate.support.run import Settings, within
from enumerate.sweep.diagram import StateSet
from enumerate.sweep.profile import best_order, profile
from enumerate.sweep.sweep import slots_of, sweep


@st.composite
def boards(draw, most_cells=30):
    dimension = draw(st.integers(1, 3))
    limit = {1: 20, 2: 6, 3: 3}[dimension]
    shape = draw(st.tuples(*[st.integers(1, limit)] * dimension))
    box = sorted(Board.box(*shape).cells)
    walls = draw(st.sets(st.sampled_from(box), max_size=len(box) // 3))
    wrap = draw(st.tuples(*[st.booleans()] * dimension))
    cells = [cell for cell in box if cell not in walls][:most_cells]
    stuck = draw(st.sets(st.integers(0, dimension - 1)))
    return Board.of(shape, cells, wrap), frozenset(stuck)


def test_threads_and_blocks_do_not_matter(monkeypatch):
    monkeypatch.setattr(sweeper, "LEAST_SHARED_TARGETS", 1)  # threads share even small phases
    program = compile_best(Problem(Board.rectangle(6, 6), frozenset({0, 1})))
    points = [EvaluationPoint(p, (3, k)) for p in (1073741789, 1073741783, 101) for k in range(50)]
    wanted = run_points(program, points, threads=1)
    for threads in (2, 3, 7):
        assert run_points(program, points, threads=threads) == wanted
    assert [run_points(program, [point])[0] for point in points] == wanted
    assert run_points(program, points[:60], threads=3) == wanted[:60]  # one block, its steps shared


@settings(max_examples=15, deadline=None)
@given(boards())
def test_bounds_on_positions_and_counts_of_states(question):
    board, stuck = question
    problem = Problem(board, frozenset(stuck))
    order = best_order(problem)
    program = whole_program(board, stuck, order)
    total = packed_total(program)
    assert total == total_bound(program) <= max(position_bound(board), 1)
    local = sweep(problem, order).locals
    operators, _ = OperatorCompiler(single=True).forward(StateSet.start(slots_of(local)), local)
    assert [operator.targets for operator in operators] == profile(problem, order).counts


def test_a_wrong_residue_is_an_error():
    task = Problem(Board.rectangle(5, 5), frozenset())

    def damaged(task, points, report):
        residues = run_points(compiled_program(task), points)
        return [*residues[:-1], residues[-1] ^ 1]

    with within(Settings(runner=damaged)), pytest.raises(ComputationError, match="spare prime"):
        modular_answer(task, TOTAL)


@given(st.lists(st.integers(0, 10**12), min_size=1, max_size=5))
def test_chinese_remainder_inverts(values):
    primes = [1073741789, 1073741783]
    rows = [[v % p for v in values] for p in primes]
    assert chinese_remainder(rows, primes) == values


def test_disjoint_primes_give_the_same_total():
    board = Board.rectangle(9, 9)
    one, how = modular_answer(Problem(board, frozenset([1])), TOTAL)
    with within(Settings(skip_primes=20, symmetry=False)):
        two, again = modular_answer(Problem(board, frozenset([1]), False), TOTAL)
    assert one == two
    assert not set(how["primes"]) & set(again["primes"])
    assert how["half_sweep"]
    assert not again["half_sweep"]


def test_runners_are_asked_for_lanes():
    asked = []

    def runner(task, points, report):
        asked.append(len(points))
        return run_points(compiled_program(task), points, threads=1)

    total = count(Board.rectangle(6, 6), engine="modular", settings=Settings(runner=runner))
    assert total == 2989126727
    assert asked == [3]
