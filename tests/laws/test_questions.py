"""Random questions of every sort, compared with answers by definition.

The default run draws the same few hundred questions every time. `pytest --explore tests/laws` draws new ones
and prints the seed. `pytest -m slow tests/laws` draws 50,000. A failure prints a program that reproduces it.
"""

import os
import random
from collections import Counter

import pytest
from oracles.definition import Oracle, long_polynomial
from questions import Answer, Question, case, draw_strip

from enumerate import Board, Game, Piece, count, fewest, list_positions, most

SEED = 35
CHUNKS, QUESTIONS, SHARE = 12, 24, 0.12
SLOW_CHUNKS, SLOW_QUESTIONS, SLOW_SHARE = 100, 500, 0.04
SHORTCUTS = ("folded", "traced", "dense")


def seed_of(config: pytest.Config) -> object:
    """The fixed seed, or the seed of an exploring run."""
    return os.environ["QUESTIONS_SEED"] if config.getoption("--explore") else SEED


def compare(seed: object, numbers: range, share: float) -> int:
    """How many answers were compared; the first wrong one fails the test."""
    compared = 0
    for number in numbers:
        for question, answer in case(seed, number, share):
            verdict = answer.check(question)
            if verdict:
                pytest.fail(f"case {number} of seed {seed}:{verdict}", pytrace=False)
            compared += verdict is not None
    return compared


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_questions(chunk, pytestconfig):
    numbers = range(chunk * QUESTIONS, (chunk + 1) * QUESTIONS)
    assert compare(seed_of(pytestconfig), numbers, SHARE) > 3 * QUESTIONS


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(SLOW_CHUNKS))
def test_many_random_questions(chunk, pytestconfig):
    numbers = range(chunk * SLOW_QUESTIONS, (chunk + 1) * SLOW_QUESTIONS)
    assert compare(f"slow {seed_of(pytestconfig)}", numbers, SLOW_SHARE) > SLOW_QUESTIONS


def test_shortcuts_are_allowed_often_enough_to_be_compared():
    """The comparisons above are not empty: random questions meet the predicate of every shortcut."""
    met: Counter[str] = Counter()
    for number in range(120):
        for question, answer in case(SEED, number):
            name = answer.call.split("(")[0]
            if name in SHORTCUTS:
                met[name] += answer.check(question) is not None
    assert min(met[name] for name in SHORTCUTS) >= 3, met


def test_long_strips_are_swept_periodically():
    from enumerate.rules.problem import Problem
    from enumerate.sweep.sweep import periodic_sweep

    chance = random.Random(SEED)
    strips = [draw_strip(chance) for _ in range(20)]
    found = [
        periodic_sweep(
            Problem(strip.board, strip.must_be_stuck, game=strip.game), tuple(sorted(strip.board.cells))
        ).more
        for strip in strips
        if strip.board.shape[0] > strip.board.shape[1]
    ]
    assert sum(more > 0 for more in found) >= 3


# -- failures that random questions found, as small as they could be made ---------------------------


def test_empty_cells_of_a_game_without_fitting_pieces():
    """No piece of Right lies on a board of one axis: all cells of the only position are empty."""
    game = Game("across", [Piece("A", "right", [(0, 0), (0, 1)])])
    assert [count(Board.box(3), game=game, empty=cells) for cells in (3, 1)] == [1, 0]


# -- the oracle and the comparison themselves ----------------------------------------------------


@pytest.mark.parametrize("board", [Board.from_graph([], vertices=1).without([(0,)]), Board.parse("#")])
def test_boards_without_cells(board):
    """The only position of a board without cells is empty, and whoever is to move has lost."""
    single = Game("single cells", [Piece("A", "right", [(0,)]), Piece("B", "left", [(0,)])])
    assert [fewest(board, "right-end", game=single).dominoes, most(board, game=single).dominoes] == [0, 0]
    listed = list_positions(board, "any-end", play=True, turn="left", game=single)
    assert (listed.total, count(board, "any-end", play=True, turn="left", game=single)) == (1, 1)


def test_the_oracle_knows_published_numbers():
    """Positions of Domineering [HM21]; independent sets (OEIS A006506) and kings (A063443) on squares."""
    square = Board.rectangle(4, 4)
    sizes = {name: len(Oracle(square, Game.named(name)).sets) for name in ("node-kayles", "kings")}
    assert sizes == {"node-kayles": 1234, "kings": 314}
    dominoes = Oracle(square, Game.named("domineering"))
    assert len(dominoes.sets) == 10012
    assert len(dominoes.wanted("general", None, play=True)) == 4632
    assert sum(long_polynomial(square, Game.named("domineering"), (0, 1)).values()) == 400


def test_a_wrong_answer_is_shown_as_a_program():
    question = Question(Board.rectangle(2, 2), Game.named("domineering"))
    shown = Answer("count(board, game=game)", 8).check(question)
    assert shown is not None
    scope: dict[str, object] = {}
    exec(shown, scope)
    assert scope["board"] == question.board
    assert "# expected: 8" in shown
    assert "# found: 7" in shown
    assert Answer("count(board, game=game)", 7).check(question) == ""
    assert Answer("traced(board, game, [], False)", {}, optional=True).check(question) is None
