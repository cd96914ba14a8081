"""Values: what is printed evaluates back, drawings tell the board, and slips are refused in one line."""

import copy
import pickle
import random
import re
from itertools import product

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from enumerate import Board, Domino, Player, Polynomial, Position, count, fewest
from enumerate.checking.brute import brute_force
from enumerate.checking.contraction import contract
from enumerate.model.polynomial import play_differences
from enumerate.sampling.sampling import PositionList
from enumerate.support.errors import InputError

NAMES = {"Board": Board, "Domino": Domino, "Position": Position, "Polynomial": Polynomial}
FLAT = Board.rectangle(2, 2)
LIST = PositionList(FLAT)
ONE = Polynomial.of({(1, 0): 2, (0, 0): 1})


@st.composite
def boards(draw):
    """Boards of 1 to 3 dimensions with walls and wrapped axes, single layers and empty boards among them."""
    dimension = draw(st.integers(1, 3))
    shape = draw(st.tuples(*[st.integers(1, 4 - (dimension == 3))] * dimension))
    cells = draw(st.sets(st.sampled_from(list(product(*map(range, shape))))))
    return Board.of(shape, cells, draw(st.tuples(*[st.booleans()] * dimension)))


@st.composite
def positions_on(draw):
    """Positions on such boards, full rings among them."""
    position = Position.of(draw(boards()))
    for _ in range(draw(st.integers(0, 4))):
        moves = [move for axis in range(position.board.dimension) for move in position.moves(axis)]
        if moves:
            position = position.place(draw(st.sampled_from(moves)))
    return position


@settings(deadline=None)
@given(board=boards())
def test_boards_print_and_read_back(board):
    assert eval(repr(board), NAMES) == board
    assert Board.from_json(board.to_json()) == board
    if board.cells:
        assert Board.parse(str(board), board.wrap, board.dimension) == board


@settings(deadline=None)
@given(position=positions_on())
def test_positions_print_and_read_back(position):
    assert eval(repr(position), NAMES) == position


def test_one_block_is_a_flat_board_by_default():
    """A single layer, a column and a flat board may have the same drawing."""
    drawing = ".\n#\n."
    shapes = [Board.parse(drawing, dimension=d).shape for d in (None, 1, 2, 3)]
    assert shapes == [(3, 1), (3,), (3, 1), (3, 1, 1)]
    for text, dimension in (("..", 1), ("..\n\n..", 2), ("..", 0), ("..", 4)):
        with pytest.raises(InputError, match=f"cannot be read with dimension={dimension}"):
            Board.parse(text, dimension=dimension)


def test_integers_of_numpy_are_integers():
    assert Board.rectangle(np.int64(2), np.int8(3)) == Board.rectangle(2, 3)
    drawn = np.array([[1, 0], [1, 1]])
    assert Board.of(drawn.shape, np.argwhere(drawn)) == Board.parse(".#\n..")
    assert repr(Board.of(drawn.shape, np.argwhere(drawn), drawn[0] > 5)) == r"Board.parse('.#\n..')"
    assert Player.of(np.int64(1)) is Player.RIGHT
    assert Polynomial.of({(np.int64(1), 0): np.int64(3)}) * np.int64(2) == Polynomial.of({(1, 0): 6})


SLIPS = {
    "a float for a length": (lambda: Board.rectangle(2.0, 3), "`rows` must be an integer, not 2.0"),
    "a word for a length": (lambda: Board.rectangle(2, "3"), "`cols` must be an integer, not '3'"),
    "one truth value for all axes": (
        lambda: Board.rectangle(3, 3, wrap=True),
        "as in (True, False), not True",
    ),
    "names of axes to wrap": (lambda: Board.rectangle(3, 3, wrap=("rows", "cols")), "not ('rows', 'cols')"),
    "lines instead of text": (lambda: Board.parse(["..", ".."]), "not ['..', '..']"),
    "dominoes on a board": (lambda: Board.parse("RR"), "(allowed: . #; pieces are read by Position.parse)"),
    "a cell as a list of cells": (
        lambda: FLAT.without((0, 1)),
        "a cell is a tuple of integers, as in (0, 1), not 0",
    ),
    "a wall outside": (lambda: FLAT.without([(5, 5)]), "cell (5, 5) is outside the box (2, 2)"),
    "a mirror without axis": (lambda: FLAT.mirror(2), "an axis of a board of 2 dimensions is 0 or 1, not 2"),
    "one dimension": (lambda: Board.box(3).mirror(1), "an axis of a board of 1 dimension is 0, not 1"),
    "axes twice": (lambda: FLAT.transpose((0, 0)), "an order of the axes 0 to 1, not (0, 0)"),
    "a domino as a pair": (lambda: Position.of(FLAT, [((0, 0), 0)]), "not ((0, 0), 0)"),
    "a domino outside": (lambda: FLAT.covered_by(Domino((2, 0), 0)), "cell (2, 0) is outside"),
    "a player's name": (lambda: Domino((0, 0), "lft"), "unknown player 'lft': did you mean 'left'?"),
    "moves of nobody": (lambda: Position.of(FLAT).moves(2), "is 0 or 1, not 2"),
    "number for a board": (lambda: count(2.5), "expected a board"),
    "number for a board, fewest": (lambda: fewest(2.5), "expected a board"),
    "number for a board, list": (lambda: PositionList(2.5), "expected a board"),
    "a word for stuck players": (lambda: count(FLAT, stuck="left"), "as in ['left'], not 'left'"),
    "Middle on a flat board": (lambda: play_differences("general", Player.MIDDLE), "left or right"),
    "a number for numbers": (lambda: LIST.positions(3), "`ranks` must be a list or tuple, not 3"),
    "text for a position": (lambda: LIST.rank(".."), "a position is needed"),
    "a word for a seed": (lambda: LIST.sample(1, seed="a"), "`seed` must be an integer"),
    "a number of dominoes": (lambda: PositionList(FLAT, dominoes=3), "`pieces` must be a list or tuple"),
    "number for a board, brute force": (lambda: brute_force(2.5), "expected a board"),
    "one coordinate of two": (lambda: contract(FLAT, {0}, 101, (1,)), "a point has 2 coordinates, not 1"),
    "a modulus too large": (lambda: contract(FLAT, {0}, 2**40, (1, 1)), "`prime` must be between 2 and"),
    "play differences of a sum": (lambda: play_differences("any-end"), "unknown kind 'any-end'"),
    "a fraction as coefficient": (lambda: Polynomial.of({(1, 0): 1.5}), "must be integers, not 1.5"),
    "one exponent of two": (lambda: ONE[3], "3 is not a tuple of 2 exponents"),
    "a list of coefficients": (lambda: Polynomial.of([1, 2]), "as in {(2, 1): 3}, not [1, 2]"),
    "a negative power": (lambda: ONE**-1, "`times` must be at least 0, not -1"),
    "a root": (lambda: ONE**0.5, "`times` must be an integer, not 0.5"),
    "other variables": (lambda: ONE + Polynomial.one(3), "in 2 and 3 variables do not mix"),
    "variables twice": (lambda: ONE.swap((0, 0)), "an order of the axes 0 to 1, not (0, 0)"),
    "one difference": (lambda: ONE.restrict(1), "`differences` must be a list or tuple, not 1"),
    "play of an unknown kind": (lambda: ONE.play("maximum"), "did you mean 'maximal'?"),
    "an expression as text": (lambda: Polynomial.from_sympy("x"), "not 'x'"),
    "no polynomial": (lambda: Polynomial.from_sympy(sympy.sqrt(sympy.Symbol("x"))), "'sqrt(x)' is not"),
    "terms without counts": (lambda: Polynomial.from_json([[1, 0, "a"]]), "not [1, 0, 'a']"),
    "JSON without keys": (lambda: Board.from_json({}), "has `shape`, `wrap` and `text`, not {}"),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_slips_are_refused_in_one_line(slip):
    ask, says = SLIPS[slip]
    with pytest.raises(InputError) as refused:
        ask()
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


def test_integers_are_constant_polynomials():
    x, y = Polynomial.of({(1, 0): 1}), Polynomial.of({(0, 1): 1})
    assert (x + 1) * (1 - y) == x - x * y - y + 1
    assert sum([x, x, y]) == 2 * x + y
    assert -(x - y) == y - x
    assert np.int64(3) - x * np.int64(2) == 3 - 2 * x
    assert (x + 1) ** 0 == Polynomial.one()
    with pytest.raises(TypeError):
        x + "1"


@pytest.mark.parametrize("seed", range(10))
def test_signs_are_written_once(seed):
    """SymPy reads every form back, also where coefficients are negative."""
    draw = random.Random(seed)
    p = Polynomial.of({(draw.randrange(4), draw.randrange(12)): draw.randint(-3, 3) for _ in range(6)})
    latex = re.sub(r"\^\{(\d+)\}", r"**\1", p.latex())
    for text in (str(p).replace("^", "**"), latex):
        spaced = re.sub(r"(?<=[\dxy])(?=[xy])", "*", text)
        assert sympy.sympify(spaced) == p.to_sympy().as_expr()
    assert sympy.sympify(p.expression()) == p.to_sympy().as_expr()
    assert "+ -" not in str(p) + p.latex() + p.expression()


def test_provenance_cannot_be_changed():
    found = Polynomial.of({}, 2, {"engine": "none", "different_parts": [{"primes": [2, 3]}]})
    with pytest.raises(TypeError):
        found.provenance["engine"] = "other"
    with pytest.raises(TypeError):
        found.provenance["different_parts"][0]["primes"] = ()
    again = pickle.loads(pickle.dumps(found))
    assert again.provenance == found.provenance
    assert copy.deepcopy(found) == found
