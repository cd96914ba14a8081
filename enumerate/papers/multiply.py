"""The multiplier: a vector of python-flint polynomials, carried through the rows of a board."""

from collections.abc import Collection, Iterator
from typing import Any

import flint
from scipy import sparse

from ..model.board import Board
from ..model.polynomial import Polynomial
from .kronecker import row_matrices
from .matrices import PolynomialMatrix


def barstate_polynomial(board: Board, stuck: Collection[int] = ()) -> Polynomial:
    """The generating polynomial by the papers' method: rows of bar-state matrices, multiplied.

    >>> print(barstate_polynomial(Board.rectangle(3, 2), stuck=(0, 1)))
    2x^2y + 2x^2 + y^3
    """
    *_, (value,) = row_products(board, stuck)
    return Polynomial.from_flint(value)


def row_products(board: Board, stuck: Collection[int]) -> Iterator[list[Any]]:
    """The vectors of polynomials above the first row and below every row.

    An entry counts the ways to fill the rows so far that leave one string of labels below them. The vector is
    multiplied row by row; no power of a matrix is computed.
    """
    if board.dimension != 2 or any(board.wrap):
        raise ValueError("the bar-state method takes flat boards with straight axes")
    context = flint.fmpz_mpoly_ctx.get(("x", "y"), "lex")
    vector = [context.from_dict({(0, 0): 1})]
    yield vector
    for matrix in row_matrices(board, frozenset(stuck)):
        vector = apply(matrix, vector, context)
        yield vector


def apply(matrix: PolynomialMatrix, vector: list[Any], context: Any) -> list[Any]:
    """The product of a matrix of polynomials and a vector of polynomials."""
    zero = context.from_dict({})
    result = [zero] * matrix.shape[0]
    for monomial, part in matrix.parts.items():
        weight = context.from_dict({monomial: 1})
        # multiply once per entry of the vector and monomial, then only add
        weighted = [weight * entry for entry in vector]
        for i, j, count in zip(*sparse.find(part), strict=True):
            term = weighted[j] if count == 1 else int(count) * weighted[j]
            result[i] = result[i] + term
    return result
