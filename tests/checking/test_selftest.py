"""The self-test passes, and reports what fails."""

from importlib import import_module

import pytest
from click.testing import CliRunner

from enumerate.checking import selftest
from enumerate.cli import main
from enumerate.support.errors import ComputationError


def test_it_holds():
    result = CliRunner().invoke(main, ["selftest"])
    assert result.exit_code == 0
    assert result.stdout.count("ok ") == len(selftest.CHECKS)


def test_it_can_fail(monkeypatch):
    wrong = {"wrong": lambda: selftest.agree("D(1,1)", 2, 1), "broken": lambda: 1 // 0, "right": lambda: None}
    monkeypatch.setattr(selftest, "CHECKS", wrong)
    result = CliRunner().invoke(main, ["selftest"])
    assert result.exit_code == 1
    assert "FAILED  wrong: D(1,1) is 2, not 1\n" in result.stdout
    assert "FAILED  broken: ZeroDivisionError" in result.stdout
    assert "ok      right\n1 of 3 checks passed\n" in result.stdout
    assert "self-test failed: wrong, broken" in result.stderr


@pytest.mark.parametrize(
    ("broken", "caught"),
    [
        ("enumerate.positions", "worked examples of the papers, by every engine"),
        ("enumerate.count", "rings, tori and solid boxes"),
        ("enumerate.oeis.terms", "first terms of every OEIS sequence"),
        ("enumerate.alpha", "shortest games, replayed"),
        ("enumerate.games.falling.falling_game.tie_values", "dominogames and monominogames"),
        ("enumerate.games.outcomes", "three players in a box"),
        ("enumerate.solve", "Domineering for two players"),
        ("enumerate.positions", "other games"),
        ("enumerate.positions", "tori and cylinders"),
        ("enumerate.moments", "weights, means and densities"),
        ("enumerate.legal_complex", "complexes of positions"),
        ("enumerate.value", "values and the census"),
        ("enumerate.games.dominoes.engine.play_numbered", "dominoes: engine against referee"),
    ],
)
def test_a_broken_part_is_caught(broken, caught, monkeypatch):
    """A part that answers for another board than the one in the question is caught."""
    path, _, name = broken.rpartition(".")
    module = import_module(path)
    sound, first = getattr(module, name), []

    def forgetful(*arguments, **options):
        first.append((arguments, options))
        return sound(*first[0][0], **first[0][1])

    monkeypatch.setattr(module, name, forgetful)
    with pytest.raises(ComputationError):
        selftest.CHECKS[caught]()
