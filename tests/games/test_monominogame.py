"""Monominogames against the grid, and the two examples of the paper."""

import json
from collections import Counter
from pathlib import Path

import pytest
from falling_grid import (
    Grid,
    all_plays,
    equilibrium_plays,
    leftmost_of_each_row,
    payoffs,
    tie_rule_value,
)

from enumerate.games.falling.model import Play
from enumerate.games.monominogame import Monominogame, check, equilibria, move_sequences, plays, value
from enumerate.support.errors import InputError, TooLargeError

GOLDEN = json.loads((Path(__file__).parents[1] / "fixtures" / "dominogame.json").read_text())
SMALL = [
    (c, r, k, q) for c in range(1, 5) for r in range(1, 5) for k in (2, 3, 4) for q in (0, 2) if c * r < 13
]


@pytest.mark.parametrize("board", SMALL, ids=str)
def test_equals_the_grid(board):
    cols, rows, players, raised = board
    game = Monominogame(*board)
    tree = all_plays(Grid(cols, rows, raised, 1), leftmost_of_each_row)
    wanted = equilibrium_plays(tree, players)
    counts = Counter(payoffs(tree[names], players) for names in wanted)
    assert {e.payoffs: e.plays for e in equilibria(game)} == dict(counts)
    assert {tuple(map(str, play.moves)) for play in plays(game)} == wanted
    assert move_sequences(game) == len(tree)
    first = tie_rule_value(tree, players, 1)
    assert value(game, "kind") == value(game, "spite") == first
    for names in list(tree)[:50]:
        assert check(game, Play.parse(game, " ".join(names))).is_equilibrium == (names in wanted)


def test_golden():
    for cols, rows, wanted in GOLDEN["monomino_three_players"]:
        (only,) = equilibria(Monominogame(cols, rows, players=3))
        assert only.payoffs == tuple(wanted)


def test_two_players_have_one_payoff_pair():
    """Constant-sum: all equilibria pay the same."""
    for cols in range(1, 7):
        for rows in range(1, 7):
            (only,) = equilibria(Monominogame(cols, rows))
            assert sum(only.payoffs) == cols * rows * (rows + 1) // 2


def test_three_players_can_have_several():
    assert [e.payoffs for e in equilibria(Monominogame(3, 3, players=3))] == [(3, 6, 9), (5, 6, 7)]


def test_bad_boards_are_refused():
    with pytest.raises(InputError, match="`players` must be at least 2, not 1"):
        Monominogame(2, 2, players=1)
    with pytest.raises(
        TooLargeError, match=r"M\(20,20\) for 2 players need about 137.9 TiB and 4.0 GiB may be used"
    ):
        value(Monominogame(20, 20), max_memory="4GiB")
