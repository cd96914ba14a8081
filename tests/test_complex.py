"""The complex of positions, against all faces and dense linear algebra, and published homotopy types."""

import random
from collections import Counter
from itertools import combinations

import flint
import pytest
from boards import boards_inside, random_board

from enumerate import Board
from enumerate.checking.brute import all_positions
from enumerate.complexes.betti import betti_numbers
from enumerate.complexes.matching_tree import MatchingTree, members
from enumerate.rules.conflicts import conflict_graph
from enumerate.rules.game import DOMINEERING


def independent_sets(neighbours):
    """All of them, as sorted tuples, by trying."""
    found = [()]
    for vertex, beside in enumerate(neighbours):
        found += [(*chosen, vertex) for chosen in found if not beside & set(chosen)]
    return found


def dense_betti(neighbours, field):
    """Reduced Betti numbers from dimension -1 on, by the ranks of all boundary matrices."""
    by_size = {}
    for chosen in independent_sets(neighbours):
        by_size.setdefault(len(chosen), []).append(chosen)
    ranks = [0] * (len(by_size) + 1)
    for size in range(1, len(by_size)):
        place = {chosen: number for number, chosen in enumerate(by_size[size - 1])}
        rows = []
        for chosen in by_size[size]:
            row = [0] * len(place)
            for number in range(size):
                row[place[chosen[:number] + chosen[number + 1 :]]] = (-1) ** number
            rows.append(row)
        matrix = flint.fmpz_mat(rows)
        ranks[size] = (matrix if field == 0 else flint.nmod_mat(matrix, field)).rank()
    return [len(by_size[s]) - ranks[s] - ranks[s + 1] for s in range(len(by_size))]


def trimmed(numbers):
    numbers = list(numbers)
    while numbers and not numbers[-1]:
        numbers.pop()
    return numbers


def random_graph(seed):
    rng = random.Random(seed)
    size = rng.randint(0, 9)
    edges = [pair for pair in combinations(range(size), 2) if rng.random() < rng.choice([0.2, 0.4, 0.6])]
    return [frozenset({b for a, b in edges if a == v} | {a for a, b in edges if b == v}) for v in range(size)]


def line_graph(board):
    return conflict_graph(DOMINEERING, board).neighbours


@pytest.mark.parametrize("seed", range(150))
def test_betti_numbers_of_random_graphs(seed):
    graph = random_graph(seed)
    found = betti_numbers(graph)
    assert trimmed(found.rational) == trimmed(dense_betti(graph, 0))
    assert trimmed(found.binary) == trimmed(dense_betti(graph, 2))


def test_torsion_shows_in_binary_numbers_alone():
    """The real projective plane of six vertices, its faces ordered by inclusion."""
    triangles = [
        (0, 1, 2),
        (0, 2, 3),
        (0, 3, 4),
        (0, 4, 5),
        (0, 1, 5),
        (1, 2, 4),
        (2, 3, 5),
        (1, 3, 4),
        (2, 4, 5),
        (1, 3, 5),
    ]
    faces = sorted({face for t in triangles for size in (1, 2, 3) for face in combinations(t, size)})
    barycentric = [  # faces that are not comparable exclude each other: the barycentric subdivision
        frozenset(j for j, b in enumerate(faces) if a != b and not set(a) <= set(b) and not set(b) <= set(a))
        for a in faces
    ]
    found = betti_numbers(barycentric)
    assert trimmed(found.rational) == []
    assert trimmed(found.binary) == [0, 0, 1, 1]
    assert found.has_torsion_at_2


@pytest.mark.parametrize("seed", range(60))
def test_the_matching_is_one_and_its_critical_sets_are_those_listed(seed):
    graph = random_graph(seed)
    tree = MatchingTree.of(graph)
    sets = {sum(1 << v for v in chosen) for chosen in independent_sets(graph)}
    alone = set()
    for cell in sets:
        partner = tree.partner(cell)
        if partner is None:
            alone.add(cell)
        else:
            assert partner in sets
            assert tree.partner(partner) == cell
            assert (partner ^ cell).bit_count() == 1
    assert alone == set(tree.critical())
    assert Counter(cell.bit_count() for cell in alone) == tree.counts()
    assert all(list(members(cell)) == [v for v in range(len(graph)) if cell >> v & 1] for cell in sets)


def test_betti_numbers_of_all_boards_inside_2_x_4_and_3_x_3():
    for board in [*boards_inside(2, 4), *boards_inside(3, 3)]:
        graph = line_graph(board)
        found = betti_numbers(graph)
        assert trimmed(found.rational) == trimmed(dense_betti(graph, 0))
        assert trimmed(found.binary) == trimmed(dense_betti(graph, 2))


@pytest.mark.parametrize("seed", range(30))
def test_betti_numbers_of_random_boards(seed):
    board, _ = random_board(seed, most_cells=10)
    graph = line_graph(board)
    assert sum(1 for _ in all_positions(board)) == len(independent_sets(graph))
    found = betti_numbers(graph)
    assert trimmed(found.rational) == trimmed(dense_betti(graph, 0))


def sphere(*dimensions):
    """The Betti numbers of a wedge of spheres."""
    numbers = [0] * (max(dimensions, default=-2) + 2)
    for dimension in dimensions:
        numbers[dimension + 1] += 1
    return numbers


@pytest.mark.parametrize("cells", range(2, 24))
def test_paths(cells):
    """Dominoes on a line of n cells: independent sets of a path of n - 1 vertices [Koz99, Prop. 4.6]."""
    third, rest = divmod(cells - 1, 3)
    wanted = sphere() if rest == 1 else sphere(third - 1 if rest == 0 else third)
    found = betti_numbers(line_graph(Board.rectangle(1, cells)))
    assert trimmed(found.rational) == trimmed(found.binary) == wanted


@pytest.mark.parametrize("cells", range(3, 24))
def test_rings(cells):
    """Dominoes on a ring of n cells: independent sets of a cycle of n vertices [Koz99, Prop. 5.2]."""
    third, rest = divmod(cells, 3)
    wanted = sphere(third - 1, third - 1) if rest == 0 else sphere(third - 1 if rest == 1 else third)
    found = betti_numbers(line_graph(Board.rectangle(1, cells, wrap=(False, True))))
    assert trimmed(found.rational) == trimmed(found.binary) == wanted


@pytest.mark.parametrize(("rows", "cols"), [(2, n) for n in range(2, 9)] + [(3, n) for n in range(3, 6)])
def test_narrow_grids_are_wedges_of_spheres(rows, cols):
    """So their homology has no torsion [Mat19; GSS21]."""
    found = betti_numbers(line_graph(Board.rectangle(rows, cols)))
    assert not found.has_torsion_at_2
