"""Plans: the chosen evaluator runs, decisions are explained, memory is limited, times are forecast."""

import json

import pytest

import enumerate as en
from enumerate import Board, Settings
from enumerate.compiler.fold import fold_of
from enumerate.plan.plan import POLYNOMIAL, TOTAL, Engine, EvaluatorChoice, plan, plans
from enumerate.plan.question import Question
from enumerate.plan.strategy import compiled_program, route
from enumerate.rules.problem import Problem
from enumerate.sweep.profile import HOPELESS_STATES, best_order, state_counter
from enumerate.sweep.sweep import periodic_sweep, sweep

BOARDS = {
    "4x4": en.Board.rectangle(4, 4),
    "9x9": en.Board.rectangle(9, 9),
    "two parts": en.Board.parse("....#....\n....#....\n....#....\n....#...."),
    "cylinder": en.Board.rectangle(6, 7, wrap=(True, False)),
    "torus": en.Board.rectangle(6, 6, wrap=(True, True)),
    "box": en.Board.box(3, 3, 4),
}


@pytest.mark.parametrize(
    ("name", "kind"),
    [(name, kind) for name in BOARDS for kind in ("general", "maximal")]
    + [(name, "any-end") for name in BOARDS if name != "box"],  # any-end is about flat boards
)
def test_the_evaluator_of_the_plan_is_the_one_that_runs(name, kind):
    board = BOARDS[name]
    explained = en.explain(board, kind)
    found = en.positions(board, kind)
    ran = str(found.provenance["engine"]).split(", ")
    assert set(ran) == {step.evaluator for step in explained.steps}


@pytest.mark.parametrize("name", BOARDS)
def test_the_strategy_of_the_plan_is_the_one_that_is_compiled(name):
    for stuck in ((), (0, 1)):
        [task] = {part.problem for part in Question(BOARDS[name], stuck=stuck).terms()[0].components()}
        program = compiled_program(task)
        made = "folded" if program.is_folded else "whole" if program.cycles is None else "trace"
        assert made == route(task).strategy


def test_equal_components_are_planned_once():
    terms = Question(BOARDS["two parts"], "any-end").terms()
    assert [sum(part.times for part in term.components()) for term in terms] == [2, 2, 2]
    assert len(plans(terms, TOTAL, Engine.AUTO, en.Settings())) <= 3


def test_a_total_that_does_not_fit_in_limbs_takes_primes_and_says_why():
    task = Problem(en.Board.rectangle(16, 16), frozenset((0, 1)))
    free = plan(task, TOTAL, Engine.AUTO, en.Settings())
    assert free.evaluator is EvaluatorChoice.INTEGERS
    tight = plan(task, TOTAL, Engine.AUTO, en.Settings(max_memory=int(free.need.memory) - 2**20))
    assert tight.evaluator is EvaluatorChoice.PRIMES
    assert tight.need.memory < free.need.memory
    assert any(reason.startswith("integers: ") for reason in tight.rejected)


def test_a_named_engine_is_taken():
    task = Problem(en.Board.rectangle(4, 4), frozenset())
    chosen = {engine: plan(task, POLYNOMIAL, engine, en.Settings()).evaluator.value for engine in Engine}
    assert chosen == {e: "dictionary" if e is Engine.AUTO else e.value for e in Engine}


def test_the_explanation_is_a_table_and_json():
    found = en.explain(en.Board.rectangle(12, 12), "maximal", total=True, threads=2)
    assert json.loads(json.dumps(found.to_json()))["problems"][0]["states"] == 186_304
    assert len(found.table().rows) == len(found.steps) == 1
    assert "12x12, Left, Right stuck" in str(found)


def test_a_board_that_cannot_fit_is_refused_by_explain_as_by_count():
    board = en.Board.rectangle(40, 40)
    messages = []
    for question in (en.count, lambda b: en.explain(b, total=True)):
        with pytest.raises(en.TooLargeError) as refused:
            question(board)
        messages.append(str(refused.value).split(" and ")[0])
    assert messages[0] == messages[1]


def test_a_route_is_found_where_the_sweep_was_swept_again():
    """The labels of a sweep are numbered in the order in which they occur, so a fold needs its own sweep."""
    problem = Problem(en.Board("6x6"))
    order = best_order(problem)
    expected = route(problem).strategy
    state_counter(problem, order).count(HOPELESS_STATES)  # keeps the sweep it counts
    for forgotten in (route, sweep, periodic_sweep, fold_of):
        forgotten.cache_clear()
    assert route(problem).strategy is expected


@pytest.mark.parametrize(
    ("board", "stuck", "game", "least", "most"),
    [
        (Board.rectangle(16, 16), (), "domineering", 0, 1),  # flat boards of a moment are not announced
        (Board.rectangle(22, 22), (), "domineering", 1, 6),
        (Board.box(5, 5, 4), (), "domineering", 0, 1),
        (Board.box(5, 5, 5), (), "domineering", 2, 20),  # most of it is the sweep
        (Board.box(3, 4, 5), (0, 1, 2), "domineering", 0.5, 4),  # most of it is compiling
        (Board.rectangle(7, 7), (0,), "knights", 0.7, 5),
    ],
)
def test_announced_times_are_near(board, stuck, game, least, most):
    problem = Problem(board, frozenset(stuck), game=en.Game.named(game))
    need = plan(problem, TOTAL, Engine.AUTO, Settings(threads=1, max_memory="8GiB")).need
    assert least <= need.seconds <= most


def test_the_announced_memory_of_a_fold_with_a_middle_slice_has_room_for_three_vectors():
    """5 x 5 x 5 takes 2.0 GiB; once 1.5 GiB were announced."""
    need = plan(Problem(Board.box(5, 5, 5)), TOTAL, Engine.AUTO, Settings(max_memory="8GiB")).need
    assert need.memory > 1.85 * 2**30
