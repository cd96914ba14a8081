"""Evaluation points through a program: blocks of sixteen, over the threads of this process.

Read `compiler/program.py` first.

The kernel runs without the interpreter's lock and all threads share one compiled program, so processes would
only compile it again and keep it once each; docs/scaling.md has the measurement.
"""

from collections import deque
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass
from math import ceil
from queue import Empty, SimpleQueue

from ..compiler.operators import BlockOperator
from ..compiler.program import Program, loop_value
from ..evaluators.dense import dense_residues
from ..evaluators.integers import Buffers
from ..evaluators.kernel import ROW
from ..evaluators.points import LANES, EvaluationPoint
from ..evaluators.residues import Residues
from ..evaluators.vectors import BYTES
from ..plan.strategy import compiled_program
from ..rules.problem import Problem
from ..support.errors import StoppedError
from ..support.memory import core_count, remaining_memory
from ..support.progress import Report, silent

LOOPS = 8 * LANES  # of a trace in a block at least, so that its last vector costs little
TICK = 0.2  # seconds between two readings of the meter

Batch = tuple[Sequence[EvaluationPoint], list[int]]  # some lanes and their residues


def block_sizes(points: int, threads: int, most: int = LANES) -> list[int]:
    """How many lanes each block takes: equal shares; if more than one, a multiple of the threads."""
    blocks = ceil(points / most)
    if blocks > 1:
        blocks = min(ceil(blocks / threads) * threads, points)
    return [points // blocks + (i < points % blocks) for i in range(blocks)]


def most_points(program: Program) -> int:
    """How many lanes a block may have: few where the loops of a trace fill the vectors."""
    return min(LANES, ceil(LOOPS / len(program.loops())))


def peak_states(program: Program) -> int:
    """How many states' values are held at once, at most: two buffers a sweep, and what is kept meanwhile."""

    def sweep(operators: Sequence[BlockOperator]) -> int:
        return min(2, len(operators)) * max((operator.targets for operator in operators), default=1)

    return sum(map(sweep, (program.shared, program.right, program.left)))


def block_bytes(program: Program) -> int:
    """The bytes that a block of lanes takes, few lanes or many."""
    return (peak_states(program) + program.programs.rows * ROW) * BYTES


def fitting_threads(program: Program, threads: int, room: int) -> int:
    """How many of `threads` can run a block each in `room` bytes; at least one."""
    return max(1, min(threads, room // block_bytes(program)))


def run_memory(program: Program, points: int, threads: int) -> int:
    """The bytes that running lanes adds to a process that has compiled the program."""
    blocks = len(block_sizes(points, threads, most_points(program)))
    return block_bytes(program) * min(threads, blocks)


def block_operators(program: Program, points: int) -> int:
    """How many operators a block of so many lanes goes through."""
    return len(program.path) * ceil(points * len(program.loops()) / LANES)


class Meter:
    """How far a run is, counted in operators of a block. A stop ends every block after its operator."""

    def __init__(self, total: int) -> None:
        self.total, self.done, self.stopped = total, 0, False

    def tick(self, operators: int = 1) -> None:
        """Some operators of one block are done (a lost count between threads only delays the bar)."""
        self.done += operators
        if self.stopped:
            raise StoppedError("stopped")

    def share(self, whole: int) -> int:
        """How much of a whole is done."""
        return min(self.done, self.total) * whole // max(self.total, 1)


def run_block(
    program: Program,
    points: Sequence[EvaluationPoint],
    meter: Meter | None = None,
    buffers: Buffers | None = None,
) -> list[int]:
    """The residues of some lanes, sixteen loops at a time, in one thread, which may keep `buffers`.

    In a trace every prime begins at other states of the classes: were a class wrong, primes would contradict.
    """
    if program.is_folded and (found := _dense(program, points, meter)) is not None:
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


def _dense(program: Program, points: Sequence[EvaluationPoint], meter: Meter | None) -> list[int] | None:
    """The residues by the dense kernel; None if it is not for this problem or these points."""
    found: list[int] = []
    for first in range(0, len(points), LANES):
        some = points[first : first + LANES]
        residues = dense_residues(program.problem, some)
        if residues is None:
            return None
        if meter is not None:
            meter.tick(len(program.operators))
        found += residues[: len(some)]
    return found


def batches(
    points: Sequence[EvaluationPoint], workers: int, most: int = LANES
) -> list[Sequence[EvaluationPoint]]:
    """The lanes in blocks of at most `most`, equal shares for all workers."""
    found, at = [], 0
    for size in block_sizes(len(points), workers, most):
        found.append(points[at : at + size])
        at += size
    return found


def run_batches(
    program: Program,
    todo: list[Sequence[EvaluationPoint]],
    threads: int,
    report: Report = silent,
) -> Generator[Batch]:
    """The residues of batches of lanes, in any order, as they are done.

    Each thread takes the next batch when it is free. After a failure those under way are finished. If whoever
    listens or takes the residues raises an error, those under way are given up.
    """
    points = sum(map(len, todo))
    meter = Meter(sum(block_operators(program, len(batch)) for batch in todo))
    waiting = deque(todo)
    done: SimpleQueue[tuple[Sequence[EvaluationPoint], list[int] | BaseException] | None] = SimpleQueue()

    def work() -> None:
        buffers = Buffers()
        with suppress(IndexError):
            while batch := waiting.popleft():
                try:
                    done.put((batch, run_block(program, batch, meter, buffers)))
                except BaseException as failed:
                    waiting.clear()
                    done.put((batch, failed))
        done.put(None)

    error: BaseException | None = None
    with ThreadPoolExecutor(threads) as pool:
        try:
            for _ in range(threads):
                pool.submit(copy_context().run, work)
            working = threads
            while working:
                try:
                    outcome = done.get(timeout=TICK)
                except Empty:
                    report(meter.share(points), points)
                    continue
                if outcome is None:
                    working -= 1
                elif isinstance(outcome[1], BaseException):
                    error = error or outcome[1]
                else:
                    yield outcome[0], outcome[1]
                report(meter.share(points), points)
        except BaseException:
            meter.stopped = True
            waiting.clear()
            raise
    if error is not None:
        raise error


def run_points(
    program: Program,
    points: Sequence[EvaluationPoint],
    threads: int | None = None,
    report: Report = silent,
) -> list[int]:
    """The residues of all lanes, in order; the same whatever the number of threads."""
    workers = threads or core_count()
    known: dict[EvaluationPoint, int] = {}
    todo = batches(points, workers, most_points(program))
    for batch, residues in run_batches(program, todo, workers, report):
        known.update(zip(batch, residues, strict=True))
    return [known[point] for point in points]


@dataclass(frozen=True)
class Threads:
    """`size` threads of this process; their blocks fit `max_memory` (default: what is free)."""

    size: int
    max_memory: int | None = None

    def __call__(
        self, problem: Problem, points: Sequence[EvaluationPoint], report: Report = silent
    ) -> Generator[Batch]:
        """The residues, batch by batch as they are done."""
        program = compiled_program(problem)
        threads = fitting_threads(program, self.size, remaining_memory(self.max_memory))
        todo = batches(points, threads, most_points(program))
        return run_batches(program, todo, threads, report)
