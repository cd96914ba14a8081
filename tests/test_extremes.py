"""The fewest and the most dominoes against whole polynomials."""

import random
from collections.abc import Callable
from itertools import product

import pytest

from enumerate import Board, fewest, most, positions
from enumerate.checking.brute import brute_force
from enumerate.model.alternating import PLAY_DIFFERENCES
from enumerate.model.game import Game
from enumerate.rules.tiles import stuck_players
from enumerate.shortest.extremes import Extreme, Search, combine

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


def test_combining_is_associative_and_has_a_neutral_element() -> None:
    rng = random.Random(3)
    for _ in range(20):
        one, two, three = ({d: rng.randint(0, 9) for d in rng.sample(range(-4, 5), 4)} for _ in range(3))
        assert combine(combine(one, two), three) == combine(one, combine(two, three))
        assert combine(one, {0: 0}) == one


def test_prices_prove_only_what_is_true(monkeypatch):
    monkeypatch.setattr("enumerate.shortest.extremes.PRICED", 0)
    monkeypatch.setattr("enumerate.shortest.extremes.FIRST_WINDOW", 2)
    proved = []
    boards = [Board.rectangle(m, n) for m, n in product((4, 5), (5, 6))]
    for board, stuck, differences in product(boards, ((0,), (1,)), ((0, 1), (-1, 0))):
        search = Search(board, frozenset(stuck), differences)
        narrow, (whole, _) = search._least(2), search._least(12)
        assert search.dominoes == whole
        if narrow is not None and search._is_least(narrow[0]):
            assert narrow[0] == whole
            proved.append(whole)
        assert not search._is_least(whole + 1)
    assert len(proved) > 8


@pytest.mark.parametrize("effort", [300, 3])
def test_prices_lead_to_what_windows_find(effort: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("enumerate.shortest.priced.EFFORT", effort)
    rng = random.Random(effort)
    found = gaps = 0
    for name in ["domineering"] * 10 + ["col", "kings", "cram", "node-kayles"]:
        game = Game.named(name)
        players = game.variables(2)
        shape = rng.randint(2, 6), rng.randint(2, 5)
        cells = [(r, c) for r, c in product(*map(range, shape)) if rng.random() < rng.choice((0.85, 1))]
        board = Board.of(shape, cells, [rng.random() < 0.25 for _ in shape])
        stuck = frozenset(rng.sample(range(players), rng.randint(0, players)))
        differences = rng.choice((None, (0, 1), (-1, 0))) if players == 2 else None
        for is_most in (False, True):
            monkeypatch.setattr("enumerate.shortest.extremes.LARGE", 10**9)
            wanted = Search(board, stuck, differences, is_most, game=game).dominoes
            monkeypatch.setattr("enumerate.shortest.extremes.LARGE", 0)
            search = Search(board, stuck, differences, is_most, game=game)
            assert search.dominoes == wanted
            if wanted is not None:
                witness = search.witness()
                assert len(witness.pieces) == wanted
                assert stuck <= witness.stuck()
                assert differences is None or witness.counts[0] - witness.counts[1] in differences
            if search._by_prices is not None:
                found += search._by_prices.placements is not None
                gaps += search._by_prices.placements is None
    assert found > 10 if effort > 3 else gaps > 10
