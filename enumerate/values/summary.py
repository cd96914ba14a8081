"""What kinds of values pieces have: counts by number of cells, and the values that have names."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from .arena import LEFT, RIGHT, Values
from .notation import tiny_of, ups_and_nimber, written
from .pieces import Pieces
from .thermograph import Walls
from .worth import KINDS, kind_of


@dataclass(frozen=True, slots=True)
class SizeSummary:
    """The pieces of one size: how many have values of each kind, how many different values, the hottest.

    A piece counts once for all its mirror images and turns, a value once with its negative.
    """

    cells: int
    pieces: int
    kinds: dict[str, int]
    values: int
    hottest: Fraction
    hottest_pieces: int


def summarise(pieces: Pieces) -> list[SizeSummary]:
    """The counts for every complete size.

    >>> pieces = Pieces(Values(), 4)
    >>> for cells in range(2, 5):
    ...     pieces.grow_to(cells)
    ...     pieces.work_out(*pieces.span(cells))
    ...     pieces.complete = cells
    >>> [(size.cells, size.pieces, size.kinds["switch"], str(size.hottest)) for size in summarise(pieces)]
    [(1, 1, 0, '-1'), (2, 1, 0, '-1'), (3, 2, 0, '0'), (4, 5, 2, '1')]
    """
    values, walls = pieces.values, Walls(pieces.values)
    found = []
    for cells in range(1, pieces.complete + 1):
        worth, counts = np.unique(pieces.worth[pieces.of(cells)], return_counts=True)
        held = Counter(dict(zip(worth.tolist(), counts.tolist(), strict=True)))
        kinds = dict.fromkeys(KINDS, 0)
        for value, count in held.items():
            kinds[kind_of(values, value)] += count
        heats = {value: walls.temperature(value) for value in held}
        hottest = max(heats.values())
        found.append(
            SizeSummary(
                cells,
                pieces.count(cells),
                kinds,
                len({min(value, values.negative(value)) for value in held}),
                hottest,
                sum(count for value, count in held.items() if heats[value] == hottest),
            )
        )
    return found


def named_infinitesimals(pieces: Pieces) -> dict[str, tuple[int, int]]:
    """The infinitesimals with names, negatives together: how many pieces, and the least number of cells.

    >>> pieces = Pieces(Values(), 3)
    >>> for cells in (2, 3):
    ...     pieces.grow_to(cells)
    ...     pieces.work_out(*pieces.span(cells))
    ...     pieces.complete = cells
    >>> named_infinitesimals(pieces)
    {'*': (1, 3)}
    """
    values = pieces.values
    found: dict[str, tuple[int, int]] = {}
    for cells in range(1, pieces.complete + 1):
        worth, counts = np.unique(pieces.worth[pieces.of(cells)], return_counts=True)
        for value, count in zip(worth.tolist(), counts.tolist(), strict=True):
            name = _name(values, value)
            if name is not None:
                before, least = found.get(name, (0, cells))
                found[name] = before + count, least
    return dict(sorted(found.items(), key=lambda item: (-item[1][0], item[0])))


def _name(values: Values, value: int) -> str | None:
    """The name of the value or its negative, whichever Left prefers, if it is a named infinitesimal."""
    if values.is_number[value] or values.stops[LEFT][value] or values.stops[RIGHT][value]:
        return None
    both = ups_and_nimber(values, value)
    if both is not None:
        return written(values, values.negative(value) if both[0] < 0 else value)
    for one in (value, values.negative(value)):
        if tiny_of(values, one) is not None:
            return written(values, one)
    return None
