"""Games against the solver, on a flat board or in a box. The page keeps the moves, the server nothing."""

from typing import Any

from ...cli.play import begun, strength
from ...counting.overview import parts_of
from ...games.domineering.solver import solve
from ...games.opponent import SOLVED_UP_TO, Match, Opponent
from ...model.board import Domino
from ...model.game import DOMINEERING
from ...model.players import Player
from ...support.caches import remembered
from ...support.errors import InputError
from ...support.settings import Settings
from ..asked import Asked, cell_of
from .board import drawn, piece_of


@remembered(4)
def _machine(order: tuple[Player, ...], you: Player, shape: tuple[int, ...]) -> Opponent:
    """The machine; a process keeps what it has learned of boards in one box."""
    return Opponent(order, you)


def _read(asked: Asked) -> tuple[Match, Opponent, list[Domino]]:
    """The game after the moves made so far, each written as its first cell; the machine; the moves."""
    position = asked.position()
    if position.game != DOMINEERING:
        raise InputError(f"the machine plays Domineering and does not know '{position.game.name}'")
    you, order, moves = asked.text("you") or None, asked.text("order") or None, asked.items("moves")
    asked.done()
    game, machine = begun(position, you, order)
    played: list[Domino] = []
    for cell in map(cell_of, moves):
        domino = Domino(cell, game.turn)
        if domino not in game.moves():
            raise InputError(f"{game.turn.title} has no move at {list(cell)}")
        game = game.play(domino)
        played.append(domino)
    return game, _machine(machine.order, machine.you, position.board.shape), played


def match(asked: Asked, settings: Settings) -> Any:
    """Where the game stands: the picture, whose turn it is, moves, parts, how well the machine plays."""
    game, machine, played = _read(asked)
    winner = game.winner
    free = game.position.free
    return drawn(game.position) | {
        "turn": game.turn.letter,
        "you": machine.you.letter,
        "order": [player.letter for player in game.order],
        "moves": [piece_of(game.position, move) for move in game.moves()],
        "played": [piece_of(game.position, move) for move in played],
        "winner": None if winner is None else winner.letter,
        "strength": strength(game, machine),
        "parts": [[list(cell) for cell in sorted(part.board.cells)] for part in parts_of(free)],
    }


def reply(asked: Asked, settings: Settings) -> Any:
    """The machine's move for the player whose turn it is."""
    game, machine, _ = _read(asked)
    if game.winner is not None or game.turn == machine.you:
        raise InputError("it is not the machine's turn")
    return {"move": list(machine.choose(game).cell)}


def hint(asked: Asked, settings: Settings) -> Any:
    """The winning moves of the player whose turn it is."""
    game, _, _ = _read(asked)
    free = game.position.free
    if free.dimension != 2:
        raise InputError("hints are given on flat boards")
    if len(free) > SOLVED_UP_TO:
        raise InputError(f"hints are given from {SOLVED_UP_TO} free cells on, and there are {len(free)}")
    start = solve(free, moves=True, settings=settings).first[game.turn]
    return {
        "winner": start.winner.letter,
        "moves": [piece_of(game.position, move) for move in start.winning_moves or ()],
    }
