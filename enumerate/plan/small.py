"""Small questions: the dictionary answers them before anything is forecast, compiled or imported.

`plan.py` tries this module first. Read `evaluators/dictionary.py` first.
"""

import sys
from operator import lshift
from typing import TypeVar

from ..evaluators.dictionary import DictionarySweep, OverBudgetError, packed_bytes, packing, unpack
from ..model.polynomial import Polynomial
from ..rules.conflicts import conflict_graph
from ..rules.problem import Problem
from ..support.caches import cached
from ..support.errors import TooLargeError
from ..sweep.orders import narrowest_order
from ..sweep.visit import PLAYERS

STATE_BUDGET = 40_000  # added up over all visits: about a tenth of a second
COLD_FACTOR = 4  # times as many before Numba is loaded, because loading it takes a second
NAMED_STATE_BUDGET = 2_000_000  # the same for users who ask for the dictionary
SLOW_INTEGER_BYTES = 5_000  # bytes: adding integers of this length takes as long as finding the state
MAX_CELLS, MAX_SLICE_CELLS = 300, 12  # of boards that are tried, and of the slices of boxes

Value = TypeVar("Value")


def budget() -> int:
    """The number of states that the dictionary may meet before another evaluator is quicker."""
    return STATE_BUDGET if "numba" in sys.modules else STATE_BUDGET * COLD_FACTOR


def small_total(problem: Problem) -> int | None:
    """The number of positions; None if the dictionary would meet too many states."""
    return _total(problem, budget()) if _may_be_small(problem) else None


@cached(64)
def _total(problem: Problem, states: int) -> int | None:
    try:
        return _sweep(problem).evaluate(1, budget=states) or 0
    except OverBudgetError:
        return None


def small_polynomial(problem: Problem) -> Polynomial | None:
    """The generating polynomial; None if the dictionary would meet too many states.

    >>> from enumerate import Board
    >>> print(small_polynomial(Problem(Board.rectangle(3, 2), frozenset([0, 1]))))
    2x^2y + 2x^2 + y^3
    """
    return _polynomial(problem, budget()) if _may_be_small(problem) else None


@cached(64)
def _polynomial(problem: Problem, states: int) -> Polynomial | None:
    bits, radix, shifts = packing(problem)
    most = states / (1 + packed_bytes(problem) / SLOW_INTEGER_BYTES)
    weights = [
        shifts[PLAYERS[variable]] for variable in conflict_graph(problem.game, problem.board).variables
    ]
    try:
        value = _sweep(problem).evaluate(1, weights, lshift, budget=most) or 0
    except OverBudgetError:
        return None
    return Polynomial.of(unpack(value, bits, radix), len(radix), {"engine": "dictionary"})


def dictionary_polynomial(problem: Problem) -> Polynomial:
    """The generating polynomial, for users who ask for the dictionary; large boards are refused."""
    return _required(_polynomial(problem, NAMED_STATE_BUDGET))


def dictionary_total(problem: Problem) -> int:
    """The number of positions, for users who ask for the dictionary; large boards are refused."""
    return _required(_total(problem, NAMED_STATE_BUDGET))


def _required(value: Value | None) -> Value:
    if value is None:
        raise TooLargeError(
            f"the engine 'dictionary' is for small boards and takes up to {NAMED_STATE_BUDGET:,} states: "
            "leave out `engine`"
        )
    return value


def _may_be_small(problem: Problem) -> bool:
    """Whether the dictionary is worth a try: larger boards take more states than are allowed."""
    board = problem.board
    cut = len(board) // max(board.shape) if board.is_box else 0
    return len(board) <= MAX_CELLS and cut <= MAX_SLICE_CELLS


def _sweep(problem: Problem) -> DictionarySweep:
    graph = conflict_graph(problem.game, problem.board)
    return DictionarySweep(
        graph, problem.stuck, narrowest_order(problem.board, problem.game), problem.perfect
    )
