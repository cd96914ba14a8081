"""Answers from lanes: bound, plan, run, assemble; each with how it was obtained."""

from collections.abc import Callable
from functools import partial
from typing import Any

from ..algebras.modular import block_sizes, fitting_lanes, run_memory, support, total_bound
from ..frontier.estimate import announce, check_states
from ..frontier.program import Mirrored, Program, compile_task
from ..frontier.task import Task
from ..model.polynomial import Polynomial
from ..rules.symmetry import is_symmetric
from ..support.memory import available_memory, process_memory, require_memory
from ..support.settings import Settings
from .plans import Again, Plan, PlayPlan, PolynomialPlan, TotalPlan, assemble_mended
from .threads import run_lanes

PER_BLOCK, PER_LANE = 8e-9, 0.7e-9  # seconds for each transition, measured; for the estimate of time only

Planner = Callable[[Program | Mirrored, int], Plan]  # from a program and a bound on every coefficient


def answer(task: Task, plan_for: Planner, run: Settings) -> tuple[Any, dict[str, object]]:
    """The value that a plan assembles, and how it was obtained."""
    check_states(task.board, task.stuck, run)
    peak = process_memory()[1]
    program = compile_task(task, run.report)
    return answer_program(program, plan_for, run, task, peak)


def answer_program(
    program: Program | Mirrored,
    plan_for: Planner,
    run: Settings,
    task: Task | None = None,
    peak: int | None = None,
) -> tuple[Any, dict[str, object]]:
    """The same from a program; with the task that it was compiled from, the lanes may be computed elsewhere.
    Compiling it began with the process having held `peak` bytes at most.
    """
    bound = total_bound(program)
    plan = plan_for(program, bound)
    lanes = plan.lanes()
    held, reached = process_memory()
    allowed = run.max_memory if run.max_memory is not None else available_memory() + held
    most = fitting_lanes(program, run.cores, allowed - held)
    need = held + run_memory(program, len(lanes), run.cores, most)
    compiling = reached if peak is not None and reached > peak else 0
    blocks = len(block_sizes(len(lanes), run.cores, most))
    announce(
        run,
        f"{program.states:,} states, {program.transitions:,} transitions, {len(lanes):,} lanes "
        f"({len(plan.primes)} primes)",
        max(need, compiling),
        program.transitions * (blocks * PER_BLOCK + len(lanes) * PER_LANE),
        run.cores,
    )
    instead = "Use fewer threads, or allow more with max_memory (--max-memory)"
    require_memory(need, allowed, f"{program.states:,} states", instead)
    again: Again | None = None
    if task is not None and run.runner is not None:
        residues = run.runner(task, lanes, run.report)
        if recompute := getattr(run.runner, "again", None):
            again = partial(recompute, task, report=run.report)
    else:
        residues = run_lanes(program, lanes, run.threads, run.report, most)
    return assemble_mended(plan, residues, again), {
        "engine": "modular",
        "states": program.states,
        "lanes": len(lanes),
        "primes": plan.primes[:-1],
        "spare_prime": plan.primes[-1],
        "bound": str(bound),
        "half_sweep": isinstance(program, Mirrored),
    }


def modular_total(task: Task, run: Settings) -> tuple[int, dict[str, object]]:
    """The number of positions."""
    return answer(task, lambda program, bound: TotalPlan(task.board.dimension, bound, run.skip_primes), run)


def modular_play(task: Task, differences: tuple[int, ...], run: Settings) -> tuple[int, dict[str, object]]:
    """The number of positions with a - b in `differences`."""
    symmetric = run.symmetry and is_symmetric(task.board, task.stuck)
    return answer(
        task,
        lambda program, bound: PlayPlan(bound, support(program), differences, symmetric, run.skip_primes),
        run,
    )


def modular_polynomial(task: Task, run: Settings) -> Polynomial:
    """The whole generating polynomial."""
    dimension = task.board.dimension
    symmetric = run.symmetry and is_symmetric(task.board, task.stuck)
    value, how = answer(
        task,
        lambda program, bound: PolynomialPlan(dimension, bound, support(program), symmetric, run.skip_primes),
        run,
    )
    return Polynomial.of(value.coefficients(), dimension, how)
