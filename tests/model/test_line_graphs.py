"""Cram on a graph (Arc Kayles): edges as pieces, against NetworkX and Grundy numbers by definition."""

from functools import cache
from itertools import combinations

import networkx
import pytest

from enumerate import (
    Board,
    Position,
    count,
    list_positions,
    matching_polynomial,
    maximal_matchings,
    positions,
    value,
)

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


def test_line_graphs_survive_their_text_and_their_json():
    board = Board.from_graph(GRAPHS["Petersen"]).without([(0,)])
    line = board.line_graph()
    assert len(line) == 12
    assert eval(repr(line), {"Board": Board}) == line == Board.from_json(line.to_json())
    position = list_positions(board, game="arc-kayles").position(20)
    assert eval(repr(position), {"Board": Board, "Position": Position}) == position
    assert value(position).value is not None
