"""Games on the command line: the library, files, lattices, graphs; friendly refusals."""

import json

import pytest
from click.testing import CliRunner

from enumerate.cli import main
from enumerate.model.game import Game, names, parse_game


def run(line, typed=None):
    result = CliRunner().invoke(main, line.split(), input=typed)
    return result.exit_code, result.stdout, result.stderr


def test_the_library_is_listed():
    code, out, _ = run("games")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()[1:]] == list(names())
    assert [Game.from_json(each) for each in json.loads(run("games --format json")[1])] == [
        Game.named(name) for name in names()
    ]


@pytest.mark.parametrize("name", names())
def test_a_game_is_shown_as_a_file_that_can_be_read(name):
    code, out, _ = run(f"games {name}")
    assert code == 0
    assert parse_game(out) == Game.named(name)
    assert Game.from_json(json.loads(run(f"games {name} --format json")[1])) == Game.named(name)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("count --rows 3 --cols 3 --game kings --pieces 1", "total 9: all positions, with 1 piece\n"),
        ("positions --rows 3 --cols 3 --game kings --by left", "t counts pieces\n"),
        ("positions --rows 3 --cols 3 --game snort --by difference", "t counts Left's pieces less Right's\n"),
        ("count --rows 3 --cols 3 --pieces 1", "total 12: all positions, with 1 domino\n"),
    ],
)
def test_pieces_are_called_dominoes_in_domineering_alone(line, words):
    code, out, _ = run(line)
    assert code == 0
    assert out.endswith(words)


@pytest.mark.parametrize("line", ["positions", "evaluate", "fewest", "recurrence --cols 2"])
def test_what_either_may_place_leaves_nobody_a_move(line):
    board = "" if "cols" in line else " --rows 2 --cols 2"
    said = [run(f"{line}{board} --game kings --stuck {word}")[1] for word in ("either", "left")]
    assert said[0] == said[1]
    assert "positions in which nobody can move" in said[0]


def test_a_graph_is_a_board():
    """Col on a path of two vertices is worth 0, on one vertex *."""
    assert "value        0" in run("value --graph - --game col", typed="0 1  # an edge\n")[1]


DOMINEERING_ONLY = {"solve", "play"}


def test_games_are_offered_wherever_they_are_served():
    context = main.make_context("enumerate", [], resilient_parsing=True)
    for name in main.list_commands(context):
        options = {option for param in main.get_command(context, name).params for option in param.opts}
        if "--lattice" in options:  # the command takes a board
            assert ("--game" in options) == (name not in DOMINEERING_ONLY), name
