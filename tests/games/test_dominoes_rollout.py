"""examples/rollout_agent.py: its inferences about hidden tiles, its deals, its choices."""

from collections import Counter
from itertools import combinations
from math import log, sqrt

import numpy as np
import pytest
from kernels import called
from rollout_agent import Group, Rollout, deal_hidden, different, hidden_tiles, opponent_groups

from enumerate import InputError
from enumerate.games.dominoes import (
    BEST_FIT,
    TILES,
    Configuration,
    Observation,
    Side,
    Table,
    Tile,
    play_match,
    tournament,
)
from enumerate.games.dominoes.agents import Event, juca, nabucodonossor
from enumerate.games.dominoes.chance import Chance, match_chance
from enumerate.games.dominoes.domino_rules import configurations
from enumerate.games.dominoes.match import Referee


def can_be_dealt(hand: list[Tile], groups: list[Group]) -> bool:
    """Whether the tiles can be matched to places in the groups (augmenting paths)."""
    places = [group for group in groups for _ in range(group.size)]
    taken: dict[int, Tile] = {}

    def settle(tile: Tile, tried: set[int]) -> bool:
        for place, group in enumerate(places):
            if place in tried or tile in group.excluded:
                continue
            tried.add(place)
            if place not in taken or settle(taken[place], tried):
                taken[place] = tile
                return True
        return False

    return len(places) == len(hand) and all(settle(tile, set()) for tile in hand)


class TestBelief:
    def test_the_true_hand_is_always_possible(self) -> None:
        restricted = 0
        table: list[Referee] = []  # the match under way, which the agent should not see

        def knowing(seen: Observation, chance: Chance) -> Configuration:
            nonlocal restricted
            groups = opponent_groups(seen)
            hand, stock = table[-1].hands[1 - seen.player], table[-1].stock
            assert can_be_dealt(hand, groups)
            assert sorted(hand + stock) == hidden_tiles(seen)
            for older, newer in combinations(groups, 2):
                assert newer.excluded <= older.excluded
            restricted += any(group.excluded for group in groups)
            return juca(seen, chance)

        for number in range(150):
            table.append(Referee((knowing, nabucodonossor), BEST_FIT, match_chance(8, ("a", "b"), number)))
            table[-1].play(("a", "b"))
        assert restricted > 100


def test_all_possible_deals_are_equally_likely() -> None:
    """Hoeffding for each of the six ways to deal five hidden tiles to groups of sizes 1 and 2."""
    hidden = np.arange(5)
    excluded = np.array([0b00111, 0b00001])  # the first group takes 3 or 4, the second all but 0
    sizes = np.array([1, 2])
    times, state = 60_000, np.array([5], np.uint64)
    pool, opponent = np.zeros(32, np.int64), np.zeros(32, np.int64)
    dealt: Counter[tuple[int, frozenset[int]]] = Counter()
    for _ in range(times):
        assert called(deal_hidden)(pool, hidden, sizes, excluded, opponent, state) == (3, 2)
        assert sorted([*opponent[:3], *pool[:2]]) == [0, 1, 2, 3, 4]
        dealt[int(opponent[0]), frozenset(opponent[1:3].tolist())] += 1
    possible = {
        (first, frozenset(pair))
        for first in (3, 4)
        for pair in combinations([n for n in (1, 2, 3, 4) if n != first], 2)
    }
    assert set(dealt) == possible
    stray = sqrt(log(2e9) / (2 * times))
    assert all(abs(count / times - 1 / len(possible)) < stray for count in dealt.values())


class TestRollout:
    def test_it_shuts_out_an_opponent_who_has_no_six(self) -> None:
        """The opponent had to eat before 6-6: no six was dealt to them. 4-6 leaves only sixes open."""
        table = Table(((6, 6), (6, 3), (3, 1), (1, 4)))
        history = (
            Event(1, "eats", (6, 6)),
            Event(1, "plays", (6, 6), Configuration(Tile(3, 6), Side.RIGHT, spun=True)),
            Event(0, "plays", (6, 3), Configuration(Tile(1, 3), Side.RIGHT, spun=True)),
            Event(1, "plays", (6, 1), Configuration(Tile(1, 4), Side.RIGHT)),
        )
        hand = (Tile(2, 4), Tile(0, 4), Tile(4, 6), Tile(5, 6), Tile(1, 1))
        ways = configurations(hand, table.ends)
        seen = Observation(0, hand, table, ways, 0, Tile(6, 6), history, 6, 13, BEST_FIT)
        candidates = different(seen)
        margins = Rollout(deals=1000).margins(seen, candidates, Chance(1))
        best = candidates[margins.index(max(margins))]
        assert (best.tile, best.side) == (Tile(4, 6), Side.RIGHT)
        assert Rollout(deals=1000)(seen, Chance(1)) == best

    def test_it_plays_by_the_rules_and_can_be_replayed(self) -> None:
        match = play_match(("rollout_agent:rollout", "nabucodonossor"), seed=3)
        assert match == play_match(("rollout_agent:rollout", "nabucodonossor"), seed=3)
        tiles = [*match.last_table.tiles, *match.hands[0], *match.hands[1], *match.stock]
        assert sorted(tiles) == list(TILES)

    def test_its_old_name_tells_where_it_is(self) -> None:
        with pytest.raises(InputError, match=r"write rollout_agent:rollout$"):
            play_match(("rollout", "juca"))

    @pytest.mark.slow
    def test_it_beats_nabucodonossor_clearly(self) -> None:
        (pair,) = tournament(["rollout_agent:rollout", "nabucodonossor"], matches=10_000).pairs
        assert pair.estimates["margin"].value >= 0.12
        assert pair.estimates["margin"].low > 0.12
