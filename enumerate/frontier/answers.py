"""Answers from lanes: bound, plan, run, assemble; each with how it was obtained."""

from collections.abc import Callable
from functools import partial
from typing import Any

from ..memory import available_memory, process_memory, require_memory
from ..polynomial import Polynomial
from ..symmetry import is_symmetric
from .estimate import announce, check_states
from .lanes import Plan, PlayPlan, PolynomialPlan, TotalPlan
from .modular import block_sizes, fitting_lanes, run_here, run_memory, support, total_bound
from .program import Mirrored, Program, compile_task
from .run import Run
from .task import Task

PER_BLOCK, PER_LANE = 8e-9, 0.7e-9  # seconds for each transition, measured; for the estimate of time only


def answer(task: Task, plan_for: Callable[[Any, int], Plan], run: Run) -> tuple[Any, dict[str, object]]:
    """The value that a plan assembles, and how it was obtained."""
    check_states(task.board, task.stuck, run)
    program = compile_task(task, run.report)
    bound = total_bound(program)
    plan = plan_for(program, bound)
    lanes = plan.lanes()
    held, peak = process_memory()
    allowed = run.max_memory if run.max_memory is not None else available_memory() + held
    most = fitting_lanes(program, run.cores, allowed - held)
    need = max(peak, held + run_memory(program, len(lanes), run.cores, most))
    blocks = len(block_sizes(len(lanes), run.cores, most))
    seconds = program.transitions * (blocks * PER_BLOCK + len(lanes) * PER_LANE) / run.cores
    announce(
        run,
        f"{program.states:,} states, {program.transitions:,} transitions, {len(lanes):,} lanes "
        f"({len(plan.primes)} primes)",
        need,
        seconds,
    )
    instead = "Use fewer threads, or allow more with max_memory (--max-memory)"
    require_memory(need, allowed, f"{program.states:,} states", instead)
    runner = run.runner or partial(run_here, threads=run.threads, most=most)
    value = plan.assemble(runner(task, lanes, run.report))
    return value, provenance(program, plan, bound)


def provenance(program: Program | Mirrored, plan: Plan, bound: int) -> dict[str, object]:
    """How an answer was obtained that a plan assembled."""
    return {
        "engine": "modular",
        "states": program.states,
        "lanes": len(plan.lanes()),
        "primes": plan.primes[:-1],
        "spare_prime": plan.primes[-1],
        "bound": str(bound),
        "half_sweep": isinstance(program, Mirrored),
    }


def modular_total(task: Task, run: Run) -> tuple[int, dict[str, object]]:
    """The number of positions."""
    return answer(task, lambda program, bound: TotalPlan(task.board.dimension, bound, run.skip_primes), run)


def modular_play(task: Task, differences: tuple[int, ...], run: Run) -> tuple[int, dict[str, object]]:
    """The number of positions with a - b in `differences`."""
    symmetric = run.symmetry and is_symmetric(task.board, task.stuck)

    def plan_for(program: Any, bound: int) -> Plan:
        ranges = support(program)
        if ranges is None:
            return TotalPlan(2, 0, run.skip_primes)
        return PlayPlan(bound, ranges, differences, symmetric, run.skip_primes)

    return answer(task, plan_for, run)


def modular_polynomial(task: Task, run: Run) -> Polynomial:
    """The whole generating polynomial."""
    dimension = task.board.dimension
    symmetric = run.symmetry and is_symmetric(task.board, task.stuck)

    def plan_for(program: Any, bound: int) -> Plan:
        ranges = support(program)
        if ranges is None:
            return TotalPlan(dimension, 0, run.skip_primes)
        return PolynomialPlan(dimension, bound, ranges, symmetric, run.skip_primes)

    value, provenance = answer(task, plan_for, run)
    coefficients = value.coefficients() if isinstance(value, Polynomial) else {}
    return Polynomial.of(coefficients, dimension, provenance)
