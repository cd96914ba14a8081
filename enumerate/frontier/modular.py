"""The modular evaluator: run lanes through a program on all cores, and the bounds that plans need."""

import math
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import pairwise

import numpy as np

from ..progress import Report, silent
from .kernel import NEVER, WEIGHTS, LaneBlock, carry_floats, carry_least
from .lanes import Lane, Support, Task
from .packed import position_bound
from .program import Mirrored, Program, compile_best, evaluate
from .steps import Step
from .sweep import INVERSES, PLAYERS
from .words import Array

MOST_LANES = 64  # in one block; more do not fit the caches, fewer leave short runs unvectorised


def total_bound(program: Program | Mirrored) -> int:
    """A proved upper bound on the number of positions, hence on every coefficient.

    The sum in floating point. A sum (or product) of non-negative floats is at least (1 - 2^-53)^n times the
    exact one, n operations deep; there are fewer than 2^32 of them here, so adding 2^-20 of the result
    covers it. A result beyond the range of floats is replaced by a product over the cells.
    """

    def join(one: Array, two: Array, partner: Array) -> Array:
        return np.array([np.dot(one, np.where(partner >= 0, two[partner], 0))])

    with np.errstate(over="ignore", invalid="ignore"):
        total = float(evaluate(program, np.ones(1), carry_floats, join).sum())
    crude = position_bound(program.board)
    return min(crude, math.ceil(total * (1 + 2**-20))) if math.isfinite(total) else crude


def least(program: Program | Mirrored, cost: Sequence[int]) -> int | None:
    """The least cost of a position, if a domino along an axis costs cost[axis]; None if there is none."""
    table = np.zeros(WEIGHTS, dtype=np.int32)
    for player, inverse, price in zip(PLAYERS, INVERSES, cost, strict=False):
        table[player], table[inverse] = price, -price

    def join(one: Array, two: Array, partner: Array) -> Array:
        return np.asarray(np.where(partner >= 0, one + two[partner], NEVER).min(keepdims=True))

    values = evaluate(
        program, np.zeros(1, dtype=np.int32), lambda steps, start: carry_least(steps, start, table), join
    )
    return int(values[0]) if len(values) and values[0] < NEVER // 2 else None


def support(program: Program | Mirrored) -> Support | None:
    """The exact ranges of the exponents; None if there is no position."""
    dimension = program.board.dimension

    def span(cost: Sequence[int]) -> tuple[int, int]:
        low, high = least(program, cost), least(program, [-c for c in cost])
        assert low is not None
        assert high is not None
        return low, -high

    if least(program, [1] * dimension) is None:
        return None
    axes = [[int(a == axis) for a in range(dimension)] for axis in range(dimension)]
    return Support(
        span([1] * dimension),
        tuple(span(cost) for cost in axes),
        span([1, -1, 0][:dimension]),
    )


def block_sizes(lanes: int, threads: int, most: int = MOST_LANES) -> list[int]:
    """How many lanes each block takes: equal shares, a multiple of the threads where possible."""
    blocks = max(1, math.ceil(lanes / most))
    if lanes > 1:
        blocks = math.ceil(blocks / threads) * threads
    blocks = min(blocks, lanes)
    return [lanes // blocks + (i < lanes % blocks) for i in range(blocks)]


def peak_states(program: Program | Mirrored) -> int:
    """How many states' values are held at once, at most: two buffers a sweep, and what is kept meanwhile.

    >>> from enumerate.board import Board
    >>> peak_states(compile_task(Task(Board.rectangle(4, 4), frozenset())))
    48
    """

    def sweep(steps: Sequence[Step]) -> tuple[int, int]:
        """While carrying, and of the result alone: a result smaller than its buffer is copied."""
        if not steps:
            return 0, 0
        most, last = max(step.targets for step in steps), steps[-1].targets
        return min(2, len(steps)) * most + (last if last < most else 0), last

    if isinstance(program, Program):
        return sweep(program.steps)[0]
    (half, kept), (fold, met), (middle, _) = map(sweep, (program.half, program.fold, program.middle))
    return max(half, kept + fold, kept + met + middle)


def run_memory(program: Program | Mirrored, lanes: int, threads: int, most: int = MOST_LANES) -> int:
    """The bytes that running lanes adds to a process that has compiled the program."""
    sizes = block_sizes(lanes, threads, most)
    return peak_states(program) * max(sizes) * 4 * min(threads, len(sizes))


def fitting_lanes(program: Program | Mirrored, threads: int, room: int) -> int:
    """How many lanes a block may have so that `threads` blocks at once fit in `room` bytes; at least one.

    >>> from enumerate.board import Board
    >>> fitting_lanes(compile_task(Task(Board.rectangle(4, 4), frozenset())), 2, 4000)
    10
    """
    return max(1, min(MOST_LANES, room // (4 * threads * max(1, peak_states(program)))))


def run_block(program: Program | Mirrored, lanes: Sequence[Lane]) -> list[int]:
    """The residues of a few lanes, in one thread."""
    primes = np.array([lane.prime for lane in lanes], dtype=np.int64)
    block = LaneBlock(primes, np.array([lane.point for lane in lanes], dtype=np.int64).T)
    values = evaluate(program, block.start(), block.carry, block.dot)
    return [int(v) for v in values] if len(values) else [0] * len(lanes)


def run_lanes(
    program: Program | Mirrored,
    lanes: Sequence[Lane],
    threads: int | None = None,
    report: Report = silent,
    most: int = MOST_LANES,
) -> list[int]:
    """The residues of all lanes, in order; the same whatever the number of threads.

    >>> from enumerate.board import Board
    >>> from enumerate.frontier.program import compile_program
    >>> run_lanes(compile_program(Board.rectangle(2, 2)), [Lane(101, (1, 1)), Lane(103, (2, 3))])
    [7, 24]
    """
    workers = threads or os.cpu_count() or 1
    cuts = np.cumsum([0, *block_sizes(len(lanes), workers, most)]).tolist()
    blocks = [lanes[a:b] for a, b in pairwise(cuts)]
    residues: list[int] = []
    report(0, len(lanes))
    if len(blocks) == 1:
        return run_block(program, blocks[0])
    with ThreadPoolExecutor(workers) as pool:
        futures = [pool.submit(run_block, program, block) for block in blocks]
        try:
            for future in futures:
                residues += future.result()
                report(len(residues), len(lanes))
        except BaseException:
            for future in futures:
                future.cancel()
            raise
    return residues


@lru_cache(maxsize=2)
def compile_task(task: Task) -> Program | Mirrored:
    """The program of a task; the last ones are kept."""
    return compile_best(task.board, task.stuck, task.symmetry)


def run_here(
    task: Task,
    lanes: Sequence[Lane],
    report: Report = silent,
    threads: int | None = None,
    most: int = MOST_LANES,
) -> list[int]:
    """The runner that uses the cores of this process."""
    return run_lanes(compile_task(task), lanes, threads, report, most)
