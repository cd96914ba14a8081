"""The fewest and the most dominoes against whole polynomials."""

import random
from collections.abc import Callable

import pytest

from enumerate import Board, fewest, most, positions
from enumerate.checking.brute import brute_force
from enumerate.model.polynomial import PLAY_DIFFERENCES
from enumerate.optimize.extremes import Extreme
from enumerate.rules.kinds import stuck_players

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


@pytest.mark.parametrize("size", range(1, 8))
def test_the_fewest_of_maximal_positions_is_the_lower_matching_number(size: int) -> None:
    board = Board.rectangle(size, size)
    found = fewest(board, "maximal")
    assert found is not None
    sizes = positions(board, "maximal").by_size()
    assert found.dominoes == next(k for k, count in enumerate(sizes) if count)
    assert found.witness.stuck() == {0, 1}


def test_no_position_at_all() -> None:
    # on 1 x 2 Right is out of moves only after moving, and then Left has not moved last
    assert fewest(Board.rectangle(1, 2), "right-end", play=True) is None
    assert most(Board.rectangle(1, 2), "right-end", play=True) is None


def test_stuck_players_may_be_named_instead_of_a_kind() -> None:
    board = Board.rectangle(3, 4)
    one, two = fewest(board, stuck=(1,)), fewest(board, "right-end")
    assert one is not None
    assert two is not None
    assert one.dominoes == two.dominoes


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
