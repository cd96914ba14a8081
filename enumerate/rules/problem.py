"""A problem: a board, a game and stuck players; its conflict graph, and what the graph proves.

The engine starts here. This module is cheap to import.

The conflict graph has a vertex for every placement that fits on the board, and an edge between any two
placements that exclude each other. Positions are its independent sets. A player is stuck if every placement
of that player is in the set or has a neighbour in the set; a position is maximal if this holds for all
placements. Walls delete vertices, wraps add edges, and another lattice has other steps between cells. The
rest of the engine depends only on the graph.

Bounds and symmetries are computed from the graph. Boards that are equal up to mirrors and turns have one
representative, so that equal components are computed once.

`plan/question.py` makes problems; everything below the plan takes a problem.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product
from math import prod
from operator import sub
from typing import TYPE_CHECKING, Any, NamedTuple

from ..model.board import Board, Domino, Player
from ..model.game import DOMINEERING, EITHER, Game, Offset, Piece, lined, padded, variable_of
from ..model.lattice import LINE_GRAPH, Cell, connected
from ..model.position import Placement, placements
from ..support.caches import cached
from ..support.errors import InputError
from ..support.run import cancellable, check_cancelled

if TYPE_CHECKING:
    from fractions import Fraction

CORNER_SIDES = 2, 4  # sides of the corners of a box that are tested for connectivity first


@dataclass(frozen=True, eq=False)
class Conflicts:
    """The placements of a game on a board in canonical order, with their neighbours and variables.

    `closes` is equivalent to `neighbours`: for each placement, a map from cells to the pieces (bits) to which
    the placement closes the cell. Two placements are neighbours if and only if one of them closes a cell of
    the other to its piece.

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
    """For each piece and each covered cell, the cells that rules close, and the pieces (bits) to which they
    are closed. A rule applies from its first piece and from its second."""
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
    """The independent parts of a board, ordered by their first cells.

    The cells of two parts may touch, but no placement covers or closes cells of both.

    >>> [len(part) for part in conflict_parts(Game.named("domineering"), Board.parse("..#.\\n..#."))]
    [4, 2]
    >>> len(conflict_parts(Game.named("knights"), Board.rectangle(2, 4)))
    4
    """
    if board.is_box and not board.barred and board.lattice.is_uniform:
        for side in CORNER_SIDES:  # if a corner is connected, so is the box: overlapping corners cover it
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


BITS_FREE, BITS_STUCK = 0.85, 0.6  # bits of a count over bits of its bound, without and with stuck players
SHORT_BOX_REACHES = 6  # a box with more slices, in multiples of the reach, has equal inner slices


def reach(game: Game, axis: int = 0) -> int:
    """The greatest distance that a piece or a rule of a game spans along an axis, at least 1."""
    heights = [1]
    for piece in game.pieces:
        places = [cell[axis] if axis < len(cell) else 0 for cell in piece.cells]
        heights.append(max(places) - min(places))
    for rule in game.forbidden:
        heights += [*rule.distances, *(abs(offset[axis]) for offset in rule.offsets if axis < len(offset))]
    return max(heights)


@cached(256)
def position_bound(board: Board, game: Game = DOMINEERING) -> int:
    """An upper bound on the number of positions: the product of the numbers of choices of some cells.

    If every placement covers exactly one cell of some colour of the chessboard, a position is determined by
    the placement, if any, on each cell of that colour. Otherwise every cell chooses the placement that begins
    there.

    >>> position_bound(Board.rectangle(2, 2)), position_bound(Board.rectangle(1, 3))
    (9, 3)
    """
    axis = max(range(board.dimension), key=board.shape.__getitem__)
    shorter = SHORT_BOX_REACHES * reach(game, axis) + board.shape[axis] % 2
    more = board.shape[axis] - shorter
    if more > shorter and board.is_box and board.lattice.is_square and not (board.wrap[axis] or board.barred):
        shapes = ((*board.shape[:axis], shorter + n, *board.shape[axis + 1 :]) for n in (0, 2))
        one, two = (position_bound(Board.box(*shape, wrap=board.wrap), game) for shape in shapes)
        return one * int((two // one) ** (more // 2))  # inner slices are equal in pairs
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


@cached(256)
def most_pieces(board: Board, game: Game = DOMINEERING) -> tuple[int, ...]:
    """For each variable, an upper bound on its pieces in a position: a partition of the placements into
    cliques, each of which contributes at most one piece.

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
    """The problem has no position: some cell can neither be covered nor stay empty."""


@dataclass(frozen=True, slots=True)
class Problem:
    """The positions of a game on a board with given stuck players, counted by a generating polynomial.

    A `perfect` problem counts the positions without an empty cell. `symmetry` permits shortcuts by symmetry.
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
        """The number of variables of the polynomial."""
        return self.game.variables(self.board.dimension)

    @property
    def is_full_matching(self) -> bool:
        """Whether the problem counts all positions of dominoes on a rectangle; then the states are all binary
        words."""
        board, is_free = self.board, not self.stuck and not self.perfect and self.symmetry
        is_whole = board.dimension == 2 and board.is_box and not board.barred and not any(board.wrap)
        return self.game == DOMINEERING and is_free and is_whole and board.lattice.is_square


def position_bits(problem: Problem) -> int:
    """The approximate number of bits of the number of positions, fitted to measurements."""
    bits = position_bound(problem.board, problem.game).bit_length()
    return int(bits * (BITS_STUCK if problem.stuck else BITS_FREE))


def bits(members: Iterable[int]) -> int:
    """A set as an integer."""
    return sum(1 << member for member in members)


def members(code: int) -> Iterator[int]:
    """The members of a set, ascending."""
    while code:
        low = code & -code
        yield low.bit_length() - 1
        code ^= low


Turned = tuple[Board, frozenset[int]]


@cached(4096)
def _canonical(board: Board, stuck: frozenset[int]) -> tuple[Turned, tuple[int, ...]]:
    """The representative of all boards that are equal up to mirrors and turns, and the order of the axes.

    Turning a board also permutes the players: the player of axis axes[i] becomes the player of axis i. The
    polynomial of the board is that of the representative with the variables permuted back.
    """
    if not board.lattice.is_square:
        return (board, stuck), tuple(range(board.dimension))  # symmetries of other lattices are not used
    images = []
    for axes in permutations(range(board.dimension)):
        shape, wrap = tuple(board.shape[a] for a in axes), tuple(board.wrap[a] for a in axes)
        owes = [a in stuck for a in axes]
        for flips in product((False, True), repeat=board.dimension):
            turns = [(a, board.shape[a] - 1 if flip else 0) for a, flip in zip(axes, flips, strict=True)]
            cells = sorted([tuple([abs(top - cell[a]) for a, top in turns]) for cell in board.cells])
            images.append((shape, wrap, cells, owes, axes))
    shape, wrap, cells, owes, axes = min(images)
    best = Board(shape, cells=frozenset(cells), wrap=wrap)
    return (best, frozenset(axis for axis, is_stuck in enumerate(owes) if is_stuck)), axes


@cached(64)
def has_axis_pieces(game: Game) -> bool:
    """Whether turning a board exchanges the players: straight pieces along the axes, one for each player."""
    first = game.pieces[0].cells
    if game.forbidden or first[-1] != (len(first) - 1,):
        return False
    return game.pieces == lined(game.name, len(first)).pieces


def transposed(game: Game, axes: Sequence[int] = (1, 0)) -> Game:
    """The game with rows and columns exchanged, or with its axes permuted as in `Board.transpose`; every
    piece keeps its player."""
    order = (*axes, *range(len(axes), 3))

    def turn(steps: tuple[Offset, ...]) -> tuple[Offset, ...]:
        return tuple(tuple(padded(step, 3)[axis] for axis in order) for step in steps)

    pieces = tuple(replace(piece, cells=turn(piece.cells)) for piece in game.pieces)
    rules = tuple(replace(rule, offsets=turn(rule.offsets)) for rule in game.forbidden)
    return replace(game, pieces=pieces, forbidden=rules)


@cached(64)
def is_transpose_invariant(game: Game) -> bool:
    """Whether exchanging rows and columns leaves the pieces of every player unchanged, with their names if
    rules refer to names."""

    def shape(piece: Piece) -> frozenset[Offset]:
        cells = [(*cell, 0, 0, 0)[:3] for cell in piece.cells]
        least = [min(places) for places in zip(*cells, strict=True)]
        return frozenset(tuple(map(sub, cell, least)) for cell in cells)

    def invariant(given: Game) -> tuple[object, object]:
        pieces = Counter((game.forbidden and p.name, p.player, shape(p)) for p in given.pieces)
        rules = {
            (rule.between, frozenset(map(padded, rule.offsets)), rule.distances) for rule in given.forbidden
        }
        return pieces, rules

    return invariant(game) == invariant(transposed(game))


def representative(
    part: Board, stuck: Collection[int], game: Game, can_turn: bool = True
) -> tuple[Turned, tuple[int, ...]]:
    """The canonical board of a part, or the part itself if a turn may not simply permute the players.

    >>> tall, wide = Board.rectangle(2, 1), Board.rectangle(1, 2)
    >>> representative(tall, (), DOMINEERING)[0] == representative(wide, (), DOMINEERING)[0]
    True
    >>> representative(tall, (), Game.named("col"))[0] == representative(wide, (), Game.named("col"))[0]
    False
    """
    if can_turn and has_axis_pieces(game) and not part.barred:  # barred cells belong to pieces, not to axes
        check_cancelled()
        return _canonical(part.crop(), frozenset(stuck))
    return (part.crop(), frozenset(stuck)), tuple(range(game.variables(part.dimension)))


def is_symmetric(board: Board, stuck: Collection[int], game: Game = DOMINEERING) -> bool:
    """Whether a symmetry of the board exchanges Left and Right: it maps the conflict graph to itself, the
    placements of each player to those of the other, and the set of stuck players to itself.

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
    opponents = [1 - variable for variable in graph.variables]
    return any(
        placement_images(graph, image.__getitem__, opponents, graph.variables) is not None
        for image in _symmetries(board)
    )


def _symmetries(board: Board) -> Iterator[dict[Cell, Cell]]:
    """The identity, and the symmetries that exchange the axes of a flat board of squares."""
    yield {cell: cell for cell in board.cells}
    if board.dimension == 2 and board.lattice.is_square and board.shape[0] == board.shape[1]:
        top = board.shape[0] - 1
        for across, down in product((False, True), repeat=2):
            image: dict[Cell, Cell] = {
                (r, c): (top - c if across else c, top - r if down else r) for r, c in board.cells
            }
            if board.cells == set(image.values()) and board.wrap[0] == board.wrap[1]:
                yield image


def placement_images(
    graph: Conflicts, move: Callable[[Cell], Cell], wanted: Sequence[int], facts: Sequence[int]
) -> list[int] | None:
    """The image of every placement under a map of the cells; None if the map does not preserve conflicts.

    The image p of a placement q satisfies facts[p] == wanted[q], for instance the same player or piece.
    """
    by_cells: dict[tuple[frozenset[Cell], int], list[int]] = {}
    for q, placement in enumerate(graph.placements):
        by_cells.setdefault((frozenset(placement.cells), facts[q]), []).append(q)
    image = []
    for q, placement in enumerate(graph.placements):
        images = by_cells.get((frozenset(map(move, placement.cells)), wanted[q]), [])
        same = by_cells[frozenset(placement.cells), facts[q]]
        if len(images) != len(same):
            return None
        image.append(images[same.index(q)])
    is_kept = all(
        {image[p] for p in near} == graph.neighbours[image[q]] for q, near in enumerate(graph.neighbours)
    )
    return image if is_kept else None


NumbersLike = Any  # a number, a mapping by player or by placement, or a function of a `PlacedPiece`


class PlacedPiece(NamedTuple):
    """A placement in public form: the name of the piece, the cells that it covers, and its player.

    The player is None for a piece that either player may place.
    """

    piece: str
    cells: tuple[Cell, ...]
    player: Player | None


def placement_numbers(graph: Conflicts, given: NumbersLike, name: str, left_out: int) -> list["Fraction"]:
    """The cost or weight of each placement of a conflict graph; `name` is the word for it in messages.

    `given` is one number for all placements; or a mapping from players to numbers; or a mapping from
    placements to numbers, where a placement is a `Domino`, a `PlacedPiece` or a pair of the name of a piece
    and its cells, and missing placements have the number `left_out`; or a function of a `PlacedPiece`.

    >>> graph = conflict_graph(DOMINEERING, Board("2x2"))
    >>> [str(c) for c in placement_numbers(graph, {"left": 1, "right": "-0.5"}, "cost", 0)]
    ['1', '-1/2', '1', '-1/2']
    """
    if isinstance(given, Mapping):
        by_player = _by_player(graph, given, name)
        return _by_placement(graph, given, name, left_out) if by_player is None else by_player
    if callable(given):
        return [_number(given(each), name, each) for each in placed_pieces(graph)]
    return [_number(given, name)] * len(graph)


def placed_pieces(graph: Conflicts) -> list[PlacedPiece]:
    """The placements of a conflict graph in public form."""
    game, pieces = graph.game, graph.game.pieces
    return [
        PlacedPiece(pieces[p.piece].name, p.cells, None if game.is_impartial else Player(variable))
        for p, variable in zip(graph.placements, graph.variables, strict=True)
    ]


def _number(value: Any, name: str, where: object = None) -> "Fraction":
    """A real number as a fraction."""
    from ..model.weights import Weight  # loads `fractions`, which small questions do without

    try:
        weight = Weight.of(value, name)
    except InputError:
        weight = None
    if weight is None or weight.imaginary:
        at = "" if where is None else f" (of {where})"
        raise InputError(f"`{name}` must be an integer, a fraction or a decimal, not {value!r}{at}") from None
    return weight.real


def _by_player(graph: Conflicts, given: Mapping[Any, Any], name: str) -> "list[Fraction] | None":
    """Numbers by player; None if the keys are not players."""
    if not given or not all(isinstance(key, str) or hasattr(key, "__index__") for key in given):
        return None
    game = graph.game
    players = list(Player)[: game.variables(graph.board.dimension)]
    if game.is_impartial:
        if set(given) != {EITHER}:
            raise InputError(f"'{game.name}' has pieces of either player: the key of a {name} is '{EITHER}'")
        return [_number(given[EITHER], name)] * len(graph)
    named = {Player.of(key, players): _number(value, name) for key, value in given.items()}
    missing = [player.name.lower() for player in players if player not in named]
    if missing:
        raise InputError(f"a {name} by player needs a number for {' and '.join(missing)}, too")
    return [named[Player(variable)] for variable in graph.variables]


def _by_placement(graph: Conflicts, given: Mapping[Any, Any], name: str, left_out: int) -> list["Fraction"]:
    """Numbers by placement."""
    numbers_of = placement_finder(graph)
    found = [_number(left_out, name)] * len(graph)
    for key, value in given.items():
        for number in numbers_of(key):
            found[number] = _number(value, name, key)
    return found


def placement_finder(graph: Conflicts) -> Callable[[object], list[int]]:
    """A function from a placement that a user names, as a `Domino` or by piece and cells, to the numbers of
    its vertices."""
    where: dict[object, list[int]] = {}
    for number, (piece, cells, _) in enumerate(placed_pieces(graph)):
        for key in ((piece, cells), (piece, frozenset(cells))):
            where.setdefault(key, []).append(number)
        if graph.game == DOMINEERING:
            where.setdefault(graph.placements[number].domino, []).append(number)

    def numbers(key: object) -> list[int]:
        found = next((where[each] for each in _keys(key) if each in where), None)
        if found is None:
            raise InputError(
                f"there is no placement {key!r} on this board; a placement is a Domino, or the name of a "
                f"piece and its cells, such as {('V', ((0, 0), (1, 0)))}"
            )
        return found

    return numbers


def _keys(key: object) -> list[object]:
    """The lookup keys of a placement: a domino, or a piece with its cells, ordered or as a set."""
    if isinstance(key, Domino):
        return [key]
    try:
        piece, cells = key[:2]  # type: ignore[index]
        ordered = tuple(tuple(int(place) for place in cell) for cell in cells)
    except (TypeError, ValueError, IndexError):
        return []
    return [(piece, ordered), (piece, frozenset(ordered))]
