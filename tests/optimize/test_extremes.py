"""The fewest, the most, the cheapest and the dearest positions, against polynomials and lists of all
positions.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from enumerate import Board, Domino, cheapest, count, fewest, most
from enumerate.checking.brute import brute_force
from enumerate.model.board import Player
from enumerate.optimize.extremes import Extreme
from enumerate.support.errors import InputError

Extremum = Callable[..., Extreme | None]


def test_extremes_are_equal_if_their_positions_are_whatever_was_asked() -> None:
    found = fewest(Board.rectangle(2, 3), "maximal")
    assert found is not None
    other = replace(found, kind=None, stuck=frozenset({0}), play=True, most=True, turn=Player.LEFT)
    assert other == found
    assert hash(other) == hash(found)
    assert replace(found, dominoes=7) != found


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
