"""The command line as a whole: help, options, output files, the glossary and the library of games."""

import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from typed import answer, printed, refused, run

from enumerate import __version__
from enumerate.cli import COMMANDS, GROUPS, main
from enumerate.cli.glossary import TERMS
from enumerate.model.game import Game, names, parse_game

QUESTION = "positions --rows 4 --cols 3 --kind maximal"
SUMMARIES = {name: summary for group in GROUPS.values() for name, (_, summary) in group.items()}
DOCS = Path(__file__).parents[2] / "docs"


# -- help ------------------------------------------------------------------------------------------


def test_help_imports_no_command_and_no_library():
    code = (
        "import sys; from enumerate.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: print(*sorted(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    assert "Play and values:" in done.stdout
    assert not loaded & {"numpy", "numba", "scipy", "sympy", "flint", "matplotlib"}
    modules = {place.partition(":")[0] for place in COMMANDS.values()}
    assert not loaded & {f"enumerate.cli.{module}" for module in modules}


def test_commands_stand_under_their_headings():
    text = printed("--help")
    headings = [line.rstrip(":") for line in text.splitlines() if line.rstrip(":") in GROUPS]
    assert headings == [
        *("Count", "Explore", "Play and values"),
        *("Sequences", "Other domino games", "Tools"),
    ]
    for name, summary in SUMMARIES.items():
        assert any(line.split() == [name, *summary.split()] for line in text.splitlines()), name
        assert len(summary) <= 60
    for word in ("general", "maximal", "Left end", "Right end", "glossary", "_ENUMERATE_COMPLETE"):
        assert re.search(rf"\b{word}\b", " ".join(text.split())), word
    assert __version__ in printed("--version")


def commands(command=main, name="enumerate"):
    context = click.Context(main)
    for word in sorted(COMMANDS) if command is main else command.list_commands(context):
        found = command.get_command(context, word)
        if isinstance(found, click.Group):
            yield from commands(found, f"{name} {word}")
        else:
            yield pytest.param(found, id=f"{name} {word}")


@pytest.mark.parametrize("command", list(commands()))
def test_every_option_says_what_it_does(command):
    """The help of an option is a sentence, not just its name; whoever has --lattice has --game."""
    assert command.help
    for option in command.params:
        if isinstance(option, click.Option):
            assert option.help, option.name
            assert option.help[0].isupper() or not option.help[0].isalpha(), option.help
            assert option.help.rstrip(")").endswith("."), option.help
            assert len(option.help.split()) >= 2, option.help
    options = {option for param in command.params for option in param.opts}
    if "--lattice" in options:
        assert ("--game" in options) == (command.name not in ("solve", "play"))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("positons --rows 2 --cols 2", "did you mean 'positions'?"),
        ("count 4x4 --engin x", "--explain"),  # hidden options are not suggested
        ("games nothing", "nothing"),
        ("glossary nothing", "unknown term 'nothing'"),
    ],
)
def test_misspelled_words_are_corrected(line, words):
    said = refused(line)
    assert words in said
    assert "--engine" not in said


# -- output ----------------------------------------------------------------------------------------


def test_out_is_written_whole(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    plain = printed(QUESTION)
    assert printed(f"{QUESTION} --out answer.txt") == ""
    assert (tmp_path / "answer.txt").read_text() == printed(f"{QUESTION} --out -") == plain
    assert list(tmp_path.iterdir()) == [tmp_path / "answer.txt"]


def test_out_leaves_links_and_special_files_alone(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "target.txt").write_text("old")
    (tmp_path / "link.txt").symlink_to("target.txt")
    assert printed(f"{QUESTION} --out link.txt") == ""
    assert (tmp_path / "link.txt").is_symlink()
    assert "total 75" in (tmp_path / "target.txt").read_text()
    os.mkfifo(tmp_path / "pipe")
    assert "not a regular file" in refused(f"{QUESTION} --out pipe")
    assert run(f"{QUESTION} --out {'x' * 250}").exit_code == 1


# -- glossary and games ----------------------------------------------------------------------------


def test_the_glossary_is_the_page_of_the_documents():
    page = (DOCS / "glossary.md").read_text()
    found = re.findall(r"^## (.+)\n\n((?:.+\n)+)", page, re.MULTILINE)
    assert {term: " ".join(text.split()) for term, text in found} == TERMS
    wanted = (
        "general, maximal, Left end, Right end, play position, stuck, kind, fold, trace, evaluation point"
    )
    assert {*wanted.split(", "), "temperature", "stop"} <= set(TERMS)
    shown = " ".join(printed("glossary").split())
    assert all(f"{term} {' '.join(text.split())}" in shown for term, text in TERMS.items())


@pytest.mark.parametrize("typed", ["Left end", "left end", "left-end"])
def test_a_term_is_found_however_it_is_typed(typed):
    assert " ".join(printed("glossary", typed).split()) == f"Left end {TERMS['Left end']}"


def test_the_library_is_listed():
    assert [line.split()[0] for line in printed("games").splitlines()[1:]] == list(names())
    assert [Game.from_json(each) for each in answer("games")] == [Game.named(name) for name in names()]


@pytest.mark.parametrize("name", names())
def test_a_game_is_shown_as_a_file_that_can_be_read(name):
    assert parse_game(printed("games", name)) == Game.named(name)
    assert Game.from_json(answer("games", name)) == Game.named(name)


def test_a_graph_is_a_board():
    """Col on a path of two vertices is worth 0, on one vertex *."""
    assert "value        0" in printed("value --graph - --game col", stdin="0 1  # an edge\n")
