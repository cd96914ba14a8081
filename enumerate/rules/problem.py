"""A problem: a board, a game and stuck players; its conflict graph; and bounds that the graph proves.

Everything in the engine starts here. Light to import.

The conflict graph has a vertex for every placement that fits, and an edge between two that exclude each
other. Positions are its independent sets. A player is stuck if every placement of theirs is in the set or has
a neighbour in it, and a position is maximal if that holds for all placements. Walls delete vertices, wraps
add edges, another lattice has other steps from cell to cell: nothing else in the engine knows of them.

`plan/question.py` makes problems, and everything below the plan takes one.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from math import prod

from ..model.board import Board
from ..model.game import DOMINEERING, Game, variable_of
from ..model.lattice import LINE_GRAPH, Cell, connected
from ..model.position import Placement, placements
from ..support.caches import cached
from ..support.errors import InputError
from ..support.run import cancellable

CORNERS = 2, 4  # sides of boxes that are looked at instead of a larger one


@dataclass(frozen=True, eq=False)
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

    game: Game
    board: Board
    placements: tuple[Placement, ...]
    neighbours: tuple[frozenset[int], ...]
    variables: tuple[int, ...]
    closes: tuple[Mapping[Cell, int], ...]

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


BITS_FREE, BITS_STUCK = 0.85, 0.6  # of those of the bound on positions, without and with stuck players


FEW_SLICES = 6  # times the reach of a game: a box with more has inner slices


def reach(game: Game, axis: int = 0) -> int:
    """How many rows the pieces and rules of a game span, at most; or slices across another axis."""
    heights = [1]
    for piece in game.pieces:
        places = [cell[axis] if axis < len(cell) else 0 for cell in piece.cells]
        heights.append(max(places) - min(places))
    for rule in game.forbidden:
        heights += [*rule.distances, *(abs(offset[axis]) for offset in rule.offsets if axis < len(offset))]
    return max(heights)


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
        shapes = ((*board.shape[:axis], shorter + n, *board.shape[axis + 1 :]) for n in (0, 2))
        one, two = (position_bound(Board.box(*shape, wrap=board.wrap), game) for shape in shapes)
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


class NoPositionError(Exception):
    """No way through a sweep leads to a position: some cell can be neither covered nor left empty."""


@dataclass(frozen=True, slots=True)
class Problem:
    """The generating polynomial of a game on a board with its stuck players; whether to use half a sweep.

    A `perfect` problem is about the positions without an empty cell.
    """

    board: Board
    stuck: frozenset[int] = frozenset()
    symmetry: bool = True
    perfect: bool = False
    game: Game = DOMINEERING

    def __post_init__(self) -> None:
        if self.perfect and self.board.lattice.name == LINE_GRAPH:
            raise InputError(
                "'perfect' is not supported for the edges of a graph: the last coefficient of "
                "`matching_polynomial` counts the perfect matchings, if it has half as many edges as vertices"
            )

    @property
    def variables(self) -> int:
        """How many variables the polynomial has."""
        return self.game.variables(self.board.dimension)

    @property
    def is_full_matching(self) -> bool:
        """Whether all positions of dominoes on a rectangle count: states are all words of two labels."""
        board, is_free = self.board, not self.stuck and not self.perfect and self.symmetry
        is_whole = board.dimension == 2 and board.is_box and not board.barred and not any(board.wrap)
        return self.game == DOMINEERING and is_free and is_whole and board.lattice.is_square
