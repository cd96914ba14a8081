"""An agent beyond the paper: determinised Monte-Carlo rollouts with void tracking.

Before each choice it deals the tiles it cannot see, many times, as the public history allows; from each deal
it plays every candidate on to the end, both sides playing like an agent of the paper; it takes the candidate
with the best balance of wins and losses.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from .agents import AGENTS
from .belief import hidden_tiles, opponent_groups
from .chance import Chance
from .observation import Observation
from .rules import TILES, Configuration, Tile

if TYPE_CHECKING:
    from .engine.chance import Ints

NUMBER = {tile: number for number, tile in enumerate(TILES)}
LIKE = ("tiao", "nabucodonossor")


class Rollout:
    """The agent with `deals` deals for each choice; the agents of `LIKE` play on, oneself first.

    >>> from .referee import play_match
    >>> match = play_match((Rollout(deals=20), "juca"), seed=1)
    >>> match.agents[match.winner]
    'rollout'
    """

    __name__ = "rollout"

    def __init__(self, deals: int = 400) -> None:
        self.deals = deals

    def __call__(self, seen: Observation, chance: Chance) -> Configuration:
        """The candidate with the best balance; the first of equals."""
        candidates = different(seen)
        if len(candidates) == 1 or len(seen.hand) == 1:
            return candidates[0]
        margins = self.margins(seen, candidates, chance)
        return candidates[margins.index(max(margins))]

    def margins(self, seen: Observation, candidates: list[Configuration], chance: Chance) -> list[int]:
        """Wins minus losses of each candidate over all deals."""
        import numpy as np

        from .engine import wheel
        from .engine.rollout import new_scratch, rollouts

        def numbers(tiles: Iterable[Tile]) -> "Ints":
            return np.array([NUMBER[tile] for tile in tiles], np.int64)

        groups = opponent_groups(seen)
        excluded = [sum(1 << NUMBER[tile] for tile in group.excluded) for group in groups]
        ways = [4 * seen.hand.index(way.tile) + 2 * way.side + way.spun for way in candidates]
        margins = np.zeros(len(candidates), np.int64)
        rollouts(
            tuple(map(list(AGENTS).index, LIKE)),
            seen.reading.codes,
            numbers(seen.hand),
            numbers(seen.table.tiles),
            np.array(seen.table.ends, np.int64),
            numbers(hidden_tiles(seen)),
            np.array([group.size for group in groups], np.int64),
            np.array(excluded, np.int64),
            np.array(ways, np.int64),
            self.deals,
            margins,
            wheel(),
            np.array([chance.word()], np.uint64),
            new_scratch(),
        )
        return [int(margin) for margin in margins]


def different(seen: Observation) -> list[Configuration]:
    """The configurations that differ: one orientation of a double, one side if both ends are equal."""
    kept: dict[tuple[Tile, int, int], Configuration] = {}
    for way in seen.configurations:
        side = 0 if seen.table.ends[0] == seen.table.ends[1] else int(way.side)
        kept.setdefault((way.tile, side, way.outer), way)
    return list(kept.values())
