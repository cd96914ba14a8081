"""The oracle: place dominoes in every way, look at each position, count. Slow and plain on purpose."""

from collections import Counter
from collections.abc import Collection, Iterator

from ..model.board import Board, Domino, require_board
from ..model.polynomial import Polynomial
from ..model.position import Position
from ..rules.tiles import check_stuck


def all_positions(board: Board, stuck: Collection[int] = ()) -> Iterator[Position]:
    """Every position on `board` in which the players in `stuck` have no move.

    >>> sum(1 for _ in all_positions(Board.rectangle(2, 2)))
    7
    """
    require_board(board)
    wanted = check_stuck(stuck, board.dimension)
    dominoes = [domino for axis in range(board.dimension) for domino in board.dominoes(axis)]

    def extend(start: int, chosen: list[Domino], free: frozenset[tuple[int, ...]]) -> Iterator[Position]:
        position = Position(board, frozenset(chosen))
        if wanted <= position.stuck():
            yield position
        for index in range(start, len(dominoes)):
            cells = board.covered_by(dominoes[index])
            if free.issuperset(cells):
                yield from extend(index + 1, [*chosen, dominoes[index]], free - set(cells))

    yield from extend(0, [], board.cells)


def brute_force(board: Board, stuck: Collection[int] = ()) -> Polynomial:
    """The generating polynomial, by looking at every position.

    >>> print(brute_force(Board.rectangle(3, 2), stuck=(0, 1)))
    2x^2y + 2x^2 + y^3
    """
    counts = Counter(position.counts for position in all_positions(board, stuck))
    return Polynomial.of(counts, board.dimension, {"engine": "brute force"})
