"""Bitboard search for domino games, shared by `domineering` and `box`.

Read `bits` (sets of cells in two machine words), then `search` (the table of positions and
the steps of a search). A game adds a kernel, which says when a position is decided, which moves come first,
and what an entry of the table means.
"""

from math import prod

from ...support.errors import TooLargeError

CELLS_AT_MOST = 126  # the two top bits of the high word hold the turn in a transposition table


def require_volume(shape: tuple[int, ...]) -> None:
    """Refuse a box with more cells than a set of bits holds."""
    if prod(shape) > CELLS_AT_MOST:
        raise TooLargeError(
            f"a board of {prod(shape)} cells is too large to solve: at most {CELLS_AT_MOST} cells fit "
            "in two machine words; choose a smaller board or crop it"
        )
