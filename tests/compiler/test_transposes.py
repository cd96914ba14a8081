"""The transpose of an operator: <A v, w> = <v, A' w>, for windows of any width, weights and numbers."""

import random

import numpy as np
import pytest
from evaluators.test_operators import questions
from hypothesis import given
from hypothesis import strategies as st

from enumerate import Board, Game, count
from enumerate.compiler.operators import Marking, OperatorCompiler
from enumerate.compiler.sparse import SparseOperator
from enumerate.evaluators.integers import Integers
from enumerate.evaluators.objects import Objects
from enumerate.evaluators.semirings import integers
from enumerate.rules.problem import NoPositionError, Problem
from enumerate.sampling.backward import BackwardTable
from enumerate.sweep.diagram import StateSet
from enumerate.sweep.sweep import slots_of, sweep


def dot(one, other):
    return sum(a * b for a, b in zip(one, other, strict=True))


@given(
    questions(),
    st.integers(1, 7),
    st.sampled_from([Marking.NOTHING, Marking.PLAYER, Marking.PLACEMENT, Marking.EVERY_VISIT]),
    st.randoms(use_true_random=False),
)
def test_transposes_of_objects_and_planes(question, widest, marking, draw):
    game, board, order, stuck = question
    swept = sweep(Problem(board, frozenset(stuck), game=game), order)
    start = StateSet.start(slots_of(swept.locals))
    compiler = OperatorCompiler(marking, widest, placements=max(1, swept.most_starting))
    try:
        operators, _ = compiler.forward(start, swept.locals)
    except NoPositionError:
        return
    transposes = [operator.transposed(compiler.programs) for operator in operators]
    weights = [draw.randrange(1, 9) for _ in compiler.programs.weights]
    growth = max((each.growth for each in (*operators, *transposes)), default=1)
    objects = Objects(compiler.programs, integers())
    planes = Integers.of_products(compiler.programs, growth, max(weights, default=1))
    for operator, transpose in zip(operators, transposes, strict=True):
        v = [draw.randrange(1000) for _ in range(operator.sources)]
        w = [draw.randrange(1000) for _ in range(operator.targets)]

        def scale(value, number):
            return value * weights[number]

        onward, back = objects.step(operator, v, scale), objects.step(transpose, w, scale)
        assert dot(onward, w) == dot(v, back)
        if marking is not Marking.PLAYER:  # operators of one visit have at most one factor in a path
            for each, given_values, wanted in ((operator, v, onward), (transpose, w, back)):
                vector = [np.array(given_values, dtype=np.uint64)]
                made = planes.apply_weighted(each, weights, vector)
                assert planes.values_at(made, np.arange(len(wanted))).tolist() == wanted


@given(questions(), st.randoms(use_true_random=False))
def test_the_sparse_form_is_the_operator(question, draw):
    game, board, order, stuck = question
    swept = sweep(Problem(board, frozenset(stuck), game=game), order)
    compiler = OperatorCompiler(single=True)
    try:
        operators, _ = compiler.forward(StateSet.start(slots_of(swept.locals)), swept.locals)
    except NoPositionError:
        return
    players = [draw.randrange(1, 9) for _ in range(3)]
    factors = [np.prod([p**e for p, e in zip(players, by, strict=True)]) for by in compiler.programs.weights]
    objects = Objects(compiler.programs, integers())
    for operator in operators:
        sparse = SparseOperator.of(operator, compiler.programs)
        v = [draw.randrange(1000) for _ in range(operator.sources)]
        w = [draw.randrange(1000) for _ in range(operator.targets)]
        onward = objects.step(operator, v, lambda value, number: value * int(factors[number]))
        assert sparse.apply(np.array(v, dtype=object), players).tolist() == onward
        assert dot(sparse.transposed(np.array(w, dtype=object), players).tolist(), v) == dot(onward, w)
        start, first = sparse.runs
        for run in range(len(first)):  # the entries of a run rise together
            terms = slice(first[run], first[run] + np.diff(sparse.begin)[start[run]])
            for behind in range(start[run + 1] - start[run]):
                there = slice(*sparse.begin[start[run] + behind : start[run] + behind + 2])
                assert (sparse.source[there] == sparse.source[terms] + behind).all()
                assert (sparse.weight[there] == sparse.weight[terms]).all()


@pytest.mark.parametrize("name", ["domineering", "kings", "knights", "l-trominoes", "col", "far-snort"])
@pytest.mark.parametrize("stuck", [(), (0,)])
@pytest.mark.parametrize("together", [1, 4])
def test_ways_and_completions_meet_after_every_step(name, stuck, together):
    board = Board.of((4, 5), random.Random(name).sample([(r, c) for r in range(4) for c in range(5)], 17))
    game = Game.named(name)
    players = [p for p in stuck if p < game.variables(2)]
    table = BackwardTable(
        Problem(board, frozenset(players), game=game), sorted(board.cells), together=together
    )
    total = count(board, stuck=players, game=game)
    ways = table.start()
    for step, completions in enumerate(table.ascending()):
        identity = np.arange(len(completions))
        assert table.evaluator.inner_product(ways, completions, identity) == total
        if step < len(table.steps):
            ways = table.forward(step, ways)
