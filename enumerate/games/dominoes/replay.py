"""A match told in words, move by move, and as plain data."""

from collections.abc import Iterable
from typing import Any

from .agents import TITLES
from .referee import DRAW, Match, Turn
from .rules import Tile


def title(name: str) -> str:
    """How an agent's name is printed.

    >>> title("tiao"), title("mine")
    ('Tião', 'mine')
    """
    return TITLES.get(name, name)


def tiles(hand: Iterable[Tile]) -> str:
    """Tiles side by side, or a dash."""
    return " ".join(map(str, hand)) or "-"


def describe(turn: Turn) -> str:
    """What a player did, without their name."""
    eats = [f"eats {tiles(turn.eaten)}"] if turn.eaten else []
    return ", ".join([*eats, f"plays {turn.placed}" if turn.placed else "passes"])


def result(match: Match) -> str:
    """The last line of a match."""
    how = "the match is closed" if match.closed else "the hand is empty"
    left = " to ".join(str(len(hand)) for hand in match.hands)
    winner = "a draw" if match.winner == DRAW else f"{title(match.agents[match.winner])} wins"
    return f"{winner}: {how}, {left} tiles left"


def replay(match: Match) -> str:
    """The whole match, hands open.

    >>> from .referee import play_match
    >>> print(replay(play_match(("juca", "tiao"), seed=7)).splitlines()[-1])
    Tião wins: the hand is empty, 4 to 0 tiles left
    """
    names = [title(name) for name in match.agents]
    width = max(map(len, names))
    lines = [f"{name:{width}}  holds {tiles(hand)}" for name, hand in zip(names, match.dealt, strict=True)]
    moves = [
        (names[match.first], f"opens with {match.opening}", f"[{match.opening.low}|{match.opening.high}]")
    ]
    moves += [(names[turn.player], describe(turn), str(turn.table)) for turn in match.turns]
    for number, (name, what, table) in enumerate(moves, 1):
        lines += [f"{number:2}. {name:{width}}  {what}", f"    {'':{width}}  {table}"]
    lines += [
        f"{name:{width}}  is left with {tiles(hand)}" for name, hand in zip(names, match.hands, strict=True)
    ]
    return "\n".join([*lines, result(match)])


def match_data(match: Match) -> dict[str, Any]:
    """The match as numbers, strings, lists and dictionaries."""

    def pips(hand: Iterable[Tile]) -> list[str]:
        return [f"{tile.low}-{tile.high}" for tile in hand]

    return {
        "agents": list(match.agents),
        "dealt": [pips(hand) for hand in match.dealt],
        "first": match.agents[match.first],
        "opening": pips([match.opening])[0],
        "turns": [
            {
                "player": match.agents[turn.player],
                "eaten": pips(turn.eaten),
                "placed": pips([turn.placed.tile])[0] if turn.placed else None,
                "side": turn.placed.side.name.lower() if turn.placed else None,
                "table": str(turn.table),
            }
            for turn in match.turns
        ],
        "left": [pips(hand) for hand in match.hands],
        "closed": match.closed,
        "winner": None if match.winner == DRAW else match.agents[match.winner],
    }
