"""Each command that serves every game, asked about every game of the library: the answer against the rules.

The oracle knows the pieces, where they fit and which two may both lie there (`checking/brute.py`); what a
command tells is worked out anew here from all positions, or from the whole tree of the plays.
"""

import json
from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb, log

import pytest
from click.testing import CliRunner
from complexes.test_complex import dense_betti, trimmed
from oracles import naive

from enumerate import Board, Polynomial, value
from enumerate.checking.brute import all_positions, brute_force, laid_pieces, may_both_lie
from enumerate.cli import main
from enumerate.model.game import Game, names, variable_of
from enumerate.render.thermograph import height, thermograph_svg

FEW = "...\n.##\n#.#"  # for pieces of one or two cells: every rule of the library is at work
MANY = "....\n..#.\n.###\n.###"  # for larger ones: each but Middle's fits
EVERY = pytest.mark.parametrize("name", names())
SHORT = {"domineering", "col", "squares", "lozenges"}
SOME = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in SHORT else pytest.mark.slow) for name in names()]
)


def lattice(name):
    return "triangular" if name == "lozenges" else "square"


def drawing(name):
    return FEW if all(len(piece.cells) < 3 for piece in Game.named(name).on(2)) else MANY


def board_of(name):
    return Board.parse(drawing(name), lattice=lattice(name))


def run(*words, typed=None):
    answer = CliRunner().invoke(main, words, input=typed)
    assert answer.exit_code == 0, answer.output
    return answer.stdout


def said(command, name, *options):
    """What a command says about a game on its board, in JSON."""
    words = [command, "-", "--lattice", lattice(name), "--game", name, *options]
    answer = json.loads(run(*words, "--format", "json", typed=drawing(name)))
    if name != "domineering":  # the definition is part of the answer
        game = Game.from_json(answer["game"])
        assert (game.name, game.pieces) == (name, Game.named(name).pieces)
    return answer


def as_set(pieces):
    return frozenset((piece, frozenset(map(tuple, cells))) for piece, cells in pieces)


@cache
def every(name, kind):
    found = [as_set(position.to_json()) for position in all_positions(board_of(name), kind, game=name)]
    assert len(found) == len(set(found))
    return set(found)


@cache
def rules(name):
    """Owners of all placements, and for each the others that may lie beside it."""
    game, board = Game.named(name), board_of(name)
    laid = laid_pieces(board, game)
    beside = [
        frozenset(j for j, two in enumerate(laid) if i != j and may_both_lie(game, board, one, two))
        for i, one in enumerate(laid)
    ]
    return [variable_of(piece) for piece, _, _ in laid], beside


@EVERY
def test_complexes(name):
    faces, facets = (brute_force(board_of(name), kind, game=name) for kind in ("general", "maximal"))
    answer = said("complex", name, "--betti")
    f = faces.by_size()
    assert list(map(int, answer["f_vector"])) == f
    size = len(f) - 1
    h = [sum((-1) ** (k - i) * comb(size - i, k - i) * f[i] for i in range(k + 1)) for k in range(size + 1)]
    assert list(map(int, answer["h_vector"])) == h
    assert (
        Polynomial.of({tuple(a): int(n) for *a, n in answer["facets_by_player"]}, faces.dimension) == facets
    )
    assert answer["pure"] == (len({sum(a) for a, _ in facets}) == 1)
    assert int(answer["euler"]) == -sum((-1) ** k * number for k, number in enumerate(f))
    _, beside = rules(name)
    numbers = frozenset(range(len(beside)))
    conflicts = [numbers - others - {i} for i, others in enumerate(beside)]
    for key, field in (("betti", 0), ("betti_gf2", 2)):
        assert trimmed(answer[key]) == trimmed(dense_betti(conflicts, field))


@cache
def play_tree(name, left):
    """The game in which the placements of `left` may still be played."""
    owners, beside = rules(name)
    shared = Game.named(name).is_impartial
    return naive.Tree(
        *(
            [play_tree(name, left & beside[i]) for i in sorted(left) if shared or owners[i] == player]
            for player in (0, 1)
        )
    )


def judged(tree):
    """Outcome, stops, temperature and mean of a game, by the definitions."""
    left, right = naive.at_most(naive.ZERO, tree), naive.at_most(tree, naive.ZERO)
    outcome = {(1, 1): "P", (1, 0): "L", (0, 1): "R", (0, 0): "N"}[left, right]
    number = naive.as_number(tree)
    heat = naive.mast(tree) if number is None else (Fraction(-1, number.denominator), number)
    return outcome, (naive.stop(tree, 0), naive.stop(tree, 1)), *heat


@cache
def canonical(found):
    return naive.Tree(*([canonical(option) for option in found.options(player)] for player in (0, 1)))


@EVERY
def test_values(name):
    tree = play_tree(name, frozenset(range(len(rules(name)[0]))))
    assert naive.equal(canonical(value(board_of(name), game=name).value), tree)
    answer = said("value", name)
    found = answer["outcome"], tuple(map(Fraction, answer["stops"]))
    assert (*found, Fraction(answer["temperature"]), Fraction(answer["mean"])) == judged(tree)
    for letter in "LR":
        wins = any(move["wins"] for move in answer["best_moves"][letter])
        assert wins == (answer["outcome"] in ("N", letter))


@EVERY
def test_the_census(name):
    owners, beside = rules(name)
    outcomes, heats = {letter: Counter() for letter in "LRNP"}, Counter()
    variables = Game.named(name).variables(2)

    def visit(start, counts, left):
        outcome, _, heat, _ = judged(play_tree(name, left))
        outcomes[outcome][counts] += 1
        heats[sum(counts), heat] += 1
        for i in sorted(left):
            if i >= start:
                more = tuple(n + (owners[i] == player) for player, n in enumerate(counts))
                visit(i + 1, more, left & beside[i])

    visit(0, (0,) * variables, frozenset(range(len(owners))))
    answer = said("census", name)
    assert {
        letter: {tuple(a): int(n) for *a, n in terms} for letter, terms in answer["polynomials"].items()
    } == outcomes
    assert {
        (row["pieces"], Fraction(t)): int(n) for row in answer["rows"] for t, n in row["temperatures"]
    } == heats


@EVERY
def test_sequences(name):
    for shape, boards, kind in (
        ("3 x n", [(3, 1), (3, 2)], "general"),
        ("2 x n", [(2, 1), (2, 2), (2, 3), (2, 4)], "maximal"),
    ):
        words = [shape, "--terms", str(len(boards)), "--kind", kind, "--game", name]
        answer = json.loads(run("sequence", *words, "--format", "json"))
        wanted = [brute_force(Board.rectangle(*size), kind, game=name).total for size in boards]
        assert list(map(int, answer["terms"])) == wanted
        if answer["recurrence"] is not None:
            series = answer["recurrence"]["generating_function"]
            assert expanded(series, len(wanted) + 1)[1:] == wanted


def expanded(series, length):
    """The first coefficients of a quotient of polynomials."""
    top, below = (list(map(int, series[key])) for key in ("numerator", "denominator"))
    found = []
    for n in range(length):
        known = sum(below[k] * found[n - k] for k in range(1, min(n, len(below) - 1) + 1))
        found.append(((top[n] if n < len(top) else 0) - known) // below[0])
    return found


@EVERY
def test_growth(name):
    """The bounds hold the ratio that the numbers of positions of longer and longer boards come to."""
    answer = json.loads(run("growth", "--cols", "2", "--game", name, "--format", "json"))["strip"]
    proved = json.loads(run("recurrence", "--cols", "2", "--game", name, "--format", "json"))
    terms = expanded(proved["generating_function"], 203)
    assert terms[1:5] == [brute_force(Board.rectangle(m, 2), game=name).total for m in range(1, 5)]
    low, high = Fraction(answer["eigenvalue_low"]), Fraction(answer["eigenvalue_high"])
    tiny = Fraction(1, 10**8)
    assert low - tiny < Fraction(terms[202], terms[201]) < high + tiny
    assert high - low < tiny
    assert abs(float(answer["per_cell_low"]) ** 2 - float(low)) < 1e-8
    assert abs(float(answer["log_low"]) - log(low) / 2) < 1e-8


@SOME
def test_plots(name, monkeypatch, tmp_path):
    """What the pictures are drawn from."""
    drawn = {}

    def watch(module, function):
        def draw(*given, **_):
            drawn[function] = given
            return b""

        monkeypatch.setattr(f"enumerate.render.{module}.{function}", draw)

    watch("plots", "coefficients_plot")
    watch("plots", "activity_plot")
    watch("census", "census_plot")
    drawn_walls = []

    def walls(left, right, *title):
        drawn_walls.append((left, right))
        return thermograph_svg(left, right, *title)

    monkeypatch.setattr("enumerate.values.value.thermograph_svg", walls)
    options = ["-", "--lattice", lattice(name), "--game", name, "--picture", str(tmp_path / "a.svg")]
    wanted = brute_force(board_of(name), game=name)
    run("positions", *options, typed=drawing(name))
    assert drawn["coefficients_plot"][0] == wanted
    run("evaluate", *options, "--least", "2", "--most", "3", typed=drawing(name))
    first, *_, last = drawn["activity_plot"][0]
    for t, (activity, density, entropy) in zip((2, 3), (first, last), strict=True):
        weights = {position: t ** len(position) for position in every(name, "general")}
        whole, cells = sum(weights.values()), len(board_of(name))
        covered = sum(w * sum(len(under) for _, under in p) for p, w in weights.items()) / whole / cells
        pieces = sum(w * len(p) for p, w in weights.items()) / whole
        assert activity == pytest.approx(t)
        assert density == pytest.approx(covered)
        assert entropy == pytest.approx((log(whole) - pieces * log(t)) / cells)
    run("census", *options, typed=drawing(name))
    counted = said("census", name)["rows"]
    for line, row in zip(drawn["census_plot"][0], counted, strict=True):
        assert line.pieces == row["pieces"]
        for letter, (share, _) in line.shares.items():
            assert share == pytest.approx(int(row["outcomes"][letter]) / int(row["positions"]))
    run("value", *options, typed=drawing(name))
    _, stops, heat, mean = judged(play_tree(name, frozenset(range(len(rules(name)[0])))))
    left, right = drawn_walls[0][:2]
    assert left[-1] == right[-1] == (heat, mean)
    if heat >= 0:  # at no tax the walls are at the stops
        assert (height(left, Fraction(0)), height(right, Fraction(0))) == stops
