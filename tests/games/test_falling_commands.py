"""`enumerate falling`: forms, modes, refusals; and the drawings."""

import json
import re
import shlex
import subprocess
import sys
import xml.etree.ElementTree as ET

import pytest
from click.testing import CliRunner

from enumerate.cli import main
from enumerate.games import Falling, Play
from enumerate.render.falling_plays import plays_svg, plays_text
from enumerate.render.palette import colour

RECT = "{http://www.w3.org/2000/svg}rect"


def run(words):
    return CliRunner().invoke(main, ["falling", *shlex.split(words)])


def printed(words):
    result = run(words)
    assert result.exit_code == 0, result.output
    return result.stdout


def answer(words):
    return json.loads(printed(f"{words} --format json"))


def test_set_as_json():
    assert answer("3x4") == {
        "cols": 3,
        "rows": 4,
        "raised": 0,
        "length": 2,
        "ties": "set",
        "equilibria": [
            {"payoffs": [12, 18], "plays": "20", "plays_up_to_mirror": "10", "empty": [0, 0]},
            {"payoffs": [16, 14], "plays": "4", "plays_up_to_mirror": "2", "empty": [0, 0]},
        ],
    }


def test_tie_rule_as_json():
    data = answer("3x5 --ties generous")
    assert (data["ties"], data["payoffs"]) == ("kind", [22, 22])


def test_title_page():
    lines = printed("--cols 2 --table 9 --format csv").splitlines()
    assert lines[0] == "R,player 1,player 2,pairs,plays,up to mirror,empty"
    assert [line.split(",")[1] for line in lines[1:]] == ["2", "3", "7", "9", "17", "20", "30", "34", "48"]
    assert [line.split(",")[2] for line in lines[1:]] == ["0", "3", "5", "11", "13", "22", "26", "38", "42"]


def test_table_of_a_tie_rule():
    data = answer("--cols 3 --table 4 --ties spiteful")
    assert [row["payoffs"] for row in data["table"]] == [[2, 0], [6, 3], [9, 7], [12, 18]]


def test_plays_are_listed_up_to_the_limit():
    result = run("3x5 --plays --limit 3 --format json")
    listed = json.loads(result.stdout)["listed"]
    assert len(listed) == 3
    assert "more than 3 plays" in result.stderr
    game = Falling(3, 5)
    assert all(list(Play.parse(game, " ".join(p["moves"])).payoffs) == p["payoffs"] for p in listed)


def test_check_names_the_first_wrong_move():
    out = printed("2x4 --check 'V1 V2 H1 H1'")
    assert "not an equilibrium play: move 1, V1 by player 1, is wrong" in out
    data = answer("2x4 --check 'V1 V2 H1 H1'")
    assert data["equilibrium"] is False
    assert data["mistake"]["available"] == [{"move": "H1", "least": 9, "most": 9}]


def test_sequences():
    assert "78" in printed("3x3 --sequences")
    assert answer("3x3 --length 1 --players 3 --sequences")["sequences"] == {"raw": "42"}


def test_pieces_of_one_cell():
    data = answer("3x3 --length 1 --players 3 --plays")
    assert [e["payoffs"] for e in data["equilibria"]] == [[3, 6, 9], [5, 6, 7]]
    assert data["listed"][0]["moves"] == ["V1", "V1", "V1", "V2", "V2", "V2", "V3", "V3", "V3"]
    assert "pays 3, 3, 3" in printed("3x2 --length 1 --players 3 --show")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--cols 3", "--rows is missing: a board needs --cols and --rows"),
        ("--cols 3 --rows 0", "`rows` must be at least 1, not 0"),
        (
            "3x2 --ties sprite",
            "unknown tie rule 'sprite': did you mean 'spiteful'? (allowed: all, generous, spiteful)",
        ),
        ("3x2 --table 4", "--table replaces the number of rows: give --cols, and leave out 2 rows"),
        (
            "3x2 --sequences --check V1",
            "ask one question at a time (given: --check and --sequences)",
        ),
        (
            "--cols 5 --table 60 --max-memory 4GiB",
            "the 844,596,301 tuples of heights of D(5,60) need about 323.9 TiB and 4.0 GiB may be used. "
            "Ask for one tie rule, or take fewer rows or columns.",
        ),
        ("3x2 --plays --limit 0", "`limit` must be at least 1, not 0"),
        (
            "3x2 --check 'V1 V2 V3' --format csv",
            "--format csv needs a table (allowed here: text, json, svg)",
        ),
        ("3x2 --sequences --format svg", "--format svg needs a play to draw (not with --sequences)"),
    ],
)
def test_refusals(words, message):
    result = run(words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"enumerate: {message}\n"


def test_a_small_question_loads_no_compiler():
    code = (
        "import sys; from enumerate.cli import main\n"
        "main(['dominogame', '--cols', '3', '--rows', '5', '--show'], standalone_mode=False)\n"
        "assert not {'numba', 'numpy', 'sympy', 'scipy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_svg_draws_every_piece_once(tmp_path):
    target = tmp_path / "play.svg"
    printed(f"--cols 2 --table 9 --format svg --out {target}")
    root = ET.fromstring(target.read_text())
    boards = [node for node in root.iter() if node.get("transform")]
    pieces = [node for board in boards for node in board if node.get("rx")]
    assert len(pieces) == sum(range(1, 10))  # D(2, R) is filled by R dominoes
    blue, orange = (sum(node.get("fill") == colour(player).fill for node in pieces) for player in range(2))
    assert (blue, orange) == (25, 20)  # as Left and Right
    labels = [node.text for node in root.iter() if node.tag.endswith("text")]
    assert {"player 1", "player 2"} <= set(labels)
    assert int(root.get("width")) <= 1100  # nine boards, in rows
    for board in boards:
        left, top = map(int, re.findall(r"\d+", board.get("transform")))
        places = [
            [float(node.get(key)) for key in ("x", "y", "width", "height")] for node in board.iter(RECT)
        ]
        assert left + max(x + wide for x, _, wide, _ in places) <= int(root.get("width"))
        assert top + max(y + high for _, y, _, high in places) <= int(root.get("height"))


def test_drawing_shows_covered_cells_as_empty():
    play = Play.parse(Falling(2, 3), "V1 H1")
    assert plays_text([play]) == (
        "┌───────┐\n│   2   │\n├───┬───┤\n│   │ · │\n│ 1 │   │\n│   │ · │\n└───┴───┘\n"
        "  1   2\npays 3, 6\nplayer 1: moves 1, 3, ...; player 2: moves 2, 4, ..."
    )
    assert play.empty == 2
    assert play._repr_svg_() == plays_svg([play])


def test_colours_change_nothing_but_colours():
    play = Play.parse(Falling(3, 5), "H1 H2 V1 V1 H2 V3 V2")
    coloured = plays_text([play], colour=True)
    assert all(f"\x1b[0;{colour(player).ansi}m" in coloured for player in range(2))
    plain = re.sub(r"\x1b\[[\d;]*m", "", coloured).splitlines()
    assert plain == plays_text([play]).splitlines()


def test_columns_are_numbered_as_moves_name_them():
    play = Play.parse(Falling(3, 2), "V1 V2 V3")
    *_, numbers, _, _ = plays_text([play]).splitlines()
    for move in play.moves:
        assert numbers[4 * move.column + 2] == str(move)[1:]


def test_plays_wrap_into_rows():
    plays = [Play.parse(Falling(3, 2), "V1 V2 V3")] * 7
    drawn = plays_text(plays, columns=60)
    assert max(map(len, drawn.splitlines())) <= 60
    assert drawn.count("pays ") == 7


def test_notebooks_show_large_plays_within_bounds():
    play = Play.parse(Falling(2, 4000), "V1 V2 " * 2000)
    ET.fromstring(play._repr_svg_())
    assert len(play._repr_svg_()) < 1000
