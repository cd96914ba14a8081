"""Bitboards of the game solvers: sets of up to 126 cells in two 64-bit words, compiled with Numba.

A set is a pair (low word, high word). A player's moves are the set of first cells of the dominoes that fit;
`stride` is the distance between the two cells of a domino. `Layout` gives each cell of a box its bit.
"""

from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from ...model.board import Board
from ...model.lattice import Cell
from ...support.compiled import step
from . import require_volume

Words = np.ndarray[Any, np.dtype[np.uint64]]
Set = tuple[np.uint64, np.uint64]
U = np.uint64
_BITS = U(64)


def _bit_intrinsic(operation: str) -> Any:
    def typing(typing_context: Any, word: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            if operation == "ctpop":
                return builder.ctpop(arguments[0])
            return builder.cttz(arguments[0], context.get_constant(types.boolean, 0))

        return types.uint64(types.uint64), codegen

    return intrinsic(typing)


popcount = _bit_intrinsic("ctpop")
trailing = _bit_intrinsic("cttz")


def words(cells: int) -> Set:
    """The two words of a set given as a Python integer."""
    return U(cells & (1 << 64) - 1), U(cells >> 64)


@step
def up(low: Any, high: Any, stride: Any) -> Any:
    """The set shifted up by `stride` bits (0 < stride < 64)."""
    return low << stride, (high << stride) | (low >> (_BITS - stride))


@step
def down(low: Any, high: Any, stride: Any) -> Any:
    """The set shifted down by `stride` bits (0 < stride < 64)."""
    return (low >> stride) | (high << (_BITS - stride)), high >> stride


@step
def size(low: Any, high: Any) -> Any:
    """The number of cells."""
    return np.int64(popcount(low) + popcount(high))


@step
def one(cell: Any) -> Any:
    """The set of one cell."""
    if cell < 64:
        return U(1) << U(cell), U(0)
    return U(0), U(1) << U(cell - 64)


@step
def lowest(low: Any, high: Any) -> Any:
    """The set of the first cell of a non-empty set."""
    if low:
        return low & (~low + U(1)), U(0)
    return U(0), high & (~high + U(1))


@step
def place_of(low: Any, high: Any) -> Any:
    """The number of the cell in a one-element set."""
    return np.int64(trailing(low)) if low else 64 + np.int64(trailing(high))


@step
def moves_of(low: Any, high: Any, stride: Any, firsts: Any) -> Any:
    """The dominoes that fit on the free cells; `firsts` are the possible first cells in the box."""
    a, b = down(low, high, stride)
    return low & a & firsts[0], high & b & firsts[1]


@step
def both_cells(low: Any, high: Any, stride: Any) -> Any:
    """The cells under the dominoes with the given first cells."""
    a, b = up(low, high, stride)
    return low | a, high | b


@step
def missing(low: Any, high: Any, stride: Any, cells: Any) -> Any:
    """The dominoes that touch none of `cells`."""
    a, b = down(cells[0], cells[1], stride)
    return low & ~(cells[0] | a), high & ~(cells[1] | b)


@step
def packing(low: Any, high: Any, stride: Any) -> Any:
    """A largest set of disjoint dominoes among the given ones: their number and the cells they cover.

    Each chain of overlapping dominoes is packed from its first cell on, all chains at once.
    """
    count = 0
    covered_low = U(0)
    covered_high = U(0)
    while low | high:
        a, b = up(low, high, stride)
        a, b = low & ~a, high & ~b
        count += size(a, b)
        a, b = both_cells(a, b, stride)
        covered_low |= a
        covered_high |= b
        low &= ~a
        high &= ~b
    return count, (covered_low, covered_high)


@step
def lone(low: Any, high: Any, stride: Any, others: Any) -> Any:
    """The dominoes whose whole chain touches none of `others`: no other player can ever block them."""
    a, b = both_cells(low, high, stride)
    touched_low, touched_high = a & others[0], b & others[1]
    while True:
        a, b = down(touched_low, touched_high, stride)
        a, b = both_cells(low & (touched_low | a), high & (touched_high | b), stride)
        a, b = a | touched_low, b | touched_high
        if a == touched_low and b == touched_high:
            return low & ~a, high & ~b
        touched_low, touched_high = a, b


@step
def mirrored(low: Any, high: Any, axis: Any, slabs: Any, shape: Any, strides: Any) -> Any:
    """The set reflected along `axis`; slabs[axis, i] are the cells with coordinate i."""
    result_low = U(0)
    result_high = U(0)
    for place in range(shape[axis]):
        a, b = low & slabs[axis, place, 0], high & slabs[axis, place, 1]
        steps = shape[axis] - 1 - 2 * place
        distance = U(abs(steps)) * strides[axis]
        if distance >= _BITS:
            if steps > 0:
                a, b = U(0), a << (distance - _BITS)
            else:
                a, b = b >> (distance - _BITS), U(0)
        elif steps > 0:
            a, b = up(a, b, distance)
        elif steps < 0:
            a, b = down(a, b, distance)
        result_low |= a
        result_high |= b
    return result_low, result_high


@step
def canonical(low: Any, high: Any, slabs: Any, shape: Any, strides: Any) -> Any:
    """The least reflection of a set; the group of reflections is traversed in Gray code order."""
    best_low, best_high = low, high
    for number in range(1, 8):
        axis = np.int64(trailing(U(number)))
        if shape[axis] > 1:
            low, high = mirrored(low, high, axis, slabs, shape, strides)
            if high < best_high or (high == best_high and low < best_low):
                best_low, best_high = low, high
    return best_low, best_high


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """The bit of each cell of a box for players who place along `axes`, and the constants of the kernels.

    The longest axis has the largest stride. Player i of a kernel places along axes[i]; `spoils[p, c, q]` are
    the dominoes of player q that overlap the domino of player p with first cell c.
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
        steps, stride = [1] * len(shape), 1
        for axis in sorted(range(len(shape)), key=lambda a: shape[a]):
            steps[axis] = stride if shape[axis] > 1 else 1
            stride *= shape[axis]
        players = range(len(axes))
        firsts = [0] * len(axes)
        slabs = [[0] * max(shape) for _ in axes]
        bits = {
            cell: sum(c * s for c, s in zip(cell, steps, strict=True)) for cell in product(*map(range, shape))
        }
        for (cell, bit), player in product(bits.items(), players):
            coordinate = cell[axes[player]]
            slabs[player][coordinate] |= 1 << bit
            firsts[player] |= (coordinate + 1 < shape[axes[player]]) << bit
        spoils = np.zeros((len(axes), prod(shape), len(axes), 2), dtype=np.uint64)
        for bit, player, other in product(bits.values(), players, players):
            covered = 1 << bit | 1 << bit + steps[axes[player]]
            spoils[player, bit, other] = words((covered | covered >> steps[axes[other]]) & firsts[other])
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
