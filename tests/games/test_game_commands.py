"""The commands box, solve, play, dominoes and falling: output, pictures, and errors for bad input."""

import csv
import io
import json
import re
import shlex
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from oracles.solved_games import domineering_outcomes

from enumerate.cli import main
from enumerate.games import Falling, Play
from enumerate.games.box import box_solver as three_players
from enumerate.games.domineering import searches as two_players
from enumerate.games.dominoes import play_match, tournament
from enumerate.model.board import Board, Player
from enumerate.render.falling_plays import plays_svg, plays_text
from enumerate.render.palette import colour
from enumerate.support import memory

RECT = "{http://www.w3.org/2000/svg}rect"


def run(*words: str, typed: str | None = None) -> Result:
    """One argument is split as a shell does."""
    return CliRunner().invoke(main, shlex.split(words[0]) if len(words) == 1 else words, input=typed)


def printed(*words: str) -> str:
    result = run(*words)
    assert result.exit_code == 0, result.output
    return result.stdout


def answer(words: str) -> Any:
    return json.loads(printed(f"{words} --format json"))


@pytest.mark.parametrize(
    ("words", "unused"),
    [
        ("dominoes match", "numba matplotlib scipy sympy"),
        ("dominogame --cols 3 --rows 5 --show", "numba numpy sympy scipy"),
    ],
)
def test_a_small_question_loads_no_compiler(words: str, unused: str) -> None:
    code = (
        f"import sys; from enumerate.cli import main; main({words.split()}, standalone_mode=False)\n"
        f"assert not {set(unused.split())} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


# -- box, solve, play ------------------------------------------------------------------------------


def test_box_prints_orders_and_class() -> None:
    result = run("box", "2x2x2")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[:2] == ["order  winner", "LRM    M"]
    assert "2x2x2: class P;" in result.stdout


def test_box_json_and_tree() -> None:
    entry = json.loads(run("box", "3x2x2", "--format", "json").stdout)
    assert entry["box"] == [3, 2, 2]
    assert entry["class"] is None
    assert entry["outcomes"]["RML"] == "L"
    tree = json.loads(run("box", "3x3x3", "--tree", "m-l-r", "--format", "json").stdout)
    assert tree == {"box": [3, 3, 3], "order": "MLR", "leaves": "1034224512"}


def test_boxes_up_to_a_sum() -> None:
    entries = json.loads(run("box", "--up-to", "7", "--format", "json").stdout)
    assert [2, 2, 2] in [entry["box"] for entry in entries]


def test_solve_reads_positions_and_prints_moves(tmp_path: Path) -> None:
    drawing = tmp_path / "position.txt"
    drawing.write_text("L..\nL..\n...\n")
    entry = json.loads(run("solve", str(drawing), "--format", "json").stdout)
    free = Board.rectangle(3, 3).without([(0, 0), (1, 0)])
    expected = domineering_outcomes(free)
    for mover in (Player.LEFT, Player.RIGHT):
        start = entry["first"][mover.letter]
        winner, hurry, delay = expected[mover]
        assert (start["winner"], start["hurry"], start["delay"]) == (winner.letter, hurry, delay)
        assert [tuple(cell) for cell in start["winning_moves"]] == [
            domino.cell
            for domino in free.dominoes(mover)
            if domineering_outcomes(free.without(free.covered_by(domino)))[Player(1 - mover)][0] == mover
        ]
    text = run("solve", "--rows", "5", "--cols", "5").stdout
    assert text.splitlines()[0] == "outcome P"
    assert text.splitlines()[2].split() == ["L", "R", "12", "10", "none"]


def test_a_person_can_win_and_lose_a_game() -> None:
    won = run("play", "--rows", "2", "--cols", "2", "--you", "L", typed="1 1\n")
    assert won.exit_code == 0
    assert "You moved last: you win." in won.stdout
    lost = run("play", "--rows", "2", "--cols", "2", "--order", "RL")
    assert "R moved last: you lose." in lost.stdout


@pytest.mark.parametrize("board", ["5x5", "2x3x3"])
@pytest.mark.parametrize(("held", "least"), [(2**27, 2**20), (2**40, 0)])
def test_the_machine_keeps_to_the_memory_it_may_use(board: str, held: int, least: int, monkeypatch) -> None:
    """Tables take at most what is left, and the smallest tables do if nothing is left."""
    monkeypatch.setattr(memory, "process_memory", lambda: (held, held))
    tables = []
    for module in (two_players, three_players):
        search = module.BitboardSearch
        monkeypatch.setattr(module, "BitboardSearch", lambda *a, made=search: tables.append(a[3]) or made(*a))
    order = "LR" if board == "5x5" else "LRM"
    allowed = str(2**27 + 2**28)
    talk = run("play", board, "--you", "right", "--order", order, "--max-memory", allowed, typed="q\n")
    assert "L plays" in talk.stdout
    assert least <= max(tables) <= 2**28


def test_wrong_moves_are_explained_and_moves_taken_back() -> None:
    talk = run("play", "--rows", "4", "--cols", "3", typed="9 9\nhello\n?\nu\n1,1\nu\nq\n").stdout
    assert "no domino fits vertically with its first cell at 9 9" in talk
    assert "'hello' is not a move: type row column, for instance 1 1" in talk
    assert "Your moves: 1,1  1,2  1,3  2,1  2,2  2,3  3,1  3,2  3,3\n" in talk
    assert "Nothing to take back." in talk
    assert "R plays" in talk
    assert talk.rstrip().endswith("You left the game.")


def test_the_alliance_beats_a_person_in_the_box() -> None:
    # whatever M does first: here always the first move on the list
    moves = ["1 1 1", "1 2 1", "1 3 1", "2 1 1", "2 2 1", "2 3 1", "3 1 1", "3 2 1", "3 3 1"]
    moves += [move[:-1] + "2" for move in moves]
    result = run("play", "3x3x3", "--you", "M", typed="\n".join(moves * 3))
    assert "moved last: you lose." in result.stdout


def test_play_respects_whose_turn_the_drawing_says(tmp_path: Path) -> None:
    drawing = tmp_path / "game.txt"
    drawing.write_text("L...\nL...\n....\n")
    for words in ((), ("--you", "left"), ("--order", "RL"), ("--you", "R", "--order", "right,left")):
        talk = run("play", str(drawing), *words, typed="q\n").stdout
        assert "the order is R-L" in talk
    refused = run("play", str(drawing), "--order", "LR")
    assert refused.exit_code == 2
    assert "it is Right's turn" in refused.stderr
    drawing.write_text("LRR.\nL...\n....\n")
    assert "the order is L-R" in run("play", str(drawing), typed="q\n").stdout


@pytest.mark.parametrize("you", ["L", "left", "Left", "l"])
def test_players_by_name_or_letter(you: str) -> None:
    assert "You are Left (L)" in run("play", "--rows", "2", "--cols", "2", "--you", you, typed="q\n").stdout


def test_play_draws_as_show_does_and_says_how_it_plays() -> None:
    talk = run("play", "--rows", "2", "--cols", "3", "--order", "RL", typed="q\n").stdout
    assert "The computer plays perfectly" in talk
    assert talk.index("R thinks ...") < talk.index("R plays")
    shown = run("overview", "-", "--show", "--no-totals", typed="...\n...\n").stdout
    whole = run("play", "--rows", "2", "--cols", "3", typed="q\n").stdout
    for line in shown.splitlines()[:5]:
        assert line in whole
    talk = run("play", "--rows", "8", "--cols", "8", typed="q\n").stdout
    assert "plays perfectly once at most 48 cells are free" in talk
    assert "(now 64)" in talk


# -- dominoes --------------------------------------------------------------------------------------


WORDS = ("dominoes", "tournament", "--matches", "3000", "--agents", "Juca,Tião", "--seed", "9")


def test_tournament_as_json() -> None:
    data = json.loads(run(*WORDS, "--format", "json").stdout)
    result = tournament(["juca", "tiao"], matches=3000, seed=9)
    (pair,) = data["pairs"]
    assert {"a": "juca", "b": "tiao", "win": str(result.totals["juca"])}.items() <= pair.items()
    assert data["totals"] == {name: str(total) for name, total in result.totals.items()}
    assert int(data["draws"]) == result.draws == int(pair["draw"])
    assert pair["se"] == pytest.approx(result.pairs[0].estimates["win"].se, abs=1e-6)


def test_tournament_as_csv() -> None:
    (row,) = csv.DictReader(io.StringIO(run(*WORDS, "--format", "csv").stdout))
    assert int(row["wins"]) + int(row["losses"]) + int(row["draws"]) == int(row["matches"]) == 3000
    assert float(row["win_low"]) < float(row["win"]) < float(row["win_high"])


def test_text_names_agents_as_the_paper_does() -> None:
    assert "Juca - Tião" in run(*WORDS).stdout


@pytest.mark.parametrize(("name", "start"), [("d.png", b"\x89PNG"), ("d.svg", b"<?xml"), ("d.pdf", b"%PDF")])
def test_picture_of_a_tournament(name: str, start: bytes, tmp_path: Path) -> None:
    assert run(*WORDS, "--picture", str(tmp_path / name)).exit_code == 0
    assert (tmp_path / name).read_bytes().startswith(start)


def test_an_agent_from_a_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_dominoes.py").write_text("def last(seen, chance):\n    return seen.configurations[-1]\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    words = (
        "dominoes",
        "tournament",
        "--agents",
        "my_dominoes:last,juca",
        "--matches",
        "60",
        "--format",
        "json",
    )
    assert set(json.loads(run(*words).stdout)["totals"]) == {"my_dominoes:last", "juca"}


def test_show_is_the_replay() -> None:
    match = play_match(("tiao", "nabucodonossor"), seed=7, match=3)
    assert run("dominoes", "match", "--seed", "7", "--match", "3", "--show").stdout == str(match) + "\n"
    assert (
        run("dominoes", "match", "--seed", "7", "--match", "3").stdout == str(match).splitlines()[-1] + "\n"
    )


def test_match_as_json() -> None:
    data = json.loads(run("dominoes", "match", "--seed", "7", "--format", "json").stdout)
    match = play_match(("tiao", "nabucodonossor"), seed=7)
    assert data["winner"] == match.agents[match.winner]
    assert len(data["turns"]) == len(match.turns)
    assert [len(hand) for hand in data["dealt"]] == [7, 7]


@pytest.mark.parametrize("seed", range(8))
def test_a_person_who_always_plays_the_first_move(seed: int) -> None:
    result = run("dominoes", "play", "--against", "pinduca", "--seed", str(seed), typed="1\n" * 40)
    assert result.exit_code == 0
    last = result.stdout.splitlines()[-1]
    assert last.endswith("tiles left")
    assert last.startswith(("You win:", "Pinduca wins:", "a draw:"))


def test_a_wrong_number_is_asked_again() -> None:
    result = run("dominoes", "play", "--seed", "5", typed="99\nx\n" + "1\n" * 40)
    assert result.exit_code == 0
    assert "99 is not in the range" in result.output


def test_end_of_input_interrupts() -> None:
    assert run("dominoes", "play", "--seed", "5", typed="").exit_code == 130


def test_plots_without_matplotlib_are_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("enumerate.render.plots.find_spec", lambda name: None)
    result = run("dominoes", "tournament", "--matches", "1000000000", "--picture", "x.png")
    assert result.exit_code == 2
    assert "plots need matplotlib" in result.stderr


# -- falling ---------------------------------------------------------------------------------------


def test_set_as_json():
    assert answer("falling 3x4") == {
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
    data = answer("falling 3x5 --ties generous")
    assert (data["ties"], data["payoffs"]) == ("kind", [22, 22])


def test_title_page():
    lines = printed("falling --cols 2 --table 9 --format csv").splitlines()
    assert lines[0] == "R,player 1,player 2,pairs,plays,up to mirror,empty"
    assert [line.split(",")[1] for line in lines[1:]] == ["2", "3", "7", "9", "17", "20", "30", "34", "48"]
    assert [line.split(",")[2] for line in lines[1:]] == ["0", "3", "5", "11", "13", "22", "26", "38", "42"]


def test_table_of_a_tie_rule():
    data = answer("falling --cols 3 --table 4 --ties spiteful")
    assert [row["payoffs"] for row in data["table"]] == [[2, 0], [6, 3], [9, 7], [12, 18]]


def test_plays_are_listed_up_to_the_limit():
    result = run("falling 3x5 --plays --limit 3 --format json")
    listed = json.loads(result.stdout)["listed"]
    assert len(listed) == 3
    assert "more than 3 plays" in result.stderr
    game = Falling(3, 5)
    assert all(list(Play.parse(game, " ".join(p["moves"])).payoffs) == p["payoffs"] for p in listed)


def test_check_names_the_first_wrong_move():
    out = printed("falling 2x4 --check 'V1 V2 H1 H1'")
    assert "not an equilibrium play: move 1, V1 by player 1, is wrong" in out
    data = answer("falling 2x4 --check 'V1 V2 H1 H1'")
    assert data["equilibrium"] is False
    assert data["mistake"]["available"] == [{"move": "H1", "least": 9, "most": 9}]


def test_sequences():
    assert "78" in printed("falling 3x3 --sequences")
    assert answer("falling 3x3 --length 1 --players 3 --sequences")["sequences"] == {"raw": "42"}


def test_pieces_of_one_cell():
    data = answer("falling 3x3 --length 1 --players 3 --plays")
    assert [e["payoffs"] for e in data["equilibria"]] == [[3, 6, 9], [5, 6, 7]]
    assert data["listed"][0]["moves"] == ["V1", "V1", "V1", "V2", "V2", "V2", "V3", "V3", "V3"]
    assert "pays 3, 3, 3" in printed("falling 3x2 --length 1 --players 3 --show")


def test_svg_draws_every_piece_once(tmp_path):
    target = tmp_path / "play.svg"
    printed(f"falling --cols 2 --table 9 --format svg --out {target}")
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
