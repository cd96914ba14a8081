"""Boards cut at a seam, many questions in one process: in whatever order, what other engines find."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from packed import packed_polynomial
from placement import random_games

from enumerate import Board, ComputationError, caches, count
from enumerate.checking.brute import brute_force
from enumerate.compiler import trace as seam
from enumerate.compiler.trace import are_dominoes, compile_trace, trace_axis
from enumerate.counting.elimination import eliminate
from enumerate.evaluators.points import EvaluationPoint
from enumerate.model.game import Game, names
from enumerate.reconstruct.answers import run_block
from enumerate.rules.problem import NoPositionError, Problem

PRIMES = (2**29 - 3, 2**29 - 33)
POINT = (2, 3, 5)
SHAPES = [(n, m) for n in range(3, 7) for m in range(1, 6) if n * m <= 16] + [(5, 1, 2), (3, 2, 2), (4, 2, 1)]
LIBRARY = tuple(names())
KNOWN = {}  # what other engines found, by task


@st.composite
def boards(draw):
    shape = draw(st.sampled_from(SHAPES))
    wrap = [True, *(draw(st.booleans()) for _ in shape[1:])]
    turn = draw(st.permutations(range(len(shape))))
    return Board.box(*(shape[a] for a in turn), wrap=[wrap[a] for a in turn])


@st.composite
def tasks(draw, games=LIBRARY):
    board = draw(boards())
    game = Game.named(draw(st.sampled_from(games)))
    stuck, perfect = frozenset(), False
    if are_dominoes(game):
        stuck = frozenset(draw(st.sets(st.sampled_from(range(game.variables(board.dimension))))))
        perfect = not stuck and draw(st.booleans())
    return Problem(board, stuck, perfect=perfect, game=game)


DOMINOES = tasks(("domineering", "cram"))
HAS_A_SEAM = st.one_of(DOMINOES, tasks()).filter(lambda task: trace_axis(task) is not None)
QUESTIONS = st.lists(HAS_A_SEAM, min_size=4, max_size=8)


def by_others(task):
    """The value modulo the primes: by elimination; of perfect positions by brute force."""
    if task not in KNOWN:
        point = POINT[: task.variables]
        if task.perfect:
            full = [m for m in brute_force(task.board, game=task.game) if 2 * sum(m[0]) == len(task.board)]
            value = sum(c * 2 ** m[0] * 3 ** sum(m[1:2]) * 5 ** sum(m[2:]) for m, c in full)
            KNOWN[task] = [value % prime for prime in PRIMES]
        else:
            KNOWN[task] = [eliminate(task.game, task.board, task.stuck, p, point) for p in PRIMES]
    return KNOWN[task]


def around(task):
    """The same with the seam cut."""
    try:
        program = compile_trace(task)
    except NoPositionError:
        return [0, 0]
    return run_block(program, [EvaluationPoint(prime, POINT[: task.variables]) for prime in PRIMES])


def ask_in_turn(questions):
    caches.clear()
    for task in questions:
        assert around(task) == by_others(task), task
    for task in reversed(questions):
        assert around(task) == by_others(task), task


@settings(max_examples=4)
@given(QUESTIONS)
def test_questions_in_any_order(questions):
    ask_in_turn(questions)


@pytest.mark.slow
@settings(max_examples=200)
@given(QUESTIONS)
def test_thousands_of_questions_in_any_order(questions):
    ask_in_turn(questions)


@pytest.mark.slow
@settings(max_examples=300)
@given(random_games(), boards())
def test_random_games_around_a_seam(game, board):
    """Tall pieces, rules that reach far, one player or two."""
    task = Problem(board, frozenset(), game=game)
    if trace_axis(task) is not None:
        assert around(task) == by_others(task)


def test_a_wrong_class_is_noticed(monkeypatch):
    """Were states with different values taken for alike, there would be no answer but an error."""
    board = Board.rectangle(6, 6, wrap=(True, True))
    caches.clear()
    monkeypatch.setattr(seam, "_moved", lambda swept, codes, to, bits: codes[::-1])
    with pytest.raises(ComputationError, match="contradicts"):
        count(board, "maximal", engine="modular")
    with pytest.raises(ComputationError, match="different values"):
        packed_polynomial(compile_trace(Problem(board, frozenset())))
    monkeypatch.setattr(seam, "_moved", lambda swept, codes, to, bits: codes // 2)
    with pytest.raises(ComputationError, match="does not take"):
        compile_trace(Problem(board, frozenset()))
    caches.clear()
