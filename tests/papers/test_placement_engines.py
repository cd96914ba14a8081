"""Engines against the golden numbers of placement games, brute force and each other; and laws."""

import random

import networkx as nx
import pytest
import sympy
from model.test_games import hexagon, plane_partitions
from placement import GAMES, GOLDEN, path_series, polynomials, rectangles, squares, walled, wrapped

from enumerate import (
    Board,
    InputError,
    Polynomial,
    TooLargeError,
    alpha,
    count,
    evaluate,
    fewest,
    most,
    positions,
    recurrence,
    solve,
    verify,
)
from enumerate.checking.brute import brute_force
from enumerate.checking.checks import value_at
from enumerate.checking.claim import Claim
from enumerate.checking.elimination import eliminate
from enumerate.model.game import OWNERS, Game, Piece
from enumerate.papers.alpha import extract
from enumerate.rules.meaning import stuck_of
from enumerate.rules.tiles import Kind

PRIME = 2**31 - 1
LEFT_ALONE = Game("alone", [Piece("V", "left", [(0, 0), (1, 0)])])
THREE = Game("three", [Piece(name, owner, [(0, 0)]) for name, owner in zip("ABC", OWNERS[:3], strict=True)])
PATHS = sorted(GOLDEN["paths"])

# these take as long as all the others together; of two of them, col and triomineering are like enough
LONGEST = ("tromino-any", "snort", "tridomineering")
MOST_GAMES = [pytest.param(game, marks=pytest.mark.slow) if game in LONGEST else game for game in GAMES]


@pytest.mark.parametrize("game", GAMES)
def test_totals_of_rectangles(game):
    for kind in GOLDEN["rectangles"][game]:
        for board, total in rectangles(game, kind):
            assert count(board, kind, game=game) == total, f"{kind} on {board!r}"


@pytest.mark.parametrize("game", MOST_GAMES)
def test_totals_of_squares(game):
    for kind in GOLDEN["squares"][game]:
        for board, total in squares(game, kind):
            if len(board) <= 36:
                assert count(board, kind, game=game) == total, f"{kind} on {board!r}"


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_totals_of_large_squares(game):
    for kind in GOLDEN["squares"][game]:
        for board, total in squares(game, kind):
            if len(board) > 36:
                assert count(board, kind, game=game) == total, f"{kind} on {board!r}"


@pytest.mark.parametrize("game", GAMES)
def test_polynomials(game):
    for board, kind, wanted in polynomials(game):
        assert positions(board, kind, game=game) == wanted, f"{kind} on {board!r}"


@pytest.mark.parametrize("game", GAMES)
def test_modular_polynomials(game):
    for board, kind, wanted in polynomials(game):
        if len(board) >= 9:
            assert positions(board, kind, game=game, engine="modular") == wanted, f"{kind} on {board!r}"


@pytest.mark.parametrize("game", MOST_GAMES)
def test_walled_and_wrapped_boards(game):
    for board, kind, total in [*walled(game), *wrapped(game)]:
        assert count(board, kind, game=game) == total, f"{kind} on {board!r}"


@pytest.mark.parametrize("game", sorted(GOLDEN["difference_at_most_1"]))
def test_numbers_of_pieces_that_differ_by_one_at_most(game):
    for kind, sizes in GOLDEN["difference_at_most_1"][game].items():
        for size, total in sizes.items():
            board = Board.rectangle(*map(int, size.split("x")))
            found = positions(board, kind, game=game)
            assert sum(c for (a, b), c in found if abs(a - b) <= 1) == total, f"{kind} on {board!r}"


@pytest.mark.parametrize("path", PATHS)
def test_paths(path):
    game, kind = path.split("/")
    for n, total in enumerate(GOLDEN["paths"][path]["values_n0_to_20"]):
        if n:
            assert count(Board.rectangle(1, n), kind, game=game) == total


@pytest.mark.parametrize("path", [p for p in PATHS if "generating_function_in_t" in GOLDEN["paths"][p]])
def test_generating_functions_of_paths(path):
    game, kind = path.split("/")
    series = path_series(GOLDEN["paths"][path]["generating_function_in_t"], 9)
    for n in range(1, 9):
        found = positions(Board.rectangle(1, n), kind, game=game)
        assert sympy.expand(series[n] - found.to_sympy().as_expr()) == 0


@pytest.mark.parametrize("board", sorted(GOLDEN["hard_squares_at_minus_1"]))
def test_hard_squares_at_minus_one(board):
    """On cylinders of odd circumference [Jonsson 2009] and tori of coprime sides [Fendley et al. 2005]."""
    shape, size = board.split()
    rows, cols = map(int, size.split("x"))
    there = Board.rectangle(rows, cols, wrap=(shape == "torus", True))
    assert positions(there, game="node-kayles")(-1) == GOLDEN["hard_squares_at_minus_1"][board]


# -- against brute force --------------------------------------------------------------------------


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


@pytest.mark.parametrize("seed", range(12))
def test_dominoes_barred_from_cells(seed):
    """What is barred changes the graph, for Domineering as for all games: no path of its own forgets it."""
    rng = random.Random(seed)
    square = Board.rectangle(3, 3)
    board = square.bar([(cell, name) for cell in square for name in "LR" if rng.random() < 0.2])
    for kind in ("general", "maximal", "left-end", "perfect"):
        wanted = brute_force(board, kind)
        assert positions(board, kind) == wanted
        for engine in ("dictionary", "modular") if kind != "perfect" else ():
            assert positions(board, kind, engine=engine) == wanted
        claim = Claim(board, kind, stuck_of(Kind(kind), None, 2), False, wanted.total, wanted)
        assert verify(claim, rounds=1, seed=seed).holds
    found = alpha(board)
    wanted = extract(brute_force(board, "left-end"), brute_force(board, "right-end"))
    assert (found.moves, found.marks) == wanted
    assert found.witness.moves(0) == [] or found.witness.moves(1) == []
    if board.barred:
        for ask in (lambda: positions(board, engine="barstate"), lambda: solve(board)):
            with pytest.raises(InputError):
                ask()


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


# -- lattices and graphs --------------------------------------------------------------------------


@pytest.mark.parametrize("sides", [(2, 2, 2), (3, 2, 2), (3, 3, 3), (4, 4, 4)])
def test_lozenge_tilings_are_plane_partitions(sides):
    assert count(hexagon(*sides), "perfect", game="lozenges") == plane_partitions(*sides)


@pytest.mark.parametrize("lattice", ["hexagonal", "triangular"])
@pytest.mark.parametrize("game", ["node-kayles", "col", "snort", "far-node-kayles", "kings"])
def test_other_lattices(lattice, game):
    """Boards beyond the matrix, by elimination."""
    larger = Board.rectangle(3, 4, lattice=lattice)
    played = Game.named(game)
    for kind, stuck in (("general", ()), ("maximal", range(played.variables(2)))):
        found = count(larger, kind, game=game)
        assert found % PRIME == eliminate(played, larger, stuck, PRIME, (1, 1))


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


# -- laws -----------------------------------------------------------------------------------------


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


@pytest.mark.parametrize("game", ["triomineering", "tridomineering", "domineering"])
def test_transposing_exchanges_the_players(game):
    board = Board.parse("....\n.#..\n....\n...#\n....")
    left = positions(board, "left-end", game=game)
    right = positions(board.transpose(), "right-end", game=game)
    assert left == right.swap()


def test_parts_multiply():
    """Two parts that no rule joins multiply; a wall alone does not part what a rule joins."""
    wide = Board.parse("..##..")
    for game in ("col", "node-kayles", "kings"):
        part = positions(Board.rectangle(1, 2), game=game)
        assert positions(wide, game=game) == part * part
    near = Board.parse(".#.")
    assert positions(near, game="far-node-kayles") == Polynomial.of({(0,): 1, (1,): 2}, 1)


def test_diagonal_neighbours_live_on_two_colours():
    for n in (2, 4, 6):
        total = count(Board.rectangle(n, n), game="bishop1")
        assert sympy.sqrt(total).is_integer


# -- refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: positions(Board.rectangle(2, 2), "left-end", game="cram"), "has pieces of either player"),
        (lambda: positions(Board.rectangle(2, 2), play=True, game="cram"), "is about Left and Right"),
        (lambda: count(Board.rectangle(2, 2), stuck=["middle"], game="col"), "Middle has no pieces in 'col'"),
        (lambda: count(Board.from_graph([(0, 1)]), game="cram"), "pieces cover single cells"),
        (lambda: count(Board.from_graph([(0, 1)])), "pieces cover single cells"),
        (
            lambda: count(Board.rectangle(2, 2), stuck=["middle"], game="triomineering"),
            "Middle has no pieces in 'triomineering' on a board of 2 dimensions",
        ),
        (
            lambda: count(Board.rectangle(2, 2), "right-end", game=LEFT_ALONE),
            "Right has no pieces in 'alone' and cannot be stuck",
        ),
        (
            lambda: recurrence(2, "right-end", game=LEFT_ALONE),
            "Right has no pieces in 'alone' and cannot be stuck",
        ),
        (lambda: count(Board.rectangle(2, 2), play=True, game=LEFT_ALONE), "in 'alone' only Left plays"),
        (lambda: count(Board.rectangle(2, 2), "any-end", game=THREE), "in 'three' Middle plays, too"),
        (lambda: count(Board.box(2, 2, 2), play=True, game="triomineering"), "needs a flat board"),
        (lambda: count(Board.rectangle(2, 2), game="chess"), "unknown game 'chess'"),
        (lambda: count(Board.rectangle(2, 2), game=3), "expected a game"),
        (lambda: positions(Board.rectangle(2, 2), game="col", engine="barstate"), "bar-state matrices"),
    ],
)
def test_refusals(ask, message):
    with pytest.raises(InputError) as caught:
        ask()
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("game", "kind", "states"),
    [
        ("node-kayles", "general", r"up to \d{3},\d{3},\d{3},\d{3},\d{3}"),
        pytest.param("kings", "maximal", r"more than 10\^15", marks=pytest.mark.slow),
    ],
)
def test_a_frontier_that_is_too_wide_is_refused_with_an_estimate(game, kind, states):
    """Of hard squares the 72nd Fibonacci number, 5 * 10^14, at the end of a row."""
    with pytest.raises(TooLargeError, match=states + " states need about"):
        count(Board.rectangle(70, 70), kind, game=game)


def test_values_of_a_polynomial_by_the_other_engine():
    """Beyond brute force: values at random points modulo a prime, by elimination."""
    rng = random.Random(7)
    for game, kind, stuck in (
        ("col", "maximal", {0, 1}),
        ("snort", "general", ()),
        ("kings", "maximal", {0}),
    ):
        board = Board.rectangle(5, 5)
        polynomial = positions(board, kind, game=game)
        point = tuple(rng.randrange(PRIME) for _ in range(polynomial.dimension))
        assert value_at(polynomial, PRIME, point) == eliminate(Game.named(game), board, stuck, PRIME, point)


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
