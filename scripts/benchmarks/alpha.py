"""Shortest games: the table, and one board against whole polynomials."""

from collections.abc import Iterator

from enumerate import Board, alpha, positions
from enumerate.optimize.alpha import alpha_table
from enumerate.papers.alpha import extract

from . import Row, seconds, within


def by_polynomials(board: Board) -> tuple[int, str]:
    """Alpha, read off the end polynomials."""
    right = positions(board, "right-end")
    left = right.swap() if board.transpose() == board else positions(board, "left-end")
    return extract(left, right)


def rows() -> Iterator[Row]:
    """The rows of this group."""
    alpha(Board.rectangle(10, 10))  # load the compiled loops
    yield within("alpha of all boards up to 16 x 16", lambda: alpha_table(16), 30)
    board = Board.rectangle(12, 12)
    results = []

    fast = seconds(lambda: results.append(alpha(board)), 3)
    slow = seconds(lambda: results.append(by_polynomials(board)))
    game, entry = results[-2:]
    assert (game.moves, game.marks) == entry
    ratio = slow / fast
    what = "alpha of 12 x 12 with a witness, against whole polynomials"
    yield Row(what, f"{ratio:.3g} times faster", "at least 20 times", ratio >= 20)
