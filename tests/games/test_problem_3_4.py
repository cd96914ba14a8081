"""Problem 3.4 of [KS20]: on which boards is the least number of moves the length of perfect play?"""

import json
from pathlib import Path

import pytest

from enumerate.board import Board, Player
from enumerate.games.domineering.solver import solve

FACTS = json.loads((Path(__file__).parents[1] / "fixtures" / "domineering.json").read_text())
BOARDS = [(m, n) for m in range(2, 7) for n in range(m, 9) if m * n <= 30]
COINCIDES = {False: {(2, 2), (2, 3), (2, 4)}, True: {(2, 2)}}  # in normal and in misère play


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("size", BOARDS, ids=str)
def test_alpha_is_the_length_of_perfect_play_on_few_boards(size: tuple[int, int], misere: bool) -> None:
    rows, cols = size
    alpha = FACTS["alpha"][str(rows)][cols - 1]
    coincides = size in COINCIDES[misere]
    first = solve(Board.rectangle(rows, cols), misere, moves=False).first.values()
    for lengths in ({start.hurry for start in first}, {start.delay for start in first}):
        assert (min(length for length in lengths if length is not None) == alpha) == coincides
        # no game is shorter than alpha
        assert all(length is not None and length >= alpha for length in lengths)


def test_on_a_line_the_player_across_it_loses_at_once() -> None:
    for cols in range(2, 9):
        start = solve(Board.rectangle(1, cols), moves=False).first[Player.LEFT]
        assert (start.winner, start.hurry, start.delay) == (Player.RIGHT, 0, 0)
