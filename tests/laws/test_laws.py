"""Laws of counts: mirror images, components, boxes, turns, and games whose counts determine each other."""

import json
from itertools import product
from pathlib import Path

import networkx as nx
import pytest
import sympy
from boards import KINDS, random_board

from enumerate import (
    Board,
    InputError,
    Player,
    Polynomial,
    Position,
    count,
    evaluate,
    fewest,
    most,
    positions,
)
from enumerate.checking.brute import brute_force
from enumerate.model.game import Game, Piece
from enumerate.model.polynomial import PLAY_DIFFERENCES, play_differences
from enumerate.papers.matrices import CROSSED, tiles
from enumerate.rules.kinds import whose_turn
from enumerate.rules.problem import Problem
from enumerate.sweep.sweep import sweep

SHAPES = ["..#.\n....\n.#..", "...\n...", "....\n.##.\n....", ".#.\n...\n#.."]
GOLDEN = json.loads((Path(__file__).parents[1] / "fixtures" / "solid_boxes.json").read_text())
STUCK = {"general": set(), "maximal": {0, 1}, "right-end": {1}, "left-end": {0}}
LARGE = Game("large", [Piece("S", "left", product(range(20), range(20))), Piece("R", "right", [(0, 0)])])
OTHER = {"general": "general", "maximal": "maximal", "right-end": "left-end", "left-end": "right-end"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("text", SHAPES)
@pytest.mark.parametrize("engine", ["barstate", "dictionary", "modular"])
def test_transpose_and_mirror(kind, text, engine):
    board = Board.parse(text)
    polynomial = positions(board, kind, engine=engine)
    assert positions(board.transpose(), OTHER[kind], engine=engine) == polynomial.swap()
    for axis in (0, 1):
        assert positions(board.mirror(axis), kind, engine=engine) == polynomial


@pytest.mark.parametrize("seed", range(40))
def test_components_of_any_board(seed):
    board, stuck = random_board(seed, most_cells=16)
    product = Polynomial.one(board.dimension)
    for part in board.components():
        product = product * positions(part, stuck=stuck, engine="dictionary")
    assert positions(board, stuck=stuck) == product


@pytest.mark.parametrize("stuck", [frozenset(), frozenset({0}), frozenset({1}), frozenset({0, 1})])
def test_the_tiles_of_the_papers_are_a_theorem(stuck):
    """Sweeping with the tiles, where a cell keeps the greatest label on its sides, meets as many states after
    every visit as the residual problems of the conflict graph, and makes the same polynomial."""
    board = Board.rectangle(6, 4)
    order = tuple(sorted(board.cells))
    swept = sweep(Problem(board, frozenset(stuck)), order)
    ours, theirs = {(0,) * 8: 1}, {(): 1}
    merged = set(dict.fromkeys((max(tile.before), tile.after) for tile in tiles(stuck, 2)))
    for moment, (cell, local) in enumerate(zip(order, swept.locals, strict=True)):
        made = {}
        for state, value in ours.items():
            for after, _, _ in local.rule(tuple(state[slot] for slot in local.slots)):
                word = list(state)
                for slot, label in zip(local.slots, after, strict=True):
                    word[slot] = label
                made[tuple(word)] = made.get(tuple(word), 0) + value
        ours, made = made, {}
        for state, value in theirs.items():
            labels = dict(state)
            own = labels.pop(cell, 0)
            for need, after in merged:
                sides = [(board.after(cell, axis), label) for axis, label in enumerate(after)]
                if need != own or any(there is None and label == CROSSED for there, label in sides):
                    continue
                if any(label == CROSSED == labels.get(there) for there, label in sides):
                    continue
                marked = dict(labels)
                for there, label in sides:
                    if there is not None and label:
                        marked[there] = max(label, marked.get(there, 0))
                made[tuple(sorted(marked.items()))] = made.get(tuple(sorted(marked.items())), 0) + value
        theirs = made
        if moment < 4 * 4:  # the last rows know that nothing lies below them
            assert len(ours) == len(theirs)
        assert len(ours) <= len(theirs)
    assert sum(ours.values()) == sum(theirs.values()) == positions(board, stuck=stuck).total


@pytest.mark.parametrize("name", GOLDEN["totals"])
def test_solid_boxes(name):
    """Matchings of solid grids, in all and by their sizes."""
    board = Board(name)
    assert count(board) == int(GOLDEN["totals"][name])
    if name in GOLDEN["by_dominoes"]:
        assert positions(board).by_size() == GOLDEN["by_dominoes"][name]
    if name == "2x2x3":
        found = {",".join(map(str, exponents)): number for exponents, number in positions(board)}
        assert found == GOLDEN["trivariate_2x2x3"]


def test_any_end_is_the_union_of_the_ends():
    """Left ends and right ends, less the maximal positions, which are both."""
    board = Board.parse("....\n.#..\n...#")
    left, right, both = (positions(board, kind) for kind in ("left-end", "right-end", "maximal"))
    assert positions(board, "any-end") == left + right - both


def test_a_ring_is_a_cycle():
    """Matchings of a cycle are the Lucas numbers; a wrapped axis of length 2 has two dominoes."""
    lucas = [3, 4, 7, 11, 18, 29, 47, 76, 123]
    rings = [Board.rectangle(1, n, wrap=(False, True)) for n in range(2, 11)]
    assert [count(ring) for ring in rings] == lucas
    assert Position.parse("R..R", wrap=(False, True)).counts == (0, 1)


def test_a_board_of_many_components_costs_the_sum_of_its_components():
    """Sixteen 3 x 3 blocks: one by one they are easy, swept together they would take 8^16 states."""
    block = "...\n...\n..."
    rows = ["#".join(["..."] * 4)] * 3
    board = Board.parse("\n".join([*rows, "#" * 15, *rows, "#" * 15, *rows, "#" * 15, *rows]))
    polynomial = positions(board, "maximal")
    part = positions(Board.parse(block), "maximal")
    assert polynomial.total == part.total**16
    assert polynomial.provenance["parts"] == 16
    assert len(polynomial.provenance["different_parts"]) == 1


def reached(board, first):
    """Every (position, last mover) of a game in which `first` moves first and the players alternate."""
    layer = {(Position.of(board), Player(1 - first))}
    found = set()
    while layer:
        found |= layer
        layer = {
            (position.place(move), Player(1 - last))
            for position, last in layer
            for move in position.moves(1 - last)
        }
    return found


@pytest.mark.parametrize("turn", [Player.LEFT, Player.RIGHT])
@pytest.mark.parametrize("text", ["...\n...\n..#", "..\n..\n#.\n..", "....\n.#.."])
def test_what_can_be_reached_from_a_turn(turn, text):
    """At an end the player who is not stuck has moved last; otherwise everything reached counts."""
    board = Board.parse(text)
    tree = reached(board, turn)
    ends = {}
    for kind, stuck in STUCK.items():
        other = {"right-end": Player.LEFT, "left-end": Player.RIGHT}.get(kind)
        ends[kind] = {p for p, last in tree if stuck <= p.stuck() and other in (None, last)}
        assert count(board, kind, play=True, turn=turn) == len(ends[kind])
        assert positions(board, kind, play=True, turn=turn).total == len(ends[kind])
    any_end = ends["left-end"] | ends["right-end"]
    assert count(board, "any-end", play=True, turn=turn) == len(any_end)


def test_without_a_turn_both_may_start():
    """The papers' differences are those of both turns together [HM21, Section 2.1; KS20, Section 3]."""
    assert PLAY_DIFFERENCES == {
        "general": (-1, 0, 1),
        "maximal": (-1, 0, 1),
        "right-end": (0, 1),
        "left-end": (-1, 0),
    }
    for kind, differences in PLAY_DIFFERENCES.items():
        turns = {d for turn in (Player.LEFT, Player.RIGHT) for d in play_differences(kind, turn)}
        assert turns == set(differences)


@pytest.mark.parametrize(
    ("text", "first", "turn"),
    [
        ("L.\nL.", Player.LEFT, Player.RIGHT),
        ("L.\nL.", Player.RIGHT, Player.RIGHT),
        ("RR\n..", Player.LEFT, Player.LEFT),
        ("LRR\nL..", Player.LEFT, Player.LEFT),
        ("LRR\nL..", Player.RIGHT, Player.RIGHT),
        ("..", Player.RIGHT, Player.RIGHT),
    ],
)
def test_turns(text, first, turn):
    """Counts that differ by one decide; equal counts leave it to the starter."""
    assert whose_turn(Position.parse(text), first) is turn


def test_impossible_counts():
    position = Position.parse("LL.\nLL.")
    with pytest.raises(InputError, match="2 Left and 0 Right dominoes cannot arise in alternating play"):
        whose_turn(position)
    assert whose_turn(position, allow_unreachable=True) is None
    assert whose_turn(Position.of(Board.box(2, 2, 2))) is None


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
    """Two parts that are equal up to a turn are counted once, but not if a piece is barred in one of them."""
    ring, flat = Board.box(3, 1, 2, wrap=(True, False, False)), Board.parse("...#.##\n####.##\n####...")
    cells = [(board, cell) for board in (ring, flat) for cell in sorted(board.cells)]
    for board, cell in cells:
        for name in "LRM":
            barred = board.bar([(cell, name)])
            for kind in ("general", "maximal"):
                assert positions(barred, kind, game=game) == brute_force(barred, kind, game=game)


def test_a_piece_that_is_larger_than_the_board():
    """A piece that reaches over 20 rows does not fit, and the other pieces are counted as without it."""
    assert positions(Board.rectangle(2, 2), game=LARGE).by_size() == [1, 4, 6, 4, 1]


@pytest.mark.slow
def test_a_piece_that_is_as_large_as_the_board():
    assert positions(Board.rectangle(20, 20), "left-end", game=LARGE)[(1, 0)] == 1


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
