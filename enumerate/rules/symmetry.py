"""Boards that are equal up to mirrors and turns, so that equal components are computed once.

`plan/question.py` finds the components of a board here. Read `problem.py` first.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import permutations, product
from operator import sub

from ..model.board import Board
from ..model.game import DOMINEERING, Game, Offset, Piece, lined, padded
from ..model.lattice import Cell
from ..support.caches import cached
from ..support.run import check_cancelled
from .problem import Conflicts, conflict_graph

Turned = tuple[Board, frozenset[int]]


def images_of(board: Board) -> list[tuple[Board, tuple[int, ...]]]:
    """The images of a board under all mirrors and orders of the axes, with the order used for each.

    >>> images = images_of(Board.rectangle(2, 3))
    >>> len(images), {image.shape for image, _ in images} == {(2, 3), (3, 2)}
    (8, True)
    """
    if not board.lattice.is_square:
        return [(board, tuple(range(board.dimension)))]  # nothing is claimed about other lattices
    images = []
    for axes in permutations(range(board.dimension)):
        turned = board.transpose(axes)
        for flips in product((False, True), repeat=board.dimension):
            image = turned
            for axis, flip in zip(range(board.dimension), flips, strict=True):
                image = image.mirror(axis) if flip else image
            images.append((image, axes))
    return images


def canonical(board: Board, stuck: Collection[int]) -> tuple[Turned, tuple[int, ...]]:
    """One representative of all boards that are equal up to mirrors and turns, and the order of the axes.

    Turning a board carries its players along: the player of axis axes[i] becomes the player of axis i, and
    the polynomial of the board is that of the representative with its variables put back.
    """
    check_cancelled()
    return _canonical(board.crop(), frozenset(stuck))


@cached(4096)
def _canonical(board: Board, stuck: frozenset[int]) -> tuple[Turned, tuple[int, ...]]:
    def key(image: tuple[Board, tuple[int, ...]]) -> tuple[object, ...]:
        turned, axes = image
        return turned.shape, turned.wrap, sorted(turned.cells), [a in stuck for a in axes], axes

    best, axes = min(images_of(board), key=key)
    return (best, frozenset(i for i, a in enumerate(axes) if a in stuck)), axes


def has_axis_pieces(game: Game) -> bool:
    """Whether turning a board exchanges the players: straight pieces along the axes, one for each player."""
    first = game.pieces[0].cells
    if game.forbidden or first[-1] != (len(first) - 1,):
        return False
    return game.pieces == lined(game.name, len(first)).pieces


def transposed(game: Game, axes: Sequence[int] = (1, 0)) -> Game:
    """The game with rows and columns exchanged, or with its axes in another order, as in `Board.transpose`;
    every piece with its player."""
    order = (*axes, *range(len(axes), 3))

    def turn(steps: tuple[Offset, ...]) -> tuple[Offset, ...]:
        return tuple(tuple(padded(step, 3)[axis] for axis in order) for step in steps)

    pieces = tuple(replace(piece, cells=turn(piece.cells)) for piece in game.pieces)
    rules = tuple(replace(rule, offsets=turn(rule.offsets)) for rule in game.forbidden)
    return replace(game, pieces=pieces, forbidden=rules)


@cached(64)
def is_transpose_invariant(game: Game) -> bool:
    """Whether exchanging rows and columns changes nothing: every player has the same pieces, and (where rules
    name them) every name."""

    def shape(piece: Piece) -> frozenset[Offset]:
        cells = [(*cell, 0, 0, 0)[:3] for cell in piece.cells]
        least = [min(places) for places in zip(*cells, strict=True)]
        return frozenset(tuple(map(sub, cell, least)) for cell in cells)

    def meaning(given: Game) -> tuple[object, object]:
        pieces = Counter((game.forbidden and p.name, p.player, shape(p)) for p in given.pieces)
        rules = {
            (rule.between, frozenset(map(padded, rule.offsets)), rule.distances) for rule in given.forbidden
        }
        return pieces, rules

    return meaning(game) == meaning(transposed(game))


def representative(
    part: Board, stuck: Collection[int], game: Game, can_turn: bool = True
) -> tuple[Turned, tuple[int, ...]]:
    """The `canonical` board of a part, or the part itself where turning it is not known to exchange players.

    >>> tall, wide = Board.rectangle(2, 1), Board.rectangle(1, 2)
    >>> representative(tall, (), DOMINEERING)[0] == representative(wide, (), DOMINEERING)[0]
    True
    >>> representative(tall, (), Game.named("col"))[0] == representative(wide, (), Game.named("col"))[0]
    False
    """
    if can_turn and has_axis_pieces(game) and not part.barred:  # what is barred to a piece does not turn
        return canonical(part, stuck)
    return (part.crop(), frozenset(stuck)), tuple(range(game.variables(part.dimension)))


def is_symmetric(board: Board, stuck: Collection[int], game: Game = DOMINEERING) -> bool:
    """Whether Left and Right can be exchanged: a symmetry of the conflict graph takes the one's placements to
    the other's, and the stuck players to themselves. It is looked for among the symmetries of the board.

    >>> is_symmetric(Board.rectangle(3, 3), {0, 1}), is_symmetric(Board.rectangle(3, 3), {0})
    (True, False)
    >>> is_symmetric(Board.rectangle(3, 4), set(), Game.named("col"))
    True
    """
    swapped = frozenset(1 - a for a in stuck)
    if game.variables(board.dimension) != 2 or swapped != frozenset(stuck):
        return False
    graph = conflict_graph(game, board)
    if graph.variables.count(0) * 2 != len(graph):
        return False
    return any(_exchanges(graph, image) for image in _symmetries(board))


def _symmetries(board: Board) -> Iterator[dict[Cell, Cell]]:
    """The identity, and what exchanges the axes of a flat board of squares and keeps its cells."""
    yield {cell: cell for cell in board.cells}
    if board.dimension == 2 and board.lattice.is_square and board.shape[0] == board.shape[1]:
        top = board.shape[0] - 1
        for across, down in product((False, True), repeat=2):
            image: dict[Cell, Cell] = {
                (r, c): (top - c if across else c, top - r if down else r) for r, c in board.cells
            }
            if board.cells == set(image.values()) and board.wrap[0] == board.wrap[1]:
                yield image


def _exchanges(graph: Conflicts, image: dict[Cell, Cell]) -> bool:
    """Whether cells so moved take Left's placements to Right's and back, conflicts to conflicts."""
    found: dict[tuple[frozenset[Cell], int], list[int]] = {}
    for q, placement in enumerate(graph.placements):
        found.setdefault((frozenset(placement.cells), graph.variables[q]), []).append(q)
    to = []
    for q, placement in enumerate(graph.placements):
        cells = frozenset(placement.cells)
        mine = found[cells, graph.variables[q]]
        there = found.get((frozenset(image[cell] for cell in cells), 1 - graph.variables[q]), [])
        if len(there) != len(mine):
            return False
        to.append(there[mine.index(q)])
    return all({to[p] for p in near} == graph.neighbours[to[q]] for q, near in enumerate(graph.neighbours))
