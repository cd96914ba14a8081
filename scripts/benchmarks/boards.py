"""Sampling, and boards in several parts."""

from collections.abc import Iterator

from packed import packed_polynomial

from enumerate.compiler.program import compile_program
from enumerate.counting.positions import positions
from enumerate.model.board import Board
from enumerate.rules.problem import Problem
from enumerate.sampling.sampling import PositionList

from . import Row, faster, within

BLOCKS = "\n".join(["#".join(["...."] * 4)] * 4)  # four equal blocks


def rows() -> Iterator[Row]:
    """The goals for samples, and the gain from splitting a board."""
    yield within(
        "1,000 uniform maximal positions on 10 x 10",
        lambda: PositionList(Board.rectangle(10, 10), "maximal").sample(1000, seed=1),
        10,
    )
    board = Board.parse("\n#\n".join([BLOCKS] * 4))
    yield faster(
        "polynomial of sixteen 4 x 4 blocks: one of them, multiplied, against one sweep",
        lambda: packed_polynomial(compile_program(Problem(board), sorted(board.cells))),
        lambda: positions(board, engine="dictionary"),
        2,
    )
