"""Workers here: threads of this process.

The kernel runs without the interpreter's lock and all threads share one compiled program, so processes would
only compile it again and keep it once each; docs/scaling.md has the measurement.
"""

from collections.abc import Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from threading import Event

from ..algebras.lane import Lane
from ..frontier.task import Task
from ..support.memory import available_memory, process_memory
from ..support.progress import Report, silent
from .runner import Batch


def batches(lanes: Sequence[Lane], workers: int, most: int) -> list[Sequence[Lane]]:
    """The lanes in blocks of at most `most`, equal shares for all workers."""
    from ..algebras.modular import block_sizes

    found, at = [], 0
    for size in block_sizes(len(lanes), workers, most):
        found.append(lanes[at : at + size])
        at += size
    return found


@dataclass(frozen=True)
class Threads:
    """`size` threads of this process; their blocks fit `max_memory` (default: what is free).

    `report` hears how far they are, within a batch, too.
    """

    size: int
    max_memory: int | None = None
    report: Report = silent

    def __call__(self, task: Task, lanes: Sequence[Lane], stop: Event) -> Generator[Batch]:
        """The residues, batch by batch as they are done; after `stop` or an error what was under way."""
        from ..algebras.modular import TICK, Meter, fitting_lanes, run_block
        from ..frontier.program import compile_task

        program = compile_task(task)
        room = available_memory() if self.max_memory is None else self.max_memory - process_memory()[0]
        todo = batches(lanes, self.size, fitting_lanes(program, self.size, room))[::-1]
        running: dict[Future[list[int]], Sequence[Lane]] = {}
        meter = Meter(len(todo) * len(program.steps))
        error: BaseException | None = None
        with ThreadPoolExecutor(self.size) as pool, ThreadPoolExecutor(self.size) as helpers:
            # a single batch is shared by the threads, step by step
            shared = (helpers, self.size) if len(todo) == 1 and self.size > 1 else (None, 1)
            try:
                while todo or running:
                    while todo and len(running) < 2 * self.size and not stop.is_set():
                        batch = todo.pop()
                        running[pool.submit(run_block, program, batch, meter, *shared)] = batch
                    if stop.is_set() or error is not None:
                        todo.clear()
                        running = {future: batch for future, batch in running.items() if not future.cancel()}
                    for future in wait(running, TICK, FIRST_COMPLETED).done:
                        batch = running.pop(future)
                        if (failed := future.exception()) is None:
                            yield batch, future.result()
                        error = error or failed
                    self.report(meter.share(len(lanes)), len(lanes))
            finally:
                for future in running:
                    future.cancel()
        if error is not None:
            raise error
