"""The self-test holds, and says so when something does not."""

from click.testing import CliRunner

from enumerate import selftest
from enumerate.cli import main


def test_it_holds():
    result = CliRunner().invoke(main, ["selftest"])
    assert result.exit_code == 0
    assert result.stdout.count("ok ") == len(selftest.CHECKS)


def test_it_can_fail(monkeypatch):
    monkeypatch.setattr(selftest, "CHECKS", {"wrong": lambda: False, "broken": lambda: 1 // 0 == 0})
    result = CliRunner().invoke(main, ["selftest"])
    assert result.exit_code == 1
    assert "FAILED  wrong" in result.stdout
    assert "ZeroDivisionError" in result.stdout
    assert "not to be trusted: wrong, broken" in result.stderr
