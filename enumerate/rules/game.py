"""Games as data: which pieces each player may place, and which pairs of cells two pieces must not cover.

Pieces are placed, never moved and never overlap; what is forbidden is forbidden in pairs. A piece or a rule
that leaves the axes of a board (Right's domino on a single column of cells) does not occur there.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ..model.players import Player
from ..support.errors import InputError, unknown

Offset = tuple[int, ...]
EITHER = "either"  # a piece that every player may place: counted in one variable
OWNERS = (*(player.name.lower() for player in Player), EITHER)


def as_offset(steps: Any) -> Offset:
    """An offset from any sequence of integers; zeros at its end say nothing.

    >>> as_offset([1, 0]), as_offset([0, 0, 1])
    ((1,), (0, 0, 1))
    """
    try:
        offset = tuple(int(step) for step in steps)
    except (TypeError, ValueError):
        raise InputError(f"an offset is a list of integers, as in [0, 1], not {steps!r}") from None
    while offset and not offset[-1]:
        offset = offset[:-1]
    return offset


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece: its name, who places it, and the cells it covers, as steps (row, column, layer).

    >>> Piece("domino", "left", [(0, 0), (1, 0)])
    Piece(name='domino', player='left', cells=((), (1,)))
    """

    name: str
    player: str
    cells: tuple[Offset, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", tuple(map(as_offset, self.cells)))
        if self.player not in OWNERS:
            raise unknown("player", str(self.player), OWNERS)
        if not self.cells or len(set(self.cells)) < len(self.cells):
            raise InputError(f"the piece '{self.name}' must cover one cell or more, each once")

    @property
    def axes(self) -> int:
        """How many axes a board must have for the piece to lie on it."""
        return max(map(len, self.cells))

    @property
    def is_domino(self) -> bool:
        """Whether the piece covers two neighbours."""
        if len(self.cells) != 2:
            return False
        one, two = (cell + (0,) * (self.axes - len(cell)) for cell in self.cells)
        return sum(abs(a - b) for a, b in zip(one, two, strict=True)) == 1


@dataclass(frozen=True, slots=True)
class Forbidden:
    """A cell c of a piece of the first name and the cell c + d of another piece of the second name must not
    both be covered, for every d of `offsets`; nor c of the second and c - d of the first.

    >>> Forbidden(("L", "R"), [(0, 1)])
    Forbidden(between=('L', 'R'), offsets=((0, 1),))
    """

    between: tuple[str, str]
    offsets: tuple[Offset, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "between", tuple(self.between))
        object.__setattr__(self, "offsets", tuple(map(as_offset, self.offsets)))


@dataclass(frozen=True, slots=True)
class Game:
    """A game: its pieces and the pairs that are forbidden.

    >>> Game("one cell each", [Piece("N", "either", [(0, 0)])]).variables(2)
    1
    """

    name: str
    pieces: tuple[Piece, ...]
    forbidden: tuple[Forbidden, ...] = field(default=())

    def __post_init__(self) -> None:
        object.__setattr__(self, "pieces", tuple(self.pieces))
        object.__setattr__(self, "forbidden", tuple(self.forbidden))
        names = [piece.name for piece in self.pieces]
        if not names or len(set(names)) < len(names):
            raise InputError(f"the pieces of a game must have different names, not {names}")
        shared = {piece.player == EITHER for piece in self.pieces}
        if len(shared) > 1:
            raise InputError(f"all pieces of '{self.name}' must be of 'either' player, or none")
        for rule in self.forbidden:
            for name in rule.between:
                if name not in names:
                    raise unknown("piece", str(name), names)

    def on(self, dimension: int) -> tuple[Piece, ...]:
        """The pieces that can lie on a board with so many axes.

        >>> [piece.name for piece in DOMINEERING.on(2)]
        ['L', 'R']
        """
        return tuple(piece for piece in self.pieces if piece.axes <= dimension)

    def players(self, dimension: int) -> frozenset[int]:
        """Who has pieces on a board with so many axes; for pieces of either player, the first variable."""
        return frozenset(map(variable_of, self.on(dimension)))

    def variables(self, dimension: int) -> int:
        """How many variables count the pieces on a board with so many axes.

        >>> [DOMINEERING.variables(dimension) for dimension in (1, 2, 3)]
        [1, 2, 3]
        """
        return 1 + max(self.players(dimension), default=0)

    @property
    def is_shared(self) -> bool:
        """Whether the pieces belong to either player."""
        return self.pieces[0].player == EITHER


def variable_of(piece: Piece) -> int:
    """The variable that counts a piece: 0 for Left or either player, 1 for Right, 2 for Middle.

    >>> variable_of(Piece("N", "right", [(0, 0)]))
    1
    """
    return 0 if piece.player == EITHER else OWNERS.index(piece.player)


def straight(name: str, axis: int, length: int, player: str) -> Piece:
    """A straight piece along an axis.

    >>> straight("R", 1, 3, "right").cells
    ((), (0, 1), (0, 2))
    """
    return Piece(name, player, tuple((0,) * axis + (step,) for step in range(length)))


def lined(name: str, length: int, players: Iterable[str] = OWNERS[:3]) -> Game:
    """Straight pieces of one length, Left's along the first axis, Right's along the second, Middle's third.

    >>> [piece.cells for piece in lined("Triomineering", 3).on(2)]
    [((), (1,), (2,)), ((), (0, 1), (0, 2))]
    """
    return Game(name, tuple(straight(owner[0].upper(), a, length, owner) for a, owner in enumerate(players)))


DOMINEERING = lined("domineering", 2)
