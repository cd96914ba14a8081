"""Logarithms and entropies are floats, between exact bounds; JSON writes them as text."""

from fractions import Fraction
from math import log

import pytest

import enumerate as en


@pytest.mark.parametrize(
    "weights", [{}, {"x": "3/2", "y": "1/3"}, {"x": -1, "y": 2}, {"x": "1/2+i"}, {"x": 0.7}]
)
def test_logarithms_are_numbers_between_bounds(weights):
    found = en.evaluate("4x5", **weights)
    low, high = map(Fraction, found.log_bounds)
    assert isinstance(found.log, float)
    assert found.log == pytest.approx(log(abs(complex(found))), rel=1e-14)
    assert low < high
    assert float(low) <= found.log <= float(high)
    assert high - low < Fraction(1, 10**11)
    assert float(found.to_json()["log"]) == pytest.approx(found.log, rel=1e-13)
    assert isinstance(found.to_json()["log"], str)
    assert str(found.table().rows[0][-1]) == found.to_json()["log"]


def test_bounds_enclose_the_logarithm():
    """e^low <= 7 <= e^high, by the exponential series with fractions."""
    low, high = map(Fraction, en.evaluate("2x2").log_bounds)

    def exponential(t):
        term, total = Fraction(1), Fraction(1)
        for n in range(1, 60):
            term = term * t / n
            total += term
        return total

    rest = Fraction(1, 10**40)  # more than what the series leaves out
    assert exponential(low) + rest < 7 < exponential(high)


def test_zero_has_no_logarithm():
    found = en.evaluate("3x3", "perfect")
    assert (found.value, found.log, found.log_bounds, found.to_json()["log"]) == (0, None, None, None)


@pytest.mark.parametrize("weights", [{}, {"x": 2, "y": 2}, {"x": "1/3"}])
def test_entropies_are_numbers_between_bounds(weights):
    found = en.moments("3x4", **weights)
    low, high = map(Fraction, found.entropy_bounds)
    assert isinstance(found.entropy, float)
    assert float(low) <= found.entropy <= float(high)
    assert 0 < high - low < Fraction(1, 10**15)
    assert float(found.to_json()["entropy"]) == pytest.approx(found.entropy, rel=1e-13)
    assert isinstance(found.to_json()["entropy"], str)


def test_without_weights_the_entropy_is_the_logarithm_for_each_cell():
    assert en.moments("3x4").entropy == pytest.approx(en.evaluate("3x4").log / 12, rel=1e-14)


def test_negative_weights_have_no_entropy():
    found = en.moments("3x4", x=-1, y=3)
    assert (found.entropy, found.entropy_bounds) == (None, None)
