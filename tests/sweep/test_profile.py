"""Counts of states that end early: exact and extrapolated ones, marked as such."""

from itertools import permutations
from math import inf

import pytest

from enumerate import Board, Game
from enumerate.rules.problem import Problem
from enumerate.sweep.orders import lexicographic
from enumerate.sweep.profile import Profile, StateCounter, best_order, profile


def test_a_profile_is_cut_where_counting_ended_before_the_last_visit():
    assert Profile([1, 3], 1, 3).is_cut
    assert Profile([1, 3, 2], 2, 3).is_cut
    assert not Profile([1, 3, 2], 3, 3).is_cut


@pytest.mark.parametrize(("name", "stuck", "sets"), [("domineering", (0, 1), 1000), ("kings", (0,), 1000)])
def test_counts_beyond_the_sets_grow_as_before_and_then_stay(name, stuck, sets):
    """As many visits later as were looked back at, the same factor: n[e + w] / n[e] = n[e] / n[e - w]."""
    board = Board.rectangle(12, 10)
    problem, order = (
        Problem(board, frozenset(stuck), game=Game.named(name)),
        tuple(lexicographic(board, (0, 1))),
    )
    truth, _ = StateCounter(problem, order).count(inf)
    numbers, exact = StateCounter(problem, order, None, sets).count(inf)
    assert numbers[:exact] == truth[:exact]
    assert len(numbers) == len(truth)
    last, window, width = exact - 1, exact // 2, board.shape[1]
    assert 0 < window < last + window < 2 * width < len(numbers)
    assert numbers[last + window] / numbers[last] == pytest.approx(
        numbers[last] / numbers[last - window], 0.01
    )
    assert set(numbers[2 * width :]) == {numbers[2 * width - 1]}


@pytest.mark.parametrize("stuck", [(), (0, 1, 2)], ids=str)
def test_the_order_of_a_box_has_the_fewest_states(stuck):
    """Where no player is special, the lengths of the sides decide without counting states."""
    board = Board.box(2, 3, 4)
    problem = Problem(board, frozenset(stuck))
    orders = [lexicographic(board, axes) for axes in permutations(range(3))]
    assert sum(profile(problem, best_order(problem)).counts) == min(
        sum(profile(problem, order).counts) for order in orders
    )
