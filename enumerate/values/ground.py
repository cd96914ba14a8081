"""Positions of any game of placements as sets of bits, and their values.

The bits are the placements that are still possible; a move removes a placement and its neighbours in the
conflict graph. Connected components of the graph (parts) are independent games whose values add up. Parts
that are equal up to translation and the symmetries of the game are evaluated once.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product

from ..model.cells import Cell
from ..rules.conflicts import Conflicts
from .arena import LEFT, RIGHT, Values
from .turns import Turn, turns_of

WATCH_EVERY = 64  # parts


def _unwatched(parts: int) -> None:
    """A report function that does nothing."""


def _unknown(cells: frozenset[Cell]) -> None:
    """Default lookup that knows no values."""


def _bits_of(bits: int) -> Iterator[int]:
    """The single bits of a set of bits, from the lowest."""
    while bits:
        yield bits & -bits
        bits &= bits - 1


def _components(graph: Conflicts) -> Iterator[Sequence[int]]:
    """The connected components of the conflict graph, as numbers of placements."""
    left = set(range(len(graph)))
    while left:
        component, new = [], [left.pop()]
        while new:
            number = new.pop()
            component.append(number)
            found = left.intersection(graph.neighbours[number])
            left -= found
            new += found
        yield component


class Ground:
    """A game on a board: its placements as bits, and the values of sets of placements.

    Every connected component of the conflict graph has its own block of bits. In its block, the bit of piece
    p at cell c is p + pieces * (the index of c in a box that holds every component in every orientation).
    So to translate a part, along an axis without wrap or into another block, is to shift its bits. On
    boards whose translations are not symmetries all placements share one block.

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
        """No value is known yet; `watch` is called now and then with the number of parts evaluated.

        `known` returns the value of a part by its cells if it was found before.
        """
        game, board = graph.game, graph.board
        self.values, self.graph, self.watch, self.known = values, graph, watch, known
        reach = max(abs(step) for piece in game.pieces for cell in piece.cells for step in (*cell, 0))
        axes = range(board.dimension)
        has_translations = board.lattice.is_square and not any(board.wrap) and len(graph) > 0
        everything: Sequence[int] = range(len(graph))
        components = list(_components(graph)) if has_translations else [everything]
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
        self._slabs: list[list[int]] = []
        self._turned: list[tuple[dict[int, int], bool]] = []
        if has_translations:
            self._slabs = [self._cut(axis, len(game.pieces)) for axis in axes]
            self._turned = [
                (self._image_of_bits(turn, components), turn.exchanges)
                for turn in turns_of(game.spelled_out(board), len(axes))
            ]
        self._known: dict[int, int] = {}

    def _cut(self, axis: int, pieces: int) -> list[int]:
        """For each coordinate along an axis, all bits of the box with that coordinate."""
        axes = range(len(self._strides))
        slabs = []
        for at in range(self._side):
            cells = product(*([at] if a == axis else range(self._side) for a in axes))
            slabs.append(sum(((1 << pieces) - 1) * self._bit(0, cell) for cell in cells))
        return slabs

    def _image_of_bits(self, turn: Turn, components: Iterable[Iterable[int]]) -> dict[int, int]:
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
        """The connected components of the conflict graph of the possible placements, in no certain order."""
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
            {self.value(self.after(part, bit)) for bit in _bits_of(part & self.of[player])}
            for player in (LEFT, RIGHT)
        )
        return self.values.form(left, right)

    def _moved_home(self, part: int) -> int:
        """The part in the first block, translated as near to the first cell as possible.

        On a board whose translations are not symmetries this is the part itself.
        """
        lowest = (part & -part).bit_length() - 1
        part >>= lowest - lowest % self._block
        shift = 0
        for stride, slabs in zip(self._strides, self._slabs, strict=False):
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
