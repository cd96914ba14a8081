"""Symmetries that exchange the players, by definition."""

import random
from itertools import product

import numpy as np
import pytest

from enumerate import Board, brute_force
from enumerate.model.game import Game
from enumerate.rules.problem import is_symmetric


def test_walls_decide_whether_domineering_is_symmetric():
    """Left and Right change places if a reflection in a diagonal, or a quarter turn, keeps the walls."""
    rng = random.Random(1)
    found = set()
    for side, number in product((2, 3, 4), range(60)):
        walls = np.array([[rng.random() < 0.3 for _ in range(side)] for _ in range(side)])
        if number % 2:  # half of the boards have a symmetry of some sort
            walls |= rng.choice([walls.T, walls[::-1, ::-1].T, np.rot90(walls), walls[::-1]])
        if walls.all() or brute_force(Board.from_numpy(~walls)).total == 1:  # no domino fits
            continue
        images = walls.T, walls[::-1, ::-1].T, np.rot90(walls), np.rot90(walls, 3)
        expected = any((image == walls).all() for image in images)
        assert is_symmetric(Board.from_numpy(~walls), ()) == expected, walls
        found.add(expected)
    assert found == {False, True}


@pytest.mark.parametrize(
    ("name", "expected"), [("col", True), ("snort", True), ("half-col", False), ("partizan-kayles", False)]
)
def test_rules_decide_whether_a_game_is_symmetric(name, expected):
    """In half-col both players place single cells, but only Left's may not be neighbours."""
    board = Board.rectangle(2, 3)
    assert is_symmetric(board, (), Game.named(name)) == expected
    polynomial = brute_force(board, game=name)
    assert (polynomial.swap((1, 0)) == polynomial) == expected
