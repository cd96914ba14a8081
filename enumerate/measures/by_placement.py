"""Sums over positions where every placement has a weight of its own, exactly.

`evaluate`, `moments`, `densities` and `correlations` come here with weights by placement. Totals and
the sums for each placement read the backward table (`sampling/backward.py`); moments run over the compiled
program (`programs.py`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, islice
from typing import Any

import flint
import numpy as np

from ..compiler.program import evaluate
from ..evaluators.objects import Objects, placement_weights
from ..evaluators.semirings import Semiring
from ..model.weights import Weight
from ..plan.question import SignedTerm
from ..rules.problem import (
    Conflicts,
    NoPositionError,
    NumbersLike,
    Problem,
    conflict_graph,
    placement_numbers,
)
from ..sampling.backward import BackwardTable, walked
from ..sampling.weighing import IntegerWeights
from ..support.errors import InputError
from ..support.run import Settings
from ..sweep.diagram import Array
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
        """From one number for all, or from a mapping or a function of placements."""
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


def signed_sums(
    terms: Sequence[SignedTerm], sums: Callable[[Problem, Settings], Iterable[Fraction]], settings: Settings
) -> list[Fraction]:
    """The numbers that `sums` returns for the problem of each term, added up with the signs of the terms."""
    rows = [
        [sign * number for number in sums(problem, settings.part(place, len(terms)))]
        for place, (sign, problem, _) in enumerate(terms)
    ]
    return [sum(column, Fraction(0)) for column in zip(*rows, strict=True)]


def weighted_total(problem: Problem, settings: Settings, weights: Sequence[Fraction]) -> list[Fraction]:
    """The sum over all positions of the product of the weights of their placements, in a list of its own."""
    if min(weights, default=Fraction(0)) >= 0:  # integers on a common scale, in planes where they are many
        order = walked(problem)
        integers = IntegerWeights.of(conflict_graph(problem.game, problem.board), order, weights)
        try:
            table = BackwardTable(problem, order, settings=settings, weights=integers)
        except NoPositionError:
            return [Fraction(0)]
        return [Fraction(table.total(), integers.scale)]
    one = Semiring(flint.fmpq(0), flint.fmpq(1), lambda a, b: a + b, lambda a, b: a * b, {})
    return [_fraction(_swept(problem, one, list(map(_rational, weights)), settings))]


def weighted_moments(problem: Problem, settings: Settings, weights: Sequence[Fraction]) -> list[Fraction]:
    """The sums over all positions of the weight, of the weight times the number of pieces of each player, and
    of the weight times the product of two such numbers (of players i <= j, in lexicographic order).

    The values of the sweep are such sums. Where weights multiply, numbers add: the sums of products follow
    from (a + a')(b + b').

    >>> from enumerate import Board
    >>> square = Problem(Board("2x2"), frozenset())
    >>> list(map(int, weighted_moments(square, Settings(), [Fraction(1)] * 4)))
    [7, 4, 4, 6, 0, 6]
    """
    players = range(problem.variables)
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
    graph = conflict_graph(problem.game, problem.board)
    given = [weight(_rational(w), player) for w, player in zip(weights, graph.variables, strict=True)]
    return list(map(_fraction, _swept(problem, jets, given, settings)))


def _swept(problem: Problem, semiring: Semiring[Any], weights: Sequence[Any], settings: Settings) -> Any:
    program = compiled(problem, settings)
    if program is None:
        return semiring.zero
    return evaluate(
        program, Objects(program.programs, semiring, placement_weights(program.programs, weights))
    )


def _rational(number: Fraction) -> Any:
    return flint.fmpq(number.numerator, number.denominator)


def _fraction(number: Any) -> Fraction:
    return Fraction(int(number.p), int(number.q))


BACK = 0.4  # share of the time of the sweep back


def placement_sums(
    problem: Problem, settings: Settings, weights: Sequence[Fraction] | None = None, given: int | None = None
) -> list[Fraction]:
    """The weight of all positions, then that of the positions with each placement of the conflict graph.

    `weights` are those of the placements, None if all are 1. Only positions with the placement `given` count.

    >>> from enumerate.model.board import Board
    >>> sums = placement_sums(Problem(Board.rectangle(2, 2), frozenset()), Settings(), given=0)
    >>> [int(each) for each in sums]
    [2, 2, 0, 1, 0]
    """
    graph = conflict_graph(problem.game, problem.board)
    sums = [0] * len(graph)
    order = walked(problem)
    integers = IntegerWeights.of(graph, order, weights)
    scale = integers.scale
    if given is not None:
        integers = integers.given(graph, order, given)
    back, onward = settings.cut([BACK, 1 - BACK], ["back", "onward"])
    try:
        table = BackwardTable(problem, order, settings=back, weights=integers)
    except NoPositionError:
        return [Fraction(0)] * (1 + len(graph))
    compiled = table.compiled
    forward = table.start()
    known: dict[tuple[object, int, int], Array] = {}  # rows that repeat have equal steps
    with table.keep_threads():
        for moment, completions in enumerate(islice(table.ascending(), 1, None)):
            onward.report(moment, len(order))
            before, later = compiled.codes[moment : moment + 2]
            key = (table.swept.locals[moment], id(before), id(later))
            if key not in known:
                is_possible, after = compiled.moves[moment](before)
                known[key] = np.full(after.T.shape, -1, dtype=np.int32)
                known[key][is_possible.T] = compiled.states(moment + 1, after.T[is_possible.T])
            for q, partner in zip(table.swept.starting[moment], known[key][1:], strict=True):
                factor = integers.placements[q]
                if factor and (partner >= 0).any():
                    sums[q] = factor * table.evaluator.inner_product(forward, completions, partner)
            forward = table.forward(moment, forward)
    return [Fraction(each, scale) for each in (table.total(), *sums)]
