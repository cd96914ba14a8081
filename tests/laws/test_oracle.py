"""Oracle: every engine equals brute force, on all small boards and on random ones of every sort."""

import random
from collections import Counter

import pytest
from boards import KINDS, boards_inside
from packed import packed_polynomial, packed_total, whole_program

from enumerate import Board, Polynomial, count, positions
from enumerate.checking.brute import all_positions
from enumerate.compiler.program import compile_mirrored
from enumerate.papers.multiply import barstate_polynomial
from enumerate.rules.kinds import stuck_players
from enumerate.rules.problem import Problem
from enumerate.sweep.orders import lexicographic


def brute_kinds(board: Board) -> dict[str, Polynomial]:
    """All four kinds from one look at every position."""
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


def up_to_mirrors(rows: int, cols: int) -> list[Board]:
    """One board of each class; that mirror images have equal polynomials is a law of its own."""
    seen, found = set(), []
    for board in boards_inside(rows, cols):
        images = (board, board.mirror(0), board.mirror(1), board.mirror(0).mirror(1))
        if not any(image.cells in seen for image in images):
            seen.add(board.cells)
            found.append(board)
    return found


def test_some_boards_inside_3_x_4():
    boards = up_to_mirrors(3, 4)
    assert len(boards) == 1120
    for board in random.Random(34).sample(boards, 60):
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


def test_any_end_is_the_union_of_the_ends():
    board = Board.parse("....\n.#..\n...#")
    ends = [(p.stuck(), p.counts, p.counts[0] - p.counts[1]) for p in all_positions(board) if p.stuck()]
    assert positions(board, "any-end") == Polynomial.of(Counter(counts for _, counts, _ in ends))
    over = Counter(
        counts
        for stuck, counts, difference in ends
        if (0 in stuck and difference in (-1, 0)) or (1 in stuck and difference in (0, 1))
    )
    assert positions(board, "any-end", play=True) == Polynomial.of(over)
    assert count(board, "any-end", play=True) == sum(over.values())
