"""Oracle: on small boards two engines equal brute force, and half sweeps equal whole ones."""

import random
from collections import Counter

import pytest
from boards import KINDS, boards_inside
from packed import packed_polynomial, packed_total, whole_program

from enumerate import Board, Polynomial
from enumerate.checking.brute import all_positions
from enumerate.compiler.program import compile_mirrored
from enumerate.papers.multiply import barstate_polynomial
from enumerate.rules.kinds import stuck_players
from enumerate.rules.problem import Problem
from enumerate.sweep.orders import lexicographic


def brute_kinds(board: Board) -> dict[str, Polynomial]:
    """The polynomials of all four kinds, from one list of positions."""
    tallies = {kind: Counter() for kind in KINDS}
    for position in all_positions(board):
        stuck = position.stuck()
        for kind in KINDS:
            if stuck_players(kind) <= stuck:
                tallies[kind][position.counts] += 1
    return {kind: Polynomial.of(tally) for kind, tally in tallies.items()}


def check_all_kinds(board: Board) -> None:
    for kind, wanted in brute_kinds(board).items():
        stuck = stuck_players(kind)
        assert barstate_polynomial(board, stuck) == wanted
        assert packed_polynomial(whole_program(board, stuck)) == wanted


def test_some_boards_inside_3_x_4():
    for board in random.Random(34).sample(list(boards_inside(3, 4)), 60):
        check_all_kinds(board)


@pytest.mark.slow
def test_all_boards_inside_3_x_4():
    for board in boards_inside(3, 4):
        check_all_kinds(board)


@pytest.mark.parametrize("box", [(3, 3), pytest.param((3, 4), marks=pytest.mark.slow)])
def test_half_sweeps_of_all_mirrored_boards(box):
    """Joined halves of every board that is its own mirror image, along either axis, with walls anywhere."""
    for board in boards_inside(*box):
        if board.mirror(0) != board and board.mirror(1) != board:
            continue
        for axes in ((0, 1), (1, 0)):
            for stuck in (frozenset(), frozenset([0]), frozenset([0, 1])):
                order = lexicographic(board, axes)
                mirrored = compile_mirrored(Problem(board, stuck), order)
                if mirrored is not None:
                    assert packed_total(mirrored) == packed_total(whole_program(board, stuck, order))
