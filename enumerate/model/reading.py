"""Drawings read: the letters of a position cut up into the pieces of a game."""

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush

from ..support.errors import InputError
from .board import Board
from .cells import Cell
from .game import EITHER, Game, Piece
from .placing import Placement, clash, placements
from .players import Player

MOST_TRIES = 20_000  # of pieces while a drawing is read
ORDINALS = ("first", "second", "third")


def read_pieces(
    game: Game, board: Board, signs: Mapping[Cell, str], places: Mapping[Cell, tuple[int, int]]
) -> list[Placement]:
    """The pieces of a drawing: its letters cut up into pieces, refused if that has no or several ways."""
    letters = [piece.letter for piece in game.pieces]
    lettered = sorted(cell for cell, sign in signs.items() if sign != ".")
    if not lettered:
        return []
    fitting = [p for p in placements(game, board) if all(signs[c] == letters[p.piece] for c in p.cells)]

    def refused(cell: Cell, is_twofold: bool = False) -> InputError:
        line, column = places.get(cell, (1, 1))
        where = f"'{signs[cell]}' in line {line}, column {column}"
        own = [piece for piece in game.pieces if piece.letter == signs[cell]]
        return InputError(_refusal(game, board, own, where, is_twofold))

    cuts = _Cuts(lettered, fitting)
    first: list[Placement] | None = None
    legal = []
    for way in cuts:
        first = first or way
        legal += [way] if clash(game, board, way) is None else []
        if len(legal) > 1:
            break
    if len(legal) > 1 or cuts.tries > MOST_TRIES:
        raise refused(lettered[cuts.open], is_twofold=True)
    if first is None:
        raise refused(lettered[cuts.farthest])
    return (legal or [first])[0]


def _refusal(game: Game, board: Board, own: Sequence[Piece], where: str, is_twofold: bool) -> str:
    """Why a letter that stands for some pieces cannot be read."""
    letter, lacking = own[0].letter, min(piece.axes for piece in own)
    if lacking > board.dimension:
        who = f"'{own[0].name}' lies" if own[0].player == EITHER else f"{own[0].player.capitalize()} places"
        return f"{where}: {who} along a {ORDINALS[lacking - 1]} axis, and this board has {board.dimension}"
    axis = own[0].domino_axis if len(own) == 1 and board.lattice.is_square else None
    if is_twofold:
        ambiguous = f"letters alone do not tell the pieces of '{game.name}' apart, see {where}"
        return (
            ambiguous if axis is None else f"{where} is in a full ring of {letter}, which pairs in two ways"
        )
    if axis is None:
        return f"{where} belongs to no whole piece of '{game.name}'"
    return f"{where} has no partner: {letter} cells must pair {Player(axis).direction}"


class _Cuts:
    """The ways to cover cells by some of the placements, each once: a cell that only one of them can cover
    decides, and where none does so, the first cell tries all of its own.
    """

    def __init__(self, cells: Sequence[Cell], fitting: Sequence[Placement]) -> None:
        self.tries, self.farthest = 0, -1
        self.open = 0  # the first cell that had several ways to be covered
        number = {cell: n for n, cell in enumerate(cells)}
        self._fitting = fitting
        self._under = [[number[cell] for cell in placement.cells] for placement in fitting]
        self._over: list[list[int]] = [[] for _ in cells]
        for q, under in enumerate(self._under):
            for cell in under:
                self._over[cell].append(q)
        self._ways = [len(over) for over in self._over]  # that are left to cover each cell
        self._is_out = [False] * len(fitting)
        self._taken = [False] * len(cells)
        self._chosen: list[int] = []
        self._trail: list[int] = []  # the placements that were ruled out

    def __iter__(self) -> Iterator[list[Placement]]:
        if 0 in self._ways:
            self.farthest = self._ways.index(0)
            return
        if not self._follow([cell for cell, ways in enumerate(self._ways) if ways == 1]):
            return
        branches = [self._branch(0)]
        while branches:
            if self.tries > MOST_TRIES:
                return
            cell, options, chosen, trail = branches[-1]
            self._undo(chosen, trail)
            if cell == len(self._ways):
                yield [self._fitting[q] for q in self._chosen]
                branches.pop()
                continue
            q = next(options, None)
            if q is None:
                branches.pop()
                continue
            self.tries += 1
            forced: list[int] = []
            if self._choose(q, forced) and self._follow(forced):
                branches.append(self._branch(cell))

    def _branch(self, start: int) -> tuple[int, Iterator[int], int, int]:
        """The first cell that is not covered yet and what could cover it."""
        cell = start
        while cell < len(self._taken) and self._taken[cell]:
            cell += 1
        if cell == len(self._taken):
            return cell, iter(()), len(self._chosen), len(self._trail)
        self.open = self.open if self.tries else cell
        options = [q for q in self._over[cell] if not self._is_out[q]]
        return cell, iter(options), len(self._chosen), len(self._trail)

    def _follow(self, forced: list[int]) -> bool:
        """Cover the cells that have one way left, the first of them first."""
        while forced:
            cell = heappop(forced)
            if self._taken[cell]:
                continue
            q = next(q for q in self._over[cell] if not self._is_out[q])
            if not self._choose(q, forced):
                return False
        return True

    def _choose(self, q: int, forced: list[int]) -> bool:
        """Put down a placement; cells with one way left join `forced`. Whether no cell is left without."""
        is_covered = True
        self._chosen.append(q)
        for cell in self._under[q]:
            self._taken[cell] = True
        for other in dict.fromkeys(o for cell in self._under[q] for o in self._over[cell]):
            if other == q or self._is_out[other]:
                continue
            self._is_out[other] = True
            self._trail.append(other)
            for cell in self._under[other]:
                self._ways[cell] -= 1
                if not self._ways[cell]:
                    self.farthest, is_covered = max(self.farthest, cell), False
                elif self._ways[cell] == 1 and not self._taken[cell]:
                    heappush(forced, cell)
        return is_covered

    def _undo(self, chosen: int, trail: int) -> None:
        """Go back to when so many placements had been chosen and so many ruled out."""
        for q in self._chosen[chosen:]:
            for cell in self._under[q]:
                self._taken[cell] = False
        for q in self._trail[trail:]:
            self._is_out[q] = False
            for cell in self._under[q]:
                self._ways[cell] += 1
        del self._chosen[chosen:], self._trail[trail:]
