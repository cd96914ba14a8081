"""Answers that are cheap to check are confirmed by a second route, and a contradiction is an error."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from click.testing import CliRunner

from enumerate import Board, ComputationError, InputError, caches, count, positions
from enumerate.checking.brute import brute_force
from enumerate.cli import main
from enumerate.counting import confirm, solve
from enumerate.counting.positions import answer_total
from enumerate.evaluators import integers
from enumerate.model.game import Game
from enumerate.plan import strategy
from enumerate.plan.question import Question
from enumerate.reconstruct import answers
from enumerate.rules.problem import Problem

ELIMINATED = f"elimination modulo {confirm.CHECK_PRIME}"
SWEPT = "a whole sweep from the other corner, modulo "


@pytest.fixture(autouse=True)
def fresh():
    """No answer is cached before or after a test that injects wrong ones."""
    caches.clear()
    yield
    caches.clear()


@pytest.mark.parametrize(
    ("board", "options", "how"),
    [
        ("4x4", {}, "brute force"),
        ("4x4", {"kind": "perfect"}, "brute force"),
        ("4x4", {"play": True}, "brute force"),
        ("5x5", {}, ELIMINATED),
        ("5x5", {"kind": "maximal"}, ELIMINATED),
        ("4x4", {"engine": "modular", "kind": "maximal"}, "brute force"),
        ("6x5", {"engine": "barstate"}, ELIMINATED),
        ("11x11", {}, SWEPT),
    ],
)
def test_the_provenance_names_the_check(board, options, how):
    engine = options.get("engine", "auto")
    question = Question(Board(board), options.get("kind", "general"), play=options.get("play", False))
    total, provenance = answer_total(question, engine)
    assert provenance["confirmed"].startswith(how)
    unchecked, other = answer_total(question, engine, check=False)
    assert total == unchecked
    assert other == {name: value for name, value in provenance.items() if name != "confirmed"}


def test_polynomials_are_confirmed():
    assert positions("3x3", "maximal").provenance["confirmed"] == "brute force"
    assert positions("5x5", "maximal").provenance["confirmed"] == ELIMINATED
    assert positions("12x12").provenance["confirmed"].startswith(SWEPT)


def test_each_summand_and_each_part_is_confirmed():
    provenance = positions("4x3", "any-end").provenance
    assert all(part["confirmed"] for part in provenance["different_summands"])
    provenance = positions("..#...").provenance
    assert [part["confirmed"] for part in provenance["different_parts"]] == ["brute force"] * 2


def test_statistics_of_tiny_boards_are_confirmed():
    assert positions("4x3", "maximal", by="size").provenance["confirmed"] == "brute force"
    assert "confirmed" not in positions("5x5", by="size").provenance


def one_more(made):
    return lambda *asked: made(*asked) + 1


def exchanged(made):
    return lambda *asked: made(*asked).swap((1, 0))


def without_a_term(made):
    def wrong(*asked):
        polynomial, how = made(*asked)
        return replace(polynomial, terms=polynomial.terms[1:]), how

    return wrong


def turned(made):
    """The check modulo a prime on the same program agrees with the wrong total."""

    def wrong(*asked):
        program = made(*asked)
        return replace(program, partner=np.roll(np.arange(program.right[-1].targets), 1))

    return wrong


@pytest.mark.parametrize(
    ("module", "name", "wrong", "ask", "how"),
    [
        (solve, "dictionary_answer", one_more, partial(count, "4x3"), "brute force"),
        (solve, "dictionary_answer", one_more, partial(count, "5x5"), "elimination"),
        (solve, "dictionary_answer", exchanged, partial(positions, "4x3", "left-end"), "brute force"),
        (solve, "dictionary_answer", exchanged, partial(positions, "6x5", "left-end"), "elimination"),
        (strategy, "compile_mirrored", turned, partial(count, "11x11"), "other corner"),
        (answers, "modular_answer", without_a_term, partial(positions, "12x12"), "other corner"),
        (integers, "checked_total", one_more, partial(count, "11x11"), "other corner"),
    ],
)
def test_a_wrong_answer_is_an_error(monkeypatch, module, name, wrong, ask, how):
    right = ask(check=False)
    caches.clear()
    monkeypatch.setattr(module, name, wrong(getattr(module, name)))
    with pytest.raises(ComputationError, match=rf"{how}.*contradicts the answer"):
        ask()
    caches.clear()
    assert ask(check=False) != right


def test_known_answers_are_not_checked_twice(monkeypatch):
    asked = []
    made = confirm.eliminate
    monkeypatch.setattr(confirm, "eliminate", lambda *a, **k: asked.append(a) or made(*a, **k))
    assert count("5x5") == count("5x5")
    assert len(asked) == 1


@pytest.mark.parametrize("stuck", [(), (0,), (1,), (0, 1)])
@pytest.mark.parametrize("game", ["domineering", "col", "kings", "l-trominoes"])
def test_listed_sets_are_those_of_the_definition(stuck, game):
    board, named = Board.rectangle(3, 3), Game.named(game)
    players = [player for player in stuck if player < named.variables(2)]
    found = confirm.listed_sets(Problem(board, frozenset(players), game=named), 10**5)
    assert found == brute_force(board, stuck=players, game=named)
    assert confirm.listed_sets(Problem(board, frozenset(players), game=named), 5) is None


def test_listed_sets_of_perfect_positions_cover_all_cells():
    board = Board.rectangle(2, 4)
    assert confirm.listed_sets(Problem(board, frozenset(), perfect=True), 10**5) == brute_force(
        board, "perfect"
    )


def test_no_check_is_an_option_of_the_command():
    shown = [
        CliRunner().invoke(main, ["count", "4x4", "--format", "json", *more]).output
        for more in ([], ["--no-check"])
    ]
    assert ['"confirmed"' in text for text in shown] == [True, False]
    with pytest.raises(InputError, match="check"):
        count("4x4", check=1)
