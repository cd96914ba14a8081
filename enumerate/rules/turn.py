"""Whose turn it is in a game that is under way, and what alternating play can still reach from there."""

from ..model.board import Player
from ..model.polynomial import PLAY_DIFFERENCES
from ..model.position import Position, require_position
from ..support.errors import InputError, unknown

# who may have moved last: at an end it was the player who is not stuck [KS20, Section 3]
_LAST_MOVERS = {
    "general": (Player.LEFT, Player.RIGHT),
    "maximal": (Player.LEFT, Player.RIGHT),
    "right-end": (Player.LEFT,),
    "left-end": (Player.RIGHT,),
}


def parse_player(player: int | str) -> Player:
    """Left or Right.

    >>> parse_player("right")
    <Player.RIGHT: 1>
    >>> parse_player("middle")
    Traceback (most recent call last):
        ...
    enumerate.InputError: unknown player 'middle' (allowed: left, right)
    """
    two = {each.name.lower(): each for each in (Player.LEFT, Player.RIGHT)}
    if isinstance(player, str):
        if player.lower() not in two:
            raise unknown("player", player, two)
        return two[player.lower()]
    if player not in two.values():
        raise InputError(f"a player on a flat board is {' or '.join(two)}, not {player!r}")
    return Player(player)


def whose_turn(
    position: Position, first: Player = Player.LEFT, allow_unreachable: bool = False
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
    counts differ by one at most; allow it with allow_unreachable (--any)
    """
    require_position(position)
    first = parse_player(first)
    if position.board.dimension != 2:
        return None
    left, right = position.counts
    if left == right:
        return first
    if abs(left - right) == 1:
        return Player.RIGHT if left > right else Player.LEFT
    if allow_unreachable:
        return None
    raise InputError(
        f"{left} Left and {right} Right dominoes cannot arise in alternating play, where the counts differ "
        "by one at most; allow it with allow_unreachable (--any)"
    )


def play_differences(kind: str, turn: Player | None = None) -> tuple[int, ...]:
    """The differences a - b that alternating play can leave, by kind, when it is `turn`'s turn now.

    The difference is 0 if the last mover is not the player who starts, else 1 for Left and -1 for Right.
    Without a turn both players may start: |a - b| <= 1, for Right ends 0 or 1, for Left ends -1 or 0.

    >>> play_differences("general", Player.RIGHT), play_differences("right-end", Player.RIGHT)
    ((-1, 0), (0,))
    """
    if kind not in PLAY_DIFFERENCES:
        raise unknown("kind", str(kind), PLAY_DIFFERENCES)
    if turn is None:
        return PLAY_DIFFERENCES[kind]
    turn = parse_player(turn)
    lead = 1 if turn is Player.LEFT else -1
    return tuple(sorted(lead if last is turn else 0 for last in _LAST_MOVERS[kind]))
