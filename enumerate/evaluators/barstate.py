"""The engine "barstate": the papers' method with a forecast, progress, cancelling and registered caches.

Read `papers/matrices.py` first, which has the method.
"""

from collections.abc import Callable, Collection
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

# memory for each bar mosaic, alone and with a polynomial for each cell of the board; seconds for it and a row
BYTES, BYTES_PER_CELL, SECONDS = 60, 10, 5e-6


def _register(cached: Any) -> None:
    size: Callable[[], int] = lambda: cached.cache_info().currsize  # noqa: E731
    name = f"{cached.__module__}.{cached.__qualname__}"
    register(name, cached.cache_info().maxsize, size, cached.cache_clear)


for _cached in (bar_state, wall_row, between_walls, borders):
    _register(_cached)


def barstate_need(board: Board, stuck: Collection[int]) -> CostEstimate:
    """What the papers' method will take; refused where whole bar-state matrices cannot do it."""
    if board.dimension != 2 or any(board.wrap):
        raise InputError("the bar-state method takes flat boards with straight axes; leave out `engine`")
    rows = [prod(bar_count(stuck, length) for length in segments(row)) for row in board_rows(board)]
    return CostEstimate(
        f"rows of up to {max(rows):,} bar mosaics",
        max(rows) * (BYTES + BYTES_PER_CELL * len(board)),
        sum(rows) * SECONDS,
        instead="Leave out `engine`",
    )


def barstate_engine(board: Board, stuck: frozenset[int], settings: Settings) -> Polynomial:
    """The generating polynomial of a board by the papers' method."""
    settings.expect(barstate_need(board, stuck))
    longest = max((length for row in board_rows(board) for length in segments(row)), default=0)
    for length in cancellable(range(1, longest + 1)):  # in steps, so that it can be cancelled between them
        bar_state(stuck, length, PLAIN, PLAIN)
    rows = board.shape[0]
    vector: list[Any] = []
    for done, vector in enumerate(row_products(board, stuck)):  # noqa: B007
        settings.report(min(done, rows - 1), rows)
    found = Polynomial.from_flint(vector[0])
    return Polynomial.of(found.coefficients(), 2, {"engine": "barstate"})
