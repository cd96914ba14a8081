"""`enumerate --help` is quick and complete: it reads a table and imports no command."""

import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from enumerate.cli import COMMANDS, GROUPS, main

SUMMARIES = {name: summary for group in GROUPS.values() for name, (_, summary) in group.items()}


def test_help_imports_no_command_and_no_library():
    code = (
        "import sys; from enumerate.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: print(*sorted(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    assert "Play and values:" in done.stdout
    assert not loaded & {"numpy", "numba", "scipy", "sympy", "flint", "rich", "matplotlib"}
    modules = {place.partition(":")[0] for place in COMMANDS.values()}
    assert not loaded & {f"enumerate.cli.{module}" for module in modules}


def test_commands_stand_under_their_headings():
    text = CliRunner().invoke(main, ["--help"]).output
    headings = [line.rstrip(":") for line in text.splitlines() if line.rstrip(":") in GROUPS]
    assert headings == [
        "Count",
        "Explore",
        "Play and values",
        "Sequences",
        "Other domino games",
        "Tools",
    ]
    for name, summary in SUMMARIES.items():
        assert any(line.split() == [name, *summary.split()] for line in text.splitlines()), name


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_summaries_fit_their_line(name):
    assert len(SUMMARIES[name]) <= 60
    assert isinstance(main.get_command(click.Context(main), name), click.Command)


def test_a_misspelled_command_is_corrected():
    result = CliRunner().invoke(main, ["positons", "--rows", "2", "--cols", "2"])
    assert result.exit_code == 2
    assert "did you mean 'positions'?" in result.stderr
