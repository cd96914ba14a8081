"""Shortest games: the table, and the tropical route against whole polynomials."""

from collections.abc import Iterator

from enumerate import Board, alpha, positions
from enumerate.shortest.alpha import Shortest, alpha_table, extract
from enumerate.shortest.traced import compile_traced, plan

from . import Row, seconds, within


def by_polynomials(board: Board) -> Shortest:
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

    def tropical() -> None:
        plan.cache_clear()
        compile_traced.cache_clear()
        results.append(alpha(board))

    fast = seconds(tropical, 3)
    slow = seconds(lambda: results.append(by_polynomials(board)))
    game, entry = results[-2:]
    assert (game.moves, game.ends) == (entry.moves, entry.ends)
    ratio = slow / fast
    what = "alpha of 12 x 12 with a witness, against whole polynomials"
    yield Row(what, f"{ratio:.3g} times faster", "at least 20 times", ratio >= 20)
