"""Sampling, ranking and listing: an exact bijection with what brute force finds, and uniform samples."""

import random
from collections import Counter
from fractions import Fraction
from itertools import islice

import numpy as np
import pytest
from boards import boards_inside
from hypothesis import given, settings
from hypothesis import strategies as st
from measures.test_by_definition import weighed
from scipy.stats import chisquare

from enumerate import Domino, Game, sample
from enumerate.checking.brute import all_positions
from enumerate.counting.positions import count, positions
from enumerate.model.board import Board
from enumerate.model.position import Position
from enumerate.rules.problem import conflict_graph, placed_pieces
from enumerate.sampling.sampling import PositionList
from enumerate.support.errors import InputError, TooLargeError

KINDS = ("general", "left-end", "right-end", "maximal", "any-end")
LISTED = PositionList("4x3", "maximal")


def check_bijection(listed, wanted):
    """Listing gives every position once, and rank and unrank are inverse to each other and to it."""
    got = list(listed.listing())
    assert listed.total == len(got) == len(wanted)
    assert set(got) == wanted
    assert listed.ranks(got) == list(range(len(got)))


@pytest.mark.parametrize("every", [8, pytest.param(1, marks=pytest.mark.slow)])
def test_bijection_on_boards_inside_3_x_3(every):
    """Of 512 boards all or some, the four sets of stuck players; rank is checked against the list."""
    for board in random.Random(3).sample(list(boards_inside(3, 3)), 512 // every):
        everything = list(all_positions(board))
        for stuck in [(), (0,), (1,), (0, 1)]:
            wanted = {position for position in everything if set(stuck) <= position.stuck()}
            check_bijection(PositionList(board, stuck=stuck), wanted)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from(KINDS), st.booleans())
def test_rank_and_unrank_where_brute_force_cannot_go(number, kind, play):
    listed = PositionList(Board.parse("....#.\n......\n..#...\n......"), kind, play=play)
    assert listed.total == count(listed.board, kind, play=play)
    rank = number % listed.total
    assert listed.rank(listed.position(rank)) == rank


def test_total_with_given_numbers_is_the_coefficient():
    board = Board.rectangle(5, 5)
    polynomial = positions(board, "maximal")
    for (a, b), coefficient in islice(polynomial, 0, None, 7):
        assert PositionList(board, "maximal", dominoes=(a, b)).total == coefficient


@pytest.mark.parametrize("kind", ["general", "maximal", "any-end"])
def test_bijection_with_given_numbers_of_pieces(kind):
    board = Board.parse("....\n..#.\n....")
    wanted = {}
    for position in PositionList(board, kind).listing():
        wanted.setdefault(sum(position.counts), set()).add(position)
    one, two = sorted(wanted)[-2:]
    few = PositionList(board, kind, pieces=(one, two))
    check_bijection(few, wanted[one] | wanted[two])
    for number in (one, two):
        check_bijection(few.of_size(number), wanted[number])
    with pytest.raises(InputError, match="with 1 pieces are not among these"):
        few.of_size(1)


def by_cells(placed):
    """Some weight that depends on the cells, and is 0 for some placements."""
    (row, col), *_ = placed.cells
    return Fraction(1 + 3 * row + col, 2 + col) if (row, col) != (1, 1) else 0


WEIGHED = [
    ("....\n...#\n....", {"kind": kind, "weights": by_cells}) for kind in ("general", "maximal", "any-end")
] + [
    ("...\n...", {"kind": "maximal", "game": "col", "weights": by_cells}),
    ("...\n..#\n...", {"x": "3/2", "y": "1/3"}),
    (str(Board.aztec_diamond(2)), {"kind": "perfect", "y": "1/2"}),  # shuffled
]


@pytest.mark.parametrize(("drawing", "asked"), WEIGHED)
def test_samples_have_chances_in_proportion_to_their_weights(drawing, asked):
    """Chi-square against the weights of all positions; the seed is fixed, so the test cannot flicker."""
    board, x, y = Board.parse(drawing), *(Fraction(asked.get(name, 1)) for name in "xy")
    weigh = asked.get("weights", lambda placed: y if placed.player else x)
    named = {name: asked[name] for name in asked.keys() & {"kind", "game"}}
    weights = weighed(board, weigh, **named)
    graph = conflict_graph(Game.of(asked.get("game", "domineering")), board)
    pieces = dict(zip(graph.placements, placed_pieces(graph), strict=True))
    possible = {chosen: weight for chosen, weight in weights if weight}
    size, total = 20 * len(possible), sum(possible.values())
    drawn = sample(board, size=size, seed=5, **asked)
    assert drawn == sample(board, size=size, seed=5, **asked)
    assert Fraction(drawn.to_json()["of"]) == total
    seen = Counter(frozenset(map(pieces.get, position.pieces)) for position in drawn)
    assert set(seen) <= set(possible)
    wanted = [float(size * weight / total) for weight in possible.values()]
    assert 0.001 < chisquare([seen[chosen] for chosen in possible], wanted).pvalue < 0.999
    if "weights" in asked:
        mapping = {placed: by_cells(placed) for placed in placed_pieces(graph)}
        assert sample(board, size=5, seed=5, **asked | {"weights": mapping}) == drawn[:5]


def test_weights_of_placements_that_are_wrong():
    for weights, words in (
        ({("V", ((5, 5), (6, 5))): 2}, "there is no placement"),
        ({Domino((0, 0), "left"): -1}, "not negative, not -1"),
        (lambda placed: float("nan"), "`weight` must be an integer"),
        (1j, "`weight` must be an integer"),
        ({"left": 2}, "needs a number for right"),
    ):
        with pytest.raises(InputError, match=words):
            sample("3x3", weights=weights, seed=1)
    with pytest.raises(InputError, match="not both"):
        sample("3x3", x=2, weights=1, seed=1)
    with pytest.raises(InputError, match="add up to 0"):
        sample("3x3", "maximal", weights=0, seed=1)
    with pytest.raises(InputError, match="the weights of all maximal positions on this board add up to 0"):
        sample("1x4", "maximal", y=0)
    with pytest.raises(InputError, match="real and not negative, not -1"):
        sample("2x2", x=-1)
    with pytest.raises(InputError, match="positions with weights have no numbers"):
        PositionList("2x2", x=2).position(0)
    assert all(position.counts[1] == 0 for position in sample("4x4", size=20, seed=1, y=0))


def test_perfect_positions_are_listed_and_drawn():
    for board in (Board.rectangle(4, 4), Board.parse("..#\n...\n..."), Board.aztec_diamond(2)):
        listed = PositionList(board, "perfect")
        check_bijection(listed, {p for p in all_positions(board) if len(p.covered) == len(board)})
        assert set(listed.sample(200, seed=1)) <= set(listed.listing())
    assert PositionList("3x3", "perfect").total == 0
    with pytest.raises(InputError, match="there is no perfect position on this board"):
        sample("3x3", "perfect")
    assert len(sample(Board.aztec_diamond(3), "perfect", size=0, seed=1)) == 0


@pytest.mark.parametrize(
    ("game", "kind", "drawing"),
    [
        ("domineering", "maximal", "LRR.#\nL....\n....."),
        ("domineering", "any-end", "LRR.#\nL....\n....."),
        ("col", "any-end", "L...#\n.R...\n....."),
        ("kings", "maximal", "N...#\n.....\n....."),
    ],
)
def test_an_array_of_samples_is_that_of_their_positions(game, kind, drawing):
    start = Position.parse(drawing, game=game)
    drawn = sample(start, kind, size=30, seed=2)
    assert (drawn.to_numpy() == [position.to_numpy() for position in drawn]).all()
    assert (sample(start, kind, size=30, seed=2, as_array=True) == drawn.to_numpy()).all()
    assert sample(start, kind, size=0, seed=2).to_numpy().shape == (0, 3, 5)
    assert drawn.to_numpy().dtype == np.int8
    signs = {-1: "#", 0: ".", 1: "LN"[game == "kings"], 2: "R"}
    for position, cells in zip(drawn, drawn.to_numpy().tolist(), strict=True):
        assert str(position) == "\n".join("".join(map(signs.get, row)) for row in cells)


def test_the_same_seed_gives_the_same_positions():
    listed = PositionList(Board.rectangle(6, 6), "maximal")
    assert listed.sample(3, seed=1) == listed.sample(3, seed=1)
    assert listed.sample(3, seed=1) != listed.sample(3, seed=2)
    assert listed.ranks(listed.sample(2, seed=1)) == [563564, 2387414]


@pytest.mark.parametrize("arguments", [{}, {"play": True}, {"dominoes": (3, None)}])
def test_layers_counted_again_give_the_same_positions(arguments, monkeypatch):
    """Where memory is short only some layers are kept, and the others are counted again."""
    board = Board.rectangle(5, 5)
    kept = PositionList(board, "maximal", **arguments)
    monkeypatch.setattr("enumerate.support.run.available_memory", lambda: 10**4)
    monkeypatch.setattr("enumerate.support.memory.CostEstimate.require", lambda *_: None)
    short = PositionList(board, "maximal", **arguments)
    assert short._tables[0][1]._spacing > 1
    assert kept._tables[0][1]._spacing == 1
    assert short.sample(20, seed=3) == kept.sample(20, seed=3)


def test_listing_is_lazy():
    listed = PositionList(Board.rectangle(8, 8))
    assert len(list(islice(listed.listing(), 5))) == 5
    assert next(listed.listing()).dominoes == frozenset()


def test_the_board_without_cells_has_one_position():
    done = Position.parse("LRR\nLRR").free
    assert list(PositionList(done, "maximal").listing()) == [Position.of(done)]


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: LISTED.position(75), InputError, "no position has number 75: there are 75, numbered from 0"),
        (lambda: LISTED.position(-1), InputError, "no position has number -1"),
        (lambda: LISTED.rank(Position.of("4x3")), InputError, "the position is not a maximal position"),
        (lambda: LISTED.rank(Position.of("3x4")), InputError, "on another board"),
        (
            lambda: PositionList("4x3", "maximal", dominoes=(3, 9)).sample(1, seed=1),
            InputError,
            "no maximal position has 3 Left and 9 Right dominoes on this board",
        ),
        (
            lambda: PositionList("6x1", "left-end", play=True).sample(1, seed=1),
            InputError,
            "there is no left-end position that alternating play can reach",
        ),
        (lambda: PositionList("4x3", dominoes=(-1, None)), InputError, "`left` must be at least 0, not -1"),
        (lambda: LISTED.sample(1, seed=-3), InputError, "`seed` must be at least 0, not -3"),
        (lambda: LISTED.sample(-1, seed=3), InputError, "`size` must be at least 0, not -1"),
        (lambda: PositionList("24x24", "maximal"), TooLargeError, "Choose a board that is narrower"),
        (
            lambda: PositionList("6x6", play=True, max_memory=50_000),
            TooLargeError,
            "counts need about",
        ),
        (lambda: PositionList("4x3", pieces=(2,), dominoes=(1, 1)), InputError, "not both"),
    ],
)
def test_refusals(call, error, message):
    with pytest.raises(error, match=message):
        call()
