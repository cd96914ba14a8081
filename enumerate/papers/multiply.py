"""The multiplier: carry a vector of python-flint polynomials through the rows of a board."""

from collections.abc import Collection
from math import prod
from typing import Any

import flint
from scipy import sparse

from ..model.board import Board, require_board
from ..model.polynomial import VARIABLES, Polynomial
from ..rules.tiles import check_stuck
from ..support.errors import InputError, TooLargeError
from ..support.progress import Report, looked_at, silent
from .barstate import PolynomialMatrix, bar_count
from .kronecker import board_rows, row_matrices, segments

LARGEST_ROW = 2_000_000  # entries of one row matrix; beyond it SciPy takes gigabytes


def check_barstate(board: Board, stuck: Collection[int]) -> None:
    """Refuse a board that whole bar-state matrices cannot do.

    >>> check_barstate(Board.box(2, 2, 2), {0, 1})
    Traceback (most recent call last):
        ...
    enumerate.InputError: the bar-state method takes flat boards with straight axes; use the
    packed or modular engine
    """
    if board.dimension != 2 or any(board.wrap):
        raise InputError(
            "the bar-state method takes flat boards with straight axes; use the packed or modular engine"
        )
    entries = 1
    for row in board_rows(board):
        entries = max(entries, prod(bar_count(stuck, length) for length in segments(row)))
    if entries > LARGEST_ROW:
        width = next(n for n in range(1, 99) if bar_count(stuck, n + 1) > LARGEST_ROW)
        raise TooLargeError(
            f"a row of this board has {entries:,} bar mosaics and the bar-state method takes up to "
            f"{LARGEST_ROW:,} (full rows of {width} columns): use the packed or modular engine"
        )


def barstate_polynomial(board: Board, stuck: Collection[int] = (), report: Report = silent) -> Polynomial:
    """The generating polynomial by the papers' method: rows of bar-state matrices, multiplied.

    The vector starts at the top border and is carried down row by row, never a power of a matrix.

    >>> print(barstate_polynomial(Board.rectangle(3, 2), stuck=(0, 1)))
    2x^2y + 2x^2 + y^3
    """
    require_board(board)
    stuck = check_stuck(stuck, board.dimension)
    check_barstate(board, stuck)
    context = flint.fmpz_mpoly_ctx.get(VARIABLES[:2], "lex")
    vector = [context.from_dict({(0, 0): 1})]
    matrices = row_matrices(board, stuck)
    for done, matrix in enumerate(matrices):
        report(done, len(matrices))
        vector = apply(matrix, vector, context)
    (value,) = vector
    return Polynomial.of(Polynomial.from_flint(value).coefficients(), 2, {"engine": "barstate"})


def apply(matrix: PolynomialMatrix, vector: list[Any], context: Any) -> list[Any]:
    """The product of a matrix of polynomials and a vector of polynomials."""
    zero = context.from_dict({})
    result = [zero] * matrix.shape[0]
    for monomial, part in matrix.parts.items():
        weight = context.from_dict({monomial: 1})
        # multiply once per entry of the vector and monomial, then only add
        weighted = [weight * entry for entry in looked_at(vector)]
        for i, j, count in looked_at(zip(*sparse.find(part), strict=True)):
            term = weighted[j] if count == 1 else int(count) * weighted[j]
            result[i] = result[i] + term
    return result
