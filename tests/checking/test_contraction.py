"""Contraction, the engine of `verify`, and its checks."""

import random

import pytest
from boards import random_board

from enumerate import Board, positions
from enumerate.checking.brute import brute_force
from enumerate.checking.claim import Claim
from enumerate.checking.contraction import contract
from enumerate.checking.verify import fresh_prime, value_at, verify
from enumerate.model.polynomial import Polynomial
from enumerate.support.errors import TooLargeError
from enumerate.support.run import running

KINDS = ("general", "maximal", "right-end", "left-end", "any-end")


@pytest.mark.parametrize("seed", range(60))
def test_contraction_equals_brute_force(seed):
    board, stuck = random_board(seed, most_cells=10)
    draw = random.Random(seed)
    prime = fresh_prime(draw)
    point = [draw.randrange(prime) for _ in board.shape]
    assert contract(board, stuck, prime, point) == value_at(brute_force(board, stuck=stuck), prime, point)


def claim(board, kind, play=False, stuck=None, change=()):
    """The answer of the dictionary engine, with changes."""
    polynomial = positions(board, kind, stuck=stuck, play=play, engine="dictionary")
    terms = polynomial.coefficients()
    for term, more in change:
        terms[term] = terms.get(term, 0) + more
    polynomial = Polynomial.of(terms, board.dimension)
    named = None if stuck is not None else kind
    return Claim(board, named, frozenset(stuck or ()), play, polynomial.total, polynomial)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("play", [False, True])
def test_right_answers_hold(kind, play):
    checks, escape = (found := verify(claim(Board.rectangle(5, 5), kind, play), seed=1)).checks, found.escape
    assert all(check.held for check in checks), checks
    assert {"value", "engine", "degrees", "sum"} <= {check.name for check in checks}
    assert escape < 1e-12


@pytest.mark.parametrize(
    ("shape", "wrap", "stuck"),
    [((2, 3, 3), None, (2,)), ((4, 5), (True, False), (1,)), ((3, 3), None, (0, 1))],
)
def test_other_boards_hold(shape, wrap, stuck):
    checks = verify(claim(Board.box(*shape, wrap=wrap), "general", stuck=stuck), seed=2).checks
    assert all(check.held for check in checks), checks


@pytest.mark.parametrize(
    ("kind", "change", "found"),
    [
        ("maximal", [((4, 4), 1)], {"value"}),
        ("maximal", [((4, 5), 1)], {"symmetry", "value"}),
        ("general", [((1, 0), 1), ((0, 1), 1)], {"value"}),
        ("general", [((9, 9), 1)], {"degrees", "value"}),
        ("general", [((2, 3), -(10**6))], {"signs", "symmetry", "value"}),
    ],
)
def test_wrong_answers_do_not(kind, change, found):
    checks = verify(claim(Board.rectangle(5, 5), kind, change=change), seed=3).checks
    assert {check.name for check in checks if not check.held} == found


def test_a_wide_board_is_refused():
    with pytest.raises(TooLargeError, match=r"1\.0 MiB may be used"), running({"max_memory": 2**20}):
        contract(Board.rectangle(20, 20), frozenset({0, 1}), 101, (1, 1))
