"""Shortest games: the table, and one board against whole polynomials."""

from collections.abc import Iterator
from functools import partial

from enumerate import Board, alpha, cheapest, positions
from enumerate.optimize.alpha import alpha_table
from enumerate.papers.shortest import extract
from enumerate.rules.problem import PlacedPiece

from . import Row, seconds, within


def by_polynomials(board: Board) -> tuple[int, str]:
    """Alpha, read off the end polynomials."""
    right = positions(board, "right-end")
    left = right.swap() if board.transpose() == board else positions(board, "left-end")
    return extract(left, right)


def cost(placed: PlacedPiece) -> int:
    """Some cost of either sign for every placement."""
    return sum((7 * row + 11 * col + 13 * row * col) % 101 for row, col in placed.cells) - 100


def rows() -> Iterator[Row]:
    """The rows of this group."""
    alpha(Board.rectangle(10, 10))  # load the compiled loops
    yield within("alpha of all boards up to 16 x 16", lambda: alpha_table(16), 30)
    board = Board.rectangle(12, 12)
    for kind, limit in (("general", 1), ("maximal", 5)):
        cheapest("11x11", kind, cost=cost)
        best = partial(cheapest, board, kind, cost=cost, k=10)
        yield within(f"the ten cheapest {kind} positions of 12 x 12, a cost for each placement", best, limit)
    results = []

    fast = seconds(lambda: results.append(alpha(board)), 3)
    slow = seconds(lambda: results.append(by_polynomials(board)))
    game, entry = results[-2:]
    assert (game.moves, game.marks) == entry
    ratio = slow / fast
    what = "alpha of 12 x 12 with a witness, against whole polynomials"
    yield Row(what, f"{ratio:.3g} times faster", "at least 20 times", ratio >= 20)
