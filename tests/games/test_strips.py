"""Strips and their sums against play by the rules: perfect play confirms every bound."""

import random
from functools import cache

import numpy as np
import pytest
from kernels import called
from oracles.solved_games import domineering_outcomes

from enumerate.games.bitboard.bits import Layout, words
from enumerate.games.domineering import solver as solver_module
from enumerate.games.domineering.domineering_kernel import bound, dominated, reduced
from enumerate.games.domineering.solver import Solver
from enumerate.games.domineering.strips import (
    LEAST,
    MEAN,
    SUMS,
    TEMPERATURE,
    UNITS,
    cut,
    strips_of,
    strips_of_width,
    sure_bound,
    table_of,
)
from enumerate.model.board import Board, Player
from enumerate.values.value import value

CELLS = 18


@pytest.fixture(autouse=True)
def compiled_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small boards, too, go to the compiled search."""
    monkeypatch.setattr(solver_module, "SMALL_CELLS", 0)


SIZES = [(2, 2), (2, 3), (2, 4), (3, 2), (3, 3), (4, 2), (5, 2)]  # lines, width


def owner_wins(free: int, lines: int, width: int, spare: int, owner_moves: bool) -> bool:
    """Play on a few lines with `spare` more moves for their owner (fewer than 0: for the other)."""
    crossing = range(width * (lines - 1))
    along = [c for c in range(width * lines) if (c + 1) % width]

    @cache
    def wins(free: int, spare: int, mine: bool) -> bool:
        step, first = (width, crossing) if mine else (1, along)
        options = [free & ~(1 << c | 1 << c + step) for c in first if free >> c & free >> c + step & 1]
        after = [(option, spare) for option in options]
        if spare > 0 and mine:
            after.append((free, spare - 1))
        if spare < 0 and not mine:
            after.append((free, spare + 1))
        outcomes = (wins(*position, not mine) for position in after)
        return any(outcomes) if mine else all(outcomes)

    return wins(free, spare, owner_moves)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_number_of_a_strip_is_no_more_than_the_strip(size: tuple[int, int]) -> None:
    """G >= n exactly if the owner wins G - n as the second: by play for integers; nearly all are the best."""
    table = table_of(*size)
    better = 0
    for free in range(len(table)):
        whole = int(table[free, LEAST]) // UNITS
        assert owner_wins(free, *size, -whole, owner_moves=False)
        better += owner_wins(free, *size, -whole - 1, owner_moves=False)
    assert better <= len(table) // 100


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_means_lie_between_what_second_and_first_players_reach(size: tuple[int, int]) -> None:
    """The mean is no more than the left stop and, less the temperature, no more than the right stop."""
    table = table_of(*size)
    for free in range(len(table)):
        mean, temperature = int(table[free, MEAN]), int(table[free, TEMPERATURE])
        if mean % UNITS:  # more than the integer below
            assert owner_wins(free, *size, -(mean // UNITS), owner_moves=True)
        assert owner_wins(free, *size, 1 - (mean - temperature) // UNITS, owner_moves=False)


@pytest.mark.parametrize("size", [(2, 1), (2, 2), (2, 3), (2, 5), (2, 7), (3, 3), (3, 4), (4, 4)], ids=str)
def test_means_temperatures_and_slopes_are_those_of_the_values(size: tuple[int, int]) -> None:
    """Down from its temperature a wall is a slope, on which a move gains, or upright."""
    mean, temperature, *_, slope = (int(number) for number in table_of(*size)[-1])
    worth = value(Board.rectangle(*size))
    assert (mean, temperature) == (UNITS * worth.mean, UNITS * max(worth.temperature, 0))
    (before, high), (top, centre) = ((0, 0), *worth.value.thermograph.left)[-2:]
    assert slope == (UNITS * (top - max(before, 0)) if high > centre and top > 0 else 0)


@pytest.mark.parametrize("size", [(2, 4), (3, 3), (4, 3)], ids=str)
def test_a_strip_upside_down_is_worth_the_same(size: tuple[int, int]) -> None:
    lines, width = size
    table = table_of(*size)
    for free in range(len(table)):
        rows = [free >> width * line & (1 << width) - 1 for line in range(lines)]
        assert (table[free] == table[sum(row << width * line for line, row in enumerate(rows[::-1]))]).all()


@pytest.mark.parametrize("owner", [Player.LEFT, Player.RIGHT])
def test_sums_of_strips_promise_no_more_than_play_gives(owner: Player) -> None:
    chance = random.Random(70 + owner)
    promised = 0
    for _ in range(400):
        shape = chance.choice([(2, 5), (3, 4), (4, 4), (5, 3), (6, 2), (3, 5), (2, 8), (3, 6), (7, 2)])
        board = Board.rectangle(*shape)
        if len(board) > 12:  # several components
            axis = 0 if shape[0] > shape[1] else 1
            board = board.without([cell for cell in board.cells if cell[axis] == shape[axis] // 2])
        board = board.without(chance.sample(sorted(board.cells), chance.randint(0, 5)))
        layout = Layout.of(shape, (0, 1))
        strips = strips_of(layout, CELLS)
        arrays = layout.strides, layout.firsts, layout.slabs, layout.shape
        sums = np.zeros((max(shape) + 2, SUMS), dtype=np.int64)
        low, high = words(layout.bits(board))
        truth = domineering_outcomes(board)
        for starts in (False, True):
            if (
                called(bound)(
                    low, high, int(owner), int(owner if starts else 1 - owner), arrays, strips, sums
                )
                > 0
            ):
                promised += 1
                assert truth[owner if starts else Player(1 - owner)][0] == owner, f"{owner} {starts}\n{board}"
    assert promised > 50


def test_eight_by_nine_is_four_strips() -> None:
    """Left wins 2 x 9 whoever starts, and so all 2k x 9: no search is needed."""
    board = words((1 << 72) - 1)
    sums = np.zeros((9, SUMS), dtype=np.int64)
    called(cut)(*board, 9, 8, strips_of_width(9, 12), sums)
    assert called(sure_bound)(sums[8], True) > 0
    assert called(sure_bound)(sums[8], False) > 0


def test_larger_tables_give_the_same_winner(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long search goes on with larger tables; what it has learnt stays."""
    monkeypatch.setattr("enumerate.games.domineering.searches.POSITIONS_BEFORE", {17: 500, 18: 2000})
    solver = Solver((6, 8))
    assert not solver.mover_wins(Board.rectangle(6, 8), Player.LEFT)
    assert solver._large is not None
    assert solver._large._cells == 18
    assert solver.nodes > 2000


def test_dominated_moves_are_not_needed() -> None:
    """A position won by a dominated move is won by another one, and a move that is not dominated is left."""
    chance = random.Random(80)
    found = 0
    for _ in range(300):
        shape = chance.choice([(4, 4), (5, 3), (3, 5)])
        board = Board.of(shape, chance.sample(sorted(Board.rectangle(*shape).cells), chance.randint(6, 12)))
        layout = Layout.of(shape, (0, 1))
        for player in (Player.LEFT, Player.RIGHT):
            _, mine, _, _, theirs = called(reduced)(
                *words(layout.bits(board)), int(player), 0, layout.strides, layout.firsts
            )
            low, _ = called(dominated)(mine, layout.strides[player], theirs)
            moves = [d for d in board.dominoes(player) if int(mine[0]) >> layout.bit(d.cell) & 1]
            wins = {
                d: domineering_outcomes(board.without(board.covered_by(d)))[Player(1 - player)][0] == player
                for d in moves
            }
            dropped = [d for d in moves if int(low) >> layout.bit(d.cell) & 1]
            kept = [d for d in moves if d not in dropped]
            found += len(dropped)
            if any(wins[d] for d in dropped):
                assert any(wins[d] for d in kept), f"{player}\n{board}"
    assert found > 50


def test_wide_boards_equal_domineering_outcomes() -> None:
    """Strips wider than the tables are looked up by segments."""
    chance = random.Random(3)
    for _ in range(100):
        shape = chance.choice([(2, 13), (13, 2), (3, 12), (1, 17), (12, 3), (2, 20)])
        board = Board.of(shape, chance.sample(sorted(Board.rectangle(*shape).cells), chance.randint(8, 17)))
        solver = Solver(shape)
        for player, (winner, _, _) in domineering_outcomes(board).items():
            assert solver.mover_wins(board, player) == (winner == player), str(board)
