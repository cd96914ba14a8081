"""Three players in a box: turn orders and outcome classes.

L, R and M place along axes 0, 1 and 2. A player without a move on their own turn is out, the others go on,
and the last to move wins; where nobody ever moves, the last of the turn order counts as the last mover.
"""

from collections.abc import Iterable
from typing import Any

from ...model.board import Player
from ...support.errors import InputError, require_integer
from ..turns import parse_order as parse_turns

Order = tuple[Player, Player, Player]
NOBODY = "N"
ORDERS: tuple[str, ...] = ("LRM", "RML", "MLR", "LMR", "MRL", "RLM")


def parse_order(text: str) -> Order:
    """The turn order of a word such as MLR or M-L-R."""
    first, second, third = parse_turns(text)
    return first, second, third


def as_box(box: Any) -> tuple[int, ...]:
    """The three sizes of a box."""
    sizes = tuple(box) if isinstance(box, Iterable) and not isinstance(box, str) else ()
    if len(sizes) != 3:
        raise InputError(f"a box has three sizes, as in (4, 4, 3), not {box!r}")
    return tuple(require_integer("size", size, 1) for size in sizes)


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
