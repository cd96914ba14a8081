"""The one scheduler of lanes over threads of this process.

The kernel runs without the interpreter's lock and all threads share one compiled program, so processes would
only compile it again and keep it once each; docs/scaling.md has the measurement.
"""

from collections import deque
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass
from queue import Empty, SimpleQueue

from ..compiler.program import Program
from ..evaluators.modular import (
    TICK,
    Meter,
    block_phases,
    block_sizes,
    fitting_threads,
    most_lanes,
    run_block,
)
from ..evaluators.points import LANES, Lane
from ..plan.strategy import compile_task
from ..rules.problem import Problem
from ..support.memory import core_count, remaining_memory
from ..support.progress import Report, silent

Batch = tuple[Sequence[Lane], list[int]]  # some lanes and their residues


def batches(lanes: Sequence[Lane], workers: int, most: int = LANES) -> list[Sequence[Lane]]:
    """The lanes in blocks of at most `most`, equal shares for all workers.

    >>> [len(batch) for batch in batches([Lane(101, (i, 1)) for i in range(10)], 2, 4)]
    [3, 3, 2, 2]
    """
    found, at = [], 0
    for size in block_sizes(len(lanes), workers, most):
        found.append(lanes[at : at + size])
        at += size
    return found


def run_batches(
    program: Program,
    todo: list[Sequence[Lane]],
    threads: int,
    report: Report = silent,
) -> Generator[Batch]:
    """The residues of batches of lanes, in any order, as they are done.

    Each thread takes the next batch when it is free. After a failure those under way are finished. If whoever
    listens or takes the residues raises an error, those under way are given up.
    """
    lanes = sum(map(len, todo))
    meter = Meter(sum(block_phases(program, len(batch)) for batch in todo))
    waiting = deque(todo)
    done: SimpleQueue[tuple[Sequence[Lane], list[int] | BaseException] | None] = SimpleQueue()

    def work() -> None:
        with suppress(IndexError):
            while batch := waiting.popleft():
                try:
                    done.put((batch, run_block(program, batch, meter)))
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
                    told = done.get(timeout=TICK)
                except Empty:
                    report(meter.share(lanes), lanes)
                    continue
                if told is None:
                    working -= 1
                elif isinstance(told[1], BaseException):
                    error = error or told[1]
                else:
                    yield told[0], told[1]
                report(meter.share(lanes), lanes)
        except BaseException:
            meter.stopped = True
            waiting.clear()
            raise
    if error is not None:
        raise error


def run_lanes(
    program: Program,
    lanes: Sequence[Lane],
    threads: int | None = None,
    report: Report = silent,
) -> list[int]:
    """The residues of all lanes, in order; the same whatever the number of threads.

    >>> from enumerate.model.board import Board
    >>> from enumerate.compiler.program import compile_program
    >>> run_lanes(compile_program(Board.rectangle(2, 2)), [Lane(101, (1, 1)), Lane(103, (2, 3))])
    [7, 24]
    """
    workers = threads or core_count()
    known: dict[Lane, int] = {}
    todo = batches(lanes, workers, most_lanes(program))
    for batch, residues in run_batches(program, todo, workers, report):
        known.update(zip(batch, residues, strict=True))
    return [known[lane] for lane in lanes]


@dataclass(frozen=True)
class Threads:
    """`size` threads of this process; their blocks fit `max_memory` (default: what is free)."""

    size: int
    max_memory: int | None = None

    def __call__(self, task: Problem, lanes: Sequence[Lane], report: Report = silent) -> Generator[Batch]:
        """The residues, batch by batch as they are done."""
        program = compile_task(task)
        threads = fitting_threads(program, self.size, remaining_memory(self.max_memory))
        todo = batches(lanes, threads, most_lanes(program))
        return run_batches(program, todo, threads, report)
