"""Boards for tests: all small ones, and random ones of every sort."""

import random
from collections.abc import Iterator
from itertools import product

from enumerate import Board

KINDS = ("general", "maximal", "right-end", "left-end")


def boards_inside(rows: int, cols: int) -> Iterator[Board]:
    """Every set of cells in a box, the empty one too."""
    cells = list(product(range(rows), range(cols)))
    for chosen in range(2 ** len(cells)):
        yield Board.of((rows, cols), [cell for i, cell in enumerate(cells) if chosen >> i & 1])


def random_board(seed: int, most_cells: int = 12) -> tuple[Board, frozenset[int]]:
    """A board of 1 to 3 dimensions with walls and wrapped axes, and a set of stuck players."""
    rng = random.Random(seed)
    while True:
        dimension = rng.choice([1, 2, 2, 2, 3])
        shape = [rng.randint(1, {1: 9, 2: 5, 3: 3}[dimension]) for _ in range(dimension)]
        cells = {c for c in product(*map(range, shape)) if rng.random() < 0.85}
        if rng.random() < 0.5:  # half of them are their own mirror image
            cells |= {(shape[0] - 1 - c[0], *c[1:]) for c in cells}
        board = Board.of(shape, cells, [rng.random() < 0.35 for _ in shape])
        if len(board) <= most_cells:
            return board, frozenset(a for a in range(dimension) if rng.random() < 0.5)
