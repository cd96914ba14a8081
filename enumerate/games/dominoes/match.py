"""A finished match: its moves in words, as a table, as JSON and as a row of integers."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ...support import result
from ...support.result import Result
from .agents import TITLES
from .domino_rules import TILES, Configuration, Table, Tile

DRAW = 2  # the winner of a match that nobody won
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

    @property
    def passed(self) -> bool:
        """Whether no tile was placed."""
        return self.placed is None

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
        lines = [f"{name:{width}}  holds {tiles(hand)}" for name, hand in zip(names, self.dealt, strict=True)]
        for number, name, what, after in self.table().rows:
            lines += [f"{number:2}. {name:{width}}  {what}", f"    {'':{width}}  {after}"]
        lines += [
            f"{name:{width}}  is left with {tiles(hand)}"
            for name, hand in zip(names, self.hands, strict=True)
        ]
        return "\n".join([*lines, self.summary()])

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

        return {
            "agents": list(self.agents),
            "dealt": [pips(hand) for hand in self.dealt],
            "first": self.agents[self.first],
            "opening": pips([self.opening])[0],
            "turns": [
                {
                    "player": self.agents[turn.player],
                    "eaten": pips(turn.eaten),
                    "placed": pips([turn.placed.tile])[0] if turn.placed else None,
                    "side": turn.placed.side.name.lower() if turn.placed else None,
                    "table": str(turn.table),
                }
                for turn in self.turns
            ],
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
    return [
        match.first,
        TILES.index(match.opening),
        match.winner,
        int(match.closed),
        len(match.last_table),
        len(match.hands[0]),
        len(match.hands[1]),
        sum(len(turn.eaten) for turn in match.turns),
        unsigned - 2**64 if unsigned >= 2**63 else unsigned,
    ]
