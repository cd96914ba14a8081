"""Laws of placement games: pieces, lattices and players that can be exchanged; numbers of other counts."""

from itertools import product

import networkx as nx
import pytest
import sympy

from enumerate import Board, count, evaluate, fewest, most, positions
from enumerate.checking.brute import brute_force
from enumerate.model.game import Game, Piece


def hexagon(a: int, b: int, c: int) -> Board:
    """The hexagon of triangles with sides a, b, c, a, b, c, of which those of length b lie along rows.

    In half sides of a triangle: the corners of the triangles in row r have even or odd places as r + 1 has.
    """
    start = a + 1 - a % 2
    low = [start - min(line, a) + max(0, line - a) for line in range(a + c + 1)]
    high = [start + 2 * b + min(line, c) - max(0, line - c) for line in range(a + c + 1)]
    cols = max(high)
    cells = []
    for row, col in product(range(a + c), range(cols)):
        above, below = ((1,), (0, 2)) if (row + col) % 2 == 0 else ((0, 2), (1,))
        corners = [(row, col + x) for x in above] + [(row + 1, col + x) for x in below]
        if all(low[line] <= x <= high[line] for line, x in corners):
            cells.append((row, col))
    return Board.of((a + c, cols), cells, lattice="triangular")


def plane_partitions(a: int, b: int, c: int) -> int:
    """MacMahon's number of plane partitions in a box."""
    top = bottom = 1
    for i, j, k in product(range(1, a + 1), range(1, b + 1), range(1, c + 1)):
        top *= i + j + k - 1
        bottom *= i + j + k - 2
    return top // bottom


@pytest.mark.parametrize("sides", [(2, 2, 2), (3, 2, 2), (3, 3, 3), (4, 4, 4)])
def test_lozenge_tilings_are_plane_partitions(sides):
    assert count(hexagon(*sides), "perfect", game="lozenges") == plane_partitions(*sides)


def test_hard_hexagons_in_a_triangle():
    """Independent sets of the triangular grid of side n by size, OEIS A239567."""
    rows = {
        3: [6, 6, 1],
        5: [15, 75, 151, 114, 27, 1],
        7: [28, 315, 1845, 6100, 11565, 12231, 6715, 1686, 150, 2],
    }
    for n, sizes in rows.items():
        cells = [(row, col) for row in range(n) for col in range(n - row)]
        board = Board.of((n, n), cells, lattice="hexagonal")
        assert positions(board, game="node-kayles").by_size() == [1, *sizes]


def test_graphs_in_an_elimination_order():
    """Independent sets of a cycle and of the Petersen graph."""
    lucas = [2, 1]
    while len(lucas) < 41:
        lucas.append(lucas[-1] + lucas[-2])
    assert count(Board.from_graph(nx.cycle_graph(40)), game="node-kayles") == lucas[40]
    petersen = positions(Board.from_graph(nx.petersen_graph()), game="node-kayles")
    assert petersen.by_size() == [1, 10, 30, 30, 5]


def test_snort_is_col_on_a_bipartite_board():
    """Exchange the colours on the black cells: sizes and maximality stay."""
    board = Board.parse("....\n.#..\n....")
    ring = Board.rectangle(3, 4, wrap=(False, True))
    odd = Board.rectangle(2, 5, wrap=(False, True))
    for there in (board, ring):
        for kind in ("general", "maximal"):
            col, snort = (positions(there, kind, game=game) for game in ("col", "snort"))
            assert col.by_size() == snort.by_size()
    assert positions(odd, game="col").by_size() != positions(odd, game="snort").by_size()


def test_snort_with_left_stuck_is_any_set_of_right():
    for board in (Board.rectangle(4, 5), Board.parse("...#\n.#..\n....", wrap="cols")):
        assert count(board, "left-end", game="snort") == 2 ** len(board)


def test_snort_with_left_stuck_and_no_left_piece_is_a_dominating_set():
    """OEIS A133515."""
    found = []
    for n in range(1, 5):
        ends = positions(Board.rectangle(n, n), "left-end", game="snort")
        found.append(sum(c for (a, _), c in ends if a == 0))
    assert found == [1, 11, 291, 28661]
    larger = [evaluate(Board.rectangle(n, n), "left-end", game="snort", x=0).value for n in (5, 6)]
    assert larger == [10982565, 16031828359]


@pytest.mark.parametrize(
    ("game", "sizes"),
    [
        ("node-kayles", [1, 2, 3, 4, 7, 10, 12, 16, 21, 24]),  # independent domination, OEIS A321684
        ("cram", [0, 2, 3, 6, 9, 12, 17, 22, 27]),  # smallest maximal matchings, OEIS A280984
    ],
)
def test_fewest_pieces_of_squares(game, sizes):
    for n, size in enumerate(sizes, 1):
        assert fewest(Board.rectangle(n, n), game=game).dominoes == size, f"{n} x {n}"


def test_fewest_and_most_kings():
    """ceil(n/3)^2 and ceil(n/2)^2."""
    for n in range(1, 7):
        board = Board.rectangle(n, n)
        assert fewest(board, game="kings").dominoes == (-(-n // 3)) ** 2
        assert most(board, game="kings").dominoes == (-(-n // 2)) ** 2


def test_two_colours_of_node_kayles():
    """P(x, y) = I(x + y); one player stuck means both are."""
    board = Board.rectangle(3, 4)
    x, y = sympy.symbols("x y")
    for kind in ("general", "maximal"):
        one = positions(board, kind, game="node-kayles").to_sympy().as_expr()
        two = positions(board, kind, game="two-node-kayles").to_sympy().as_expr()
        assert sympy.expand(one.subs(x, x + y) - two) == 0
    ends = {
        kind: positions(board, kind, game="two-node-kayles") for kind in ("left-end", "right-end", "maximal")
    }
    assert ends["left-end"] == ends["right-end"] == ends["maximal"]


def test_squares_are_kings_on_a_smaller_board():
    for rows, cols in ((3, 4), (5, 5), (6, 4)):
        for kind in ("general", "maximal"):
            large = positions(Board.rectangle(rows, cols), kind, game="squares")
            assert large == positions(Board.rectangle(rows - 1, cols - 1), kind, game="kings")


@pytest.mark.parametrize(
    ("owned", "shared"), [("domineering", "cram"), ("triomineering", "straight-tromino-cram")]
)
def test_forgetting_the_owners(owned, shared):
    board = Board.rectangle(4, 4)
    for kind in ("general", "maximal"):
        mine = positions(board, kind, game=owned).by_size()
        ours = positions(board, kind, game=shared)
        assert mine == [ours[(k,)] for k in range(len(mine))]


def test_diagonal_neighbours_live_on_two_colours():
    for n in (2, 4, 6):
        total = count(Board.rectangle(n, n), game="bishop1")
        assert sympy.sqrt(total).is_integer


@pytest.mark.parametrize("game", ["domineering", "triomineering"])
def test_what_is_barred_to_a_player_does_not_turn(game):
    """Equal parts of a board are counted once if one is the other turned: not if a piece is barred there."""
    ring, flat = Board.box(3, 1, 2, wrap=(True, False, False)), Board.parse("...#.##\n####.##\n####...")
    cells = [(board, cell) for board in (ring, flat) for cell in sorted(board.cells)]
    for board, cell in cells:
        for name in "LRM":
            barred = board.bar([(cell, name)])
            for kind in ("general", "maximal"):
                assert positions(barred, kind, game=game) == brute_force(barred, kind, game=game)


def test_a_piece_that_is_larger_than_the_board():
    """Two hundred cells and more: not one of a row of pieces that reach so far."""
    square = Piece("S", "left", [(row, col) for row in range(20) for col in range(20)])
    game = Game("large", [square, Piece("R", "right", [(0, 0)])])
    assert positions(Board.rectangle(2, 2), game=game).by_size() == [1, 4, 6, 4, 1]


@pytest.mark.slow
def test_a_piece_that_is_as_large_as_the_board():
    square = Piece("S", "left", [(row, col) for row in range(20) for col in range(20)])
    game = Game("large", [square, Piece("R", "right", [(0, 0)])])
    assert positions(Board.rectangle(20, 20), "left-end", game=game)[(1, 0)] == 1


def test_swapping_the_players_never_takes_more_points():
    """In maximal positions of Col each player has few pieces, and a plan without the symmetry is shorter."""
    board = Board.rectangle(4, 5)
    for game in ("col", "snort", "two-node-kayles"):
        for kind in ("general", "maximal"):
            wanted = positions(board, kind, game=game, engine="dictionary")
            found = positions(board, kind, game=game, engine="modular")
            whole = positions(board, kind, game=game, engine="modular", symmetry=False)
            assert found == whole == wanted
            assert found.provenance["lanes"] <= whole.provenance["lanes"], f"{game}, {kind}"
    assert found.provenance["lanes"] * 3 < whole.provenance["lanes"] * 2
