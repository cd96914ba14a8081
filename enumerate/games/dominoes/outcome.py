"""What is written down of a match, as a row of integers: the same from the referee and from the engine."""

from .match import Match
from .rules import TILES

FIRST, OPENING, WINNER, CLOSED, PLACED, LEFT_IN_0, LEFT_IN_1, EATEN, LAST_STATE = range(9)
COLUMNS = 9


def outcome(match: Match) -> list[int]:
    """The row of a match; the random stream's last state is written as a signed 64-bit integer.

    >>> from .referee import play_match
    >>> outcome(play_match(("juca", "tiao"), seed=7))[:8]
    [1, 25, 1, 0, 13, 4, 0, 3]
    """
    unsigned = match.last_state
    return [
        match.first,
        TILES.index(match.opening),
        match.winner,
        int(match.closed),
        len(match.last_table),
        len(match.hands[0]),
        len(match.hands[1]),
        sum(len(turn.eaten) for turn in match.turns),
        unsigned - 2**64 if unsigned >= 2**63 else unsigned,
    ]
