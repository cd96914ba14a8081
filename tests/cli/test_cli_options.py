"""Options: a dash, players by name, boards without free cells; help says what the words mean."""

import re

import click
import pytest
from click.testing import CliRunner

from enumerate.cli import COMMANDS, main

GAME = "L..\nL..\n...\n"


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.txt").write_text(GAME)
    return lambda words: CliRunner().invoke(main, words.split())


def test_a_dash_is_standard_output(run, tmp_path):
    plain = run("positions --rows 2 --cols 2").stdout
    assert run("positions --rows 2 --cols 2 --out -").stdout == plain != ""
    assert not (tmp_path / "-").exists()


def test_first_says_whose_turn_it_is(run):
    assert run("count --rows 2 --cols 2 --play --turn --first right").exit_code == 0
    assert "turn      Right" in run("overview game.txt --first right --no-totals").stdout


@pytest.mark.parametrize(
    "words", ["--stuck L", "--stuck left", "--stuck l", "--stuck Left", "--kind left-end"]
)
def test_players_on_the_command_line(run, words):
    wanted = run("positions --rows 3 --cols 3 --kind left-end").stdout
    assert run(f"positions --rows 3 --cols 3 {words}").stdout == wanted


def test_help_says_what_the_words_mean():
    text = " ".join(CliRunner().invoke(main, ["--help"]).output.split())
    for word in ("general", "maximal", "Left end", "Right end", "glossary"):
        assert re.search(rf"\b{word}\b", text), word


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
    """The help of an option is a sentence, not just its name."""
    assert command.help
    for option in command.params:
        if isinstance(option, click.Option):
            assert option.help, option.name
            assert option.help[0].isupper() or not option.help[0].isalpha(), option.help
            assert option.help.rstrip(")").endswith("."), option.help
            assert len(option.help.split()) >= 2, option.help


def test_boxes_are_read_in_either_case(run):
    assert run("count 2X2x2").stdout == run("count 2x2x2").stdout != ""


FULL = "LRR\nLRR\n"


@pytest.mark.parametrize(
    "words",
    [
        "positions full.txt --unreachable",
        "count full.txt --unreachable --kind maximal",
        "overview full.txt --unreachable",
        "sample full.txt --unreachable --seed 1",
        "list full.txt --unreachable",
        "list full.txt --unreachable --rank full.txt",
        "list full.txt --unreachable --unrank 0",
        "fewest full.txt",
        "most full.txt --kind general",
        "alpha full.txt",
        "solve full.txt",
        "solve full.txt --misere",
        "play full.txt",
        "value full.txt",
    ],
)
def test_a_board_without_free_cells_works_in_every_command(run, tmp_path, words):
    (tmp_path / "full.txt").write_text(FULL)
    result = run(words)
    assert result.exit_code == 0, result.stderr
    assert result.stdout


def test_answers_on_a_board_without_free_cells(run, tmp_path):
    """The only position is the drawn one; the player to move has lost (in misere play, won)."""
    (tmp_path / "full.txt").write_text(FULL)
    assert "total 1" in run("positions full.txt --unreachable").stdout
    assert run("list full.txt --unreachable --rank full.txt").stdout == "0\n"
    assert run("list full.txt --unreachable").stdout == FULL
    assert run("solve full.txt").stdout.startswith("outcome P\n")
    assert run("solve full.txt --misere").stdout.startswith("outcome N\n")
    assert run("alpha full.txt").stdout.startswith("0 moves")
