"""`enumerate play`: a game in the terminal against the solver."""

import click

from ..games.opponent import OngoingMatch, Opponent, describe_strength, start_match
from ..model.board import Domino
from ..model.position import Position
from ..support.errors import InputError
from ..support.terminal import echo
from .command import COUNT, Given, Option, command
from .output import has_colours
from .params import MEMORY, board

LEAVE = ("q", "quit", "exit")


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
    _loop(*start_match(given.position, given.you, given.order, given.max_memory))


def _loop(match: OngoingMatch, machine: Opponent) -> None:
    past: list[OngoingMatch] = []
    shown: OngoingMatch | None = None
    letter = machine.you.letter
    echo(
        f"You are {machine.you.title} ({letter}) and place {machine.you.direction}; the order is "
        f"{'-'.join(player.letter for player in match.order)}. ? lists your moves, u undoes, q quits."
    )
    echo(describe_strength(match, machine))
    while match.winner is None:
        if match.turn != machine.you:
            was_perfect = machine.is_perfect(match)
            echo(f"{match.turn.letter} thinks ...")
            domino = machine.choose(match)
            echo(f"{match.turn.letter} plays {_written(domino)}")
            match = match.play(domino)
            if machine.is_perfect(match) and not was_perfect:
                echo(describe_strength(match, machine))
            continue
        if match != shown:
            _draw(match.position)
            shown = match
        answer = click.prompt(f"{letter}, your move", prompt_suffix="> ").strip().lower()
        if answer in LEAVE:
            echo("You left the game.")
            return
        if answer == "u":
            if past:
                match = past.pop()
            else:
                echo("Nothing to take back.")
        elif answer in ("?", "h", "help"):
            echo("Your moves: " + "  ".join(_written(domino) for domino in match.moves()))
        else:
            try:
                domino = _parse_move(answer, match)
            except InputError as error:
                echo(str(error))
                continue
            past.append(match)
            match = match.play(domino)
    _draw(match.position)
    if match.moved_last is None:
        echo(f"Nobody can move: {match.winner.letter} wins.")
    elif match.winner == machine.you:
        echo("You moved last: you win.")
    else:
        echo(f"{match.winner.letter} moved last: you lose.")


def _parse_move(answer: str, match: OngoingMatch) -> Domino:
    words = answer.replace(",", " ").split()
    wanted = ("row", "column", "layer")[: match.position.board.dimension]
    if len(words) != len(wanted) or not all(word.isdecimal() for word in words):
        example = _written(match.moves()[0]).replace(",", " ")
        raise InputError(f"'{answer}' is not a move: type {' '.join(wanted)}, for instance {example}")
    domino = Domino(tuple(int(word) - 1 for word in words), match.turn)
    if domino not in match.moves():
        raise InputError(
            f"no domino fits {match.turn.direction} with its first cell at {answer}: ? lists your moves"
        )
    return domino


def _written(domino: Domino) -> str:
    return ",".join(str(coordinate + 1) for coordinate in domino.cell)


def _draw(position: Position) -> None:
    """Print the position with numbered rows and columns."""
    from ..render.as_text import text

    click.echo("\n" + text(position, colour=has_colours(), numbered=True))
