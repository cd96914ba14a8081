"""Games against the solver, on a flat board or in a box. The page keeps the moves, not the server."""

from typing import Any

from ...counting.overview import parts_of
from ...games.domineering.solver import solve
from ...games.opponent import SOLVED_UP_TO, OngoingMatch, Opponent, describe_strength, start_match
from ...model.board import Domino
from ...model.game import DOMINEERING
from ...support.errors import InputError
from ...support.run import Settings, running
from ..request import Params, SharedCache, cell_of
from .drawn_board import drawn, piece_of

# the opponents of the last games, with the tables of their solvers
_opponents: SharedCache[Opponent] = SharedCache("opponents", 1)


def _read(params: Params) -> tuple[OngoingMatch, Opponent, list[Domino]]:
    """The game after the moves made so far (each given by its first cell), the computer, and the moves."""
    position = params.position()
    if position.game != DOMINEERING:
        raise InputError(f"the computer plays Domineering only, not '{position.game.name}'")
    you, order, moves = params.text("you") or None, params.text("order") or None, params.items("moves")
    game, machine = start_match(position, you, order)
    played: list[Domino] = []
    for cell in map(cell_of, moves):
        domino = Domino(cell, game.turn)
        if domino not in game.moves():
            raise InputError(f"{game.turn.title} has no move at {list(cell)}")
        game = game.play(domino)
        played.append(domino)
    return game, machine, played


def match(params: Params, settings: Settings) -> Any:
    """The state of the game: picture, turn, moves, parts, and how well the computer plays."""
    game, machine, played = _read(params)
    winner = game.winner
    free = game.position.free
    return drawn(game.position) | {
        "turn": game.turn.letter,
        "you": machine.you.letter,
        "order": [player.letter for player in game.order],
        "moves": [piece_of(game.position, move) for move in game.moves()],
        "played": [piece_of(game.position, move) for move in played],
        "winner": None if winner is None else winner.letter,
        "strength": describe_strength(game, machine),
        "parts": [[list(cell) for cell in sorted(part.board.cells)] for part in parts_of(free)],
    }


def reply(params: Params, settings: Settings) -> Any:
    """The computer's move for the player whose turn it is."""
    game, machine, _ = _read(params)
    if game.winner is not None or game.turn == machine.you:
        raise InputError("it is not the computer's turn")
    order, you = machine.order, machine.you
    key = order, you, game.position.board.shape, settings.limit
    with (
        running({"settings": settings}),  # so that the search can be cancelled
        _opponents.borrow(key, lambda: Opponent(order, you, settings.limit)) as opponent,
    ):
        return {"move": list(opponent.choose(game).cell)}


def hint(params: Params, settings: Settings) -> Any:
    """The winning moves of the player whose turn it is."""
    game, _, _ = _read(params)
    free = game.position.free
    if free.dimension != 2:
        raise InputError("hints are available on flat boards only")
    if len(free) > SOLVED_UP_TO:
        raise InputError(f"hints need at most {SOLVED_UP_TO} free cells; this board has {len(free)}")
    start = solve(free, moves=True, settings=settings).first[game.turn]
    return {
        "winner": start.winner.letter,
        "moves": [piece_of(game.position, move) for move in start.winning_moves or ()],
    }
