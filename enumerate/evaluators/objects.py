"""The evaluators of Python objects and of NumPy arrays: values of any commutative semiring.

The open engine (`measures/programs.py`) and the backward tables use them. Read `compiler/rows.py` first.
"""

from collections.abc import Callable, Sequence
from itertools import repeat
from typing import Any

import numpy as np

from ..compiler.operators import BlockOperator, objects
from ..compiler.rows import SparseOperator
from ..compiler.straight_line import ADD, MULTIPLY, StraightLinePrograms
from ..support.run import cancellable, check_cancelled
from ..sweep.diagram import Array

OPERATIONS_BETWEEN_CHECKS = 1024
WeightsOf = Callable[[BlockOperator], Sequence[Any]]  # the weights of an operator, by their numbers


def placement_weights(programs: StraightLinePrograms, weights: Sequence[Any]) -> WeightsOf:
    """A function from an operator to the weights of its placements; `weights` has one for each placement."""

    def of(operator: BlockOperator) -> list[Any]:
        symbols = [exponents.index(1) for exponents in programs.weights]
        named = operator.placements
        return [weights[named[symbol]] if symbol < len(named) else None for symbol in symbols]

    return of


def paired(left: Array, right: Array, partner: Array | None) -> tuple[Array, Array]:
    """The values of the states that have a partner, and the values of their partners."""
    if partner is None:
        return left, right
    return left[partner >= 0], right[partner[partner >= 0]]


class InSemiring:
    """The sum of results, for both evaluators."""

    _semiring: Any

    def total(self, terms: Sequence[tuple[int, Any]]) -> Any:
        """The sum of the results of all loops, each counted `times` times."""
        total = self._semiring.zero
        for times, result in terms:
            for _ in range(times):
                total = self._semiring.add(total, result)
        return total


class Objects(InSemiring):
    """The evaluator of Python objects: a list with a value for each state."""

    def __init__(
        self, programs: StraightLinePrograms, semiring: Any, weights: WeightsOf | None = None
    ) -> None:
        """Without `weights`, all weights are 1."""
        self._semiring, self._programs, self._weights = semiring, programs, weights
        self._lists: dict[int, tuple[int, int, list[list[int]]]] = {}

    def basis(self, states: int, state: int) -> list[Any]:
        """The values 1 at `state` and 0 at all other states."""
        return [self._semiring.one if number == state else self._semiring.zero for number in range(states)]

    def apply(self, operators: Sequence[BlockOperator], values: list[Any]) -> list[Any]:
        """The values after some operators."""
        for operator in operators:
            scale = None
            if self._weights is not None:
                weights, mul = self._weights(operator), self._semiring.mul

                def scale(value: Any, number: int) -> Any:
                    return mul(value, weights[number])  # noqa: B023  (used before the next turn)

            values = self.step(operator, values, scale)
        return values

    def step(
        self,
        operator: BlockOperator,
        values: list[Any],
        scale: Callable[[Any, int], Any] | None = None,
    ) -> list[Any]:
        """The values after an operator; `scale(value, number)` multiplies by the weight with this number."""
        add, target_values = self._semiring.add, [self._semiring.zero] * operator.targets
        first, lengths, numbers = (
            each.tolist() for each in (operator.first, operator.length, operator.program)
        )
        at, offsets = operator.at.tolist(), operator.offsets.tolist()
        tops = zip(operator.old.tolist(), operator.new.tolist(), operator.template.tolist(), strict=True)
        for old, new, template in cancellable(tops, OPERATIONS_BETWEEN_CHECKS):
            for piece in range(first[template], first[template + 1]):
                length, (inputs, given, operations) = lengths[piece], self._list(numbers[piece])
                places = offsets[at[piece] : at[piece] + given]
                rows: dict[int, Any] = {
                    row: values[old + place : old + place + length]
                    for row, place in enumerate(places[:inputs])
                }
                for kind, row, one, other in operations:
                    if kind == ADD:
                        rows[row] = list(map(add, rows[one], rows[other]))
                    elif kind == MULTIPLY and scale is not None:
                        rows[row] = list(map(scale, rows[one], repeat(other)))
                    else:
                        rows[row] = rows[one]
                for row in range(inputs, given):
                    target_values[new + places[row] : new + places[row] + length] = rows[row]
        return target_values

    def values_at(self, values: list[Any], states: Array) -> Array:
        """The values of some states."""
        return objects([values[state] for state in states.tolist()])

    def inner_product(self, left: list[Any], right: list[Any], partner: Array | None) -> Any:
        """The sum over the states of `left` times `right` at its partner."""
        total = self._semiring.zero
        places = range(len(right)) if partner is None else partner.tolist()
        for value, place in zip(left, places, strict=True):
            if place >= 0:
                total = self._semiring.add(total, self._semiring.mul(value, right[place]))
        return total

    def _list(self, number: int) -> tuple[int, int, list[list[int]]]:
        """A program: the number of its inputs, of its inputs and outputs, and its operations."""
        if number not in self._lists:
            program = self._programs.programs[number]
            given = program.inputs + program.outputs
            self._lists[number] = program.inputs, given, program.operations.tolist()
        return self._lists[number]


class SparseValues(InSemiring):
    """The evaluator of arrays: a number for each state, and operators of one visit as sparse matrices."""

    def __init__(self, programs: StraightLinePrograms, semiring: Any, weights: Sequence[Any]) -> None:
        """`semiring.add` and `semiring.mul` are universal functions. `weights` has an entry for each
        placement, or for each player if operators name no placements."""
        self._programs, self._semiring = programs, semiring
        self._type = np.array([semiring.zero, semiring.one, *weights]).dtype
        self._weights = np.array([*weights, semiring.one], dtype=self._type)
        self._known: dict[
            int, tuple[BlockOperator, SparseOperator]
        ] = {}  # by the array that equal visits share

    def basis(self, states: int, state: int) -> Array:
        """The values 1 at `state` and 0 at all other states."""
        values = np.full(states, self._semiring.zero, dtype=self._type)
        values[state] = self._semiring.one
        return values

    def apply(self, operators: Sequence[BlockOperator], values: Array) -> Array:
        """The values after some operators."""
        for operator in operators:
            check_cancelled()
            key = id(operator.offsets)
            if key not in self._known:
                self._known[key] = operator, SparseOperator.of(operator, self._programs)
            matrix = self._known[key][1]
            terms = values[matrix.source]
            places = matrix.weighted
            named = np.array(operator.placements or range(len(self._weights)), dtype=np.int64)
            weights = self._weights[named[matrix.weight[places] - 1]] if len(places) else []
            terms[places] = self._semiring.mul(terms[places], weights)
            filled = np.flatnonzero(np.diff(matrix.begin))
            values = np.full(matrix.targets, self._semiring.zero, dtype=self._type)
            if len(filled):
                values[filled] = self._semiring.add.reduceat(terms, matrix.begin[filled])
        return values

    def inner_product(self, left: Array, right: Array, partner: Array | None) -> Any:
        """The sum over the states of `left` times `right` at its partner."""
        products = self._semiring.mul(*paired(left, right, partner))
        return self._semiring.add.reduce(products) if len(products) else self._semiring.zero
