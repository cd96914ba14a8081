"""Announced times: what was far off once."""

from enumerate import Board, Settings
from enumerate.plan.plan import TOTAL, Engine, plan
from enumerate.plan.question import Question


def test_the_announced_time_of_a_box_includes_compiling():
    """5 x 5 x 5 takes about a minute on two cores, most of it for compiling; once 1 s was announced."""
    [term] = Question(Board.box(5, 5, 5)).terms()
    need = plan(term.problem, TOTAL, Engine.AUTO, Settings(threads=2, max_memory="8GiB")).need
    assert 20 < need.seconds < 200


def test_flat_boards_of_a_moment_are_not_announced():
    [term] = Question(Board.rectangle(16, 16)).terms()
    assert not plan(term.problem, TOTAL, Engine.AUTO, Settings(threads=2, max_memory="8GiB")).need.seconds > 1
