"""Answers from residues: bound the coefficients, choose points, evaluate them on threads, assemble.

Each answer has its provenance. The kernel runs without the interpreter lock, and all threads share one
compiled program. Processes would each compile and store the program; docs/scaling.md has the measurement.

`counting/solve.py` calls this module for plans with residues. Read `reconstruction.py` and
`compiler/program.py` first.
"""

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from math import ceil, inf
from queue import Empty, SimpleQueue
from threading import local
from typing import Any, TypeVar

from ..compiler.operators import Marking, OperatorCompiler
from ..compiler.program import Program, compile_program, evaluate, loop_value
from ..evaluators.dense import dense_residues, supports
from ..evaluators.integers import PRIME, Residue, support, total_bound
from ..evaluators.kernel import ROW_PITCH
from ..evaluators.points import LANES, EvaluationPoint
from ..evaluators.residues import Residues
from ..evaluators.sweeper import Buffers, Sweeper, ticking
from ..evaluators.vectors import BYTES
from ..model.polynomial import Polynomial
from ..plan.plan import COSTS, Wanted, What, sweep_seconds
from ..plan.strategy import compiled_program, route
from ..rules.problem import NoPositionError, Problem, is_symmetric, position_bound
from ..support.caches import cached
from ..support.errors import StoppedError
from ..support.memory import MORE, CostEstimate, core_count, process_memory, remaining_memory
from ..support.result import digits
from ..support.run import Report, current, silent, stages
from .reconstruction import (
    Again,
    ContradictionError,
    PlayPlan,
    PolynomialPlan,
    Reconstruction,
    TotalPlan,
    assemble_mended,
    chinese_remainder,
    choose_primes,
    weighted_plan,
)

MIN_BLOCK_LOOPS = 8 * LANES  # of a trace, so that an incomplete last vector of a block costs little
METER_SECONDS = 0.2  # between two readings of the meter
Point = TypeVar("Point")
Batch = tuple[Sequence[EvaluationPoint], list[int]]  # some lanes and their residues


def most_points(program: Program) -> int:
    """The greatest number of points of a block; few are enough if the loops of a trace fill the vectors."""
    return min(LANES, ceil(MIN_BLOCK_LOOPS / len(program.loops())))


def block_bytes(program: Program) -> int:
    """The bytes of a block of any size: two buffers for each part of the sweep, and temporary rows."""
    rows = program.programs.rows * ROW_PITCH // BYTES
    for operators in (program.shared, program.right, program.left):
        rows += min(2, len(operators)) * max((operator.targets for operator in operators), default=1)
    return rows * BYTES


def fitting_threads(program: Program, threads: int, room: int) -> int:
    """The number of `threads` that can each run a block within `room` bytes; at least 1."""
    return max(1, min(threads, room // block_bytes(program)))


def run_memory(program: Program, points: int, threads: int) -> int:
    """The bytes that evaluating `points` points adds to a process that has compiled the program."""
    blocks = batches(range(points), threads, most_points(program))
    return block_bytes(program) * min(threads, len(blocks))


class Meter:
    """The progress of a run, in operators of a block. After a stop, every block ends after its operator."""

    def __init__(self, total: int) -> None:
        self.total, self.done, self.stopped = total, 0, False

    def tick(self, operators: int = 1) -> None:
        """Record finished operators of one block (a race between threads only delays the progress bar)."""
        self.done += operators
        if self.stopped:
            raise StoppedError("stopped")

    def share(self, whole: int) -> int:
        """The finished part of `whole` units."""
        return min(self.done, self.total) * whole // max(self.total, 1)


def run_block(
    program: Program,
    points: Sequence[EvaluationPoint],
    meter: Meter | None = None,
    buffers: Buffers | None = None,
) -> list[int]:
    """The residues at some points, a vector of loops at a time, in one thread, which may reuse `buffers`.

    In a trace, every prime starts at other states of the classes, so that wrong classes make primes disagree.
    """
    if program.is_folded and supports(program.problem, points):
        found: list[int] = []
        for first in range(0, len(points), LANES):
            found += dense_residues(program.problem.board.shape, points[first : first + LANES])
            if meter is not None:
                meter.tick(len(program.operators))
        return found
    tick = (lambda operator: meter.tick()) if meter is not None else None
    loops = [(i, *loop) for i, point in enumerate(points) for loop in program.loops(point.prime)]
    sums = [0] * len(points)
    residues, held = None, None
    for first in range(0, len(loops), LANES):
        some = loops[first : first + LANES]
        which, starts, ends, times = zip(*some, *[some[-1]] * (LANES - len(some)), strict=True)
        if residues is None or which != held:
            residues, held = Residues(program.programs, [points[i] for i in which], tick, buffers), which
        values = loop_value(program, residues, starts, ends)
        for i, value, number in list(zip(which, values, times, strict=True))[: len(some)]:
            sums[i] += number * value
    return [total % point.prime for total, point in zip(sums, points, strict=True)]


def batches(points: Sequence[Point], workers: int, most: int = LANES) -> list[Sequence[Point]]:
    """The points in equal blocks of at most `most`; their number is 1 or a multiple of the workers."""
    blocks = ceil(len(points) / most)
    if blocks > 1:
        blocks = min(ceil(blocks / workers) * workers, len(points))
    ends = [len(points) * block // (blocks or 1) for block in range(blocks + 1)]
    return [points[first:end] for first, end in pairwise(ends)]


def run_batches(
    program: Program,
    todo: list[Sequence[EvaluationPoint]],
    threads: int,
    report: Report = silent,
) -> Generator[Batch]:
    """The residues of batches of points, in the order in which they finish.

    After a failure, running batches are finished. If the caller raises an error, they are abandoned.
    """
    points = sum(map(len, todo))
    blocks = (ceil(len(batch) * len(program.loops()) / LANES) for batch in todo)
    meter = Meter(len(program.path) * sum(blocks))
    of_thread = local()

    def work(batch: Sequence[EvaluationPoint]) -> Batch:
        buffers = of_thread.__dict__.setdefault("buffers", Buffers())
        return batch, run_block(program, batch, meter, buffers)

    error: BaseException | None = None
    done: SimpleQueue[Future[Batch]] = SimpleQueue()
    with ThreadPoolExecutor(threads) as pool:
        futures = [pool.submit(copy_context().run, work, batch) for batch in todo]
        try:
            for future in futures:
                future.add_done_callback(done.put)
            waiting = len(futures)
            while waiting:
                with suppress(Empty):
                    future = done.get(timeout=METER_SECONDS)
                    waiting -= 1
                    if future.cancelled():
                        continue
                    if failure := future.exception():
                        error = error or failure
                        for other in futures:
                            other.cancel()
                    else:
                        yield future.result()
                report(meter.share(points), points)
        except BaseException:
            meter.stopped = True
            for other in futures:
                other.cancel()
            raise
    if error is not None:
        raise error


def run_points(
    program: Program,
    points: Sequence[EvaluationPoint],
    threads: int | None = None,
    report: Report = silent,
) -> list[int]:
    """The residues at all points, in order, independent of the number of threads."""
    workers = threads or core_count()
    known: dict[EvaluationPoint, int] = {}
    todo = batches(points, workers, most_points(program))
    for batch, residues in run_batches(program, todo, workers, report):
        known.update(zip(batch, residues, strict=True))
    return [known[point] for point in points]


@dataclass(frozen=True)
class Threads:
    """`size` threads of this process, whose blocks fit into `max_memory` (default: the free memory)."""

    size: int
    max_memory: int | None = None

    def __call__(
        self, problem: Problem, points: Sequence[EvaluationPoint], report: Report = silent
    ) -> Generator[Batch]:
        """The residues of batches, in the order in which they finish."""
        program = compiled_program(problem)
        threads = fitting_threads(program, self.size, remaining_memory(self.max_memory))
        todo = batches(points, threads, most_points(program))
        return run_batches(program, todo, threads, report)


BOUNDING_SHARE = 0.05  # of the time, about
SECOND_PRIME = 998_244_353  # for confirmations: engines use greater primes first
Planner = Callable[[Program, int], Reconstruction]  # of a program and a bound on every coefficient


def answer(
    problem: Problem, plan_for: Planner, share: float = 0.1, bound: int | None = None
) -> tuple[Any, dict[str, object]]:
    """The answer from residues with its provenance; compiling takes this `share` of the time."""
    compiling, answering = stages([share, 1 - share], ["compiling", ""])
    with compiling as settings:
        program = compiled_program(problem, settings.report)
    with answering:
        return answer_program(program, plan_for, problem, bound)


def answer_program(
    program: Program, plan_for: Planner, problem: Problem | None = None, bound: int | None = None
) -> tuple[Any, dict[str, object]]:
    """As `answer`, for a compiled program. If `problem` is given, residues may be computed elsewhere. The
    default `bound` on every coefficient is the exact number of positions.
    """
    bounding, counting = stages([BOUNDING_SHARE, 1 - BOUNDING_SHARE], ["bounding", "counting"])
    with bounding as settings:
        if bound is None and program.cycles is not None:
            most = position_bound(program.problem.board, program.problem.game)
            variables = program.problem.variables
            bound = answer_program(program, lambda _, bound: TotalPlan(variables, bound), bound=most)[0]
        elif bound is None:
            bound = total_bound(program, settings.report)
    with counting as settings:
        plan = plan_for(program, bound)
        points = plan.points()
        held = process_memory()[0]
        need = CostEstimate(f"{program.states:,} states", instead=f"Use fewer threads, {MORE}", held=held)
        threads = fitting_threads(program, settings.cores, need.allowed(settings.limit) - held)
        need._replace(memory=held + run_memory(program, len(points), threads)).require(settings.limit)
        again: Again | None = None
        if problem is not None and settings.runner is not None:
            residues = settings.runner(problem, points, settings.report)
            if recompute := getattr(settings.runner, "again", None):
                again = partial(recompute, problem, report=settings.report)
        else:
            residues = run_points(program, points, threads, settings.report)
        return assemble_mended(plan, residues, again), {
            "engine": "modular",
            "states": program.states,
            "lanes": len(points),
            "primes": plan.primes[:-1],
            "spare_prime": plan.primes[-1],
            "bound": digits(bound),
            "half_sweep": program.is_folded,
        }


def modular_answer(problem: Problem, wanted: Wanted, share: float = 0.1) -> tuple[Any, dict[str, object]]:
    """The wanted answer to a problem, from residues, with its provenance."""
    skip, variables, bound = current().skip_primes, problem.variables, None
    symmetric = current().symmetry and is_symmetric(problem.board, problem.stuck, problem.game)
    if wanted.what is What.TOTAL:  # the bound comes from the placements, not from another sweep
        bound = position_bound(problem.board, problem.game)

    def plan_for(program: Program, bound: int) -> Reconstruction:
        match wanted.what:
            case What.TOTAL:
                return TotalPlan(variables, bound, skip)
            case What.DIFFERENCES:
                return PlayPlan(bound, support(program), wanted.differences, symmetric, skip)
            case What.POLYNOMIAL:
                return PolynomialPlan.shortest(variables, bound, support(program), symmetric, skip)
        return weighted_plan(program, wanted.weights, wanted.grades, bound)

    value, provenance = answer(problem, plan_for, share, bound)
    return replace(value, provenance=provenance) if isinstance(value, Polynomial) else value, provenance


def primes_for(bound: int) -> list[int]:
    """Primes whose residues determine an integer from 0 to `bound`, and a spare prime."""
    return choose_primes(bound, top=PRIME + 1)


def total_by_primes(program: Program, bound: int, threads: int = 1, report: Report = silent) -> int:
    """The number of positions, at most `bound`, modulo one prime at a time, if limbs do not fit into memory.

    Each prime below 2^47 takes a separate sweep, with 64 bits for each state. `bound` determines the number
    of primes; one spare prime must agree with the others. The program has no weights.

    >>> from enumerate.compiler.program import compile_program
    >>> from enumerate.model.board import Board
    >>> board = Board.rectangle(4, 4)
    >>> total_by_primes(compile_program(Problem(board), sorted(board.cells)), 2**24)
    10012
    """
    primes = primes_for(bound)
    sweeper = Sweeper(program.programs, threads, ticking(program.operators * len(primes), report))
    *residues, check = [evaluate(program, Residue(sweeper, prime)) for prime in primes]
    [total] = chinese_remainder([[residue] for residue in residues], primes[:-1])
    if total % primes[-1] != check:
        raise ContradictionError(primes[-1])
    return total


def second_sweep_seconds(problem: Problem) -> float:
    """The seconds for a whole sweep modulo one prime in another order of the cells; infinite for a trace."""
    chosen = route(problem)
    return inf if chosen.is_trace else sum(sweep_seconds(chosen, COSTS["integers"]))


@cached(64)
def swept_again(problem: Problem, point: tuple[int, ...], seconds: float) -> tuple[int, int | None]:
    """A prime, and the value of the polynomial at a point modulo this prime by a whole sweep in the opposite
    order of the cells; None if the sweep would take more than `seconds`.

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
