"""Perfect positions of Aztec diamonds, of any order, by domino shuffling.

`samples.py` and `measures/densities.py` come here for Aztec diamonds only.

The diamond of order n has the cells (i, j) of a square of side 2n with |i - n + 1/2| + |j - n + 1/2| <= n. A
domino of order k goes north, south, west or east: those at the top, the bottom and the two sides outward, the
others as the colour of their cells says. To get from order k to k + 1, take away pairs that go towards each
other, move the others by one cell, and fill the 2 x 2 blocks that are left free with two vertical dominoes or
two horizontal ones. With weights x and y of a vertical and a horizontal domino, let the former have chance
x^2 / (x^2 + y^2): then all perfect positions have chances in proportion to their weights [EKLP92]. In each
block a chance of order k + 1 is that of the domino across the block plus what the four chances of order k
lack of 1, shared out in that proportion.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any, Unpack

import numpy as np

from ..model.board import Board, Domino, Player
from ..model.game import DOMINEERING
from ..model.lattice import Cell
from ..model.position import Position
from ..model.weights import Weight
from ..rules.kinds import Kind
from ..rules.problem import conflict_graph
from ..support.errors import InputError, require_integer
from ..support.run import Options, running
from ..support.seeds import SeedLike, below, generator
from .drawn import Samples
from .sampling import PositionList, sample_need

Edge = tuple[Player, Cell]  # who places a domino, and its first cell
LEFT, RIGHT = Player.LEFT, Player.RIGHT


def aztec_order(board: Board) -> int | None:
    """The order of an Aztec diamond; None for any other board."""
    if board.dimension != 2 or board.shape[0] % 2 or any(board.wrap) or not board.lattice.is_square:
        return None
    order = board.shape[0] // 2
    return order if len(board) == 2 * order * (order + 1) and board == Board.aztec_diamond(order) else None


def vertical_chance(weights: Sequence[Weight] | None) -> Fraction:
    """The chance of two vertical dominoes in a free block."""
    x, y = (weight.real for weight in weights) if weights is not None else (Fraction(1), Fraction(1))
    if not x and not y:
        raise InputError("the weights of all perfect positions on this board add up to 0")
    return x**2 / (x**2 + y**2)


def chances(order: int, vertical: Fraction) -> dict[Edge, Fraction]:
    """The chance of every domino of the diamond."""
    found: dict[Edge, Fraction] = {}
    for size in range(1, order + 1):
        larger: dict[Edge, Fraction] = {}
        for i, j in _blocks(size):
            over, under = (RIGHT, (i - 1, j - 1)), (RIGHT, (i, j - 1))  # of the block in the order before
            left, right = (LEFT, (i - 1, j - 1)), (LEFT, (i - 1, j))
            old = {edge: found.get(edge, Fraction(0)) for edge in (over, under, left, right)}
            lack = 1 - sum(old.values())
            larger[RIGHT, (i, j)] = old[under] + (1 - vertical) * lack
            larger[RIGHT, (i + 1, j)] = old[over] + (1 - vertical) * lack
            larger[LEFT, (i, j)] = old[right] + vertical * lack
            larger[LEFT, (i, j + 1)] = old[left] + vertical * lack
        found = larger
    return found


def _blocks(size: int) -> list[Cell]:
    """The upper left cells of the blocks that may be filled, row by row."""
    return sorted((size - 1 + a - b, a + b) for a, b in product(range(size), repeat=2))


def shuffled(order: int, vertical: Fraction, source: Random) -> list[Domino]:
    """A random perfect position of the diamond."""
    lying: dict[Cell, Player] = {}  # by first cell
    for size in range(1, order + 1):
        moved: dict[Cell, Player] = {}
        free = set(Board.aztec_diamond(size).cells)
        for (i, j), player in lying.items():
            way = -1 if (i + j + size) % 2 == 0 else 1  # north or west, south or east
            down, across = (way, 0) if player is RIGHT else (0, way)
            if lying.get((i + down, j + across)) is player:
                continue  # one that comes towards it
            row, col = i + 1 + down, j + 1 + across
            moved[row, col] = player
            free -= {(row, col), (row, col + 1) if player is RIGHT else (row + 1, col)}
        for i, j in _blocks(size):
            block = {(i, j), (i, j + 1), (i + 1, j), (i + 1, j + 1)}
            if block <= free:
                free -= block
                player = LEFT if below(vertical.denominator, source) < vertical.numerator else RIGHT
                moved |= {(i, j): player, (i, j + 1) if player is LEFT else (i + 1, j): player}
        lying = moved
    return [Domino(cell, player) for cell, player in sorted(lying.items())]


class Shuffled(PositionList):
    """The perfect positions of an Aztec diamond, of which samples are drawn; they are not numbered.

    >>> diamond = Shuffled(Board.aztec_diamond(20))
    >>> diamond.total == diamond.weight == 2**210, len(diamond.sample(1, seed=1)[0].dominoes)
    (True, 420)
    """

    def __init__(self, board: Board, weights: Sequence[Weight] | None = None) -> None:
        order = aztec_order(board)
        if order is None:
            raise InputError("the board is no Aztec diamond")
        self._order, self._vertical = order, vertical_chance(weights)
        self.board, self.game, self.kind, self.weights = board, DOMINEERING, Kind.PERFECT, weights
        self._parts, self.placement_weights = (), None
        self.play, self.stuck, self.dominoes, self.pieces = False, frozenset(), (None, None), ()
        self.total = 2 ** (order * (order + 1) // 2)

    def __reduce__(self) -> tuple[Any, ...]:
        return Shuffled, (self.board, self.weights)

    @property
    def weight(self) -> Fraction:
        """The sum of the weights of all positions: (x^2 + y^2)^(n (n + 1) / 2)."""
        x, y = (weight.real for weight in self.weights) if self.weights else (Fraction(1), Fraction(1))
        return (x**2 + y**2) ** (self._order * (self._order + 1) // 2)

    def chances(self) -> dict[Edge, Fraction]:
        """The chance of every domino, by its player and its first cell."""
        return chances(self._order, self._vertical)

    def _require_numbers(self) -> None:
        raise InputError("perfect positions of a large Aztec diamond are drawn, not numbered")

    def sample(self, size: int, seed: SeedLike, **options: Unpack[Options]) -> Samples:
        """Independent positions, each with a chance exactly in proportion to its weight."""
        size = require_integer("size", size, 0)
        source = generator(seed)
        with running(options) as settings:
            settings.expect(sample_need(self.board, size, as_array=True))
            placements = conflict_graph(self.game, self.board).placements
            number_of = {placement.domino: number for number, placement in enumerate(placements)}
            found = np.empty((size, len(self.board) // 2), dtype=np.int32)
            for done in range(size):
                settings.report(done, size)
                drawn = shuffled(self._order, self._vertical, source)
                found[done] = [number_of[domino] for domino in drawn]
        return Samples(Position(self.board, frozenset(), self.game), placements, found)
