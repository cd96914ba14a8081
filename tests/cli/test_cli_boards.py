"""The commands overview, sample and list, pictures, and drawings of games under way."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from enumerate.cli import main
from enumerate.cli.output import Output
from enumerate.counting.overview import overview
from enumerate.counting.positions import count, positions
from enumerate.model.board import Board, Player
from enumerate.model.position import Position
from enumerate.rules.kinds import Kind
from enumerate.sampling.sampling import PositionList

GAME = "\n".join(json.loads((Path(__file__).parents[1] / "fixtures" / "example_7.json").read_text())["whole"])
MAXIMAL = ["--rows", "4", "--cols", "3", "--kind", "maximal"]


def run(*arguments, text=None, status=0):
    """The standard output; the standard error if the command should fail."""
    result = CliRunner().invoke(main, list(arguments), input=text)
    assert result.exit_code == status, result.output
    if status:
        assert result.stderr.startswith("enumerate: ")
        assert len(result.stderr.splitlines()) == 1
        assert not result.stdout
    return result.stdout if status == 0 else result.stderr


@pytest.fixture
def game(tmp_path):
    path = tmp_path / "game.txt"
    path.write_text(GAME)
    return str(path)


def test_board_shows_everything(game):
    shown = run("overview", game)
    assert GAME.split("\n")[0] + "   aaaaaaLa" in shown
    assert "turn      Right" in shown
    assert "moves     Left 25, Right 21" in shown
    assert "general    752197082  271931548" in shown
    assert run("overview", "-", text=GAME) == shown


def test_board_as_json(game):
    shown = json.loads(run("overview", game, "--format", "json", "--turn"))
    assert shown["to_move"] == shown["turn"] == "right"
    assert shown["dominoes"] == {"left": 6, "right": 5}
    assert [part["cells"] for part in shown["components"]] == [24, 6, 12]
    free = Position.parse(GAME).free
    for kind, total in shown["totals"].items():
        assert int(total) == count(free, kind)
        assert int(shown["play"][kind]) == count(free, kind, play=True, turn=Player.RIGHT)


def test_board_names_equal_components():
    """The second part is the first one turned."""
    shown = json.loads(run("overview", "-", "--format", "json", text="..#..\n.##.#\n##...\n"))
    assert [part["same_as"] for part in shown["components"]] == [0, 1]
    shown = json.loads(run("overview", "-", "--format", "json", text="...#.\n.###.\n###..\n"))
    assert [part["same_as"] for part in shown["components"]] == [0, 0]


def test_board_in_three_dimensions_and_without_totals():
    shown = run("overview", "-", "--no-totals", text="..\n..\n\n..\n..\n")
    assert "2 x 2 x 2, 8 free cells" in shown
    assert "general" not in shown
    assert "turn" not in shown


def test_board_says_what_does_not_fit(monkeypatch):
    monkeypatch.setattr("enumerate.support.memory.available_memory", lambda: 10**3)
    shown = run("overview", "-", text="\n".join(["." * 12] * 12))
    assert "too large" in shown
    assert overview(Position.of(Board.rectangle(12, 12))).totals["general"] is None


def test_positions_of_a_game_under_way(game):
    play = json.loads(run("positions", game, "--play", "--format", "json"))
    narrow = json.loads(run("positions", game, "--play", "--turn", "--format", "json"))
    assert play["turn"] is None
    assert narrow["turn"] == "right"
    assert [term for term in play["terms"] if term[0] - term[1] < 1] == narrow["terms"]


@pytest.mark.parametrize("first", ["left", "right"])
def test_equal_counts_leave_the_turn_to_the_starter(first):
    shown = json.loads(run("overview", "-", "--first", first, "--format", "json", text="LRR\nL..\n"))
    assert shown["to_move"] == first


@pytest.mark.parametrize("command", [["overview", "-"], ["positions", "-"], ["sample", "-"]])
def test_impossible_counts_need_any(command):
    message = run(*command, text="LL.\nLL.\n", status=2)
    assert "2 Left and 0 Right dominoes cannot arise in alternating play" in message
    assert run(*command, "--unreachable", text="LL.\nLL.\n")


def test_sample_is_in_the_format_of_boards():
    command = ["sample", "--rows", "6", "--cols", "6", "--kind", "maximal", "--size", "3", "--seed", "1"]
    shown = run(*command)
    assert shown == run(*command)
    drawn = [Position.parse(block) for block in shown.split("\n\n")]
    assert drawn == PositionList(Board.rectangle(6, 6), "maximal").sample(3, seed=1)
    assert all(position.stuck() == {0, 1} for position in drawn)
    assert "turn" in run("overview", "-", "--unreachable", text=str(drawn[0]))


def test_sample_as_json_and_without_a_seed():
    found = json.loads(run("sample", *MAXIMAL, "--size", "2", "--format", "json"))
    assert found["of"] == "75"
    again = run("sample", *MAXIMAL, "--size", "2", "--seed", str(found["seed"]))
    assert again.strip().split("\n\n") == found["positions"]


def test_a_sample_continues_the_game(game):
    begun = Position.parse(GAME)
    shown = run("sample", game, "--kind", "maximal", "--play", "--turn", "--seed", "3")
    ended = Position.parse(shown)
    assert begun.dominoes < ended.dominoes
    left, right = ended.counts
    assert left - right - 1 in (-1, 0)
    assert ended.stuck() == {0, 1}
    number = run("list", game, "--kind", "maximal", "--play", "--turn", "--rank", "-", text=shown)
    again = run("list", game, "--kind", "maximal", "--play", "--turn", "--unrank", number.strip())
    assert again == shown


def test_sample_with_given_numbers_on_solid_boards():
    shown = run("sample", "2x2x3", "--left", "2", "--right", "2", "--middle", "2", "--seed", "4")
    assert Position.parse(shown).counts == (2, 2, 2)


def test_list_gives_every_position_once():
    blocks = run("list", *MAXIMAL).strip().split("\n\n")
    assert len(blocks) == len(set(blocks)) == positions(Board.rectangle(4, 3), "maximal").total
    some = json.loads(run("list", *MAXIMAL, "--start", "70", "--size", "10", "--format", "json"))
    assert some["positions"] == blocks[70:]
    assert run("list", *MAXIMAL, "--unrank", "12").strip() == blocks[12]
    assert run("list", *MAXIMAL, "--rank", "-", text=blocks[12]).strip() == "12"
    assert (
        json.loads(run("list", *MAXIMAL, "--rank", "-", "--format", "json", text=blocks[12]))["rank"] == "12"
    )


def test_solid_positions_are_listed_two_blank_lines_apart():
    blocks = run("list", "2x2x2", "--kind", "maximal").strip("\n").split("\n\n\n")
    wanted = PositionList(Board.box(2, 2, 2), "maximal")
    assert [Position.parse(block) for block in blocks] == list(wanted.listing())


def test_pictures_are_written(game, tmp_path):
    drawing, figure = tmp_path / "p.svg", tmp_path / "p.tex"
    shown = run(
        "sample", *MAXIMAL, "--seed", "1", "--show", "--picture", str(drawing), "--picture", str(figure)
    )
    assert "┌" in shown
    assert "\x1b" not in shown  # not a terminal: no colour
    assert drawing.read_text().startswith("<svg")
    assert r"\begin{tikzpicture}" in figure.read_text()
    assert "┌" in run("overview", game, "--show")


def test_plots_are_written(tmp_path):
    picture, table = tmp_path / "f.png", tmp_path / "a.svg"
    run("positions", *MAXIMAL, "--picture", str(picture))
    assert picture.read_bytes().startswith(b"\x89PNG")
    run("alpha", "--table", "4", "--picture", str(table))
    drawn = table.read_text()
    assert "moves of a shortest game" in drawn
    numbers = [drawn.count(f"<!-- {moves} -->") for moves in (0, 3)]
    assert numbers[0] >= 7  # boards of one row or column
    assert numbers[1] >= 4 + 2  # 2 x 4, 3 x 4 and transposed [KS20, Table 1], and the labels of two axes


def test_plots_without_matplotlib_say_so(tmp_path, monkeypatch):
    monkeypatch.setattr("enumerate.render.plots.find_spec", lambda name: None)
    message = run("positions", *MAXIMAL, "--picture", str(tmp_path / "f.png"), status=2)
    assert "plots need matplotlib: install it with" in message


WALLS = "##\n##\n"  # a board without cells has one position, in which nobody can move


@pytest.mark.parametrize("kind", [*Kind])
@pytest.mark.parametrize("named", ["domineering", "snort"])
def test_a_board_of_walls_has_one_position(kind, named):
    found = run("positions", "-", "--kind", kind, "--game", named, "--format", "json", text=WALLS)
    assert json.loads(found)["total"] == str(count(Board.parse(WALLS), kind, game=named)) == "1"
    assert run("list", "-", "--kind", kind, "--game", named, text=WALLS) == WALLS
    assert run("sample", "-", "--kind", kind, "--game", named, text=WALLS) == WALLS


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("overview - --format json", {"free_cells": 0, "moves": {"left": 0, "right": 0}}),
        ("value - --format json", {"value": "0", "outcome": "P", "components": []}),
        ("value - --game col --format json", {"value": "0", "outcome": "P", "components": []}),
        ("solve - --format json", {"outcome": "P"}),
        ("solve - --misere --format json", {"outcome": "N"}),
        ("alpha - --format json", {"moves": 0, "ends": ["L", "R"], "witness": "##\n##"}),
        ("fewest - --format json", {"dominoes": 0, "witness": "##\n##"}),
        ("most - --format json", {"dominoes": 0, "witness": "##\n##"}),
        ("complex - --format json", {"f_vector": ["1"], "euler": "-1", "betti": [1]}),
        ("evaluate - --x 2 --y 3 --format json", {"value": "1", "log": "0"}),
    ],
)
def test_every_command_takes_a_board_of_walls(line, part):
    """The player to move loses; the only face of the complex is the empty one."""
    assert json.loads(run(*line.split(), text=WALLS)).items() >= part.items()


def test_the_census_of_a_board_of_walls_is_one_loss_for_the_mover():
    assert run("census", "-", text=WALLS).endswith("L: 0\nR: 0\nN: 0\nP: 1\n")


def test_play_on_a_board_of_walls_is_lost_by_who_begins(tmp_path):
    drawing = tmp_path / "walls.txt"
    drawing.write_text(WALLS)
    assert run("play", str(drawing), "--you", "L").endswith("Nobody can move: R wins.\n")


def test_play_reads_moves_from_standard_input_and_no_drawing():
    assert "'-' cannot be the board here" in run("play", "-", text=WALLS, status=2)


def test_hidden_options_are_not_suggested():
    assert "--explain" in run("count", "4x4", "--engin", "x", status=2)
    assert "--engine" not in run("count", "4x4", "--engin", "x", status=2)


def test_the_share_of_no_cells_is_not_drawn(tmp_path):
    wanted = "the board has no cells"
    assert wanted in run("evaluate", "-", "--picture", str(tmp_path / "a.svg"), text=WALLS, status=2)


def test_rank_wants_a_position_of_this_board(game):
    free = ["list", game, "--kind", "maximal", "--rank", "-"]
    assert "lacks pieces that lie on the board" in run(*free, text="\n".join(["." * 8] * 8), status=2)
    assert "on another board" in run(*free, text="..", status=2)
    assert "is not a maximal position" in run(*free, text=GAME, status=2)


def test_colour_is_for_terminals_that_want_it(monkeypatch):
    drawn = [Position.parse("RR")]
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b" in Output("text", None).drawing(drawn)
    assert "\x1b" not in Output("text", Path("drawing.txt")).drawing(drawn)
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in Output("text", None).drawing(drawn)


def test_json_of_samples_says_what_was_asked():
    flat = ["sample", "--rows", "3", "--cols", "3", "--seed", "1", "--format", "json"]
    for words, kind, stuck in [
        (["--kind", "any-end"], "any-end", []),
        (["--kind", "left-end"], "left-end", ["left"]),
        (["--stuck", "left"], None, ["left"]),
    ]:
        found = json.loads(run(*flat, *words))
        assert (found["kind"], found["stuck"]) == (kind, stuck)
