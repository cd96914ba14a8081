"""The slice game of the thesis: how many cells of the middle slice can two allies keep from the third?

With three slices every domino of M covers one cell of the middle slice. L and R place on the slice as long
as they can (their other moves lie elsewhere and count as passes); they want few free cells, M many
[Hur10, Propositions 2-2 to 3-5].
"""

from functools import cache

from ...model.board import Board, Player
from ..oracle import cell_bits, domino_bits
from .rules import parse_order


def spaces_left(rows: int, cols: int, order: str, plies: int) -> int:
    """The number of cells of a `rows` x `cols` slice still free after so many single moves, best play.

    >>> spaces_left(3, 3, "LRM", 6)  # after two complete turns: at most one [Hur10, Proposition 2-2]
    1
    """
    slice_ = Board.rectangle(rows, cols)
    pieces = {player: domino_bits(slice_, player) for player in (Player.LEFT, Player.RIGHT)}
    pieces[Player.MIDDLE] = list(cell_bits(slice_).values())
    turns = parse_order(order)

    @cache
    def left(free: int, ply: int) -> int:
        if ply == plies:
            return free.bit_count()
        player = turns[ply % 3]
        after = [left(free & ~piece, ply + 1) for piece in pieces[player] if piece & ~free == 0]
        if not after:
            return left(free, ply + 1)
        return max(after) if player is Player.MIDDLE else min(after)

    return left((1 << len(slice_)) - 1, 0)
