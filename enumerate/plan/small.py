"""Small questions: the dictionary answers them before anything is forecast, compiled or imported."""

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

STATES = 40_000  # added up over all visits: about a tenth of a second
COLD = 4  # times as many before Numba is loaded, because loading it takes a second
MOST_STATES = 2_000_000  # the same for users who ask for the dictionary
LONG_INTEGER = 5_000  # bytes: adding integers of this length takes as long as finding the state
MOST_CELLS, WIDEST_CUT = 300, 12  # of boards that are tried, and of the slices of boxes

Value = TypeVar("Value")


def budget() -> int:
    """The number of states that the dictionary may meet before another evaluator is quicker."""
    return STATES if "numba" in sys.modules else STATES * COLD


def small_total(task: Problem) -> int | None:
    """The number of positions; None if the dictionary would meet too many states.

    >>> from enumerate import Board
    >>> [small_total(Problem(Board.rectangle(n, n), frozenset())) for n in (4, 20)]
    [10012, None]
    """
    return _total(task, budget()) if _may_be_small(task) else None


@cached(64)
def _total(task: Problem, states: int) -> int | None:
    try:
        return _sweep(task).evaluate(1, budget=states) or 0
    except OverBudgetError:
        return None


def small_polynomial(task: Problem) -> Polynomial | None:
    """The generating polynomial; None if the dictionary would meet too many states.

    >>> from enumerate import Board
    >>> print(small_polynomial(Problem(Board.rectangle(3, 2), frozenset([0, 1]))))
    2x^2y + 2x^2 + y^3
    """
    return _polynomial(task, budget()) if _may_be_small(task) else None


@cached(64)
def _polynomial(task: Problem, states: int) -> Polynomial | None:
    bits, radix, shifts = packing(task)
    most = states / (1 + packed_bytes(task) / LONG_INTEGER)
    weights = [shifts[PLAYERS[variable]] for variable in conflict_graph(task.game, task.board).variables]
    try:
        value = _sweep(task).evaluate(1, weights, lshift, budget=most) or 0
    except OverBudgetError:
        return None
    return Polynomial.of(unpack(value, bits, radix), len(radix), {"engine": "dictionary"})


def dictionary_polynomial(task: Problem) -> Polynomial:
    """The generating polynomial, for users who ask for the dictionary; large boards are refused."""
    return _required(_polynomial(task, MOST_STATES))


def dictionary_total(task: Problem) -> int:
    """The number of positions, for users who ask for the dictionary; large boards are refused."""
    return _required(_total(task, MOST_STATES))


def _required(value: Value | None) -> Value:
    if value is None:
        raise TooLargeError(
            f"the engine 'dictionary' is for small boards and takes up to {MOST_STATES:,} states: "
            "leave out `engine`"
        )
    return value


def strip_total(task: Problem) -> int:
    """The number of positions of a narrow strip, however long it takes."""
    return _sweep(task).evaluate(1) or 0


def _may_be_small(task: Problem) -> bool:
    """Whether the dictionary is worth a try: larger boards take more states than are allowed."""
    board = task.board
    cut = len(board) // max(board.shape) if board.is_box else 0
    return len(board) <= MOST_CELLS and cut <= WIDEST_CUT


def _sweep(task: Problem) -> DictionarySweep:
    graph = conflict_graph(task.game, task.board)
    return DictionarySweep(graph, task.stuck, narrowest_order(task.board, task.game), task.perfect)
