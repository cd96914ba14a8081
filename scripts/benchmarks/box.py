"""Three players in a box."""

from collections.abc import Iterator

from enumerate.games.box.box_solver import boxes_up_to, outcomes
from enumerate.games.box.tree import leaves

from . import Row, within


def rows() -> Iterator[Row]:
    """The times of the solver after compilation, against the thesis's 716 s for one orientation of 4x4x3."""
    outcomes((2, 2, 2))  # compiles, or loads what is compiled
    outcomes((4, 3, 2))
    yield within("4x4x3, all orders and players", lambda: outcomes((4, 4, 3)), 2)
    yield within("4x4x4, all orders and players", lambda: outcomes((4, 4, 4)), 60)
    yield within("leaves of the 3x3x3 tree (thesis: about 8 hours)", lambda: leaves((3, 3, 3), "MLR"), 10)
    yield within("all boxes with A + B + C <= 12", lambda: [outcomes(box) for box in boxes_up_to(12)], 180)
