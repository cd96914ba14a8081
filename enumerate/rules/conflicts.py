"""The conflict graph: a vertex for every placement that fits, an edge between two that exclude each other.

Positions are its independent sets. A player is stuck if every placement of theirs is in the set or has a
neighbour in it, and a position is maximal if that holds for all placements. Walls delete vertices, wraps add
edges, another lattice has other steps from cell to cell: nothing else in the engine knows of them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..model.board import Board, Cell, Domino
from .game import Game, Piece, variable_of


@dataclass(frozen=True, slots=True)
class Placement:
    """A piece (its number in the game) put down at a cell, and the cells that it covers."""

    piece: int
    at: Cell
    cells: tuple[Cell, ...]

    @property
    def domino(self) -> Domino:
        """In Domineering, the domino."""
        return Domino(self.at, self.piece)


@dataclass(frozen=True, eq=False)
class Conflicts:
    """The placements of a game on a board in canonical order, the neighbours of each and its variable.

    >>> from enumerate.rules.game import DOMINEERING
    >>> graph = conflict_graph(DOMINEERING, Board.rectangle(2, 2))
    >>> [placement.cells for placement in graph.placements]
    [((0, 0), (1, 0)), ((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 0), (1, 1))]
    >>> sorted(graph.neighbours[0]), graph.variables
    ([1, 3], (0, 1, 0, 1))
    """

    game: Game
    board: Board
    placements: tuple[Placement, ...]
    neighbours: tuple[frozenset[int], ...]
    variables: tuple[int, ...]

    def __len__(self) -> int:
        """The number of placements."""
        return len(self.placements)

    def of(self, players: Iterable[int]) -> frozenset[int]:
        """The placements of some players."""
        wanted = frozenset(players)
        return frozenset(number for number, variable in enumerate(self.variables) if variable in wanted)


def placements(game: Game, board: Board) -> list[Placement]:
    """All placements that fit, by the cell at which they are put down, then by piece.

    Two placements of one piece that cover the same cells are one, except dominoes on a wrapped axis of length
    2: they join the two cells on different sides.

    >>> from enumerate.rules.game import DOMINEERING
    >>> len(placements(DOMINEERING, Board.rectangle(1, 2, wrap=(False, True))))
    2
    """
    found = []
    seen: set[tuple[int, frozenset[Cell]]] = set()
    pieces = [(number, p) for number, p in enumerate(game.pieces) if p.axes <= board.dimension]
    for at in sorted(board.cells):
        for number, piece in pieces:
            cells = cover(board, piece, at)
            if cells is None:
                continue
            key = number, frozenset(cells)
            if key not in seen or piece.is_domino:
                seen.add(key)
                found.append(Placement(number, at, cells))
    return found


def cover(board: Board, piece: Piece, at: Cell) -> tuple[Cell, ...] | None:
    """The cells of a piece put down at a cell; None if it does not fit."""
    cells = []
    for offset in piece.cells:
        cell = board.shift(at, offset)
        if cell is None or cell in cells:
            return None
        cells.append(cell)
    return tuple(cells)


@lru_cache(maxsize=64)
def conflict_graph(game: Game, board: Board) -> Conflicts:
    """The conflict graph of a game on a board."""
    found = placements(game, board)
    covering: dict[Cell, list[int]] = {cell: [] for cell in board.cells}
    for number, placement in enumerate(found):
        for cell in placement.cells:
            covering[cell].append(number)
    beside = [{other for cell in p.cells for other in covering[cell]} for p in found]
    for number, placement in enumerate(found):
        for other in _forbidden(game, board, placement, found, covering):
            beside[number].add(other)
            beside[other].add(number)
    neighbours = tuple(frozenset(near - {number}) for number, near in enumerate(beside))
    variables = tuple(variable_of(game.pieces[placement.piece]) for placement in found)
    return Conflicts(game, board, tuple(found), neighbours, variables)


def _forbidden(
    game: Game,
    board: Board,
    placement: Placement,
    found: Sequence[Placement],
    covering: dict[Cell, list[int]],
) -> Iterable[int]:
    """The placements that a rule forbids beside one of the rule's first name."""
    name = game.pieces[placement.piece].name
    for rule in game.forbidden:
        if rule.between[0] != name:
            continue
        for cell in placement.cells:
            for offset in rule.offsets:
                there = board.shift(cell, offset)
                for other in covering[there] if there is not None else ():
                    if game.pieces[found[other].piece].name == rule.between[1]:
                        yield other
