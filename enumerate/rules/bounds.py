"""Upper bounds that a conflict graph shows at a glance: on its positions, on a player's pieces in one."""

from math import prod

from ..model.board import Board, Cell
from ..model.game import DOMINEERING, Game
from ..support.caches import remembered
from .conflicts import conflict_graph


@remembered(256)
def position_bound(board: Board, game: Game = DOMINEERING) -> int:
    """An upper bound on the number of positions: some cells choose what covers them.

    If every placement covers exactly one cell of a colour of the chessboard, the choices of these cells,
    nothing or one of the placements on them, fix the position; else every cell chooses what begins there.

    >>> position_bound(Board.rectangle(2, 2)), position_bound(Board.rectangle(1, 3))
    (9, 3)
    """
    graph = conflict_graph(game, board)
    colours: list[dict[Cell, int]] = [{c: 0 for c in board.cells if sum(c) % 2 == k} for k in (0, 1)]
    fixed = [True, True]
    first: dict[Cell, int] = {}
    for placement in graph.placements:
        least = min(placement.cells)
        first[least] = first.get(least, 0) + 1
        for colour, counts in enumerate(colours):
            mine = [cell for cell in placement.cells if cell in counts]
            fixed[colour] &= len(mine) == 1
            for cell in mine:
                counts[cell] += 1
    bounds = [prod(1 + n for n in c.values()) for c, is_fixed in zip(colours, fixed, strict=True) if is_fixed]
    return min(bounds, default=prod(1 + n for n in first.values()))


@remembered(256)
def most_pieces(board: Board, game: Game = DOMINEERING) -> tuple[int, ...]:
    """For each variable an upper bound on its pieces in one position, a piece for each clique of conflicts.

    >>> most_pieces(Board.rectangle(4, 3))
    (6, 4)
    """
    graph = conflict_graph(game, board)
    cliques: list[list[int]] = []
    clique_of: dict[int, int] = {}
    most = [0] * game.variables(board.dimension)
    for q in range(len(graph)):
        for c in sorted({clique_of[p] for p in graph.neighbours[q] if p in clique_of}):
            same = graph.variables[cliques[c][0]] == graph.variables[q]
            if same and graph.neighbours[q].issuperset(cliques[c]):
                cliques[c].append(q)
                clique_of[q] = c
                break
        else:
            clique_of[q] = len(cliques)
            cliques.append([q])
            most[graph.variables[q]] += 1
    return tuple(most)
