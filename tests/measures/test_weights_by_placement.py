"""Weights by placement, in `evaluate`, `moments` and `densities`: sums over all positions, by definition."""

import random
from fractions import Fraction
from math import log, prod

import pytest
from compiler.test_operators import questions
from hypothesis import given, settings
from hypothesis import strategies as st
from measures.test_programs import all_positions

import enumerate as en


def weighing(seed, least):
    """Weights that look random, zeros among them; from `least` on."""

    def weight(placement):
        draw = random.Random(f"{seed} {placement}")
        return Fraction(draw.randint(least * 6, 12), draw.choice([1, 2, 3, 6]))

    return weight


def chances(positions, weight):
    """Positions with their weights."""
    return [(position, prod(map(weight, position), start=Fraction(1))) for position in positions]


@settings(max_examples=40, deadline=None)
@given(question=questions(most=8), seed=st.integers(0, 99), least=st.sampled_from([-1, 0]))
def test_values_moments_and_densities(question, seed, least):
    game, board, _, stuck = question
    weight = weighing(seed, least)
    asked = {"stuck": sorted(stuck), "game": game}
    weighted = chances(all_positions(board, game, stuck), weight)
    total = sum(w for _, w in weighted)
    assert en.evaluate(board, weights=weight, **asked).value == total
    if not total:
        return
    found = en.moments(board, weights=weight, **asked)
    players = game.variables(2)

    def mean(statistic):
        return sum(w * statistic(position) for position, w in weighted) / total

    def number(position, player):
        return sum((placement.player or 0) == player for placement in position)

    for a in range(players):
        assert found.means[a] == mean(lambda position, a=a: number(position, a))
        for b in range(players):
            joint = mean(lambda position, a=a, b=b: number(position, a) * number(position, b))
            assert found.covariance[a][b] == joint - found.means[a] * found.means[b]
    if least == 0:
        entropy = -sum(w / total * log(w / total) for _, w in weighted if w)
        assert found.entropy * len(board) == pytest.approx(entropy, abs=1e-9)
        dense = en.densities(board, weights=weight, **asked)
        assert dense.value == total
        program = en.program(board, **asked)
        for placed, (_, chance) in zip(program.placements, dense.placements, strict=True):
            assert chance == mean(lambda position, placed=placed: placed in position)


@pytest.mark.parametrize("kind", ["general", "maximal", "any-end", "perfect"])
def test_weights_of_players_are_a_special_case(kind):
    board = en.Board("4x4").without([(0, 0), (3, 2)])
    by_player = {"left": "3/2", "right": "1/3"}
    point = {"x": "3/2", "y": "1/3"}
    assert en.evaluate(board, kind, weights=by_player) == en.evaluate(board, kind, **point)
    one, two = en.moments(board, kind, weights=by_player), en.moments(board, kind, **point)
    assert (one.means, one.covariance, one.entropy) == (two.means, two.covariance, pytest.approx(two.entropy))
    same = en.densities(board, kind, weights=by_player), en.densities(board, kind, **point)
    assert same[0].cells == same[1].cells


def test_decimals_have_bounds():
    found = en.evaluate("3x3", weights=lambda placement: 0.1)
    assert found.value is None
    low, high = found.real
    exact = en.evaluate("3x3", x=0.1, y=0.1).real
    assert exact[0] <= low == high <= exact[1]


def test_large_boards_in_planes():
    """More states than lists hold: all weights are one half."""
    wanted = en.evaluate("14x14", x="1/2", y="1/2").value
    assert en.evaluate("14x14", weights="1/2").value == wanted


BAD = {
    "both": (lambda: en.evaluate("2x2", x=2, weights=3), "give `weights` or the weights x, y, z"),
    "no such placement": (
        lambda: en.evaluate("2x2", weights={en.Domino((7, 7), 0): 2}),
        r"no placement Domino\(cell=\(7, 7\)",
    ),
    "no number": (lambda: en.moments("2x2", weights="many"), "`weight` must be an integer"),
    "complex": (lambda: en.evaluate("2x2", weights=lambda placement: 1j), "`weight` must be an integer"),
    "negative chance": (lambda: en.densities("2x2", weights=-1), "not negative, not -1"),
    "play": (
        lambda: en.evaluate("2x2", play=True, weights=2),
        "alternating play takes weights of the players",
    ),
    "no mean": (lambda: en.moments("1x2", weights=-1), "add up to 0"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_weights_get_one_clear_line(name):
    call, message = BAD[name]
    with pytest.raises(en.InputError, match=message) as caught:
        call()
    assert "\n" not in str(caught.value)
