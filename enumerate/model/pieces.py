"""Pieces and rules: which cells a piece covers, who places it, and which pairs of cells are forbidden."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import index
from typing import Any

from ..support.errors import InputError, unknown
from .board import Board
from .cells import Cell, items
from .players import Player

Offset = tuple[int, ...]
EITHER = "either"  # a piece that every player may place: counted in one variable
OWNERS = (*(player.name.lower() for player in Player), EITHER)
MOST_AXES = len(Player)
FARTHEST = 100  # steps that a piece or a rule may reach
LONGEST = 40  # characters of a name


def as_offset(steps: Any) -> Offset:
    """An offset from any sequence of integers; zeros at its end say nothing."""
    given = tuple(steps) if isinstance(steps, Iterable) else (None,)
    if not all(hasattr(step, "__index__") and type(step) is not bool for step in given):
        raise InputError(f"a step is a list of 1 to {MOST_AXES} integers, as in [0, 1], not {steps!r}")
    offset = tuple(map(index, given))
    if len(offset) > MOST_AXES or any(abs(step) > FARTHEST for step in offset):
        raise InputError(f"a step has at most {MOST_AXES} integers up to {FARTHEST}, not {list(offset)}")
    while offset and not offset[-1]:
        offset = offset[:-1]
    return offset


def check_name(what: str, name: Any) -> str:
    """A name that can stand in a drawing: it begins with a letter and has no control characters."""
    if not isinstance(name, str) or not name[:1].isalpha() or not name.isprintable() or len(name) > LONGEST:
        shown = repr(name) if len(repr(name)) < 2 * LONGEST else f"{repr(name)[:LONGEST]}..."
        raise InputError(
            f"the name of a {what} begins with a letter and has at most {LONGEST} characters, not {shown}"
        )
    return name


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece: its name, who places it, and the cells it covers, as steps (row, column, layer).

    The steps are counted from one of the cells; if (0, 0) is not among them, from the first.
    """

    name: str
    player: str
    cells: tuple[Offset, ...]

    def __post_init__(self) -> None:
        check_name("piece", self.name)
        cells = tuple(map(as_offset, items("cells", self.cells)))
        if self.player not in OWNERS:
            raise unknown("player", str(self.player), OWNERS)
        if not cells:
            raise InputError(f"the piece '{self.name}' has no cells: list at least one, as in [[0, 0]]")
        for cell in cells:
            if cells.count(cell) > 1:
                raise InputError(f"the piece '{self.name}' has the cell {list(padded(cell))} twice")
        if () not in cells:
            cells = tuple(as_offset(_minus(cell, cells[0])) for cell in cells)
        object.__setattr__(self, "cells", cells)

    @property
    def axes(self) -> int:
        """How many axes a board must have for the piece to lie on it."""
        return max(map(len, self.cells))

    @property
    def is_domino(self) -> bool:
        """Whether the piece covers two neighbours."""
        return len(self.cells) == 2 and sum(map(abs, _minus(*self.cells))) == 1

    @property
    def domino_axis(self) -> int | None:
        """The axis of a domino that lies along its player's own; None for every other piece.

        >>> [Piece("V", player, [(0, 0), (1, 0)]).domino_axis for player in ("left", "right", "either")]
        [0, None, None]
        """
        axis = OWNERS.index(self.player)
        own = len(self.cells) == 2 and self.player != EITHER and self.cells == ((), (*(0,) * axis, 1))
        return axis if own else None

    @property
    def letter(self) -> str:
        """How a cell under the piece is drawn: the first letter of its name."""
        return self.name[0].upper()[0]

    def to_json(self) -> dict[str, Any]:
        """The keys of a file."""
        size = max(2, self.axes)
        return {
            "name": self.name,
            "player": self.player,
            "cells": [list(padded(cell, size)) for cell in self.cells],
        }


def _plain(number: Any) -> Any:
    """An integer of NumPy as one of Python; anything else as it is."""
    return index(number) if hasattr(number, "__index__") and type(number) is not bool else number


def padded(offset: Offset, size: int = 2) -> Offset:
    """An offset with zeros for the axes that it does not name."""
    return offset + (0,) * (size - len(offset))


def _minus(one: Offset, two: Offset) -> Offset:
    return tuple(a - b for a, b in zip(padded(one, MOST_AXES), padded(two, MOST_AXES), strict=True))


@dataclass(frozen=True, slots=True)
class Forbidden:
    """A cell c of a piece of the first name and the cell c + d of another piece of the second name must not
    both be covered, for every d of `offsets`. The cell c - d is another matter: name -d too to forbid it.

    Instead of offsets a rule may give `distances`: 1 forbids neighbours, on any lattice and in any graph, 2
    the cells two steps away, and so on. Walls do not block a rule.
    """

    between: tuple[str, str]
    offsets: tuple[Offset, ...] = ()
    distances: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        between = items("between", self.between)
        if len(between) != 2:
            raise InputError(f"a rule is between two names of pieces, not {list(between)}")
        offsets = tuple(map(as_offset, items("offsets", self.offsets)))
        distances = tuple(map(_plain, items("distances", self.distances)))
        what = f"the rule between {' and '.join(map(repr, between))}"
        if not offsets and not distances:
            raise InputError(f"{what} forbids nothing: give `offsets` or `distances`")
        if () in offsets:
            raise InputError(f"{what} has the offset [0, 0], and pieces never overlap anyway")
        for distance in distances:
            if type(distance) is not int or not 1 <= distance <= FARTHEST:
                raise InputError(f"{what} has distances from 1 to {FARTHEST}, not {distance!r}")
        for name, value in (("between", between), ("offsets", offsets), ("distances", distances)):
            object.__setattr__(self, name, value)

    def reaches(self, board: Board, cell: Cell) -> Iterator[Cell]:
        """The cells that a piece of the second name must not cover if one of the first covers `cell`.

        >>> list(Forbidden(("L", "L"), distances=[1]).reaches(Board.rectangle(2, 2), (0, 0)))
        [(0, 1), (1, 0)]
        """
        for offset in self.offsets:
            there = board.shift(cell, offset)
            if there is not None:
                yield there
        for distance in self.distances:
            yield from board.at_distance(cell, distance)

    def to_json(self) -> dict[str, Any]:
        """The keys of a file."""
        size = max(2, *map(len, self.offsets)) if self.offsets else 2
        shown: dict[str, Any] = {"between": list(self.between)}
        if self.offsets:
            shown["offsets"] = [list(padded(offset, size)) for offset in self.offsets]
        if self.distances:
            shown["distances"] = list(self.distances)
        return shown


def variable_of(piece: Piece) -> int:
    """The variable that counts a piece: 0 for Left or either player, 1 for Right, 2 for Middle."""
    return 0 if piece.player == EITHER else OWNERS.index(piece.player)


def straight(name: str, axis: int, length: int, player: str) -> Piece:
    """A straight piece along an axis."""
    return Piece(name, player, tuple((0,) * axis + (step,) for step in range(length)))
