"""The conflict graph: a vertex for every placement that fits, an edge between two that exclude each other.

Everything in the engine starts here.

Positions are its independent sets. A player is stuck if every placement of theirs is in the set or has a
neighbour in it, and a position is maximal if that holds for all placements. Walls delete vertices, wraps add
edges, another lattice has other steps from cell to cell: nothing else in the engine knows of them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from ..model.board import Board
from ..model.game import Game, variable_of
from ..model.lattice import Cell, connected
from ..model.position import Placement, placements
from ..support.caches import cached
from ..support.progress import cancellable

CORNERS = 2, 4  # sides of boxes that are looked at instead of a larger one

__all__ = ["Conflicts", "Placement", "conflict_graph", "conflict_parts", "placements"]


class Conflicts:
    """The placements of a game on a board in canonical order, the neighbours of each and its variable.

    `closes` says the same as `neighbours`, cell by cell: to which pieces (bits) a placement closes a cell.
    Another placement is its neighbour exactly if one of its cells is closed to its piece.

    >>> from enumerate.model.game import DOMINEERING
    >>> graph = conflict_graph(DOMINEERING, Board.rectangle(2, 2))
    >>> [placement.cells for placement in graph.placements]
    [((0, 0), (1, 0)), ((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 0), (1, 1))]
    >>> sorted(graph.neighbours[0]), graph.variables
    ([1, 3], (0, 1, 0, 1))
    """

    def __init__(
        self,
        game: Game,
        board: Board,
        placements: tuple[Placement, ...],
        neighbours: tuple[frozenset[int], ...],
        variables: tuple[int, ...],
        closes: tuple[Mapping[Cell, int], ...],
    ) -> None:
        self.game, self.board, self.placements = game, board, placements
        self.neighbours, self.variables, self.closes = neighbours, variables, closes

    def __len__(self) -> int:
        """The number of placements."""
        return len(self.placements)

    def of(self, players: Iterable[int]) -> frozenset[int]:
        """The placements of some players."""
        wanted = frozenset(players)
        return frozenset(number for number, variable in enumerate(self.variables) if variable in wanted)


def _closing(game: Game, board: Board) -> list[dict[Cell, dict[Cell, int]]]:
    """For each piece and each cell that it covers, the cells that rules close, and to which pieces (bits):
    both ways, from the first piece of a rule and from its second."""
    number = {piece.name: n for n, piece in enumerate(game.pieces)}
    closing: list[dict[Cell, dict[Cell, int]]] = [{} for _ in game.pieces]
    for rule in game.forbidden:
        one, two = (number[name] for name in rule.between)
        for cell in board.cells:
            for there in rule.reaches(board, cell):
                for piece, here, other, far in ((one, cell, two, there), (two, there, one, cell)):
                    marks = closing[piece].setdefault(here, {})
                    marks[far] = marks.get(far, 0) | 1 << other
    return closing


@cached(64)
def conflict_graph(game: Game, board: Board) -> Conflicts:
    """The conflict graph of a game on a board."""
    game.require_board(board)
    found = placements(game, board)
    covering: dict[Cell, list[int]] = {cell: [] for cell in board.cells}
    for number, placement in enumerate(found):
        for cell in placement.cells:
            covering[cell].append(number)
    closing, every = _closing(game, board), (1 << len(game.pieces)) - 1
    closes, neighbours = [], []
    for number, placement in enumerate(found):
        marks = dict.fromkeys(placement.cells, every)
        ruled = closing[placement.piece]
        for cell in placement.cells if ruled else ():
            for far, pieces in ruled.get(cell, {}).items():
                marks[far] = marks.get(far, 0) | pieces
        near = {q for cell, pieces in marks.items() for q in covering[cell] if pieces >> found[q].piece & 1}
        near.discard(number)
        closes.append(marks)
        neighbours.append(frozenset(near))
    variables = tuple(variable_of(game.pieces[placement.piece]) for placement in found)
    return Conflicts(game, board, tuple(found), tuple(neighbours), variables, tuple(closes))


@cached(64)
def conflict_parts(game: Game, board: Board) -> tuple[Board, ...]:
    """The parts of a board that have nothing to do with each other, ordered by their first cells.

    They are independent though their cells may touch, if no placement covers or closes cells of two of them.

    >>> [len(part) for part in conflict_parts(Game.named("domineering"), Board.parse("..#.\\n..#."))]
    [4, 2]
    >>> len(conflict_parts(Game.named("knights"), Board.rectangle(2, 4)))
    4
    """
    if board.is_box and not board.barred and board.lattice.is_uniform:
        for side in CORNERS:  # if a corner is one part, so is the box: its copies overlap all over it
            corner = Board.box(*(min(length, side) for length in board.shape), lattice=board.lattice)
            if 2 * len(corner) <= len(board) and len(conflict_parts(game, corner)) == 1:
                return (board,)
    graph = conflict_graph(game, board)
    joined: dict[Cell, set[Cell]] = {cell: set() for cell in board.cells}
    for placement, near in zip(graph.placements, graph.neighbours, strict=True):
        first = placement.cells[0]
        for cell in (*placement.cells[1:], *(graph.placements[q].cells[0] for q in near)):
            joined[first].add(cell)
            joined[cell].add(first)
    return tuple(
        replace(board, cells=part) for part in cancellable(connected(board.cells, joined.__getitem__))
    )
