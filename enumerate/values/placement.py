"""Positions of placement games as sets of bits, their values, and forecasts of the work for a value.

The bits are the placements that are still possible; a move removes a placement and its neighbours in the
conflict graph. Connected components of the graph (parts) are independent games whose values add up. Parts
that are equal up to translation and the symmetries of the game are evaluated once. A symmetry that keeps the
players keeps the value; one that exchanges Left and Right negates it.

Forecasts estimate the number of parts from the number of positions. On all rectangles that were measured, up
to 5 x 5 and 3 x 9, the parts (with their images) are close to the number of positions to the power 0.8.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from math import comb, prod

from ..model.board import Board, Player
from ..model.game import DOMINEERING, EITHER, Game, Piece, padded
from ..model.lattice import Cell, connected
from ..model.position import Position
from ..plan.plan import small_answer
from ..plan.question import LARGE_BOARD_CELLS, require_narrow
from ..rules.problem import Conflicts, Problem, conflict_graph, conflict_parts, position_bits
from ..support.caches import cached
from ..support.errors import InputError, TooLargeError, about
from ..support.memory import CostEstimate
from ..support.run import advance, current, expect
from .canonical import LEFT, RIGHT, CanonicalForms

Steps = tuple[int, ...]
_OTHER = {"left": "right", "right": "left", EITHER: EITHER}


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A symmetry: cell c goes to the cell with coordinates signs[i] * c[axes[i]].

    The piece with number p becomes another piece, at an offset from the image of its cell.
    """

    axes: tuple[int, ...]
    signs: tuple[int, ...]
    exchanges: bool
    pieces: dict[int, tuple[int, Steps]]

    def cell(self, cell: Steps) -> Steps:
        """The image of a cell."""
        return tuple(sign * cell[axis] for sign, axis in zip(self.signs, self.axes, strict=True))

    def place(self, piece: int, at: Steps) -> tuple[int, Steps]:
        """The image of a piece put down at a cell."""
        number, moved = self.pieces[piece]
        return number, tuple(a + b for a, b in zip(self.cell(at), moved, strict=True))


@cached(16)
def symmetries_of(game: Game, dimension: int) -> list[Symmetry]:
    """All symmetries of a game on boards of a dimension, including the identity."""
    pieces = {number: piece for number, piece in enumerate(game.pieces) if piece.axes <= dimension}
    shapes = {n: sorted(padded(cell, dimension) for cell in piece.cells) for n, piece in pieces.items()}
    rules = _rules(game, pieces, dimension)
    found = []
    for axes, signs, exchanges in product(
        permutations(range(dimension)), product((1, -1), repeat=dimension), (False, True)
    ):
        bare = Symmetry(axes, signs, exchanges, {})
        images = [list(_images(bare, number, pieces, shapes)) for number in pieces]
        for chosen in product(*images):
            named = dict(zip(pieces, chosen, strict=True))
            turned = {(named[a][0], named[b][0], bare.cell(step)) for a, b, step in rules}
            if turned == rules and len({number for number, _ in chosen}) == len(pieces):
                found.append(Symmetry(axes, signs, exchanges, named))
    return found


def _rules(game: Game, pieces: Mapping[int, Piece], dimension: int) -> set[tuple[int, int, Steps]]:
    """The forbidden pairs, in both directions."""
    numbers = {piece.name: number for number, piece in pieces.items()}
    rules = set()
    for rule in game.forbidden:
        first, second = (numbers.get(name) for name in rule.between)
        for offset in rule.offsets:
            if first is not None and second is not None and len(offset) <= dimension:
                step = padded(offset, dimension)
                rules |= {(first, second, step), (second, first, tuple(-s for s in step))}
    return rules


def _images(
    turn: Symmetry, number: int, pieces: Mapping[int, Piece], shapes: Mapping[int, list[Steps]]
) -> Iterator[tuple[int, Steps]]:
    """The pieces that a piece can become, with their offsets."""
    owner = pieces[number].player
    wanted = _OTHER.get(owner) if turn.exchanges else owner
    image = sorted(turn.cell(cell) for cell in shapes[number])
    for other, shape in shapes.items():
        if pieces[other].player != wanted or len(shape) != len(image):
            continue
        moved = tuple(a - b for a, b in zip(image[0], shape[0], strict=True))
        if [tuple(a + b for a, b in zip(cell, moved, strict=True)) for cell in shape] == image:
            yield other, moved


PARTS_PER_REPORT = 64


def _bits_of(bits: int) -> Iterator[int]:
    """The single bits of a set of bits, from the lowest."""
    while bits:
        yield bits & -bits
        bits &= bits - 1


class PlacementGame:
    """A game on a board: its placements as bits, and the values of sets of placements.

    Every connected component of the conflict graph has its own block of bits. In its block, the bit of piece
    p at cell c is p + pieces * (the index of c in a box that holds every component in every orientation).
    So translating a part, along an axis without wrap or into another block, shifts its bits. On
    boards whose translations are not symmetries all placements share one block.
    """

    def __init__(
        self,
        graph: Conflicts,
        values: CanonicalForms,
        expected: int = 0,
        known: Callable[[frozenset[Cell]], int | None] | None = None,
    ) -> None:
        """A game without known values; `expected` is the approximate number of parts, for progress reports.

        `known` returns the value of a part, given by its cells, if an earlier computation found it.
        """
        game, board = graph.game, graph.board
        self.values, self.graph, self.expected, self.known = values, graph, expected, known
        reach = max(abs(step) for piece in game.pieces for cell in piece.cells for step in (*cell, 0))
        axes = range(board.dimension)
        has_translations = board.lattice.is_square and not any(board.wrap) and len(graph) > 0
        everything: Sequence[int] = range(len(graph))
        components: list[Sequence[int]] = [everything]
        if has_translations:
            components = [sorted(part) for part in connected(everything, graph.neighbours.__getitem__)]
        corners = [
            [min((graph.placements[number].at[axis] for number in component), default=0) for axis in axes]
            for component in components
        ]
        extents = (
            graph.placements[number].at[axis] - corner[axis] + 1
            for component, corner in zip(components, corners, strict=True)
            for number in component
            for axis in axes
        )
        self._side = max(extents, default=1) + 2 * reach
        self._strides: list[int] = [
            len(game.pieces) * self._side ** (board.dimension - 1 - axis) for axis in axes
        ]
        self._block = len(game.pieces) * self._side**board.dimension
        self.bits = [0] * len(graph)
        for block, (component, corner) in enumerate(zip(components, corners, strict=True)):
            for number in component:
                placement = graph.placements[number]
                at = tuple(a - c for a, c in zip(placement.at, corner, strict=True))
                self.bits[number] = self._bit(placement.piece, at) << (block * self._block)
        board_order = sorted(everything, key=lambda n: (graph.placements[n].at, graph.placements[n].piece))
        self._rank = {self.bits[number]: rank for rank, number in enumerate(board_order)}
        self._numbers = {bit: number for number, bit in enumerate(self.bits)}
        self.all = sum(self.bits)
        self._closed = {
            bit: bit | sum(self.bits[other] for other in near)
            for bit, near in zip(self.bits, graph.neighbours, strict=True)
        }
        self.of = tuple(
            self.all if game.is_impartial else sum(self.bits[number] for number in graph.of([player]))
            for player in (LEFT, RIGHT)
        )
        self._row = self._block  # bits by which a part may be translated along the first axis
        self._slabs: list[tuple[int, list[int]]] = []  # for each other axis its bits, by coordinate
        self._turned: list[tuple[dict[int, int], bool]] = []
        if has_translations:
            self._row = self._strides[0]
            box = list(product(range(self._side), repeat=board.dimension))
            every_piece = (1 << len(game.pieces)) - 1
            for axis, stride in list(enumerate(self._strides))[1:]:
                first = every_piece * sum(self._bit(0, cell) for cell in box if cell[axis] == 0)
                self._slabs.append((stride, [first << at * stride for at in range(self._side)]))
            self._turned = [
                (self._image_of_bits(turn, components), turn.exchanges)
                for turn in symmetries_of(game.spelled_out(board), len(axes))
            ]
        self._known: dict[int, int] = {}

    def _image_of_bits(self, turn: Symmetry, components: Iterable[Iterable[int]]) -> dict[int, int]:
        """The image of each placement under a symmetry, translated into the box of its component."""
        found = {}
        placements = self.graph.placements
        for component in components:
            images = {n: turn.place(placements[n].piece, placements[n].at) for n in component}
            home = [min(at[axis] for _, at in images.values()) for axis in range(len(self._strides))]
            for number, (piece, at) in images.items():
                bit = self._bit(piece, tuple(a - h for a, h in zip(at, home, strict=True)))
                found[self.bits[number]] = bit
        return found

    def _bit(self, piece: int, at: Cell) -> int:
        return 1 << (piece + sum(a * stride for a, stride in zip(at, self._strides, strict=True)))

    def __len__(self) -> int:
        """The number of parts with known values, including their images."""
        return len(self._known)

    def after(self, free: int, bit: int) -> int:
        """The placements that are possible after one of them is made."""
        return free & ~self._closed[bit]

    def parts(self, free: int) -> Iterator[int]:
        """The connected components of the conflict graph of the possible placements, in any order."""
        closed = self._closed
        while free:
            part, new = 0, free & -free
            while new:
                bit = new & -new
                part |= bit
                new = (new | closed[bit] & free) & ~part
            free &= ~part
            yield part

    def ordered_parts(self, free: int) -> list[int]:
        """The parts in the order of the board: by the first of their placements."""
        return sorted(self.parts(free), key=lambda part: min(map(self._rank.__getitem__, _bits_of(part))))

    def cells(self, part: int) -> frozenset[Cell]:
        """The cells that the placements of a part cover."""
        placed = (self.graph.placements[self._numbers[bit]] for bit in _bits_of(part))
        return frozenset(cell for placement in placed for cell in placement.cells)

    def value(self, free: int) -> int:
        """The value of the game in which the placements `free` are possible."""
        return self.values.total([self.part_value(part) for part in self.parts(free)])

    def moves(self, free: int, player: int) -> Iterator[int]:
        """The placements of `player` among the possible ones, in the order of the board."""
        return iter(sorted(_bits_of(free & self.of[player]), key=self._rank.__getitem__))

    def part_value(self, part: int) -> int:
        """The value of a connected part."""
        key = self._moved_home(part)
        known = self._known.get(key)
        if known is None and self.known is not None:
            known = self.known(self.cells(part))
            if known is not None:
                self._known[key] = known
        if known is None:
            known = self._evaluate(part)
            self._known[key] = known
            if self.expected and not len(self._known) % PARTS_PER_REPORT:
                advance(min(len(self._known), self.expected), self.expected + 1)
            for image, exchanges in self._images(part):
                self._known[image] = self.values.negative(known) if exchanges else known
        return known

    def _evaluate(self, part: int) -> int:
        left, right = (
            {self.value(self.after(part, bit)) for bit in _bits_of(part & self.of[player])}
            for player in (LEFT, RIGHT)
        )
        return self.values.form(left, right)

    def _moved_home(self, part: int) -> int:
        """The part in the first block, translated as near to the first cell as possible.

        On a board whose translations are not symmetries this is the part itself.
        """
        lowest = (part & -part).bit_length() - 1  # in the first block and row of the part
        part >>= lowest - lowest % self._row
        shift = 0
        for stride, slabs in self._slabs:
            for slab in slabs:
                if part & slab:
                    break
                shift += stride
        return part >> shift

    def _images(self, part: int) -> Iterator[tuple[int, bool]]:
        """The images of the part under all symmetries, translated, and whether each exchanges the players."""
        bits = list(_bits_of(part))
        for image, exchanges in self._turned:
            yield self._moved_home(sum([image[bit] for bit in bits])), exchanges


PARTS_POWER = 0.8
SETS_POWER = 0.9  # the exponent for the number of sets of moves in Domineering
MOST_SETS = 5_000_000
BYTES_PER_SET, SECONDS_PER_SET = 600, 2.5e-5  # 560 and 2.4e-5 on 5 x 5
COMPILED_FROM = 30_000  # parts of Domineering; compiling pays from here on
SCATTERED_FACTOR = 5
WORD_BITS = 64
BYTES_PER_PART, SECONDS_PER_PART = 400, 3e-5  # the compiled search takes about half the time
FREE_PARTS = 10_000  # 4 MB and a third of a second, less than reading how much memory is free
FLOAT_LIMIT = 10**300  # the largest power of ten that a float holds, roughly


def expected_positions(board: Board, game: Game) -> list[int]:
    """The number of positions of each part of a board, or about that number where counting takes long."""
    found = []
    for part in conflict_parts(game, board):
        exact = small_answer(Problem(part, frozenset(), game=game), is_total=True)
        number = 2 ** position_bits(Problem(part, game=game)) if exact is None else exact
        found.append(min(number, FLOAT_LIMIT))
    return found


def expected_parts(board: Board, game: Game) -> int:
    """The expected number of different parts, with their images."""
    return sum(int(number**PARTS_POWER) for number in expected_positions(board, game))


def parts_left(by_size: Sequence[int], pieces: int) -> int:
    """The expected number of parts that follow a uniform position with a number of pieces.

    A position with m pieces follows from C(m, k) positions with k pieces, which gives the mean number of
    followers. The rest of a board is scattered, so it has fewer parts than a board with as many positions.
    """
    followers = sum(count * comb(size, pieces) for size, count in enumerate(by_size)) // by_size[pieces]
    return 1 + int(min(followers, FLOAT_LIMIT) ** PARTS_POWER / SCATTERED_FACTOR)


def require_feasible(board: Board, game: Game, parts: int) -> bool:
    """Refuse values that do not fit into memory, and announce their time; return whether they are compiled.

    `parts` is the expected number of parts.
    """
    is_compiled = game == DOMINEERING and parts > COMPILED_FROM and is_compact(board)
    if parts >= FREE_PARTS or current().limit is not None:
        what, instead = f"{about(parts)} parts of this board", "one that falls into more parts"
        memory, seconds = parts * BYTES_PER_PART, parts * SECONDS_PER_PART / (2 if is_compiled else 1)
        expect(CostEstimate(what, memory, seconds, instead=f"Take a smaller board, or {instead}"))
    return is_compiled


def require_few_sets(board: Board, game: Game) -> None:
    """Refuse an exact census with too many sets of moves, and announce its time."""
    instead = "Take a smaller board, or a sample"
    power = SETS_POWER if game == DOMINEERING else PARTS_POWER  # no measured game leaves fewer sets
    sets = int(min(prod(expected_positions(board, game)), FLOAT_LIMIT) ** power)
    if sets > MOST_SETS:
        raise TooLargeError(
            f"an exact census evaluates at most {about(MOST_SETS)} different sets of moves, "
            f"not about {about(sets)}. {instead}."
        )
    what = f"{about(sets)} sets of moves"
    expect(CostEstimate(what, sets * BYTES_PER_SET, sets * SECONDS_PER_SET, instead=instead))


def is_compact(board: Board) -> bool:
    """Whether the pieces of a board of Domineering fit into 64 bits, as the compiled path requires."""
    if board.dimension != 2 or any(board.wrap) or not board.lattice.is_square:
        return False
    if board.barred or not board.cells:
        return False
    high, wide = board.crop().shape
    return high * wide <= WORD_BITS and max(high, wide) < WORD_BITS // 4


def two_player_graph(position: Position) -> Conflicts:
    """The conflict graph of a position; a third player and boards that are too large are refused."""
    game, board = position.game, position.free
    if Player.MIDDLE in game.players(board.dimension):
        raise InputError(f"values are defined for two players; '{game.name}' has three on this board")
    if len(board) > LARGE_BOARD_CELLS:
        require_narrow(Problem(board, frozenset(), game=game))
    return conflict_graph(game, board)
