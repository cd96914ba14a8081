"""The evaluator of NumPy arrays of any type: sums and products are NumPy's universal functions.

The open engine (`measures/programs.py`) chooses it. Read `compiler/rows.py` first.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..compiler.operators import BlockOperator
from ..compiler.rows import SparseOperator
from ..compiler.straight_line import StraightLinePrograms
from ..support.run import check_cancelled
from ..sweep.diagram import Array


class SparseValues:
    """The evaluator of arrays: a number for each state, and operators of one visit as sparse matrices."""

    def __init__(self, programs: StraightLinePrograms, semiring: Any, weights: Sequence[Any]) -> None:
        """`semiring.add` and `semiring.mul` are universal functions. `weights` has one for each placement, or
        for each player where operators name no placements."""
        self._programs, self._semiring = programs, semiring
        self._type = np.array([semiring.zero, semiring.one, *weights]).dtype
        self._weights = np.array([*weights, semiring.one], dtype=self._type)
        self._known: dict[int, tuple[BlockOperator, SparseOperator]] = {}  # by the list that visits share

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
        if partner is not None:
            left, right = left[partner >= 0], right[partner[partner >= 0]]
        products = self._semiring.mul(left, right)
        return self._semiring.add.reduce(products) if len(products) else self._semiring.zero

    def total(self, terms: Sequence[tuple[int, Any]]) -> Any:
        """The sum of the results of all loops, each counted `times` times."""
        total = self._semiring.zero
        for times, result in terms:
            for _ in range(times):
                total = self._semiring.add(total, result)
        return total
