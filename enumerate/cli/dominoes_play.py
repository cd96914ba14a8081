"""A match of dominoes against an agent: the person is an agent that asks in the terminal."""

import secrets
from typing import Any

import click

from ..games.dominoes import Configuration, Observation, Reading, Tile, play_match
from ..games.dominoes.agents import Event
from ..games.dominoes.chance import Chance, stream_of
from ..games.dominoes.match import Match, tiles, title
from ..support.terminal import echo
from .command import Whole
from .play import LEAVE

YOU = "you"


class LeftError(Exception):
    """The person has quit the match."""


class TerminalPlayer:
    """An agent that shows what it observes and asks for a move."""

    __name__ = YOU

    def __init__(self, opponent: str) -> None:
        self.opponent = title(opponent)
        self.shown = -1  # how many events have been printed; -1: not even the opening

    def __call__(self, seen: Observation, chance: Chance) -> Configuration:
        """Ask until the answer is one of the moves offered."""
        self.print_news(seen)
        echo(f"\ntable  {seen.table}")
        echo(f"hand   {tiles(seen.hand)}   ({self.opponent} {seen.opponent_tiles}, stock {seen.stock_tiles})")
        moves = list({str(way): way for way in seen.configurations}.values())
        for number, way in enumerate(moves, 1):
            echo(f"  {number}  {way}")
        numbers = Whole(1, len(moves))

        def chosen(answer: Any) -> int:
            if str(answer).strip().lower() in LEAVE:
                raise LeftError
            return int(numbers.convert(answer, None, None))

        only = 1 if len(moves) == 1 else None
        return moves[click.prompt("your move", value_proc=chosen, default=only) - 1]

    def print_news(self, seen: Observation) -> None:
        """Print what happened since the last question."""
        if self.shown < 0:
            echo(f"{self.name(seen.first, seen.player)} opened with {seen.opening}.")
            self.shown = 0
        news = seen.history[self.shown :]
        own = sum(event.player == seen.player and event.action == "eats" for event in news)
        eaten = list(seen.hand[len(seen.hand) - own :])  # eaten tiles are the last of the hand
        for event in news:
            what = self.what(event, eaten if event.player == seen.player else [])
            echo(f"{self.name(event.player, seen.player)} {what}.")
        self.shown = len(seen.history) + 1  # our own move comes next

    def name(self, player: int, me: int) -> str:
        """You, or the opponent's name."""
        return "You" if player == me else self.opponent

    @staticmethod
    def what(event: Event, eaten: list[Tile]) -> str:
        """An event in words; your own drawn tiles are named."""
        past = {"eats": "ate", "passes": "passed", "plays": "played"}[event.action]
        if event.action == "eats":
            return f"{past} {eaten.pop(0) if eaten else 'a tile'}"
        return f"{past} {event.configuration}" if event.configuration else past


def play_human(against: str, reading: Reading, seed: int | None) -> Match | None:
    """One match between a person and an agent; None if the person leaves it."""
    seed = secrets.randbits(32) if seed is None else seed
    stream_of(seed, (YOU, against))  # refuses a bad seed before the greeting
    echo(f"You play {title(against)}; seed {seed}. Type the number of a move; q quits.")
    try:
        match = play_match((TerminalPlayer(against), against), seed=seed, reading=reading)
    except LeftError:
        echo("You left the match.")
        return None
    last = max(
        (number for number, turn in enumerate(match.turns) if turn.player == 0 and turn.placed), default=-1
    )
    for turn in match.turns[last + 1 :]:
        echo(f"{('You', title(against))[turn.player]}: {turn}.")
    echo(f"\ntable  {match.last_table}\n{title(against)} is left with {tiles(match.hands[1])}")
    echo("You win" + match.summary().removeprefix("you wins") if match.winner == 0 else match.summary())
    return match
