"""What commands print (`answers.txt`); those that show positions; pictures; boards without free cells."""

import json
import re
from pathlib import Path

import pytest
from typed import answer, printed, refused

from enumerate.cli.output import Output
from enumerate.counting.overview import overview
from enumerate.counting.positions import count, positions
from enumerate.model.board import Board, Player
from enumerate.model.position import Position
from enumerate.rules.kinds import Kind
from enumerate.sampling.sampling import PositionList

GAME = "\n".join(json.loads((Path(__file__).parents[1] / "fixtures" / "example_7.json").read_text())["whole"])
MAXIMAL = "4x3 --kind maximal"
WALLS = "##\n##\n"  # a board without cells has one position, in which nobody can move
FULL = "LRR\nLRR\n"
EVEN = ("full", FULL), ("even", "LRR\nL..\n")


@pytest.fixture(autouse=True)
def drawings(tmp_path, monkeypatch):
    """Every test runs beside its drawings."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("game", GAME), ("lefts", "L..\nL..\n...\n"), ("walls", WALLS), *EVEN):
        (tmp_path / f"{name}.txt").write_text(text)


# -- overview --------------------------------------------------------------------------------------


def test_an_overview_shows_everything():
    shown = printed("overview game.txt")
    assert GAME.split("\n")[0] + "   aaaaaaLa" in shown
    assert "turn      Right" in shown
    assert "moves     Left 25, Right 21" in shown
    assert "general    752197082  271931548" in shown
    assert printed("overview -", stdin=GAME) == shown


def test_an_overview_as_json():
    shown = answer("overview game.txt --turn")
    assert shown["to_move"] == shown["turn"] == "right"
    assert shown["dominoes"] == {"left": 6, "right": 5}
    assert [part["cells"] for part in shown["components"]] == [24, 6, 12]
    free = Position.parse(GAME).free
    for kind, total in shown["totals"].items():
        assert int(total) == count(free, kind)
        assert int(shown["play"][kind]) == count(free, kind, play=True, turn=Player.RIGHT)


@pytest.mark.parametrize(
    ("drawing", "same"),
    [("..#..\n.##.#\n##...\n", [0, 1]), ("...#.\n.###.\n###..\n", [0, 0])],  # turned; moved
)
def test_an_overview_names_equal_components(drawing, same):
    assert [part["same_as"] for part in answer("overview -", stdin=drawing)["components"]] == same


def test_an_overview_says_what_does_not_fit(monkeypatch):
    monkeypatch.setattr("enumerate.support.memory.available_memory", lambda: 10**3)
    assert "too large" in printed("overview 12x12")
    assert overview(Position.of(Board.rectangle(12, 12))).totals["general"] is None


# -- whose turn it is ------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["overview", "positions", "sample"])
def test_impossible_counts_are_accepted_on_request(command):
    message = refused(f"{command} -", stdin="LL.\nLL.\n")
    assert "2 Left and 0 Right dominoes cannot arise in alternating play" in message
    assert printed(f"{command} - --unreachable", stdin="LL.\nLL.\n")


# -- sample and list -------------------------------------------------------------------------------


def test_a_sample_is_in_the_format_of_boards():
    line = "sample 6x6 --kind maximal --size 3 --seed 1"
    shown = printed(line)
    assert shown == printed(line)
    drawn = [Position.parse(block) for block in shown.split("\n\n")]
    assert drawn == PositionList(Board.rectangle(6, 6), "maximal").sample(3, seed=1)
    assert all(position.stuck() == {0, 1} for position in drawn)
    assert "turn" in printed("overview - --unreachable", stdin=str(drawn[0]))


def test_a_sample_names_the_seed_that_it_chose():
    found = answer(f"sample {MAXIMAL} --size 2")
    assert found["of"] == "75"
    again = printed(f"sample {MAXIMAL} --size 2 --seed {found['seed']}")
    assert again.strip().split("\n\n") == found["positions"]


def test_a_sample_continues_the_game():
    begun, asked = Position.parse(GAME), "game.txt --kind maximal --play --turn"
    shown = printed(f"sample {asked} --seed 3")
    ended = Position.parse(shown)
    assert begun.dominoes < ended.dominoes
    left, right = ended.counts
    assert left - right - 1 in (-1, 0)
    assert ended.stuck() == {0, 1}
    number = printed(f"list {asked} --rank -", stdin=shown)
    assert printed(f"list {asked} --unrank {number}") == shown


def test_a_list_has_every_position_once():
    blocks = printed(f"list {MAXIMAL}").strip().split("\n\n")
    assert len(blocks) == len(set(blocks)) == positions("4x3", "maximal").total
    assert answer(f"list {MAXIMAL} --start 70 --size 10")["positions"] == blocks[70:]
    assert printed(f"list {MAXIMAL} --unrank 12").strip() == blocks[12]
    assert printed(f"list {MAXIMAL} --rank -", stdin=blocks[12]).strip() == "12"
    assert answer(f"list {MAXIMAL} --rank -", stdin=blocks[12])["rank"] == "12"


def test_positions_in_boxes_are_listed_two_blank_lines_apart():
    blocks = printed("list 2x2x2 --kind maximal").strip("\n").split("\n\n\n")
    wanted = PositionList(Board.box(2, 2, 2), "maximal")
    assert [Position.parse(block) for block in blocks] == list(wanted.listing())


@pytest.mark.parametrize(
    ("drawing", "why"),
    [
        ("\n".join(["." * 8] * 8), "lacks pieces that lie on the board"),
        ("..", "on another board"),
        (GAME, "is not a maximal position"),
    ],
)
def test_rank_wants_a_position_of_this_board(drawing, why):
    assert why in refused("list game.txt --kind maximal --rank -", stdin=drawing)


# -- pictures --------------------------------------------------------------------------------------


def test_pictures_are_written():
    shown = printed(f"sample {MAXIMAL} --seed 1 --show --picture p.svg --picture p.tex")
    assert "┌" in shown
    assert "\x1b" not in shown  # not a terminal: no colour
    assert Path("p.svg").read_text().startswith("<svg")
    assert r"\begin{tikzpicture}" in Path("p.tex").read_text()
    assert "┌" in printed("overview game.txt --show")


def test_plots_are_written():
    printed(f"positions {MAXIMAL} --picture f.png")
    assert Path("f.png").read_bytes().startswith(b"\x89PNG")
    printed("alpha --table 4 --picture a.svg")
    drawn = Path("a.svg").read_text()
    assert "moves of a shortest game" in drawn
    numbers = [drawn.count(f"<!-- {moves} -->") for moves in (0, 3)]
    assert numbers[0] >= 7  # boards of one row or column
    assert numbers[1] >= 4 + 2  # 2 x 4, 3 x 4 and transposed [KS20, Table 1], and the labels of two axes
    assert "the board has no cells" in refused("evaluate walls.txt --picture a.svg")


def test_plots_without_matplotlib_say_so(monkeypatch):
    monkeypatch.setattr("enumerate.render.plots.find_spec", lambda name: None)
    assert "plots need matplotlib: install it with" in refused(f"positions {MAXIMAL} --picture f.png")


def test_colour_is_for_terminals_that_want_it(monkeypatch):
    drawn = [Position.parse("RR")]
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b" in Output("text", None).drawing(drawn)
    assert "\x1b" not in Output("text", Path("drawing.txt")).drawing(drawn)
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in Output("text", None).drawing(drawn)


# -- boards without free cells ---------------------------------------------------------------------


TEXT = (Path(__file__).parent / "answers.txt").read_text()
BLOCKS = re.findall(r"^\$ (.*)\n((?:(?![$#]).+\n)+)", TEXT, re.MULTILINE)


@pytest.mark.parametrize(("line", "words"), BLOCKS)
def test_answers_in_words(line, words):
    assert words.rstrip("\n") in printed(line)


@pytest.mark.parametrize("named", ["domineering", "snort"])
def test_a_board_of_walls_has_one_position(named):
    for kind in Kind:
        asked = f"walls.txt --kind {kind} --game {named}"
        assert printed(f"count {asked}").startswith("total 1:")
        assert printed(f"list {asked}") == printed(f"sample {asked}") == WALLS


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("overview walls.txt", {"free_cells": 0, "moves": {"left": 0, "right": 0}}),
        ("value walls.txt", {"value": "0", "outcome": "P", "components": []}),
        ("value walls.txt --game col", {"value": "0", "outcome": "P", "components": []}),
        ("solve walls.txt", {"outcome": "P"}),
        ("solve walls.txt --misere", {"outcome": "N"}),
        ("alpha walls.txt", {"moves": 0, "ends": ["L", "R"], "witness": "##\n##"}),
        ("fewest walls.txt", {"dominoes": 0, "witness": "##\n##"}),
        ("most walls.txt", {"dominoes": 0, "witness": "##\n##"}),
        ("complex walls.txt", {"f_vector": ["1"], "euler": "-1", "betti": [1]}),
        ("evaluate walls.txt --x 2 --y 3", {"value": "1", "log": "0"}),
    ],
)
def test_every_command_takes_a_board_of_walls(line, part):
    """The player to move loses; the only face of the complex is the empty one."""
    assert answer(line).items() >= part.items()


def test_play_reads_moves_from_standard_input_and_no_drawing():
    assert "'-' cannot be the board here" in refused("play -", stdin=WALLS)
