"""Alternating play: who moved last, and how the players' numbers of dominoes then differ."""

from collections.abc import Mapping

from ..support.errors import unknown
from .players import Player, PlayerLike
from .position import Position

TWO_PLAYERS = (Player.LEFT, Player.RIGHT)

# who may have moved last: at an end it was the player who is not stuck [KS20, Section 3]
LAST_MOVERS: Mapping[str, tuple[Player, ...]] = {
    "general": TWO_PLAYERS,
    "maximal": TWO_PLAYERS,
    "right-end": (Player.LEFT,),
    "left-end": (Player.RIGHT,),
}


def play_differences(kind: str, turn: PlayerLike | None = None) -> tuple[int, ...]:
    """The differences a - b that alternating play can leave, by kind, when it is `turn`'s turn now.

    The difference is 0 if the last mover is not the player who starts, else 1 for Left and -1 for Right.
    Without a turn both players may start: |a - b| <= 1, for Right ends 0 or 1, for Left ends -1 or 0
    [HM21, Section 2.1].

    >>> play_differences("general"), play_differences("general", "right"), play_differences("right-end", 1)
    ((-1, 0, 1), (-1, 0), (0,))
    """
    if kind not in LAST_MOVERS:
        raise unknown("kind", str(kind), LAST_MOVERS)
    starters = TWO_PLAYERS if turn is None else (Player.of(turn, among=TWO_PLAYERS),)
    lead = {Player.LEFT: 1, Player.RIGHT: -1}
    return tuple(
        sorted({lead[last] if last is first else 0 for first in starters for last in LAST_MOVERS[kind]})
    )


PLAY_DIFFERENCES: Mapping[str, tuple[int, ...]] = {kind: play_differences(kind) for kind in LAST_MOVERS}


def turn_drawn(position: Position) -> Player | None:
    """Whose turn the dominoes say it is: the player who has placed one fewer; None if they do not tell."""
    counts = position.counts
    if len(counts) != 2 or abs(counts[0] - counts[1]) != 1:
        return None
    return Player(counts.index(min(counts)))
