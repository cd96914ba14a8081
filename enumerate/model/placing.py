"""Pieces put down on a board: which cells they cover, where they fit, which pairs exclude each other."""

from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple

from ..support.errors import InputError, unknown
from .board import Board
from .cells import Cell, as_cell
from .game import Game, Piece
from .players import Domino


class Placement(NamedTuple):
    """A piece (its number in the game) put down at a cell, and the cells that it covers."""

    piece: int
    at: Cell
    cells: tuple[Cell, ...]

    @property
    def domino(self) -> Domino:
        """In Domineering, the domino."""
        return Domino(self.at, self.piece)


def cover(board: Board, piece: Piece, at: Cell) -> tuple[Cell, ...] | None:
    """The cells of a piece put down at a cell of the board; None if it does not fit."""
    cells = []
    for offset in piece.cells:
        cell = board.shift(at, offset) if offset else at
        if cell is None or cell in cells or (board.barred and (cell, piece.name) in board.barred):
            return None
        cells.append(cell)
    return tuple(cells)


def is_twofold(board: Board, piece: Piece) -> bool:
    """Whether two placements that cover the same cells are different: dominoes around an axis of length 2."""
    return piece.is_domino and board.lattice.sides_count


def placements(game: Game, board: Board) -> list[Placement]:
    """All placements that fit, by the cell at which they are put down, then by piece.

    Two placements of one piece that cover the same cells are one, except dominoes on a wrapped axis of length
    2: they join the two cells on different sides.

    >>> from .game import DOMINEERING
    >>> len(placements(DOMINEERING, Board.rectangle(1, 2, wrap=(False, True))))
    2
    """
    found = []
    seen: set[tuple[int, frozenset[Cell]]] = set()
    pieces = [
        (number, piece, is_twofold(board, piece))
        for number, piece in enumerate(game.pieces)
        if piece.axes <= board.dimension
    ]
    for at in sorted(board.cells):
        for number, piece, twofold in pieces:
            cells = cover(board, piece, at)
            if cells is None:
                continue
            if not twofold:
                key = number, frozenset(cells)
                if key in seen:
                    continue
                seen.add(key)
            found.append(Placement(number, at, cells))
    return found


def placed(game: Game, board: Board, number: int, at: Cell) -> Placement | None:
    """The placement of a piece at a cell, put down at the first cell that covers the same ones.

    >>> ring = Board.rectangle(1, 3, wrap=(False, True))
    >>> row = Game("row", (Piece("H", "either", [(0, 0), (0, 1), (0, 2)]),))
    >>> placed(row, ring, 0, (0, 2)).at
    (0, 0)
    """
    piece = game.pieces[number]
    cells = cover(board, piece, at) if piece.axes <= board.dimension else None
    if cells is None:
        return None
    if not is_twofold(board, piece):
        for first in sorted(cells):
            same = cover(board, piece, first)
            if same is not None and set(same) == set(cells):
                return Placement(number, first, same)
    return Placement(number, at, cells)


def excluded(game: Game, board: Board, placement: Placement) -> Iterator[tuple[Cell, str]]:
    """The pairs (cell, name) that rules with this piece as their first name forbid to other pieces."""
    name = game.pieces[placement.piece].name
    for rule in game.forbidden:
        if rule.between[0] == name:
            for cell in placement.cells:
                for there in rule.reaches(board, cell):
                    yield there, rule.between[1]


def clash(game: Game, board: Board, chosen: Iterable[Placement]) -> tuple[Placement, Placement] | None:
    """Two of the placements that must not both be there, if any."""
    owner: dict[Cell, Placement] = {}
    ordered = sorted(chosen, key=lambda p: (p.at, p.piece))
    for placement in ordered:
        for cell in placement.cells:
            if cell in owner:
                return owner[cell], placement
            owner[cell] = placement
    for placement in ordered:
        for cell, name in excluded(game, board, placement):
            other = owner.get(cell)
            if other is not None and other != placement and game.pieces[other.piece].name == name:
                return placement, other
    return None


def rest_of(game: Game, board: Board, chosen: Iterable[Placement]) -> Board:
    """What is left beside some pieces: their cells are walls, and what their rules forbid is barred.

    Rules are about pairs of cells, so the positions on the rest are exactly the ways to go on.

    >>> rest_of(Game.named("col"), Board.rectangle(1, 3), [Placement(0, (0, 0), ((0, 0),))])
    Board.parse('#..').bar([((0, 1), 'L')])
    """
    names = {cell: game.pieces[p.piece].name for p in chosen for cell in p.cells}
    barred: list[tuple[Cell, str]] = []
    for rule in game.forbidden if names else ():
        first, second = rule.between
        for cell in board.cells:
            for there in rule.reaches(board, cell):
                barred += [(there, second)] if names.get(cell) == first else []
                barred += [(cell, first)] if names.get(there) == second else []
    rest = board.without(frozenset(names))
    return rest.bar(barred) if barred else rest


def addable(game: Game, board: Board, chosen: Iterable[Placement]) -> Iterator[Placement]:
    """The placements that could be added to a position."""
    yield from placements(game, rest_of(game, board, chosen))


def find_placement(game: Game, board: Board, given: Any) -> Placement:
    """The placement that is meant by a name and a cell, a name and all cells, or a domino.

    >>> find_placement(Game.named("squares"), Board.rectangle(2, 2), ("S", (0, 0))).cells
    ((0, 0), (0, 1), (1, 0), (1, 1))
    >>> find_placement(Game.named("domineering"), Board.rectangle(2, 2), Domino((0, 0), "right")).cells
    ((0, 0), (0, 1))
    """
    if isinstance(given, Placement):
        return _fitting(game, board, given.piece, given.at)
    if isinstance(given, Domino):
        axes = [piece.domino_axis for piece in game.pieces]
        if given.axis not in axes:
            raise InputError(f"'{game.name}' has no domino along axis {given.axis}: {given}")
        return _fitting(game, board, axes.index(given.axis), given.cell)
    pair = tuple(given) if isinstance(given, tuple | list) else ()
    if len(pair) != 2 or not isinstance(pair[0], str):
        raise InputError(f"a piece is a name and a cell, as in ('L', (0, 1)), not {given!r}")
    name, where = pair
    names = [piece.name for piece in game.pieces]
    if name not in names:
        raise unknown("piece", str(name), names)
    if isinstance(where, Collection) and where and all(isinstance(cell, tuple | list) for cell in where):
        wanted = {as_cell(cell) for cell in where}
        for at in sorted(wanted & board.cells):
            found = placed(game, board, names.index(name), at)
            if found is not None and set(found.cells) == wanted and found.at == at:
                return found
        raise InputError(f"the piece '{name}' of '{game.name}' does not cover {sorted(wanted)}")
    return _fitting(game, board, names.index(name), as_cell(where))


def _fitting(game: Game, board: Board, number: int, at: Cell) -> Placement:
    if number not in range(len(game.pieces)):
        raise InputError(f"'{game.name}' has the pieces 0 to {len(game.pieces) - 1}, not {number}")
    found = placed(game, board, number, at) if at in board.cells else None
    if found is None:
        raise InputError(f"the piece '{game.pieces[number].name}' of '{game.name}' does not fit at cell {at}")
    return found
