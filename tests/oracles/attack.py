"""Oracles that share nothing with the package: sets of integers, made from the rules by recursion."""

from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from itertools import product

DOMINO = {"left": [[(0, 0), (1, 0)]], "right": [[(0, 0), (0, 1)]]}
PIECES = {  # whose piece, and its cells, for games without further rules
    "domineering": DOMINO,
    "cram": {"either": DOMINO["left"] + DOMINO["right"]},
    "triomineering": {"left": [[(0, 0), (1, 0), (2, 0)]], "right": [[(0, 0), (0, 1), (0, 2)]]},
    "tridomineering": {
        "left": [[(0, 0), (1, 0)], [(0, 0), (1, 0), (2, 0)]],
        "right": [[(0, 0), (0, 1)], [(0, 0), (0, 1), (0, 2)]],
    },
}
STEPS = [(0, 1), (1, 0), (0, -1), (-1, 0)]
AROUND = {  # stones on single cells: which pairs of stones exclude each other at which offsets
    "node-kayles": (1, lambda one, two: STEPS),
    "kings": (1, lambda one, two: [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)]),
    "knights": (
        1,
        lambda one, two: [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)],
    ),
    "col": (2, lambda one, two: STEPS if one == two else []),
    "snort": (2, lambda one, two: STEPS if one != two else []),
}
GAMES = [*PIECES, *AROUND]


class World:
    """A game on a board: its placements as (player, cells), which exclude which, and all positions."""

    def __init__(self, shape, cells, wrap=(False, False), game="domineering"):
        self.shape, self.cells, self.wrap, self.game = shape, frozenset(cells), wrap, game
        self.placements = []
        if game in PIECES:
            self.variables = len(PIECES[game])
            for who, shapes in enumerate(PIECES[game].values()):
                for corner, form in product(sorted(self.cells), shapes):
                    covered = [self.at(corner, offset) for offset in form]
                    if None not in covered and len(set(covered)) == len(covered):
                        self.placements.append((who, frozenset(covered)))
        else:
            self.variables = AROUND[game][0]
            self.placements = [
                (who, frozenset([cell])) for who in range(self.variables) for cell in sorted(self.cells)
            ]
        self.against = [0] * len(self.placements)
        for i, one in enumerate(self.placements):
            for j, two in enumerate(self.placements):
                if i != j and self.excludes(one, two):
                    self.against[i] |= 1 << j

    def at(self, cell, offset):
        """The cell at an offset, around wrapped sides; None if there is none."""
        moved = []
        for place, step, length, wrapped in zip(cell, offset, self.shape, self.wrap, strict=True):
            place += step
            moved.append(place % length if wrapped else place)
        return tuple(moved) if tuple(moved) in self.cells else None

    def excludes(self, one, two):
        if one[1] & two[1]:
            return True
        if self.game in PIECES:
            return False
        (cell,), (other,) = one[1], two[1]
        return any(self.at(cell, offset) == other for offset in AROUND[self.game][1](one[0], two[0]))

    @property
    def positions(self):
        """All positions, as sets of placements in bits."""
        found = [0]
        for i in range(len(self.placements)):
            found += [position | 1 << i for position in found if not position & self.against[i]]
        return found

    def numbers(self, position):
        counted = [0] * self.variables
        for i, (who, _) in enumerate(self.placements):
            counted[who] += position >> i & 1
        return tuple(counted)

    def stuck(self, position):
        """The players without a move."""
        can = {
            who
            for i, (who, _) in enumerate(self.placements)
            if not position >> i & 1 and not position & self.against[i]
        }
        return frozenset(range(self.variables)) - can

    def full(self, position):
        covered = sum(len(cells) for i, (_, cells) in enumerate(self.placements) if position >> i & 1)
        return covered == len(self.cells)

    def of_kind(self, kind):
        everybody = frozenset(range(self.variables))
        holds = {
            "general": lambda position: True,
            "maximal": lambda position: self.stuck(position) == everybody,
            "left-end": lambda position: 0 in self.stuck(position),
            "right-end": lambda position: 1 in self.stuck(position),
            "perfect": self.full,
        }[kind]
        return [position for position in self.positions if holds(position)]

    def polynomial(self, kind):
        return Counter(self.numbers(position) for position in self.of_kind(kind))

    def pieces(self, position):
        return frozenset(self.placements[i] for i in range(len(self.placements)) if position >> i & 1)

    @cache  # noqa: B019 (a world lives for one comparison)
    def wins(self, position, mover, misere=False):
        """Whether the player to move wins."""
        moves = self.moves(position, mover)
        if not moves:
            return misere
        return any(not self.wins(after, 1 - mover, misere) for after in moves)

    def moves(self, position, mover):
        return [
            position | 1 << i
            for i, (who, _) in enumerate(self.placements)
            if who in (mover, mover if self.variables == 2 else 0)
            and not position >> i & 1
            and not position & self.against[i]
        ]

    def outcome(self, misere=False):
        left, right = self.wins(0, 0, misere), self.wins(0, 1, misere)
        return {(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}[left, right]

    def shortest_game(self):
        """The fewest moves after which a player to move is stuck, over both starters."""
        best = None
        for first in (0, 1):
            layer, mover, moves = {0}, first, 0
            while True:
                if any(not self.moves(position, mover) for position in layer):
                    break
                layer = {after for position in layer for after in self.moves(position, mover)}
                mover, moves = 1 - mover, moves + 1
            best = moves if best is None else min(best, moves)
        return best


def weighted(polynomial, point):
    """The value of a polynomial at a point."""
    total = Fraction(0)
    for exponents, count in polynomial.items():
        term = Fraction(count)
        for base, exponent in zip(point, exponents, strict=True):
            term *= Fraction(base) ** exponent
        total += term
    return total


def marginal(polynomial, by):
    found = defaultdict(int)
    for exponents, count in polynomial.items():
        a, b = exponents
        found[{"size": a + b, "left": a, "right": b}[by]] += count
    return dict(found)
