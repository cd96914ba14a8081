"""Golden: every worked example, table and block recursion of the counting paper [HM21]."""

import ast
import json
import re
from collections import Counter
from fractions import Fraction
from itertools import count, pairwise, product
from pathlib import Path

import pytest
import sympy

from enumerate import Board, Player, Polynomial, Position, alpha, papers, positions
from enumerate import count as count_positions
from enumerate.counting.answer import truncated_ratio
from enumerate.counting.overview import overview, parts_of
from enumerate.oeis.published import known
from enumerate.oeis.registry import sequence
from enumerate.papers.kronecker import wall_row
from enumerate.papers.matrices import PolynomialMatrix, bar_state, row_matrix, tiles
from enumerate.papers.multiply import barstate_polynomial
from enumerate.papers.shortest import extract
from enumerate.rules.kinds import stuck_players, whose_turn

FIXTURES = Path(__file__).parents[1] / "fixtures"
PAPER = json.loads((FIXTURES / "hm21.json").read_text())
PRINTED = json.loads((FIXTURES / "example_7.json").read_text())
GAME = Position.parse("\n".join(PRINTED["whole"]))
GENERAL, MAXIMAL, RIGHT_END = (stuck_players(kind) for kind in ("general", "maximal", "right-end"))


def numbered(values: list) -> list[tuple]:
    """The values with their numbers from 1 on."""
    return list(zip(count(1), values, strict=False))


def read(text: str) -> Polynomial:
    """A polynomial as the paper prints it."""
    coefficients = {}
    for term in text.split(" + "):
        number, x, y = re.fullmatch(r"(\d*)(x(?:\^\d+)?)?(y(?:\^\d+)?)?", term).groups()
        exponents = [int(v[2:] or 1) if v else 0 for v in (x, y)]
        coefficients[tuple(exponents)] = int(number or 1)
    return Polynomial.of(coefficients)


def entries(matrix: PolynomialMatrix) -> list[list[str]]:
    return matrix.to_text(lambda entry: str(Polynomial.of(entry)))


def canonical(rows: list[list[str]]) -> list[list[str]]:
    return [["0" if entry == "0" else str(read(entry)) for entry in row] for row in rows]


def test_tiles_of_the_papers():
    assert [len(tiles(stuck)) for stuck in (GENERAL, MAXIMAL, RIGHT_END)] == [5, 13, 8]


@pytest.mark.parametrize(
    ("name", "left", "length"),
    [("G_0_1", 0, 1), ("G_1_1", 2, 1), ("G_0_2", 0, 2), ("G_1_2", 2, 2), ("G_0_3", 0, 3)],
)
def test_example_2_matrices(name, left, length):
    assert entries(bar_state(GENERAL, length, left, 0)) == canonical(PAPER["example_2_matrices"][name])


def test_example_2_polynomial():
    assert str(barstate_polynomial(Board.rectangle(4, 3))) == PAPER["example_2_D_4_3"]


def test_example_3_play_positions():
    play = barstate_polynomial(Board.rectangle(4, 3)).play()
    assert str(play) == PAPER["example_3_play_4_3"]["polynomial"]
    assert play.total == PAPER["example_3_play_4_3"]["total"]


@pytest.mark.parametrize(("n", "play"), numbered(PAPER["table_1_play_n_x_n"]))
def test_table_1_with_ratios(n, play):
    everything = positions(Board.rectangle(n, n))
    assert everything.play().total == play
    assert n == 1 or truncated_ratio(play, everything.total) == PAPER["table_1_ratios"][n - 1]
    assert n > 6 or barstate_polynomial(Board.rectangle(n, n)) == everything


def test_the_ratio_of_play_positions_falls_like_one_over_n():
    """Section 2.1 expects it to approach 0; docs/appendix/hm21.md proves it with these blocks and regions."""
    play, everything = (known(sequence(number)).terms for number in ("A332714", "A028420"))
    ratios = [Fraction(play[n], everything[n]) for n in range(1, 15)]
    assert all(later < earlier for earlier, later in pairwise(ratios))
    assert all(1 < n * ratio < 2 for n, ratio in enumerate(ratios[1:], 2))
    rounded = [round(float(n * ratios[n - 1]), 3) for n in (6, 8, 10, 12, 14)]
    assert rounded == [1.933, 1.949, 1.953, 1.953, 1.953]
    block = Counter()
    for (a, b), number in positions(Board.rectangle(2, 2)):
        block[a - b] += number
    assert block == {-2: 1, -1: 2, 0: 1, 1: 2, 2: 1}
    assert positions(Board.rectangle(4, 4)).total == 10012


@pytest.mark.parametrize("n", [2, 4, 6])
def test_the_leading_coefficient_counts_perfect_matchings(n):
    assert positions(Board.rectangle(n, n)).by_size()[-1] == known(sequence("A004003")).terms[n // 2]


def test_example_4_row_with_a_wall():
    # the middle row of the board of Example 5: a cell, a wall, two cells, the last with a wall below
    row = wall_row((True,) * 4, (True, False, True, True), (True, True, True, False), GENERAL)
    short = row_matrix(GENERAL, 1)
    restricted = wall_row((True,) * 2, (True,) * 2, (True, False), GENERAL)
    assert entries(row) == entries(short.kron(restricted))
    assert entries(row)[0] == canonical([["y + 1", "x", "x", "x^2", "xy + x", "x^2", "x^2", "x^3"]])[0]


def test_example_5():
    board = Board.parse("\n".join(PAPER["example_5"]["board"]))
    assert str(barstate_polynomial(board)) == PAPER["example_5"]["D"]


def test_example_9():
    assert entries(row_matrix(MAXIMAL, 2)) == canonical(PAPER["example_9_matrix_M_0_2_plus_M1_0_2"])
    assert str(barstate_polynomial(Board.rectangle(3, 2), MAXIMAL)) == PAPER["example_9_F_3_2"]


@pytest.mark.parametrize(("m", "row"), numbered(PAPER["table_2_right_ends_rows_m_1_to_8_cols_n_1_to_8"]))
def test_table_2_right_ends(m, row):
    for n, total in numbered(row):
        assert positions(Board.rectangle(m, n), kind="right-end").total == total
        assert positions(Board.rectangle(n, m), kind="left-end").total == total
        if max(m, n) < 7:
            assert barstate_polynomial(Board.rectangle(m, n), RIGHT_END).total == total


def test_the_papers_method_needs_only_boards_and_polynomials():
    """A reader of the papers reads these modules and nothing else of the package."""
    for path in Path(papers.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.level == 2:
                assert node.module in {"model.board", "model.polynomial"}, path.name


@pytest.mark.parametrize("size", [(2, 5), (3, 4), (4, 4)])
def test_alpha_by_the_papers_method_alone(size):
    board = Board.rectangle(*size)
    moves, marks = extract(barstate_polynomial(board, (0,)), barstate_polynomial(board, RIGHT_END))
    found = alpha(board)
    assert (moves, marks) == (found.moves, found.marks)


@pytest.mark.parametrize("board", [Board.box(2, 2, 2), Board.rectangle(2, 3, wrap="cols")], ids=repr)
def test_the_papers_method_refuses_other_boards(board):
    with pytest.raises(ValueError, match="flat boards with straight axes"):
        barstate_polynomial(board)


def test_the_drawing_has_the_three_components():
    parts = [part.board.crop() for part in parts_of(GAME.free)]
    assert parts == [Board.parse("\n".join(part["board"])) for part in PRINTED["parts"].values()]


def placements(part):
    """The cells of a component at every place on the 8 x 8 board."""
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
    assert count_positions(GAME.free, play=True) == printed.total
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


x, y = sympy.symbols("x y")


def blocks(rows):
    return sympy.Matrix(sympy.BlockMatrix([[sympy.Matrix(b) for b in row] for row in rows]))


def dense(stuck, length, left, right):
    matrix = bar_state(stuck, length, left, right)
    result = sympy.zeros(*matrix.shape)
    for (a, b), part in matrix.parts.items():
        result += sympy.Matrix(part.toarray().tolist()) * x**a * y**b
    return result.expand()


def one(value):
    return sympy.Matrix([[value]])


def general(m, o):
    """Theorem 1."""
    return [blocks([[m[0] + m[1], x * m[0]], [m[0], o]]), blocks([[y * m[0], o], [o, o]])]


def maximal(m, o):
    """Theorem 8; unprimed matrices end in the label 0, primed ones in the label 1."""
    return [
        blocks([[m[2], m[2], x * m[0]], [m[1], o, o], [m[0], m[0], o]]),
        blocks([[m[2], m[2], x * m[0]], [o, o, o], [m[0], m[0], o]]),
        blocks([[y * m[0], y * m[0], o], [o, o, o], [o, o, o]]),
    ]


def right_end(m, o):
    """Theorem 11, with the lower left block of RE'_{2,q+1} as 0: the printed RE'_{0,q} is a misprint."""
    return [
        blocks([[m[1] + m[2], x * m[0]], [m[0], o]]),
        blocks([[m[2], x * m[0]], [m[0], o]]),
        blocks([[y * m[0], o], [o, o]]),
    ]


@pytest.mark.parametrize("length", range(4))
@pytest.mark.parametrize(
    ("recursion", "labels", "right"),
    [(general, (0, 2), 0), *product((maximal, right_end), [(0, 1, 2)], (0, 1))],
)
def test_block_recursions(recursion, labels, right, length):
    """The explicit block recursions, written out, against the one over tiles."""
    stuck = stuck_players(recursion.__name__.replace("_", "-"))
    matrices = [one(int(label == right)) for label in labels]
    for _ in range(length):
        matrices = recursion(matrices, sympy.zeros(*matrices[0].shape))
    for label, matrix in zip(labels, matrices, strict=True):
        assert dense(stuck, length, label, right) == matrix.expand()
