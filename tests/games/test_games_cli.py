"""The commands box, solve and play, as a person types them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from oracles.solved_games import domineering_outcomes

from enumerate.cli import main
from enumerate.games.box import box_solver as three_players
from enumerate.games.domineering import searches as two_players
from enumerate.model.board import Board, Player
from enumerate.support import memory


def run(*words: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(main, words, input=typed)


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


@pytest.mark.parametrize(
    ("words", "removed"),
    [(["box", "2x2x2", "--store", "file"], "--store"), (["pieces", "--database", "file"], "--database")],
)
def test_a_removed_option_says_so_in_one_line(words: list[str], removed: str) -> None:
    answer = run(*words)
    assert (answer.exit_code, answer.stdout) == (2, "")
    assert answer.stderr.startswith(f"enumerate: {removed} was removed: ")
    assert answer.stderr.count("\n") == 1


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


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("box",), "name one box"),
        (("box", "4x4"), "'4x4' is not a box"),
        (("box", "0x2x2"), "must be at least 1, not 0"),
        (("box", "3x3x3", "--tree", "LLL"), "'LLL' is not a turn order"),
        (("box", "--up-to", "2"), "must be at least 3, not 2"),
        (("solve", "2x2x2"), "use `enumerate box`"),
        (("solve", "--rows", "3"), "--cols is missing"),
        (
            ("solve", "--rows", "3", "--cols", "3", "--wrap", "rows"),
            "has no --wrap: for boards with cyclic axes",
        ),
        (("play", "--rows", "3", "--cols", "3", "--you", "M"), "unknown player 'M' (allowed: left, right)"),
        (("play", "2x2x2", "--order", "LR"), "'LR' is not a turn order"),
        (("play", "--rows", "2", "--cols", "2", "--max-memory", "much"), "'much' is not a size"),
        (
            ("play", "--rows", "2", "--cols", "2", "--lattice", "triangular"),
            "a square or hexagonal board, not a",
        ),
    ],
)
def test_bad_input_is_one_line_and_status_2(words: tuple[str, ...], message: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


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
