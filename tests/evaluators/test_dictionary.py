"""Sweeps with dictionaries against brute force: random games, boards, orders, stuck players and weights."""

from fractions import Fraction
from operator import add, mul

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.residual import ResidualSweep
from placement import random_games
from sweep.test_sweep import plain_states

from enumerate import Board, positions
from enumerate.checking.brute import brute_force
from enumerate.evaluators.dictionary import DictionarySweep, OverBudgetError
from enumerate.model.game import Forbidden, Game, Piece
from enumerate.plan.plan import small_answer
from enumerate.rules.problem import Problem, conflict_graph
from enumerate.sweep.sweep import Sweep


@st.composite
def small_boards(draw):
    chosen = draw(st.sets(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=8))
    wrap = draw(st.sampled_from([(False, False), (False, True), (True, True)]))
    return Board.of((3, 3), chosen, wrap)


@pytest.mark.parametrize("examples", [80, pytest.param(2000, marks=pytest.mark.slow)])
def test_random_games_in_any_order(examples):
    @settings(max_examples=examples, deadline=None)
    @given(game=random_games(), board=small_boards(), perfect=st.booleans(), data=st.data())
    def check(game, board, perfect, data):
        graph = conflict_graph(game, board)
        order = data.draw(st.permutations(sorted(board.cells)))
        players = st.sets(st.sampled_from(sorted({*graph.variables, 0})))
        stuck = () if perfect else data.draw(players)
        sweep = DictionarySweep(graph, stuck, order, perfect)
        kind = {"kind": "perfect"} if perfect else {"stuck": sorted(stuck)}
        wanted = brute_force(board, game=game, **kind)
        assert (sweep.evaluate(1) or 0) == wanted.total
        point = [Fraction(2, 3), Fraction(5), Fraction(-1, 7)]
        weights = [point[variable] for variable in graph.variables]
        value = sum(
            number * point[0] ** powers[0] * point[1] ** (*powers, 0)[1] * point[2] ** (*powers, 0, 0)[2]
            for powers, number in wanted
        )
        assert (sweep.evaluate(Fraction(1), weights, mul) or 0) == value
        task = Problem(board, frozenset(stuck), perfect=perfect, game=game)
        assert sum(plain_states(Sweep(task, order))[-1].values()) == wanted.total
        if not perfect:
            *_, last = ResidualSweep(graph, stuck, order).carry(1, lambda _, value: value, add)
            assert sum(last.values()) == wanted.total
        assert small_answer(task, True) == wanted.total
        assert small_answer(task, False) == wanted

    check()


def test_a_weight_for_every_placement():
    """Sets of positions: the value of a state is the set of all ways to reach it."""
    board = Board.rectangle(2, 3)
    graph = conflict_graph(Game.named("domineering"), board)

    def scale(sets, number):
        return {one | {number} for one in sets}

    sweep = DictionarySweep(graph, (0, 1), sorted(board.cells))
    found = sweep.evaluate({frozenset()}, range(len(graph)), scale, lambda one, other: one | other)
    assert len(found) == positions(board, "maximal").total
    for position in found:
        dominated = set(position).union(*(graph.neighbours[q] for q in position))
        assert dominated == set(range(len(graph)))
        assert all(graph.neighbours[q].isdisjoint(position) for q in position)


def test_knights_that_exclude_each_other():
    """Snort in which Left and Right may not stand a knight's move apart; 0.2.0 took more than 80 s."""
    leaps = [(a * i, b * j) for a, b in ((1, 2), (2, 1)) for i in (1, -1) for j in (1, -1)]
    pieces = [Piece("L", "left", [(0, 0)]), Piece("R", "right", [(0, 0)])]
    game = Game("knight-snort", pieces, [Forbidden(("L", "R"), leaps)])
    board = Board.rectangle(3, 3)
    assert positions(board, "maximal", game=game) == brute_force(board, "maximal", game=game)
    assert positions(Board.rectangle(4, 5), "maximal", game=game).total == 8202


def test_a_budget_ends_the_sweep():
    board = Board.rectangle(4, 4)
    sweep = DictionarySweep(conflict_graph(Game.named("domineering"), board), (), sorted(board.cells))
    with pytest.raises(OverBudgetError):
        sweep.evaluate(1, budget=50)
    assert sweep.evaluate(1, budget=5000) == 10012
