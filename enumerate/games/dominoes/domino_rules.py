"""The rules of two-sided dominoes as played in Minas Gerais [CGT, Section II].

There are 28 tiles, two hands of seven and a stock of fourteen. The tiles on the table form a line with two
open ends. A player who has a fitting tile plays one; otherwise they eat from the stock, one tile at a time,
until one fits, and must play it; on an empty stock they pass. Whoever places their last tile wins; two
passes in a row close the match.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from ...support.errors import InputError, require_integer, unknown
from .chance import Chance

VALUES = 7
HAND = 7


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """A tile with two halves, `low` <= `high`."""

    low: int
    high: int

    def __post_init__(self) -> None:
        low, high = (require_integer("half", half) for half in (self.low, self.high))
        if not 0 <= low <= high < VALUES:
            raise InputError(f"[{low}|{high}] is not a tile: halves run from 0 to 6, the lower first")
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "high", high)

    @classmethod
    def parse(cls, text: str) -> "Tile":
        """Read `2-5`, `25`, `2|5` or `[2|5]`, in either order."""
        halves = sorted(int(sign) for sign in text if sign in "0123456")
        if len(halves) != 2 or text.strip("[]0123456-| "):
            raise InputError(f"'{text}' is not a tile: write two halves from 0 to 6, for instance 2-5")
        return cls(*halves)

    def __str__(self) -> str:
        return f"[{self.low}|{self.high}]"

    @property
    def is_double(self) -> bool:
        """Whether both halves are equal."""
        return self.low == self.high

    @property
    def total(self) -> int:
        """The sum of the halves."""
        return self.low + self.high

    def halves(self, value: int) -> int:
        """How many halves show `value`: 0, 1 or 2."""
        return (self.low == value) + (self.high == value)


TILES = tuple(Tile(low, high) for low in range(VALUES) for high in range(low, VALUES))
TILE_WITH = {halves: tile for tile in TILES for halves in ((tile.low, tile.high), (tile.high, tile.low))}


class Side(IntEnum):
    """An end of the table."""

    LEFT = 0
    RIGHT = 1

    @classmethod
    def _missing_(cls, value: object) -> None:
        raise unknown("side", value, [side.name.lower() for side in cls])

    @property
    def other(self) -> "Side":
        """The opposite end."""
        return Side(1 - self)


@dataclass(frozen=True, slots=True)
class Configuration:
    """A way to place a tile: the side, and whether it is spun, so that its high half touches the table."""

    tile: Tile
    side: Side
    spun: bool = False

    @property
    def inner(self) -> int:
        """The half that touches the table."""
        return self.tile.high if self.spun else self.tile.low

    @property
    def outer(self) -> int:
        """The opposite half, which becomes the new end."""
        return self.tile.low if self.spun else self.tile.high

    def __str__(self) -> str:
        return f"{self.tile} at the {self.side.name.lower()}"


@dataclass(frozen=True, slots=True)
class Table:
    """The line of tiles on the table, each as (left half, right half)."""

    line: tuple[tuple[int, int], ...]

    @classmethod
    def opened(cls, tile: Tile) -> "Table":
        """The table after the opening."""
        return cls(((tile.low, tile.high),))

    @property
    def ends(self) -> tuple[int, int]:
        """The open values, left and right."""
        return self.line[0][0], self.line[-1][1]

    def __len__(self) -> int:
        return len(self.line)

    def __str__(self) -> str:
        return "".join(f"[{left}|{right}]" for left, right in self.line)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles on the table, from left to right."""
        return tuple(TILE_WITH[halves] for halves in self.line)

    def place(self, configuration: Configuration) -> "Table":
        """The table after a move."""
        end = self.ends[configuration.side]
        if configuration.inner != end:
            raise InputError(
                f"{configuration} does not fit: the half {configuration.inner} would touch the end {end}"
            )
        if configuration.side is Side.LEFT:
            return Table(((configuration.outer, configuration.inner), *self.line))
        return Table((*self.line, (configuration.inner, configuration.outer)))


def configurations(
    tiles: Sequence[Tile], ends: tuple[int, int], doubles_twice: bool = True
) -> tuple[Configuration, ...]:
    """All ways to place one of `tiles`: by tile in the order given, then side, then orientation.

    A double fits in both orientations; they are the same move, listed twice if `doubles_twice`.

    >>> [str(way) for way in configurations([Tile(0, 0), Tile(0, 1)], (0, 1), doubles_twice=False)]
    ['[0|0] at the left', '[0|1] at the left', '[0|1] at the right']
    """
    ways = (
        Configuration(tile, side, spun)
        for tile in tiles
        for side in Side
        for spun in (False, True)
        if doubles_twice or not (spun and tile.is_double)
    )
    return tuple(way for way in ways if way.inner == ends[way.side])


def opening(hands: Sequence[Sequence[Tile]], chance: Chance) -> tuple[int, Tile]:
    """The player who begins, and the opening tile.

    The highest double begins; without doubles the highest sum; if both players hold that sum a coin decides
    between them, and a player who holds several such tiles plays any of them with equal chance.
    """

    def rank(tile: Tile) -> tuple[bool, int]:
        return tile.is_double, tile.total

    best = max(rank(tile) for hand in hands for tile in hand)
    holders = [player for player, hand in enumerate(hands) if best in map(rank, hand)]
    player = holders[chance.below(len(holders))]
    tied = [tile for tile in hands[player] if rank(tile) == best]
    return player, tied[chance.below(len(tied))]


def deal(chance: Chance) -> tuple[list[Tile], list[Tile], list[Tile]]:
    """Two hands of seven and the stock, from which tiles are eaten in order."""
    order = list(TILES)
    for i in range(len(order) - 1, 0, -1):
        j = chance.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order[:HAND], order[HAND : 2 * HAND], order[2 * HAND :]
