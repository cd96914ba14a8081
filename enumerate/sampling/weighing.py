"""Weights of placements: chances in proportion to products of weights, exactly, in integers.

`backward.py` counts with these weights. Read `rules/problem.py` first.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm, prod
from typing import Any, NamedTuple

from ..model.board import Board
from ..model.game import Game
from ..model.lattice import Cell
from ..model.polynomial import VARIABLES
from ..model.weights import Weight, weights_of
from ..rules.problem import Conflicts, NumbersLike, placed_pieces, placement_numbers
from ..support.errors import InputError

LONGEST_COMMON = 64  # bits of a denominator that all visits share


def sampling_weights(values: Sequence[Any], board: Board, game: Game) -> tuple[Weight, ...] | None:
    """The weights of the players' pieces, which must be real and not negative; None if none is given."""
    if all(value is None for value in values):
        return None
    weights = weights_of(values, VARIABLES[: game.variables(board.dimension)])
    for weight in weights:
        if not weight.is_real or weight.real < 0:
            raise InputError(f"a chance needs weights that are real and not negative, not {weight}")
    return weights


def chance_weights(
    graph: Conflicts, by_player: Sequence[Weight] | None, weights: NumbersLike | None = None
) -> tuple[Fraction, ...] | None:
    """The weight of every placement, from weights by player or from what `placement_numbers` reads; None if
    all are 1."""
    if weights is None:
        return None if by_player is None else tuple(by_player[player].real for player in graph.variables)
    if by_player is not None:
        raise InputError("give `weights` or the weights x, y, z of the players, not both")
    found = placement_numbers(graph, weights, "weight", 1)
    for placed, weight in zip(placed_pieces(graph), found, strict=True):
        if weight < 0:
            raise InputError(f"a chance needs weights that are not negative, not {weight} (of {placed})")
    return tuple(found)


class IntegerWeights(NamedTuple):
    """The weights of all placements, and of the visits that play nothing, as integers.

    A visit plays at most one placement. The weights of the placements that start at a cell, and the weight 1
    of playing nothing there, are multiplied by a common denominator: that of all weights if it is short (this
    keeps the samples of a seed from version to version), else that of the cell. So every position counts
    `scale` times its weight.

    >>> from enumerate.rules.problem import conflict_graph
    >>> board = Board.rectangle(2, 2)
    >>> graph = conflict_graph(Game.of("domineering"), board)
    >>> IntegerWeights.of(graph, sorted(board.cells), [Fraction(3, 2), Fraction(1, 3)] * 2)
    IntegerWeights(placements=(9, 2, 9, 2), passing=(6, 6, 6, 6))
    """

    placements: tuple[int, ...]
    passing: tuple[int, ...]  # by visit

    @classmethod
    def of(
        cls, graph: Conflicts, order: Sequence[Cell], weights: Sequence[Fraction] | None
    ) -> "IntegerWeights":
        """From the weight of every placement (None: all are 1), for a sweep along `order`."""
        if weights is None:
            return cls((1,) * len(graph), (1,) * len(order))
        starts = first_visits(graph, order)
        common = lcm(*(weight.denominator for weight in weights))
        passing = [common] * len(order)
        if common.bit_length() > LONGEST_COMMON:
            passing = [1] * len(order)
            for start, weight in zip(starts, weights, strict=True):
                passing[start] = lcm(passing[start], weight.denominator)
        pairs = zip(starts, weights, strict=True)
        return cls(tuple(int(weight * passing[start]) for start, weight in pairs), tuple(passing))

    def given(self, graph: Conflicts, order: Sequence[Cell], played: int) -> "IntegerWeights":
        """The same, where only the positions with one placement count: its visit must play it."""
        starts = first_visits(graph, order)
        placements = [
            weight if q == played or starts[q] != starts[played] else 0
            for q, weight in enumerate(self.placements)
        ]
        passing = [0 if visit == starts[played] else scale for visit, scale in enumerate(self.passing)]
        return IntegerWeights(tuple(placements), tuple(passing))

    @property
    def scale(self) -> int:
        """How often every position counts its weight."""
        return prod(self.passing)

    @property
    def greatest(self) -> int:
        """The greatest integer."""
        return max((1, *self.placements, *self.passing))


def first_visits(graph: Conflicts, order: Sequence[Cell]) -> list[int]:
    """The visit at which each placement starts: that of the first of its cells."""
    visit = {cell: number for number, cell in enumerate(order)}
    return [min(visit[cell] for cell in placement.cells) for placement in graph.placements]
