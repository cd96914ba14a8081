"""Strips, perfect matchings and second opinions against brute force and against each other."""

import random
from functools import cache

import numpy as np
import pytest
from boards import KINDS
from extend_oeis import confirm, dense_count

from enumerate import Board, count, positions
from enumerate.checking.brute import all_positions, brute_force
from enumerate.counting.positions import answer_total
from enumerate.model.game import Game
from enumerate.plan.question import Question
from enumerate.rules.kinds import stuck_players
from enumerate.strips.strip import Strip
from enumerate.support.errors import InputError, TooLargeError


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("cols", "rows"), [(1, 7), (2, 5), (3, 4), (4, 3), (5, 2)])
@pytest.mark.parametrize("wrap", [False, True])
def test_totals_are_brute_force(kind, cols, rows, wrap):
    stuck = stuck_players(kind)
    totals = Strip.of(cols, stuck=stuck, wrap=(wrap,)).totals(rows + 1)
    boards = [Board.rectangle(m, cols, wrap=(False, wrap)) for m in range(1, rows + 1)]
    assert totals == [1, *(brute_force(board, stuck=stuck).total for board in boards)]


@cache
def perfect_by_hand(board):
    return sum(not position.free.cells for position in all_positions(board))


@pytest.mark.parametrize("shape", [(2, 3), (3, 3), (1, 4), (4, 4), (5, 2), (2, 2, 2), (2, 3, 2), (3, 1, 2)])
@pytest.mark.parametrize("engine", ["auto", "dictionary", "modular"])
def test_perfect_is_brute_force(shape, engine):
    assert count(Board.box(*shape), "perfect", engine=engine) == perfect_by_hand(Board.box(*shape))


@pytest.mark.parametrize("engine", ["dictionary", "modular"])
@pytest.mark.parametrize("symmetry", [True, False])
def test_perfect_on_boards_with_walls_and_seams(engine, symmetry):
    for drawing in ["..#\n...\n...", "....\n.##.\n....", ".#.\n...", "...\n...\n.#.\n...", ".#"]:
        for wrap in [(False, False), (True, False), (True, True)]:
            board = Board.parse(drawing, wrap=wrap)
            found = count(board, "perfect", engine=engine, symmetry=symmetry)
            assert found == perfect_by_hand(board)


@pytest.mark.parametrize("number", [15, pytest.param(60, marks=pytest.mark.slow)])
def test_perfect_where_there_is_none_or_hardly_any(number):
    """The chessboard without two opposite corners, cells cut off, and random boards, by every engine."""
    draw = random.Random(5)
    square = Board.rectangle(12, 12)
    boards = [
        (square.without([(0, 0), (11, 11)]), 0),
        (square.without([(0, 1), (1, 0)]), 0),
        (Board.parse(".#."), 0),
    ]
    for _ in range(number):
        shape = draw.choice([(2, 5), (3, 4), (4, 4), (3, 2, 2)])
        wrap = [draw.random() < 0.3 for _ in shape]
        cells = [cell for cell in Board.box(*shape).cells if draw.random() < 0.85]
        board = Board.of(shape, cells, wrap)
        boards.append((board, perfect_by_hand(board)))
    none = sum(wanted == 0 and len(board) % 2 == 0 for board, wanted in boards)
    assert number / 12 < none < number * 2 / 3
    for board, wanted in boards:
        for symmetry in (True, False):
            for engine in ("dictionary", "modular"):
                assert count(board, "perfect", engine=engine, symmetry=symmetry) == wanted


@pytest.mark.parametrize("section", [(2,), (3,), (2, 2), (1, 3)])
def test_perfect_strips_are_the_boards_one_by_one(section):
    wanted = [1, *(count(Board.box(rows, *section), "perfect") for rows in range(1, 7))]
    assert Strip.of(*section, perfect=True).totals(7) == wanted


def test_perfect_is_the_leading_coefficient():
    """The number of perfect matchings is the leading coefficient of D(t, t) [HM21, Section 1.1]."""
    for shape in [(4, 6), (5, 6), (6, 6)]:
        board = Board.rectangle(*shape)
        assert count(board, "perfect") == positions(board).by_size()[len(board) // 2]


def test_perfect_with_lanes_is_perfect_with_integers():
    """Lanes and limbs on 15 x 14; the strip takes exact integers."""
    question = Question(Board.rectangle(15, 14), "perfect")
    value, how = answer_total(question, engine="modular")
    assert how["engine"] == "modular"
    limbs, how = answer_total(question)
    assert (limbs, how["engine"]) == (value, "integers")
    assert value == Strip.of(14, perfect=True).totals(16)[15]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shape", [(1, 1), (3, 4), (4, 3), (2, 5)])
def test_second_opinions(kind, shape):
    board = Board.rectangle(*shape)
    stuck = stuck_players(kind)
    polynomial = brute_force(board, stuck=stuck)
    for play in (False, True):
        wanted = (polynomial.play(kind) if play else polynomial).total
        value, how = confirm(board, kind, play)
        assert value == wanted
        again, other = confirm(board, kind, play, [*how["primes"], how["spare_prime"]])
        assert again == wanted
        assert not {*how["primes"], how["spare_prime"]} & {*other["primes"], other["spare_prime"]}
        assert dense_count(board, kind, play, skip=4)[0] == wanted


@pytest.mark.parametrize(
    "board",
    [Board.parse(".#..\n....\n....\n...."), Board.rectangle(3, 3, wrap="cols"), Board.parse("..#\n...\n#..")],
    ids=repr,
)
@pytest.mark.parametrize("kind", KINDS)
def test_second_opinions_on_squares_that_are_not_their_own_transposes(board, kind):
    residue, prime = dense_count(board, kind, True, skip=0)
    assert residue == brute_force(board, kind, play=True).total % prime


def test_second_opinions_agree_with_the_engines_on_larger_boards():
    for kind, play in [("maximal", False), ("right-end", False), ("general", True), ("left-end", True)]:
        board = Board.rectangle(8, 8)
        value = count(board, kind, play=play)
        assert confirm(board, kind, play)[0] == value
        residue, prime = dense_count(board, kind, play, skip=0)
        assert residue == value % prime


def test_refusals():
    with pytest.raises(TooLargeError, match="40 cells is too wide"):
        Strip.of(40)
    with pytest.raises(TooLargeError, match=r"[\d,]+ states or more, at most 1,000 are supported"):
        Strip.of(12, stuck=(0,), most=1000)
    with pytest.raises(TooLargeError, match="243 states or more, at most 200 are supported"):
        Strip.of(5, game=Game.named("triomineering"), most=200)
    with pytest.raises(InputError, match="at least 1, not 0"):
        Strip.of(0)
    with pytest.raises(InputError, match="not the first ones"):
        confirm(Board.rectangle(2, 2), used=[1073741783])


@pytest.mark.parametrize("wrap", [False, True])
@pytest.mark.parametrize("stuck", [(), (0,), (1,), (0, 1)])
@pytest.mark.parametrize("cols", range(1, 8))
def test_a_row_does_to_mirror_images_what_it_does_to_states(cols, stuck, wrap):
    """T commutes with the mirror, also across the seam of a cylinder: so half the states bound the order."""
    strip = Strip.of(cols, stuck=stuck, wrap=(wrap,))
    image = strip.mirrored()
    assert (image[image] == np.arange(len(strip))).all()
    values = np.random.default_rng(cols).integers(0, 10**6, len(strip)).astype(object)
    assert (strip.carry(values[image]) == strip.carry(values)[image]).all()
    assert (strip.ends()[image] == strip.ends()).all()
    values = strip.start()
    for _ in range(5):
        values = strip.carry(values)
        assert (values == values[image]).all()
