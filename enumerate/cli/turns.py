"""Games under way: the options `--first`, `--any` and `--turn`, the same on every command."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from ..model.alternating import TWO_PLAYERS
from ..model.board import Player
from ..model.position import Position
from ..rules.summands import require_two
from ..rules.turn import whose_turn
from ..support.errors import InputError
from .output import is_given


def turn_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options; pass whose turn it is as `to_move` and the turn that narrows `--play` as `turn`.

    Counts of dominoes that alternating play cannot leave are refused here. Stands below `board_options`.
    """
    return _turn_options(command, shows_turn=False)


def shown_turn_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The same for a command that prints whose turn it is, so that `--first` says something by itself."""
    return _turn_options(command, shows_turn=True)


def _turn_options(command: Callable[..., Any], shows_turn: bool) -> Callable[..., Any]:

    @click.option(
        "--first",
        metavar="PLAYER",
        default="left",
        show_default=True,
        help="Who made the first move of the game: left or right. It decides whose turn it is when both have "
        "placed equally many dominoes.",
    )
    @click.option(
        "--any",
        "allow_unreachable",
        is_flag=True,
        help="Take a drawing whose numbers of dominoes differ by more than one, which alternating play "
        "cannot leave; it is then nobody's turn.",
    )
    @click.option(
        "--turn",
        "narrow",
        is_flag=True,
        help="Of the positions that alternating play can reach (--play) keep those that the game in the "
        "drawing can, the player whose turn it is moving next.",
    )
    @wraps(command)
    def wrapped(position: Position, first: str, allow_unreachable: bool, narrow: bool, **rest: Any) -> Any:
        to_move = whose_turn(position, Player.of(first, among=TWO_PLAYERS), allow_unreachable)
        if narrow and rest.get("play") is False:
            raise InputError("--turn narrows --play: give both")
        if narrow and rest.get("no_totals"):
            raise InputError("--turn narrows the totals in play, and --no-totals leaves them out")
        if is_given("first") and not narrow and not shows_turn:
            raise InputError("--first says whose turn it is, for --turn: give both")
        if narrow and to_move is None:
            raise InputError(_nobody(position))
        return command(position=position, to_move=to_move, turn=to_move if narrow else None, **rest)

    return wrapped


def _nobody(position: Position) -> str:
    require_two(position.board, position.game, "--turn")
    left, right = position.counts
    pieces = f"{left} of Left's and {right} of Right's"
    return f"with {pieces} on the board it is nobody's turn, and --turn cannot be used"
