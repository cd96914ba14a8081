"""examples/counting_player.py: the counts and the choices of the counting player."""

import importlib.util
import random
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from enumerate import Board, Player, brute_force, count

SPEC = importlib.util.spec_from_file_location(
    "counting_player", Path(__file__).resolve().parents[2] / "examples" / "counting_player.py"
)
assert SPEC is not None
SCRIPT = importlib.util.module_from_spec(SPEC)
sys.modules["counting_player"] = SCRIPT
SPEC.loader.exec_module(SCRIPT)


def random_board(chance, rows, cols):
    """About a third of the cells are walls, so that most boards fall into parts."""
    cells = [(row, col) for row in range(rows) for col in range(cols) if chance.random() < 0.7]
    return Board.of((rows, cols), cells)


@pytest.mark.parametrize("player", [Player.LEFT, Player.RIGHT])
def test_the_ends_after_a_move_are_those_of_the_board_without_its_cells(player):
    chance = random.Random(1)
    for size in [(3, 4)] * 6 + [(5, 5)]:
        board = random_board(chance, *size)
        found = SCRIPT.ends_after(board, player)
        assert list(found) == list(board.dominoes(player))
        for move, ends in found.items():
            after = board.without(board.covered_by(move))
            assert ends == tuple(count(after, kind) for kind in ("left-end", "right-end"))
            if size == (3, 4):
                assert ends == tuple(brute_force(after, stuck=[stuck]).total for stuck in (0, 1))


@pytest.mark.parametrize("player", [Player.LEFT, Player.RIGHT])
def test_the_choice_is_best_by_the_definition(player):
    players, chance = SCRIPT.Players(5, seed=1), random.Random(2)
    for _ in range(3):
        board = random_board(chance, 5, 5)
        shares = {}
        for move in board.dominoes(player):
            after = board.without(board.covered_by(move))
            ends = [count(after, kind) for kind in ("left-end", "right-end")]
            shares[move] = Fraction(ends[1 - player], sum(ends))
        assert shares[players.counting(board, player)] == max(shares.values())
