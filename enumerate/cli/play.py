"""Games against the computer in the terminal: `enumerate play` and `enumerate dominoes play`."""

import secrets
from typing import TYPE_CHECKING, Any

import click

from ..games.opponent import OngoingMatch, Opponent, describe_strength, start_match
from ..model.board import Domino
from ..model.position import Position
from ..support.errors import InputError
from ..support.terminal import echo
from .command import COUNT, Given, Option, Whole, command
from .output import has_colours
from .params import MEMORY, board

if TYPE_CHECKING:
    from ..games.dominoes import Configuration, Observation, Reading, Tile
    from ..games.dominoes.agents import Event
    from ..games.dominoes.chance import Chance
    from ..games.dominoes.match import Match

QUIT_WORDS = ("q", "quit", "exit")


@command(
    board(domineering=True, moves=True),
    Option(COUNT, "--you PLAYER", "Your side: left, right or middle (default: left)."),
    Option(COUNT, "--order ORDER", "The order of the players: LR, RL, MLR, ... (default: you first)."),
    MEMORY,
)
def play(given: Given) -> None:
    """Play Domineering against the computer in the terminal; the last player to move wins.

    Left (L) places vertically, Right (R) horizontally, Middle (M) across the layers of a box. In a box the
    computer plays both other players, as allies. In a drawing with dominoes, the player who has placed fewer
    moves first. Type the row and column (and layer) of the first cell of your domino, counted from 1; `?`
    lists your moves, `u` takes your last move back, `q` quits.

    \b
    Examples:
      enumerate play 6x6 --you left --max-memory 1GiB
      enumerate play 3x3x3 --you middle
    """
    match, machine = start_match(given.position, given.you, given.order, given.max_memory)
    order = "-".join(player.letter for player in match.order)
    echo(
        f"You are {machine.you.title} ({machine.you.letter}) and place {machine.you.direction}; "
        f"the order is {order}. ? lists your moves, u undoes, q quits."
    )
    echo(describe_strength(match, machine))
    past: list[OngoingMatch] = []
    shown: OngoingMatch | None = None
    while match.winner is None:
        if match.turn != machine.you:
            match = _machine_moves(match, machine)
            continue
        if match != shown:
            _draw(match.position)
            shown = match
        answer = click.prompt(f"{machine.you.letter}, your move", prompt_suffix="> ").strip().lower()
        if answer in QUIT_WORDS:
            echo("You left the game.")
            return
        if answer == "u" and past:
            match = past.pop()
        elif answer == "u":
            echo("Nothing to take back.")
        elif answer in ("?", "h", "help"):
            echo("Your moves: " + "  ".join(map(_move_text, match.moves())))
        else:
            try:
                after = match.play(_parse_move(answer, match))
            except InputError as error:
                echo(str(error))
                continue
            past.append(match)
            match = after
    _draw(match.position)
    if match.moved_last is None:
        echo(f"Nobody can move: {match.winner.letter} wins.")
    elif match.winner == machine.you:
        echo("You moved last: you win.")
    else:
        echo(f"{match.winner.letter} moved last: you lose.")


def _machine_moves(match: OngoingMatch, machine: Opponent) -> OngoingMatch:
    was_perfect = machine.is_perfect(match)
    echo(f"{match.turn.letter} thinks ...")
    domino = machine.choose(match)
    echo(f"{match.turn.letter} plays {_move_text(domino)}")
    match = match.play(domino)
    if machine.is_perfect(match) and not was_perfect:
        echo(describe_strength(match, machine))
    return match


def _parse_move(answer: str, match: OngoingMatch) -> Domino:
    words = answer.replace(",", " ").split()
    wanted = ("row", "column", "layer")[: match.position.board.dimension]
    if len(words) != len(wanted) or not all(word.isdecimal() for word in words):
        example = _move_text(match.moves()[0]).replace(",", " ")
        raise InputError(f"'{answer}' is not a move: type {' '.join(wanted)}, for instance {example}")
    domino = Domino(tuple(int(word) - 1 for word in words), match.turn)
    if domino not in match.moves():
        raise InputError(
            f"no domino fits {match.turn.direction} with its first cell at {answer}: ? lists your moves"
        )
    return domino


def _move_text(domino: Domino) -> str:
    return ",".join(str(coordinate + 1) for coordinate in domino.cell)


def _draw(position: Position) -> None:
    """Print the position with numbered rows and columns."""
    from ..render.as_text import text

    click.echo("\n" + text(position, colour=has_colours(), numbered=True))


# -- two-sided dominoes ----------------------------------------------------------------------------


class QuitError(Exception):
    """The person quits the match."""


class TerminalPlayer:
    """An agent that shows what it observes and asks for a move."""

    __name__ = "you"

    def __init__(self, opponent: str) -> None:
        self.opponent = opponent
        self.printed: int | None = (
            None  # the number of events that have been printed; None before the opening
        )

    def __call__(self, seen: "Observation", chance: "Chance") -> "Configuration":
        """Ask until the answer is one of the moves offered."""
        from ..games.dominoes.match import tiles

        self.print_news(seen)
        echo(f"\ntable  {seen.table}")
        echo(f"hand   {tiles(seen.hand)}   ({self.opponent} {seen.opponent_tiles}, stock {seen.stock_tiles})")
        moves = list({str(way): way for way in seen.configurations}.values())
        for number, way in enumerate(moves, 1):
            echo(f"  {number}  {way}")
        numbers = Whole(1, len(moves))

        def chosen(answer: Any) -> int:
            if str(answer).strip().lower() in QUIT_WORDS:
                raise QuitError
            return int(numbers.convert(answer, None, None))

        only = 1 if len(moves) == 1 else None
        return moves[click.prompt("your move", value_proc=chosen, default=only) - 1]

    def print_news(self, seen: "Observation") -> None:
        """Print the events since the last question."""
        names = {seen.player: "You"}
        if self.printed is None:
            echo(f"{names.get(seen.first, self.opponent)} opened with {seen.opening}.")
        news = seen.history[self.printed or 0 :]
        own = sum(event.player == seen.player and event.action == "eats" for event in news)
        eaten = list(seen.hand[len(seen.hand) - own :])  # eaten tiles are the last of the hand
        for event in news:
            what = self.what(event, eaten if event.player == seen.player else [])
            echo(f"{names.get(event.player, self.opponent)} {what}.")
        self.printed = len(seen.history) + 1  # our own move comes next

    @staticmethod
    def what(event: "Event", eaten: "list[Tile]") -> str:
        """An event in words; your own drawn tiles are named."""
        past = {"eats": "ate", "passes": "passed", "plays": "played"}[event.action]
        if event.action == "eats":
            return f"{past} {eaten.pop(0) if eaten else 'a tile'}"
        return f"{past} {event.configuration}" if event.configuration else past


def play_human(against: str, reading: "Reading", seed: int | None) -> "Match | None":
    """One match between a person and an agent; None if the person quits."""
    from ..games.dominoes import play_match
    from ..games.dominoes.chance import stream_of
    from ..games.dominoes.match import tiles, title

    seed, opponent = secrets.randbits(32) if seed is None else seed, title(against)
    stream_of(seed, (TerminalPlayer.__name__, against))  # refuses a bad seed before the greeting
    echo(f"You play {opponent}; seed {seed}. Type the number of a move; q quits.")
    try:
        match = play_match((TerminalPlayer(opponent), against), seed=seed, reading=reading)
    except QuitError:
        echo("You left the match.")
        return None
    ours = [number for number, turn in enumerate(match.turns, 1) if turn.player == 0 and turn.placed]
    for turn in match.turns[max(ours, default=0) :]:
        echo(f"{('You', opponent)[turn.player]}: {turn}.")
    echo(f"\ntable  {match.last_table}\n{opponent} is left with {tiles(match.hands[1])}")
    echo("You win" + match.summary().removeprefix("you wins") if match.winner == 0 else match.summary())
    return match
