"""Workers here: threads of this process.

The kernel runs without the interpreter's lock and all threads share one compiled program, so processes would
only compile it again and keep it once each; docs/scaling.md has the measurement.
"""

from collections.abc import Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from threading import Event

from ..frontier.lanes import Lane, Task
from .runner import Batch


def batches(lanes: Sequence[Lane], workers: int) -> list[Sequence[Lane]]:
    """The lanes in blocks as the kernel likes them, equal shares for all workers."""
    from ..frontier.modular import block_sizes

    found, at = [], 0
    for size in block_sizes(len(lanes), workers):
        found.append(lanes[at : at + size])
        at += size
    return found


@dataclass(frozen=True)
class Threads:
    """`size` threads of this process."""

    size: int

    def __call__(self, task: Task, lanes: Sequence[Lane], stop: Event) -> Generator[Batch]:
        """The residues, batch by batch as they are done; after `stop` only what was under way."""
        from ..frontier.modular import compile_task, run_block

        program = compile_task(task)
        todo = batches(lanes, self.size)[::-1]
        running: dict[Future[list[int]], Sequence[Lane]] = {}
        with ThreadPoolExecutor(self.size) as pool:
            try:
                while todo or running:
                    while todo and len(running) < 2 * self.size and not stop.is_set():
                        batch = todo.pop()
                        running[pool.submit(run_block, program, batch)] = batch
                    if stop.is_set():
                        todo.clear()
                        running = {future: batch for future, batch in running.items() if not future.cancel()}
                    for future in wait(running, return_when=FIRST_COMPLETED).done:
                        yield running.pop(future), future.result()
            finally:
                for future in running:
                    future.cancel()
