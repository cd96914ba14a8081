"""Kinds of positions in words, and as JSON."""

from collections.abc import Iterable
from typing import Any

from ..model.board import Board
from ..model.game import DOMINEERING, EITHER, OWNERS, Game
from ..model.players import Player
from ..support.errors import plural
from .tiles import Kind, stuck_players

MEANING = {
    Kind.GENERAL: "all positions",
    Kind.MAXIMAL: "positions in which nobody can move",
    Kind.RIGHT_END: "positions in which Right cannot move",
    Kind.LEFT_END: "positions in which Left cannot move",
    Kind.ANY_END: "positions in which Left or Right cannot move",
    Kind.PERFECT: "positions without an empty cell",
}


def meaning(
    kind: Kind | None,
    stuck: frozenset[int],
    play: bool,
    game: Game = DOMINEERING,
    turn: Player | None = None,
) -> str:
    """What positions are meant: those of a kind, or in which some players are stuck.

    >>> meaning(None, frozenset({0}), play=True, turn=Player.RIGHT)
    'positions in which Left cannot move, reachable in alternating play with Right to move'
    """
    if stuck and game.is_impartial:
        return MEANING[Kind.MAXIMAL]  # what one can place, all can
    names = " and ".join(Player(axis).name.capitalize() for axis in sorted(stuck))
    words = f"positions in which {names} cannot move" if names else MEANING[Kind.GENERAL]
    words = MEANING[kind] if kind else words
    words += ", reachable in alternating play" if play else ""
    return words if turn is None else f"{words} with {turn.title} to move"


def stuck_of(kind: Kind | None, stuck: frozenset[int] | None, players: int) -> frozenset[int]:
    """The stuck players for a report: none for the sum `any-end`."""
    if stuck is not None:
        return stuck
    return frozenset() if kind in (None, Kind.ANY_END, Kind.PERFECT) else stuck_players(str(kind), players)


def player_name(game: Game, player: int) -> str:
    """Who places the pieces that a variable counts, in JSON and CSV."""
    return EITHER if game.is_impartial else OWNERS[player]


def without_pieces(game: Game, player: int, dimension: int) -> str:
    """Why a player has no pieces on a board of this dimension."""
    where = f" on a board of {plural(dimension, 'dimension')}"
    is_elsewhere = player in game.players(len(Player))
    return f"{OWNERS[player].capitalize()} has no pieces in '{game.name}'{where if is_elsewhere else ''}"


def game_json(game: Game, board: Board) -> dict[str, Any]:
    """The key that an answer has if its game is not Domineering: the definition, with every offset."""
    return {} if game == DOMINEERING else {"game": game.spelled_out(board).to_json()}


def asked_json(
    board: Board,
    kind: Kind | None,
    stuck: Iterable[int],
    play: bool,
    game: Game = DOMINEERING,
    turn: Player | None = None,
) -> dict[str, Any]:
    """The question (board and kind of positions), with the keys that all commands share."""
    return {
        **game_json(game, board),
        "board": board.to_json(),
        "kind": None if kind is None else kind.value,
        "stuck": [player_name(game, player) for player in sorted(stuck)],
        "play": play,
        "turn": None if turn is None else turn.name.lower(),
    }
