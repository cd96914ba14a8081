"""Perfect matchings: the positions in which no cell is empty, the leading coefficient of D(t, t) [HM21].

Counted by themselves, for the polynomial of a large board would be a thousand times the work.
"""

from typing import Unpack

from ..model.board import Board
from ..plan.plan import Engine, engine_named
from ..support.settings import LaneOptions, settings_from
from .positions import count_with_provenance, positions
from .products import How


def perfect(board: Board, engine: str = "auto", **options: Unpack[LaneOptions]) -> tuple[int, How]:
    """The number of perfect matchings of a board, with how it was obtained.

    >>> perfect(Board.rectangle(8, 8))[0], perfect(Board.rectangle(3, 3))[0]
    (12988816, 0)
    >>> perfect(Board.parse("..#\\n..."))[0]
    0
    """
    if len(board) % 2:
        return 0, {"engine": "none", "reason": "an odd number of cells"}
    chosen = engine_named(engine, settings_from(options, LaneOptions))
    if chosen is Engine.BARSTATE:  # it makes polynomials only
        polynomial = positions(board, engine=chosen, **options)
        sizes = dict(enumerate(polynomial.by_size()))
        return sizes.get(len(board) // 2, 0), dict(polynomial.provenance)
    return count_with_provenance(board, "perfect", engine=engine, **options)
