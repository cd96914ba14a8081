"""How far the visits of a sweep look."""

from typing import NamedTuple

from ..model.game import Game
from ..rules.bounds import reach

FEW_PIECES = 4


class Depth(NamedTuple):
    """How far a visit looks: whether it rules out what would leave a debt unpaid, sees dead cells, and looks
    for what is forced again where it does not see the next cell, whose visit would go on with it; and whether
    it sees dead cells only in the first half of the slices."""

    forced: bool
    dead: bool
    again: bool = False
    halved: bool = False


def depth_of(game: Game) -> Depth:
    """How far it pays to look: to what is forced among single cells, again if they reach beyond the next
    slice, to dead cells under pieces of three that are not straight, to both if there are few others; else
    seeing takes longer than the states that it saves.
    """
    sizes = {len(piece.cells) for piece in game.pieces}
    straight = all(len({len(cell) for cell in piece.cells if cell}) <= 1 for piece in game.pieces)
    dead = max(sizes) > 2 and not straight
    few = min(sizes) > 2 and len(game.pieces) <= FEW_PIECES
    again = sizes == {1} and any(reach(game, axis) > 1 for axis in (0, 1))
    return Depth(sizes == {1} or (dead and few), dead, again)
