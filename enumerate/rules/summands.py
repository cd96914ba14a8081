"""What to add up for a kind of positions: sets of stuck players with signs and differences a - b."""

from collections.abc import Iterable

from ..model.alternating import play_differences
from ..model.board import Board, Player, require_board
from ..support.errors import InputError, plural
from .tiles import Kind, check_stuck, kind_of, stuck_players

# a kind as a signed sum of sets of stuck players, with the differences a - b that alternating play leaves
Summand = tuple[int, frozenset[int], tuple[int, ...] | None]


def summands(
    board: Board, kind: str, stuck: Iterable[int | str] | None, play: bool, turn: Player | None = None
) -> list[Summand]:
    """What to add up.

    `any-end` is L + R - F. In alternating play a Left end has a - b in {-1, 0} and a Right end in {0, 1}, so
    only maximal positions with a = b are counted twice (and none if it is known whose turn it is).

    >>> for summand in summands(Board.rectangle(2, 2), "any-end", None, play=True):
    ...     print(summand)
    (1, frozenset({0}), (-1, 0))
    (1, frozenset({1}), (0, 1))
    (-1, frozenset({0, 1}), (0,))
    """
    require_board(board)
    if play and board.dimension != 2:
        dimensions = plural(board.dimension, "dimension")
        raise InputError(f"alternating play needs a flat board, and this one has {dimensions}")
    if turn is not None and not play:
        raise InputError("`turn` narrows what play can reach: give `play` too")
    if stuck is not None:
        if Kind.of(kind) is not Kind.GENERAL:
            raise InputError(f"give `kind` or `stuck`, not both ('{kind}' and {stuck!r})")
        axes = check_stuck(stuck, board.dimension)
        named = kind_of(axes, board.dimension)
        return [(1, axes, play_differences(named or Kind.GENERAL, turn) if play else None)]
    named = Kind.of(kind)
    if named is not Kind.ANY_END:
        axes = stuck_players(named, board.dimension)
        return [(1, axes, play_differences(named, turn) if play else None)]
    if board.dimension != 2:
        raise InputError("'any-end' is about Left and Right: the board must be flat")
    ends = [
        (1, stuck_players(end), play_differences(end, turn) if play else None)
        for end in (Kind.LEFT_END, Kind.RIGHT_END)
    ]
    twice = tuple(set(ends[0][2] or ()) & set(ends[1][2] or ())) if play else None
    return [*ends, (-1, stuck_players(Kind.MAXIMAL), twice)] if twice != () else ends
