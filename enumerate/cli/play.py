"""`enumerate play`: a game in the terminal against the solver."""

from itertools import product

import click

from ..games.opponent import Match, Opponent
from ..model.board import Domino, Player
from ..model.position import Position
from ..support.errors import InputError
from ..support.table import Table
from .boards import board_options
from .progress import echo

LEAVE = ("q", "quit", "exit")
_DIRECTION = ("vertically", "horizontally", "across the layers")


@click.command()
@board_options
@click.option(
    "--you", default="L", show_default=True, metavar="PLAYER", help="Which player you are: L, R or M."
)
@click.option("--order", metavar="ORDER", help="Who moves when, for instance LR or MLR (default: you first).")
def play(position: Position, you: str, order: str | None) -> None:
    """Play Domineering in the terminal; the last to move wins.

    L places vertically, R horizontally, M across the layers of a box. In a box the machine plays both others,
    as allies. Type the row and column (and layer) of your domino's first cell, counted from 1; `?` lists your
    moves, `u` takes your last move back, `q` leaves.

    \b
    Examples:
      enumerate play --rows 6 --cols 6 --you L
      enumerate play --box 3x3x3 --you M
    """
    dimension = position.board.dimension
    if any(position.board.wrap):
        raise InputError("wrapped boards cannot be played: leave --wrap out")
    players = tuple(Player)[:dimension]
    person = _player(you, players)
    turns = _order(order, players, person)
    start = Match(position, turns, turns[0])
    if dimension == 3 and not start.moves():
        start = Match(position, turns, start.follower(turns[0]))
    _loop(start, Opponent(turns, person))


def _loop(match: Match, machine: Opponent) -> None:
    past: list[Match] = []
    shown: Match | None = None
    letter = machine.you.letter
    echo(
        f"You are {letter} and place {_DIRECTION[machine.you]}; the order is "
        f"{'-'.join(player.letter for player in match.order)}. ? lists your moves, u undoes, q leaves."
    )
    while match.winner is None:
        if match.turn != machine.you:
            domino = machine.choose(match)
            echo(f"{match.turn.letter} plays {_place(domino)}")
            match = match.play(domino)
            continue
        if match != shown:
            echo(_drawing(match.position))
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
            echo("Your moves: " + "  ".join(_place(domino) for domino in match.moves()))
        else:
            try:
                domino = _parse_move(answer, match)
            except InputError as error:
                echo(str(error))
                continue
            past.append(match)
            match = match.play(domino)
    echo(_drawing(match.position))
    if match.moved_last is None:
        echo(f"Nobody can move: {match.winner.letter} wins.")
    elif match.winner == machine.you:
        echo("You moved last: you win.")
    else:
        echo(f"{match.winner.letter} moved last: you lose.")


def _parse_move(answer: str, match: Match) -> Domino:
    words = answer.replace(",", " ").split()
    wanted = ("row", "column", "layer")[: match.position.board.dimension]
    if len(words) != len(wanted) or not all(word.isdecimal() for word in words):
        example = _place(match.moves()[0]).replace(",", " ")
        raise InputError(f"'{answer}' is not a move: type {' '.join(wanted)}, for instance {example}")
    domino = Domino(tuple(int(word) - 1 for word in words), match.turn)
    if domino not in match.moves():
        raise InputError(
            f"no domino fits {_DIRECTION[match.turn]} with its first cell at {answer}: ? lists your moves"
        )
    return domino


def _place(domino: Domino) -> str:
    return ",".join(str(coordinate + 1) for coordinate in domino.cell)


def _drawing(position: Position) -> str:
    """The position with numbers along its sides, the layers of a box side by side."""
    layers = str(position).split("\n\n")
    lines = [layer.split("\n") for layer in layers]
    rows, cols = len(lines[0]), len(lines[0][0])
    header = [""]
    for layer, col in product(range(len(layers)), range(cols)):
        header += ["|"] * (layer > 0 and col == 0) + [str(col + 1)]
    body = []
    for row in range(rows):
        cells: list[object] = [row + 1]
        for layer in range(len(layers)):
            cells += ["|"] * (layer > 0) + list(lines[layer][row])
        body.append(tuple(cells))
    text = Table(tuple(header), tuple(body)).text()
    if len(layers) > 1:
        text += f"\n(layers 1 to {len(layers)}, from left to right)"
    return "\n" + text


def _player(letter: str, players: tuple[Player, ...]) -> Player:
    for player in players:
        if letter.upper() == player.letter:
            return player
    names = ", ".join(player.letter for player in players)
    raise InputError(f"'{letter}' does not play on this board: --you must be one of {names}")


def _order(order: str | None, players: tuple[Player, ...], person: Player) -> tuple[Player, ...]:
    if order is None:
        return players[person:] + players[:person]
    letters = order.upper().replace("-", "")
    if sorted(letters) != sorted(player.letter for player in players):
        names = "".join(player.letter for player in players)
        raise InputError(f"'{order}' is not a turn order: write each of {names} once")
    return tuple(_player(letter, players) for letter in letters)
