"""The size of the game tree of one turn order, or of all: its leaves, by dynamic programming over free cells.

A leaf is a position where at most one player still has a move, tested after every move; a player without a
move is skipped [Hur10, Diagram 4-28]. In the complete tree all players may move in every position. Sequences
of moves are counted forwards, by number of dominoes; positions that are reflections of each other are merged.
"""

from math import comb
from typing import Any, Unpack

import numpy as np

from ...model.board import Player
from ...support.memory import CostEstimate
from ...support.run import Options, advance, cancellable, expect, running
from ..bitboard.bits import Layout
from ..turns import parse_order
from .box_solver import as_box

BYTES_PER_POSITION = 48  # a set of free cells and a count, a Python integer
BYTES_PER_COMPLETE_POSITION = 144  # more sequences lead to a position before they are merged
SECONDS_PER_POSITION = {True: 1.2e-7, False: 1.2e-6}  # in one turn order or in the complete tree
POSITIONS_PER_CHECK = 1 << 19  # between two checks for cancellation
_NO_OVERFLOW_BELOW = 1 << 55  # counts below this can be summed over any number of moves without overflow

Array = np.ndarray[Any, Any]
Counted = tuple[Array, Array]  # sets of free cells, and the number of ways to get there
NO_POSITIONS: Counted = np.empty(0, dtype=np.int64), np.empty(0, dtype=object)


def leaves(box: tuple[int, ...], order: str | None, **options: Unpack[Options]) -> int:
    """The number of leaves of the tree of all games in turn order `order`, or of the complete tree (None).

    >>> leaves((2, 2, 2), "LRM"), leaves((2, 2, 2), None)
    (8, 252)
    """
    box = as_box(box)
    with running(options):
        layout = Layout.of(box, tuple(Player) if order is None else parse_order(order))
        # at most the sets of half the cells, with one of each class of mirror images
        positions = comb(layout.volume, layout.volume // 2) >> sum(size > 1 for size in box)
        need = positions * (BYTES_PER_POSITION if order else BYTES_PER_COMPLETE_POSITION)
        seconds = positions * SECONDS_PER_POSITION[order is not None]
        what, many = f"the positions of {' x '.join(map(str, box))}", f"up to {positions:,}"
        expect(CostEstimate(what, need, seconds, instead="Take a smaller box", detail=many))
        tree = _Tree(layout, order is not None)
        levels = [NO_POSITIONS] * 3  # by turn
        levels[0] = np.array([(1 << layout.volume) - 1], dtype=np.int64), np.array([1], dtype=object)
        total, deepest = 0, layout.volume // 2
        for done in range(deepest + 1):
            levels, ended = tree.step(levels)
            total += ended
            advance(done + 1, deepest + 1)
    return total


class _Tree:
    """The tree of all games in one layout, in turn order if `cyclic`."""

    def __init__(self, layout: Layout, cyclic: bool) -> None:
        self.layout, self.cyclic = layout, cyclic
        self.strides = [int(stride) for stride in layout.strides]
        self.firsts = [int(low) for low, _ in layout.firsts]

    def step(self, levels: list[Counted]) -> tuple[list[Counted], int]:
        """Count and remove leaves, skip players without a move, and make every move of the others."""
        ended = 0
        fresh: list[list[Counted]] = [[], [], []]
        for turn, (free, ways) in enumerate(levels):
            moves = [
                free & free >> stride & first for stride, first in zip(self.strides, self.firsts, strict=True)
            ]
            able = np.array(moves) != 0
            over = able.sum(axis=0) <= 1
            ended += int(sum(ways[over]))
            mover = np.where(able[turn], turn, np.where(able[(turn + 1) % 3], (turn + 1) % 3, (turn + 2) % 3))
            for player in range(3):
                mine = ~over & (mover == player if self.cyclic else able[player])
                following = (player + 1) % 3 if self.cyclic else 0
                for bit in cancellable(range(self.layout.volume)):
                    played = mine & (moves[player] >> bit & 1 != 0)
                    if played.any():
                        covered = 1 << bit | 1 << bit + self.strides[player]
                        fresh[following].append((self.canonical(free[played] & ~covered), ways[played]))
        return [_merged(parts) for parts in fresh], ended

    def canonical(self, free: Array) -> Array:
        """The least of the reflections of each set."""
        best = free
        for step in range(1, 8):
            free = self.mirrored(free, (step & -step).bit_length() - 1)
            best = np.minimum(best, free)
        return best

    def mirrored(self, free: Array, axis: int) -> Array:
        """Each set reflected along an axis."""
        result = np.zeros_like(free)
        length = int(self.layout.shape[axis])
        for place in range(length):
            slab = free & int(self.layout.slabs[axis, place, 0])
            shift = (length - 1 - 2 * place) * self.strides[axis]
            result |= slab << shift if shift >= 0 else slab >> -shift
        return result


def _merged(parts: list[Counted]) -> Counted:
    """Merge equal positions and add their counts, a few remainders at a time to allow cancelling."""
    if not parts:
        return NO_POSITIONS
    free, ways = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    pieces = 1 + len(free) // POSITIONS_PER_CHECK
    chosen = (free % pieces == rest for rest in cancellable(range(pieces)))
    found = [_summed(free[mine], ways[mine]) for mine in chosen]
    cells, sums = (np.concatenate(arrays) for arrays in zip(*found, strict=True))
    return cells, sums


def _summed(free: Array, ways: Array) -> Counted:
    """Merge equal positions, in machine words where these cannot overflow."""
    different, place = np.unique(free, return_inverse=True)
    if max(ways, default=0) * len(ways) < _NO_OVERFLOW_BELOW:
        ways = ways.astype(np.int64)
    summed = np.zeros(len(different), dtype=ways.dtype)
    np.add.at(summed, place, ways)
    return different, summed.astype(object)
