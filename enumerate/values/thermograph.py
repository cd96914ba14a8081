"""Thermographs: the stops of a game when every move costs t.

The walls of {G^L | G^R} are, from t = -1 on,

    left(t) = max right wall of G^L (t) - t,     right(t) = min left wall of G^R (t) + t,

up to the temperature, where they meet; above it the mast stands at the mean [WW, S13]. Integers are masts. A
number with denominator 2^k > 1 gets the temperature -1/2^k from the same rule.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

from ..support.errors import ComputationError
from ..support.result import Result, Table
from .canonical import FRACTION_BITS, LEFT, UNIT, CanonicalForms

Wall = tuple[tuple[int, int], ...]  # (t, value) in units, from t = -1 to the temperature, then constant
Point = tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class Thermograph(Result):
    """The corners (t, value) of both walls; the last is common: temperature and mean.

    >>> from enumerate.values.value import Value
    >>> graph = Value.parse("{2|-1/2}").thermograph
    >>> [[(str(t), str(x)) for t, x in wall] for wall in (graph.left, graph.right)]
    [[('-1', '3'), ('5/4', '3/4')], [('-1', '-1'), ('-1/2', '-1'), ('5/4', '3/4')]]
    """

    left: tuple[Point, ...]
    right: tuple[Point, ...]

    @property
    def temperature(self) -> Fraction:
        """The temperature at which the walls meet."""
        return self.left[-1][0]

    @property
    def mean(self) -> Fraction:
        """The value of the mast: the mean value of the game."""
        return self.left[-1][1]

    def table(self) -> Table:
        """A row for each corner: the wall, t and the value."""
        walls = {"left": self.left, "right": self.right}
        return Table(
            ("wall", "t", "value"),
            tuple((name, str(t), str(x)) for name, wall in walls.items() for t, x in wall),
        )


class Walls:
    """The walls of values, each computed once.

    Right's walls are stored with the opposite sign, so that one rule serves both players.
    """

    def __init__(self, values: CanonicalForms) -> None:
        """Walls of the values in a table of canonical forms."""
        self.values = values
        self.known: dict[int, tuple[Wall, Wall]] = {}

    def of(self, value: int) -> tuple[Wall, Wall]:
        """Left's wall and the negative of Right's."""
        waiting = [value]
        while value not in self.known:  # options first; a chain of them may be too long for recursion
            missing = [option for option in self._below(waiting[-1]) if option not in self.known]
            if not missing:
                self.known[waiting[-1]] = self._build(waiting[-1])
            waiting = waiting + missing if missing else waiting[:-1]
        return self.known[value]

    def _is_integer(self, value: int) -> bool:
        return self.values.is_number[value] and self.values.stops[LEFT][value] % UNIT == 0

    def _below(self, value: int) -> list[int]:
        """The options whose walls those of a value are built from."""
        if self._is_integer(value):
            return []
        return [option for options in self.values.options for option in options[value]]

    def _build(self, value: int) -> tuple[Wall, Wall]:
        values = self.values
        units = values.stops[LEFT][value]
        if self._is_integer(value):
            return ((-UNIT, units),), ((-UNIT, -units),)
        left, right = (
            reduce(
                _higher, (tuple((t, -x) for t, x in self.of(option)[1 - player]) for option in options[value])
            )
            for player, options in enumerate(values.options)
        )
        return _meeting(left, right)

    def temperature(self, value: int) -> Fraction:
        """The temperature of a value."""
        return Fraction(self.of(value)[LEFT][-1][0], UNIT)

    def move_temperature(self, player: int, before: int, after: int) -> Fraction:
        """The greatest tax t, up to the temperature, at which a move gives its player at least the mean.

        After the move the opponent's wall minus t has slopes 0 and -1, and -1 from its last corner on. So
        the last corner that reaches the mean decides. If none does, the result is -1.
        """
        mean = self.of(before)[LEFT][-1][1] * (-1 if player else 1)
        reply = self.of(after)[1 - player]  # with the opponent's sign
        best = max((-x - mean for t, x in reply if -x - t >= mean), default=-UNIT)
        return min(Fraction(best, UNIT), self.temperature(before))

    def mean(self, value: int) -> Fraction:
        """The mean of a value."""
        return Fraction(self.of(value)[LEFT][-1][1], UNIT)

    def thermograph(self, value: int) -> Thermograph:
        """Both walls as fractions."""
        left, right = self.of(value)
        return Thermograph(
            tuple((Fraction(t, UNIT), Fraction(x, UNIT)) for t, x in left),
            tuple((Fraction(t, UNIT), Fraction(-x, UNIT)) for t, x in right),
        )


def _at(wall: Wall, t: int) -> int:
    """The value of a wall at t."""
    before, height = wall[0]
    for corner, x in wall:
        if corner >= t:
            return x if corner == t else height + (x - height) * (t - before) // (corner - before)
        before, height = corner, x
    return height


def _higher(one: Wall, other: Wall) -> Wall:
    """The upper envelope of two walls whose slopes are 0 and 1."""
    corners = sorted({t for t, _ in one + other})
    points: list[tuple[int, int]] = []
    gap = 0
    for t in corners:
        here, there = _at(one, t), _at(other, t)
        now = here - there
        if gap * now < 0:  # they cross in between, one flat and one rising
            cross = points[-1][0] + abs(gap)
            points.append((cross, _at(one, cross)))
        points.append((t, max(here, there)))
        gap = now
    kept = _corners(points)
    while len(kept) > 1 and kept[-1][1] == kept[-2][1]:  # a wall is constant after its last corner
        kept.pop()
    return tuple(kept)


def _corners(points: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The first and the last of some points on a wall, and those where its slope changes."""
    kept: list[tuple[int, int]] = []
    for t, x in points:
        if len(kept) > 1:
            (t0, x0), (t1, x1) = kept[-2:]
            if (x1 - x0) * (t - t1) == (x - x1) * (t1 - t0):
                kept.pop()
        kept.append((t, x))
    return kept


def _meeting(left: Wall, right: Wall) -> tuple[Wall, Wall]:
    """Both walls up to where the taxed sides meet: left(t) - t and -(right(t) - t)."""
    corners = sorted({t for t, _ in left + right})
    gaps = [_at(left, t) + _at(right, t) - 2 * t for t in corners]
    number = next((n for n, gap in enumerate(gaps) if gap <= 0), len(corners))
    end = corners[0]
    if number:  # between the corners the gap closes with slope 1 or 2, beyond the last with slope 2
        t, gap = corners[number - 1], gaps[number - 1]
        slope = 2 if number == len(corners) else (gap - gaps[number]) // (corners[number] - t)
        if gap % slope:
            raise ComputationError(f"temperatures finer than 1/2^{FRACTION_BITS} are not supported")
        end = t + gap // slope
    taxed = (_corners((t, _at(wall, t) - t) for t in [*corners[:number], end]) for wall in (left, right))
    own, other = map(tuple, taxed)
    return own, other
