"""Moments at weights: against sums over all positions, finite differences, and published constants."""

import json
import math
from fractions import Fraction

import pytest
from boards import random_board
from click.testing import CliRunner

from enumerate import Board, Game, InputError, evaluate, moments
from enumerate.checking.brute import all_positions
from enumerate.cli import main
from enumerate.measures.moments import activity_curve
from enumerate.model.game import Piece

WEIGHTS = [(1, 1, 1), (Fraction(3, 2), Fraction(1, 3), 2), ("0.7", 5, "1/9"), (2, -3, 1)]


def brute_moments(board, stuck, weights):
    """Means and covariances from a list of all positions."""
    positions = list(all_positions(board, stuck=stuck))
    chances = [math.prod(w**n for w, n in zip(weights, p.counts, strict=True)) for p in positions]
    total, axes = sum(chances), range(board.dimension)
    if total == 0:
        return 0, [], []
    means = [sum(c * p.counts[a] for c, p in zip(chances, positions, strict=True)) / total for a in axes]
    products = [
        [
            sum(c * p.counts[a] * p.counts[b] for c, p in zip(chances, positions, strict=True)) / total
            for b in axes
        ]
        for a in axes
    ]
    return total, means, [[products[a][b] - means[a] * means[b] for b in axes] for a in axes]


@pytest.mark.parametrize("seed", range(48))
def test_moments_are_those_of_all_positions(seed):
    board, stuck = random_board(seed)
    given = WEIGHTS[seed % 4][: board.dimension]
    total, means, covariance = brute_moments(board, stuck, [Fraction(w) for w in given])
    x, y, z = (*given, None, None)[:3]
    if total == 0:
        with pytest.raises(InputError, match="add up to 0"):
            moments(board, stuck=stuck, x=x, y=y, z=z)
        return
    found = moments(board, stuck=stuck, x=x, y=y, z=z)
    assert found.value == total
    assert list(found.means) == means
    assert [list(row) for row in found.covariance] == covariance
    assert found.mean == sum(means)
    assert found.density * len(board) == 2 * sum(means)


def test_means_are_logarithmic_derivatives():
    """x d/dx log P by a finite difference, on a board that takes lanes."""
    board, step = Board.rectangle(9, 10), Fraction(1, 10**12)
    at = {"x": Fraction(3, 4), "y": Fraction(5, 3)}
    here = evaluate(board, "maximal", **at).value
    there = evaluate(board, "maximal", x=at["x"] + step, y=at["y"]).value
    slope = (there - here) / step / here * at["x"]
    assert abs(slope - moments(board, "maximal", **at).means[0]) < Fraction(1, 10**8)


def test_entropy_at_ones_is_the_logarithm_of_the_number_of_positions():
    board = Board.rectangle(5, 6)
    total = evaluate(board).value
    assert abs(float(moments(board).entropy) - math.log(total) / 30) < 1e-12


def test_entropy_is_that_of_the_distribution():
    """-sum p log p over all positions, for each cell."""
    board, x, y = Board.rectangle(3, 4), Fraction(5, 2), Fraction(1, 3)
    weights = [x ** p.counts[0] * y ** p.counts[1] for p in all_positions(board)]
    total = sum(weights)
    chances = [float(w / total) for w in weights]
    wanted = -sum(p * math.log(p) for p in chances) / 12
    assert abs(float(moments(board, x=x, y=y).entropy) - wanted) < 1e-12


def test_no_mean_where_there_is_none():
    with pytest.raises(InputError, match="means need real weights, not i"):
        moments(Board.rectangle(2, 2), x="i")
    with pytest.raises(InputError, match="add up to 0"):
        moments(Board.rectangle(1, 2), y=-1)


def test_the_command_shows_moments():
    words = ["evaluate", "--rows", "3", "--cols", "4", "--x", "3/2", "--moments", "--format"]
    shown = json.loads(CliRunner().invoke(main, [*words, "json"]).stdout)
    found = moments(Board.rectangle(3, 4), x="3/2")
    assert shown["means"] == [str(mean) for mean in found.means]
    assert shown["covariance"][0][1] == str(found.covariance[0][1])
    assert (shown["density"], shown["entropy"]) == (str(found.density), found.to_json()["entropy"])
    assert float(shown["entropy"]) == pytest.approx(found.entropy, rel=1e-12)
    text = CliRunner().invoke(main, [*words, "text"]).stdout
    assert f"entropy per cell {shown['entropy']}" in text


def test_pieces_of_several_sizes_have_no_density_from_their_number():
    mixed = Game("mixed", [Piece("one", "left", [(0, 0)]), Piece("two", "left", [(0, 0), (0, 1)])])
    assert moments(Board.rectangle(1, 3), game=mixed).density is None
    with pytest.raises(InputError, match="cover different numbers of cells"):
        activity_curve(Board.rectangle(1, 3), "left-end", game=mixed)
    # 1, 3, 3, 1 positions of none to three small pieces, 2 of a large one alone, 2 with a small one beside it
    (_, density, _), _ = activity_curve(Board.rectangle(1, 3), low=1, high=2, points=2, game=mixed)
    assert density == pytest.approx((3 * 1 + 3 * 2 + 1 * 3 + 2 * 2 + 2 * 3) / 12 / 3)


@pytest.mark.parametrize(
    ("kind", "game"), [("general", "domineering"), ("perfect", "domineering"), ("maximal", "col")]
)
def test_curves_go_through_the_moments(kind, game):
    board = Board.rectangle(4, 4)
    curve = activity_curve(board, kind, low="1/2", high=8, points=5, game=game)
    for t, density, entropy in curve:
        exact = moments(board, kind, x=round(t, 9), y=round(t, 9), game=game)
        assert density == pytest.approx(float(exact.density), abs=1e-7)
        assert entropy == pytest.approx(float(exact.entropy), abs=1e-7)
    assert [round(t, 9) for t, _, _ in curve] == [0.5, 1, 2, 4, 8]


def test_activities_are_drawn(tmp_path):
    picture = tmp_path / "curve.svg"
    run = CliRunner().invoke(main, ["evaluate", "--rows", "3", "--cols", "4", "--picture", str(picture)])
    assert run.exit_code == 0, run.output
    assert picture.read_text().count("<path") > 10
    for options, said in ((["--least", "0"], "above 0, not 0"), (["--least", "200"], "must be below")):
        run = CliRunner().invoke(
            main, ["evaluate", "--rows", "3", "--cols", "4", *options, "--picture", str(picture)]
        )
        assert run.exit_code == 2
        assert said in run.stderr
