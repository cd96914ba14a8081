"""Lattices, surfaces and graphs: neighbours and distances against the plane, NetworkX and lists of sides."""

from collections import Counter
from functools import cache
from itertools import combinations, product
from math import dist, isclose, sqrt

import networkx
import pytest

from enumerate import (
    Board,
    Game,
    Piece,
    Position,
    count,
    list_positions,
    matching_polynomial,
    maximal_matchings,
    positions,
    render,
    value,
    verify,
)
from enumerate.checking.claim import Claim


def centre(lattice: str, cell: tuple[int, int]) -> tuple[float, float]:
    """The centre of a cell whose neighbours' centres are at distance 1, in the plane."""
    row, col = cell
    if lattice == "square":
        return float(row), float(col)
    if lattice == "hexagonal":
        return row * sqrt(3) / 2, col + row / 2
    height = 3 / 2  # of a triangle with side sqrt(3), whose incircle has radius 1/2
    tip_up = (row + col) % 2 == 0
    return height * row + (1.0 if tip_up else 0.5), col * sqrt(3) / 2


@pytest.mark.parametrize("lattice", ["square", "hexagonal", "triangular"])
def test_neighbours_touch_in_the_plane(lattice):
    board = Board.rectangle(4, 5, lattice=lattice)
    for one, two in product(board, repeat=2):
        near = isclose(dist(centre(lattice, one), centre(lattice, two)), 1)
        assert (two in set(board.neighbours(one))) == near


@pytest.mark.parametrize("lattice", ["square", "hexagonal", "triangular"])
@pytest.mark.parametrize("wrap", [(False, False), (True, False), (True, True)])
def test_neighbours_are_mutual(lattice, wrap):
    board = Board.rectangle(4, 6, wrap=wrap, lattice=lattice).without([(1, 2), (0, 5)])
    for cell in board:
        for there in board.neighbours(cell):
            assert list(board.neighbours(there)).count(cell) == list(board.neighbours(cell)).count(there)


@pytest.mark.parametrize("lattice", ["square", "hexagonal", "triangular"])
def test_distances_are_lengths_of_shortest_ways(lattice):
    board = Board.rectangle(9, 9, lattice=lattice)
    graph = networkx.Graph([(cell, there) for cell in board for there in board.neighbours(cell)])
    for start in ((4, 4), (4, 5)):
        far = networkx.single_source_shortest_path_length(graph, start)
        for distance in range(4):  # near enough to the middle not to meet the border
            assert set(board.at_distance(start, distance)) == {c for c, d in far.items() if d == distance}


def test_a_graph_with_named_nodes_is_numbered_in_its_order():
    board = Board.from_graph(networkx.Graph([("c", "a"), ("a", "b")]))
    assert list(board.neighbours((1,))) == [(0,), (2,)]


def test_an_isolated_vertex_is_a_cell():
    assert len(Board.from_graph([(0, 1)], vertices=4)) == 4
    assert [len(part) for part in Board.from_graph([(0, 1)], vertices=4).components()] == [2, 1, 1]


def test_cropping_keeps_the_way_triangles_stand():
    board = Board.parse("####\n##..\n####", lattice="triangular")
    ways = sorted(len(list(board.neighbours(cell))) for cell in board)
    crop = board.crop()
    assert sorted(len(list(crop.neighbours(cell))) for cell in crop) == ways
    standing = sorted(sum(cell) % 2 for cell in board)
    assert sorted(sum(cell) % 2 for cell in crop) == standing
    assert len(crop) == 2
    assert crop.crop() == crop


# how the borders of rows and columns are joined
SURFACES = {
    "Moebius strip": {"wrap": "twisted cols"},
    "Moebius strip, upright": {"wrap": "twisted rows"},
    "Klein bottle": {"wrap": "rows, twisted cols"},
    "Klein bottle, upright": {"wrap": "twisted rows, cols"},
    "projective plane": {"wrap": "twisted rows, twisted cols"},
    "helix": {"wrap": "cols", "shift": 1},
    "helix down": {"wrap": "rows", "shift": -1},
    "shifted torus": {"wrap": "rows, cols", "shift": 1},
}


def sides(shape, wrap, shift=0):
    """The sides of cells as triples: the player whose domino lies across the side, and the two cells."""
    rows, cols = shape
    down, across = (
        next((word for word in wrap.split(", ") if name in word), "") for name in ("rows", "cols")
    )
    for row in range(rows):
        for col in range(cols):
            if col + 1 < cols:
                yield 1, (row, col), (row, col + 1)
            elif "twisted" in across:
                yield 1, (row, col), (rows - 1 - row, 0)
            elif across:
                there = row + shift
                there = there % rows if down else there
                if 0 <= there < rows:
                    yield 1, (row, col), (there, 0)
            if row + 1 < rows:
                yield 0, (row, col), (row + 1, col)
            elif "twisted" in down:
                yield 0, (row, col), (0, cols - 1 - col)
            elif down:
                there = col if across else col + shift
                if 0 <= there < cols:
                    yield 0, (row, col), (0, there)


@pytest.mark.parametrize("name", SURFACES)
def test_the_sides_of_cells(name):
    """Where dominoes may lie; the random questions (`laws/test_questions.py`) are about what follows."""
    given = SURFACES[name]
    for shape in ((2, 3), (3, 3), (3, 4), (4, 2), (2, 5)):
        board, wanted = Board(shape, **given), list(sides(shape, **given))
        laid = [
            piece for position in list_positions(board, pieces=1).listing() for piece in position.placements
        ]
        found = Counter((piece.piece, frozenset(piece.cells)) for piece in laid)
        assert found == Counter((owner, frozenset(cells)) for owner, *cells in wanted)
        edges = Counter(frozenset(edge[:2]) for edge in board.to_networkx().edges)
        assert edges == Counter(frozenset(cells) for _, *cells in wanted)


TRIANGLE = [(0, 1), (1, 2), (0, 2)]
BOARDS = [
    Board.rectangle(2, 3, lattice="hexagonal"),
    Board.parse("..#\n#..", lattice="triangular"),
    Board.parse("..#\n#..", wrap=(True, False), lattice="triangular"),
    Board.from_graph(TRIANGLE, vertices=5),
    Board.from_graph(TRIANGLE, vertices=5).without([(1,)]),
    Board.from_graph(networkx.petersen_graph()).without([(0,)]).line_graph(),
    *(Board("4x5", **given) for given in SURFACES.values()),
]


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_boards_print_and_read_back(board):
    assert eval(repr(board), {"Board": Board}) == board == Board.from_json(board.to_json())
    assert board != Board.of(board.shape, board.cells, board.wrap)


@pytest.mark.parametrize("name", SURFACES)
def test_positions_on_surfaces_are_drawn(name):
    board = Board("4x5", **SURFACES[name])
    position = list_positions(board, "maximal").position(0)
    assert Position(board, position.pieces) == position
    assert all(draw(position) for draw in (render.text, render.svg, render.tikz))
    assert f">{board.surface}<" in render.svg(position)
    assert str(board.surface).startswith(name.split(",")[0].removeprefix("shifted ").removesuffix(" down"))


@pytest.mark.parametrize("name", SURFACES)
def test_claims_about_surfaces_are_verified(name):
    board = Board("3x4", **SURFACES[name]).without([(1, 1)])
    found = positions(board, "maximal")
    claim = Claim(board, "maximal", frozenset({0, 1}), False, found.total, found)
    assert verify(claim, seed=1).failed == ()


def test_a_border_that_changes_nothing_is_plain():
    assert Board(1, 5, wrap="twisted cols") == Board(1, 5, wrap="cols")
    assert Board(3, 5, wrap="rows, cols", shift=3) == Board(3, 5, wrap="rows, cols")
    assert Board(3, 1, wrap="twisted cols") == Board(3, 1)


def test_two_pieces_that_are_mirror_images_may_be_twisted():
    skew = Game("skew", [Piece("S", "either", [(0, 0), (0, 1), (1, 1), (1, 2)])])
    both = Game("both", [*skew.pieces, Piece("Z", "either", [(1, 0), (1, 1), (0, 1), (0, 2)])])
    assert count(Board(4, 5, wrap="twisted cols"), game=both) > 1
    assert count(Board(4, 5, wrap="cols", shift=1), game=skew) > 1  # a shift mirrors nothing


GRAPHS = {
    "path": networkx.path_graph(6),
    "star": networkx.star_graph(4),
    "wheel": networkx.wheel_graph(6),
    "grid": networkx.grid_2d_graph(2, 4),
    "Petersen": networkx.petersen_graph(),
    "no edges": networkx.empty_graph(3),
}


def nimber(graph):
    """The Grundy number of Arc Kayles by definition."""
    edges = [frozenset(edge) for edge in graph.edges]

    @cache
    def of(taken):
        options = {of(taken | edge) for edge in edges if not edge & taken}
        return next(n for n in range(len(options) + 1) if n not in options)

    return of(frozenset())


@pytest.mark.parametrize("name", GRAPHS)
def test_positions_are_matchings(name):
    graph = GRAPHS[name]
    found = positions(graph, game="arc-kayles")
    assert found == matching_polynomial(graph)
    subsets = (m for size in range(6) for m in combinations(graph.edges, size))
    assert found.total == sum(networkx.is_matching(graph, set(m)) for m in subsets)
    assert count(graph, "maximal", game="arc-kayles") == len(maximal_matchings(graph))


@pytest.mark.parametrize("name", GRAPHS)
def test_values_are_those_of_the_definition(name):
    number = nimber(GRAPHS[name])
    expected = {0: "0", 1: "*"}.get(number, f"*{number}")
    assert str(value(GRAPHS[name], game="arc-kayles").value) == expected


def test_on_a_grid_it_is_cram():
    for kind in ("general", "maximal", "perfect"):
        assert count("4x4", kind, game="arc-kayles") == count("4x4", kind, game="cram")


def test_positions_on_edges_print_and_read_back():
    board = Board.from_graph(GRAPHS["Petersen"]).without([(0,)])
    assert len(board.line_graph()) == 12
    position = list_positions(board, game="arc-kayles").position(20)
    assert eval(repr(position), {"Board": Board, "Position": Position}) == position
    assert value(position).value is not None
