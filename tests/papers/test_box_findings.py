"""The evidence behind the verdicts on [Hur10] in docs/appendix/hur10.md; its tables are recomputed."""

import re
from itertools import combinations, product
from math import prod
from pathlib import Path

import pytest
from oracles.box_strategy import play_all

from enumerate.games.box.box_solver import ORDERS, BoxSolver, outcomes
from enumerate.games.turns import parse_order
from enumerate.model.board import Board, Player

PAGE = (Path(__file__).parents[2] / "docs" / "appendix" / "hur10.md").read_text()
LINES = re.findall(r"^\| (\d+) x (\d+) x (\d+) \| ([^|]+) \| ([^|]+)(?: \| ([^|]+))? \|$", PAGE, re.MULTILINE)
Box = tuple[int, int, int]


def number(text: str) -> int | None:
    return int(text.replace(",", "")) if text[0].isdigit() else None


CLASSES = [((int(a), int(b), int(c)), x, number(y)) for a, b, c, x, y, z in LINES if not z]
AGAINST_M = [((int(a), int(b), int(c)), [number(t) for t in (x, y, z)]) for a, b, c, x, y, z in LINES if z]
STRATEGIES = {
    order.replace("-", ""): number(ends)
    for order, ends in re.findall(r"^\| (\w-\w-\w) \| [\d,]+ \| ([\d,]+) \|$", PAGE, re.MULTILINE)
}
QUICK = 500_000  # nodes, a fraction of a second


def slow_if(is_large, case):
    return pytest.param(*case, marks=pytest.mark.slow if is_large else (), id=str(case))


@pytest.mark.parametrize(("box", "name", "nodes"), [slow_if(case[2] >= QUICK, case) for case in CLASSES])
def test_classes_beyond_the_thesis(box: Box, name: str, nodes: int) -> None:
    result = outcomes(box)
    assert (result.outcome_class, result.nodes) == (name, nodes)


@pytest.mark.parametrize(("box", "wanted"), [slow_if(prod(case[0]) > 48, case) for case in AGAINST_M])
def test_m_cannot_win(box: Box, wanted: list[int | None]) -> None:
    """One solver for the cyclic order L, R, M: L starts, then R, then M; M is third, second, first."""
    solver = BoxSolver(box, parse_order("LRM"), Player.MIDDLE)
    before = 0
    for starts, nodes in zip(Player, wanted, strict=True):
        if nodes is not None:
            assert not solver.wins(Board.box(*box), starts)
            assert solver.nodes - before == nodes
            before = solver.nodes


def test_the_tables_are_whole() -> None:
    """All boxes of the diagram aside, those with sizes of at least 2 that add up to at most 12."""
    large = {(a, b, c) for a, b, c in product(range(2, 9), repeat=3) if a >= b >= c and a + b + c <= 12}
    known = {(2, 2, 2), (3, 2, 2), (3, 3, 2), (3, 3, 3), (4, 2, 2), (4, 3, 2), (5, 2, 2), (4, 4, 3)}
    assert {box for box, _, _ in CLASSES} == large - known
    assert set(STRATEGIES) == set(ORDERS)
    assert [box for box, _ in AGAINST_M] == [
        (5, 5, 3), (6, 6, 3), (2, 2, 10), (2, 2, 12), (2, 2, 14), (2, 2, 16),
    ]  # fmt: skip


@pytest.mark.parametrize("length", [4, 5, 6, 7, 8])
def test_m_cannot_win_on_short_sticks(length: int) -> None:
    result = outcomes((2, 2, length)).outcomes
    assert "M" not in result.values()


@pytest.mark.slow
@pytest.mark.parametrize("order", STRATEGIES)
def test_end_nodes_of_the_solved_strategy(order: str) -> None:
    """4.3: the 4 x 3 x 4 of the thesis is 3 x 4 x 4 here."""
    solver = BoxSolver((3, 4, 4), parse_order(order), Player.MIDDLE)
    found = play_all(solver.move_against, Board.box(3, 4, 4), solver.order, Player.MIDDLE)
    assert found == (STRATEGIES[order], 0)


SLICE = list(product(range(4), repeat=2))


def beside(cell: tuple[int, int]) -> set[tuple[int, int]]:
    r, c = cell
    return {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} & set(SLICE)


def most_pieces(free: set[tuple[int, int]], axis: int) -> int:
    """The most dominoes along one axis, line by line from one end."""
    count = 0
    for line in range(4):
        run = 0
        for place in range(5):
            cell = (place, line) if axis == 0 else (line, place)
            run, count = (run + 1, count) if cell in free else (0, count + run // 2)
    return count


def test_lemma_of_3_4() -> None:
    """Beside any three cells of a slice both L and R have room for five pieces, and no more in general."""
    for axis in (0, 1):
        assert min(most_pieces(set(SLICE) - set(kept), axis) for kept in combinations(SLICE, 3)) == 5


def test_proposition_3_6() -> None:
    """A cell is protected if all cells beside it are M's: three pieces protect at most one cell."""
    protected = [
        sum(beside(cell) <= set(pieces) for cell in SLICE if cell not in pieces)
        for pieces in combinations(SLICE, 3)
    ]
    assert max(protected) == 1
