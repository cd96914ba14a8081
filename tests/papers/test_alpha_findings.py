"""Statements and questions of [KS20] about shortest games, checked; see docs/papers/ks20.md for verdicts."""

import json
from pathlib import Path
from typing import Any

import pytest

from enumerate import Board, Player, Position, alpha, positions
from enumerate.model.polynomial import PLAY_DIFFERENCES
from enumerate.optimize.alpha import ENDS, Shortest, alpha_sequence, alpha_table
from enumerate.optimize.quasilinear import CERTIFICATES, attained, quasilinear, relaxed
from enumerate.papers.shortest import extract
from enumerate.support.errors import InputError

PRINTED: dict[str, Any] = json.loads((Path(__file__).parents[1] / "fixtures" / "alpha.json").read_text())


def by_polynomials(rows: int, cols: int) -> str:
    board = Board.rectangle(rows, cols)
    moves, ends = extract(positions(board, "left-end"), positions(board, "right-end"))
    return f"{moves}{ends}"


def partial_sums_of_the_tribonacci_word(count: int) -> list[int]:
    """A319198: the fixed point of 0 -> 01, 1 -> 02, 2 -> 0, summed."""
    word = [0]
    while len(word) < count:
        word = [letter for old in word for letter in ((0, 1), (0, 2), (0,))[old]]
    sums = [0]
    for letter in word[:count]:
        sums.append(sums[-1] + letter)
    return sums[1:]


def test_every_entry_of_table_1_is_right() -> None:
    table = alpha_table(10)
    for m, row in enumerate(PRINTED["table_1"], 1):
        for n, printed in enumerate(row, 1):
            entry = table[m - 1][n - 1]
            # the paper marks no ends where the game is over before it begins
            assert printed == (str(entry) if entry.moves else "0"), (m, n)


def test_the_2_x_11_game_also_ends_with_right_out_of_moves() -> None:
    assert PRINTED["alpha_2_11"] == "7L"
    assert by_polynomials(2, 11) == str(alpha_sequence(2, 11)[-1]) == "7LR"
    right_end = Position.parse(".L.LRRRRLL.\n.L.L.RR.LL.")
    assert right_end.counts == (4, 3)
    assert Player.RIGHT in right_end.stuck()


def test_observation_3_3_fails_first_for_2_x_15() -> None:
    sums = partial_sums_of_the_tribonacci_word(200)
    assert sums[: len(PRINTED["A319198"])] == PRINTED["A319198"]
    moves = [entry.moves for entry in alpha_sequence(2, 200)]
    assert moves[:14] == sums[:14]
    assert (moves[14], sums[14]) == (8, 9)
    assert by_polynomials(2, 15) == "8R"
    agree = [n for n in range(15, 201) if moves[n - 1] == sums[n - 1]]
    assert agree == [16, 18, 20, 21, 23, 25, 27, 32, 34]
    assert all(moves[n - 1] <= sums[n - 1] for n in range(1, 201))


def counterexamples_to_problem_3_5(size: int) -> list[tuple[int, int, str]]:
    table = alpha_table(size)
    return [
        (m, n, str(table[m - 1][n - 1]))
        for m in range(5, size + 1)
        for n in range(m, size + 1)
        if len(table[m - 1][n - 1].ends) == 1
    ]


def test_problem_3_5_fails_first_for_5_x_10() -> None:
    found = counterexamples_to_problem_3_5(10)
    assert found == [
        (5, 10, "13L"),
        (6, 9, "14L"),
        (7, 9, "16L"),
        (7, 10, "17L"),
        (8, 10, "20L"),
        (9, 10, "23R"),
    ]
    assert min(m * n for m, n, _ in found) == 50
    assert by_polynomials(5, 10) == "13L"


@pytest.mark.slow
def test_problem_3_5_up_to_16_x_16() -> None:
    found = counterexamples_to_problem_3_5(16)
    assert len(found) == 43
    assert [board for board in found if board[2].endswith("R")] == [(9, 10, "23R")]


def test_the_caption_s_2_x_6_game_has_four_moves() -> None:
    game = alpha(Board.rectangle(2, 6))
    assert (game.moves, game.marks) == (4, "LR")


FORMS = {  # rows: start, values of a period, increment, end, alone from
    2: (6, (4, 4, 4, 5, 5, 7, 7), 4, Player.RIGHT, 12),
    3: (8, (5, 6, 8), 2, Player.LEFT, 11),
    4: (10, (11, 11, 12, 14), 4, Player.LEFT, 15),
    5: (4, (5, 7, 8), 4, Player.LEFT, 18),
    6: (5, (8, 9, 11, 12, 14, 16, 17, 19), 12, Player.LEFT, 13),
}


@pytest.mark.parametrize("length", [50, pytest.param(240, marks=pytest.mark.slow)])
@pytest.mark.parametrize("rows", FORMS)
def test_the_proved_forms_hold(rows: int, length: int) -> None:
    form = quasilinear(rows)
    assert (form.start, form.values, form.increment, form.end, form.alone) == FORMS[rows]
    strip = alpha_sequence(rows, length)
    for n in range(form.start, length + 1):
        assert strip[n - 1].moves == form(n)
        assert form.end in strip[n - 1].ends
        if n >= form.alone:
            assert strip[n - 1].ends == (form.end,)


def test_the_form_of_five_rows_is_a_floor_and_forms_are_refused_where_they_do_not_hold() -> None:
    form = quasilinear(5)
    assert all(form(n) == (4 * n + 1) // 3 for n in range(4, 100))
    with pytest.raises(InputError, match="from 6 columns on, not for 5"):
        quasilinear(2)(5)
    with pytest.raises(InputError, match="no certificate for 9 rows"):
        quasilinear(9)


@pytest.mark.parametrize("rows", [2, 3, 4])
def test_the_bounds_of_a_proof_hold(rows: int) -> None:
    """Whole polynomials lie between the relaxed and the attained bound."""
    for player, prices in CERTIFICATES[rows][1].items():
        kind = ENDS[Player(1 - player)]  # upright
        low = relaxed(8, rows, kind, prices).bounds
        high = attained(8, rows, kind, 3).bounds
        for n in range(1, 9):
            polynomial = positions(Board.rectangle(n, rows), kind).restrict(PLAY_DIFFERENCES[kind])
            least = min((sum(monomial) for monomial, _ in polynomial), default=None)
            if least is None:
                assert high[n - 1] is None
            else:
                assert (low[n - 1] or 0) <= least
                assert high[n - 1] is None or least <= high[n - 1]


def test_entries_know_their_transposes() -> None:
    assert Shortest(5, (Player.LEFT,)).transpose() == Shortest(5, (Player.RIGHT,))
