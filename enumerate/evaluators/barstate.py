"""The engine "barstate": the method of the papers with a forecast, progress, cancellation and caches.

Read `papers/matrices.py` first, which implements the method.
"""

from collections.abc import Collection
from math import prod
from typing import Any

from ..model.board import Board
from ..model.polynomial import Polynomial
from ..papers.kronecker import between_walls, board_rows, borders, segments, wall_row
from ..papers.matrices import PLAIN, bar_count, bar_state
from ..papers.multiply import row_products
from ..support.caches import register
from ..support.errors import InputError
from ..support.memory import CostEstimate
from ..support.run import Settings, cancellable

# for each bar mosaic: bytes, bytes for each cell of the board, and seconds for each row
MOSAIC_BYTES, BYTES_PER_CELL, SECONDS_PER_MOSAIC = 60, 10, 5e-6


for _cached in (bar_state, wall_row, between_walls, borders):
    register(
        f"{_cached.__module__}.{_cached.__qualname__}",
        _cached.cache_info().maxsize,
        lambda cached=_cached: cached.cache_info().currsize,  # type: ignore[misc]
        _cached.cache_clear,
    )


def barstate_need(board: Board, stuck: Collection[int]) -> CostEstimate:
    """The cost of the papers' method; boards that it does not support are refused."""
    if board.dimension != 2 or any(board.wrap):
        raise InputError("the bar-state method supports flat boards without wraps; leave out `engine`")
    rows = [prod(bar_count(stuck, length) for length in segments(row)) for row in board_rows(board)]
    return CostEstimate(
        f"rows of up to {max(rows):,} bar mosaics",
        max(rows) * (MOSAIC_BYTES + BYTES_PER_CELL * len(board)),
        sum(rows) * SECONDS_PER_MOSAIC,
        instead="Leave out `engine`",
    )


def barstate_engine(board: Board, stuck: frozenset[int], settings: Settings) -> Polynomial:
    """The generating polynomial of a board by the papers' method."""
    settings.expect(barstate_need(board, stuck))
    longest = max((length for row in board_rows(board) for length in segments(row)), default=0)
    for length in cancellable(range(1, longest + 1)):  # short steps that can be cancelled
        bar_state(stuck, length, PLAIN, PLAIN)
    rows = board.shape[0]
    vector: list[Any] = []
    for done, vector in enumerate(row_products(board, stuck)):  # noqa: B007
        settings.report(min(done, rows - 1), rows)
    found = Polynomial.from_flint(vector[0])
    return Polynomial.of(found.coefficients(), 2, {"engine": "barstate"})
