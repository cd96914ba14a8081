"""What the model refuses: one line that quotes the value and says what is allowed."""

import pytest

from enumerate.model import (
    board,
    game,
    lattice,
    polynomial,
    position,
    weights,
)
from enumerate.model.board import Board
from enumerate.support.errors import InputError, TooLargeError

GRAPH = Board.from_graph([(0, 1)])
REFUSED = [
    (
        lambda: lattice.check_volume("box", (1000, 1000)),
        "a box of 1,000,000 cells is too large: at most 100,000",
    ),
    (lambda: lattice.as_cell(0), "a cell is a tuple of integers, as in (0, 1), not 0"),
    (lambda: lattice.check_cell((0, 2), (2, 2)), "cell (0, 2) is outside the box (2, 2)"),
    (lambda: lattice.items("wrap", True), "`wrap` must be a list or tuple, not True"),
    (lambda: lattice.order_of_axes([0, 0], 2), "`axes` must be an order of the axes 0 to 1, not [0, 0]"),
    (lambda: Board(3, 3).after((0, 0), 2), "an axis of a board of 2 dimensions is 0 or 1, not 2"),
    (lambda: Board.parse("..\n.o"), "'o' in line 2, column 2 is not a board character"),
    (lambda: board.parse_line("board.txt", Board.parse), "neither a size such as '8x8' nor a drawing"),
    (lambda: board.read_text("...\n.\n...", ".#"), "line 2 of the drawing has 1 cell and line 1 has 3"),
    (lambda: board.read_text("..", ".#", dimension=1), "cannot be read with dimension=1"),
    (
        lambda: game.Game.read("no/such.toml"),
        "cannot read the game 'no/such.toml': No such file or directory",
    ),
    (lambda: game.find_game("chess.toml"), "cannot read the game 'chess.toml': No such file or directory"),
    (lambda: game.DOMINEERING.require_board(GRAPH), "on a graph pieces cover single cells, and 'L' of"),
    (lambda: game.game_of({"name": "one", "pieces": [{"name": "N"}]}), "`cells` of a piece is missing"),
    (lambda: polynomial.as_monomial(2, 2), "2 is not a tuple of 2 exponents"),
    (
        lambda: polynomial.flint_terms("3*x"),
        "a polynomial of python-flint (fmpz_mpoly) is needed, not '3*x'",
    ),
    (lambda: board.cells_of_array([[0, 2]]), "expected an array of 0 and 1, or of False and True"),
    (lambda: lattice.Lattice.of("triangular").on((3, 3), (True, False)), "has an even length, not 3"),
    (lambda: Board(2, 2, lattice="hexagonal").mirror(0), "this needs a square board, not a hexagonal one"),
    (lambda: lattice.check_edges([(0, 7)], (3,)), "joins two different vertices from 0 to 2, not (0, 7)"),
    (lambda: game.as_offset([0.5]), "a step is a list of 1 to 3 integers, as in [0, 1], not [0.5]"),
    (
        lambda: board.Player.of("middle", among=[board.Player.LEFT]),
        "unknown player 'middle' (allowed: left)",
    ),
    (lambda: position.require_position(".."), "a position is needed, as in Position.parse('RR'), not '..'"),
    (lambda: weights.Weight.of("two"), "`x` must be an integer, a fraction such as 3/2"),
]


@pytest.mark.parametrize(("refused", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_wrong_values_are_refused(refused, message):
    with pytest.raises(InputError) as error:
        refused()
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_too_large_boards_have_their_own_error():
    with pytest.raises(TooLargeError):
        Board(1000, 1000)
