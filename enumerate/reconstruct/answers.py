"""Answers from residues: bound, choose points, evaluate, assemble; each with its provenance.

`counting/solve.py` carries out plans with residues here. Read `plans.py` first.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import inf, prod
from typing import Any

from ..compiler.operators import Marking, OperatorCompiler
from ..compiler.program import Program, compile_program, evaluate
from ..evaluators.integers import PRIME, Residue, Sweeper, support, ticking, total_bound
from ..evaluators.points import EvaluationPoint
from ..model.polynomial import Polynomial
from ..plan.cost import COSTS, TRANSITIONS
from ..plan.strategy import SweepStrategy, compiled_program, route
from ..rules.bounds import position_bound
from ..rules.problem import NoPositionError, Problem
from ..rules.symmetry import is_symmetric
from ..support.caches import cached
from ..support.errors import ComputationError
from ..support.memory import MORE, CostEstimate, process_memory
from ..support.progress import Report, silent
from ..support.settings import Settings
from ..support.writing import digits
from ..sweep.sweep import periodic_sweep
from ..sweep.visit import transitions_of
from .interpolate import chinese_remainder, primes_below
from .plans import Again, Plan, PlayPlan, PolynomialPlan, TotalPlan, assemble_mended
from .threads import fitting_threads, run_memory, run_points

WORD_SECONDS = 3.5e-5, 9e-5  # for the transitions of a word of labels: general positions, others
BOUNDING = 0.05  # share of the time, about
SECOND_PRIME = 998_244_353  # of a second opinion: engines begin with greater primes

Planner = Callable[[Program, int], Plan]  # from a program and a bound on every coefficient


def answer(
    problem: Problem, plan_for: Planner, settings: Settings, share: float = 0.1, bound: int | None = None
) -> tuple[Any, dict[str, object]]:
    """The value that the residues determine, and how; compiling takes this `share` of the time."""
    compiling, answering = settings.cut([share, 1 - share], ["compiling", ""])
    program = compiled_program(problem, compiling.report)
    return answer_program(program, plan_for, answering, problem, bound)


def answer_program(
    program: Program,
    plan_for: Planner,
    settings: Settings,
    problem: Problem | None = None,
    bound: int | None = None,
) -> tuple[Any, dict[str, object]]:
    """The same from a program. If its `problem` is given, the lanes may be computed elsewhere. Unless another
    `bound` is given, the exact number of positions bounds every coefficient.
    """
    bounding, counting = settings.cut([BOUNDING, 1 - BOUNDING], ["bounding", "counting"])
    if bound is None and program.cycles is not None:
        most = position_bound(program.problem.board, program.problem.game)
        bound = answer_program(program, _total_plan(program.problem), bounding, bound=most)[0]
    elif bound is None:
        bound = total_bound(program, bounding.report)
    plan = plan_for(program, bound)
    points = plan.points()
    held = process_memory()[0]
    need = CostEstimate(f"{program.states:,} states", instead=f"Use fewer threads, {MORE}", held=held)
    threads = fitting_threads(program, settings.cores, need.allowed(settings.limit) - held)
    need._replace(memory=held + run_memory(program, len(points), threads)).require(settings.limit)
    again: Again | None = None
    if problem is not None and settings.runner is not None:
        residues = settings.runner(problem, points, counting.report)
        if recompute := getattr(settings.runner, "again", None):
            again = partial(recompute, problem, report=counting.report)
    else:
        residues = run_points(program, points, threads, counting.report)
    return assemble_mended(plan, residues, again), {
        "engine": "modular",
        "states": program.states,
        "lanes": len(points),
        "primes": plan.primes[:-1],
        "spare_prime": plan.primes[-1],
        "bound": digits(bound),
        "half_sweep": program.is_folded,
    }


def _total_plan(problem: Problem, skip: int = 0) -> Planner:
    return lambda program, bound: TotalPlan(problem.variables, bound, skip)


def modular_total(problem: Problem, settings: Settings, share: float = 0.1) -> tuple[int, dict[str, object]]:
    """The number of positions; its bound comes from the placements, not from another sweep."""
    return answer(
        problem,
        _total_plan(problem, settings.skip_primes),
        settings,
        share,
        position_bound(problem.board, problem.game),
    )


def modular_play(
    problem: Problem, differences: tuple[int, ...], settings: Settings, share: float = 0.1
) -> tuple[int, dict[str, object]]:
    """The number of positions with a - b in `differences`."""
    symmetric = settings.symmetry and is_symmetric(problem.board, problem.stuck, problem.game)
    return answer(
        problem,
        lambda program, bound: PlayPlan(
            bound, support(program), differences, symmetric, settings.skip_primes
        ),
        settings,
        share,
    )


def modular_polynomial(problem: Problem, settings: Settings, share: float = 0.1) -> Polynomial:
    """The whole generating polynomial."""
    dimension = problem.variables
    symmetric = settings.symmetry and is_symmetric(problem.board, problem.stuck, problem.game)
    value, provenance = answer(
        problem,
        lambda program, bound: PolynomialPlan.shortest(
            dimension, bound, support(program), symmetric, settings.skip_primes
        ),
        settings,
        share,
    )
    found: Polynomial = value
    return replace(found, provenance=provenance)


def primes_for(bound: int) -> list[int]:
    """The primes that tell an integer from 0 up to a bound, and one to spare."""
    top, count = PRIME + 1, 1
    while prod(primes_below(top, count)) <= bound:
        count += 1
    return primes_below(top, count + 1)


def total_by_primes(program: Program, bound: int, threads: int = 1, report: Report = silent) -> int:
    """The number of positions, at most `bound`, modulo one prime at a time, where limbs do not fit.

    Every prime below 2^47 is a sweep of its own, with 64 bits a state. There are as many primes as the bound
    asks for, and one more, which must agree with what the others say. The program has no weights.

    >>> from enumerate.compiler.program import compile_program
    >>> from enumerate.model.board import Board
    >>> board = Board.rectangle(4, 4)
    >>> total_by_primes(compile_program(Problem(board), sorted(board.cells)), 2**24)
    10012
    """
    primes = primes_for(bound)
    sweeper = Sweeper(program.programs, threads, ticking(program.operators * len(primes), report))
    residues = [evaluate(program, Residue(sweeper, prime)) for prime in primes]
    [total] = chinese_remainder([[residue] for residue in residues[:-1]], primes[:-1])
    if total > bound or total % primes[-1] != residues[-1]:
        raise ComputationError(
            f"the prime {primes[-1]} contradicts the others: the computation is not trusted"
        )
    return total


def second_sweep_seconds(problem: Problem) -> float:
    """The time of a whole sweep modulo one prime in another order of the cells; a trace has none.

    Most of it are the labels: the transitions of about as many words as in one period of the first order.
    """
    way, costs = route(problem), COSTS["integers"]
    if way.strategy is SweepStrategy.TRACE or way.is_wide:
        return inf
    swept = periodic_sweep(problem, way.order).swept
    words = sum(len(transitions_of(context)) for _, context in swept.contexts)
    labels = words * WORD_SECONDS[bool(problem.stuck) or problem.perfect]
    each = costs.compile_seconds_per_state + TRANSITIONS * costs.seconds_per_transition
    return labels + way.visits * each


@cached(64)
def swept_again(problem: Problem, point: tuple[int, ...], seconds: float) -> tuple[int, int | None]:
    """A prime, and the value of the polynomial at a point modulo this prime by a whole sweep in the opposite
    order of the cells; None if the sweep takes longer than so many seconds.

    A total, the value at (1, 1), uses the kernel that has computed the first total.

    >>> from enumerate.model.board import Board
    >>> swept_again(Problem(Board.rectangle(4, 4), frozenset()), (1, 1), 1)[1]
    10012
    """
    is_total = set(point) == {1}
    prime = PRIME if is_total else SECOND_PRIME
    if second_sweep_seconds(problem) > seconds:
        return prime, None
    compiler = OperatorCompiler(Marking.NOTHING if is_total else Marking.PLAYER)
    try:
        program = compile_program(problem, route(problem).order[::-1], compiler)
    except NoPositionError:
        return prime, 0
    if is_total:
        return prime, evaluate(program, Residue(Sweeper(program.programs), prime))
    [residue] = run_points(program, [EvaluationPoint(prime, point)], 1)
    return prime, residue
