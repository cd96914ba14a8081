"""`enumerate play`: a game in the terminal against the solver."""

import click

from ..games.opponent import SOLVED_UP_TO, Match, Opponent
from ..games.turns import parse_order
from ..model.alternating import turn_drawn
from ..model.board import Domino, Player
from ..model.position import Position
from ..support.errors import InputError
from .boards import board_options
from .pictures import has_colours
from .progress import echo
from .running import memory_option

LEAVE = ("q", "quit", "exit")


@click.command()
@board_options
@click.option("--you", metavar="PLAYER", help="Which player you are: left, right or middle (default: left).")
@click.option(
    "--order", metavar="ORDER", help="In which order the players move: LR, RL, MLR, ... (default: you first)."
)
@memory_option
def play(position: Position, you: str | None, order: str | None, max_memory: int | None) -> None:
    """Play Domineering in the terminal against the machine; the last to move wins.

    Left (L) places vertically, Right (R) horizontally, Middle (M) across the layers of a box. In a box the
    machine plays both others, as allies. On a drawing with dominoes, the player who has placed fewer moves
    first. Type the row and column (and layer) of your domino's first cell, counted from 1; `?` lists your
    moves, `u` takes your last move back, `q` leaves.

    \b
    Examples:
      enumerate play --rows 6 --cols 6 --you left --max-memory 1GiB
      enumerate play --box 3x3x3 --you middle
    """
    _loop(*begun(position, you, order, max_memory))


def begun(
    position: Position, you: str | None, order: str | None, memory: int | None = None
) -> tuple[Match, Opponent]:
    """The game that starts from a position, and the machine that plays the others, within some memory."""
    dimension = position.board.dimension
    if any(position.board.wrap):
        raise InputError("wrapped boards cannot be played: leave --wrap out")
    position.board.lattice.require("square", "hexagonal")
    if position.board.barred:
        raise InputError("the machine knows walls, and no cells that are barred to one player")
    players = tuple(Player)[:dimension]
    person = Player.of(you if you is not None else "left", among=players)
    drawn = turn_drawn(position)
    if order is not None:
        turns = parse_order(order, players)
    else:
        first = person if drawn is None else drawn
        turns = players[first:] + players[:first]
    if drawn not in (None, turns[0]):
        raise InputError(
            f"by the dominoes drawn it is {drawn.title}'s turn, and the order '{order}' says not"
        )
    start = Match(position, turns, turns[0])
    if dimension == 3 and not start.moves():
        start = Match(position, turns, start.follower(turns[0]))
    return start, Opponent(turns, person, memory)


def _loop(match: Match, machine: Opponent) -> None:
    past: list[Match] = []
    shown: Match | None = None
    letter = machine.you.letter
    echo(
        f"You are {machine.you.title} ({letter}) and place {machine.you.direction}; the order is "
        f"{'-'.join(player.letter for player in match.order)}. ? lists your moves, u undoes, q leaves."
    )
    echo(strength(match, machine))
    while match.winner is None:
        if match.turn != machine.you:
            was_perfect = machine.is_perfect(match)
            echo(f"{match.turn.letter} thinks ...")
            domino = machine.choose(match)
            echo(f"{match.turn.letter} plays {_written(domino)}")
            match = match.play(domino)
            if machine.is_perfect(match) and not was_perfect:
                echo(strength(match, machine))
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


def strength(match: Match, machine: Opponent) -> str:
    """Whether the machine plays perfectly from here on, in a sentence."""
    if machine.is_perfect(match):
        return "The machine plays perfectly: if it can force a win, it wins."
    return (
        "The machine does not play perfectly yet: it counts moves, and from "
        f"{SOLVED_UP_TO} free cells on it plays perfectly (now {len(match.position.free)})."
    )


def _parse_move(answer: str, match: Match) -> Domino:
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
    """Print the position as --show draws it, rows and columns numbered."""
    from ..render.as_text import text

    click.echo("\n" + text(position, colour=has_colours(), numbered=True))
