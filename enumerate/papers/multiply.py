"""The multiplier: carry a vector of python-flint polynomials through the rows of a board."""

from collections.abc import Collection
from math import prod
from typing import Any

import flint
from scipy import sparse

from ..model.board import Board, require_board
from ..model.polynomial import VARIABLES, Polynomial
from ..rules.tiles import check_stuck
from ..support.errors import InputError
from ..support.memory import Need
from ..support.progress import looked_at
from ..support.settings import DEFAULT, Settings
from .barstate import PolynomialMatrix, bar_count
from .kronecker import board_rows, row_matrices, segments

# memory for each bar mosaic, alone and with a polynomial for each cell of the board; seconds for it and a row
BYTES, BYTES_PER_CELL, SECONDS = 60, 10, 5e-6


def barstate_need(board: Board, stuck: Collection[int]) -> Need:
    """What the papers' method will take; refused where whole bar-state matrices cannot do it.

    >>> print(barstate_need(Board.rectangle(10, 10), ()))
    rows of up to 141,481 bar mosaics, 143.0 MiB, about 7 s on 1 core
    >>> barstate_need(Board.box(2, 2, 2), {0, 1})
    Traceback (most recent call last):
        ...
    enumerate.InputError: the bar-state method takes flat boards with straight axes; use the
    packed or modular engine
    """
    if board.dimension != 2 or any(board.wrap):
        raise InputError(
            "the bar-state method takes flat boards with straight axes; use the packed or modular engine"
        )
    rows = [prod(bar_count(stuck, length) for length in segments(row)) for row in board_rows(board)]
    return Need(
        f"rows of up to {max(rows):,} bar mosaics",
        max(rows) * (BYTES + BYTES_PER_CELL * len(board)),
        sum(rows) * SECONDS,
        instead="Use the packed or modular engine",
    )


def barstate_polynomial(
    board: Board, stuck: Collection[int] = (), settings: Settings = DEFAULT
) -> Polynomial:
    """The generating polynomial by the papers' method: rows of bar-state matrices, multiplied.

    The vector starts at the top border and is carried down row by row, never a power of a matrix.

    >>> print(barstate_polynomial(Board.rectangle(3, 2), stuck=(0, 1)))
    2x^2y + 2x^2 + y^3
    """
    require_board(board)
    stuck = check_stuck(stuck, board.dimension)
    settings.expect(barstate_need(board, stuck))
    context = flint.fmpz_mpoly_ctx.get(VARIABLES[:2], "lex")
    vector = [context.from_dict({(0, 0): 1})]
    matrices = row_matrices(board, stuck)
    for done, matrix in enumerate(matrices):
        settings.report(done, len(matrices))
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
