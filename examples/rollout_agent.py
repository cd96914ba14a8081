"""An agent of your own for two-sided dominoes: Monte-Carlo rollouts that remember what players cannot hold.

Before each choice the agent deals the tiles that it cannot see, many times, as the public history allows.
From each deal it plays every candidate on to the end, both sides playing like an agent of the paper, and it
takes the candidate with the most wins minus losses. With this folder on PYTHONPATH:

    enumerate dominoes tournament --agents rollout_agent:rollout,nabucodonossor --matches 1000

An agent is any function of an `Observation` and a `Chance` that returns one of the configurations it is
offered. A player who draws from the stock or passes before the ends x and y holds no tile with x or y, and
each tile drawn before the last has neither. Nobody was dealt a double above the opening. So the hidden tiles
of the opponent fall into groups by when they were taken, each with a set of excluded tiles; older groups
exclude more.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from enumerate.games.dominoes.agents import AGENTS, Event, Observation
from enumerate.games.dominoes.chance import Chance
from enumerate.games.dominoes.domino_rules import HAND, TILES, Configuration, Tile
from enumerate.games.dominoes.engine import (
    LEFT,
    LOW,
    MOST_WAYS,
    RIGHT,
    TABLE,
    Int,
    Ints,
    Words,
    arrays_of,
    below,
    borrowed,
    count_tile,
    finish,
    place,
    wheel,
)  # fmt: skip
from enumerate.games.dominoes.readings import Codes
from enumerate.support.compiled import compiled, inlined

NUMBER = {tile: number for number, tile in enumerate(TILES)}
PLAY_LIKE = ("tiao", "nabucodonossor")  # the agents that play on after a deal, oneself first


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


@inlined
def not_excluded(tile: Int, excluded: Int) -> Int:
    """1 if the tile is not in a set of bits, else 0."""
    return 1 - ((excluded >> tile) & 1)


@inlined
def deal_hidden(
    pool: Ints, hidden: Ints, sizes: Ints, excluded: Ints, opponent: Ints, state: Words
) -> tuple[Int, Int]:
    """Deal to each group of the opponent tiles that it may contain; the shuffled rest of `pool` is the stock.

    Each group excludes what the later ones exclude, so all deals that are possible are equally likely and
    none gets stuck. Writes the hand into `opponent`, the stock to the front of `pool`; returns both lengths.
    """
    left = len(hidden)
    for i in range(left):
        pool[i] = hidden[i]
    held = 0
    for group in range(len(sizes)):
        for _ in range(sizes[group]):
            possible = 0
            for i in range(left):
                possible += not_excluded(pool[i], excluded[group])
            skip = below(state, possible)
            chosen = 0
            while chosen < left - 1 and skip >= not_excluded(pool[chosen], excluded[group]):
                skip -= not_excluded(pool[chosen], excluded[group])
                chosen += 1
            opponent[held] = pool[chosen]
            held += 1
            left -= 1
            pool[chosen] = pool[left]
    for i in range(left - 1, 0, -1):
        j = below(state, i + 1)
        pool[i], pool[j] = pool[j], pool[i]
    return held, left


@compiled
def rollouts(
    agents: tuple[Int, Int],
    codes: Codes,
    hand: Ints,
    table: Ints,
    table_ends: Ints,
    hidden: Ints,
    group_sizes: Ints,
    group_excluded: Ints,
    candidates: Ints,
    deals: Int,
    margins: Ints,
    owned_weights: Ints,
    owned_state: Words,
    scratch: Ints,
) -> None:
    """Add to `margins` the wins minus losses of each candidate over the same `deals` deals.

    The player is number 0 and has the move.
    """
    weights, pool, dealt = borrowed(owned_weights), borrowed(scratch[7]), borrowed(scratch[10])
    match = arrays_of(scratch, owned_state)
    hands, sizes, seen, ends, _, state = match
    for _ in range(deals):
        held, stocked = deal_hidden(pool, hidden, group_sizes, group_excluded, dealt, state)
        start = state[0]
        for number in range(len(candidates)):
            state[0] = start
            seen[:] = 0
            for i in range(len(hand)):
                hands[0, i] = hand[i]
                count_tile(seen, 0, hand[i], 1, codes)
            for i in range(held):
                hands[1, i] = dealt[i]
                count_tile(seen, 1, dealt[i], 1, codes)
            for i in range(len(table)):
                count_tile(seen, TABLE, table[i], 1, codes)
            sizes[0], sizes[1] = len(hand), held
            ends[LEFT], ends[RIGHT] = table_ends[LEFT], table_ends[RIGHT]
            place(candidates[number], 0, match, codes)
            winner = 0
            if sizes[0] > 0:
                stock = pool[:stocked]
                winner, _closed, _placed, _eaten = finish(
                    agents, codes, weights, match, stock, 1, len(table) + 1
                )
            margins[number] += (winner == 0) - (winner == 1)


class Rollout:
    """The agent with `deals` deals for each choice.

    >>> from enumerate.games.dominoes import play_match
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

        def numbers(tiles: Iterable[Tile]) -> Ints:
            return np.array([NUMBER[tile] for tile in tiles], np.int64)

        groups = opponent_groups(seen)
        excluded = [sum(1 << NUMBER[tile] for tile in group.excluded) for group in groups]
        ways = [4 * seen.hand.index(way.tile) + 2 * way.side + way.spun for way in candidates]
        margins = np.zeros(len(candidates), np.int64)
        rollouts(
            tuple(map(list(AGENTS).index, PLAY_LIKE)),
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
            np.empty((11, max(MOST_WAYS, len(LOW))), np.int64),
        )
        return [int(margin) for margin in margins]


def different(seen: Observation) -> list[Configuration]:
    """The configurations that differ: one orientation of a double, one side if both ends are equal."""
    kept: dict[tuple[Tile, int, int], Configuration] = {}
    for way in seen.configurations:
        side = 0 if seen.table.ends[0] == seen.table.ends[1] else int(way.side)
        kept.setdefault((way.tile, side, way.outer), way)
    return list(kept.values())


rollout = Rollout()
