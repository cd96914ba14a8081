"""The referee: plays one match in plain Python, checks every move, and records every turn.

This is the slow reference of the compiled engine and the only way to play for people, for new agents and
for replays. Agents never see the referee: they are handed an `Observation`.
"""

from ...model.lattice import items
from ...support.errors import InputError
from ...support.seeds import SeedLike, chosen_seed
from .agents import Agent, Event, Observation, find_agent
from .chance import Chance, match_chance
from .domino_rules import Configuration, Table, Tile, configurations, deal, opening
from .match import DRAW, DominoTurn, Match
from .readings import BEST_FIT, Reading


class Referee:
    """One match under way."""

    def __init__(self, agents: tuple[Agent, Agent], reading: Reading, chance: Chance) -> None:
        self.agents = agents
        self.reading = reading
        self.chance = chance
        first, second, self.stock = deal(chance)
        self.hands = (first, second)
        self.dealt = (tuple(first), tuple(second))
        self.first, self.opening = opening(self.hands, chance)
        self.hands[self.first].remove(self.opening)
        self.table = Table.opened(self.opening)
        self.history: list[Event] = []
        self.turns: list[DominoTurn] = []

    def play(self, names: tuple[str, str]) -> Match:
        """Play to the end."""
        player = self.first
        while all(self.hands) and not self.is_closed:
            player = 1 - player
            self.turns.append(self.turn(player))
        return Match(
            agents=names,
            dealt=self.dealt,
            first=self.first,
            opening=self.opening,
            turns=tuple(self.turns),
            last_table=self.table,
            hands=(tuple(self.hands[0]), tuple(self.hands[1])),
            stock=tuple(self.stock),
            closed=self.is_closed,
            winner=self.winner(),
            last_state=self.chance.state,
        )

    @property
    def is_closed(self) -> bool:
        """Whether the last two turns were passes."""
        return len(self.turns) >= 2 and self.turns[-1].passed and self.turns[-2].passed

    def turn(self, player: int) -> DominoTurn:
        """One turn: play if able, else eat until a tile fits, else pass."""
        hand = self.hands[player]
        eaten: list[Tile] = []
        ways = self.ways(hand)
        while not ways and self.stock:
            eaten.append(self.stock.pop(0))
            hand.append(eaten[-1])
            self.record(player, "eats")
            ways = self.ways(eaten[-1:])
        if not ways:
            self.record(player, "passes")
            return DominoTurn(player, tuple(eaten), None, self.table)
        if eaten and self.reading.bought == "raffle":
            way = self.chance.pick(ways)
        else:
            way = self.agents[player](self.observe(player, ways), self.chance)
        if way not in ways:
            offered = ", ".join(dict.fromkeys(map(str, ways)))
            raise InputError(f"an agent played {way}, which was not offered (offered: {offered})")
        self.record(player, "plays", way)
        hand.remove(way.tile)
        self.table = self.table.place(way)
        return DominoTurn(player, tuple(eaten), way, self.table)

    def ways(self, tiles: list[Tile]) -> tuple[Configuration, ...]:
        """How `tiles` can be placed now."""
        return configurations(tiles, self.table.ends, self.reading.doubles == "twice")

    def record(self, player: int, action: str, way: Configuration | None = None) -> None:
        """Add to the public history."""
        self.history.append(Event(player, action, self.table.ends, way))

    def observe(self, player: int, ways: tuple[Configuration, ...]) -> Observation:
        """The match as `player` sees it."""
        return Observation(
            player=player,
            hand=tuple(self.hands[player]),
            table=self.table,
            configurations=ways,
            first=self.first,
            opening=self.opening,
            history=tuple(self.history),
            opponent_tiles=len(self.hands[1 - player]),
            stock_tiles=len(self.stock),
            reading=self.reading,
        )

    def winner(self) -> int:
        """0, 1 or DRAW, once the match is over."""
        left, right = map(len, self.hands)
        if 0 in (left, right):
            return 0 if left == 0 else 1
        if self.reading.closed == "pseudo-code":
            return 0 if left > right else DRAW
        if self.reading.closed == "draw" or left == right:
            return DRAW
        return 0 if left < right else 1


def play_match(
    agents: tuple[str | Agent, str | Agent],
    *,
    seed: SeedLike = 1,
    match: int = 0,
    reading: Reading | str = BEST_FIT,
) -> Match:
    """Play match number `match` of a pair; the same arguments always give the same match.

    An agent is given by its name or as a function.

    >>> print(play_match(("pinduca", "nabucodonossor"), seed=7, match=3).opening)
    [5|5]
    """
    pair = items("agents", agents)
    if len(pair) != 2:
        raise InputError(f"a match needs two agents, not {len(pair)}")
    (first, one), (second, other) = map(find_agent, pair)
    names = first, second
    chance = match_chance(chosen_seed(seed), names, match)
    return Referee((one, other), Reading.of(reading), chance).play(names)
