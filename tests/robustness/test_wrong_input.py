"""Wrong input is refused in one line that quotes it, with exit status 2; a Python function raises an error.

`wrong_input.txt` is the table: a line has what is typed and a part of the answer. Wrong values of a shared
parameter are tried on one command, and a test asserts that the other commands have the same parameter.
"""

import os
import re
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from flint import fmpz

from enumerate.cli import COMMANDS, main

FILES = {
    "empty": b"",
    "blank.txt": b"\n\n",
    "ragged.txt": b"...\n.\n...\n",
    "binary": b"\x00\x01\x89PNG\xff\xfe",
    "latin.txt": "..\n.é\n".encode("latin-1"),
    "letters.txt": b"..\n.x\n",
    "odd.txt": b"...\nRRR\n",
    "tall.txt": b"L.\n..\n",
    "middle.txt": b"MM\n..\n",
    "layers.txt": b"..\n..\n\n..\n",
    "edge.txt": b"0 1\n",
    "half.txt": b"0\n",
    "loop.txt": b"0 0\n",
    "ok.txt": b"..\n..\n",
    "lefts.txt": b"LL\nLL\n",
    "solid.txt": b"..\n..\n\n..\n..\n",
    "text.txt": b"hello\nworld\n",
    "column.csv": b"row,column,weight\n1,1,2\n",
    "word.csv": b"row,col,weight,cost\n1,1,two,cheap\n",
    "outside.csv": b"row,col,weight,cost\n9,9,2,2\n",
    "complex.csv": b"row,col,cost\n1,1,2+i\n",
    "outside.json": b'[{"piece": "L", "cells": [[0, 0], [5, 5]], "weight": 2}]',
    "cell.json": b'[{"cell": "00", "weight": 2}]',
    "half.json": b'[{"cell": [0.5, 0], "weight": 2}]',
    "number.json": b"[3]",
    "truncated.json": b'{"board": {"shape": [2',
    "alpha.json": b'{"rows": 2, "cols": 2, "moves": 1}',
    "list.json": b"[]",
    "nan.json": b"NaN",
    "deep.json": b"[" * 100_000,
}
EVIL = "\x1b]0;title\x07\x1b[31m\x9b2J\u202e\x7f"  # commands a terminal if it is printed as it is
ROOT = Path(__file__).parents[2]


def cases(lines):
    """The words and what is quoted, of each line."""
    for line in filter(str.strip, lines.splitlines()):
        words, _, quoted = line.rpartition("|")
        yield words.strip(), quoted.strip()


TABLE = (Path(__file__).parent / "wrong_input.txt").read_text()
WRONG = dict(re.findall(r"^\[(.*)\]\n((?:(?!\[).*\n)*)", TABLE, re.MULTILINE))
# a question that each command answers, to which an option that does not exist is added
ANSWERED = {
    "box": "2x2x2",
    "games": "col",
    "sequence": "nxn",
    "recurrence": "2",
    "growth": "2",
    "falling": "3x3",
    "pieces": "--cells 3",
    "dominoes tournament": "--matches 10",
    "dominoes match": "",
    "runs": "missing.db",
    "verify": "alpha.json",
    "glossary": "",
    "selftest": "",
    "warm-up": "",
}


def commands(command=main, words=()):
    """Every command with its words."""
    for name in COMMANDS if command is main else command.commands:
        inner = command.get_command(None, name)
        if isinstance(inner, click.Group):
            yield from commands(inner, (*words, name))
        else:
            yield " ".join((*words, name)), inner


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with files that are not what is asked for."""
    place = tmp_path_factory.mktemp("wrong")
    (place / "folder").mkdir()
    for name, content in FILES.items():
        (place / name).write_bytes(content)
    before = Path.cwd()
    os.chdir(place)
    yield place
    os.chdir(before)


def is_plain(text):
    """Only what can be seen, and ends of lines."""
    return all(c.isprintable() or c == "\n" for c in text)


def check(command, words, quoted, folder):
    """Nothing but one line on standard error, and no file is written."""
    typed, _, source = words.replace("{here}", folder.name).partition(" < ")
    stdin = (folder / source).read_bytes() if source else b""
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    result = CliRunner().invoke(main, [*command.split(), *shlex.split(typed)], input=stdin)
    line = f"enumerate {command} {words}: {result.output!r}"
    assert result.exit_code == 2, line
    assert isinstance(result.exception, SystemExit), line
    assert result.stdout == "", line
    assert len(result.stderr.splitlines()) == 1, line
    assert result.stderr.startswith("enumerate: "), line
    assert quoted in result.stderr, f"{line} does not contain {quoted!r}"
    assert is_plain(result.stderr), line
    assert len(result.stderr) < 400, line
    assert {path: path.stat().st_mtime_ns for path in folder.iterdir()} == before, line


@pytest.mark.parametrize("command", WRONG)
def test_wrong_input(command, folder):
    for words, quoted in cases(WRONG[command]):
        check(command, words, quoted, folder)


@pytest.mark.parametrize("option", ["--format xml | 'xml'", "--out missing/x | there is no folder 'missing'"])
def test_outputs_of_every_command(option, folder):
    """Formats differ from command to command, so each command is asked."""
    words, quoted = next(cases(option))
    asked = 0
    for name, command in commands():
        if any(words.split()[0] in param.opts for param in command.params):
            check(name, f"{ANSWERED.get(name, '2x2')} {words}", quoted, folder)
            asked += 1
    assert asked > 20


def test_integers_of_every_command(folder):
    """A word, and what is just below or above what is allowed."""
    asked = 0
    for name, command in commands():
        for param in command.params:
            if isinstance(param.type, click.IntRange | type(click.INT)):
                low, high = getattr(param.type, "min", None), getattr(param.type, "max", None)
                beyond = [edge + step for edge, step in ((low, -1), (high, 1)) if edge is not None]
                for wrong in ("x", *beyond):
                    check(name, f"{ANSWERED.get(name, '2x2')} {param.opts[0]}={wrong}", str(wrong), folder)
                    asked += 1
    assert asked > 90


def test_surplus_words_on_every_command(folder):
    for name, _ in commands():
        for surplus in ("surplus", "--nonsense"):
            check(name, f"{ANSWERED.get(name, '2x2')} {surplus} {surplus}", surplus, folder)


SHARED = """
--rows --graph --wrap --shift --lattice --game --stuck --play --turn --first --unreachable --seed --threads
--max-memory --store --cluster --progress
"""
OWN = {
    ("falling", "--rows"),
    ("web", "--threads"),
    ("web", "--store"),
    ("overview", "--turn"),
    ("recurrence", "--wrap"),
    ("growth", "--wrap"),
}  # another wording


def test_commands_share_their_parameters():
    """What is wrong with a board, a player or a limit is tried on one command: the others have the same."""
    same = main.get_command(None, "positions").params[:3]
    found = {}
    for name, command in commands():
        if any(getattr(param, "metavar", "") == "[BOARD]" for param in command.params) and name != "falling":
            first = 1 if name == "play" else 0  # the BOARD of `play` cannot be standard input
            assert command.params[first:3] == same[first:], name
        for param in command.params:
            if param.opts[0] in SHARED.split() and (name, param.opts[0]) not in OWN:
                assert found.setdefault(param.opts[0], param) is param, f"{name} {param.opts[0]}"
    assert set(found) == set(SHARED.split())
    for option in ("--out", "--show"):  # made for each command, with one wording
        texts = {param.help for _, command in commands() for param in command.params if option in param.opts}
        assert len(texts) == 1, texts


def test_every_command_is_tried():
    without_words = {"most", "selftest", "warm-up"}  # the tests above try their options
    assert {command.split()[0] for command in WRONG if command} == set(COMMANDS) - without_words


def test_bytes_that_are_not_text_end_a_game_in_one_line():
    result = CliRunner().invoke(main, ["dominoes", "play", "--seed", "1"], input=b"\xff\n")
    assert result.exit_code == 2
    assert result.stderr == "enumerate: the input is not valid UTF-8\n"


@pytest.mark.parametrize("command", ["match", "tournament --matches 1"])
def test_an_agent_that_fails_is_named(command):
    words = ["dominoes", *command.split(), "--agents", "json:dumps,juca"]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert "the agent 'json:dumps' failed (TypeError" in result.stderr


def test_counts_may_have_any_number_of_digits():
    result = CliRunner().invoke(main, ["count", "120x120", "--game", "free-cells"])
    assert result.exit_code == 0
    assert result.stdout.split()[1] == f"{fmpz(2) ** 14400}:"


def test_what_is_typed_does_not_command_the_terminal(folder):
    for name, _ in commands():
        for words in (f"'--{EVIL}'", "'\0'", f"'{EVIL}' '{EVIL}' '{EVIL}'"):
            check(name, words, "", folder)
    for option in ("--rows", "--kind", "--engine", "--stuck", "--max-memory", "--cluster"):
        check("positions", f"3x3 {option} '{EVIL}'", "", folder)
    for option in ("--store", "--out"):
        check("positions", f"3x3 {option} 'none/{EVIL}/a'", "", folder)


def test_files_and_their_names_do_not_command_the_terminal(tmp_path):
    named = tmp_path / EVIL
    named.write_text(EVIL)
    for command in ("positions", "verify", "runs"):
        done = CliRunner().invoke(main, [command, str(named)])
        assert (done.exit_code, done.stdout) == (2, "")
        assert is_plain(done.stderr)
        assert "\\x1b" in done.stderr, "it is quoted, spelled out"
    named.unlink()
    for _ in range(2):
        done = CliRunner().invoke(main, ["count", "4x4", "--engine", "modular", "--store", str(named)])
        assert (done.exit_code, done.stdout) == (0, "total 10012: all positions\n")
        assert is_plain(done.stderr)
    done = CliRunner().invoke(main, ["runs", str(named)])
    assert done.exit_code == 0
    assert is_plain(done.stdout)


def test_there_is_one_way_to_the_terminal():
    users = {
        path.name
        for path in (ROOT / "enumerate").rglob("*.py")
        if re.search(r"click\.(echo|secho|echo_via_pager)\(|^ *print\(", path.read_text(), re.MULTILINE)
    }
    # drawings have colours, and nothing in them was typed; the progress bar erases its line
    assert users == {"terminal.py", "output.py", "play.py", "progress_bar.py"}
