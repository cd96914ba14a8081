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

from enumerate import Board, Domino, Polynomial, Position
from enumerate.support.errors import InputError

NAMES = {"Board": Board, "Domino": Domino, "Position": Position, "Polynomial": Polynomial}


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
