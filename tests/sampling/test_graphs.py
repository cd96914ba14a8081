"""Independent sets and matchings of graphs, against NetworkX and against all subsets."""

import random
from collections import Counter
from itertools import chain, combinations

import networkx
import pytest
import scipy.sparse

from enumerate import (
    InputError,
    evaluate,
    independence_polynomial,
    matching_polynomial,
    maximal_independent_sets,
    maximal_matchings,
    value,
)


def subsets(members):
    return chain.from_iterable(combinations(members, size) for size in range(len(members) + 1))


def sizes(polynomial):
    return {monomial[0]: number for monomial, number in polynomial}


def graphs():
    chance = random.Random(5)
    yield networkx.petersen_graph()
    yield networkx.path_graph(["a", "b", "c"])
    yield networkx.star_graph(4)
    yield networkx.empty_graph(3)
    yield networkx.empty_graph(0)
    for _ in range(12):
        yield networkx.gnm_random_graph(
            chance.randint(1, 8), chance.randint(0, 10), seed=chance.randrange(99)
        )


@pytest.mark.parametrize("graph", [*graphs()], ids=str)
def test_independent_sets(graph):
    independent = [s for s in subsets(list(graph)) if not any({a, b} <= {*s} for a, b in graph.edges)]
    assert sizes(independence_polynomial(graph)) == Counter(map(len, independent))
    found = maximal_independent_sets(graph)
    wanted = {frozenset(clique) for clique in networkx.find_cliques(networkx.complement(graph))}
    if not graph:
        wanted = {frozenset()}
    assert len(found) == found.total == len(wanted)
    assert set(found) == {found[n] for n in range(len(found))} == wanted
    assert sizes(found.polynomial()) == Counter(map(len, wanted))
    assert set(found.sample(5, seed=1)) <= wanted


@pytest.mark.parametrize("graph", [*graphs()], ids=str)
def test_matchings(graph):
    matchings = [m for m in subsets(list(graph.edges)) if networkx.is_matching(graph, set(m))]
    assert sizes(matching_polynomial(graph)) == Counter(map(len, matchings))
    maximal = {frozenset(m) for m in matchings if networkx.is_maximal_matching(graph, set(m))}
    assert set(maximal_matchings(graph)) == maximal


def test_all_ways_to_give_a_graph():
    graph = networkx.petersen_graph()
    matrix = networkx.to_scipy_sparse_array(graph)
    for other in (list(graph.edges), matrix, scipy.sparse.csr_matrix(matrix), scipy.sparse.triu(matrix)):
        assert independence_polynomial(other) == independence_polynomial(graph)
        assert matching_polynomial(other) == matching_polynomial(graph)
    assert independence_polynomial(scipy.sparse.csr_array((2, 2))).total == 4
    assert independence_polynomial([]).total == matching_polynomial([]).total == 1
    assert str(independence_polynomial([("a", "b"), ("b", "a")])) == "2x + 1"


def test_parallel_edges_are_different_matchings():
    graph = networkx.MultiGraph([("a", "b"), ("a", "b"), ("b", "c")])
    assert str(matching_polynomial(graph)) == "3x + 1"
    sets = maximal_matchings(graph)
    assert set(sets) == {frozenset([edge]) for edge in graph.edges}
    assert sets[-1] == sets[sets.total - 1]
    with pytest.raises(IndexError):
        sets[sets.total]


def test_signed_matching_polynomial_of_a_cycle():
    """2 T_n(t / 2) for the cycle of n vertices; here t^6 - 6t^4 + 9t^2 - 2."""
    found = matching_polynomial(networkx.cycle_graph(6)).matching_polynomial(6)
    assert found == [-2, 0, 9, 0, -6, 0, 1]


def test_the_board_serves_for_other_questions():
    """Weights, and Arc Kayles: on a path of three edges it is a nim heap of size 2."""
    sets = maximal_independent_sets(networkx.cycle_graph(5))
    assert evaluate(sets.board, "maximal", game="node-kayles", x=2).real[0] == sum(2 ** len(s) for s in sets)
    assert str(value(maximal_matchings(networkx.path_graph(4)).board, game="node-kayles").value) == "*2"


@pytest.mark.parametrize(
    ("graph", "message"),
    [
        ([(1, 1)], "the graph has a loop at 1: loops are not allowed"),
        (networkx.Graph([("a", "a")]), "the graph has a loop at 'a'"),
        (scipy.sparse.eye_array(2), "the graph has a loop at 0"),
        ([(1, 2, 3)], "an edge is a pair of vertices, as in (0, 1), not (1, 2, 3)"),
        ([([1], 2)], "vertices must be hashable"),
        (scipy.sparse.csr_array((2, 3)), "an adjacency matrix is square, not of shape (2, 3)"),
        (7, "`graph` must be a list or tuple, not 7"),
    ],
)
def test_wrong_graphs_are_refused(graph, message):
    polynomials = (independence_polynomial, matching_polynomial)
    for function in (*polynomials, maximal_independent_sets, maximal_matchings):
        with pytest.raises(InputError) as error:
            function(graph)
        assert message in str(error.value)
