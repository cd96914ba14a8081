"""Sums over positions where every placement has a weight of its own, exactly."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

import flint
import numpy as np

from ..compiler.program import evaluate
from ..evaluators.objects import Objects, placement_weights
from ..evaluators.semirings import Semiring
from ..model.weights import Weight
from ..rules.conflicts import Conflicts, conflict_graph
from ..rules.placement_numbers import NumbersLike, placement_numbers
from ..rules.problem import NoPositionError, Problem
from ..sampling.backward import BackwardTable
from ..sampling.walk import walked
from ..sampling.weighing import IntegerWeights
from ..support.errors import InputError
from ..support.settings import Settings
from .programs import compiled


@dataclass(frozen=True)
class PlacementWeights:
    """The weights of all placements; `exact` if they were given by integers and fractions."""

    values: tuple[Fraction, ...]
    exact: bool

    @classmethod
    def of(
        cls, graph: Conflicts, given: NumbersLike, by_player: Sequence[Any] = (), play: bool = False
    ) -> "PlacementWeights":
        """From one number for all, or from a mapping or a function of placements.

        >>> from enumerate import Board, Game
        >>> from enumerate.rules.conflicts import conflict_graph
        >>> graph = conflict_graph(Game.named("domineering"), Board("1x3"))
        >>> PlacementWeights.of(graph, lambda placement: "0.5").exact
        False
        """
        if any(value is not None for value in by_player):
            raise InputError("give `weights` or the weights x, y, z of the players, not both")
        if play:
            raise InputError("alternating play takes weights of the players, x and y, not of placements")
        seen = list(given.values()) if isinstance(given, Mapping) else [given]
        if callable(given):
            seen = []

            def listened(placement: Any) -> Any:
                seen.append(given(placement))
                return seen[-1]

            values = placement_numbers(graph, listened, "weight", 1)
        else:
            values = placement_numbers(graph, given, "weight", 1)
        return cls(tuple(values), all(Weight.of(each, "weight").exact for each in seen))


def weighted_total(task: Problem, weights: Sequence[Fraction], settings: Settings) -> Fraction:
    """The sum over all positions of the product of the weights of their placements.

    >>> from enumerate import Board
    >>> weighted_total(Problem(Board.rectangle(2, 2), frozenset()), [Fraction(1, 2)] * 4, Settings())
    Fraction(7, 2)
    """
    if min(weights, default=Fraction(0)) >= 0:  # integers on a common scale, in planes where they are many
        order = walked(task.board, task.stuck, task.game)
        integers = IntegerWeights.of(conflict_graph(task.game, task.board), order, weights)
        try:
            table = BackwardTable(task, order, settings=settings, weights=integers)
        except NoPositionError:
            return Fraction(0)
        (total,) = table.counting.take(table.first, np.zeros(1, dtype=np.int64))
        return Fraction(total, integers.scale)
    one = Semiring(flint.fmpq(0), flint.fmpq(1), lambda a, b: a + b, lambda a, b: a * b, {})
    return _fraction(_swept(task, one, list(map(_rational, weights)), settings))


def weighted_moments(
    task: Problem, weights: Sequence[Fraction], settings: Settings
) -> tuple[Fraction, list[Fraction], list[list[Fraction]]]:
    """The sums over all positions of the weight, of the weight times the number of pieces of each player, and
    of the weight times the product of two such numbers.

    The values of the sweep are such sums. Where weights multiply, numbers add: the sums of products follow
    from (a + a')(b + b').

    >>> from enumerate import Board
    >>> task = Problem(Board("2x2"), frozenset())
    >>> total, first, second = weighted_moments(task, [Fraction(1)] * 4, Settings())
    >>> int(total), list(map(int, first)), [list(map(int, row)) for row in second]
    (7, [4, 4], [[6, 0], [0, 6]])
    """
    players = range(task.variables)
    pairs = list(combinations_with_replacement(players, 2))
    zero, one = flint.fmpq(0), flint.fmpq(1)

    def add(left: Any, right: Any) -> Any:
        return tuple([a + b for a, b in zip(left, right, strict=True)])

    def mul(left: Any, right: Any) -> Any:
        (m, *a), (n, *b) = left, right
        first = [m * b[i] + a[i] * n for i in players]
        rest = len(players)
        second = [
            m * b[rest + k] + a[rest + k] * n + a[i] * b[j] + a[j] * b[i] for k, (i, j) in enumerate(pairs)
        ]
        return (m * n, *first, *second)

    def weight(value: Any, player: int) -> Any:
        first = [value if i == player else zero for i in players]
        return (value, *first, *[value if i == j == player else zero for i, j in pairs])

    size = 1 + len(players) + len(pairs)
    nothing = (zero,) * size
    jets = Semiring(nothing, (one, *nothing[1:]), add, mul, {})
    graph = conflict_graph(task.game, task.board)
    given = [weight(_rational(w), player) for w, player in zip(weights, graph.variables, strict=True)]
    total, *rest = map(_fraction, _swept(task, jets, given, settings))
    second = [[Fraction(0)] * len(players) for _ in players]
    for (i, j), value in zip(pairs, rest[len(players) :], strict=True):
        second[i][j] = second[j][i] = value
    return total, rest[: len(players)], second


def _swept(task: Problem, semiring: Semiring[Any], weights: Sequence[Any], settings: Settings) -> Any:
    program = compiled(task, settings)
    if program is None:
        return semiring.zero
    return evaluate(
        program, Objects(program.programs, semiring, placement_weights(program.programs, weights))
    )


def _rational(number: Fraction) -> Any:
    return flint.fmpq(number.numerator, number.denominator)


def _fraction(number: Any) -> Fraction:
    return Fraction(int(number.p), int(number.q))
