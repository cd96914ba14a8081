"""Symmetries of a game: reflections and rotations that map its pieces to pieces and its rules to rules.

A symmetry that keeps the players keeps the value of a position; one that exchanges Left and Right negates it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations, product

from ..model.game import EITHER, Game, Piece

Steps = tuple[int, ...]
_OTHER = {"left": "right", "right": "left", EITHER: EITHER}


@dataclass(frozen=True, slots=True)
class Turn:
    """A symmetry: cell c goes to the cell with coordinates signs[i] * c[axes[i]].

    The piece with number p becomes another piece, at an offset from the image of its cell.
    """

    axes: tuple[int, ...]
    signs: tuple[int, ...]
    exchanges: bool
    pieces: dict[int, tuple[int, Steps]]

    def cell(self, cell: Steps) -> Steps:
        """The image of a cell."""
        return tuple(sign * cell[axis] for sign, axis in zip(self.signs, self.axes, strict=True))

    def place(self, piece: int, at: Steps) -> tuple[int, Steps]:
        """The image of a piece put down at a cell."""
        number, moved = self.pieces[piece]
        return number, tuple(a + b for a, b in zip(self.cell(at), moved, strict=True))


def turns_of(game: Game, dimension: int) -> list[Turn]:
    """All symmetries of a game on boards of a dimension, including the identity.

    >>> from enumerate.model.game import DOMINEERING
    >>> [turn.exchanges for turn in turns_of(DOMINEERING, 2)].count(True)
    4
    """
    pieces = {number: piece for number, piece in enumerate(game.pieces) if piece.axes <= dimension}
    shapes = {n: sorted(_padded(cell, dimension) for cell in piece.cells) for n, piece in pieces.items()}
    rules = _rules(game, pieces, dimension)
    found = []
    for axes, signs, exchanges in product(
        permutations(range(dimension)), product((1, -1), repeat=dimension), (False, True)
    ):
        bare = Turn(axes, signs, exchanges, {})
        images = [list(_images(bare, number, pieces, shapes)) for number in pieces]
        for chosen in product(*images):
            named = dict(zip(pieces, chosen, strict=True))
            turned = {(named[a][0], named[b][0], bare.cell(step)) for a, b, step in rules}
            if turned == rules and len({number for number, _ in chosen}) == len(pieces):
                found.append(Turn(axes, signs, exchanges, named))
    return found


def _padded(offset: Steps, dimension: int) -> Steps:
    return offset + (0,) * (dimension - len(offset))


def _rules(game: Game, pieces: Mapping[int, Piece], dimension: int) -> set[tuple[int, int, Steps]]:
    """The forbidden pairs, in both directions."""
    numbers = {piece.name: number for number, piece in pieces.items()}
    rules = set()
    for rule in game.forbidden:
        first, second = (numbers.get(name) for name in rule.between)
        for offset in rule.offsets:
            if first is not None and second is not None and len(offset) <= dimension:
                step = _padded(offset, dimension)
                rules |= {(first, second, step), (second, first, tuple(-s for s in step))}
    return rules


def _images(
    turn: Turn, number: int, pieces: Mapping[int, Piece], shapes: Mapping[int, list[Steps]]
) -> Iterator[tuple[int, Steps]]:
    """The pieces that a piece can become, with their offsets."""
    owner = pieces[number].player
    wanted = _OTHER.get(owner) if turn.exchanges else owner
    image = sorted(turn.cell(cell) for cell in shapes[number])
    for other, shape in shapes.items():
        if pieces[other].player != wanted or len(shape) != len(image):
            continue
        moved = tuple(a - b for a, b in zip(image[0], shape[0], strict=True))
        if [tuple(a + b for a, b in zip(cell, moved, strict=True)) for cell in shape] == image:
            yield other, moved
