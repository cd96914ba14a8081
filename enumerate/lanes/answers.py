"""Answers from lanes: bound, plan, run, assemble; each with how it was obtained."""

from collections.abc import Callable
from functools import partial
from typing import Any

from ..algebras.least import support
from ..algebras.modular import fitting_threads, run_memory, total_bound
from ..frontier.estimate import announce, check_states
from ..frontier.program import Mirrored, Program, compile_task
from ..frontier.task import Task
from ..model.polynomial import Polynomial
from ..rules.bounds import position_bound
from ..rules.symmetry import is_symmetric
from ..support.memory import available_memory, process_memory, require_memory
from ..support.progress import looking
from ..support.settings import Settings
from .plans import Again, Plan, PlayPlan, PolynomialPlan, TotalPlan, assemble_mended
from .threads import run_lanes

PER_OPERATION = 0.2e-9  # seconds for each operation and lane, measured; for the estimate of time only

COMPILING, BOUNDING = 0.1, 0.05  # shares of the time, about; what is compiled already takes none

Planner = Callable[[Program | Mirrored, int], Plan]  # from a program and a bound on every coefficient


def answer(
    task: Task, plan_for: Planner, settings: Settings, bound: int | None = None
) -> tuple[Any, dict[str, object]]:
    """The value that a plan assembles, and how it was obtained."""
    check_states(task, settings)
    peak = process_memory()[1]
    compiling, answering = settings.cut([COMPILING, 1 - COMPILING], ["compiling", ""])
    program = compile_task(task, compiling.report)
    return answer_program(program, plan_for, answering, task, peak, bound)


def answer_program(
    program: Program | Mirrored,
    plan_for: Planner,
    settings: Settings,
    task: Task | None = None,
    peak: int | None = None,
    bound: int | None = None,
) -> tuple[Any, dict[str, object]]:
    """The same from a program; with the task that it was compiled from, the lanes may be computed elsewhere.
    Compiling it began with the process having held `peak` bytes at most. Unless another `bound` is given,
    the exact number of positions bounds every coefficient.
    """
    bounding, counting = settings.cut([BOUNDING, 1 - BOUNDING], ["bounding", "counting"])
    if bound is None:
        bound = total_bound(program, bounding.report)
    plan = plan_for(program, bound)
    lanes = plan.lanes()
    held, reached = process_memory()
    allowed = settings.limit if settings.limit is not None else available_memory() + held
    threads = fitting_threads(program, settings.cores, allowed - held)
    need = held + run_memory(program, len(lanes), threads)
    compiling = reached if peak is not None and reached > peak else 0
    announce(
        settings,
        f"{program.states:,} states, {program.operations:,} operations, {len(lanes):,} lanes "
        f"({len(plan.primes)} primes)",
        max(need, compiling),
        program.operations * len(lanes) * PER_OPERATION,
        threads,
    )
    instead = "Use fewer threads, or allow more with max_memory (--max-memory)"
    require_memory(need, allowed, f"{program.states:,} states", instead)
    again: Again | None = None
    if task is not None and settings.runner is not None:
        residues = settings.runner(task, lanes, counting.report)
        if recompute := getattr(settings.runner, "again", None):
            again = partial(recompute, task, report=counting.report)
    else:
        residues = run_lanes(program, lanes, threads, counting.report)
    return assemble_mended(plan, residues, again), {
        "engine": "modular",
        "states": program.states,
        "lanes": len(lanes),
        "primes": plan.primes[:-1],
        "spare_prime": plan.primes[-1],
        "bound": str(bound),
        "half_sweep": isinstance(program, Mirrored),
    }


def modular_total(task: Task, settings: Settings) -> tuple[int, dict[str, object]]:
    """The number of positions; its bound comes from the placements, not from another sweep."""
    return answer(
        task,
        lambda program, bound: TotalPlan(task.variables, bound, settings.skip_primes),
        settings,
        position_bound(task.board, task.game),
    )


def modular_play(
    task: Task, differences: tuple[int, ...], settings: Settings
) -> tuple[int, dict[str, object]]:
    """The number of positions with a - b in `differences`."""
    symmetric = settings.symmetry and is_symmetric(task.board, task.stuck, task.game)
    return answer(
        task,
        lambda program, bound: PlayPlan(
            bound, support(program, looking(settings.report)), differences, symmetric, settings.skip_primes
        ),
        settings,
    )


def modular_polynomial(task: Task, settings: Settings) -> Polynomial:
    """The whole generating polynomial."""
    dimension = task.variables
    symmetric = settings.symmetry and is_symmetric(task.board, task.stuck, task.game)
    value, how = answer(
        task,
        lambda program, bound: PolynomialPlan(
            dimension, bound, support(program, looking(settings.report)), symmetric, settings.skip_primes
        ),
        settings,
    )
    return Polynomial.of(value.coefficients(), dimension, how)
