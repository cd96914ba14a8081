"""What an agent may see: its hand, the table, the public history, and what it counts there."""

from collections.abc import Iterable
from dataclasses import dataclass

from .domino_rules import Configuration, Table, Tile
from .readings import Reading


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in public: `player` plays, eats or passes; an eaten tile is not shown."""

    player: int
    action: str  # "plays", "eats" or "passes"
    ends: tuple[int, int]  # the open ends before the action
    configuration: Configuration | None = None


@dataclass(frozen=True, slots=True)
class Observation:
    """The match as one player sees it when it is their turn to choose one of `configurations`."""

    player: int
    hand: tuple[Tile, ...]  # as dealt, eaten tiles last
    table: Table
    configurations: tuple[Configuration, ...]
    first: int  # who began
    opening: Tile
    history: tuple[Event, ...]  # after the opening
    opponent_tiles: int
    stock_tiles: int
    reading: Reading

    def count(self, value: int, tiles: Iterable[Tile]) -> int:
        """How often `value` occurs in `tiles`: a double counts 2, or 1 if the reading counts tiles."""
        if self.reading.counts == "tiles":
            return sum(tile.halves(value) > 0 for tile in tiles)
        return sum(tile.halves(value) for tile in tiles)

    def counted_hand(self, way: Configuration) -> list[Tile]:
        """The hand, with or without the candidate."""
        included = self.reading.candidate == "included"
        return [tile for tile in self.hand if included or tile != way.tile]

    def v(self, way: Configuration) -> int:
        """The number of the candidate's opposite value that can be seen, v(i) of Equation 1."""
        return self.count(way.outer, self.table.tiles) + self.count(way.outer, self.counted_hand(way))

    def t(self, way: Configuration) -> int:
        """The same number for the end that remains on the other side, t(i) of Equation 2."""
        end = self.table.ends[way.side.other]
        if self.reading.other_end == "value":
            return end
        on_table = self.count(end, self.table.tiles)
        if self.reading.other_end == "table":
            return on_table
        return on_table + self.count(end, self.counted_hand(way))
