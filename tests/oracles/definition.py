"""Answers by definition: all sets of pairwise compatible placements, found by plain recursion.

The oracle reads boards and games as data (shape, cells, wrapped axes, lattice, pieces, rules) and works out
steps, distances, placements and conflicts by itself. It shares no code with the package.

A *set* of placements is an integer with a bit for every placement. `Oracle` lists all sets and is for boards
with a few thousand positions; `long_polynomial` keeps only what the future needs and is for long strips.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

OWNERS = {"left": 0, "right": 1, "middle": 2, "either": 0}
LEFT, RIGHT = 0, 1
SQUARES = ("square", "twisted", "shifted")  # the lattices of square cells


class TooManyError(Exception):
    """There are more positions than the caller wants to see."""


class Laid(NamedTuple):
    """A placement: the number of the piece, the cell at which it is put down, its cells, its player; and the
    cells in the order of the piece."""

    piece: int
    at: tuple
    cells: frozenset
    player: int
    ordered: tuple


# -- geometry ------------------------------------------------------------------------------------


def neighbours(lattice: str, cell: tuple) -> list[tuple]:
    """The cells that touch a cell of an endless board."""
    if lattice in SQUARES:
        return [(*cell[:a], cell[a] + s, *cell[a + 1 :]) for a in range(len(cell)) for s in (-1, 1)]
    row, col = cell
    if lattice == "hexagonal":  # each row is shifted by half a cell against the row above
        below, above = [(row + 1, col - 1), (row + 1, col)], [(row - 1, col), (row - 1, col + 1)]
        return [(row, col - 1), (row, col + 1), *below, *above]
    assert lattice == "triangular"  # r + c even: the triangle stands on its base and touches the cell below
    return [(row, col - 1), (row, col + 1), (row + 1 if (row + col) % 2 == 0 else row - 1, col)]


def folded(board, place: tuple) -> tuple | None:
    """The cell of the board at a place of the endless board; None beyond a border or on a wall.

    Across a twisted border the other coordinate is mirrored; across a shifted one it moves on."""
    found, twisted, shift = list(place), (*board.lattice.twisted, False), board.lattice.shift
    for axis in reversed(range(len(place))):
        length = board.shape[axis]
        while board.wrap[axis] and not 0 <= found[axis] < length:
            step = 1 if found[axis] >= length else -1
            found[axis] -= step * length
            if twisted[axis]:
                found[1 - axis] = board.shape[1 - axis] - 1 - found[1 - axis]
            elif shift and (axis == 1 or not board.wrap[1]):
                found[1 - axis] += step * shift
    return tuple(found) if tuple(found) in board.cells else None


def stepped(board, cell: tuple, offset: tuple) -> tuple | None:
    """The cell of the board at an offset from a cell. Triangles on their tips turn offsets by half a turn."""
    size = len(cell)
    if any(offset[size:]):
        return None
    sign = -1 if board.lattice.name == "triangular" and sum(cell) % 2 else 1
    padded = (*offset, *(0,) * size)[:size]
    return folded(board, tuple(c + sign * step for c, step in zip(cell, padded, strict=True)))


def at_distance(board, cell: tuple, distance: int) -> set:
    """The cells of the board that are so many steps away on the endless board, and no fewer."""
    if board.lattice.name == "graph":
        edges = [(a, b) for edge in board.lattice.edges for a, b in (edge, edge[::-1])]

        def near(place):
            return [(b,) for a, b in edges if (a,) == place]
    else:

        def near(place):
            return neighbours(board.lattice.name, place)

    rings = [{cell}]
    seen = {cell}
    for _ in range(distance):
        rings.append({there for place in rings[-1] for there in near(place)} - seen)
        seen |= rings[-1]
    if board.lattice.name == "graph":
        return rings[distance] & board.cells
    return {folded(board, place) for place in rings[distance]} - {None}


# -- placements and conflicts --------------------------------------------------------------------


def placements(board, game) -> list[Laid]:
    """Every piece at every place where it fits.

    Placements of one piece on the same cells are one, except dominoes: around an axis of length 2 two of them
    join the same cells on different sides.
    """
    found: list[Laid] = []
    for at in sorted(board.cells):
        for number, piece in enumerate(game.pieces):
            cells = [stepped(board, at, offset) for offset in piece.cells]
            if None in cells or len(set(cells)) < len(cells):
                continue
            if any((cell, piece.name) in board.barred for cell in cells):
                continue
            laid = Laid(number, at, frozenset(cells), OWNERS[piece.player], tuple(cells))
            is_domino = len(cells) == 2 and sorted(map(abs, difference(*piece.cells))) == [0, 0, 1]
            again = any(other.piece == number and other.cells == laid.cells for other in found)
            if not again or (is_domino and board.lattice.name in (*SQUARES, "hexagonal")):
                found.append(laid)
    return found


def difference(one: tuple, two: tuple) -> tuple:
    """The step between two offsets."""
    return tuple(a - b for a, b in zip((*one, 0, 0, 0)[:3], (*two, 0, 0, 0)[:3], strict=True))


def reached(board, rule, cells: frozenset) -> set:
    """The cells that the second piece of a rule must not cover if the first piece covers some cells."""
    found = {stepped(board, cell, offset) for cell in cells for offset in rule.offsets}
    for distance in rule.distances:
        found = found.union(*(at_distance(board, cell, distance) for cell in cells))
    return found


def conflicts(board, game, laid: list[Laid]) -> list[int]:
    """For each placement the set of placements that must not lie beside it: those that share a cell with it,
    and those that a rule forbids, whichever of the two is the first piece of the rule."""
    against = [0] * len(laid)
    names = [game.pieces[placed.piece].name for placed in laid]
    for i, one in enumerate(laid):
        closed = [
            (rule.between[1], reached(board, rule, one.cells))
            for rule in game.forbidden
            if rule.between[0] == names[i]
        ]
        for j, two in enumerate(laid):
            is_ruled_out = any(name == names[j] and cells & two.cells for name, cells in closed)
            if i != j and (is_ruled_out or one.cells & two.cells):
                against[i] |= 1 << j
                against[j] |= 1 << i
    return against


def numbers(chosen: int) -> Iterator[int]:
    """The members of a set."""
    while chosen:
        yield (chosen & -chosen).bit_length() - 1
        chosen &= chosen - 1


# -- positions -----------------------------------------------------------------------------------


class Oracle:
    """A game on a board: its placements, its positions, and what is asked about them."""

    def __init__(self, board, game, most: int = 10**6) -> None:
        self.board, self.game, self.most = board, game, most
        self.laid = placements(board, game)
        self.against = conflicts(board, game, self.laid)
        fitting = [p for p in game.pieces if max(map(len, p.cells)) <= len(board.shape)]
        self.players = {OWNERS[piece.player] for piece in fitting}
        self.is_shared = game.pieces[0].player == "either"
        self.variables = 1 + max(self.players, default=0)

    @cached_property
    def sets(self) -> list[tuple[int, int]]:
        """Every position as a set of placements, with the set of placements that can be added to it."""
        found: list[tuple[int, int]] = []

        def extend(first: int, chosen: int, addable: int) -> None:
            found.append((chosen, addable))
            if len(found) > self.most:
                raise TooManyError
            for new in range(first, len(self.laid)):
                if addable >> new & 1:
                    extend(new + 1, chosen | 1 << new, addable & ~self.against[new] & ~(1 << new))

        extend(0, 0, (1 << len(self.laid)) - 1)
        return found

    def counts(self, chosen: int) -> tuple[int, ...]:
        """How many pieces each player has in a set."""
        owners = [self.laid[q].player for q in numbers(chosen)]
        return tuple(owners.count(player) for player in range(self.variables))

    def stuck(self, addable: int) -> set[int]:
        """The players without a move, if these placements can be added."""
        return set(range(self.variables)) - {self.laid[q].player for q in numbers(addable)}

    def wanted(
        self, kind: str = "general", stuck=None, play: bool = False, turn: int | None = None
    ) -> list[int]:
        """The positions that a question asks for."""
        return [
            chosen for chosen, addable in self.sets if self._has(chosen, addable, kind, stuck, play, turn)
        ]

    def _has(self, chosen: int, addable: int, kind: str, stuck, play: bool, turn: int | None) -> bool:
        idle = self.stuck(addable)
        named = {"left-end": {LEFT}, "right-end": {RIGHT}, "maximal": set(range(self.variables))}
        must = set(stuck) if stuck is not None else named.get(kind, set())
        if kind == "any-end":
            must = idle & {LEFT, RIGHT}
            if not must:
                return False
        if kind == "perfect" and sum(len(self.laid[q].cells) for q in numbers(chosen)) < len(
            self.board.cells
        ):
            return False
        if not must <= idle:
            return False
        if not play:
            return True
        left, right = self.counts(chosen)
        for first in (LEFT, RIGHT) if turn is None else (turn,):
            ahead = left - right if first == LEFT else right - left
            if ahead in (0, 1):  # they alternate, and `first` began
                mover = first if ahead == 0 else 1 - first
                if not must or mover in must:
                    return True
        return False

    def polynomial(self, wanted: Iterable[int]) -> dict[tuple[int, ...], int]:
        """How many of these positions have each numbers of pieces."""
        return dict(Counter(map(self.counts, wanted)))

    def weight(self, chosen: int, weights) -> object:
        """The product of the weights of the players of all pieces."""
        value = Fraction(1)
        for q in numbers(chosen):
            value = value * weights[self.laid[q].player]
        return value

    def named(self, chosen: int) -> frozenset:
        """A position as pairs of the number of a piece and the cell where it is put down."""
        return frozenset((self.laid[q].piece, self.laid[q].at) for q in numbers(chosen))

    # -- play ----------------------------------------------------------------------------------

    def moves(self, addable: int, player: int) -> list[int]:
        """What can be added after each move of a player."""
        mine = [q for q in numbers(addable) if self.is_shared or self.laid[q].player == player]
        return [addable & ~self.against[q] & ~(1 << q) for q in mine]

    def outcome(self, start: int | None = None) -> str:
        """Who wins under normal play, if a player who cannot move loses; `start` are the placements that can
        still be made, all of them unless given."""
        known: dict[tuple[int, int], bool] = {}

        def wins(addable: int, player: int) -> bool:
            if (addable, player) not in known:
                after = self.moves(addable, player)
                known[addable, player] = any(not wins(there, 1 - player) for there in after)
            return known[addable, player]

        start = (1 << len(self.laid)) - 1 if start is None else start
        return {(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}[
            wins(start, LEFT), wins(start, RIGHT)
        ]

    def equals(self, form, start: int | None = None) -> bool:
        """Whether the game has this value: nobody wins the difference by moving first. `start` as above.

        A form has `options(player)`, and equal forms have equal texts.
        """
        known: dict[tuple[int, str, int], bool] = {}

        def wins(addable: int, form, player: int) -> bool:
            """Whether `player` to move wins the game minus the form."""
            key = addable, str(form), player
            if key not in known:
                known[key] = any(not wins(there, form, 1 - player) for there in self.moves(addable, player))
                other = ("right", "left")[player]  # in the negative of a form the players change sides
                known[key] = known[key] or any(
                    not wins(addable, there, 1 - player) for there in form.options(other)
                )
            return known[key]

        start = (1 << len(self.laid)) - 1 if start is None else start
        return not wins(start, form, LEFT) and not wins(start, form, RIGHT)


def long_polynomial(board, game, stuck=(), perfect: bool = False, most: int = 10**5) -> dict:
    """The numbers of positions by numbers of pieces, for boards with more positions than can be listed.

    Placements are decided one after the other, by their first cells along the longest axis. The future needs
    to know of the past which undecided placements are excluded, which placements of stuck players were passed
    over and have no neighbour yet, and, for perfect positions, which cells are empty.
    """
    axis = max(range(len(board.shape)), key=lambda a: board.shape[a])
    laid = sorted(placements(board, game), key=lambda p: min((c[axis], c) for c in p.cells))
    against = conflicts(board, game, laid)
    fitting = [p for p in game.pieces if max(map(len, p.cells)) <= len(board.shape)]
    variables = 1 + max((OWNERS[piece.player] for piece in fitting), default=0)
    cells = {cell: 1 << n for n, cell in enumerate(sorted(board.cells))}
    covers = [sum(cells[cell] for cell in p.cells) for p in laid]
    later = [-1 << (q + 1) for q in range(len(laid))]
    after = [0] * (len(laid) + 1)  # the cells that the placements from q on can cover
    for q in reversed(range(len(laid))):
        after[q] = after[q + 1] | covers[q]
    full = (1 << len(cells)) - 1
    if perfect and after[0] != full:
        return {}
    states: dict[tuple[int, int, int], Counter] = {
        (0, 0, full if perfect else 0): Counter({(0,) * variables: 1})
    }
    for q, placed in enumerate(laid):
        made: dict[tuple[int, int, int], Counter] = {}
        for (excluded, owed, empty), counts in states.items():
            is_free = not excluded >> q & 1
            passed = owed | 1 << q if is_free and placed.player in stuck else owed
            choices = [((excluded & later[q], passed, empty), 0)]
            if is_free:
                played = (excluded | against[q]) & later[q], owed & ~against[q], empty & ~covers[q]
                choices.append((played, 1))
            for (barred, debts, left), number in choices:
                if left & ~after[q + 1] or any(not against[u] & later[q] & ~barred for u in numbers(debts)):
                    continue  # a cell that stays empty, or a placement that can still be made in the end
                sums = made.setdefault((barred, debts, left), Counter())
                for monomial, times in counts.items():
                    grown = list(monomial)
                    grown[placed.player] += number
                    sums[tuple(grown)] += times
        states = made
        if len(states) > most:
            raise TooManyError
    return dict(states.get((0, 0, 0), {}))
