"""Conveniences of the values: players by any name, axes by name, arrays, graphs, pictures within bounds."""

import subprocess
import sys
from itertools import islice
from xml.etree import ElementTree

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from model.test_values import boards, positions_on

from enumerate import Board, Domino, Player, Polynomial, Position, positions
from enumerate.render.as_svg import notebook_svg

LEFT = [Player.LEFT, 0, "left", "L", "Left", "l", np.int64(0)]


@pytest.mark.parametrize("left", LEFT, ids=repr)
def test_players_by_name_letter_or_axis(left):
    board = Board.parse("..#\n...")
    assert Player.of(left) is Player.LEFT
    assert Domino((0, 0), left) == Domino((0, 0), 0)
    assert list(board.dominoes(left)) == [Domino((0, 0), 0), Domino((0, 1), 0)]
    assert Position.of(board).moves(left) == list(board.dominoes(0))
    assert board.mirror(left) == board.mirror(0)
    assert board.lines(left) == board.lines(0)
    assert board.most_dominoes(left) == 2
    assert positions(board, stuck=[left]) == positions(board, "left-end")
    assert positions(board, play=True, turn=left) == positions(board, play=True, turn=Player.LEFT)


@pytest.mark.parametrize(
    ("words", "wrap"),
    [
        ("rows", (True, False)),
        ("cols", (False, True)),
        ("rows,cols", (True, True)),
        (" Cols , rows", (True, True)),
    ],
)
def test_axes_to_wrap_by_name(words, wrap):
    assert Board.rectangle(3, 3, wrap=words) == Board.rectangle(3, 3, wrap=wrap)
    assert Board.parse("..\n..", wrap=words).wrap == Position.parse("..\n..", wrap=words).board.wrap == wrap


@settings(deadline=None)
@given(board=boards())
def test_boards_go_to_numpy_and_back(board):
    array = board.to_numpy()
    assert array.shape == board.shape
    assert array.dtype == bool
    assert array.sum() == len(board)
    assert Board.from_numpy(array, board.wrap) == board == Board.from_numpy(array.astype(float), board.wrap)


@settings(deadline=None)
@given(board=boards())
def test_dominoes_are_the_edges_of_the_graph(board):
    """On a wrapped axis of length 2 two dominoes join the cells, and the graph has two edges."""
    graph = board.to_networkx()
    dominoes = [domino for axis in range(board.dimension) for domino in board.dominoes(axis)]
    assert set(graph.nodes) == board.cells
    assert graph.number_of_edges() == len(dominoes)
    wanted = sorted(sorted(board.covered_by(d)) for d in dominoes)
    assert sorted(sorted(edge[:2]) for edge in graph.edges) == wanted
    assert len(list(nx.connected_components(nx.Graph(graph)))) == len(board.components())


def test_monomials_of_a_polynomial():
    polynomial = positions(Board.rectangle(4, 4))
    for a in range(10):
        for b in range(10):
            assert ((a, b) in polynomial) == (polynomial[a, b] != 0)
    assert (2, 2) in polynomial
    assert (np.int64(2), 2) in polynomial
    for other in (2, "xy", (1,), (1, 2, 3), (-1, 0), None, ((2, 2), 5)):
        assert other not in polynomial
    assert (0, 0) not in Polynomial.of({})


@settings(deadline=None, max_examples=30)
@given(position=positions_on())
def test_notebooks_draw_small_boards_whole(position):
    for drawn in (position, position.board):
        picture = notebook_svg(drawn)
        ElementTree.fromstring(picture)
        assert picture.count("<rect") >= len(position.board)


@pytest.mark.parametrize(
    "board", [Board.rectangle(300, 300), Board.rectangle(1, 90_000), Board.box(50, 50, 30)]
)
def test_notebooks_draw_large_boards_within_bounds(board):
    """A picture of all cells would be megabytes."""
    lots = Position.of(board, list(islice(board.dominoes(1), 1)))
    for drawn in (board, lots):
        picture = notebook_svg(drawn)
        ElementTree.fromstring(picture)
        assert len(picture) < 2000
        assert f"{len(board):,} cells" in picture


def test_the_largest_picture_of_a_notebook():
    picture = notebook_svg(Board.rectangle(50, 50))
    assert picture.count("<rect") > 2500
    assert len(picture) < 400_000


def test_boards_and_positions_show_pictures_in_a_notebook_and_text_elsewhere():
    """Only a notebook loads the package that draws."""
    code = """
import sys, types
sys.modules[sys.argv[1]] = types.ModuleType(sys.argv[1])
from enumerate import Board, Position
print([str(drawn._repr_svg_())[:4] for drawn in (Board.rectangle(1, 2), Position.parse("RR"))])
"""
    for loaded, wanted in (("IPython", "<svg"), ("marimo", "<svg"), ("neither", "None")):
        done = subprocess.run(
            [sys.executable, "-c", code, loaded], capture_output=True, text=True, check=True
        )
        assert done.stdout.strip() == str([wanted, wanted])
