"""The complex of positions, against all faces and dense linear algebra, and published homotopy types."""

import json
import random
from collections import Counter
from itertools import combinations, product
from math import gcd

import flint
import pytest
from boards import boards_inside, random_board
from click.testing import CliRunner

from enumerate import Board, TooLargeError, legal_complex
from enumerate.checking.brute import all_positions
from enumerate.cli import main
from enumerate.complexes.betti import MatchingTree, betti_numbers
from enumerate.complexes.legal import macaulay2, sage
from enumerate.model.game import DOMINEERING
from enumerate.plan.plan import POLYNOMIAL, Engine, plans
from enumerate.plan.question import Question
from enumerate.rules.problem import conflict_graph, members
from enumerate.support.memory import in_turn
from enumerate.support.run import Settings


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


def check_betti(graph):
    """Both lists against dense linear algebra."""
    found = betti_numbers(MatchingTree.of(graph))
    assert trimmed(found.rational) == trimmed(dense_betti(graph, 0))
    assert trimmed(found.binary) == trimmed(dense_betti(graph, 2))


@pytest.mark.parametrize("seed", range(150))
def test_betti_numbers_of_random_graphs(seed):
    check_betti(random_graph(seed))


def test_torsion_shows_in_binary_numbers_alone():
    """The real projective plane of six vertices, its faces ordered by inclusion."""
    triangles = ["012", "023", "034", "045", "015", "124", "235", "134", "245", "135"]
    faces = sorted({face for t in triangles for size in (1, 2, 3) for face in combinations(t, size)})
    barycentric = [  # faces that are not comparable exclude each other: the barycentric subdivision
        frozenset(j for j, b in enumerate(faces) if a != b and not set(a) <= set(b) and not set(b) <= set(a))
        for a in faces
    ]
    found = betti_numbers(MatchingTree.of(barycentric))
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


def test_betti_numbers_of_boards():
    for board in [*boards_inside(2, 4), *boards_inside(3, 3)]:
        check_betti(line_graph(board))
    for seed in range(30):
        board, _ = random_board(seed, most_cells=10)
        assert sum(1 for _ in all_positions(board)) == len(independent_sets(line_graph(board)))
        check_betti(line_graph(board))


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
    found = betti_numbers(MatchingTree.of(line_graph(Board.rectangle(1, cells))))
    assert trimmed(found.rational) == trimmed(found.binary) == wanted


@pytest.mark.parametrize("cells", range(3, 24))
def test_rings(cells):
    """Dominoes on a ring of n cells: independent sets of a cycle of n vertices [Koz99, Prop. 5.2]."""
    third, rest = divmod(cells, 3)
    wanted = sphere(third - 1, third - 1) if rest == 0 else sphere(third - 1 if rest == 1 else third)
    found = betti_numbers(MatchingTree.of(line_graph(Board.rectangle(1, cells, wrap=(False, True)))))
    assert trimmed(found.rational) == trimmed(found.binary) == wanted


@pytest.mark.parametrize(("rows", "cols"), [(2, n) for n in range(2, 9)] + [(3, n) for n in range(3, 6)])
def test_narrow_grids_are_wedges_of_spheres(rows, cols):
    """So their homology has no torsion [Mat19; GSS21]."""
    found = betti_numbers(MatchingTree.of(line_graph(Board.rectangle(rows, cols))))
    assert not found.has_torsion_at_2


def matching_complex(edges):
    """The Betti numbers of the matchings of a graph, the same over both fields."""
    meeting = [frozenset(j for j, b in enumerate(edges) if a != b and set(a) & set(b)) for a in edges]
    found = betti_numbers(MatchingTree.of(meeting))
    assert found.rational == found.binary
    return trimmed(found.rational)


def test_matchings_of_complete_graphs():
    """Bouc's numbers for 3 to 9 vertices [Wac03, section 6]; what else there is is torsion at 3."""
    found = [matching_complex(list(combinations(range(n), 2))) for n in range(3, 10)]
    assert found[:4] == [[0, 2], [0, 2], [0, 0, 6], [0, 0, 16]]
    assert found[4:] == [[0, 0, 0, 20], [0, 0, 0, 132], [0, 0, 0, 42, 70]]


def test_chessboard_complexes():
    """Nothing below dimension min(m, n, (m + n + 1) // 3) - 1 [BLVZ94]; 3 x 4 is a torus, 4 x 5 an
    orientable pseudomanifold, and 5 x 5 has nothing but torsion in dimension 2 [SW07]."""
    found = {
        (m, n): matching_complex([((0, i), (1, j)) for i in range(m) for j in range(n)])
        for m in range(1, 6)
        for n in range(m, 6)
    }
    for (m, n), numbers in found.items():
        assert not any(numbers[: min(m, n, (m + n + 1) // 3)])
    assert found[3, 4] == [0, 0, 2, 1]
    assert found[4, 5] == [0, 0, 0, 20, 1]
    assert found[5, 5] == [0, 0, 0, 0, 56]


@pytest.mark.parametrize("vertices", range(4, 15))
def test_wheels(vertices):
    """Wedges of 2, n - 2 or n spheres of one dimension [Veg19]."""
    ring = vertices - 1
    edges = [(i, (i + 1) % ring) for i in range(ring)] + [(i, "hub") for i in range(ring)]
    number = {1: 2, 2: vertices - 2, 0: vertices}[vertices % 3]
    assert matching_complex(edges) == sphere(*[-(-(vertices - 4) // 3)] * number)


def test_hard_squares_on_cylinders_of_odd_girth():
    """The reduced Euler characteristic is 2 where 3 divides m - 1 and n, else -1 [Jon09]."""
    for m, n in product(range(1, 7), range(3, 10, 2)):
        cylinder = Board.rectangle(m, n, wrap=(False, True))
        assert legal_complex(cylinder, game="node-kayles").euler == (2 if gcd(m - 1, n) % 3 == 0 else -1)


def test_hard_squares_on_tori_of_coprime_sides():
    """The sum at activity -1 is 1 [FSE05; Jon06]."""
    for m, n in product(range(3, 8), repeat=2):
        if m < n and gcd(m, n) == 1:
            assert legal_complex(Board.rectangle(m, n, wrap=(True, True)), game="node-kayles").euler == -1


def check_complex(board):
    """The facets, and the numbers of critical faces and of holes, from all faces of one board."""
    found = legal_complex(board)
    faces = list(all_positions(board))
    facets = [position for position in faces if len(position.stuck()) == board.dimension]
    dominoes = [placement.domino for placement in found.graph.placements]
    listed = {frozenset(dominoes[v] for v in facet) for facet in found.facets()}
    assert listed == {frozenset(position.dominoes) for position in facets}
    assert len(listed) == len(found.facets())
    betti = found.betti().rational
    for numbers in (betti, found.critical):
        assert sum(-((-1) ** size) * number for size, number in enumerate(numbers)) == found.euler
    assert all(few <= many for few, many in zip(betti, found.critical, strict=True))


def test_complexes_of_boards():
    for board in [*boards_inside(2, 4), *boards_inside(3, 3)][::3]:
        check_complex(board)
    for seed in range(40):
        check_complex(random_board(seed, most_cells=9)[0])


def test_non_faces_are_the_pairs_that_are_no_positions():
    board = Board.parse("...\n.#.\n...")
    found = legal_complex(board)
    pairs = {frozenset(p.dominoes) for p in all_positions(board) if len(p.dominoes) == 2}
    dominoes = [placement.domino for placement in found.graph.placements]
    non_faces = {frozenset((dominoes[a], dominoes[b])) for a, b in found.non_faces()}
    everything = set(map(frozenset, combinations(dominoes, 2)))
    assert non_faces == everything - pairs


def test_betti_numbers_that_do_not_fit_are_refused(monkeypatch):
    with pytest.raises(TooLargeError, match="613,605,045 faces"):
        legal_complex(Board.rectangle(6, 6), max_memory=2**30).betti()
    monkeypatch.setattr("enumerate.complexes.betti.MOST_NODES", 2000)
    with pytest.raises(TooLargeError, match="matching tree"):
        legal_complex(Board.rectangle(10, 10)).betti()
    with pytest.raises(TooLargeError, match="facets, at most 100,000"):
        legal_complex(Board.rectangle(6, 6)).facets()


def test_a_face_and_what_is_left_of_its_board():
    """The link of a face: the command takes a board with dominoes as its free cells."""
    begun = CliRunner().invoke(main, ["complex", "-", "--format", "json"], input="LRR\nL..\n...\n")
    found = json.loads(begun.stdout)
    free = legal_complex(Board.parse("###\n#..\n..."))
    assert found["f_vector"] == [str(n) for n in free.f_vector]
    assert found["betti"] == list(free.betti().rational)


def test_lists_for_other_systems_hold_every_facet_and_non_face():
    found = legal_complex(Board.rectangle(2, 3))
    products = {"*".join(f"v_{v}" for v in facet) for facet in found.facets()}
    text = macaulay2(found)
    assert set(text.split("{")[1].split("}")[0].split(", ")) == products
    assert sage(found).endswith(f"SimplicialComplex({found.facets()})")
    assert str(found.non_faces()) in sage(found, non_faces=True)
    ideal = macaulay2(found, non_faces=True).split("monomialIdeal(")[1]
    assert ideal == ", ".join(f"v_{a}*v_{b}" for a, b in found.non_faces()) + ");"


def test_faces_and_facets_are_refused_before_anything_is_computed(monkeypatch):
    """Numbers of facets take more states than numbers of faces; both are refused together."""
    monkeypatch.setattr("enumerate.counting.solve.run", lambda *_: pytest.fail("computed before the refusal"))
    with pytest.raises(TooLargeError):
        legal_complex(Board.rectangle(18, 18), max_memory="300MB").expect()


def test_the_announcement_of_a_complex_covers_all_of_its_counts():
    """Faces, facets by size, facets by player and the Euler characteristic."""
    board = Board.rectangle(9, 9)
    needs = []
    settings = Settings()
    shared = Settings.shared
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Settings, "shared", lambda self, given: needs.extend(given) or shared(self, given))
        legal_complex(board, settings=settings).expect()
    terms = Question(board, "maximal").terms()
    by_player = in_turn([plan.need for plan in plans(terms, POLYNOMIAL, Engine.AUTO, settings).values()])
    assert len(needs) == 4
    assert sum(need.seconds for need in needs) > by_player.seconds > 0
