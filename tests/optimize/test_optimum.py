"""Positions of least cost by brute force, dictionary and prices; the fewest pieces of every height."""

import random
from itertools import combinations, product

import numpy as np
import pytest

from enumerate import Board, positions
from enumerate.model.game import Game
from enumerate.model.polynomial import PLAY_DIFFERENCES
from enumerate.optimize import fewest_by_height
from enumerate.optimize import optimum as module
from enumerate.optimize.extremes import position_of
from enumerate.optimize.optimum import Optimum, optimum
from enumerate.optimize.prices import _narrow
from enumerate.rules.problem import Conflicts, Problem, conflict_graph
from enumerate.support.run import Settings, within

GAMES = [*["domineering"] * 6, "col", "snort", "kings", "cram", "node-kayles", "triomineering", "knights"]


def random_task(rng: random.Random, side: int) -> tuple[Problem, Conflicts]:
    """A game on a small board with walls and wraps, and its conflict graph."""
    game = Game.named(rng.choice(GAMES))
    shape = rng.randint(1, side), rng.randint(1, side)
    cells = [cell for cell in product(*map(range, shape)) if rng.random() < 0.85] or [(0, 0)]
    board = Board.of(shape, cells, [rng.random() < 0.25 and length > 2 for length in shape])
    players = range(game.variables(2))
    task = Problem(board, frozenset(rng.sample(players, rng.randint(0, len(players)))), game=game)
    return task, conflict_graph(game, board)


def random_costs(rng: random.Random, graph: Conflicts) -> list[int]:
    """Costs by placement, of either sign, with many ties or with few; or by player."""
    least, greatest = rng.choice([(0, 1), (-3, 9), (-(10**6), 10**6)])
    if rng.random() < 0.3:
        by_player = [rng.randint(least, greatest) for _ in range(3)]
        return [by_player[variable] for variable in graph.variables]
    return [rng.randint(least, greatest) for _ in range(len(graph))]


def by_definition(task: Problem, graph: Conflicts, costs: list[int]) -> list[int]:
    """The costs of all independent sets that leave the stuck players without a move, ascending."""
    sets: list[frozenset[int]] = [frozenset()]
    for q in range(len(graph)):
        sets += [one | {q} for one in sets if not one & graph.neighbours[q]]
    needed = graph.of(task.stuck)
    ends = [one for one in sets if all(q in one or one & graph.neighbours[q] for q in needed)]
    return sorted(sum(costs[q] for q in one) for one in ends)


def check(found: Optimum | None, task: Problem, graph: Conflicts, costs: list[int], differences=None) -> None:
    """The positions are different ones of the kind, and cost what is said."""
    if found is None:
        return
    assert len({tuple(each) for each in found.placements}) == len(found.placements)
    for cost, placements in zip(found.costs, found.placements, strict=True):
        assert sum(costs[q] for q in placements) == cost
        assert not any(b in graph.neighbours[a] for a, b in combinations(placements, 2))
        position = position_of(graph, placements)
        assert task.stuck <= position.stuck()
        assert differences is None or position.counts[0] - position.counts[1] in differences


@pytest.mark.parametrize("states", [10**9, -1], ids=["dictionary", "prices"])
def test_the_best_positions_are_those_of_brute_force(states: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "STATE_BUDGET", states)
    rng = random.Random(5)
    for _ in range(60):
        task, graph = random_task(rng, 3)
        costs, k = random_costs(rng, graph), rng.choice((1, 3, 10))
        wanted = by_definition(task, graph, costs)
        found = optimum(task, costs, None, k, counted=True)
        assert found is not None
        assert found.costs == wanted[:k]
        assert found.number == wanted.count(wanted[0])
        check(found, task, graph, costs)


@pytest.mark.parametrize("seed", range(4))
def test_prices_find_what_the_dictionary_finds(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    for _ in range(40):
        task, graph = random_task(rng, 5)
        k, counted, differences = rng.choice((1, 1, 4)), rng.random() < 0.5, None
        costs = random_costs(rng, graph)
        if seed % 2 and task.variables == 2:
            counted, differences = False, rng.choice(((0, 1), (-1, 0), (0,), (3,)))
            costs = [rng.choice((1, -1))] * len(graph)
        both = []
        for states in (10**9, -1):
            monkeypatch.setattr(module, "STATE_BUDGET", states)
            monkeypatch.setattr(module, "STATE_BUDGET_BY_DIFFERENCE", states)
            both.append(optimum(task, costs, differences, k, counted))
            check(both[-1], task, graph, costs, differences)
        one, two = both
        assert (one is None) == (two is None)
        if one is not None and two is not None:
            assert one.costs == two.costs
            assert not counted or one.number == two.number


@pytest.mark.parametrize("low", [0, -1, -(2**15), -(2**15) - 1, -(2**31), -(2**31) - 1])
@pytest.mark.parametrize("high", [0, 2**15 - 1, 2**15, 2**31 - 1, 2**31])
def test_narrow_prices_are_equal(low, high):
    values = np.array([low, 0, high], dtype=np.int64)
    found = _narrow(values)
    assert found.tolist() == values.tolist()
    assert found is not values


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("kind", ["right-end", "left-end"])
def test_threads_share_a_step_without_changing_it(threads, kind, monkeypatch):
    """Steps of a few elements are shared, in slices of a few; the truth is read from polynomials."""
    monkeypatch.setattr(fewest_by_height, "THREADING_ELEMENTS", 1)
    monkeypatch.setattr(fewest_by_height, "CHECK_ELEMENTS", 64)
    with within(Settings(threads=threads)):
        found = fewest_by_height.least_by_height(5, 4, kind)
    for rows, least in enumerate(found, 1):
        polynomial = positions(Board.rectangle(rows, 4), kind)
        sizes = [a + b for (a, b), _ in polynomial if a - b in PLAY_DIFFERENCES[kind]]
        assert least == min(sizes, default=None)


@pytest.mark.parametrize("limit", [1, 254, 255, 256, 2**16 - 2, 2**16 - 1, 2**16])
def test_no_number_of_pieces_is_read_as_never(limit):
    algebra = fewest_by_height.LeastByDifference(1, limit)
    assert algebra.never > limit
    values = algebra.start()
    values[values == 0] = limit
    assert algebra.read(algebra.rows(values)[0]) == {0: limit}
