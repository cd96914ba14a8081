"""Statistics of the values of all pieces: counts by number of cells, and the named infinitesimals."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Unpack

import numpy as np

from ..support.result import Result, plain
from ..support.settings import Options
from ..support.table import Table
from .arena import LEFT, RIGHT, Values
from .notation import tiny_of, ups_and_nimber, written
from .pieces import Pieces
from .thermograph import Walls
from .worth import KINDS, kind_of


@dataclass(frozen=True, slots=True)
class SizeSummary(Result):
    """The pieces of one size: the number with values of each kind, of different values, and of the hottest.

    Pieces are counted up to reflection and rotation, values up to sign.
    """

    cells: int
    pieces: int
    kinds: dict[str, int]
    values: int
    hottest: Fraction
    hottest_pieces: int

    def to_json(self) -> dict[str, Any]:
        """The counts as text."""
        return {
            "cells": self.cells,
            "pieces": str(self.pieces),
            "kinds": {kind: str(count) for kind, count in self.kinds.items()},
            "values": str(self.values),
            "hottest": str(self.hottest),
            "hottest_pieces": str(self.hottest_pieces),
        }


@dataclass(frozen=True, slots=True)
class PieceValues(Result):
    """Statistics of the values of all pieces up to a number of cells.

    `infinitesimals` maps the name of a value (negatives count with it) to the number of pieces that have it
    and to the least number of cells of such a piece.
    """

    sizes: tuple[SizeSummary, ...]
    infinitesimals: dict[str, tuple[int, int]]

    def __str__(self) -> str:
        table = self.table().text()
        if not self.infinitesimals:
            return table
        rows = tuple((name, count, least) for name, (count, least) in self.infinitesimals.items())
        return f"{table}\n\n{Table(('infinitesimal', 'pieces', 'from cells'), rows).text()}"

    def table(self) -> Table:
        """One row for each number of cells."""
        header = ("cells", "pieces", *self.sizes[0].kinds, "values", "hottest", "number of hottest")
        return Table(
            header,
            tuple(
                (s.cells, s.pieces, *s.kinds.values(), s.values, str(s.hottest), s.hottest_pieces)
                for s in self.sizes
            ),
        )

    def to_json(self) -> dict[str, Any]:
        """The counts by number of cells, and the named infinitesimals."""
        return {
            "sizes": plain(self.sizes),
            "infinitesimals": [
                {"value": name, "pieces": str(count), "least_cells": least}
                for name, (count, least) in self.infinitesimals.items()
            ],
        }


def piece_values(cells: int, **options: Unpack[Options]) -> PieceValues:
    """The values of all connected pieces of at most `cells` cells as boards of Domineering, by kind.

    >>> found = piece_values(4)
    >>> [(size.cells, size.pieces, size.kinds["switch"], str(size.hottest)) for size in found.sizes]
    [(1, 1, 0, '-1'), (2, 1, 0, '-1'), (3, 2, 0, '0'), (4, 5, 2, '1')]
    >>> found.infinitesimals
    {'*': (2, 3)}
    """
    pieces = Pieces.up_to(cells, **options)
    return PieceValues(tuple(summarise(pieces)), named_infinitesimals(pieces))


def summarise(pieces: Pieces) -> list[SizeSummary]:
    """The counts for every size."""
    values, walls = pieces.values, Walls(pieces.values)
    found = []
    for cells in range(1, pieces.most_cells + 1):
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
    """The infinitesimals with names, negatives together: how many pieces, and the least number of cells."""
    values = pieces.values
    found: dict[str, tuple[int, int]] = {}
    for cells in range(1, pieces.most_cells + 1):
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
