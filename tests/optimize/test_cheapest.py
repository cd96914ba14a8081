"""Cheapest and dearest positions against all positions of a small board, listed by brute force."""

import json
import random
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from enumerate import Board, Domino, cheapest, count, dearest, fewest, most
from enumerate.checking.brute import brute_force
from enumerate.model.game import Game
from enumerate.model.position import Position
from enumerate.optimize import optimum
from enumerate.optimize.extremes import Cheapest
from enumerate.rules.kinds import stuck_players
from enumerate.rules.problem import PlacedPiece, conflict_graph, placed_pieces
from enumerate.support.errors import InputError

KINDS = ("general", "maximal", "left-end", "right-end", "any-end")


def all_costs(board: Board, game: Game, kind: str, costs: dict[PlacedPiece, Fraction]) -> list[Fraction]:
    """The costs of all positions of a kind, by definition."""
    graph, placed = conflict_graph(game, board), placed_pieces(conflict_graph(game, board))
    sets: list[frozenset[int]] = [frozenset()]
    for q in range(len(graph)):
        sets += [one | {q} for one in sets if not one & graph.neighbours[q]]

    def is_stuck(one: frozenset[int], player: int) -> bool:
        return all(q in one or one & graph.neighbours[q] for q in graph.of([player]))

    ends = ("left-end", "right-end") if kind == "any-end" else (kind,)
    players = range(game.variables(2))
    kept = [
        one
        for one in sets
        if any(all(is_stuck(one, p) for p in stuck_players(end) if p in players) for end in ends)
    ]
    return [sum((costs[placed[q]] for q in one), Fraction(0)) for one in kept]


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
    monkeypatch.setattr(optimum, "SMALL_STATES", 10**9 if small else -1)
    rng = random.Random(f"{kind}")
    for _ in range(10):
        game = Game.named(rng.choice(["domineering", "domineering", "col", "snort", "triomineering"]))
        shape = rng.randint(1, 4), rng.randint(1, 3)
        cells = [cell for cell in product(*map(range, shape)) if rng.random() < 0.9] or [(0, 0)]
        board = Board.of(shape, cells)
        denominator = rng.choice((1, 1, 6))
        placed = placed_pieces(conflict_graph(game, board))
        costs = {each: Fraction(rng.randint(-4, 9), denominator) for each in placed}
        values = sorted(all_costs(board, game, kind, costs))
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
            json.dumps(found.to_json())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("cols", [3, pytest.param(5, marks=pytest.mark.slow)])
def test_equal_costs_ask_for_the_fewest_and_the_most(kind: str, cols: int) -> None:
    board = Board.rectangle(4, cols)
    sizes = brute_force(board, kind).by_size()
    low, high = cheapest(board, kind, cost=1), dearest(board, kind, cost=1)
    few, many = fewest(board, kind), most(board, kind)
    assert low is not None
    assert high is not None
    assert few is not None
    assert many is not None
    assert (low.cost, low.number) == (few.dominoes, sizes[few.dominoes])
    assert (high.cost, high.number) == (many.dominoes, sizes[many.dominoes])


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


def test_wrong_numbers_of_positions_are_refused() -> None:
    for k in (0, -1, 10**9):
        with pytest.raises(InputError, match="`k`"):
            cheapest(Board.rectangle(3, 3), cost=1, k=k)


def test_costs_that_are_too_fine_for_a_large_board_are_refused() -> None:
    with pytest.raises(InputError, match="round the costs"):
        cheapest(Board.rectangle(12, 12), "maximal", cost=lambda placed: placed.cells[0][0] + 0.1)
