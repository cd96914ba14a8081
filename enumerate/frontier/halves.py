"""Which half sweeps are told (`told.py`), and their states, before anything is compiled. Light to import.

A fold that is told makes the second half differ from the first over as many slices as the game reaches, and
takes a step for each labelled cell. So it is less work than a whole sweep on boards of some length only.
"""

from typing import NamedTuple

from ..model.board import Board
from ..model.game import Game
from ..rules.bounds import reach
from ..rules.symmetry import is_lined
from ..support.caches import remembered
from .long import Short
from .orders import best_order, is_mirrored, lexicographic
from .sweep import slice_axis
from .task import Task
from .told import Told, told_fold

WORTH = 0.85  # of the work of a whole sweep, at most: two halves take longer to compile
MOST_SETS = 50_000  # that are looked at to count states
WIDTHS = 8, 4  # of strips that show whether placements at a fold chain together, and whether labels tell them


class ToldHalf(NamedTuple):
    """The numbers of states after the visits of the first half, after those of the second that are not the
    same, and after the steps of the fold, about; and how many visits the middle slice has."""

    ahead: list[int]
    behind: list[int]
    fold: list[int]
    middle: int

    @property
    def bounds(self) -> list[int]:
        """The numbers of states, one step after the other."""
        return [*self.ahead, *self.behind, *self.fold]

    @property
    def is_less(self) -> bool:
        """Whether it is less work than a whole sweep, whose states are those of its first half twice."""
        second = self.ahead[: len(self.ahead) - self.middle]
        return sum(self.bounds) < WORTH * (sum(self.ahead) + sum(second))


@remembered(16)
def told_half(task: Task) -> ToldHalf | None:
    """Half a sweep of a task that is told; None if another sweep is less work.

    >>> kings = Game.named("kings")
    >>> [told_half(Task(Board.rectangle(n, 8), frozenset(), game=kings)) is None for n in (4, 12)]
    [True, False]
    """
    board, game = task.board, task.game
    if task.stuck or not task.symmetry or is_lined(game):
        return None
    order = best_order(board, task.stuck, game)
    axis = slice_axis(order)
    places = [cell[axis] for cell in order]
    if places != sorted(places) or not is_mirrored(board, axis):
        return None
    if board.shape[axis] // 2 <= 2 * reach(game, axis):
        return None  # the halves would differ in most of their slices
    across = tuple(min(n, WIDTHS[0]) for a, n in enumerate(board.shape) if a != axis)
    if _agrees(game, axis, across):
        return None
    found = told_fold(board, task.stuck, order, axis, task.perfect, game)
    return None if found is None else _counted(*found)


@remembered(64)
def _agrees(game: Game, axis: int, across: tuple[int, ...]) -> bool:
    """Whether halves that both decide what crosses the fold can agree on it: they do on short strips."""
    from .program import agreed_fold, compile_mirrored

    length = 2 * (2 * reach(game, axis) + 1)
    for width in WIDTHS:
        sides = [min(n, width) for n in across]
        board = Board.box(*sides[:axis], length, *sides[axis:])
        order = tuple(lexicographic(board, (axis, *(a for a in range(board.dimension) if a != axis))))
        if agreed_fold(board, frozenset(), order, axis, False, game) is None:
            return False
    return compile_mirrored(board, (), order, game=game) is not None


def _counted(short: Short, fold: Told) -> ToldHalf | None:
    """The states of half a sweep; None if it is not less work, or takes long to count them."""
    from .images import state_counts

    def half(ahead: list[int], behind: list[int]) -> ToldHalf | None:
        # words of both halves meet slice after slice, and more of them the more slices there are
        met = [max([*ahead[-1:], *behind[-1:]], default=1) * fold.slices] * len(fold.turn)
        more = short.lengthened(ahead, short.more // 2)
        found = ToldHalf(more, behind, met, fold.rest - fold.half)
        return found if found.is_less else None

    local, last = short.swept.locals, fold.half - fold.alike
    if not fold.alike or half([1] * fold.rest, [1] * last) is None:
        return None
    ahead = state_counts(local[: fold.rest], MOST_SETS)
    if not ahead or half(ahead, ahead[fold.alike - 1 : fold.alike] * last) is None:
        return None  # there are hardly fewer words than labels
    behind = state_counts([*local[: fold.alike], *fold.behind], MOST_SETS)
    return half(ahead, behind[fold.alike :]) if behind else None
