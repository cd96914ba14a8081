"""The least cost of a position, and the exact ranges of exponents that follow from it."""

from collections.abc import Sequence

import numpy as np

from ..compiler.operators import BlockOperator
from ..compiler.program import Program, evaluate
from ..support.progress import Report, silent
from ..sweep.diagram import Array
from .integers import NEVER, Planes, Sweeper, ticking
from .kernel import LEAST
from .points import Support


class Least:
    """The algebra in which a sum is the lesser and a product the sum of two costs."""

    def __init__(
        self, program: Program, cost: Sequence[int], report: Report = silent, threads: int = 1
    ) -> None:
        """A piece of variable i costs cost[i]."""
        weights = program.programs.weights
        costs = np.zeros(max(1, len(weights)), dtype=np.int64)
        for exponents, number in weights.items():
            costs[number] = sum(price * times for price, times in zip(cost, exponents, strict=False))
        self._sweeper = Sweeper(
            program.programs, threads, tick=ticking(program.operators, report), kind=LEAST, weights=costs
        )

    def basis(self, states: int, state: int) -> Planes:
        """One of so many states costs nothing, the others cannot be."""
        plane = np.full(states, NEVER, dtype=np.uint64)
        plane[state] = 0
        return [plane]

    def apply(self, operators: Sequence[BlockOperator], values: Planes) -> Planes:
        """The least costs after some operators."""
        return self._sweeper.sweep(operators, values)

    def inner_product(self, left: Planes, right: Planes, partner: Array | None) -> int:
        """The least sum of the costs of a state and of its partner."""
        one, other = left[0].view(np.int64), right[0].view(np.int64)
        if partner is None:
            return int((one + other).min())
        return int(np.where(partner >= 0, one + other[partner], NEVER).min())

    def total(self, terms: Sequence[tuple[int, int]]) -> int:
        """The least of results."""
        return min(result for _, result in terms)


def least(program: Program, cost: Sequence[int]) -> int:
    """The least cost of a position, if a piece of variable i costs cost[i].

    >>> from enumerate.compiler.program import compile_program
    >>> from enumerate.model.board import Board
    >>> least(compile_program(Board.rectangle(3, 3), stuck=(0, 1)), (1, 1))
    3
    """
    return evaluate(program, Least(program, cost))


def support(program: Program) -> Support:
    """The exact ranges of the exponents."""
    variables = program.task.variables

    def span(cost: Sequence[int]) -> tuple[int, int]:
        return least(program, cost), -least(program, [-price for price in cost])

    single = [[int(v == variable) for v in range(variables)] for variable in range(variables)]
    return Support(span([1] * variables), tuple(map(span, single)), span([1, -1, 0][:variables]))
