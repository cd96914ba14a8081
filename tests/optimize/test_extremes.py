"""The fewest, the most, the cheapest and the dearest positions, against polynomials and lists of all
positions.
"""

import json
import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from enumerate import Board, Domino, cheapest, count, dearest, fewest, most, positions
from enumerate.checking.brute import all_positions, brute_force
from enumerate.model.board import Player
from enumerate.model.game import Game
from enumerate.model.polynomial import PLAY_DIFFERENCES
from enumerate.model.position import Position
from enumerate.optimize import optimum
from enumerate.optimize.extremes import Cheapest, Extreme
from enumerate.rules.kinds import stuck_players
from enumerate.rules.problem import PlacedPiece, conflict_graph, placed_pieces
from enumerate.support.errors import InputError

KINDS = ("general", "maximal", "right-end", "left-end", "any-end")
Extremum = Callable[..., Extreme | None]


def check(found: Extreme | None, wanted: int | None, board: Board, kind: str, play: bool) -> None:
    assert (found.dominoes if found is not None else None) == wanted
    if found is None:
        return
    assert len(found.witness.dominoes) == found.dominoes
    assert found.witness.board == board
    ends = ("left-end", "right-end") if kind == "any-end" else (kind,)
    assert any(
        stuck_players(end) <= found.witness.stuck()
        and (not play or found.witness.counts[0] - found.witness.counts[1] in PLAY_DIFFERENCES[end])
        for end in ends
    )


@pytest.mark.parametrize("play", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_extremes_are_those_of_the_polynomial(kind: str, play: bool) -> None:
    rng = random.Random(f"{kind} {play}")
    for _ in range(25):
        shape = rng.randint(1, 5), rng.randint(1, 5)
        cells = [(r, c) for r in range(shape[0]) for c in range(shape[1]) if rng.random() < 0.85]
        board = Board.of(shape, cells, [rng.random() < 0.3 for _ in shape])
        sizes = [sum(monomial) for monomial, _ in positions(board, kind, play=play)]
        check(fewest(board, kind, play=play), min(sizes, default=None), board, kind, play)
        check(most(board, kind, play=play), max(sizes, default=None), board, kind, play)


def test_extremes_are_equal_if_their_positions_are_whatever_was_asked() -> None:
    found = fewest(Board.rectangle(2, 3), "maximal")
    assert found is not None
    other = replace(found, kind=None, stuck=frozenset({0}), play=True, most=True, turn=Player.LEFT)
    assert other == found
    assert hash(other) == hash(found)
    assert replace(found, dominoes=7) != found


def test_extremes_in_three_dimensions() -> None:
    for shape in ((2, 2, 2), (2, 3, 2), (3, 2, 1)):
        board = Board.box(*shape, wrap=(False, True, False))
        sizes = brute_force(board, stuck=(0, 1, 2)).by_size()
        least = next(size for size, count in enumerate(sizes) if count)
        low, high = fewest(board, "maximal"), most(board, "maximal")
        assert low is not None
        assert high is not None
        assert (low.dominoes, high.dominoes) == (least, len(sizes) - 1)
        assert low.witness.stuck() == high.witness.stuck() == {0, 1, 2}


def test_no_position_at_all() -> None:
    # on 1 x 2 Right is out of moves only after moving, and then Left has not moved last
    assert fewest(Board.rectangle(1, 2), "right-end", play=True) is None
    assert most(Board.rectangle(1, 2), "right-end", play=True) is None
    assert fewest("3x4", stuck=(1,)) == fewest("3x4", "right-end")


@pytest.mark.parametrize(
    ("find", "board", "kind", "game", "pieces"),
    [
        (fewest, Board.rectangle(6, 6), "left-end", "far-col", 4),
        (fewest, Board.rectangle(6, 6), "maximal", "knights", 8),  # the independent domination number
        pytest.param(most, Board.rectangle(6, 6), "left-end", "far-col", 16, marks=pytest.mark.slow),
        pytest.param(fewest, Board.rectangle(7, 8), "maximal", "tetromineering", 8, marks=pytest.mark.slow),
        pytest.param(fewest, Board.rectangle(8, 8), "maximal", "knights", 14, marks=pytest.mark.slow),
    ],
)
def test_extremes_are_found_where_count_answers(
    find: Extremum, board: Board, kind: str, game: str, pieces: int
) -> None:
    found = find(board, kind, game=game, max_memory="4GiB")
    assert found is not None
    assert found.dominoes == pieces == len(found.witness.pieces)
    assert 0 in found.witness.stuck()


def total(position: Position, costs: dict[PlacedPiece, Fraction]) -> Fraction:
    """The cost of a position, piece by piece."""
    graph = conflict_graph(position.game, position.board)
    placed = dict(zip(graph.placements, placed_pieces(graph), strict=True))
    return sum((costs[placed[placement]] for placement in position.placements), Fraction(0))


@pytest.mark.parametrize("small", [True, False], ids=["dictionary", "prices"])
@pytest.mark.parametrize("kind", KINDS)
def test_cheapest_and_dearest_are_those_of_all_positions(
    kind: str, small: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(optimum, "STATE_BUDGET", 10**9 if small else -1)
    rng = random.Random(f"{kind}")
    for _ in range(10):
        game = Game.named(rng.choice(["domineering", "domineering", "col", "snort", "triomineering"]))
        shape = rng.randint(1, 4), rng.randint(1, 3)
        cells = [cell for cell in product(*map(range, shape)) if rng.random() < 0.9] or [(0, 0)]
        board = Board.of(shape, cells)
        denominator = rng.choice((1, 1, 6))
        placed = placed_pieces(conflict_graph(game, board))
        costs = {each: Fraction(rng.randint(-4, 9), denominator) for each in placed}
        values = sorted(total(position, costs) for position in all_positions(board, kind, game=game))
        given: Any = rng.choice([costs, costs.__getitem__])
        k = rng.choice((1, 5))
        for find, wanted in ((cheapest, values), (dearest, values[::-1])):
            found = find(board, kind, cost=given, k=k, game=game)
            assert isinstance(found, Cheapest)
            assert [cost for cost, _ in found.best] == wanted[:k]
            assert found.number == wanted.count(wanted[0])
            assert len({position for _, position in found.best}) == len(found.best)
            assert all(total(position, costs) == cost for cost, position in found.best)
            assert (found.cost, found.witness) == found.best[0]
            written = json.loads(json.dumps(found.to_json()))
            assert (written["play"], written["turn"]) == (False, None)
            assert written["dearest"] == (find is dearest)


def test_costs_by_player_are_those_of_the_polynomial() -> None:
    board = Board.rectangle(4, 4)
    costs = {"left": Fraction(7, 3), "R": 2}
    polynomial = brute_force(board, "maximal")
    values = sorted(costs["left"] * a + 2 * b for (a, b), number in polynomial for _ in range(number))
    found = cheapest(board, cost=costs)
    assert found is not None
    assert (found.cost, found.number) == (values[0], values.count(values[0]))


def test_if_nothing_costs_all_positions_are_cheapest() -> None:
    for board, kind in ((Board.rectangle(4, 5), "maximal"), (Board.rectangle(9, 9), "general")):
        found = cheapest(board, kind, cost=0)
        assert found is not None
        assert (found.cost, found.number) == (0, count(board, kind))


def test_a_large_board_has_the_number_of_cheapest_positions_of_its_polynomial() -> None:
    found = cheapest(Board.rectangle(8, 8), cost=1, k=3)
    assert found is not None
    assert (found.cost, found.number) == (22, 4804)
    assert all(position.stuck() == {0, 1} for _, position in found.best)


def test_numbers_of_numpy_and_texts_are_costs() -> None:
    board = Board.rectangle(2, 3)
    for one in (np.int64(3), "3", 3.0, Fraction(3)):
        found = cheapest(board, cost=one)
        assert found is not None
        assert (found.cost, type(found.cost)) == (6, int)


@pytest.mark.parametrize(
    ("cost", "message"),
    [
        ("two", "`cost` must be an integer.*not 'two'"),
        ({"left": 1}, "needs a number for right"),
        ({"middle": 1}, "unknown player 'middle'"),
        ({Domino((5, 5), "left"): 1}, r"no placement Domino\(cell=\(5, 5\), axis=0\)"),
        ({("V", ((0, 0), (0, 1))): 1}, "no placement"),
        ({7.5: 1}, "no placement 7.5"),
        ("1+2i", r"`cost` must be an integer, a fraction or a decimal, not '1\+2i'"),
        (lambda placed: None, "`cost` must be"),
    ],
)
def test_wrong_costs_are_refused(cost: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        cheapest(Board.rectangle(3, 3), cost=cost)


def test_wrong_numbers_of_positions_and_too_fine_costs_are_refused() -> None:
    for k in (0, -1, 10**9):
        with pytest.raises(InputError, match="`k`"):
            cheapest(Board.rectangle(3, 3), cost=1, k=k)
    with pytest.raises(InputError, match="round the costs"):
        cheapest(Board.rectangle(12, 12), "maximal", cost=lambda placed: placed.cells[0][0] + 0.1)
