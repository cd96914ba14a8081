"""Upper bounds from the conflict graph: on the number of positions and on the pieces of one position.

The plan, the reconstruction and the optimizers read these bounds. Read `conflicts.py` first.
"""

from collections.abc import Collection
from dataclasses import replace
from math import prod

from ..model.board import Board
from ..model.game import DOMINEERING, Game
from ..model.lattice import Cell
from ..support.caches import cached
from .conflicts import conflict_graph

BITS_FREE, BITS_STUCK = 0.85, 0.6  # of those of the bound on positions, without and with stuck players
FEW_SLICES = 6  # times the reach of a game: a box with more has inner slices


def reach(game: Game, axis: int = 0) -> int:
    """How many rows the pieces and rules of a game span, at most; or slices across another axis."""

    def at(offset: tuple[int, ...]) -> int:
        return offset[axis] if axis < len(offset) else 0

    heights = [max(map(at, piece.cells)) - min(map(at, piece.cells)) for piece in game.pieces]
    offsets = [abs(at(offset)) for rule in game.forbidden for offset in rule.offsets]
    return max([*heights, *offsets, *(d for rule in game.forbidden for d in rule.distances), 1])


@cached(256)
def position_bound(board: Board, game: Game = DOMINEERING) -> int:
    """An upper bound on the number of positions: some cells choose what covers them.

    If every placement covers exactly one cell of a colour of the chessboard, the choices of these cells,
    nothing or one of the placements on them, fix the position; else every cell chooses what begins there.

    >>> position_bound(Board.rectangle(2, 2)), position_bound(Board.rectangle(1, 3))
    (9, 3)
    """
    axis = max(range(board.dimension), key=board.shape.__getitem__)
    shorter = FEW_SLICES * reach(game, axis) + board.shape[axis] % 2
    more = board.shape[axis] - shorter
    if more > shorter and board.is_box and board.lattice.is_square and not (board.wrap[axis] or board.barred):
        one, two = (position_bound(_cut(board, axis, shorter + n), game) for n in (0, 2))
        return one * int((two // one) ** (more // 2))  # inner slices are alike, two of them have all colours
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


def position_bits(board: Board, stuck: Collection[int], game: Game = DOMINEERING) -> int:
    """About how many bits the number of positions has, by a fit to measurements."""
    return int(position_bound(board, game).bit_length() * (BITS_STUCK if stuck else BITS_FREE))


def _cut(board: Board, axis: int, length: int) -> Board:
    """A box with another length along an axis."""
    shape = (*board.shape[:axis], length, *board.shape[axis + 1 :])
    return replace(Board.box(*shape), wrap=board.wrap)


@cached(256)
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
