"""What a player can infer about the opponent's tiles from the public history: void tracking.

Who eats or passes before the ends x and y holds no tile with x or y; every tile eaten before the one that
fits has neither. Nobody was dealt a double above the opening. The opponent's hidden tiles fall into groups by
when they were taken, each with the set of tiles it excludes; an older group excludes what a newer one does.
"""

from dataclasses import dataclass

from .observation import Event, Observation
from .rules import HAND, TILES, Tile


@dataclass(slots=True)
class Group:
    """`size` hidden tiles of the opponent, none of them in `excluded`."""

    size: int
    excluded: frozenset[Tile]

    def exclude(self, tiles: frozenset[Tile]) -> None:
        """Learn that none of `tiles` is in the group."""
        self.excluded |= tiles


def touching(ends: tuple[int, int]) -> frozenset[Tile]:
    """The tiles that fit one of two ends.

    >>> len(touching((2, 2))), len(touching((2, 5)))
    (7, 13)
    """
    return frozenset(tile for tile in TILES if tile.low in ends or tile.high in ends)


def opponent_groups(seen: Observation) -> list[Group]:
    """The groups of the opponent's hidden tiles, the oldest first; the sizes add up to their number.

    When a tile is played from the hand it may come from any group that can contain it. It is taken from the
    oldest, the most restricted one: so the true hand always remains possible.
    """
    me = seen.player
    dealt = HAND - (seen.first != me)
    groups = [Group(dealt, _excluded_by_opening(seen.opening))]
    eaten = 0  # tiles eaten in the current turn
    for event in seen.history:
        if event.player == me:
            continue
        if event.action == "eats":
            eaten += 1
            continue
        if eaten or event.action == "passes":
            for group in groups:
                group.exclude(touching(event.ends))
        if eaten:
            kept = eaten - (event.action == "plays")  # the last one was played
            groups.append(Group(kept, touching(event.ends)))
        elif event.action == "plays":
            _take_from(groups, event)
        eaten = 0
    return [group for group in groups if group.size]


def _excluded_by_opening(opening: Tile) -> frozenset[Tile]:
    """The doubles that nobody was dealt: those above the opening, or all if it was none."""
    doubles = frozenset(tile for tile in TILES if tile.is_double)
    return frozenset(tile for tile in doubles if tile > opening) if opening.is_double else doubles


def _take_from(groups: list[Group], event: Event) -> None:
    """A tile was played from the hand: take it from the oldest group that can have held it."""
    assert event.configuration is not None
    tile = event.configuration.tile
    holder = next(group for group in groups if group.size and tile not in group.excluded)
    holder.size -= 1


def hidden_tiles(seen: Observation) -> list[Tile]:
    """The tiles that are neither on the table nor in the player's hand."""
    visible = {*seen.hand, *seen.table.tiles}
    return [tile for tile in TILES if tile not in visible]
