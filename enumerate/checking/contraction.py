"""Another engine, for checking: contract the tiles of a board as a network of small tensors.

Every side between two cells is an index that runs over its labels; every cell is a tensor with one entry per
tile. Multiplying the cells one after the other and summing over each side when both its cells are present
leaves the value of the generating polynomial. Only the tiles are shared with the other engines: there are no
programs, no merged labels, no half sweeps, no interpolation.
"""

from collections.abc import Collection, Sequence
from itertools import permutations
from math import log2, prod
from operator import itemgetter
from typing import Any

import numpy as np

from ..model.board import Board, require_board
from ..model.lattice import Cell
from ..papers.matrices import CROSSED, PLAIN, labels, tiles
from ..rules.kinds import check_stuck
from ..support.caches import cached
from ..support.errors import InputError
from ..support.memory import MORE, CostEstimate, process_memory, times
from ..support.run import advance, current

Side = tuple[Cell, int]  # the side after a cell along an axis
LARGEST_PRIME = 2**31  # products of two residues fit 64 bits
SECONDS_PER_BYTE = 2e-11  # for each tile and cell, measured


def _sides(board: Board, cell: Cell) -> list[tuple[Side | None, Side | None]]:
    """For each axis the sides before and after a cell; None at a border or wall."""
    found: list[tuple[Side | None, Side | None]] = []
    for axis in range(board.dimension):
        previous = board.after(cell, axis, -1)
        before = (previous, axis) if previous is not None else None
        found.append((before, (cell, axis) if board.after(cell, axis) is not None else None))
    return found


@cached(8)
def _order(board: Board, stuck: frozenset[int]) -> tuple[int, list[Cell]]:
    """The largest total size of the tensors before and after a cell, and the order of axes with the least."""
    sizes = [len(labels(axis, stuck)) for axis in range(board.dimension)]
    found = []
    for axes in permutations(range(board.dimension)):
        order = sorted(board.cells, key=lambda cell: tuple(cell[a] for a in axes))
        sides: set[Side] = set()
        counts = [0] * board.dimension  # open sides along each axis
        before, most = 1, 1
        for cell in order:
            for side in (side for pair in _sides(board, cell) for side in pair if side is not None):
                counts[side[1]] += -1 if side in sides else 1
                sides ^= {side}
            after = prod(size**count for size, count in zip(sizes, counts, strict=True))
            most, before = max(most, before + after), after
        found.append((most, order))
    return min(found, key=itemgetter(0))


def contraction_memory(board: Board, stuck: Collection[int]) -> int:
    """The memory in bytes that contracting a board needs."""
    return 8 * _order(board, frozenset(stuck))[0] * 5 // 4  # and the products for one tile


def contraction_need(board: Board, stuck: Collection[int]) -> CostEstimate:
    """The time and memory that contracting a board needs."""
    memory = contraction_memory(board, stuck)
    seconds = times(memory * len(board) * len(tiles(stuck, board.dimension)), SECONDS_PER_BYTE)
    instead = f"Take a narrower board, {MORE}"
    held = process_memory()[0]
    return CostEstimate("the tensors of this board", held + memory, seconds, instead=instead, held=held)


def contract(board: Board, stuck: Collection[int], prime: int, point: Sequence[int]) -> int:
    """The value at `point` modulo `prime` of the generating polynomial of a board and its stuck players.

    >>> contract(Board.rectangle(3, 2), {0, 1}, 101, (2, 3))  # 2x^2y + 2x^2 + y^3
    59
    """
    require_board(board)
    board.lattice.require("square", "hexagonal")
    if board.barred:
        raise InputError("contraction does not support cells forbidden to one player")
    stuck = check_stuck(stuck, board.dimension)
    if not 1 < prime < LARGEST_PRIME:
        raise InputError(f"`prime` must be between 2 and {LARGEST_PRIME - 1}, not {prime}")
    if len(point) != board.dimension:
        raise InputError(f"a point has {board.dimension} coordinates, not {len(point)}")
    contraction_need(board, stuck).require(current().limit)
    order = _order(board, stuck)[1]
    weights = [int(value) % prime for value in point]
    # each entry is a sum of at most one old entry per tile, so after this many cells it is below 2^63
    together = int(log2(2**63 // LARGEST_PRIME) / log2(len(tiles(stuck, board.dimension))))
    present: list[Side] = []  # the axes of the tensor
    tensor: Any = np.ones((), dtype=np.int64)
    for done, cell in enumerate(order):
        advance(done, len(order))
        tensor, present = _multiply(tensor, present, board, stuck, cell, prime, weights)
        if set(weights) != {1} or done % together == together - 1:
            tensor %= prime
    return int(tensor) % prime


def _multiply(
    tensor: Any,
    present: list[Side],
    board: Board,
    stuck: Collection[int],
    cell: Cell,
    prime: int,
    point: Sequence[int],
) -> tuple[Any, list[Side]]:
    """Multiply one cell in and sum over the sides that then have both ends."""
    sides = _sides(board, cell)
    own = [side for pair in sides for side in pair if side is not None]
    opening = [side for side in own if side not in present]
    at = min((present.index(side) for side in own if side in present), default=len(present))
    kept = [side for side in present if side not in own]
    at -= sum(side in own for side in present[:at])
    after = [*kept[:at], *opening, *kept[at:]]
    made = np.zeros([len(labels(axis, stuck)) for _, axis in after], dtype=np.int64)
    for tile in tiles(stuck, board.dimension):
        label: dict[Side | None, int] = {}
        for (before, behind), first, second in zip(sides, tile.before, tile.after, strict=True):
            if (before is None and first != PLAIN) or (behind is None and second == CROSSED):
                break
            label |= {before: first, behind: second}
        else:
            weight = point[tile.closes] if tile.closes is not None else 1
            part = tensor[_index(present, label, stuck)]
            made[_index(after, label, stuck)] += part * weight % prime if weight != 1 else part
    return made, after


def _index(sides: Sequence[Side], label: dict[Side | None, int], stuck: Collection[int]) -> tuple[Any, ...]:
    """The index of the entries with the given labels: a number for each labelled side, else a full slice."""
    return tuple(
        labels(side[1], stuck).index(label[side]) if side in label else slice(None) for side in sides
    )
