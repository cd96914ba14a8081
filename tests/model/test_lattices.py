"""Lattices: neighbours touch in the plane, distances are lengths of shortest ways, graphs play along."""

from itertools import product
from math import dist, isclose, sqrt

import networkx as nx
import pytest

from enumerate import Board


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
    graph = nx.Graph([(cell, there) for cell in board for there in board.neighbours(cell)])
    for start in ((4, 4), (4, 5)):
        far = nx.single_source_shortest_path_length(graph, start)
        for distance in range(4):  # near enough to the middle not to meet the border
            assert set(board.at_distance(start, distance)) == {c for c, d in far.items() if d == distance}


def test_walls_do_not_lengthen_a_distance():
    assert list(Board.parse(".#.").at_distance((0, 0), 2)) == [(0, 2)]


def test_a_graph_has_the_neighbours_and_distances_of_its_edges():
    graph = nx.petersen_graph()
    board = Board.from_graph(graph)
    assert len(board) == 10
    for vertex in graph:
        assert {v for (v,) in board.neighbours((vertex,))} == set(graph[vertex])
        assert {v for (v,) in board.at_distance((vertex,), 2)} == set(graph) - {vertex} - set(graph[vertex])


def test_a_graph_with_named_nodes_is_numbered_in_its_order():
    board = Board.from_graph(nx.Graph([("c", "a"), ("a", "b")]))
    assert list(board.neighbours((1,))) == [(0,), (2,)]


def test_an_isolated_vertex_is_a_cell():
    assert len(Board.from_graph([(0, 1)], vertices=4)) == 4
    assert [len(part) for part in Board.from_graph([(0, 1)], vertices=4).components()] == [2, 1, 1]


BOARDS = [
    Board.rectangle(2, 3, lattice="hexagonal"),
    Board.parse("..#\n#..", lattice="triangular"),
    Board.parse("..#\n#..", wrap=(True, False), lattice="triangular"),
    Board.from_graph([(0, 1), (1, 2), (0, 2)], vertices=5),
    Board.from_graph([(0, 1), (1, 2), (0, 2)], vertices=5).without([(1,)]),
]


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_boards_of_other_lattices_print_and_read_back(board):
    assert eval(repr(board), {"Board": Board}) == board
    assert Board.from_json(board.to_json()) == board
    assert board != Board.of(board.shape, board.cells, board.wrap)


def test_cropping_keeps_the_way_triangles_stand():
    board = Board.parse("####\n##..\n####", lattice="triangular")
    ways = sorted(len(list(board.neighbours(cell))) for cell in board)
    crop = board.crop()
    assert sorted(len(list(crop.neighbours(cell))) for cell in crop) == ways
    standing = sorted(sum(cell) % 2 for cell in board)
    assert sorted(sum(cell) % 2 for cell in crop) == standing
    assert len(crop) == 2
    assert crop.crop() == crop
