"""Growth rates: bounds that hold, are tight, and agree with eigenvalues and ratios computed independently."""

import math
from fractions import Fraction

import numpy as np
import pytest
from boards import KINDS

from enumerate import Board, InputError, TooLargeError, correlations, evaluate, recurrence
from enumerate.rules.kinds import stuck_players
from enumerate.strips.growth import growth
from enumerate.strips.strip import Strip

MONOMER_DIMER = 0.662798972834  # entropy per site of the square lattice, in the literature


def dense(strip):
    return np.array([strip.carry(unit) for unit in np.eye(len(strip))]).T


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("cols", [1, 2, 3, 4])
@pytest.mark.parametrize("wrap", [False, True])
def test_bounds_hold_the_eigenvalue(kind, cols, wrap):
    found = growth(cols, kind, wrap=wrap)
    radius = max(abs(np.linalg.eigvals(dense(Strip.of(cols, stuck=stuck_players(kind), wrap=(wrap,))))))
    assert found.low - Fraction(1, 10**9) <= radius <= found.high + Fraction(1, 10**9)
    assert found.high - found.low < Fraction(1, 10**9) * found.high


def test_bounds_are_rounded_outward():
    for kind in KINDS:
        found = growth(3, kind)
        for low, high, power in ((*found.eigenvalue(4), 1), (*found.per_cell(4), 3)):
            assert Fraction(low) ** power <= found.low
            assert Fraction(high) ** power >= found.high
            assert Fraction(high) - Fraction(low) <= Fraction(2, 10**4)
    for weight in (Fraction(1, 50), 1, 40):
        found = growth(3, "maximal", x=weight, y=weight)
        low, high = map(float, found.log(6))
        assert low <= math.log(found.low) / 3 <= math.log(found.high) / 3 <= high
        assert high - low < 3e-6


def test_cylinders_approach_the_monomer_dimer_constant():
    """0.66279897..., to the published digits on two wide cylinders, odd and even."""
    errors = [abs(math.log(growth(cols, wrap=True).low) / cols - MONOMER_DIMER) for cols in (4, 6, 8, 10)]
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] < 1e-7
    for cols in (11, 12):
        low, high = map(Fraction, growth(cols, wrap=True).log(9))
        assert abs(low - Fraction("0.662798972")) < Fraction(1, 10**7)
        assert low < high


def kasteleyn(cols, x=1.0, y=1.0):
    """The exact growth of perfect matchings of m x n boards for each row [Kasteleyn 1961]: the product of
    y cos(k pi / (n + 1)) + sqrt(x^2 + y^2 cos^2(k pi / (n + 1))), and sqrt(x) for the middle of an odd n.
    """
    factors = [
        y * math.cos(k * math.pi / (cols + 1)) + math.hypot(x, y * math.cos(k * math.pi / (cols + 1)))
        for k in range(1, cols // 2 + 1)
    ]
    return math.prod(factors) * (math.sqrt(x) if cols % 2 else 1)


@pytest.mark.parametrize("cols", [2, 3, 4, 5, 6, 7, 8])
@pytest.mark.parametrize(("x", "y"), [(1, 1), (2, 3), (Fraction(1, 2), Fraction(5, 4))])
def test_perfect_matchings_grow_by_the_published_formula(cols, x, y):
    found = growth(cols, "perfect", x=x, y=y)
    wanted = kasteleyn(cols, float(x), float(y))
    assert float(found.low) == pytest.approx(wanted, rel=1e-12)
    assert found.high - found.low < Fraction(1, 10**9) * found.high


def test_dimers_approach_the_published_constant():
    """Catalan's constant over pi, 0.29156090...: strips from below, even cylinders from above."""
    for cols in (4, 8, 12):
        assert (
            Fraction(growth(cols, "perfect").log()[1])
            < Fraction("0.2915609")
            < Fraction(growth(cols, "perfect", wrap=True).log()[0])
        )
    assert float(growth(12, "perfect", wrap=True).log()[0]) == pytest.approx(0.29156090, abs=0.004)


@pytest.mark.parametrize("kind", KINDS)
def test_growth_at_weights_is_the_eigenvalue_at_weights(kind):
    """The radius of the dense matrix, and the limit of quotients of exact values."""
    x, y = Fraction(3, 2), Fraction(1, 3)
    strip = Strip.of(3, stuck=stuck_players(kind))
    matrix = np.array([strip.carry(unit, (float(x), float(y))) for unit in np.eye(len(strip))]).T
    found = growth(3, kind, x=x, y=y)
    assert float(found.low) == pytest.approx(max(abs(np.linalg.eigvals(matrix))), rel=1e-10)
    values = [evaluate(Board.rectangle(rows, 3), kind, x=x, y=y).value for rows in (60, 61)]
    assert float(values[1] / values[0]) == pytest.approx(float(found.low), rel=1e-9)


def test_growth_of_any_stuck_players():
    assert growth(3, stuck=["left"]).low == growth(3, "left-end").low
    assert growth(3, stuck=["left"]).to_json()["stuck"] == ["left"]


@pytest.mark.parametrize(
    ("game", "kind"),
    [
        ("node-kayles", "maximal"),
        ("col", "maximal"),
        ("col", "left-end"),
        ("two-node-kayles", "maximal"),
        ("half-col", "left-end"),
        ("far-node-kayles", "maximal"),
        ("knights", "maximal"),
        ("snort", "perfect"),
        ("triomineering", "general"),
    ],
)
@pytest.mark.parametrize("cols", [2, 3])
def test_games_in_which_some_states_never_come_again(game, kind, cols):
    """The characteristic polynomial of the proved recurrence changes its sign between the bounds, above which
    it has no other root."""
    found, proved = growth(cols, kind, game=game), recurrence(cols, kind, game=game)

    def characteristic(at):
        return sum(c * at ** (len(proved.denominator) - 1 - k) for k, c in enumerate(proved.denominator))

    assert characteristic(found.low) * characteristic(found.high) <= 0 or found.low == found.high
    roots = np.roots([float(c) for c in proved.denominator])
    assert max(abs(roots)) == pytest.approx(float(found.high), rel=1e-6)
    assert found.high - found.low < 1e-6


def test_what_has_no_positions_does_not_grow():
    for game in ("kings", "knights", "squares"):
        with pytest.raises(InputError, match=r"m x 3: tall boards have no such positions"):
            growth(3, "perfect", game=game)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("cols", "wrap"), [(1, False), (3, False), (4, False), (4, True)])
@pytest.mark.parametrize("weights", [{}, {"x": "1/3", "y": 2}])
def test_bounds_hold_the_second_eigenvalue(kind, cols, wrap, weights):
    found = growth(cols, kind, wrap=wrap, second=True, **weights)
    strip = Strip.of(cols, stuck=stuck_players(kind), wrap=(wrap,))
    values = [float(Fraction(weights.get(name, 1))) for name in "xy"]
    matrix = np.array([strip.carry(unit, values) for unit in np.eye(len(strip))])
    first, second = sorted(abs(np.linalg.eigvals(matrix)))[:-3:-1]
    low, high = found.second
    assert low <= high < low + Fraction(1, 10**9)
    assert float(low) == pytest.approx(second, abs=1e-6)
    shown = [float(bound) for bound in found.correlation_length(9)]
    assert shown == pytest.approx([1 / math.log(first / second)] * 2, rel=1e-5)
    assert found.low == growth(cols, kind, wrap=wrap, **weights).low


@pytest.mark.parametrize("kind", ["general", "right-end"])
def test_correlations_decay_with_the_correlation_length(kind):
    """Exact correlations of cells in the middle of a tall strip."""
    found = correlations(Board.rectangle(60, 2), (25, 0), kind)

    def strength(row):
        return max(abs(each) for col in range(2) for each in found.connected[row, col])

    assert growth(1, "perfect", second=True).correlation_length(3) == ("inf", "inf")
    length = float(growth(2, kind, second=True).correlation_length(9)[0])
    assert 10 / math.log(strength(31) / strength(41)) == pytest.approx(length, rel=0.01)


def test_a_second_eigenvalue_that_was_not_asked_or_is_too_much():
    with pytest.raises(InputError, match="`second` must be True or False, not 'x'"):
        growth(2, second="x")
    with pytest.raises(InputError, match="second=True"):
        growth(2).second_eigenvalue()
    with pytest.raises(TooLargeError, match="512 states, at most 300"):
        growth(9, second=True)
    found = growth(3, second=True)
    assert found.to_json()["second_low"] == found.second_eigenvalue()[0]
