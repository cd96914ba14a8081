"""Documents: the examples of every `--help` run as they are written."""

import re
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from enumerate import Board
from enumerate.cli import COMMANDS, main
from enumerate.cli.command import HEADINGS
from enumerate.sampling.sampling import PositionList

GAME = "\n".join(["L......."] * 2 + ["..RR...."] + ["........"] * 5)
LONG = {  # minutes of compiling or counting; the benchmarks and other tests run their like
    "enumerate box 4x4x3",
    "enumerate dominoes tournament --matches 1000000",
    "enumerate sequence A332714 --terms 12",
    "enumerate selftest",
    "enumerate solve 6x6",
    "enumerate warm-up --progress",
    "enumerate solve 8x8 --stats",
    "enumerate web",  # and the others of its kind serve until they are ended
    "enumerate web --no-open --port 9000 --max-memory 4GiB",
    "enumerate web --store lanes.db",
}


def commands():
    """All commands and commands of groups, with their words."""
    for name in sorted(COMMANDS):
        command = main.get_command(None, name)
        yield [name], command
        if isinstance(command, click.Group):
            yield from (([name, word], inner) for word, inner in sorted(command.commands.items()))


def examples():
    """The lines of each help that can be typed into a shell."""
    for words, command in commands():
        lines = re.findall(r"^ +((?:printf .*\| )?enumerate .*)$", command.help, re.MULTILINE)
        yield pytest.param(words, lines, id=" ".join(words))


@pytest.mark.parametrize(("words", "lines"), list(examples()))
def test_examples_of_the_help(words, lines, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("game.txt").write_text(GAME)
    Path("position.txt").write_text(str(PositionList(Board.rectangle(8, 8), "maximal").position(10**6)))
    assert any(line.startswith(f"enumerate {' '.join(words)}") or "|" in line for line in lines)
    for line in sorted(set(lines) - LONG, key=lines.index):
        typed = "q\n"
        if line.startswith("printf"):
            drawing, line = line.split(" | ")
            typed = shlex.split(drawing)[1].encode().decode("unicode_escape")
        result = CliRunner().invoke(main, shlex.split(line)[1:], input=typed)
        assert result.exit_code == 0, f"{line}: {result.output}"
        if " play " in line:
            assert re.search(r"You left the (match|game)\.$", result.stdout)


def test_long_examples_are_still_there():
    given = {line for example in examples() for line in example.values[1]}
    assert given >= LONG


ORDER = """
BOARD --rows --cols --graph --wrap --shift --lattice --game | --kind --stuck --play --turn --first
--unreachable --x --y --z --seed | --threads --max-memory --store --cluster
| --format --out --show --picture --progress --help
"""


def test_shared_options_stand_in_one_order_under_the_same_headings():
    """Board, What to count, How to compute, Output. `test_wrong_input.py` asserts that they are the same."""
    shared = ORDER.replace("|", " ").split()
    for words, command in commands():
        if isinstance(command, click.Group) or words == ["web"]:
            continue
        text = CliRunner().invoke(main, [*words, "--help"], terminal_width=200).output
        titles = re.findall(r"^(\S.*):$", text, re.MULTILINE)
        assert titles == [title for title in HEADINGS if title in titles], words
        listed = re.findall(r"^  (?:-h, )?((?:--|[A-Z])[\w-]+)", text.split("\nBoard:")[-1], re.MULTILINE)
        found = [name for name in listed if name in shared]
        assert found == sorted(found, key=shared.index), words
