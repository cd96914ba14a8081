"""The papers' tiles: a position as labels on the sides of cells [HM21, Figures 2, 9 and 12].

A tile gives, for each axis, the label on the side before the cell and on the side after it: 0 plain,
2 a domino crosses, 1 "the cell before is empty" (only on the axis of a stuck player). Shared sides carry the
same label; at a border or wall a before-side carries 0 and an after-side anything but 2. Two empty neighbours
along the axis of a stuck player would need the labels 0 and 1 on their shared side, so they cannot occur.

A player is the axis of their dominoes: 0 Left (vertical), 1 Right (horizontal). `stuck` is the set of players
without a move: () for general positions, {0, 1} for maximal ones, {1} for Right ends.
"""

from collections.abc import Collection
from itertools import product
from typing import NamedTuple

PLAIN, AFTER_EMPTY, CROSSED = 0, 1, 2
OPEN_LABELS = (PLAIN, AFTER_EMPTY)  # the labels of an after-side at a border


class SweepTile(NamedTuple):
    """Labels before and after the cell on each axis; `closes` is the axis of the domino that ends here."""

    before: tuple[int, ...]
    after: tuple[int, ...]
    closes: int | None = None


def tiles(stuck: Collection[int], dimension: int = 2) -> tuple[SweepTile, ...]:
    """All tiles for a set of stuck players: the empty cell, then first and second halves along each axis.

    In two dimensions this gives the papers' own sets [HM21, Figures 2, 9 and 12]:

    >>> [len(tiles(stuck)) for stuck in ((), (0, 1), (1,))]  # general, maximal, Right-end
    [5, 13, 8]
    """
    axes = range(dimension)
    plain = (PLAIN,) * dimension
    found = [SweepTile(plain, tuple(AFTER_EMPTY if axis in stuck else PLAIN for axis in axes))]
    for axis in axes:
        crossed = tuple(CROSSED if a == axis else PLAIN for a in axes)
        # a covered cell may follow an empty one on every stuck axis
        covered = [OPEN_LABELS if a in stuck else (PLAIN,) for a in axes]
        found += [SweepTile(before, crossed) for before in product(*covered)]
        covered[axis] = (CROSSED,)
        found += [SweepTile(before, plain, closes=axis) for before in product(*covered)]
    return tuple(found)


def labels(axis: int, stuck: Collection[int]) -> tuple[int, ...]:
    """The labels that occur on the sides of an axis, in the papers' order.

    >>> labels(1, stuck={1}), labels(0, stuck={1})
    ((0, 1, 2), (0, 2))
    """
    return (PLAIN, AFTER_EMPTY, CROSSED) if axis in stuck else (PLAIN, CROSSED)
