"""`activity_curve`: density and entropy against activity; one count by size gives the whole curve.

Read `counting/positions.py` first.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import exp, log
from typing import Any, Unpack

from ..counting.positions import positions
from ..model.board import Player
from ..model.game import DEFAULT_GAME, Game, GameLike
from ..model.position import BoardLike, board_and_game
from ..model.weights import Weight
from ..rules.kinds import Kind, KindLike, StuckLike
from ..support.errors import InputError, require_integer
from ..support.names import renamed
from ..support.result import Results, Table
from ..support.run import CountingOptions

POINTS = 121  # of a curve
QUANTITIES = "activity", "density", "entropy"
Point = tuple[float, float, float]
OWNERLESS = (Kind.GENERAL, Kind.MAXIMAL, Kind.PERFECT)  # kinds that do not ask whose a piece is


@renamed(least="low", most="high")
def activity_curve(
    board: BoardLike,
    kind: KindLike = "general",
    *,
    low: Any = "1/100",
    high: Any = 100,
    points: int = POINTS,
    stuck: StuckLike | None = None,
    game: GameLike = DEFAULT_GAME,
    **options: Unpack[CountingOptions],
) -> Results[Point]:
    """(activity t, density, entropy for each cell) at activities from `low` to `high`, in equal ratios.

    A position with k pieces weighs t^k. These are floats for a picture; `moments` has exact values.

    >>> curve = activity_curve("2x2", low=1, high=2, points=2)
    >>> [[round(value, 6) for value in point] for point in curve]
    [[1.0, 0.571429, 0.486478], [2.0, 0.705882, 0.463663]]
    >>> print(curve)
    activity   density   entropy
           1  0.571429  0.486478
           2  0.705882  0.463663
    """
    first, last = _activity(low), _activity(high)
    if first >= last:
        raise InputError(f"the lowest activity must be below the highest, not {low} and {high}")
    points = require_integer("points", points, 2)
    board, played = board_and_game(board, game)
    under = played.covers(played.variables(board.dimension))
    if None in under:
        played = _by_size(played, board.dimension, stuck is None and Kind.of(kind) in OWNERLESS)
        under = played.covers(played.variables(board.dimension))
    sizes = {cells for cells in under if cells}
    if len(sizes) == 1:  # most games: counting by size alone is less work
        by_size = positions(board, kind, by="size", stuck=stuck, game=played, **options)
        terms = [(size, size * max(sizes), number) for size, number in by_size.terms]
    else:
        whole = positions(board, kind, stuck=stuck, game=played, **options)
        terms = [(sum(a), sum(n * (c or 0) for n, c in zip(a, under, strict=True)), w) for a, w in whole]
    if not terms:
        raise InputError("there is no such position on this board: there is nothing to draw")
    if not len(board):
        raise InputError("the board has no cells: there is no share of them to draw")
    ratio = (last / first) ** (1 / (points - 1))
    found = (_point(first * ratio**i, terms, len(board)) for i in range(points))
    return Results(found, _table, _json)


def _table(curve: Sequence[Point]) -> Table:
    return Table(QUANTITIES, tuple(tuple(f"{value:.6g}" for value in point) for point in curve))


def _json(curve: Sequence[Point]) -> list[dict[str, float]]:
    return [dict(zip(QUANTITIES, point, strict=True)) for point in curve]


def _by_size(game: Game, dimension: int, is_ownerless: bool) -> Game:
    """The same pieces and rules, with a player for each number of cells that pieces cover."""
    sizes = sorted({len(piece.cells) for piece in game.on(dimension)})
    if not is_ownerless or len(sizes) > len(Player):
        raise InputError(
            f"pieces of one player of '{game.name}' cover different numbers of cells: ask for densities, "
            f"or for one of {', '.join(OWNERLESS)} with at most {len(Player)} numbers of cells"
        )
    owner = {size: player.name.lower() for size, player in zip(sizes, Player, strict=False)}
    pieces = (replace(piece, player=owner.get(len(piece.cells), "left")) for piece in game.pieces)
    return replace(game, pieces=tuple(pieces))


def _activity(value: Any) -> float:
    weight = Weight.of(value, "activity")
    if not weight.is_real or weight.real <= 0:
        raise InputError(f"the weight of a piece must be an activity above 0, not {weight}")
    if not sys.float_info.min <= weight.real <= sys.float_info.max:
        raise InputError(f"the weight of a piece must be between 1e-307 and 1e308, not {weight}")
    return float(weight.real)


def _point(t: float, terms: Iterable[tuple[int, int, int]], cells: int) -> Point:
    """From (pieces, cells under them, number of such positions)."""
    logs = [(size, under, log(number) + size * log(t)) for size, under, number in terms]
    top = max(weight for _, _, weight in logs)
    total = sum(exp(weight - top) for _, _, weight in logs)
    mean, covered = (sum(each[k] * exp(each[2] - top) for each in logs) / total for k in (0, 1))
    return t, covered / cells, (top + log(total) - mean * log(t)) / cells
