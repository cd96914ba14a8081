"""Growth rates: bounds that hold, are tight, and agree with eigenvalues and ratios found in other ways."""

import json
import math
from fractions import Fraction

import numpy as np
import pytest
from boards import KINDS
from click.testing import CliRunner

from enumerate.cli import main
from enumerate.rules.tiles import stuck_players
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


@pytest.mark.parametrize("kind", KINDS)
def test_totals_grow_at_that_rate(kind):
    """a(m + 1) / a(m) tends to the eigenvalue."""
    found = growth(4, kind)
    totals = Strip.of(4, stuck=stuck_players(kind)).totals(302)
    assert abs(Fraction(totals[301], totals[300]) - found.low) < Fraction(1, 10**9)


def test_bounds_are_rounded_outward():
    for kind in KINDS:
        found = growth(3, kind)
        for low, high, power in ((*found.eigenvalue(4), 1), (*found.per_cell(4), 3)):
            assert Fraction(low) ** power <= found.low
            assert Fraction(high) ** power >= found.high
            assert Fraction(high) - Fraction(low) <= Fraction(2, 10**4)


def test_golden_ratio():
    golden = (1 + math.sqrt(5)) / 2
    assert float(growth(1).low) == pytest.approx(golden, abs=1e-12)
    assert float(growth(2, "right-end").high) == pytest.approx(golden**2, abs=1e-12)


def test_cylinders_approach_the_monomer_dimer_constant():
    errors = [abs(math.log(growth(cols, wrap=True).low) / cols - MONOMER_DIMER) for cols in (4, 6, 8, 10)]
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] < 1e-7


def test_command():
    shown = CliRunner().invoke(main, ["growth", "--cols", "3", "--format", "json"])
    data = json.loads(shown.output)
    assert data["strip"]["states"] == 8
    assert float(data["strip"]["eigenvalue_low"]) <= float(data["strip"]["eigenvalue_high"])
    text = CliRunner().invoke(main, ["growth", "--cols", "3"]).output
    assert "not for the plane" in text
    refused = CliRunner().invoke(main, ["growth", "--cols", "60"])
    assert refused.exit_code == 2
    assert "take a narrower one" in refused.stderr
