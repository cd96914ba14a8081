"""The laws of the evaluators, all of them by one suite, on sweeps made by hand and on boards."""

from collections import Counter
from collections.abc import Callable
from dataclasses import astuple, dataclass, is_dataclass
from fractions import Fraction
from math import prod
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from compiler.test_operators import PRIMES, at, questions
from hypothesis import given, settings
from hypothesis import strategies as st
from packed import Packed, packed_polynomial, packed_total

from enumerate import Board, Polynomial
from enumerate.checking.brute import brute_force
from enumerate.compiler.operators import OperatorCompiler
from enumerate.compiler.program import compile_mirrored, evaluate
from enumerate.compiler.rows import VisitMatrices
from enumerate.evaluators.floats import Floats
from enumerate.evaluators.integers import (
    PRIME,
    CheckpointedEvaluator,
    Integers,
    MinPlus,
    Residue,
    checked_total,
    support,
)
from enumerate.evaluators.objects import Objects, SparseValues
from enumerate.evaluators.points import EvaluationPoint
from enumerate.evaluators.residues import Residues
from enumerate.evaluators.semirings import floats, fractions
from enumerate.evaluators.sweeper import NEVER, Sweeper
from enumerate.optimize.fewest_by_height import LeastByDifference
from enumerate.optimize.quasilinear import LeastModulo
from enumerate.plan.strategy import compile_best
from enumerate.reconstruct.answers import run_block
from enumerate.rules.problem import NoPositionError, Problem
from enumerate.support.run import silent
from enumerate.sweep.diagram import StateSet
from enumerate.sweep.profile import best_order
from enumerate.sweep.sweep import Local, slots_of, sweep
from enumerate.sweep.visit import PLAYERS, UNIT

PHASES, VISITS, STEPS = "operators", "operators of one visit", "matrices of visits"
SHIFTS = (30, 30 * 13, 30 * 13 * 13)  # of packed variables: digits of 30 bits, exponents up to 12
PRICES = (3, -2, 1)
WEIGHTS = (Fraction(3, 2), Fraction(1, 3), Fraction(2))
GREAT = (Fraction(2**40), Fraction(3 * 2**20), Fraction(2**35))  # values are scaled on the way
LANES = [EvaluationPoint(p, (p // 3, 5 + i, 7 * i)) for i, p in enumerate(PRIMES)]

Terms = dict[tuple[int, ...], int]  # the coefficients of a polynomial by exponents


def dot(exponents, values):
    return sum(e * v for e, v in zip(exponents, values, strict=False))


def value_at(terms, point):
    """The value of a polynomial."""
    return sum(
        n * prod(v**e for v, e in zip(point, exponents, strict=False)) for exponents, n in terms.items()
    )


def packed_value(terms):
    return sum(n << dot(exponents, SHIFTS) for exponents, n in terms.items())


def least_by(terms, group, cost):
    """The least cost of a term for each group of terms."""
    found: dict[int, int] = {}
    for exponents in terms:
        key = group(exponents)
        found[key] = min(cost(exponents), found.get(key, NEVER))
    return found


def difference(exponents):
    return dot(exponents, (1, -1))


def float_value(scaled):
    return float(scaled.values.sum()) * 2.0**scaled.exponent


@dataclass(frozen=True)
class Case:
    """An evaluator, what it is carried through, and what it tells of the polynomial of a sweep of n steps."""

    name: str
    parts: str
    make: Callable[[Any], Any]  # from operators and programs
    tells: Callable[[Terms, int], Any]
    read: Callable[[Any], Any] = lambda result: result
    times: Callable[[Any, Any], Any] | None = None  # the product of results, where there is no join


def least_moduli(one, other):
    return least_by(
        [(a, b) for a in one for b in other], lambda k: sum(k) % 3, lambda k: one[k[0]] + other[k[1]]
    )


def least_differences(one, other):
    return least_by([(a, b) for a in one for b in other], sum, lambda k: one[k[0]] + other[k[1]])


def player_objects(programs):
    """Fractions at the weights of the players."""
    weights = [prod(w**e for w, e in zip(WEIGHTS, by, strict=True)) for by in programs.weights]
    return Objects(programs, fractions(), lambda operator: weights)


def kept_integers(programs):
    sweeper = Sweeper(programs)
    return CheckpointedEvaluator(Integers(sweeper), sweeper, silent, None, None)


CASES = [
    Case("objects", PHASES, lambda s: player_objects(s.programs), lambda t, n: value_at(t, WEIGHTS)),
    Case("arrays", VISITS, lambda s: SparseValues(s.programs, floats(), list(map(float, WEIGHTS))),
         lambda t, n: pytest.approx(float(value_at(t, WEIGHTS)), rel=1e-12), float),
    Case("packed", PHASES, lambda s: Packed(s.programs, SHIFTS), lambda t, n: packed_value(t)),
    Case("integers", PHASES, lambda s: Integers(Sweeper(s.programs)), lambda t, n: sum(t.values())),
    Case("integers that are kept", PHASES, lambda s: kept_integers(s.programs), lambda t, n: sum(t.values())),
    Case("tiny limbs", PHASES, lambda s: Integers(Sweeper(s.programs, 2), 2), lambda t, n: sum(t.values())),
    Case("residue", PHASES, lambda s: Residue(Sweeper(s.programs)), lambda t, n: sum(t.values()) % PRIME),
    Case("residues", PHASES, lambda s: Residues(s.programs, LANES),
         lambda t, n: [value_at(t, point.values) % point.prime for point in LANES]),
    Case("least", PHASES, lambda s: MinPlus(s, PRICES),
         lambda t, n: min((dot(e, PRICES) for e in t), default=NEVER)),
    Case("floats", PHASES, lambda s: Floats(s, WEIGHTS),
         lambda t, n: pytest.approx(float(value_at(t, WEIGHTS)), rel=1e-12), float_value),
    Case("great floats", PHASES, lambda s: Floats(s, GREAT),
         lambda t, n: pytest.approx(float(value_at(t, GREAT)), rel=1e-12), float_value),
    Case("fewest by difference", STEPS, lambda s: LeastByDifference(30, 60),
         lambda t, n: least_by(t, difference, sum), times=least_differences),
    Case("least modulo 3", STEPS, lambda s: LeastModulo(3, 1, 3),
         lambda t, n: least_by(t, lambda e: difference(e) % 3, lambda e: dot(e, (4, 2, 3))),
         times=least_moduli),
]  # fmt: skip


def cases(which):
    return pytest.mark.parametrize("case", [*filter(which, CASES)], ids=lambda case: case.name)


every, joining = cases(None), cases(lambda case: case.times is None)
phased = cases(lambda case: case.parts != STEPS)
folding = cases(lambda case: case.parts == PHASES)


class Swept:
    """Local steps, compiled for a case: its evaluator and the parts in the order of carrying."""

    def __init__(self, case: Case, locals_: list[Local]) -> None:
        compiler = OperatorCompiler(widest=2, single=case.parts == VISITS)
        operators, _ = compiler.forward(StateSet.start(slots_of(locals_)), locals_)
        self.transposes = [operator.transposed(compiler.programs) for operator in operators]
        self.evaluator = case.make(SimpleNamespace(operators=operators, programs=compiler.programs))
        visits, _ = VisitMatrices().forward(StateSet.start(slots_of(locals_)), locals_)
        self.parts = visits if case.parts == STEPS else operators
        self.is_matrix = case.parts == STEPS
        self.values = self.after(self.parts)

    def after(self, parts, values=None):
        """The values after some parts, by default from the start on."""
        if self.is_matrix:
            return self.evaluator.carry(parts, self.evaluator.start() if values is None else values)
        return self.evaluator.apply(parts, self.evaluator.basis(1, 0) if values is None else values)

    def result(self, values=None):
        """The value of the single last state."""
        values = self.values if values is None else values
        if self.is_matrix:
            return self.evaluator.result(values)
        return self.evaluator.inner_product(values, self.evaluator.basis(1, 0), None)


class Matrix:
    """A rule on one slot: labels before to (label after, weight); all else leads nowhere."""

    def __init__(self, **rows):
        self.rows = {int(label[1:]): entries for label, entries in rows.items()}

    def __call__(self, word):
        return tuple(((after,), weight, None) for after, weight in self.rows.get(word[0], ()))


def paths(matrices):
    """The sum over all paths of the product of weights, by listing them."""
    found = Counter({(0, (0, 0, 0)): 1})
    for matrix in matrices:
        made: Counter = Counter()
        for (label, exponents), n in found.items():
            for after, weight in matrix.rows.get(label, ()):
                made[
                    after, tuple(e + (weight == player) for e, player in zip(exponents, PLAYERS, strict=True))
                ] += n
        found = made
    return found


def polynomial_of(matrices):
    found = paths(matrices)
    assert {label for label, _ in found} <= {0}
    return {exponents: n for (_, exponents), n in found.items()}


def value_of(case, matrices):
    swept = Swept(case, [Local((0,), matrix) for matrix in matrices])
    return case.read(swept.result())


a, b, c, one = 1, 2, 3, UNIT
SPLIT = Matrix(_0=[(1, a), (2, b), (3, c)])
LAWS = {
    "sums commute": (
        [Matrix(_0=[(1, a), (2, b)]), Matrix(_1=[(0, one)], _2=[(0, one)])],
        [Matrix(_0=[(2, a), (1, b)]), Matrix(_1=[(0, one)], _2=[(0, one)])],
    ),
    "sums associate": (
        [SPLIT, Matrix(_1=[(1, one)], _2=[(1, one)], _3=[(3, one)]), Matrix(_1=[(0, one)], _3=[(0, one)])],
        [SPLIT, Matrix(_1=[(1, one)], _2=[(3, one)], _3=[(3, one)]), Matrix(_1=[(0, one)], _3=[(0, one)])],
    ),
    "products commute": (
        [Matrix(_0=[(0, a)]), Matrix(_0=[(0, b)])],
        [Matrix(_0=[(0, b)]), Matrix(_0=[(0, a)])],
    ),
    "products distribute": (
        [Matrix(_0=[(1, a), (2, b)]), Matrix(_1=[(0, one)], _2=[(0, one)]), Matrix(_0=[(0, c)])],
        [Matrix(_0=[(1, a), (2, b)]), Matrix(_1=[(1, c)], _2=[(2, c)]), Matrix(_1=[(0, one)], _2=[(0, one)])],
    ),
    "one changes nothing": (
        [Matrix(_0=[(0, a)])],
        [Matrix(_0=[(1, a)]), Matrix(_1=[(2, one)]), Matrix(_2=[(0, one)])],
    ),
    "what leads nowhere is nothing": (
        [Matrix(_0=[(1, a)]), Matrix(_1=[(0, b)])],
        [Matrix(_0=[(1, a), (2, c)]), Matrix(_1=[(0, b)])],
    ),
}  # fmt: skip


@every
@pytest.mark.parametrize("law", LAWS)
def test_laws_of_sums_and_products(case, law):
    """Both sides are the same polynomial, and an evaluator tells of it what it should."""
    sides = LAWS[law]
    assert polynomial_of(sides[0]) == polynomial_of(sides[1]) != {}
    for side in sides:
        assert value_of(case, side) == case.tells(polynomial_of(side), len(side))
    if len(sides[0]) == len(sides[1]):
        assert value_of(case, sides[0]) == case.tells(polynomial_of(sides[1]), len(sides[1]))


@joining
@pytest.mark.parametrize(
    ("partner", "wanted"),
    [
        (None, {(2, 0, 0): 1, (0, 2, 0): 1}),
        ([0, 1], {(2, 0, 0): 1, (0, 2, 0): 1}),
        ([1, 0], {(1, 1, 0): 2}),
        ([1, -1], {(1, 1, 0): 1}),
        ([-1, 1], {(0, 2, 0): 1}),
        ([-1, -1], {}),
    ],
)
def test_a_join_is_the_sum_of_products_with_partners(case, partner, wanted):
    """Two states of values a and b, joined with themselves."""
    swept = Swept(case, [Local((0,), Matrix(_0=[(0, a), (1, b)]))])
    found = swept.evaluator.inner_product(
        swept.values, swept.values, None if partner is None else np.array(partner, dtype=np.int64)
    )
    assert case.read(found) == case.tells(wanted, 2)


@phased
def test_rounds_begin_at_one_state_and_add_up(case):
    """What a seam needs: the only state of one, and sums of results, each so many times."""
    one, two = (Swept(case, [Local((0,), Matrix(_0=[(0, weight)]))]) for weight in (a, b))
    both = one.evaluator.basis(2, 1)
    assert case.read(one.evaluator.inner_product(both, both, None)) == case.tells({(0, 0, 0): 1}, 0)
    assert case.read(one.evaluator.inner_product(both, both, np.array([1, 0]))) == case.tells({}, 0)
    found = one.evaluator.total([(2, one.result()), (3, two.result())])
    assert case.read(found) == case.tells({(1, 0, 0): 2, (0, 1, 0): 3}, 1)


def seen(values):
    """Values as plain data."""
    if isinstance(values, np.ndarray):
        return values.tolist()
    if is_dataclass(values):
        return [seen(v) for v in astuple(values)]
    if isinstance(values, dict):
        return dict(values)
    return [seen(v) for v in values] if isinstance(values, list | tuple) else values


def locals_of(question):
    game, board, order, stuck = question
    return sweep(Problem(board, frozenset(stuck), game=game), order).locals


def terms_of(question):
    game, board, _, stuck = question
    return brute_force(board, stuck=sorted(stuck), game=game).coefficients()


@every
@settings(max_examples=25, deadline=None)
@given(question=questions(), cut=st.integers(0, 12))
def test_an_evaluator_tells_what_brute_force_finds(case, question, cut):
    """Whatever the order of cells, at once or in two parts; values that are carried on are not changed."""
    local, terms = locals_of(question), terms_of(question)
    try:
        swept = Swept(case, local)
    except NoPositionError:
        assert not terms
        return
    wanted = case.tells(terms, len(local))
    assert case.read(swept.result()) == wanted
    before = swept.after(swept.parts[:cut])
    kept = seen(before)
    after = swept.after(swept.parts[cut:], before)
    assert seen(before) == kept
    assert case.read(swept.result(after)) == wanted
    assert seen(after) == seen(swept.values) or "floats" in case.name  # scaled elsewhere


def beside(one, other):
    """Two boards on one, far apart."""
    across = one.shape[1] + 4
    cells = [*one.cells, *((row, col + across) for row, col in other.cells)]
    return Board.of((4, across + other.shape[1]), cells)


@every
@settings(max_examples=15, deadline=None)
@given(
    question=questions(most=6),
    cells=st.sets(st.tuples(st.integers(0, 3), st.integers(0, 2)), min_size=1, max_size=6),
)
def test_the_values_of_disjoint_boards_multiply(case, question, cells):
    game, board, _, stuck = question
    boards = [Board.of((4, 4), board.cells), Board.of((4, 4), cells)]
    boards.append(beside(*boards))
    asked = [(game, part, tuple(sorted(part.cells)), stuck) for part in boards]
    try:
        left, right, both = (Swept(case, locals_of(question)) for question in asked)
    except NoPositionError:
        assert not all(map(terms_of, asked[:2]))
        return
    whole = case.read(both.result())
    if case.times is not None:
        product = case.times(*(half.result() for half in (left, right)))
    else:
        product = case.read(both.evaluator.inner_product(left.values, right.values, None))
    assert product == (pytest.approx(whole, rel=1e-12) if isinstance(whole, float) else whole)


@phased
@settings(max_examples=15, deadline=None)
@given(question=questions(most=8))
def test_transposes_carry_completions_back(case, question):
    """<A v, w> = <v, A' w> at every moment: the ways to each state, times its completions, are the whole."""
    local, terms = locals_of(question), terms_of(question)
    try:
        swept = Swept(case, local)
    except NoPositionError:
        assert not terms
        return
    ways = [swept.after(swept.parts[:cut]) for cut in range(len(swept.parts) + 1)]
    completions = [swept.evaluator.basis(1, 0)]
    for transpose in swept.transposes[::-1]:
        completions.append(swept.after([transpose], completions[-1]))
    wanted = case.tells(terms, len(local))
    for one, other in zip(ways, completions[::-1], strict=True):
        assert case.read(swept.evaluator.inner_product(one, other, None)) == wanted


@folding
@pytest.mark.parametrize("shape", [(4, 3), (5, 3), (2, 5)])
@pytest.mark.parametrize("stuck", [(), (0,), (0, 1)])
def test_the_join_of_halves_is_the_whole(case, shape, stuck):
    board = Board.rectangle(*shape)
    problem = Problem(board, frozenset(stuck))
    program = compile_mirrored(problem, best_order(problem))
    assert program is not None
    terms = brute_force(board, stuck=stuck).coefficients()
    assert case.read(evaluate(program, case.make(program))) == case.tells(terms, len(board))


@settings(max_examples=50, deadline=None)
@given(questions(), st.booleans())
def test_the_ways_in_tell_what_brute_force_finds(question, symmetry):
    """The functions that choose weights and evaluators, on half sweeps and whole ones."""
    game, board, _, stuck = question
    wanted = Polynomial.of(terms_of(question), game.variables(2))
    task = Problem(board, stuck, symmetry, game=game)
    try:
        program, plain = compile_best(task), compile_best(task, weighted=False)
    except NoPositionError:
        assert wanted.total == 0
        return
    assert packed_polynomial(program) == wanted
    assert packed_total(plain) == checked_total(program) == checked_total(plain, threads=2) == wanted.total
    points = [EvaluationPoint(point.prime, point.values[: task.variables]) for point in LANES]
    assert run_block(program, points) == [at(wanted, point) for point in points]
    sizes = [sum(monomial) for monomial in wanted.coefficients()]
    assert support(program).size == (min(sizes), max(sizes))
