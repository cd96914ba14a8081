"""Density and entropy against activity: one count by size gives the whole curve."""

from collections.abc import Iterable
from math import exp, log
from typing import Any, Unpack

from ..counting.positions import positions
from ..model.board import Board, require_board
from ..model.game import DOMINEERING, Game
from ..model.weights import Weight
from ..rules.tiles import KindLike
from ..support.errors import InputError, require_at_least
from ..support.settings import LaneOptions
from .moments import covers

POINTS = 121  # of a curve


def activity_curve(
    board: Board,
    kind: KindLike = "general",
    *,
    least: Any = "1/100",
    most: Any = 100,
    points: int = POINTS,
    stuck: Iterable[int | str] | None = None,
    game: Game | str = DOMINEERING,
    **options: Unpack[LaneOptions],
) -> list[tuple[float, float, float]]:
    """(activity t, density, entropy for each cell) at activities from `least` to `most`, in equal ratios.

    A position with k pieces weighs t^k. These are floats for a picture; `moments` has exact values.

    >>> curve = activity_curve(Board.rectangle(2, 2), least=1, most=2, points=2)
    >>> [[round(value, 6) for value in point] for point in curve]
    [[1.0, 0.571429, 0.486478], [2.0, 0.705882, 0.463663]]
    """
    low, high = (_activity(value, name) for value, name in ((least, "least"), (most, "most")))
    if low >= high:
        raise InputError(f"`least` must be below `most`, not {least} and {most}")
    points = require_at_least(2, "points", points)
    require_board(board)
    played = Game.of(game)
    under = set(covers(played, played.variables(board.dimension))) - {0}
    if len(under) != 1 or None in under:
        raise InputError(f"the pieces of '{played.name}' cover different numbers of cells: ask for densities")
    (cells,) = under
    counts = positions(board, kind, by="size", stuck=stuck, game=played, **options)
    if not len(board) or not counts.terms:
        raise InputError("there is no such position on this board: there is nothing to draw")
    ratio = (high / low) ** (1 / (points - 1))
    return [_point(low * ratio**i, counts.terms, len(board), cells or 0) for i in range(points)]


def _activity(value: Any, name: str) -> float:
    weight = Weight.of(value, name)
    if not weight.is_real or weight.real <= 0:
        raise InputError(f"`{name}` must be an activity above 0, not {weight}")
    return float(weight.real)


def _point(
    t: float, terms: Iterable[tuple[int, int]], cells: int, covered: int
) -> tuple[float, float, float]:
    logs = [(size, log(number) + size * log(t)) for size, number in terms]
    top = max(weight for _, weight in logs)
    total = sum(exp(weight - top) for _, weight in logs)
    mean = sum(size * exp(weight - top) for size, weight in logs) / total
    return t, covered * mean / cells, (top + log(total) - mean * log(t)) / cells
