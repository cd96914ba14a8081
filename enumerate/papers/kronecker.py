"""Rows with walls, as restriction and Kronecker product of bar-state matrices [HM21, Section 3]."""

from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from typing import Any

from scipy import sparse

from ..model.board import Board
from .matrices import OPEN_LABELS, PLAIN, VERTICAL, PolynomialMatrix, labels, row_matrix


def board_rows(board: Board) -> list[tuple[bool, ...]]:
    """For each row from the top, whether each of its cells is on the board."""
    rows, cols = board.shape
    return [tuple((row, col) in board.cells for col in range(cols)) for row in range(rows)]


def segments(row: Sequence[bool]) -> list[int]:
    """The lengths of the runs of cells between walls.

    >>> segments([True, False, True, True])
    [1, 2]
    """
    text = "".join("." if cell else "#" for cell in row)
    return [len(run) for run in text.split("#") if run]


@lru_cache(4096)
def wall_row(
    above: tuple[bool, ...], row: tuple[bool, ...], below: tuple[bool, ...], stuck: frozenset[int]
) -> PolynomialMatrix:
    """The matrix of a row between its neighbours.

    Runs between walls are independent: their matrices multiply as Kronecker products. If no cell is
    above, the top label must be 0 (that column is kept); if none is below, the bottom label may be anything
    but a crossing domino (those rows are added). Labels remain on shared sides only.
    """

    def shared(neighbour: tuple[bool, ...]) -> tuple[bool, ...]:
        return tuple(there for cell, there in zip(row, neighbour, strict=True) if cell)

    bottom, top = borders(shared(below), stuck, False), borders(shared(above), stuck, True)
    return between_walls(tuple(segments(row)), stuck).sandwich(bottom, top)


@lru_cache(256)
def between_walls(runs: tuple[int, ...], stuck: frozenset[int]) -> PolynomialMatrix:
    """The matrix of a row whose sides are all shared."""
    matrices = (row_matrix(stuck, length) for length in runs)
    return reduce(PolynomialMatrix.kron, matrices, PolynomialMatrix.identity())


@lru_cache(256)
def borders(shared: tuple[bool, ...], stuck: frozenset[int], is_top: bool) -> Any:
    """The matrix that keeps the labels of shared sides, and selects or adds the labels at a border."""
    alphabet = labels(VERTICAL, stuck)
    if is_top:
        border = [[int(label == PLAIN)] for label in alphabet]
    else:
        border = [[int(label in OPEN_LABELS) for label in alphabet]]
    keep = sparse.identity(len(alphabet), dtype=int, format="csr")
    factors = [keep if side else sparse.csr_array(border) for side in shared]
    return reduce(lambda a, b: sparse.kron(a, b, format="csr"), factors, sparse.csr_array([[1]]))


def row_matrices(board: Board, stuck: frozenset[int]) -> Iterator[PolynomialMatrix]:
    """The matrices of all rows from the top, each made when it is needed.

    >>> [matrix.shape for matrix in row_matrices(Board.parse(".#\\n.."), frozenset())]
    [(2, 1), (1, 2)]
    """
    nothing = (False,) * board.shape[1]
    padded = [nothing, *board_rows(board), nothing]
    for triple in zip(padded, padded[1:], padded[2:], strict=False):
        yield wall_row(*triple, stuck)
