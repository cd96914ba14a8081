"""Matches: the referee, which plays one in plain Python and checks every move, and the finished match.

The referee is the slow reference for the compiled engine. People, new agents and replays always use the
referee. Agents never see the referee, only an `Observation`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ...model.lattice import items
from ...support import result
from ...support.errors import InputError
from ...support.result import Result
from ...support.seeds import SeedLike, chosen_seed
from .agents import TITLES, Agent, Event, Observation, find_agent
from .chance import Chance, match_chance
from .domino_rules import TILES, Configuration, Table, Tile, configurations, deal, opening
from .readings import BEST_FIT, Reading

DRAW = 2  # the value of `winner` in a drawn match
# columns of `outcome`
FIRST, OPENING, WINNER, CLOSED, PLACED, LEFT_IN_0, LEFT_IN_1, EATEN, LAST_STATE = range(9)
COLUMNS = 9


@dataclass(frozen=True, slots=True)
class DominoTurn:
    """What one player did in one turn: ate these tiles, then placed one, or passed."""

    player: int
    eaten: tuple[Tile, ...]
    placed: Configuration | None
    table: Table  # afterwards

    def __str__(self) -> str:
        """What was done, without the player's name."""
        eats = [f"eats {tiles(self.eaten)}"] if self.eaten else []
        return ", ".join([*eats, f"plays {self.placed}" if self.placed else "passes"])


@dataclass(frozen=True, slots=True)
class Match(Result):
    """A finished match."""

    agents: tuple[str, str]
    dealt: tuple[tuple[Tile, ...], tuple[Tile, ...]]
    first: int
    opening: Tile
    turns: tuple[DominoTurn, ...]  # after the opening
    last_table: Table
    hands: tuple[tuple[Tile, ...], tuple[Tile, ...]]
    stock: tuple[Tile, ...]
    closed: bool
    winner: int  # 0, 1 or DRAW
    last_state: int  # of the random stream

    def summary(self) -> str:
        """Who won and how, in one line."""
        how = "the match is closed" if self.closed else "the hand is empty"
        left = " to ".join(str(len(hand)) for hand in self.hands)
        winner = "a draw" if self.winner == DRAW else f"{title(self.agents[self.winner])} wins"
        return f"{winner}: {how}, {left} tiles left"

    def __str__(self) -> str:
        """The whole match, hands open."""
        names = [title(name) for name in self.agents]
        width = max(map(len, names))

        def both(verb: str, hands: Iterable[Iterable[Tile]]) -> list[str]:
            return [f"{name:{width}}  {verb} {tiles(hand)}" for name, hand in zip(names, hands, strict=True)]

        lines = both("holds", self.dealt)
        for number, name, what, after in self.table().rows:
            lines += [f"{number:2}. {name:{width}}  {what}", f"    {'':{width}}  {after}"]
        return "\n".join([*lines, *both("is left with", self.hands), self.summary()])

    def table(self) -> result.Table:
        """A row for each move: the player, the action, and the tiles on the table afterwards."""
        opened = f"opens with {self.opening}", f"[{self.opening.low}|{self.opening.high}]"
        moves = [(self.first, *opened), *((turn.player, str(turn), str(turn.table)) for turn in self.turns)]
        rows = ((number, title(self.agents[who]), *what) for number, (who, *what) in enumerate(moves, 1))
        return result.Table(("move", "player", "what", "table"), tuple(rows))

    def to_json(self) -> dict[str, Any]:
        """The match as numbers, strings, lists and dictionaries."""

        def pips(hand: Iterable[Tile]) -> list[str]:
            return [f"{tile.low}-{tile.high}" for tile in hand]

        turns = [
            {
                "player": self.agents[turn.player],
                "eaten": pips(turn.eaten),
                "placed": pips([turn.placed.tile])[0] if turn.placed else None,
                "side": turn.placed.side.name.lower() if turn.placed else None,
                "table": str(turn.table),
            }
            for turn in self.turns
        ]
        return {
            "agents": list(self.agents),
            "dealt": [pips(hand) for hand in self.dealt],
            "first": self.agents[self.first],
            "opening": pips([self.opening])[0],
            "turns": turns,
            "left": [pips(hand) for hand in self.hands],
            "closed": self.closed,
            "winner": None if self.winner == DRAW else self.agents[self.winner],
        }


def title(name: str) -> str:
    """How an agent's name is printed."""
    return TITLES.get(name, name)


def tiles(hand: Iterable[Tile]) -> str:
    """Tiles side by side, or a dash."""
    return " ".join(map(str, hand)) or "-"


def outcome(match: Match) -> list[int]:
    """The match as a row of integers, the same from the referee and from the compiled engine.

    The last state of the random stream is written as a signed 64-bit integer.
    """
    unsigned = match.last_state
    left = [len(hand) for hand in match.hands]
    eaten = sum(len(turn.eaten) for turn in match.turns)
    signed = unsigned - 2**64 if unsigned >= 2**63 else unsigned
    begun = match.first, TILES.index(match.opening), match.winner, int(match.closed), len(match.last_table)
    return [*begun, *left, eaten, signed]


class Referee:
    """One match under way."""

    def __init__(self, agents: tuple[Agent, Agent], reading: Reading, chance: Chance) -> None:
        self.agents, self.reading, self.chance = agents, reading, chance
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
        return len(self.turns) >= 2 and not any(turn.placed for turn in self.turns[-2:])

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
        by_raffle = eaten and self.reading.bought == "raffle"
        way = (
            self.chance.pick(ways)
            if by_raffle
            else self.agents[player](self.observe(player, ways), self.chance)
        )
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
