"""How the sweep of a problem runs: its order, its strategy and its exact numbers of states.

Read `sweep/profile.py` and `compiler/program.py` first.

Only `route` chooses the order and the strategy. Plans, programs and explanations read its result.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from threading import Lock

from ..compiler.fold import fold_of
from ..compiler.operators import LISTED_STATES, Marking, OperatorCompiler, span, window_width
from ..compiler.program import Program, compile_mirrored, compile_program
from ..compiler.trace import compile_trace, has_classes, round_counts
from ..model.lattice import Cell
from ..rules.problem import Problem
from ..support.caches import cached, register
from ..support.run import Report, silent
from ..sweep.diagram import occurring
from ..sweep.profile import (
    HOPELESS_STATES,
    Profile,
    StateCounter,
    best_order,
    impossible,
    profile,
    state_counter,
)

MAX_KEPT_PROGRAMS = 2
WHOLE_TORUS_CELLS = 30  # up to this size, carrying both ends of a torus is less work than a trace


class SweepStrategy(StrEnum):
    """How a program uses the sweep."""

    WHOLE = "whole"
    FOLDED = "folded"
    TRACE = "trace"


@dataclass(frozen=True)
class Route:
    """The order and the strategy of a problem, with the states of its sweep (for a trace, of one cycle)."""

    problem: Problem
    strategy: SweepStrategy
    order: tuple[Cell, ...]
    profile: Profile
    cycles: int = 1  # an upper bound for a trace
    fold_vectors: float = 0  # memory of a fold in the middle, in vectors of the largest size
    sets: float = 0  # of the decision diagram; the time for compiling is proportional to their number
    listed: float = 0  # states before wide visits, which are listed one by one
    rejected: tuple[str, ...] = ()

    @property
    def is_trace(self) -> bool:
        """Whether the sweep goes around a periodic axis."""
        return self.strategy is SweepStrategy.TRACE

    @property
    def is_counted(self) -> bool:
        """Whether the states of all visits are counted; otherwise the board is too large for any machine."""
        return len(self.profile.counts) >= self.profile.cells

    @property
    def states(self) -> int:
        """The greatest number of states at one moment."""
        return max(1, self.profile.largest)

    @property
    def visits(self) -> int:
        """The sum of the numbers of states over all visits of the sweep."""
        return sum(max(1, count) for count in self.profile.counts) * self.cycles


@cached(64)
def route(problem: Problem) -> Route:
    """The order and the strategy with the fewest states.

    >>> from enumerate.model.board import Board
    >>> squares = [Board.rectangle(8, 8, wrap=(wrap, wrap)) for wrap in (False, True)]
    >>> [route(Problem(square, frozenset())).strategy.value for square in squares]
    ['folded', 'trace']
    """
    if (opening := impossible(problem)) is not None:
        return Route(problem, SweepStrategy.WHOLE, (), opening)
    cycle_counts = round_counts(problem)
    if cycle_counts is None:
        return _straight(problem, ())
    counts, cycles = cycle_counts
    board, order, least = problem.board, best_order(problem), sum(counts) * cycles
    if all(board.wrap):
        is_trace, reason = len(board) > WHOLE_TORUS_CELLS or not has_classes(problem), "both ends are carried"
    else:
        whole = profile(problem, order, least)
        is_trace, reason = sum(whole.counts) > least, whole.lower_bound
    if not is_trace:
        return _straight(problem, (f"trace: {least:,} states in all, in up to {cycles:,} cycles",))
    trace = Profile(counts, len(board), len(board))
    return Route(problem, SweepStrategy.TRACE, order, trace, cycles, rejected=(f"whole: {reason}",))


def _straight(problem: Problem, rejected: tuple[str, ...]) -> Route:
    """The route of a whole or a folded sweep."""
    order = best_order(problem)
    counted = profile(problem, order)
    whole = Route(problem, SweepStrategy.WHOLE, order, counted, rejected=rejected)
    if not whole.is_counted:
        return whole
    half = _half(problem, order) if problem.symmetry else "symmetry is not used"
    sets, listed = _compile_work(state_counter(problem, order))
    whole = replace(whole, sets=sets, listed=listed)
    if isinstance(half, str):
        return replace(whole, rejected=(*rejected, f"folded: {half}"))
    return replace(whole, strategy=SweepStrategy.FOLDED, fold_vectors=half)


def _compile_work(counter: StateCounter) -> tuple[float, float]:
    """The sets of the profile, and the states that wide visits list; extrapolated where the profile is."""
    listed = 0
    for local, states in zip(counter.short.swept.locals, counter.states, strict=False):
        a, b = span(local)
        if b - a > window_width(states) and len(states) <= LISTED_STATES:
            listed += len(states)
    factor = sum(counter.numbers) / max(1, sum(map(len, counter.states[1:])))
    return counter.sets * factor, listed * factor


def _half(problem: Problem, order: tuple[Cell, ...]) -> float | str:
    """The number of vectors that a folded sweep holds in the middle, or why the sweep cannot be folded.

    It holds a vector for each half and, if there is a middle slice, the values before it. The function tries
    whether labels determine which states of the two halves fit.
    """
    counter = state_counter(problem, order)
    fold = fold_of(counter.short)
    if isinstance(fold, str):
        return fold
    counter.count(HOPELESS_STATES)  # the counter may have left the cache since
    if len(counter.states) <= fold.rest:
        return "the states in the middle are not counted exactly"
    half, middle = counter.states[fold.half], counter.states[fold.rest]
    steps = fold.locals(lambda one, two: (occurring(middle, one), occurring(half, two)))
    if steps is None:
        return "labels do not determine which states fit across the middle"
    return (2 + (fold.half < fold.rest)) * len(half) / max(1, *map(len, counter.states))


def compile_best(problem: Problem, report: Report = silent, weighted: bool = True) -> Program:
    """The program of a problem on its route."""
    chosen, marking = route(problem), Marking.PLAYER if weighted else Marking.NOTHING
    compiler = OperatorCompiler(marking, variables=problem.variables)
    if chosen.is_trace:
        return compile_trace(problem, compiler, report)
    is_folded = chosen.strategy is SweepStrategy.FOLDED
    folded = compile_mirrored(problem, chosen.order, compiler, report) if is_folded else None
    return folded or compile_program(problem, chosen.order, compiler, report)


_latest: dict[tuple[Problem, bool], Program] = {}
register(f"{__name__}.compiled_program", MAX_KEPT_PROGRAMS, _latest.__len__, _latest.clear)
_compiling = Lock()  # threads share the programs


def compiled_program(problem: Problem, report: Report = silent, weighted: bool = True) -> Program:
    """The program of a problem; the latest programs are cached. Without `weighted`, all weights are 1."""
    with _compiling:
        program = _latest.pop((problem, weighted), None) or compile_best(problem, report, weighted)
        while len(_latest) >= MAX_KEPT_PROGRAMS:
            del _latest[next(iter(_latest))]
        _latest[problem, weighted] = program  # in order of use
    return program
