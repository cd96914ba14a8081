"""Moments by finite differences, the activity curve, and the command; see also `test_by_definition.py`."""

import json
from fractions import Fraction
from math import isfinite

import pytest
from click.testing import CliRunner

from enumerate import Board, Game, InputError, evaluate, moments
from enumerate.cli import main
from enumerate.measures.moments import activity_curve
from enumerate.model.game import Piece


def test_means_are_logarithmic_derivatives():
    """x d/dx log P by a finite difference, on a board that takes lanes."""
    board, step = Board.rectangle(9, 10), Fraction(1, 10**12)
    at = {"x": Fraction(3, 4), "y": Fraction(5, 3)}
    here = evaluate(board, "maximal", **at).value
    there = evaluate(board, "maximal", x=at["x"] + step, y=at["y"]).value
    slope = (there - here) / step / here * at["x"]
    assert abs(slope - moments(board, "maximal", **at).means[0]) < Fraction(1, 10**8)


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


def test_a_curve_between_extreme_activities_is_finite() -> None:
    curve = activity_curve("4x4", low="1e-300", high="1e300", points=3)
    assert [point[0] for point in curve] == pytest.approx([1e-300, 1, 1e300])
    assert all(isfinite(number) for point in curve for number in point)
