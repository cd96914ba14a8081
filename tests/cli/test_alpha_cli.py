"""The commands `alpha` and `fewest`, as a newcomer types them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from enumerate import Board, Domino, Player, Position, brute_force
from enumerate.cli import main
from enumerate.optimize.alpha import replay
from enumerate.rules.kinds import whose_turn


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, arguments, input=stdin)


def test_alpha_in_words_and_drawn() -> None:
    assert (
        run("alpha", "--rows", "4", "--cols", "6").stdout == "7 moves, with Left or Right out of moves (LR)\n"
    )
    shown = run("alpha", "--rows", "3", "--cols", "3", "--show").stdout
    first, drawing, order = shown.strip().split("\n\n")
    assert first == "2 moves, with Left or Right out of moves (LR)"
    assert (drawing.count("L"), drawing.count("R"), drawing.count("·")) == (1, 1, 5)
    assert order.startswith("Right begins: R")
    assert order.endswith("and Right cannot move")


def test_alpha_as_json_replays() -> None:
    answer = json.loads(run("alpha", "--rows", "5", "--cols", "4", "--format", "json").stdout)
    assert (answer["rows"], answer["cols"], answer["moves"], answer["ends"]) == (5, 4, 5, ["L"])
    moves = [Domino(tuple(m["cell"]), "LR".index(m["player"])) for m in answer["order"]]
    first = Player("LR".index(answer["first"]))
    assert replay(Board.rectangle(5, 4), first, moves) == Position.parse(answer["witness"])


def test_the_table_in_all_formats() -> None:
    assert (
        run("alpha", "--table", "3").stdout
        == "m\\n  1    2    3\n  1  0LR  0L   0L\n  2  0R   1LR  1R\n  3  0R   1L   2LR\n"
    )
    assert run("alpha", "--table", "2", "--format", "csv").stdout == "m\\n,1,2\n1,0LR,0L\n2,0R,1LR\n"
    assert "2 & $0^{R}$ & $1^{LR}$ \\\\" in run("alpha", "--table", "2", "--format", "latex").stdout
    table = json.loads(run("alpha", "--table", "2", "--format", "json").stdout)["table"]
    assert table[1] == [{"moves": 0, "ends": ["R"]}, {"moves": 1, "ends": ["L", "R"]}]


def test_a_strip() -> None:
    lines = run("alpha", "--strip", "2x15", "--format", "csv").stdout.splitlines()
    assert lines[0] == "n,moves,ends"
    assert lines[-1] == "15,8,R"
    assert json.loads(run("alpha", "--strip", "2x3", "--format", "json").stdout)["strip"][2]["moves"] == 1


def test_a_drawn_board_is_read_from_standard_input() -> None:
    assert run("alpha", "-", stdin="..#..\n..#..\n").stdout.startswith("4 moves")


def test_fewest_and_most(tmp_path: Path) -> None:
    assert run("fewest", "--rows", "8", "--cols", "8", "--kind", "maximal").stdout == (
        "22 dominoes, the fewest over positions in which nobody can move\n"
    )
    out = tmp_path / "most.json"
    arguments = ("most", "--rows", "3", "--cols", "3", "--kind", "right-end", "--play")
    assert run(*arguments, "--format", "json", "--out", str(out)).exit_code == 0
    answer = json.loads(out.read_text())
    assert (answer["kind"], answer["dominoes"], answer["most"], answer["play"]) == (
        "right-end",
        4,
        True,
        True,
    )
    assert len(Position.parse(answer["witness"]).dominoes) == 4
    named, stuck = (
        run("fewest", "--rows", "3", "--cols", "4", *words).stdout
        for words in (("--kind", "right-end"), ("--stuck", "right"))
    )
    assert named == stuck
    asked = json.loads(run("fewest", "2x2x2", "--stuck", "left,middle", "--format", "json").stdout)
    assert (asked["kind"], asked["stuck"]) == (None, ["left", "middle"])
    none = run("fewest", "--rows", "1", "--cols", "2", "--kind", "right-end", "--play")
    assert none.stdout.startswith("none: there are no positions")


@pytest.mark.parametrize("most", [False, True])
@pytest.mark.parametrize("drawing", ["L...\nL...\n....", "RR..\n....\n...."])
def test_fewest_goes_on_from_a_drawing_in_turn(drawing: str, most: bool) -> None:
    """The fewest and the most dominoes that end the game from here on, by brute force."""
    position = Position.parse(drawing)
    mover = whose_turn(position)
    truth = brute_force(position.free, "any-end", play=True, turn=mover)
    wanted = (max if most else min)(sum(monomial) for monomial, _ in truth)
    asked = ("--kind", "any-end", "--play", "--turn", "--format", "json")
    answer = json.loads(run("most" if most else "fewest", "-", *asked, stdin=drawing).stdout)
    assert (answer["dominoes"], answer["turn"]) == (wanted, mover.name.lower())
