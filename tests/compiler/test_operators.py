"""Operators against single steps and their transposes, limbs against integers, the dense sweep."""

import random
from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from packed import Packed, packed_total, whole_program
from sweep.test_sweep import plain_states

from enumerate import Board, Game, count
from enumerate.checking.brute import brute_force
from enumerate.compiler.operators import Marking, OperatorCompiler
from enumerate.compiler.program import evaluate
from enumerate.compiler.rows import SparseOperator
from enumerate.compiler.straight_line import Builder
from enumerate.evaluators.dense import SECOND_CACHE_SLOTS, dense_residues, supports
from enumerate.evaluators.integers import PRIME, Integers, Residue
from enumerate.evaluators.objects import Objects
from enumerate.evaluators.points import LANES, EvaluationPoint
from enumerate.evaluators.residues import Residues
from enumerate.evaluators.semirings import integers
from enumerate.evaluators.sweeper import Sweeper
from enumerate.plan.strategy import compile_best
from enumerate.reconstruct.answers import run_block
from enumerate.reconstruct.reconstruction import primes_below
from enumerate.rules.problem import NoPositionError, Problem
from enumerate.sampling.backward import BackwardTable
from enumerate.support.errors import ComputationError
from enumerate.sweep import diagram as words
from enumerate.sweep.diagram import StateSet
from enumerate.sweep.orders import beside, greedy
from enumerate.sweep.sweep import slots_of, sweep

GAMES = [
    "domineering",
    "cram",
    "col",
    "snort",
    "node-kayles",
    "kings",
    "knights",
    "triomineering",
    "l-trominoes",
]
PRIMES = primes_below(2**30, LANES)


@st.composite
def questions(draw, games=GAMES, most=12):
    """A game, a board with walls and wraps, an order of its cells, and stuck players."""
    game = Game.named(draw(st.sampled_from(games)))
    shape = (draw(st.integers(1, 4)), draw(st.integers(1, 4)))
    box = sorted(Board.box(*shape).cells)
    cells = draw(st.lists(st.sampled_from(box), unique=True, min_size=1, max_size=most))
    wrap = tuple(draw(st.booleans()) and length > 2 for length in shape)
    board = Board.of(shape, cells, wrap)
    stuck = draw(st.sets(st.integers(0, game.variables(2) - 1)))
    return game, board, tuple(draw(st.permutations(sorted(board.cells)))), frozenset(stuck)


def lanes_for(variables, seed):
    """Random points; some values are 0."""
    chance = random.Random(seed)
    return [
        EvaluationPoint(p, tuple(chance.choice([0, 1, chance.randrange(p)]) for _ in range(variables)))
        for p in PRIMES
    ]


def invertible(points):
    return [EvaluationPoint(point.prime, tuple(value or 7 for value in point.values)) for point in points]


def at(polynomial, point):
    """The value of a polynomial in a lane, from its coefficients."""
    terms = (
        count * prod(pow(x, e, point.prime) for x, e in zip(point.values, monomial, strict=True))
        for monomial, count in polynomial.coefficients().items()
    )
    return sum(terms) % point.prime


def greedy_by_looking(board, game):
    """The order of `greedy`, every unvisited cell looked at for every step."""
    near = beside(board, game)
    order, visited, labelled = [], set(), set()
    while len(order) < len(board):
        key = {
            cell: (len(near[cell] - visited - labelled), -len(near[cell] & visited), len(near[cell]), cell)
            for cell in labelled or board.cells - visited
        }
        order.append(min(key, key=key.get))
        visited.add(order[-1])
        labelled = (labelled | near[order[-1]]) - visited
    return order


@pytest.mark.parametrize("game", ["domineering", "kings", "far-node-kayles", "l-trominoes", "knights"])
@pytest.mark.parametrize("seed", range(6))
def test_the_greedy_order_is_the_one_found_by_looking(game, seed):
    draw = random.Random(seed)
    rows, cols = draw.randint(1, 8), draw.randint(1, 8)
    cells = [(r, c) for r in range(rows) for c in range(cols) if draw.random() < 0.8]
    board = Board.of((rows, cols), cells, wrap=(draw.random() < 0.3, draw.random() < 0.3))
    assert greedy(board, Game.named(game)) == greedy_by_looking(board, Game.named(game))


@settings(max_examples=60, deadline=None)
@given(questions(), st.integers(1, 7))
def test_operators_are_steps_taken_together(question, widest):
    """The same states in the same order with the same values, whatever the order of cells and the windows."""
    game, board, order, stuck = question
    swept = sweep(Problem(board, frozenset(stuck), game=game), order)
    start = StateSet.start(slots_of(swept.locals))
    compiler = OperatorCompiler(widest=widest)
    try:
        operators, after = compiler.forward(start, swept.locals)
    except NoPositionError:
        assert brute_force(board, stuck=sorted(stuck), game=game).total == 0
        return
    values = plain_states(swept)[-1]
    codes = [sum(label << after.bits * slot for slot, label in enumerate(word)) for word in values]
    ascending = sorted(zip(codes, values.values(), strict=True))
    assert after.codes.tolist() == [code for code, _ in ascending]
    carried = Packed(compiler.programs, ()).apply(operators, [1])
    assert [int(v) for v in carried] == [value for _, value in ascending]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bits", [0, 1])
def test_codes_of_any_length(game, bits, monkeypatch):
    """Labels that do not fit a code make codes longer on the way: operators, steps and folds stay."""
    board, stuck = Board.parse("...\n...\n...", wrap="cols"), frozenset(Game.named(game).players(2))
    task = Problem(board, stuck, game=Game.named(game))
    wanted = compile_best(task)
    local = sweep(task, tuple(sorted(board.cells))).locals
    monkeypatch.setattr(words, "CODE_BITS", bits * slots_of(local))
    found = compile_best(task)
    assert [operator.targets for operator in found.operators] == [
        operator.targets for operator in wanted.operators
    ]
    assert packed_total(found) == brute_force(board, stuck=stuck, game=game).total
    compiler = OperatorCompiler(single=True)
    operators, _ = compiler.forward(StateSet.start(slots_of(local)), local)
    assert compiler.origin[operators[-1]].before.words.is_wide


def test_sums_of_thousands_of_terms():
    """A visit may add up more states than Python calls functions in each other."""
    builder = Builder(1100, {})
    [row] = builder.sums([list(range(1100))])
    assert (builder.growth[row], len(builder.operations)) == (1100, 1099)


def test_sums_that_fit_no_digit_are_refused():
    program = whole_program(Board.rectangle(4, 4))
    with pytest.raises(ComputationError, match=r"sums of \d+ terms do not fit"):
        evaluate(program, Integers(Sweeper(program.programs), 63))


@pytest.mark.parametrize("limb", [1, 2, 4, 48])
@pytest.mark.parametrize(("rows", "stuck"), [(5, ()), (6, (0, 1)), (7, (1,))])
def test_limbs_carry_at_every_boundary(limb, rows, stuck):
    """Tiny digits: every carry happens, and a new plane is opened again and again."""
    program = compile_best(
        Problem(Board.rectangle(rows, 6), frozenset(stuck), symmetry=False), weighted=False
    )
    integers = Integers(Sweeper(program.programs), limb=limb)
    planes = integers.apply(program.operators, integers.basis(1, 0))
    total = packed_total(program)
    assert integers.inner_product(planes, integers.basis(1, 0), None) == total
    assert len(planes) == max(1, -(-total.bit_length() // limb))
    assert all(int(plane.max()) < 2**limb for plane in planes)


def test_the_join_of_halves_multiplies_whole_integers():
    chance = np.random.default_rng(5)
    one, other = ([chance.integers(0, 2**48, 70_000, dtype=np.uint64) for _ in range(2)] for _ in range(2))
    partner = chance.permutation(70_000)
    partner[::7] = -1
    numbers = [[int(a) + (int(b) << 48) for a, b in zip(*planes, strict=True)] for planes in (one, other)]
    wanted = sum(
        n * numbers[1][place] for n, place in zip(numbers[0], partner.tolist(), strict=True) if place >= 0
    )
    program = whole_program(Board.rectangle(2, 2))
    assert Integers(Sweeper(program.programs)).inner_product(one, other, partner) == wanted
    residue = Residue(Sweeper(program.programs))
    left, right = one[0] % np.uint64(PRIME), other[0] % np.uint64(PRIME)
    pairs = zip(left.tolist(), partner.tolist(), strict=True)
    assert (
        residue.inner_product([left], [right], partner)
        == sum(a * int(right[p]) for a, p in pairs if p >= 0) % PRIME
    )


@pytest.mark.parametrize("rows", [1, 2, 3, 6, 7])
@pytest.mark.parametrize("cols", [1, 2, 5, 8, 9, SECOND_CACHE_SLOTS + 1])
def test_the_dense_sweep_is_the_sweep(rows, cols):
    """In place, with weights by a gauge: the same residues as the operators of a whole sweep."""
    points = invertible(lanes_for(2, rows * 100 + cols))
    program = whole_program(Board.rectangle(rows, cols))
    found = evaluate(program, Residues(program.programs, points))
    assert dense_residues((rows, cols), points) == found[: len(points)]


def test_the_dense_sweep_is_for_dominoes_on_rectangles_alone():
    points = invertible(lanes_for(2, 1))
    wide = Board.rectangle(3, 5)
    assert supports(Problem(wide, frozenset()), points)
    assert not supports(Problem(wide, frozenset()), lanes_for(2, 1))  # it divides
    assert dense_residues(wide.shape, points) == run_block(whole_program(wide), points)
    others = [
        Problem(wide, frozenset([0])),
        Problem(wide, frozenset(), perfect=True),
        Problem(wide, frozenset(), symmetry=False),
        Problem(Board.rectangle(3, 5, wrap=(True, False)), frozenset()),
        Problem(Board.parse("..#\n..."), frozenset()),
        Problem(wide, frozenset(), game=Game.named("col")),
    ]
    assert not any(supports(task, points) for task in others)


def dot(one, other):
    return sum(a * b for a, b in zip(one, other, strict=True))


@given(
    questions(),
    st.integers(1, 7),
    st.sampled_from([Marking.NOTHING, Marking.PLAYER, Marking.PLACEMENT, Marking.EVERY_VISIT]),
    st.randoms(use_true_random=False),
)
def test_transposes_of_objects_and_planes(question, widest, marking, draw):
    game, board, order, stuck = question
    swept = sweep(Problem(board, frozenset(stuck), game=game), order)
    start = StateSet.start(slots_of(swept.locals))
    compiler = OperatorCompiler(marking, widest, placements=max(1, swept.most_starting))
    try:
        operators, _ = compiler.forward(start, swept.locals)
    except NoPositionError:
        return
    transposes = [operator.transposed(compiler.programs) for operator in operators]
    weights = [draw.randrange(1, 9) for _ in compiler.programs.weights]
    growth = max((each.growth for each in (*operators, *transposes)), default=1)
    objects = Objects(compiler.programs, integers())
    planes = Integers.of_products(compiler.programs, growth, max(weights, default=1))
    for operator, transpose in zip(operators, transposes, strict=True):
        v = [draw.randrange(1000) for _ in range(operator.sources)]
        w = [draw.randrange(1000) for _ in range(operator.targets)]

        def scale(value, number):
            return value * weights[number]

        onward, back = objects.step(operator, v, scale), objects.step(transpose, w, scale)
        assert dot(onward, w) == dot(v, back)
        if marking is not Marking.PLAYER:  # operators of one visit have at most one factor in a path
            for each, given_values, wanted in ((operator, v, onward), (transpose, w, back)):
                vector = [np.array(given_values, dtype=np.uint64)]
                made = planes.apply_weighted(each, weights, vector)
                assert planes.values_at(made, np.arange(len(wanted))).tolist() == wanted


@given(questions(), st.randoms(use_true_random=False))
def test_the_sparse_form_is_the_operator(question, draw):
    game, board, order, stuck = question
    swept = sweep(Problem(board, frozenset(stuck), game=game), order)
    compiler = OperatorCompiler(single=True)
    try:
        operators, _ = compiler.forward(StateSet.start(slots_of(swept.locals)), swept.locals)
    except NoPositionError:
        return
    players = [draw.randrange(1, 9) for _ in range(3)]
    factors = [np.prod([p**e for p, e in zip(players, by, strict=True)]) for by in compiler.programs.weights]
    objects = Objects(compiler.programs, integers())
    for operator in operators:
        sparse = SparseOperator.of(operator, compiler.programs)
        v = [draw.randrange(1000) for _ in range(operator.sources)]
        w = [draw.randrange(1000) for _ in range(operator.targets)]
        onward = objects.step(operator, v, lambda value, number: value * int(factors[number]))
        assert sparse.apply(np.array(v, dtype=object), players).tolist() == onward
        assert dot(sparse.transposed(np.array(w, dtype=object), players).tolist(), v) == dot(onward, w)
        start, first = sparse.runs
        for run in range(len(first)):  # the entries of a run rise together
            terms = slice(first[run], first[run] + np.diff(sparse.begin)[start[run]])
            for behind in range(start[run + 1] - start[run]):
                there = slice(*sparse.begin[start[run] + behind : start[run] + behind + 2])
                assert (sparse.source[there] == sparse.source[terms] + behind).all()
                assert (sparse.weight[there] == sparse.weight[terms]).all()


@pytest.mark.parametrize("name", ["domineering", "kings", "knights", "l-trominoes", "col", "far-snort"])
@pytest.mark.parametrize("stuck", [(), (0,)])
def test_ways_and_completions_meet_after_every_visit(name, stuck):
    board = Board.of((4, 5), random.Random(name).sample([(r, c) for r in range(4) for c in range(5)], 17))
    game = Game.named(name)
    players = [p for p in stuck if p < game.variables(2)]
    table = BackwardTable(Problem(board, frozenset(players), game=game), sorted(board.cells))
    total = count(board, stuck=players, game=game)
    ways = table.start()
    for visit, completions in enumerate(table.ascending()):
        identity = np.arange(len(completions))
        assert table.evaluator.inner_product(ways, completions, identity) == total
        if visit < len(table.visits):
            ways = table.forward(visit, ways)
