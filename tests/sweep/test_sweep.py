"""The sweep of any game against brute force, its states, and long boxes whose slices repeat."""

import random
from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from enumerate import Board, positions
from enumerate.checking.brute import brute_force
from enumerate.compiler.operators import OperatorCompiler
from enumerate.compiler.program import compile_mirrored
from enumerate.model.game import Forbidden, Game, Piece
from enumerate.optimize.extremes import extreme_position
from enumerate.rules.problem import Problem, conflict_graph, position_bound, reach
from enumerate.sweep.diagram import StateSet
from enumerate.sweep.orders import greedy, lexicographic
from enumerate.sweep.profile import profile
from enumerate.sweep.sweep import MARGIN_REACHES, Local, Sweep, periodic_sweep, slots_of, sweep
from enumerate.sweep.visit import Rule

SHAPES = [".#.\n...\n...", "..#\n#..\n...", "...\n...", "...\n.#.\n..."]


def players(game: Game, kind: str) -> frozenset[int]:
    wanted = {"general": (), "left-end": (0,), "right-end": (1,), "maximal": range(game.variables(2))}
    return frozenset(wanted[kind])


def test_every_labelled_cell_has_a_slot_of_its_own():
    """Cells that wait for their homes leave those of others: 17,701 positions were counted on 5 x 3."""
    pieces = [
        Piece("A", "left", [(0, 0), (1, 0)]),
        Piece("B", "right", [(0, 0), (0, 1)]),
        Piece("C", "middle", [(0, 0), (0, 1)]),
    ]
    game = Game("far", pieces, [Forbidden(("B", "A"), [(-1, 1), (1, 1)])])
    board = Board.rectangle(5, 3)
    assert positions(board, game=game).total == brute_force(board, game=game).total == 16755
    boards = [board, *(Board.rectangle(6, width, wrap=(False, True)) for width in (5, 7))]
    for board, each in product(boards, (game, *map(Game.named, ("bishop1", "knights", "far-snort")))):
        for stuck in ((), (0,)):
            problem = Problem(board, frozenset(stuck), game=each)
            for live in Sweep(problem, sorted(board.cells)).labelled:
                assert len({*live.values()}) == len(live), f"{each.name} on {board!r}"


def plain_states(swept: Sweep) -> list[dict[tuple[int, ...], int]]:
    """The states after each visit, with how many ways lead to them."""
    states, found = {(0,) * slots_of(swept.locals): 1}, []
    for local in swept.locals:
        made: Counter[tuple[int, ...]] = Counter()
        for word, ways in states.items():
            for after, _, _ in local.rule(tuple(word[slot] for slot in local.slots)):
                made[changed(word, local, after)] += ways
        states = made
        found.append(states)
    return found


def changed(word: tuple[int, ...], local: Local, after: tuple[int, ...]) -> tuple[int, ...]:
    """The word with the labels `after` in the slots of a visit."""
    labels = dict(zip(local.slots, after, strict=True))
    return tuple(labels.get(slot, label) for slot, label in enumerate(word))


# the number of states at row ends, and the greatest one, in the bulk of boards of 4, 6, 8, 10 columns
STATES = {
    ("node-kayles", "general"): [(8, 8), (21, 21), (55, 55), (144, 144)],
    ("node-kayles", "maximal"): [(13, 15), (45, 54), (158, 184), (552, 641)],
    ("col", "general"): [(41, 41), (239, 239), (1393, 1393), (8119, 8119)],
    ("col", "left-end"): [(84, 90), (736, 783), (6461, 6867), (56687, 60243)],
    ("col", "maximal"): [(112, 134), (1152, 1344), (11872, 13844)],
    ("snort", "general"): [(41, 41), (239, 239), (1393, 1393), (8119, 8119)],
    ("snort", "left-end"): [(120, 120), (1204, 1204), (12096, 12096)],
    ("snort", "maximal"): [(112, 134), (1152, 1344), (11872, 13844)],
    ("domineering", "general"): [(16, 16), (64, 64), (256, 256), (1024, 1024)],
    ("domineering", "left-end"): [(81, 81), (729, 729), (6561, 6561), (59049, 59049)],
    ("domineering", "right-end"): [(16, 20), (64, 80), (256, 320), (1024, 1280)],
    ("domineering", "maximal"): [(60, 60), (448, 448), (3344, 3344), (24960, 24960)],
    ("cram", "general"): [(16, 16), (64, 64), (256, 256), (1024, 1024)],
    ("cram", "maximal"): [(60, 60), (448, 448), (3344, 3344), (24960, 24960)],
    ("kings", "general"): [(6, 8), (15, 19), (37, 48), (90, 116)],
    ("kings", "maximal"): [(14, 16), (58, 69), (233, 283), (905, 1126)],
    ("knights", "general"): [(38, 43), (305, 346), (1340, 1627), (8012, 9370)],
    ("knights", "maximal"): [(178, 214), (7405, 8178), (49382, 60356)],
    ("triomineering", "general"): [(81, 81), (729, 729), (6561, 6561)],
    ("triomineering", "left-end"): [(625, 625), (15625, 15625)],
    ("triomineering", "right-end"): [(81, 87), (729, 783), (6561, 7047)],
    ("triomineering", "maximal"): [(561, 573), (12825, 13125)],
    ("l-trominoes", "general"): [(16, 27), (64, 111), (256, 447), (1024, 1791)],
    ("l-trominoes", "maximal"): [(49, 69), (431, 620), (3754, 5523)],
    ("squares", "general"): [(5, 7), (13, 18), (34, 47), (89, 123)],
    ("squares", "maximal"): [(10, 11), (34, 41), (126, 164), (473, 629)],
    ("tromino-against-domino", "general"): [(81, 81), (729, 729), (6561, 6561)],
    ("tromino-against-domino", "left-end"): [(625, 625), (15625, 15625)],
    ("tromino-against-domino", "right-end"): [(81, 90), (729, 810), (6561, 7290)],
    ("tromino-against-domino", "maximal"): [(405, 405), (7749, 7749)],
    ("square-against-domino", "general"): [(16, 20), (64, 80), (256, 320), (1024, 1280)],
    ("square-against-domino", "left-end"): [(33, 44), (209, 282), (1329, 1790), (8449, 11382)],
    ("square-against-domino", "right-end"): [(60, 69), (448, 514), (3344, 3836), (24960, 28632)],
    ("square-against-domino", "maximal"): [(60, 69), (448, 514), (3344, 3836)],
}


def bulk(game: Game, kind: str, width: int) -> tuple[int, int]:
    """The states after the eighth row of thirteen, and the most in the three rows up to it."""
    board = Board.rectangle(13, width)
    local = Sweep(Problem(board, players(game, kind), game=game), sorted(board.cells)).locals
    compiler = OperatorCompiler(single=True)
    operators, _ = compiler.forward(StateSet.start(slots_of(local)), local[: 8 * width])
    after = [compiler.origin[operator].after for operator in operators]
    return len(after[-1]), max(len(states) for states in after[5 * width :])


@pytest.mark.parametrize("name", ["knights", "kings", "l-trominoes", "col", "triomineering"])
def test_states_are_counted_without_listing_them(name):
    game = Game.named(name)
    for shape, kind in product(SHAPES, ("general", "maximal", "perfect")):
        board, is_perfect = Board.parse(shape), kind == "perfect"
        wanted = players(game, "general" if is_perfect else kind)
        problem, order = Problem(board, wanted, perfect=is_perfect, game=game), greedy(board, game)
        counts = [len(states) for states in plain_states(Sweep(problem, order))]
        assert profile(problem, order).counts == counts


@pytest.mark.parametrize(("name", "kind"), STATES)
def test_number_of_states_on_narrow_boards(name, kind):
    assert bulk(Game.named(name), kind, 4) == STATES[name, kind][0]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "kind"), STATES)
def test_number_of_states_on_wide_boards(name, kind):
    for width, wanted in zip((6, 8, 10), STATES[name, kind][1:], strict=False):
        assert bulk(Game.named(name), kind, width) == wanted, f"{width} columns"


def test_the_states_once_expected_of_the_tromino_are_those_with_a_domino_more():
    """Left's tromino against the domino: 4^n with Left stuck and 216 are right if Left has a domino, too."""
    tromino = Game.named("tromino-against-domino")
    both = Game("both", (*tromino.pieces, Piece("D", "left", ((0, 0), (1, 0)))))
    expected = {"general": (81, 81), "left-end": (256, 256), "right-end": (81, 90), "maximal": (216, 216)}
    assert {kind: bulk(both, kind, 4) for kind in expected} == expected


@pytest.mark.parametrize(
    ("name", "kind", "height", "width", "least"),
    [
        *(("tromino-against-domino", "left-end", 13, width, 5**width) for width in (2, 3, 4)),
        ("tromino-against-domino", "maximal", 13, 2, 21),
        ("tromino-against-domino", "maximal", 13, 3, 93),
        ("tromino-against-domino", "maximal", 13, 4, 405),
        ("col", "left-end", 8, 2, 10),
        ("snort", "maximal", 8, 2, 12),
        ("l-trominoes", "maximal", 8, 2, 6),
        ("domineering", "maximal", 8, 2, 8),
    ],
)
def test_no_states_have_the_same_futures(name, kind, height, width, least):
    """In the bulk of a narrow board: the weighted sums of the completions of all states differ."""
    game, board = Game.named(name), Board.rectangle(height, width)
    graph, order = conflict_graph(game, board), sorted(board.cells)
    swept = Sweep(Problem(board, players(game, kind), game=game), order)
    layers = [list(states) for states in plain_states(swept)]
    rng, prime = random.Random(5), 2**61 - 1
    weights = [rng.randrange(prime) for _ in graph.placements]
    futures = {layers[-1][0]: 1}
    for moment in reversed(range((height + 1) // 2 * width, len(order))):
        local, before = swept.locals[moment], {}
        for state in layers[moment - 1]:
            total = 0
            for after, _, played in local.rule(tuple(state[slot] for slot in local.slots)):
                weight = 1 if played is None else weights[swept.starting[moment][played]]
                total += weight * futures[changed(state, local, after)]
            before[state] = total % prime
        futures = before
    assert len(futures) == len(set(futures.values())) == least


@pytest.mark.parametrize(
    ("name", "shape"), [("triomineering", (8, 3)), ("triomineering", (9, 3)), ("tetromineering", (12, 2))]
)
def test_straight_pieces_fold_with_everybody_stuck(name, shape):
    """A debt that another one implies is not written down: halves know it all the same."""
    from packed import packed_polynomial, whole_program

    game, board = Game.named(name), Board.rectangle(*shape)
    order = tuple(sorted(board.cells))
    half = compile_mirrored(Problem(board, frozenset({0, 1}), game=game), order)
    assert half is not None
    assert packed_polynomial(half) == packed_polynomial(whole_program(board, (0, 1), order, game=game))
    found = extreme_position(board, frozenset({0, 1}), None, game=game)
    sizes = positions(board, "maximal", game=game)
    assert found is not None
    assert sum(found.counts) == min(sum(powers) for powers, _ in sizes)


GAMES = ["domineering", "col", "snort", "node-kayles", "triomineering"]


def seen(local):
    """What a visit sees and touches, whatever its labels are called."""
    assert isinstance(local.rule, Rule)
    return local.slots, local.rule.context


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("stuck", "wrap"), [((), True), ((0,), False), ((0, 1), False)], ids=str)
def test_repeated_slices_are_those_of_the_long_box(name, stuck, wrap):
    game = Game.named(name)
    players = frozenset(p for p in stuck if p < game.variables(2))
    for length in (1, 2):
        board = Board.rectangle(4 * MARGIN_REACHES * reach(game) + 6 + length, 3, wrap=(False, wrap))
        order = tuple(lexicographic(board, (0, 1)))
        problem = Problem(board, players, game=game)
        short = periodic_sweep(problem, order)
        assert short.more % 2 == 0
        assert short.more > 0
        visits = short.repeated(short.swept.locals, short.more)
        own = sweep(problem, order)
        assert list(map(seen, visits)) == list(map(seen, own.locals))


@pytest.mark.parametrize(
    "board",
    [
        Board.rectangle(60, 3).without([(30, 1)]),
        Board.rectangle(60, 3).bar([((30, 1), "L")]),
        Board.rectangle(60, 3, lattice="hexagonal"),
        Board.rectangle(60, 4, lattice="triangular"),
    ],
    ids=["a wall", "a forbidden cell", "hexagons", "triangles"],
)
def test_only_boxes_of_squares_repeat(board):
    """A long board with one wall must not be swept as if its slices were alike."""
    assert periodic_sweep(Problem(board, frozenset()), tuple(lexicographic(board, (0, 1)))).more == 0


@pytest.mark.parametrize("name", ["kings", "knights", "squares", "node-kayles", "cram"])
@pytest.mark.parametrize("stuck", [(), (0,)], ids=str)
def test_columns_are_as_much_alike_as_rows(name, stuck):
    """The games are their own transposes, so a sweep by columns is one by rows, turned."""
    varieties = []
    for shape, axes in (((12, 5), (0, 1)), ((5, 12), (1, 0))):
        board = Board.rectangle(*shape)
        problem = Problem(board, frozenset(stuck), game=Game.named(name))
        visits = sweep(problem, tuple(lexicographic(board, axes)))
        varieties.append(len(set(visits.contexts)))
    assert varieties[0] == varieties[1] < 60


def test_bounds_of_a_long_box_are_those_of_its_own_sweep():
    board = Board.rectangle(60, 4)
    for stuck in map(frozenset, [(), (0,), (0, 1)]):
        bounds = profile(Problem(board, stuck), lexicographic(board, (0, 1))).counts
        inner = Board.rectangle(20, 4)  # too short to be shortened
        own = profile(Problem(inner, stuck), lexicographic(inner, (0, 1))).counts
        assert (bounds[:40], bounds[-40:], len(bounds)) == (own[:40], own[-40:], 240)
        assert set(bounds[40:-40]) <= set(own[28:-28])


@pytest.mark.parametrize("name", GAMES)
def test_the_bound_on_positions_of_a_long_box_is_that_of_its_cells(name):
    game = Game.named(name)
    for rows, cols in ((41, 3), (42, 3), (2, 43), (1, 44)):
        board = Board.rectangle(rows, cols)
        walled = replace(board, barred=frozenset({((0, 0), "nothing")}))  # the same, but it is not shortened
        assert position_bound(board, game) == position_bound(walled, game)
