"""Whose turn it is in a game that is under way."""

from ..model.alternating import TWO_PLAYERS, turn_drawn
from ..model.players import Player, PlayerLike
from ..model.position import Position, require_position
from ..support.errors import InputError


def whose_turn(
    position: Position, first: PlayerLike = Player.LEFT, allow_unreachable: bool = False
) -> Player | None:
    """The player to move: who has placed fewer dominoes, or `first` if both have placed as many.

    In alternating play the counts differ by one at most; other counts are refused or, if
    `allow_unreachable`, leave nobody's turn (None). In three dimensions turns are not defined here (None).

    >>> whose_turn(Position.parse("L.\\nL."))
    <Player.RIGHT: 1>
    >>> whose_turn(Position.parse("LL\\nLL"))
    Traceback (most recent call last):
        ...
    enumerate.InputError: 2 Left and 0 Right dominoes cannot arise in alternating play, where the
    counts differ by one at most; allow it with allow_unreachable (--unreachable)
    """
    require_position(position)
    first = Player.of(first, among=TWO_PLAYERS)
    if len(position.counts) != 2:
        return None
    left, right = position.counts
    if abs(left - right) <= 1:
        return first if left == right else turn_drawn(position)
    if allow_unreachable:
        return None
    raise InputError(
        f"{left} Left and {right} Right {position.game.called()} cannot arise in alternating play, where the "
        "counts differ by one at most; allow it with allow_unreachable (--unreachable)"
    )
