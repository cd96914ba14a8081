"""Positions of any game of placements as sets of bits, and their values.

The bits are the placements that may still be made; a move takes a placement and its neighbours in the
conflict graph away. Parts of the graph without an edge between them are games that are added. Equal parts,
up to translation and the symmetries of the game, are worked out once.
"""

from collections.abc import Callable, Iterator
from itertools import product

from ..model.cells import Cell
from ..rules.conflicts import Conflicts
from .arena import LEFT, RIGHT, Values
from .turns import Turn, turns_of

WATCH_EVERY = 64  # parts


def _unwatched(parts: int) -> None:
    """The listener that does nothing."""


def _unknown(cells: frozenset[Cell]) -> None:
    """Who has worked out nothing."""


class Ground:
    """A board of a game: its placements as bits, and the values of sets of placements.

    The bit of piece p put down at cell c is p + pieces * (c in a box that also holds every turned board), so
    that moving a part along a straight axis is a shift of its bits.

    >>> from enumerate import Board
    >>> from enumerate.model.game import DOMINEERING
    >>> from enumerate.rules.conflicts import conflict_graph
    >>> values = Values()
    >>> ground = Ground(conflict_graph(DOMINEERING, Board.rectangle(2, 2)), values)
    >>> values.options[LEFT][ground.value(ground.all)] == (values.integer(1),)
    True
    """

    def __init__(
        self,
        graph: Conflicts,
        values: Values,
        watch: Callable[[int], None] = _unwatched,
        known: Callable[[frozenset[Cell]], int | None] = _unknown,
    ) -> None:
        """Nothing is worked out yet; `watch` hears now and then how many parts are.

        `known` gives the value of a part by its cells, where somebody has worked it out before.
        """
        game, board = graph.game, graph.board
        self.values, self.graph, self.watch, self.known = values, graph, watch, known
        reach = max(abs(step) for piece in game.pieces for cell in piece.cells for step in (*cell, 0))
        self._side = max(board.shape) + 2 * reach
        axes = range(board.dimension)
        self._strides: list[int] = [
            len(game.pieces) * self._side ** (board.dimension - 1 - axis) for axis in axes
        ]
        placed = [(placement.piece, placement.at) for placement in graph.placements]
        self.bits = [self._bit(*place) for place in placed]
        self._places = dict(zip(self.bits, placed, strict=True))
        self.all = sum(self.bits)
        self._closed = {
            bit: bit | sum(self.bits[other] for other in near)
            for bit, near in zip(self.bits, graph.neighbours, strict=True)
        }
        self.of = tuple(
            self.all if game.is_shared else sum(self.bits[number] for number in graph.of([player]))
            for player in (LEFT, RIGHT)
        )
        self._slabs: list[list[int]] = []
        self._turned: list[tuple[dict[int, int], bool]] = []
        if board.lattice.is_square and not any(board.wrap) and placed:
            self._slabs = [self._cut(axis, len(game.pieces)) for axis in axes]
            self._turned = [
                (self._image_of_bits(turn), turn.exchanges)
                for turn in turns_of(game.spelled_out(board), len(axes))
            ]
        self._known: dict[int, int] = {}

    def _cut(self, axis: int, pieces: int) -> list[int]:
        """For each place along an axis, all bits of the box there."""
        axes = range(len(self._strides))
        slabs = []
        for at in range(self._side):
            cells = product(*([at] if a == axis else range(self._side) for a in axes))
            slabs.append(sum(((1 << pieces) - 1) * self._bit(0, cell) for cell in cells))
        return slabs

    def _image_of_bits(self, turn: Turn) -> dict[int, int]:
        """Where a symmetry takes each placement, moved into the box."""
        images = {bit: turn.place(*place) for bit, place in self._places.items()}
        home = [min(at[axis] for _, at in images.values()) for axis in range(len(self._strides))]
        return {
            bit: self._bit(piece, tuple(a - h for a, h in zip(at, home, strict=True)))
            for bit, (piece, at) in images.items()
        }

    def _bit(self, piece: int, at: Cell) -> int:
        return 1 << (piece + sum(a * stride for a, stride in zip(at, self._strides, strict=True)))

    def __len__(self) -> int:
        """How many parts have been worked out, their images included."""
        return len(self._known)

    def after(self, free: int, bit: int) -> int:
        """The placements that may still be made after one of them.

        >>> from enumerate import Board
        >>> from enumerate.model.game import DOMINEERING
        >>> from enumerate.rules.conflicts import conflict_graph
        >>> ground = Ground(conflict_graph(DOMINEERING, Board.rectangle(2, 2)), Values())
        >>> ground.after(ground.all, ground.bits[0]).bit_count()
        1
        """
        return free & ~self._closed[bit]

    def parts(self, free: int) -> Iterator[int]:
        """The connected parts of the conflict graph of what may still be placed.

        >>> from enumerate import Board
        >>> from enumerate.model.game import DOMINEERING
        >>> from enumerate.rules.conflicts import conflict_graph
        >>> ground = Ground(conflict_graph(DOMINEERING, Board.parse("..#..")), Values())
        >>> len(list(ground.parts(ground.all)))
        2
        """
        closed = self._closed
        while free:
            part, new = 0, free & -free
            while new:
                bit = new & -new
                part |= bit
                new = (new | closed[bit] & free) & ~part
            free &= ~part
            yield part

    def cells(self, part: int) -> frozenset[Cell]:
        """The cells that the placements of a part cover.

        >>> from enumerate import Board
        >>> from enumerate.model.game import DOMINEERING
        >>> from enumerate.rules.conflicts import conflict_graph
        >>> ground = Ground(conflict_graph(DOMINEERING, Board.parse("..#")), Values())
        >>> sorted(ground.cells(ground.all))
        [(0, 0), (0, 1)]
        """
        placed = zip(self.bits, self.graph.placements, strict=True)
        return frozenset(cell for bit, placement in placed if bit & part for cell in placement.cells)

    def value(self, free: int) -> int:
        """The value of the game in which the placements `free` may still be made."""
        return self.values.total([self.part_value(part) for part in self.parts(free)])

    def moves(self, free: int, player: int) -> Iterator[int]:
        """The placements of `player` among those that may be made, in the order of the board.

        >>> from enumerate import Board
        >>> from enumerate.model.game import DOMINEERING
        >>> from enumerate.rules.conflicts import conflict_graph
        >>> ground = Ground(conflict_graph(DOMINEERING, Board.rectangle(2, 2)), Values())
        >>> len(list(ground.moves(ground.all, RIGHT)))
        2
        """
        own = free & self.of[player]
        while own:
            bit = own & -own
            own ^= bit
            yield bit

    def part_value(self, part: int) -> int:
        """The value of a connected part."""
        key = self._moved_home(part)
        known = self._known.get(key)
        if known is None and self.known is not _unknown:
            known = self.known(self.cells(part))
            if known is not None:
                self._known[key] = known
        if known is None:
            known = self._work_out(part)
            self._known[key] = known
            if not len(self._known) % WATCH_EVERY:
                self.watch(len(self._known))
            for image, exchanges in self._images(part):
                self._known[image] = self.values.negative(known) if exchanges else known
        return known

    def _work_out(self, part: int) -> int:
        left, right = (
            {self.value(self.after(part, bit)) for bit in self.moves(part, player)}
            for player in (LEFT, RIGHT)
        )
        return self.values.form(left, right)

    def _moved_home(self, part: int) -> int:
        """The part moved as near to the first cell as it goes; on wrapped axes it stays."""
        shift = 0
        for stride, slabs in zip(self._strides, self._slabs, strict=False):
            for slab in slabs:
                if part & slab:
                    break
                shift += stride
        return part >> shift

    def _images(self, part: int) -> Iterator[tuple[int, bool]]:
        """The part under all symmetries of the game, moved home, and whether they exchange the players."""
        bits = []
        while part:
            bits.append(part & -part)
            part &= part - 1
        for image, exchanges in self._turned:
            yield self._moved_home(sum([image[bit] for bit in bits])), exchanges
