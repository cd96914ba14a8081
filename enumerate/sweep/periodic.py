"""Long boxes: the inner slices are equal, so the visits of a shorter box stand for all of them.

The profile and the compiler ask here for the sweep of a board. Read `sweep.py` first.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

from ..model.board import Board, Cell
from ..model.game import DOMINEERING, Game
from ..rules.bounds import reach
from ..support.caches import cached
from .sweep import Sweep, sweep

AROUND = 6  # times the reach of a game: so far away from both ends, a visit sees nothing of them
Item = TypeVar("Item")


class PeriodicSweep(NamedTuple):
    """The sweep of a shorter box. From visit `first` on, a period of `width` visits is like the next one: the
    long box has `more` such periods, an even number, and else the same visits."""

    swept: Sweep
    first: int = 0
    width: int = 0
    more: int = 0

    def repeated(self, visits: Sequence[Item], times: int) -> list[Item]:
        """A list with an item for each visit of the shorter box, extended to all visits of the long box.

        >>> board = Board.rectangle(100, 2)
        >>> short = periodic_sweep(board, frozenset(), tuple(sorted(board.cells)))
        >>> len(short.swept.locals), len(short.repeated(short.swept.locals, short.more))
        (28, 200)
        """
        end = self.first + self.width
        return [*visits[:end], *list(visits[self.first : end]) * times, *visits[end:]]


def periodic_sweep(
    board: Board,
    stuck: frozenset[int],
    order: tuple[Cell, ...],
    perfect: bool = False,
    game: Game = DOMINEERING,
) -> PeriodicSweep:
    """The sweep of an equivalent shorter box if the board is a long box; else its own sweep."""
    return _shortened(board, stuck, order, perfect, game) or PeriodicSweep(
        sweep(board, stuck, order, perfect, game)
    )


@cached(16)
def _shortened(
    board: Board,
    stuck: frozenset[int],
    order: tuple[Cell, ...],
    perfect: bool,
    game: Game,
) -> PeriodicSweep | None:
    if not board.is_box or not board.lattice.is_square or board.barred:
        return None
    axis = max(range(board.dimension), key=board.shape.__getitem__)
    length = board.shape[axis]
    width = len(board) // length
    least = 2 * (AROUND * reach(game, axis) + 1)
    if length < 2 * least or board.wrap[axis]:
        return None
    if any((*c[:axis], c[axis] + 1, *c[axis + 1 :]) != d for c, d in zip(order, order[width:], strict=False)):
        return None
    for period in (reach(game, axis), reach(game, axis) + 1):  # of the slots, in slices
        height = least + (length - least) % (2 * period)
        shape = (*board.shape[:axis], height, *board.shape[axis + 1 :])
        short = replace(Board.box(*shape), wrap=board.wrap)
        swept = sweep(short, stuck, order[: height * width], perfect, game)
        if swept.depth == period:
            first = (least // 2 - period) * width
            more = (length - height) // period
            found = PeriodicSweep(swept, first, period * width, more)
            return found if more and repeats(swept, first, period * width) else None
    return None


def repeats(swept: Sweep, first: int, width: int) -> bool:
    """Whether the `width` visits from visit `first` on equal the `width` visits after them.

    >>> board = Board.rectangle(6, 2)
    >>> visits = sweep(board, frozenset(), tuple(sorted(board.cells)))
    >>> repeats(visits, 4, 2), repeats(visits, 8, 2)
    (True, False)
    """
    slots = [{m - n: slot for m, slot in swept.labelled[n - 1].items()} for n in (first, first + width)]
    one, two = (swept.contexts[n : n + width] for n in (first, first + width))
    return slots[0] == slots[1] and one == two
