"""The conflict graph: a vertex for every placement that fits, an edge between two that exclude each other.

Positions are its independent sets. A player is stuck if every placement of theirs is in the set or has a
neighbour in it, and a position is maximal if that holds for all placements. Walls delete vertices, wraps add
edges, another lattice has other steps from cell to cell: nothing else in the engine knows of them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..model.board import Board, Cell
from ..model.game import Game, variable_of
from ..model.placing import Placement, placements

__all__ = ["Conflicts", "Placement", "conflict_graph", "placements"]


@dataclass(frozen=True, eq=False)
class Conflicts:
    """The placements of a game on a board in canonical order, the neighbours of each and its variable.

    >>> from enumerate.model.game import DOMINEERING
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


@lru_cache(maxsize=64)
def conflict_graph(game: Game, board: Board) -> Conflicts:
    """The conflict graph of a game on a board."""
    game.require_board(board)
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
            for there in rule.reaches(board, cell):
                for other in covering[there]:
                    if game.pieces[found[other].piece].name == rule.between[1]:
                        yield other
