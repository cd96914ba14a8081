"""The open engine: any semiring, against all positions of small random boards and games."""

import operator
import random
from collections import Counter
from fractions import Fraction
from math import inf

import numpy as np
import pytest
import sympy
from compiler.test_operators import questions
from hypothesis import given, settings
from measures.test_by_definition import weighed

import enumerate as en
from enumerate import semirings
from enumerate.checking.brute import brute_force


def by_definition(semiring, positions):
    """The sum over all positions of the product of the weights of their placements."""
    total = semiring.zero
    for position, _ in positions:
        value = semiring.one
        for placement in position:
            value = semiring.mul(value, semiring.weight(placement))
        total = semiring.add(total, value)
    return total


def score(placement):
    """A number that looks random, and depends on piece and cells."""
    return random.Random(repr(placement)).randrange(-3, 8)


def flint_poly(placement):
    return [score(placement), 1]


READY = {
    "integers": semirings.integers(score),
    "modulo": semirings.modulo(10, score),
    "fractions": semirings.fractions(lambda placement: Fraction(score(placement), 3)),
    "floats": semirings.floats(lambda placement: abs(score(placement)) / 4),
    "logarithms": semirings.logarithms(lambda placement: score(placement) / 4),
    "min-plus": semirings.min_plus(score),
    "max-plus": semirings.max_plus(lambda placement: Fraction(score(placement), 2)),
    "best": semirings.best(4, score),
    "truth": semirings.truth(lambda placement: score(placement) > 0),
    "polynomials": semirings.polynomials(flint_poly),
    "symbols": semirings.symbols(
        lambda placement: sympy.Symbol("x") if score(placement) % 2 else sympy.Symbol("y") / 2
    ),
    "generating": semirings.generating(score),
    "by row": semirings.generating(lambda placement: [placement.cells[0][0] == row for row in range(4)], 4),
    "positions": semirings.positions(),
    "product": semirings.products(semirings.integers(score), semirings.best(2, score)),
    "arrays of least costs": semirings.Semiring(np.inf, 0.0, np.minimum, np.add, lambda p: float(score(p))),
}


def same(one, other):
    return one == pytest.approx(other, rel=1e-9) if isinstance(one, float) else one == other


@pytest.mark.parametrize("name", READY)
@settings(max_examples=12, deadline=None)
@given(question=questions(most=8))
def test_a_program_is_the_sum_over_all_positions(name, question):
    game, board, _, stuck = question
    semiring = READY[name]
    found = en.program(board, stuck=sorted(stuck), game=game).evaluate(semiring)
    assert same(found, by_definition(semiring, weighed(board, score, stuck=sorted(stuck), game=game)))


@pytest.mark.parametrize("name", READY)
def test_ready_made_semirings_obey_the_laws(name):
    en.check_semiring(READY[name])
    en.check_semiring(READY[name], board="3x2", game="col")


@settings(max_examples=20, deadline=None)
@given(question=questions(games=["domineering", "col", "snort"], most=8))
def test_kinds_that_are_differences(question):
    game, board, _, _ = question
    compiled = en.program(board, "any-end", game=game)
    assert compiled.evaluate(semirings.integers()) == brute_force(board, "any-end", game=game).total
    pair = compiled.evaluate(semirings.products(semirings.integers(), semirings.fractions()))
    assert pair == (brute_force(board, "any-end", game=game).total,) * 2
    by_size = Counter()
    for monomial, number in brute_force(board, "any-end", game=game):
        by_size[sum(monomial)] += number
    found = [int(coefficient) for coefficient in compiled.evaluate(semirings.polynomials())]
    assert {size: number for size, number in enumerate(found) if number} == by_size


def test_weights_by_placement_in_a_mapping():
    board = en.Board("2x3")
    named = {en.Domino((0, 0), "left"): 5, ("R", ((1, 2), (1, 1))): -2}
    keys = {("L", ((0, 0), (1, 0))): 5, ("R", ((1, 1), (1, 2))): -2}
    wanted = sum(number for _, number in weighed(board, lambda placed: keys.get(placed[:2], 1)))
    assert en.program(board).evaluate(semirings.integers(named)) == wanted


@pytest.mark.parametrize("kind", ["general", "maximal", "perfect", "right-end"])
def test_counts_of_larger_boards(kind):
    board = en.Board("6x6")
    assert en.program(board, kind).evaluate(semirings.integers()) == en.count(board, kind)
    assert float(en.program(board, kind).evaluate(semirings.floats())) == pytest.approx(en.count(board, kind))


def test_a_program_without_positions_has_the_value_zero():
    assert en.program("3x3", "perfect").evaluate(semirings.min_plus()) == inf
    assert en.program("3x3", "perfect").evaluate(semirings.integers()) == 0
    assert en.program(en.Board.parse("#"), "maximal").evaluate(semirings.integers()) == 1


class Plain:
    """A semiring as a user writes it."""

    zero, one = 0, 1
    add, mul = staticmethod(operator.add), staticmethod(operator.mul)

    def weight(self, placement):
        return 2 if placement.player is en.Player.LEFT else 1


def test_a_class_of_ones_own():
    assert en.program("3x3").evaluate(Plain()) == en.evaluate("3x3", x=2).value
    en.check_semiring(Plain())


BAD = {
    "no one": (lambda: en.program("2x2").evaluate(type("Half", (), {"zero": 0})()), "has no one"),
    "a number": (lambda: en.check_semiring(7), "has no zero"),
    "no function": (
        lambda: en.program("2x2").evaluate(semirings.Semiring(0, 1, 3, operator.mul, lambda p: 1)),
        "`add` of a semiring must be a function, not 3",
    ),
    "no neg": (
        lambda: en.program("2x2", "any-end").evaluate(semirings.min_plus()),
        "'any-end' is counted by a difference, and the semiring has no `neg`",
    ),
    "no such placement": (
        lambda: en.program("2x2").evaluate(semirings.integers({en.Domino((5, 5), "left"): 1})),
        r"no placement Domino\(cell=\(5, 5\)",
    ),
    "a law fails": (
        lambda: en.check_semiring(semirings.Semiring(0, 1, operator.add, operator.sub, lambda p: 5)),
        r"1 \* a = a fails for a = 0: 1 \* 0 gives 1",
    ),
    "products do not distribute": (
        lambda: en.check_semiring(semirings.Semiring(0, 1, max, lambda a, b: a * b % 7, lambda p: 5)),
        "fails for a = ",
    ),
    "k": (lambda: semirings.best(0), "`k` must be at least 1"),
    "too large": (lambda: en.program("40x40"), "states"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_gets_one_clear_line(name):
    call, message = BAD[name]
    with pytest.raises(en.EnumerateError, match=message) as caught:
        call()
    assert "\n" not in str(caught.value)
