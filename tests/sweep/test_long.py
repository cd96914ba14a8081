"""Long boxes: the visits of a shorter one, with a slice repeated, are those of the box itself."""

from dataclasses import replace

import pytest
from packed import packed_total

from enumerate import Board, Game, recurrence
from enumerate.plan.plan import dictionary_answer
from enumerate.plan.strategy import compiled_program
from enumerate.rules.problem import Problem, position_bound, reach
from enumerate.sweep.orders import lexicographic
from enumerate.sweep.profile import profile
from enumerate.sweep.sweep import AROUND, periodic_sweep, sweep
from enumerate.sweep.visit import Rule

GAMES = ["domineering", "col", "snort", "node-kayles", "triomineering"]


def seen(local):
    """What a visit sees and touches, whatever its labels are called."""
    assert isinstance(local.rule, Rule)
    return local.slots, local.rule.context


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("stuck", "wrap"), [((), True), ((0,), False), ((0, 1), False)], ids=str)
def test_repeated_slices_are_those_of_the_long_box(name, stuck, wrap):
    game = Game.named(name)
    players = frozenset(p for p in stuck if p < game.variables(2))
    for length in (1, 2):
        board = Board.rectangle(4 * AROUND * reach(game) + 6 + length, 3, wrap=(False, wrap))
        order = tuple(lexicographic(board, (0, 1)))
        problem = Problem(board, players, game=game)
        short = periodic_sweep(problem, order)
        assert short.more % 2 == 0
        assert short.more > 0
        visits = short.repeated(short.swept.locals, short.more)
        own = sweep(problem, order)
        assert list(map(seen, visits)) == list(map(seen, own.locals))


@pytest.mark.parametrize("name", ["kings", "knights", "squares", "node-kayles", "cram"])
@pytest.mark.parametrize("stuck", [(), (0,)], ids=str)
def test_columns_are_as_much_alike_as_rows(name, stuck):
    """The games are their own transposes, so a sweep by columns is one by rows, turned."""
    varieties = []
    for shape, axes in (((12, 5), (0, 1)), ((5, 12), (1, 0))):
        board = Board.rectangle(*shape)
        problem = Problem(board, frozenset(stuck), game=Game.named(name))
        visits = sweep(problem, tuple(lexicographic(board, axes)))
        varieties.append(len(set(visits.contexts)))
    assert varieties[0] == varieties[1] < 60


def test_bounds_of_a_long_box_are_those_of_its_own_sweep():
    board = Board.rectangle(60, 4)
    for stuck in map(frozenset, [(), (0,), (0, 1)]):
        bounds = profile(Problem(board, stuck), lexicographic(board, (0, 1))).counts
        inner = Board.rectangle(20, 4)  # too short to be shortened
        own = profile(Problem(inner, stuck), lexicographic(inner, (0, 1))).counts
        assert (bounds[:40], bounds[-40:], len(bounds)) == (own[:40], own[-40:], 240)
        assert set(bounds[40:-40]) <= set(own[28:-28])


@pytest.mark.parametrize("stuck", [(), (0,), (1,), (0, 1)], ids=str)
@pytest.mark.parametrize("length", [49, 50])
def test_totals_of_long_boxes_satisfy_the_recurrence_of_their_width(stuck, length):
    task = Problem(Board.rectangle(length, 2), frozenset(stuck))
    programs = [compiled_program(replace(task, symmetry=halved)) for halved in (False, True)]
    found = {dictionary_answer(task, True), *map(packed_total, programs)}
    assert [program.is_folded for program in programs] == [False, True]
    assert found == {recurrence(2, stuck=stuck).totals(length + 1)[length]}


@pytest.mark.parametrize("name", GAMES)
def test_the_bound_on_positions_of_a_long_box_is_that_of_its_cells(name):
    game = Game.named(name)
    for rows, cols in ((41, 3), (42, 3), (2, 43), (1, 44)):
        board = Board.rectangle(rows, cols)
        walled = replace(board, barred=frozenset({((0, 0), "nothing")}))  # the same, but it is not shortened
        assert position_bound(board, game) == position_bound(walled, game)
