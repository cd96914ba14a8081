"""Densities and correlations of larger boards, in planes, by shuffling, as pictures.

`test_by_definition.py` compares them with sums over all positions.
"""

import json
from fractions import Fraction

import numpy as np
import pytest
from boards import KINDS
from click.testing import CliRunner

from enumerate import (
    Board,
    Domino,
    Game,
    InputError,
    correlations,
    densities,
    evaluate,
    moments,
    sample,
)
from enumerate.cli import main
from enumerate.measures.densities import placement_sums
from enumerate.render.density_map import density_svg, mixed
from enumerate.rules.problem import Problem, conflict_graph
from enumerate.sampling import backward
from enumerate.sampling.aztec import aztec_order
from enumerate.support.run import Settings


def test_planes_give_what_lists_give(monkeypatch):
    """Large boards are counted in planes of digits: the same densities and samples, at any weights."""
    board = Board.parse("....\n..#.\n....\n.#..")
    asked = [{}, {"x": "123456789/987654321", "y": "0.001"}, {"x": 10**9, "y": 3}]
    for kind in ("maximal", "any-end"):
        for weights in asked:
            plain = densities(board, kind, **weights), sample(board, kind, size=5, seed=1, **weights)
            with monkeypatch.context() as patch:
                patch.setattr(backward, "PLANE_STATES", 0)
                planes = densities(board, kind, **weights), sample(board, kind, size=5, seed=1, **weights)
                patch.setattr("enumerate.support.run.available_memory", lambda: 10**4)
                patch.setattr("enumerate.support.memory.CostEstimate.require", lambda *_: None)
                again = densities(board, kind, **weights), sample(board, kind, size=5, seed=1, **weights)
            assert plain == planes == again


def test_long_weights_are_counted_in_plain_integers(monkeypatch):
    """A float has 53 bits, which leave no room for digits in planes."""
    board = Board.rectangle(3, 3)
    wanted = densities(board, x=0.7, y=Fraction(1, 3**40))
    monkeypatch.setattr(backward, "PLANE_STATES", 0)
    assert densities(board, x=0.7, y=Fraction(1, 3**40)) == wanted
    assert wanted.value == evaluate(board, x=Fraction(0.7), y=Fraction(1, 3**40)).value


def test_densities_add_up_to_means():
    board = Board.rectangle(5, 4)
    for kind in KINDS:
        found = densities(board, kind, x="1/2", y=3)
        for axis, mean in enumerate(moments(board, kind, x="1/2", y=3).means):
            assert sum(chances[axis] for chances in found.cells.values()) == 2 * mean
        assert found.value == evaluate(board, kind, x="1/2", y=3).value


@pytest.mark.parametrize("order", [1, 2, 3, 4])
def test_shuffled_diamonds_have_the_densities_of_the_sweep(order):
    board = Board.aztec_diamond(order)
    assert aztec_order(board) == order
    task = Problem(board, frozenset(), perfect=True)
    for weights in ({}, {"x": 2, "y": "1/3"}, {"x": 0}):
        found = densities(board, "perfect", **weights)
        by_player = [Fraction(weights.get(name, 1)) for name in "xy"]
        each = [by_player[variable] for variable in conflict_graph(task.game, board).variables]
        total, *sums = placement_sums(task, Settings(), each)
        assert found.value == total
        assert [chance for _, chance in found.placements] == [one / total for one in sums]


def test_the_arctic_circle():
    """Well outside of the circle that touches the four sides dominoes are almost frozen."""
    order = 30
    chances = densities(Board.aztec_diamond(order), "perfect").to_numpy()
    middle = order - 0.5
    far = [
        (i, j)
        for i, j in np.argwhere(~np.isnan(chances[0])).tolist()
        if np.hypot(i - middle, j - middle) > 0.85 * order
    ]
    for i, j in far:
        frozen = 1 if abs(i - middle) > abs(j - middle) else 0  # horizontal at the top and the bottom
        assert chances[frozen, i, j] > 0.999
    assert abs(chances[0, order, order] - 0.5) < 0.01


@pytest.mark.parametrize(
    ("board", "game"),
    [
        (Board.box(2, 2, 2), "domineering"),
        (Board.rectangle(3, 3, lattice="hexagonal"), "col"),
        (Board.rectangle(2, 3, lattice="triangular"), "node-kayles"),
        (Board.from_graph([(0, 1), (1, 2)]), "col"),
    ],
    ids=repr,
)
def test_boards_of_every_sort_are_drawn(board, game):
    """A polygon for each cell, with its chances and their colour."""
    found = densities(board, game=game)
    drawn = density_svg(board, found.cells)
    assert drawn.count("<title>") == len(board)
    for chances in found.cells.values():
        shown = [float(chance) for chance in chances]
        assert f'fill="{mixed(shown)}"' in drawn
        assert f"<title>{', '.join(f'{chance:.4g}' for chance in shown)}</title>" in drawn
    assert len(found.table().rows) == len(board)


def test_the_command_prints_draws_and_tells_fractions(tmp_path):
    picture = tmp_path / "map.svg"
    options = ["--rows", "2", "--cols", "2", "--x", "1/2", "--picture", str(picture)]
    run = CliRunner().invoke(main, ["densities", *options, "--format", "json"])
    assert run.exit_code == 0, run.output
    found = json.loads(run.output)
    exact = densities(Board.rectangle(2, 2), x="1/2")
    assert found["at"] == {"x": "1/2", "y": "1"}
    assert Fraction(found["value"]) == exact.value
    assert [Fraction(cell["left"]) for cell in found["cells"]] == [c[0] for c in exact.cells.values()]
    assert [Fraction(p["density"]) for p in found["placements"]] == [c for _, c in exact.placements]
    assert picture.read_text().count("<path") == 4
    assert picture.read_text() == density_svg(exact.board, exact.cells) + "\n"
    text = CliRunner().invoke(main, ["densities", "--rows", "2", "--cols", "2"])
    assert text.output.split() == ["left", *["0.286"] * 4, "right", *["0.286"] * 4]
    array = exact.to_numpy()
    assert array.shape == (2, 2, 2)
    assert np.allclose(array[0], float(exact.cells[0, 0][0]))
    refused = CliRunner().invoke(main, ["densities", "--rows", "2", "--cols", "2", "--play"])
    assert refused.exit_code == 2
    assert "No such option" in refused.stderr


def test_they_agree_with_densities_where_nothing_can_be_listed():
    board = Board.parse("........\n...#....\n........\n......#.\n........\n........")
    known = densities(board, "maximal", x=2, y="1/3")
    found = correlations(board, (2, 3), "maximal", x=2, y="1/3")
    assert found.chance == sum(known.cells[2, 3])
    assert [density for _, density, _ in found.placements] == [density for _, density in known.placements]
    assert sum(found.joint[2, 3]) == found.chance  # the event is that this cell is covered
    assert np.isnan(found.to_numpy()[0, 1, 3])
    assert np.allclose(found.to_numpy(joint=True)[:, 2, 3], [float(each) for each in found.joint[2, 3]])


def test_a_domino_may_be_given_in_three_ways():
    piece = Game.of("domineering").pieces[0].name
    ways = [Domino((0, 1), "left"), (piece, ((0, 1), (1, 1))), (piece, [(1, 1), (0, 1)])]
    assert len({correlations("3x3", way) for way in ways}) == 1


def test_what_cannot_be_given_is_refused_in_one_line():
    for given, options, words in (
        ((3, 0), {}, r"expected a free cell of the board such as \(0, 0\), got \(3, 0\)"),
        (Domino((2, 0), "left"), {}, "there is no placement"),
        (Domino((0, 0), "left"), {"player": "left"}, "goes with a cell"),
        ((0, 0), {"player": "middle"}, "unknown player 'middle'"),
        ((0, 0), {"player": "left", "game": "kings"}, "pieces of either player"),
        ((0, 0), {"weights": {"left": 0, "right": 0}, "kind": "maximal"}, "add up to 0"),
        ((0, 0), {"x": -1}, "not negative"),
        ("first", {}, "there is no placement 'first'"),
    ):
        with pytest.raises(InputError, match=words):
            correlations("3x3", given, **options)
