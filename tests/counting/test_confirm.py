"""Answers that are cheap to check are confirmed by a second route, and a contradiction is an error."""

from dataclasses import replace

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


def test_a_wrong_total_of_the_dictionary_is_an_error(monkeypatch):
    for board, how in (("4x3", "brute force"), ("5x5", "elimination")):
        right = count(board)
        with monkeypatch.context() as patch:
            patch.setattr(solve, "dictionary_answer", lambda *asked, right=right: right + 1)
            with pytest.raises(ComputationError, match=rf"{how}.*contradicts the answer"):
                count(board)
            assert count(board, check=False) == right + 1


@pytest.mark.parametrize("board", ["4x3", "6x5"])
def test_a_polynomial_with_the_players_exchanged_is_an_error(monkeypatch, board):
    made = solve.dictionary_answer
    monkeypatch.setattr(solve, "dictionary_answer", lambda *asked: made(*asked).swap((1, 0)))
    with pytest.raises(ComputationError, match="contradicts the answer"):
        positions(board, "left-end")


def test_a_wrong_fold_is_an_error(monkeypatch):
    """The check modulo a prime on the same program agrees with the wrong total."""
    made = strategy.compile_mirrored

    def wrong(*arguments):
        program = made(*arguments)
        return replace(program, partner=np.roll(np.arange(program.right[-1].targets), 1))

    with monkeypatch.context() as patch:
        patch.setattr(strategy, "compile_mirrored", wrong)
        with pytest.raises(ComputationError, match=r"other corner.*contradicts the answer"):
            count("11x11")
        caches.clear()
        assert count("11x11", check=False) != count("11x11", engine="dictionary", check=False)


def test_a_wrong_reconstruction_is_an_error(monkeypatch):
    made = answers.modular_answer

    def wrong(*arguments):
        polynomial, how = made(*arguments)
        return replace(polynomial, terms=polynomial.terms[1:]), how

    monkeypatch.setattr(answers, "modular_answer", wrong)
    with pytest.raises(ComputationError, match=r"other corner.*contradicts the answer"):
        positions("12x12")


def test_a_wrong_evaluator_of_totals_is_an_error(monkeypatch):
    made = integers.checked_total
    monkeypatch.setattr(integers, "checked_total", lambda *arguments: made(*arguments) + 1)
    with pytest.raises(ComputationError, match=r"other corner.*contradicts the answer"):
        count("11x11")


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
