"""A question about an empty set of positions has the answer 0, not a traceback."""

import json

import pytest
from click.testing import CliRunner

from enumerate import (
    Board,
    Game,
    Piece,
    count,
    evaluate,
    list_positions,
    polynomial_recurrence,
    positions,
    recurrence,
    verify,
)
from enumerate.cli import main

LONG = Game("long", [Piece("L", "left", [(0, 0), (9, 0)]), Piece("R", "right", [(0, 0), (0, 9)])])


def run(*arguments):
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    return result


@pytest.mark.parametrize("side", [1, 7])
def test_evaluate(side):
    found = evaluate(Board.rectangle(side, side), "perfect", x=-0.5)
    assert found.real == found.imaginary == (0, 0)
    assert found.log is None
    assert json.loads(
        run("evaluate", f"{side}x{side}", "--kind", "perfect", "--x", "0.5", "--format", "json").stdout
    )


def test_recurrences_of_order_zero():
    assert recurrence(1, "perfect", game="kings").totals(3) == [1, 1, 0]
    found = recurrence(1, x=-1, game="free-cells").totals(5)
    assert found == [
        evaluate(Board.rectangle(m, 1), x=-1, game="free-cells").value if m else 1 for m in range(5)
    ]
    kings = polynomial_recurrence(1, "perfect", game="kings").polynomials(4)
    assert kings[1:] == [positions(Board.rectangle(m, 1), "perfect", game="kings") for m in (1, 2, 3)]


@pytest.mark.parametrize("board", [Board.rectangle(1, 1), Board.rectangle(8, 8), Board.parse(".#.")])
@pytest.mark.parametrize("kind", ["general", "maximal", "perfect"])
def test_no_piece_fits_the_board(board, kind):
    some = kind != "perfect"
    assert count(board, kind, game=LONG) == some
    assert count(board, kind, game=LONG, empty=0) == 0
    assert count(board, kind, game=LONG, empty=len(board.cells)) == some
    claim = {"game": LONG.to_json(), "board": board.to_json(), "kind": kind, "play": False}
    claim |= {"stuck": ["left", "right"] if kind == "maximal" else [], "total": str(int(some))}
    assert verify(claim | {"terms": None}).holds
    assert verify(claim | {"terms": positions(board, kind, game=LONG).to_json()}).holds


def test_list(tmp_path):
    perfect = ("list", "3x3", "--kind", "perfect")
    assert list_positions(Board.rectangle(3, 3), "perfect").total == 0
    found = run(*perfect)
    assert found.stdout == ""
    assert found.stderr == "enumerate: there is no perfect position on this board\n"
    shown = json.loads(run(*perfect, "--format", "json").stdout)
    assert shown["of"] == "0"
    assert shown["positions"] == []
    run(*perfect, "--show")
    run(*perfect, "--size", "4", "--picture", str(tmp_path / "none.svg"))
    refused = CliRunner().invoke(main, [*perfect, "--unrank", "0"])
    assert refused.exit_code == 2
    assert "there are 0" in refused.stderr


def test_list_says_which_numbers_of_dominoes_do_not_occur():
    found = run("list", "4x3", "--kind", "maximal", "--left", "6", "--right", "1")
    assert found.stdout == ""
    assert "no maximal position has 6 Left and 1 Right domino on" in found.stderr
