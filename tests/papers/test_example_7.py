"""[HM21, Example 7] as a whole: from the 8 x 8 drawing of a tournament game to the printed polynomials."""

import json
import re
from itertools import product
from pathlib import Path

import pytest

from enumerate.counting.overview import overview, parts_of
from enumerate.counting.positions import count, positions
from enumerate.model.board import Board, Player
from enumerate.model.polynomial import Polynomial
from enumerate.model.position import Position
from enumerate.rules.kinds import whose_turn

PRINTED = json.loads((Path(__file__).parents[1] / "fixtures" / "example_7.json").read_text())
GAME = Position.parse("\n".join(PRINTED["whole"]))


def read(text):
    """A polynomial from its printed form."""
    terms = {}
    for term in text.split(" + "):
        found = re.fullmatch(r"(\d*)(?:x(?:\^(\d+))?)?(?:y(?:\^(\d+))?)?", term)
        exponents = [int(found[i] or 1) if letter in term else 0 for i, letter in ((2, "x"), (3, "y"))]
        terms[tuple(exponents)] = int(found[1] or 1)
    return Polynomial.of(terms)


def test_the_drawing_has_the_three_components():
    parts = [part.board.crop() for part in parts_of(GAME.free)]
    assert parts == [Board.parse("\n".join(part["board"])) for part in PRINTED["parts"].values()]


def placements(part):
    """The cells of a component wherever it fits on the 8 x 8 board."""
    rows, cols = part.shape
    for down, right in product(range(9 - rows), range(9 - cols)):
        yield frozenset((row + down, col + right) for row, col in part.cells)


def test_no_other_drawing_fits():
    """The components fit on an 8 x 8 board in one way only, and the rest is tiled by dominoes in one way."""
    parts = [Board.parse("\n".join(part["board"])) for part in PRINTED["parts"].values()]
    fitting = []
    for cells in product(*map(placements, parts)):
        free = Board.of((8, 8), frozenset().union(*cells))
        if len(free) == 42 and sorted(map(len, free.components())) == [6, 12, 24]:
            fitting.append(free)
    assert fitting == [GAME.free]
    covered = Board.rectangle(8, 8).without(GAME.free.cells)
    tilings = {numbers: n for numbers, n in positions(covered) if 2 * sum(numbers) == len(covered)}
    assert tilings == {(6, 5): 1}


@pytest.mark.parametrize("name", list(PRINTED["parts"]))
@pytest.mark.parametrize("engine", ["barstate", "dictionary", "modular"])
def test_polynomials_of_the_components(name, engine):
    part = PRINTED["parts"][name]
    assert positions(Board.parse("\n".join(part["board"])), engine=engine) == read(part["general"])


def test_the_play_polynomial_of_the_whole_position():
    """The paper keeps |a - b| <= 1, also a - b = 1, though it is Right's turn."""
    printed = read(PRINTED["play"])
    assert positions(GAME.free, play=True) == printed
    assert count(GAME.free, play=True) == printed.total
    whole = Polynomial.one()
    for part in PRINTED["parts"].values():
        whole = whole * read(part["general"])
    assert positions(GAME.free) == whole
    assert whole.play() == printed


def test_turn_and_moves():
    assert list(GAME.counts) == PRINTED["counts"]
    assert whose_turn(GAME) is Player.RIGHT
    assert len(GAME.moves(Player.RIGHT)) == PRINTED["right_moves"] == read(PRINTED["play"])[0, 1]


def test_the_turn_drops_what_right_cannot_reach():
    printed = read(PRINTED["play"])
    narrowed = positions(GAME.free, play=True, turn=Player.RIGHT)
    assert narrowed == printed.restrict((-1, 0))
    assert overview(GAME, Player.RIGHT, turn=Player.RIGHT).play["general"] == narrowed.total
