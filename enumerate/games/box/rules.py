"""Three players in a box: turn orders, outcome classes, and the literal rules as a slow oracle.

L, R and M place along axes 0, 1 and 2. A player without a move on their own turn is out, the others go on,
and the last to move wins; where nobody ever moves, the last of the turn order counts as the last mover.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any

from ...model.board import Board, Player
from ...support.errors import InputError, require_positive
from ..oracle import domino_bits
from ..turns import parse_order as parse_turns

Order = tuple[Player, Player, Player]
NOBODY = "N"
ORDERS: tuple[str, ...] = ("LRM", "RML", "MLR", "LMR", "MRL", "RLM")


def parse_order(text: str) -> Order:
    """The turn order of a word such as MLR or M-L-R.

    >>> [player.letter for player in parse_order("M-L-R")]
    ['M', 'L', 'R']
    """
    first, second, third = parse_turns(text)
    return first, second, third


def as_box(box: Any) -> tuple[int, ...]:
    """The three sizes of a box.

    >>> as_box((3, 3))
    Traceback (most recent call last):
        ...
    enumerate.InputError: a box has three sizes, as in (4, 4, 3), not (3, 3)
    """
    sizes = tuple(box) if isinstance(box, Iterable) and not isinstance(box, str) else ()
    if len(sizes) != 3:
        raise InputError(f"a box has three sizes, as in (4, 4, 3), not {box!r}")
    return tuple(require_positive("size", size) for size in sizes)


def class_of(outcomes: dict[str, str]) -> str | None:
    """The class of Diagram 1-34 [Hur10] that the outcomes of all six orders follow, if they follow one.

    N, O, P: always the first, second, third of the order; L, R, M: always that player; Q: nobody.

    >>> class_of(dict.fromkeys(ORDERS, "N"))
    'Q'
    >>> class_of({order: order[2] for order in ORDERS})
    'P'
    """
    patterns: dict[str, dict[str, str]] = {
        name: {order: order[place] for order in ORDERS} for place, name in zip(range(3), "NOP", strict=True)
    }
    patterns |= {letter: dict.fromkeys(ORDERS, letter) for letter in "LRM"}
    patterns["Q"] = dict.fromkeys(ORDERS, NOBODY)
    for name, pattern in patterns.items():
        if outcomes == pattern:
            return name
    return None


def brute_force(board: Board) -> dict[str, str]:
    """Who can force a win in each turn order, by the rules to the letter, without pruning.

    A state is the free cells, the players still in, whose turn it is and who moved last; nobody else's win
    is assumed. For boards of up to about 18 cells.

    >>> brute_force(Board.box(2, 2, 2))["LRM"]
    'M'
    """
    dominoes = [domino_bits(board, player) for player in Player]

    def outcome(order: Order) -> str:
        follower = {order[i]: order[(i + 1) % 3] for i in range(3)}

        @cache
        def winners(free: int, still_in: frozenset[Player], turn: Player, last: Player) -> int:
            """The players who can force a win, as a set of bits."""
            if not still_in:
                return 1 << last
            if turn not in still_in:
                return winners(free, still_in, follower[turn], last)
            options = [domino for domino in dominoes[turn] if domino & ~free == 0]
            if not options:
                return winners(free, still_in - {turn}, follower[turn], last)
            mine, others = 0, 7
            for domino in options:
                after = winners(free & ~domino, still_in, follower[turn], turn)
                mine |= after
                others &= after
            return (mine & 1 << turn) | (others & ~(1 << turn))

        everybody = frozenset(Player)
        forced = winners((1 << len(board)) - 1, everybody, order[0], order[2])
        return next((player.letter for player in Player if forced & 1 << player), NOBODY)

    return {order: outcome(parse_order(order)) for order in ORDERS}
