"""Perfect positions of Aztec diamonds, of any order, by domino shuffling.

The diamond of order n has the cells (i, j) of a square of side 2n with |i - n + 1/2| + |j - n + 1/2| <= n.
The direction of a domino (north, south, west or east) is determined by its orientation and the colour of its
cells. To get from order k to k + 1, remove pairs of dominoes that face each other, move the others by one
cell, and fill each free 2 x 2 block with two vertical or two horizontal dominoes. Let x and y be the weights
of a vertical and a horizontal domino. If a block is filled vertically with probability x^2 / (x^2 + y^2),
each perfect position has probability proportional to its weight [EKLP92]. In each block, the probability of a
domino of order k + 1 is the probability of the opposite domino of order k plus a share, in this proportion,
of 1 minus the four probabilities of order k.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random

from ..model.board import Board, Domino, Player
from ..model.game import DOMINEERING
from ..model.lattice import Cell
from ..rules.kinds import Kind
from ..support.errors import InputError
from ..support.seeds import below
from .weighing import WeightedQuestion

Edge = tuple[Player, Cell]  # a domino: its player and its first cell
LEFT, RIGHT = Player.LEFT, Player.RIGHT


def aztec_order(board: Board) -> int | None:
    """The order of an Aztec diamond; None for any other board."""
    if board.dimension != 2 or board.shape[0] % 2 or any(board.wrap) or not board.lattice.is_square:
        return None
    order = board.shape[0] // 2
    return order if len(board) == 2 * order * (order + 1) and board == Board.aztec_diamond(order) else None


@dataclass(frozen=True)
class Diamond:
    """The perfect positions of an Aztec diamond with weights x and y of a vertical and a horizontal domino.

    >>> diamond = Diamond(20)
    >>> diamond.weight == 2**210, len(diamond.shuffled(Random(1)))
    (True, 420)
    """

    order: int
    x: Fraction = Fraction(1)
    y: Fraction = Fraction(1)

    @classmethod
    def of(cls, asked: WeightedQuestion) -> "Diamond | None":
        """The diamond of a question about perfect positions with weights by player; otherwise None."""
        question = asked.question
        if question.kind != Kind.PERFECT or question.stuck is not None or question.play or asked.each:
            return None
        order = aztec_order(question.board) if question.game == DOMINEERING else None
        return None if order is None else cls(order, *(weight.real for weight in asked.by_player))

    @property
    def weight(self) -> Fraction:
        """The sum of the weights of all positions."""
        return (self.x**2 + self.y**2) ** (self.order * (self.order + 1) // 2)

    @property
    def vertical(self) -> Fraction:
        """The probability of two vertical dominoes in a free block."""
        if not self.x and not self.y:
            raise InputError("the weights of all perfect positions on this board add up to 0")
        return self.x**2 / (self.x**2 + self.y**2)

    def chances(self) -> dict[Edge, Fraction]:
        """The probability of every domino."""
        vertical, found = self.vertical, dict[Edge, Fraction]()
        for size in range(1, self.order + 1):
            larger: dict[Edge, Fraction] = {}
            for i, j in _blocks(size):
                over, under = (RIGHT, (i - 1, j - 1)), (RIGHT, (i, j - 1))  # the block in the smaller diamond
                left, right = (LEFT, (i - 1, j - 1)), (LEFT, (i - 1, j))
                old = {edge: found.get(edge, Fraction(0)) for edge in (over, under, left, right)}
                rest = 1 - sum(old.values())
                larger[RIGHT, (i, j)] = old[under] + (1 - vertical) * rest
                larger[RIGHT, (i + 1, j)] = old[over] + (1 - vertical) * rest
                larger[LEFT, (i, j)] = old[right] + vertical * rest
                larger[LEFT, (i, j + 1)] = old[left] + vertical * rest
            found = larger
        return found

    def shuffled(self, source: Random) -> list[Domino]:
        """A random perfect position."""
        vertical, lying = self.vertical, dict[Cell, Player]()  # by first cell
        for size in range(1, self.order + 1):
            moved: dict[Cell, Player] = {}
            free = set(Board.aztec_diamond(size).cells)
            for (i, j), player in lying.items():
                way = -1 if (i + j + size) % 2 == 0 else 1  # north or west, south or east
                down, across = (way, 0) if player is RIGHT else (0, way)
                if lying.get((i + down, j + across)) is player:
                    continue  # the two dominoes face each other
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


def _blocks(size: int) -> list[Cell]:
    """The upper left cells of the blocks of a diamond, row by row."""
    return sorted((size - 1 + a - b, a + b) for a, b in product(range(size), repeat=2))
