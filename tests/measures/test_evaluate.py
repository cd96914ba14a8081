"""Values at weights: equal to the polynomial of brute force, exactly; bounds that hold the exact value."""

import json
import math
import random
from fractions import Fraction

import pytest
from boards import KINDS, boards_inside, random_board
from click.testing import CliRunner

from enumerate import Board, InputError, count, evaluate, positions
from enumerate.checking.brute import all_positions, brute_force
from enumerate.cli import main
from enumerate.counting.solve import run
from enumerate.evaluators.floats import weighted_ball
from enumerate.model.weights import Weight, weights_of
from enumerate.plan.plan import Engine, Wanted, What, plan
from enumerate.plan.strategy import compiled_program
from enumerate.reconstruct.answers import answer
from enumerate.reconstruct.reconstruction import WeightedPlan, weighted_plan
from enumerate.rules.problem import Problem
from enumerate.support.run import Settings

RUN = Settings()

POINTS = [(1, 1, 1), (-1, -1, -1), (Fraction(3, 2), Fraction(1, 3), 5), (0, 2, Fraction(-7, 4))]
COMPLEX = [("i", "1/2-3i", "2"), ("1/3+1/4i", "-1", "1-i")]


def gaussian(polynomial, weights):
    """The polynomial at complex fractions, by plain arithmetic on pairs."""
    total = (Fraction(0), Fraction(0))
    for monomial, coefficient in polynomial:
        term = (Fraction(coefficient), Fraction(0))
        for weight, exponent in zip(weights, monomial, strict=True):
            for _ in range(exponent):
                a, b, c, d = *term, weight.real, weight.imaginary
                term = (a * c - b * d, a * d + b * c)
        total = (total[0] + term[0], total[1] + term[1])
    return total


@pytest.mark.parametrize("seed", range(40))
def test_values_are_those_of_brute_force(seed):
    board, stuck = random_board(seed)
    wanted = brute_force(board, stuck=stuck)
    for point in POINTS:
        x, y, z = (*point[: board.dimension], None, None)[:3]
        value = evaluate(board, stuck=stuck, x=x, y=y, z=z)
        assert value.value == wanted(*point[: board.dimension])
    for point in COMPLEX:
        given = (*point[: board.dimension], None, None)[:3]
        weights = weights_of(given, "xyz"[: board.dimension])
        value = evaluate(board, stuck=stuck, x=given[0], y=given[1], z=given[2])
        assert (value.real[0], value.imaginary[0]) == gaussian(wanted, weights)
        assert value.real[0] == value.real[1]


@pytest.mark.parametrize("every", [6, pytest.param(1, marks=pytest.mark.slow)])
def test_values_of_boards_inside_3_x_3(every):
    for board in random.Random(3).sample(list(boards_inside(3, 3)), 512 // every):
        for kind, stuck in zip(KINDS, ((), (0, 1), (1,), (0,)), strict=True):
            wanted = brute_force(board, stuck=stuck)(Fraction(-2, 3), 5)
            assert evaluate(board, kind, x=Fraction(-2, 3), y=5).value == wanted


@pytest.mark.parametrize("seed", range(25))
def test_lanes_are_right_at_every_weight(seed):
    """The lanes themselves, on boards so small that `evaluate` would not take them."""
    board, stuck = random_board(seed)
    wanted = brute_force(board, stuck=stuck)
    grades = [(1, 1, 1), (1, -1, 0), (0, 1, 0), (0, 0, 0)][seed % 4][: board.dimension]
    texts = [("1", "1", "1"), ("3/2", "-1/6", "7"), ("i", "1/2-3i", "2"), ("0", "1", "1/9")][seed % 3]
    weights = tuple(map(Weight.of, texts[: board.dimension]))
    sums, how = answer(
        Problem(board, stuck),
        lambda program, total: weighted_plan(program, weights, grades, total),
        0.1,
    )
    apart = {}
    for monomial, coefficient in wanted:
        place = sum(g * e for g, e in zip(grades, monomial, strict=True))
        apart.setdefault(place, {})[monomial] = coefficient
    found = {place: gaussian(terms.items(), weights) for place, terms in apart.items()}
    assert sums == {place: value for place, value in found.items() if any(value)}
    assert how["engine"] == "modular"


@pytest.mark.parametrize("kind", KINDS)
def test_bounds_hold_the_exact_value(kind):
    board = Board.parse(".....\n..#..\n.....\n#....")
    exact = evaluate(board, kind, x=Fraction(7, 10), y=Fraction(13, 10)).value
    value = evaluate(board, kind, x=Fraction("0.7"), y="1.3")
    assert value.value is None
    assert value.real[0] <= exact <= value.real[1]
    assert value.real[1] - value.real[0] < exact / 10**12
    low, high = map(Fraction, value.enclosure())
    assert low <= value.real[0]
    assert value.real[1] <= high


def test_bounds_on_sums_parts_and_turned_parts():
    """any-end is a sum with a minus; parts of a board are turned and carry their weights along."""
    board = Board.parse("...#..\n...#..\n####..")
    for kind in ("any-end", "maximal", "general", "left-end"):
        exact = positions(board, kind)(Fraction(7, 10), Fraction(13, 10))
        value = evaluate(board, kind, x="0.7", y="1.3")
        assert value.real[0] <= exact <= value.real[1]
        assert evaluate(board, kind, x="7/10", y="13/10").value == exact


@pytest.mark.parametrize(
    ("size", "weight"), [(10, Fraction(1, 10**6)), (10, Fraction(10**9)), (12, Fraction(2, 7))]
)
def test_floats_prove_their_error_far_from_1(size, weight):
    program = compiled_program(Problem(Board.rectangle(size, size), frozenset()))
    ball = weighted_ball(program, [weight, 1 / weight])
    wanted = Wanted(What.SUMS, weights=(Weight(weight), Weight(1 / weight)), grades=(0, 0))
    sums, _ = run(plan(Problem(Board.rectangle(size, size), frozenset()), wanted, Engine.AUTO, RUN))
    assert ball.lower <= sums[0][0] <= ball.upper


def test_floats_refuse_what_they_cannot_prove():
    """Weights so far apart that small states would be lost; the exact lanes then give the bounds."""
    tiny = Fraction(1, 10**80)
    program = compiled_program(Problem(Board.rectangle(8, 8), frozenset()))
    assert weighted_ball(program, [tiny, 1 / tiny]) is None
    assert weighted_ball(program, [Fraction(1, 10**200), Fraction(1)]) is None
    value = evaluate(Board.rectangle(8, 8), x="1e-80", y="1e80")
    exact = evaluate(Board.rectangle(8, 8), x=tiny, y=1 / tiny).value
    assert value.real == (exact, exact)
    assert value.value is None


def test_no_overflow_at_any_size():
    board = Board.rectangle(4, 1000)
    value = evaluate(board, x="1.0", y="1.0")
    total = count(board)
    assert value.real[0] <= total <= value.real[1]
    assert total > 10**400
    assert abs(float(value.log) - math.log(total)) < 1e-9
    tiny = evaluate(board, "maximal", x="0.001", y="0.001")
    assert 0 < tiny.real[0] <= tiny.real[1] < Fraction(1, 10**400)


def test_the_spare_prime_catches_a_wrong_residue():
    plan = WeightedPlan((Weight.of("-1/3"), Weight.of(2)), (1, 1), (0, 2), 9, 100)
    residues = [1] * len(plan.points())
    residues[-1] += 1
    with pytest.raises(RuntimeError, match="spare prime"):
        plan.assemble(residues)


def test_derivatives_by_finite_differences():
    """x P' / P is the mean number of Left's dominoes."""
    board, step = Board.rectangle(4, 4), Fraction(1, 10**9)
    numbers = [p.counts[0] for p in all_positions(board)]
    up, here = (evaluate(board, x=x).value for x in (1 + step, 1))
    assert abs((up - here) / step / here - Fraction(sum(numbers), len(numbers))) < Fraction(1, 10**6)


@pytest.mark.parametrize("given", ["two", "", "1/0", "nan", float("inf"), True, [1], "1e99999", "9" * 300])
def test_weights_that_are_none(given):
    with pytest.raises(InputError, match="`y` must be an integer"):
        evaluate(Board.rectangle(2, 2), y=given)


def test_a_variable_that_the_board_does_not_have():
    with pytest.raises(InputError, match="`z` has no meaning here: there are 2 variables, x and y"):
        evaluate(Board.rectangle(2, 2), z=2)


def said(*words):
    result = CliRunner().invoke(main, ["evaluate", *words])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_command_says_what_python_says():
    board, words = Board.rectangle(4, 5), ["--rows", "4", "--cols", "5", "--kind", "maximal"]
    exact = evaluate(board, "maximal", x="3/2", y="-1/7")
    shown = json.loads(said(*words, "--x", "3/2", "--y", "-1/7", "--format", "json"))
    assert shown["value"] == str(exact.value)
    assert shown["enclosure"] is None
    assert float(shown["log"]) == pytest.approx(exact.log, rel=1e-12)
    assert shown["at"] == {"x": "3/2", "y": "-1/7"}
    bounds = json.loads(said(*words, "--x", "0.3", "--format", "json"))
    assert bounds["value"] is None
    low, high = map(Fraction, bounds["enclosure"])
    assert low <= evaluate(board, "maximal", x=Fraction(3, 10)).value <= high
    assert said(*words, "--x", "1/2").splitlines()[0].startswith("value ")
    assert said(*words, "--x", "1/2", "--format", "csv").startswith("value,log\n")


def test_ones_give_the_number_of_positions():
    assert said("--rows", "6", "--cols", "6").startswith(
        f"value {count(Board.rectangle(6, 6))}: all positions"
    )


def test_values_of_perfect_positions():
    board = Board.rectangle(4, 5)
    wanted = brute_force(board, "perfect")
    assert evaluate(board, "perfect", x=2, y=Fraction(1, 3)).value == wanted(2, Fraction(1, 3))
    assert positions(board, "perfect", by="left").total == wanted.total
    assert evaluate(Board.rectangle(3, 3), "perfect", x=2).value == 0
