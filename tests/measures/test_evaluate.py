"""Values and moments: proved bounds, residues, logarithms, entropies, alternating play, and the command.

`test_by_definition.py` compares exact values with sums over all positions.
"""

import json
import math
from fractions import Fraction

import pytest
from boards import KINDS, random_board
from click.testing import CliRunner

from enumerate import Board, Domino, InputError, count, densities, evaluate, moments, positions
from enumerate.checking.brute import brute_force
from enumerate.cli import main
from enumerate.counting.solve import run
from enumerate.evaluators.floats import weighted_ball
from enumerate.model.weights import Weight
from enumerate.plan.plan import Engine, Wanted, What, plan
from enumerate.plan.strategy import compiled_program
from enumerate.reconstruct.answers import answer
from enumerate.reconstruct.reconstruction import WeightedPlan, weighted_plan
from enumerate.rules.problem import Problem
from enumerate.support.run import Settings

RUN = Settings()


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


@pytest.mark.parametrize("drawing", [".....\n..#..\n.....\n#....", "...#..\n...#..\n####.."])
@pytest.mark.parametrize("kind", [*KINDS, "any-end"])
def test_bounds_hold_the_exact_value(kind, drawing):
    """any-end is a sum with a minus; parts of a board are turned and carry their weights along."""
    board = Board.parse(drawing)
    exact = positions(board, kind)(Fraction(7, 10), Fraction(13, 10))
    assert evaluate(board, kind, x="7/10", y="13/10").value == exact
    value = evaluate(board, kind, x=Fraction("0.7"), y="1.3")
    assert value.value is None
    assert value.real[0] <= exact <= value.real[1]
    assert value.real[1] - value.real[0] < exact / 10**11
    low, high = map(Fraction, value.enclosure())
    assert low <= value.real[0]
    assert value.real[1] <= high


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
    assert said("6x6").startswith(f"value {count('6x6')}: all positions")


BAD = {
    "variable": (lambda: evaluate("2x2", z=2), "unexpected weight `z`: the only variables are x and y"),
    "both": (lambda: evaluate("2x2", x=2, weights=3), "give `weights` or the weights x, y, z"),
    "no such placement": (
        lambda: evaluate("2x2", weights={Domino((7, 7), 0): 2}),
        r"no placement Domino\(cell=\(7, 7\)",
    ),
    "no number": (lambda: moments("2x2", weights="many"), "`weight` must be an integer"),
    "complex": (lambda: evaluate("2x2", weights=lambda placement: 1j), "`weight` must be an integer"),
    "negative chance": (lambda: densities("2x2", weights=-1), "not negative, not -1"),
    "play": (
        lambda: evaluate("2x2", play=True, weights=2),
        "alternating play supports weights of the players",
    ),
    "turn": (lambda: evaluate("3x4", turn="left"), "`turn` narrows what play can reach"),
    "solid": (lambda: moments("2x2x2", play=True), "needs a flat board"),
    "no mean": (lambda: moments("1x2", weights=-1), "add up to 0"),
    "no mean by player": (lambda: moments("1x2", y=-1), "add up to 0"),
    "complex mean": (lambda: moments("2x2", x="i"), "means need real weights, not i"),
} | {
    repr(given)[:20]: (lambda given=given: evaluate("2x2", y=given), "`y` must be an integer")
    for given in ("two", "", "1/0", "nan", float("inf"), True, [1], "1e99999", "9" * 300)
}


@pytest.mark.parametrize("name", BAD)
def test_bad_weights_get_one_clear_line(name):
    call, message = BAD[name]
    with pytest.raises(InputError, match=message) as caught:
        call()
    assert "\n" not in str(caught.value)


def test_decimal_weights_of_placements_have_bounds():
    found = evaluate("3x3", weights=lambda placement: 0.1)
    assert found.value is None
    low, high = found.real
    exact = evaluate("3x3", x=0.1, y=0.1).real
    assert exact[0] <= low == high <= exact[1]


@pytest.mark.parametrize("kind", ["general", "maximal", "any-end", "perfect"])
def test_weights_of_players_are_weights_of_placements(kind):
    board = Board("4x4").without([(0, 0), (3, 2)])
    by_player, point = {"left": "3/2", "right": "1/3"}, {"x": "3/2", "y": "1/3"}
    assert evaluate(board, kind, weights=by_player) == evaluate(board, kind, **point)
    one, two = moments(board, kind, weights=by_player), moments(board, kind, **point)
    assert (one.means, one.covariance, one.entropy) == (two.means, two.covariance, pytest.approx(two.entropy))
    assert densities(board, kind, weights=by_player).cells == densities(board, kind, **point).cells


def test_large_boards_in_planes():
    """More states than lists hold: all weights are one half."""
    assert evaluate("14x14", weights="1/2").value == evaluate("14x14", x="1/2", y="1/2").value


@pytest.mark.parametrize(
    "weights", [{}, {"x": "3/2", "y": "1/3"}, {"x": -1, "y": 2}, {"x": "1/2+i"}, {"x": 0.7}]
)
def test_logarithms_are_numbers_between_bounds(weights):
    found = evaluate("4x5", **weights)
    low, high = map(Fraction, found.log_bounds)
    assert isinstance(found.log, float)
    assert found.log == pytest.approx(math.log(abs(complex(found))), rel=1e-14)
    assert low < high
    assert float(low) <= found.log <= float(high)
    assert high - low < Fraction(1, 10**11)
    assert float(found.to_json()["log"]) == pytest.approx(found.log, rel=1e-13)
    assert isinstance(found.to_json()["log"], str)
    assert str(found.table().rows[0][-1]) == found.to_json()["log"]


def test_bounds_enclose_the_logarithm():
    """e^low <= 7 <= e^high, by the exponential series with fractions."""
    low, high = map(Fraction, evaluate("2x2").log_bounds)

    def exponential(t):
        term, total = Fraction(1), Fraction(1)
        for n in range(1, 60):
            term = term * t / n
            total += term
        return total

    rest = Fraction(1, 10**40)  # more than what the series leaves out
    assert exponential(low) + rest < 7 < exponential(high)


def test_zero_has_no_logarithm():
    found = evaluate("3x3", "perfect")
    assert (found.value, found.log, found.log_bounds, found.to_json()["log"]) == (0, None, None, None)


@pytest.mark.parametrize("weights", [{}, {"x": 2, "y": 2}, {"x": "1/3"}])
def test_entropies_are_numbers_between_bounds(weights):
    found = moments("3x4", **weights)
    low, high = map(Fraction, found.entropy_bounds)
    assert isinstance(found.entropy, float)
    assert float(low) <= found.entropy <= float(high)
    assert 0 < high - low < Fraction(1, 10**15)
    assert float(found.to_json()["entropy"]) == pytest.approx(found.entropy, rel=1e-13)
    assert isinstance(found.to_json()["entropy"], str)
    if not weights:
        assert found.entropy == pytest.approx(evaluate("3x4").log / 12, rel=1e-14)
    found = moments("3x4", x=-1, y=3)
    assert (found.entropy, found.entropy_bounds) == (None, None)


PLAYED = ["3x4", "..#.\n....\n.#..", Board("2x4", wrap="cols"), "..#..\n..#.."]
ASKED = [
    {"play": True},
    {"play": True, "turn": "left"},
    {"kind": "any-end", "play": True},
    {"kind": "right-end", "play": True, "turn": "right"},
    {"stuck": ["left", "right"], "play": True},
]


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("board", PLAYED)
def test_play_is_what_brute_force_finds(board, asked):
    terms = dict(brute_force(board, **asked))
    x, y = Fraction(3, 2), Fraction(-1, 3)
    wanted = sum(number * x**a * y**b for (a, b), number in terms.items())
    assert evaluate(board, x=x, y=y, **asked).value == wanted
    assert evaluate(board, **asked).value == sum(terms.values())
    decimals = evaluate(board, x="0.75", **asked)
    low, high = decimals.real
    assert not decimals.exact
    assert low <= sum(number * Fraction(3, 4) ** a for (a, b), number in terms.items()) <= high
    found = moments(board, x=2, **asked)
    weights = {powers: number * 2 ** powers[0] for powers, number in terms.items()}
    total = sum(weights.values())
    means = [Fraction(sum(w * powers[k] for powers, w in weights.items()), total) for k in (0, 1)]
    both = Fraction(sum(w * a * b for (a, b), w in weights.items()), total)
    assert found.value == total
    assert list(found.means) == means
    assert found.covariance[0][1] == both - means[0] * means[1]
