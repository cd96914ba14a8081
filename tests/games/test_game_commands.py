"""The commands box, solve, play, dominoes and falling: output, pictures, and errors for bad input."""

import csv
import io
import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from typed import printed, run

from enumerate.games import Falling, Play
from enumerate.games.box import box_solver as three_players
from enumerate.games.domineering import searches as two_players
from enumerate.games.dominoes import tournament
from enumerate.render.falling_plays import plays_svg, plays_text
from enumerate.render.palette import colour
from enumerate.support import memory

RECT = "{http://www.w3.org/2000/svg}rect"


# -- box, solve, play ------------------------------------------------------------------------------


def test_a_person_can_win_and_lose_a_game() -> None:
    won = run("play", "--rows", "2", "--cols", "2", "--you", "L", stdin="1 1\n")
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
    talk = run("play", board, "--you", "right", "--order", order, "--max-memory", allowed, stdin="q\n")
    assert "L plays" in talk.stdout
    assert least <= max(tables) <= 2**28


def test_wrong_moves_are_explained_and_moves_taken_back() -> None:
    talk = run("play", "--rows", "4", "--cols", "3", stdin="9 9\nhello\n?\nu\n1,1\nu\nq\n").stdout
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
    result = run("play", "3x3x3", "--you", "M", stdin="\n".join(moves * 3))
    assert "moved last: you lose." in result.stdout


def test_play_respects_whose_turn_the_drawing_says(tmp_path: Path) -> None:
    drawing = tmp_path / "game.txt"
    drawing.write_text("L...\nL...\n....\n")
    for words in ((), ("--you", "left"), ("--order", "RL"), ("--you", "R", "--order", "right,left")):
        talk = run("play", str(drawing), *words, stdin="q\n").stdout
        assert "the order is R-L" in talk
    refused = run("play", str(drawing), "--order", "LR")
    assert refused.exit_code == 2
    assert "it is Right's turn" in refused.stderr
    drawing.write_text("LRR.\nL...\n....\n")
    assert "the order is L-R" in run("play", str(drawing), stdin="q\n").stdout


def test_play_draws_as_show_does_and_says_how_it_plays() -> None:
    talk = run("play", "--rows", "2", "--cols", "3", "--order", "RL", stdin="q\n").stdout
    assert "The computer plays perfectly" in talk
    assert talk.index("R thinks ...") < talk.index("R plays")
    shown = run("overview", "-", "--show", "--no-totals", stdin="...\n...\n").stdout
    whole = run("play", "--rows", "2", "--cols", "3", stdin="q\n").stdout
    for line in shown.splitlines()[:5]:
        assert line in whole
    talk = run("play", "--rows", "8", "--cols", "8", stdin="q\n").stdout
    assert "plays perfectly once at most 48 cells are free" in talk
    assert "(now 64)" in talk


# -- dominoes --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "start"), [("d.png", b"\x89PNG"), ("d.svg", b"<?xml"), ("d.pdf", b"%PDF")])
def test_a_tournament_as_csv_and_as_a_picture(name: str, start: bytes, tmp_path: Path) -> None:
    words = f"dominoes tournament --matches 3000 --agents Juca,Tião --seed 9 --picture {tmp_path / name}"
    (row,) = csv.DictReader(io.StringIO(printed(f"{words} --format csv")))
    assert int(row["wins"]) + int(row["losses"]) + int(row["draws"]) == int(row["matches"]) == 3000
    assert int(row["wins"]) == tournament(["juca", "tiao"], matches=3000, seed=9).totals["juca"]
    assert float(row["win_low"]) < float(row["win"]) < float(row["win_high"])
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


@pytest.mark.parametrize("seed", range(8))
def test_a_person_who_always_plays_the_first_move(seed: int) -> None:
    result = run("dominoes", "play", "--against", "pinduca", "--seed", str(seed), stdin="1\n" * 40)
    assert result.exit_code == 0
    last = result.stdout.splitlines()[-1]
    assert last.endswith("tiles left")
    assert last.startswith(("You win:", "Pinduca wins:", "a draw:"))


def test_wrong_words_and_the_end_of_input() -> None:
    result = run("dominoes", "play", "--seed", "5", stdin="99\nx\n" + "1\n" * 40)
    assert result.exit_code == 0
    assert "99 is not in the range" in result.output
    assert run("dominoes", "play", "--seed", "5", stdin="").exit_code == 130


# -- falling ---------------------------------------------------------------------------------------


def test_plays_are_listed_up_to_the_limit():
    result = run("falling 3x5 --plays --limit 3 --format json")
    listed = json.loads(result.stdout)["listed"]
    assert len(listed) == 3
    assert "more than 3 plays" in result.stderr
    game = Falling(3, 5)
    assert all(list(Play.parse(game, " ".join(p["moves"])).payoffs) == p["payoffs"] for p in listed)


def test_text_draws_plays():
    """Covered cells are empty, columns are numbered as moves name them, and colours change nothing else."""
    play = Play.parse(Falling(2, 3), "V1 H1")
    assert plays_text([play]) == (
        "┌───────┐\n│   2   │\n├───┬───┤\n│   │ · │\n│ 1 │   │\n│   │ · │\n└───┴───┘\n"
        "  1   2\npays 3, 6\nplayer 1: moves 1, 3, ...; player 2: moves 2, 4, ..."
    )
    assert play.empty == 2
    assert play._repr_svg_() == plays_svg([play])
    coloured = plays_text([play], colour=True)
    assert all(f"\x1b[0;{colour(player).ansi}m" in coloured for player in range(2))
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured).splitlines() == plays_text([play]).splitlines()
    drawn = plays_text([play] * 7, columns=60)
    assert max(map(len, drawn.splitlines())) <= 60
    assert drawn.count("pays ") == 7


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


def test_notebooks_show_large_plays_within_bounds():
    play = Play.parse(Falling(2, 4000), "V1 V2 " * 2000)
    ET.fromstring(play._repr_svg_())
    assert len(play._repr_svg_()) < 1000
