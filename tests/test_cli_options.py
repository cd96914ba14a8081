"""Options that contradict each other or would be ignored are refused; help says what the words mean."""

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


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("sample --rows 2 --cols 2 --svg a --tikz a", "--svg and --tikz would write the same file 'a'"),
        ("sample --rows 2 --cols 2 --svg a --out a", "would write the same file 'a'"),
        ("list --rows 2 --cols 2 --tikz ./a --out a", "would write the same file"),
        ("board game.txt --tikz a.tex --out ../{here}/a.tex", "would write the same file"),
        ("sample --rows 2 --cols 2 --svg -", "--svg needs a file"),
        ("plot alpha --table 2 --out -", "--out needs a file"),
        ("positions --rows 2 --cols 2 --first right", "--first says whose turn it is, for --turn"),
        ("positions --rows 2 --cols 2 --play --first right", "--first says whose turn it is, for --turn"),
        ("sample --rows 2 --cols 2 --first left", "--first says whose turn it is, for --turn"),
        ("list --rows 2 --cols 2 --first left", "--first says whose turn it is, for --turn"),
        ("plot coefficients --rows 2 --cols 2 --first right --out a.png", "--first says whose turn"),
        ("dominogame --cols 3 --rows 3 --sequences --plays", "--plays has nothing to do with --sequences"),
        ("dominogame --cols 3 --rows 3 --sequences --ties kind", "--ties has nothing to do with --sequences"),
        ("dominogame --cols 3 --rows 3 --sequences --show", "--show has nothing to do with --sequences"),
        ("dominogame --cols 3 --table 3 --plays", "--plays has nothing to do with --table"),
        ("monominogame --cols 3 --rows 3 --limit 3", "--limit has nothing to do without --plays or --show"),
        ("box 2x2x2 --tree LRM --store a.jsonl", "--store keeps outcomes, and --tree counts leaves"),
        ("growth --cols 3 --kind any-end", "'any-end' is a sum of kinds"),
        ("recurrence --cols 3 --wrap rows", "`wrap` of a strip is True, False or 'cols'"),
        ("recurrence --cols 3 --kind maximal --stuck L", "give --kind or --stuck, not both"),
        ("positions --rows 60 --cols 60 --kind maximal --total", "more than 10^15 states need about"),
        ("positions --rows 2 --cols 2 --engine fast", "unknown engine 'fast' (allowed"),
        ("sample --rows 2 --cols 2 --size x", "'x' is not a valid integer."),
        ("positions --rows 2 --cols 2 --board ''", "--rows/--cols and --board"),
        ("positions --board=", "cannot read '': name a file"),
        ("positions --rows 2 --cols 2 --turn", "--turn narrows --play: give both"),
        ("board game.txt --turn --no-totals", "--turn narrows the totals in play"),
    ],
)
def test_contradictions_are_refused(run, tmp_path, words, said):
    before = sorted(tmp_path.iterdir())
    result = run(words.replace("{here}", tmp_path.name))
    assert result.exit_code == 2, result.output
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
    assert sorted(tmp_path.iterdir()) == before


def test_a_dash_is_standard_output(run, tmp_path):
    plain = run("positions --rows 2 --cols 2").stdout
    assert run("positions --rows 2 --cols 2 --out -").stdout == plain != ""
    assert not (tmp_path / "-").exists()


def test_first_says_whose_turn_it_is(run):
    assert run("positions --rows 2 --cols 2 --play --turn --first right --total").exit_code == 0
    assert "turn      Right" in run("board game.txt --first right --no-totals").stdout


@pytest.mark.parametrize(
    "words", ["--stuck L", "--stuck left", "--stuck l", "--stuck Left", "--kind left-end"]
)
def test_players_on_the_command_line(run, words):
    wanted = run("positions --rows 3 --cols 3 --kind left-end").stdout
    assert run(f"positions --rows 3 --cols 3 {words}").stdout == wanted


def test_help_says_what_the_words_mean():
    text = " ".join(CliRunner().invoke(main, ["--help"]).output.split())
    for word in ("general", "maximal", "Left end", "Right end", "play", "lane"):
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
    """A sentence that is more than the option's own name."""
    assert command.help
    for option in command.params:
        if isinstance(option, click.Option):
            assert option.help, option.name
            assert option.help[0].isupper() or not option.help[0].isalpha(), option.help
            assert option.help.rstrip(")").endswith("."), option.help
            assert len(option.help.split()) >= 2, option.help


def test_boxes_are_read_in_either_case(run):
    assert run("positions --box 2X2x2 --total").stdout == run("positions --box 2x2x2 --total").stdout != ""


FULL = "LRR\nLRR\n"


@pytest.mark.parametrize(
    "words",
    [
        "positions --board full.txt --any",
        "positions --board full.txt --any --total --kind maximal",
        "board full.txt --any",
        "sample --board full.txt --any --seed 1",
        "list --board full.txt --any",
        "list --board full.txt --any --rank full.txt",
        "list --board full.txt --any --unrank 0",
        "fewest --board full.txt",
        "fewest --board full.txt --most --kind general",
        "alpha --board full.txt",
        "solve --board full.txt",
        "solve --board full.txt --misere",
        "play --board full.txt",
        "value --board full.txt",
    ],
)
def test_a_board_without_free_cells_works_in_every_command(run, tmp_path, words):
    (tmp_path / "full.txt").write_text(FULL)
    result = run(words)
    assert result.exit_code == 0, result.stderr
    assert result.stdout


def test_answers_on_a_board_without_free_cells(run, tmp_path):
    """There is one position, the one that is there; whoever is to move has lost (in misere play, won)."""
    (tmp_path / "full.txt").write_text(FULL)
    assert "total 1" in run("positions --board full.txt --any").stdout
    assert run("list --board full.txt --any --rank full.txt").stdout == "0\n"
    assert run("list --board full.txt --any").stdout == FULL
    assert run("solve --board full.txt").stdout.startswith("outcome P\n")
    assert run("solve --board full.txt --misere").stdout.startswith("outcome N\n")
    assert run("alpha --board full.txt").stdout.startswith("0 moves")
