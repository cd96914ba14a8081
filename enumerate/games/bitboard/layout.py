"""How the cells of a board become bits: strides, first cells, reflections, blocked moves."""

from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

import numpy as np

from ...model.board import Board
from ...model.lattice import Cell
from . import require_volume
from .bits import words

Words = np.ndarray[Any, np.dtype[np.uint64]]


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """The bit layout of a box for players who place along `axes`, the longest axis with the largest stride.

    Player i of a kernel places along axes[i]. The cells of a board are bits of one integer; `spoils[p, c, q]`
    are the dominoes of player q that overlap the domino of player p with first cell c.
    """

    axes: tuple[int, ...]
    lengths: tuple[int, ...]  # of the box, in the board's order of axes
    steps: tuple[int, ...]  # the stride of each axis of the board
    shape: np.ndarray[Any, np.dtype[np.int64]]  # by player, with ones up to three
    strides: Words
    firsts: Words
    spoils: Words
    slabs: Words

    @classmethod
    def of(cls, shape: tuple[int, ...], axes: tuple[int, ...]) -> "Layout":
        """The layout of a box; `axes` names each player's axis."""
        require_volume(shape)
        steps = [1] * len(shape)
        stride = 1
        for axis in sorted(range(len(shape)), key=lambda a: shape[a]):
            steps[axis] = stride if shape[axis] > 1 else 1
            stride *= shape[axis]
        players = range(len(axes))
        firsts = [0] * len(axes)
        slabs = [[0] * max(shape) for _ in axes]
        cells = list(product(*map(range, shape)))
        place = {cell: sum(c * s for c, s in zip(cell, steps, strict=True)) for cell in cells}
        for cell, bit in place.items():
            for player in players:
                coordinate = cell[axes[player]]
                slabs[player][coordinate] |= 1 << bit
                if coordinate + 1 < shape[axes[player]]:
                    firsts[player] |= 1 << bit
        spoils = np.zeros((len(axes), prod(shape), len(axes), 2), dtype=np.uint64)
        for bit in place.values():
            for player, other in product(players, players):
                covered = 1 << bit | 1 << bit + steps[axes[player]]
                overlapping = covered | covered >> steps[axes[other]]
                spoils[player, bit, other] = words(overlapping & firsts[other])
        lengths = [shape[axis] for axis in axes]
        return cls(
            tuple(axes),
            tuple(shape),
            tuple(steps),
            np.array(lengths + [1] * (3 - len(axes)), dtype=np.int64),
            np.array([steps[axis] for axis in axes], dtype=np.uint64),
            np.array([words(cells) for cells in firsts], dtype=np.uint64),
            spoils,
            np.array([[words(cells) for cells in slab] for slab in slabs], dtype=np.uint64),
        )

    @property
    def volume(self) -> int:
        """The number of cells of the box."""
        return prod(self.lengths)

    def bit(self, cell: Cell) -> int:
        """The bit number of a cell."""
        return sum(c * s for c, s in zip(cell, self.steps, strict=True))

    def bits(self, board: Board) -> int:
        """The free cells of a board as one integer."""
        return sum(1 << self.bit(cell) for cell in board.cells)
