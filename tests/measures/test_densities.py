"""Local densities: equal to what brute force finds, exactly; samples as the weights say."""

import json
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from boards import KINDS, boards_inside, random_board
from click.testing import CliRunner
from scipy.stats import chisquare

from enumerate import Board, Game, InputError, Position, densities, evaluate, moments, sample
from enumerate.checking.brute import all_positions
from enumerate.cli import main
from enumerate.measures.densities import placement_sums
from enumerate.model.game import variable_of
from enumerate.model.weights import weights_of
from enumerate.render.density_map import density_svg, mixed
from enumerate.rules.problem import Problem, conflict_graph
from enumerate.sampling import backward
from enumerate.sampling.sampling import PositionList
from enumerate.support.run import Settings

POINTS = [(None, None, None), ("3/2", "1/3", 5), (0, 2, "7/4")]


def weight_of(position, weights):
    """The product of the weights of a position's pieces."""
    product = Fraction(1)
    for weight, number in zip(weights, position.counts, strict=True):
        product *= weight.real**number
    return product


def brute(found, weights):
    """The weight of all positions, and by placement, from a list of positions."""
    total, sums = Fraction(0), {}
    for position in found:
        weight = weight_of(position, weights)
        total += weight
        for placement in position.placements:
            key = placement.piece, placement.at
            sums[key] = sums.get(key, 0) + weight
    return total, sums


def check(board, kind="general", stuck=None, game="domineering", points=POINTS):
    """Densities of a board against brute force, at some weights."""
    game = Game.of(game)
    positions = list(all_positions(board, kind, stuck=stuck, game=game))
    variables = game.variables(board.dimension)
    for point in points:
        given = (*point[:variables], None, None, None)[:3]
        weights = weights_of(given, "xyz"[:variables])
        total, sums = brute(positions, weights)
        x, y, z = given
        if not total:
            with pytest.raises(InputError, match="add up to 0"):
                densities(board, kind, stuck=stuck, x=x, y=y, z=z, game=game)
            continue
        got = densities(board, kind, stuck=stuck, x=x, y=y, z=z, game=game)
        assert got.value == total
        assert {(p.piece, p.at): chance for p, chance in got.placements if chance} == {
            key: value / total for key, value in sums.items() if value
        }
        covered = dict.fromkeys(product(sorted(board.cells), range(variables)), Fraction(0))
        for position in positions:
            for placement in position.placements:
                for cell in placement.cells:
                    owner = variable_of(game.pieces[placement.piece])
                    covered[cell, owner] += weight_of(position, weights) / total
        assert {
            (cell, player): chance
            for cell, chances in got.cells.items()
            for player, chance in enumerate(chances)
        } == covered


@pytest.mark.parametrize("seed", range(25))
def test_densities_are_those_of_brute_force(seed):
    """Flat and solid boards, with walls and wrapped axes, any set of stuck players."""
    board, stuck = random_board(seed)
    check(board, stuck=stuck)


def small_boards(every):
    """Boards inside 3 x 4, some or all of them; of mirror images one."""
    found = []
    for board in boards_inside(3, 4):
        images = [board, board.mirror(0), board.mirror(1), board.mirror(0).mirror(1)]
        if sorted(board.cells) == min(sorted(image.cells) for image in images):
            found.append(board)
    return found[every - 1 :: every]


def test_densities_of_some_boards_inside_3_x_4():
    for board in small_boards(every=90):
        for kind in (*KINDS, "any-end", "perfect"):
            check(board, kind, points=POINTS[1:2])


@pytest.mark.slow
def test_densities_of_all_boards_inside_3_x_4():
    for board in small_boards(every=1):
        for kind in (*KINDS, "any-end", "perfect"):
            check(board, kind, points=POINTS[1:2])


def test_planes_give_what_lists_give(monkeypatch):
    """Large boards are counted in planes of digits: the same densities and samples, at any weights."""
    board = Board.parse("....\n..#.\n....\n.#..")
    asked = [{}, {"x": "123456789/987654321", "y": "0.001"}, {"x": 10**9, "y": 3}]
    for kind in ("maximal", "any-end"):
        for weights in asked:
            plain = densities(board, kind, **weights), sample(board, kind, size=5, seed=1, **weights)
            with monkeypatch.context() as patch:
                patch.setattr(backward, "MANY_STATES", 0)
                planes = densities(board, kind, **weights), sample(board, kind, size=5, seed=1, **weights)
                patch.setattr("enumerate.support.run.available_memory", lambda: 10**4)
                patch.setattr("enumerate.support.memory.CostEstimate.require", lambda *_: None)
                again = densities(board, kind, **weights), sample(board, kind, size=5, seed=1, **weights)
            assert plain == planes == again


def test_long_weights_are_counted_in_plain_integers(monkeypatch):
    """A float has 53 bits, which leave no room for digits in planes."""
    board = Board.rectangle(3, 3)
    wanted = densities(board, x=0.7, y=Fraction(1, 3**40))
    monkeypatch.setattr(backward, "MANY_STATES", 0)
    assert densities(board, x=0.7, y=Fraction(1, 3**40)) == wanted
    assert wanted.value == evaluate(board, x=Fraction(0.7), y=Fraction(1, 3**40)).value


def test_densities_add_up_to_means():
    board = Board.rectangle(5, 4)
    for kind in KINDS:
        found = densities(board, kind, x="1/2", y=3)
        for axis, mean in enumerate(moments(board, kind, x="1/2", y=3).means):
            assert sum(chances[axis] for chances in found.cells.values()) == 2 * mean
        assert found.value == evaluate(board, kind, x="1/2", y=3).value


def test_weighted_samples_have_chances_in_proportion_to_weights():
    """Chi-square against the weights; the seed is fixed, so the test cannot flicker."""
    board = Board.parse("...\n..#\n...")
    weights = weights_of(("3/2", "1/3"), "xy")
    positions = list(all_positions(board, "general"))
    total = sum(weight_of(position, weights) for position in positions)
    drawn = sample(board, size=2000, seed=3, x="3/2", y="1/3")
    expected = [float(2000 * weight_of(position, weights) / total) for position in positions]
    assert 0.001 < chisquare([drawn.count(position) for position in positions], expected).pvalue < 0.999
    assert drawn == sample(board, size=2000, seed=3, x="3/2", y="1/3")


def test_weights_0_leave_nothing_of_a_player():
    assert all(position.counts[1] == 0 for position in sample(Board.rectangle(4, 4), size=20, seed=1, y=0))
    with pytest.raises(InputError, match="the weights of all maximal positions on this board add up to 0"):
        sample(Board.rectangle(1, 4), "maximal", y=0)
    with pytest.raises(InputError, match="real and not negative, not -1"):
        sample(Board.rectangle(2, 2), x=-1)
    with pytest.raises(InputError, match="positions with weights have no numbers"):
        PositionList(Board.rectangle(2, 2), x=2, y=1).position(0)


def test_samples_as_an_array():
    board = Board.parse("...\n.#.")
    drawn = sample(board, size=7, seed=2)
    array = sample(board, size=7, seed=2, as_array=True)
    assert array.shape == (7, 2, 3)
    assert array.dtype == np.int8
    signs = {-1: "#", 0: ".", 1: "L", 2: "R"}
    for position, cells in zip(drawn, array.tolist(), strict=True):
        assert str(position) == "\n".join("".join(signs[sign] for sign in row) for row in cells)
    assert sample(board, size=0, seed=2, as_array=True).shape == (0, 2, 3)
    assert Position.parse("LR.", game="col").to_numpy().tolist() == [[1, 2, 0]]


def test_perfect_positions_are_listed_and_drawn():
    for board in (Board.rectangle(4, 4), Board.parse("..#\n...\n...")):
        listed = PositionList(board, "perfect")
        wanted = {p for p in all_positions(board) if len(p.covered) == len(board)}
        assert set(listed.listing()) == wanted
        assert listed.total == len(wanted)
        assert set(listed.sample(200, seed=1)) <= wanted
    assert PositionList(Board.rectangle(3, 3), "perfect").total == 0
    with pytest.raises(InputError, match="there is no perfect position on this board"):
        sample(Board.rectangle(3, 3), "perfect")


@pytest.mark.parametrize("order", [1, 2, 3, 4])
def test_shuffled_diamonds_have_the_densities_of_the_sweep(order):
    board = Board.aztec_diamond(order)
    task = Problem(board, frozenset(), perfect=True)
    for weights in ({}, {"x": 2, "y": "1/3"}, {"x": 0}):
        found = densities(board, "perfect", **weights)
        by_player = [Fraction(weights.get(name, 1)) for name in "xy"]
        each = [by_player[variable] for variable in conflict_graph(task.game, board).variables]
        total, *sums = placement_sums(task, Settings(), each)
        assert found.value == total
        assert [chance for _, chance in found.placements] == [one / total for one in sums]


def test_shuffled_samples_have_chances_in_proportion_to_weights():
    board = Board.aztec_diamond(2)
    weights = weights_of((1, "1/2"), "xy")
    drawn = sample(board, "perfect", size=2000, seed=5, y="1/2")
    listed = PositionList(board, "perfect")
    assert drawn.question["of"] == "125/64"
    positions = list(listed.listing())
    total = sum(weight_of(position, weights) for position in positions)
    expected = [float(2000 * weight_of(position, weights) / total) for position in positions]
    assert 0.001 < chisquare([drawn.count(position) for position in positions], expected).pvalue < 0.999
    assert len(drawn) == sum(drawn.count(position) for position in positions)


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
        (Board.box(4), "domineering"),
        (Board.rectangle(3, 3, lattice="hexagonal"), "col"),
        (Board.rectangle(2, 3, lattice="triangular"), "node-kayles"),
        (Board.from_graph([(0, 1), (1, 2)]), "col"),
    ],
    ids=repr,
)
def test_boards_of_every_sort_are_drawn(board, game):
    """A polygon for each cell, with its chances and their colour."""
    check(board, game=game)
    found = densities(board, game=game)
    drawn = density_svg(board, found.cells)
    assert drawn.count("<path") == len(board)
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
