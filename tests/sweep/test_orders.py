"""The order in which the vertices of a graph are visited, against the orders that NetworkX offers."""

import random

import networkx
import pytest

from enumerate import Board, explain, independence_polynomial
from enumerate.model.game import Game
from enumerate.sweep.orders import beside, graph_order, widest

KAYLES = Game.named("node-kayles")


def planar(vertices, seed):
    """A triangulated grid, numbered at random, that has lost a third of its edges."""
    chance = random.Random(seed)
    graph = networkx.convert_node_labels_to_integers(networkx.triangular_lattice_graph(vertices // 5, 8))
    for edge in chance.sample(sorted(graph.edges), len(graph.edges) // 3):
        graph.remove_edge(*edge)
    return shuffled(graph, seed)


def shuffled(graph, seed):
    numbers = list(range(len(graph)))
    random.Random(seed).shuffle(numbers)
    return networkx.relabel_nodes(graph, dict(zip(graph, numbers, strict=True)))


GRAPHS = {
    "Petersen": networkx.petersen_graph(),
    "grid": shuffled(networkx.grid_2d_graph(6, 6), 1),
    "long grid": shuffled(networkx.grid_2d_graph(5, 12), 1),
    "tree": networkx.from_prufer_sequence([random.Random(1).randrange(60) for _ in range(58)]),
    "planar": planar(30, 2),
    "cubic, 30": networkx.random_regular_graph(3, 30, seed=1),
    "cubic, 60": networkx.random_regular_graph(3, 60, seed=1),
}


@pytest.mark.parametrize("name", GRAPHS)
def test_orders_are_no_wider_than_those_of_networkx(name):
    graph = GRAPHS[name]
    board = Board.from_graph(list(graph.edges), vertices=len(graph))
    near = beside(board, KAYLES)
    order = graph_order(board, KAYLES)
    assert sorted(order) == sorted(board.cells)
    theirs = [networkx.utils.reverse_cuthill_mckee_ordering(graph), networkx.spectral_ordering(graph)]
    both = [[(vertex,) for vertex in found] for found in map(list, theirs)]
    assert widest(order, near) <= min(widest(found, near) for one in both for found in (one, one[::-1]))


def test_the_width_of_paths_cycles_and_complete_graphs_is_the_least():
    for graph, width in (
        (networkx.path_graph(20), 1),
        (networkx.cycle_graph(20), 2),
        (networkx.complete_graph(7), 6),
        (networkx.empty_graph(3), 0),
    ):
        board = Board.from_graph(list(shuffled(graph, 3).edges), vertices=len(graph))
        assert widest(graph_order(board, KAYLES), beside(board, KAYLES)) == width


def test_numbers_of_vertices_do_not_matter():
    graph = GRAPHS["cubic, 30"]
    assert independence_polynomial(graph) == independence_polynomial(shuffled(graph, 5))


def test_the_plan_says_the_width():
    board = Board.from_graph([(0, 1), (1, 2), (2, 3)])
    assert "4 cells, one after the other; width 1" in str(explain(board, game="node-kayles"))
