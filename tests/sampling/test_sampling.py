"""Sampling, ranking and listing: an exact bijection with what brute force finds, and uniform samples."""

import random
from collections import Counter
from fractions import Fraction
from itertools import islice
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from enumerate import Domino, Game, sample
from enumerate.checking.brute import all_positions
from enumerate.counting.positions import count, positions
from enumerate.model.board import Board, Player
from enumerate.model.game import variable_of
from enumerate.model.polynomial import play_differences
from enumerate.model.position import Position
from enumerate.rules.problem import PlacedPiece, conflict_graph, placed_pieces
from enumerate.sampling.sampling import PositionList
from enumerate.support.errors import InputError, TooLargeError

ENDS = {"general": [()], "left-end": [(0,)], "right-end": [(1,)], "maximal": [(0, 1)]}
ENDS["any-end"] = ENDS["left-end"] + ENDS["right-end"]


def brute(board, kind, play=False, turn=None, dominoes=(None, None)):
    """The set of positions of a kind, by looking at every position."""
    found = set()
    for position in all_positions(board):
        a, b = position.counts
        fits = all(want in (None, have) for want, have in zip(dominoes, (a, b), strict=True))
        ends = [kind] if kind != "any-end" else ["left-end", "right-end"]
        for end in ends:
            stuck = set(ENDS[end][0])
            in_play = not play or a - b in play_differences(end, turn)
            if fits and in_play and stuck <= position.stuck():
                found.add(position)
    return found


def boards_inside(rows, cols):
    """All boards whose cells lie in a small rectangle."""
    for code in range(1, 2 ** (rows * cols)):
        yield Board.of((rows, cols), [(i // cols, i % cols) for i in range(rows * cols) if code >> i & 1])


def check_bijection(listed, wanted):
    """Listing gives every position once, and rank and unrank are inverse to each other and to it."""
    got = list(listed.listing())
    assert listed.total == len(got) == len(wanted)
    assert set(got) == wanted
    for number, position in enumerate(got):
        assert listed.rank(position) == number


@pytest.mark.parametrize("every", [8, pytest.param(1, marks=pytest.mark.slow)])
def test_bijection_on_boards_inside_3_x_3(every):
    """Of 511 boards all or some, the four sets of stuck players; rank is checked against the list."""
    for board in random.Random(3).sample(list(boards_inside(3, 3)), 511 // every):
        everything = list(all_positions(board))
        for stuck in [(), (0,), (1,), (0, 1)]:
            wanted = {position for position in everything if set(stuck) <= position.stuck()}
            check_bijection(PositionList(board, stuck=stuck), wanted)


@pytest.mark.parametrize("kind", list(ENDS))
@pytest.mark.parametrize(
    ("play", "turn"), [(False, None), (True, None), (True, Player.LEFT), (True, Player.RIGHT)]
)
def test_bijection_with_play_and_turn(kind, play, turn):
    for board in [Board.rectangle(3, 3), Board.parse("..#.\n....\n.#.."), Board.parse("..#.\n..#.\n##..")]:
        wanted = brute(board, kind, play, turn)
        check_bijection(PositionList(board, kind, play=play, turn=turn), wanted)
        assert count(board, kind, play=play, turn=turn) == len(wanted)


@pytest.mark.parametrize("kind", list(ENDS))
@pytest.mark.parametrize("dominoes", [(1, None), (None, 2), (2, 1), (0, 0), (2, 2)])
@pytest.mark.parametrize("play", [False, True])
def test_bijection_with_given_numbers_of_dominoes(kind, dominoes, play):
    for board in [Board.rectangle(3, 3), Board.parse(".#..\n....\n..#.")]:
        wanted = brute(board, kind, play, dominoes=dominoes)
        check_bijection(PositionList(board, kind, dominoes=dominoes, play=play), wanted)


@pytest.mark.parametrize(
    "board",
    [
        Board.rectangle(2, 3, wrap=(True, False)),
        Board.rectangle(3, 3, wrap=(True, True)),
        Board.rectangle(2, 2, wrap=(True, True)),
        Board.rectangle(4, 2, wrap=(False, True)),
        Board.parse(".#.\n...\n.#.", wrap=(True, True)),
        Board.box(2, 2, 2),
        Board.box(2, 1, 3, wrap=(True, False, True)),
    ],
    ids=repr,
)
def test_bijection_on_wrapped_and_solid_boards(board):
    """On a wrapped axis of length 2 two different dominoes join the same cells."""
    for stuck in [(), (0,), tuple(range(board.dimension))]:
        check_bijection(PositionList(board, stuck=stuck), set(all_positions(board, stuck=stuck)))


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from(list(ENDS)), st.booleans())
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
    for position in brute(board, kind):
        wanted.setdefault(sum(position.counts), set()).add(position)
    one, two = sorted(wanted)[-2:]
    few = PositionList(board, kind, pieces=(one, two))
    check_bijection(few, wanted[one] | wanted[two])
    for number in (one, two):
        check_bijection(few.of_size(number), wanted[number])
    with pytest.raises(InputError, match="with 1 pieces are not among these"):
        few.of_size(1)


@pytest.mark.parametrize(
    ("arguments", "board"),
    [
        ({"kind": "general"}, Board.rectangle(3, 3)),
        ({"kind": "maximal"}, Board.rectangle(4, 4)),
        ({"kind": "any-end", "play": True}, Board.rectangle(3, 3)),
        ({"kind": "general", "dominoes": (2, 1)}, Board.rectangle(3, 4)),
        ({"stuck": (0, 1)}, Board.rectangle(3, 3, wrap=(True, True))),
    ],
)
def test_samples_are_uniform(arguments, board):
    """Chi-square against the uniform distribution; the seed is fixed, so the test cannot flicker."""
    listed = PositionList(board, **arguments)
    ranks = [listed.rank(position) for position in listed.sample(20, seed=7)]
    drawn = listed.sample(20 * listed.total, seed=7)
    assert [listed.rank(position) for position in drawn[:20]] == ranks
    seen = dict.fromkeys(listed.listing(), 0)
    for position in drawn:
        seen[position] += 1
    assert 0.001 < chisquare(list(seen.values())).pvalue < 0.999


def weight_of(position, weigh):
    """The product of the weights of the pieces."""
    game = position.game
    placed = [
        PlacedPiece(game.pieces[p.piece].name, p.cells, Player(variable_of(game.pieces[p.piece])))
        for p in position.pieces
    ]
    return prod(map(weigh, placed), start=Fraction(1))


def by_cells(placed):
    """Some weight that depends on the cells, and is 0 for some placements."""
    (row, col), *_ = placed.cells
    return Fraction(1 + 3 * row + col, 2 + col) if (row, col) != (1, 1) else 0


@pytest.mark.parametrize("kind", ["general", "maximal", "any-end"])
@pytest.mark.parametrize("game", ["domineering", "col"])
def test_samples_have_chances_in_proportion_to_weights_of_placements(game, kind):
    """Chi-square against the products of weights of all positions, for a function and for a mapping."""
    board = Board.rectangle(2, 3) if game == "col" else Board.parse("....\n...#\n....")
    every = list(PositionList(board, kind, game=game).listing())
    weights = {position: weight_of(position, by_cells) for position in every}
    possible = [position for position in every if weights[position]]
    size = 10 * len(possible)
    drawn = sample(board, kind, game=game, weights=by_cells, size=size, seed=5)
    seen = Counter(drawn)
    assert set(seen) <= set(possible)
    assert Fraction(drawn.to_json()["of"]) == sum(weights.values())
    wanted = [float(size * weights[position] / sum(weights.values())) for position in possible]
    assert 0.001 < chisquare([seen[position] for position in possible], wanted).pvalue < 0.999
    graph = conflict_graph(Game.of(game), board)
    named = {placed: by_cells(placed) for placed in placed_pieces(graph)}
    assert sample(board, kind, game=game, weights=named, size=5, seed=5) == drawn[:5]


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


def test_the_same_seed_gives_the_same_positions():
    listed = PositionList(Board.rectangle(6, 6), "maximal")
    assert listed.sample(3, seed=1) == listed.sample(3, seed=1)
    assert listed.sample(3, seed=1) != listed.sample(3, seed=2)
    assert [listed.rank(position) for position in listed.sample(2, seed=1)] == [563564, 2387414]


@pytest.mark.parametrize("arguments", [{}, {"play": True}, {"dominoes": (3, None)}])
def test_layers_counted_again_give_the_same_positions(arguments, monkeypatch):
    """Where memory is short only some layers are kept, and the others are counted again."""
    board = Board.rectangle(5, 5)
    kept = PositionList(board, "maximal", **arguments)
    monkeypatch.setattr("enumerate.support.run.available_memory", lambda: 10**4)
    monkeypatch.setattr("enumerate.support.memory.CostEstimate.require", lambda *_: None)
    short = PositionList(board, "maximal", **arguments)
    assert short._summands[0].table._spacing > 1
    assert kept._summands[0].table._spacing == 1
    assert short.sample(20, seed=3) == kept.sample(20, seed=3)


def test_listing_is_lazy():
    listed = PositionList(Board.rectangle(8, 8))
    assert len(list(islice(listed.listing(), 5))) == 5
    assert next(listed.listing()).dominoes == frozenset()


def test_the_board_without_cells_has_one_position():
    done = Position.parse("LRR\nLRR").free
    assert list(PositionList(done, "maximal").listing()) == [Position.of(done)]


def test_refusals():
    board = Board.rectangle(4, 3)
    listed = PositionList(board, "maximal")
    with pytest.raises(InputError, match="no position has number 75: there are 75, numbered from 0"):
        listed.position(75)
    with pytest.raises(InputError, match="no position has number -1"):
        listed.position(-1)
    with pytest.raises(InputError, match="the position is not a maximal position"):
        listed.rank(Position.of(board))
    with pytest.raises(InputError, match="on another board"):
        listed.rank(Position.of(Board.rectangle(3, 4)))
    with pytest.raises(InputError, match="no maximal position has 3 Left and 9 Right dominoes on this board"):
        PositionList(board, "maximal", dominoes=(3, 9)).sample(1, seed=1)
    with pytest.raises(InputError, match="there is no left-end position that alternating play can reach"):
        PositionList(Board.rectangle(6, 1), "left-end", play=True).sample(1, seed=1)
    with pytest.raises(InputError, match="`left` must be at least 0, not -1"):
        PositionList(board, dominoes=(-1, None))
    with pytest.raises(InputError, match="`seed` must be at least 0, not -3"):
        listed.sample(1, seed=-3)
    with pytest.raises(InputError, match="`size` must be at least 0, not -1"):
        listed.sample(-1, seed=3)
    with pytest.raises(TooLargeError, match="Choose a board that is narrower in one direction"):
        PositionList(Board.rectangle(24, 24), "maximal")
    with pytest.raises(TooLargeError, match="counts need about"):
        PositionList(Board.rectangle(6, 6), play=True, max_memory=50_000)
    with pytest.raises(InputError, match="not both"):
        PositionList(board, pieces=(2,), dominoes=(1, 1))
