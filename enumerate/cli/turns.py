"""Games under way: the options `--first`, `--any` and `--turn`, the same on every command."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from ..model.alternating import TWO_PLAYERS
from ..model.board import Player
from ..model.game import DOMINEERING
from ..model.position import Position
from ..rules.turn import whose_turn
from ..support.errors import InputError


def turn_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options; pass whose turn it is as `to_move` and the turn that narrows `--play` as `turn`.

    Counts of dominoes that alternating play cannot leave are refused here. Stands below `board_options`.
    """

    @click.option(
        "--first", metavar="PLAYER", default="left", show_default=True, help="Who began: left or right."
    )
    @click.option(
        "--any", "allow_unreachable", is_flag=True, help="Take counts that alternating play cannot leave."
    )
    @click.option(
        "--turn", "narrow", is_flag=True, help="Narrow alternating play to what whose turn it is allows."
    )
    @wraps(command)
    def wrapped(position: Position, first: str, allow_unreachable: bool, narrow: bool, **rest: Any) -> Any:
        to_move = whose_turn(position, Player.of(first, among=TWO_PLAYERS), allow_unreachable)
        if narrow and rest.get("play") is False:
            raise InputError("--turn narrows --play: give both")
        if narrow and to_move is None:
            raise InputError(_nobody(position))
        return command(position=position, to_move=to_move, turn=to_move if narrow else None, **rest)

    return wrapped


def _nobody(position: Position) -> str:
    if position.game != DOMINEERING and len(position.counts) != 2:
        return f"--turn is about Left and Right, and '{position.game.name}' has not these two players"
    if position.board.dimension != 2:
        return f"--turn needs a flat board, and this one has {position.board.dimension} dimensions"
    left, right = position.counts
    return f"with {left} Left and {right} Right dominoes it is nobody's turn, and --turn cannot be used"


def name_of(player: Player | None) -> str | None:
    """left, right or None, for JSON."""
    return None if player is None else player.name.lower()
