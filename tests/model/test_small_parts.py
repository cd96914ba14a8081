"""Small functions of the model, each on the case that its callers rely on."""

import numpy as np
import pytest

from enumerate import Board, Domino, Forbidden, Game, Piece, Position
from enumerate.model.game import DOMINEERING, as_offset
from enumerate.model.lattice import NAMES, Lattice, connected
from enumerate.model.polynomial import By, Marginal, without_overflow
from enumerate.model.position import (
    Placement,
    addable,
    alphabet,
    clash,
    excluded,
    is_twofold,
)
from enumerate.model.weights import Weight, weights_of

SIZES = Marginal(By.SIZE, ((0, 1), (1, 4), (2, 2)))


def test_neighbours_and_dominoes():
    assert list(Board(2, 2).neighbours((0, 0))) == [(1, 0), (0, 1)]
    assert Board(2, 2).after((1, 0), 0) is None
    assert Board(2, 2, wrap="rows").after((1, 0), 0) == (0, 0)
    assert list(Board(".#.").at_distance((0, 0), 2)) == [(0, 2)]
    assert sum(1 for _ in Board(4, 3).dominoes("left")) == 9
    assert Board(2, 3).covered_by(Domino((1, 1), "right")) == ((1, 1), (1, 2))


def test_parts_and_corners():
    assert [len(part) for part in Board("..#.\n..#.").components()] == [4, 2]
    assert connected([(0,), (1,), (3,)], lambda c: [(c[0] - 1,), (c[0] + 1,)]) == [{(0,), (1,)}, {(3,)}]
    assert Board.of((4, 4), [(1, 2), (2, 1)], wrap="rows").crop().shape == (4, 2)
    assert Board("###\n#..").corner() == (1, 1)


def test_lattices():
    assert [len(Lattice.of(name).ring(2, 2)) for name in NAMES] == [8, 12, 6]
    assert [Lattice.of(name).is_uniform for name in NAMES] == [True, True, False]
    assert Lattice().steps(2) == ((-1, 0), (1, 0), (0, -1), (0, 1))


def test_games():
    assert [DOMINEERING.variables(dimension) for dimension in (1, 2, 3)] == [1, 2, 3]
    assert sorted(Game.named("cram").players(2)) == [0]
    assert [alphabet(DOMINEERING), alphabet(Game.named("l-trominoes"))] == [".#LRM", ".#E"]
    assert repr(Game.named("col")) == "Game.named('col')"
    own = Game("one cell", [Piece("N", "either", [(0, 0)])])
    assert eval(repr(own), {"Game": Game, "Piece": Piece}) == own
    assert [as_offset([1, 0]), as_offset([0, 0, 1])] == [(1,), (0, 0, 1)]
    assert Forbidden(("L", "L"), distances=[1]).to_json() == {"between": ["L", "L"], "distances": [1]}


def test_placements():
    row = Board(1, 2)
    one, two = (Placement(0, (0, col), ((0, col),)) for col in (0, 1))
    col = Game.named("col")
    assert clash(col, row, [one, two]) == (one, two)
    assert list(excluded(col, row, one)) == [((0, 1), "L")]
    assert [(p.at, p.piece) for p in addable(col, row, [one])] == [((0, 1), 1)]
    assert is_twofold(Board(1, 2, wrap="cols"), DOMINEERING.pieces[1])


def test_marginals():
    assert (SIZES[1], SIZES.total, SIZES.mean * 7, SIZES.variance * 49) == (4, 7, 8, 20)
    assert Marginal(By.DIFFERENCE, ((-1, 2), (0, 3), (12, 1))).latex() == "t^{12} + 3 + 2t^{-1}"
    assert SIZES.expression() == "2*t**2 + 4*t + 1"
    assert SIZES.table().csv() == "size,count\n0,1\n1,4\n2,2\n"
    assert SIZES.to_json() == [[0, "1"], [1, "4"], [2, "2"]]
    assert [By.SIZE.grades(3), By.DIFFERENCE.grades(2)] == [(1, 1, 1), (1, -1)]


def test_numbers_of_fixed_width_do_not_overflow():
    assert without_overflow(np.int8(100)) ** 2 == 10_000
    assert (without_overflow(np.array([100], np.int8)) ** 2).tolist() == [10_000]


def test_positions():
    position = Position.parse("L.\nL#")
    assert position.to_numpy().tolist() == [[1, 0], [1, -1]]
    assert sorted(Position.parse("L.\nL.").stuck()) == [1]
    assert position.to_json() == [["L", [[0, 0], [1, 0]]]]
    assert Position.parse("RR").is_drawn


@pytest.mark.parametrize(
    ("text", "bound"), [("3-4i", 7), ("2i", 2), ("-3/2", 1.5), ("i", 1), ("-1/2i", 0.5), ("12i", 12)]
)
def test_weights(text, bound):
    assert Weight.of(text).modulus_bound == bound
    assert Weight.of(text).is_real == ("i" not in text)
    assert [str(weight) for weight in weights_of((text, None), ("x", "y"))] == [text, "1"]
