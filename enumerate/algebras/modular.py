"""The modular evaluator: run lanes through a program on all cores, and the bounds that plans need."""

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from ..frontier.program import Mirrored, Program, evaluate
from ..frontier.steps import Step
from ..frontier.visit import INVERSES, PLAYERS, WEIGHTS
from ..frontier.words import Array
from ..rules.bounds import position_bound
from ..support.errors import StoppedError
from ..support.progress import Report, silent
from .kernel import NEVER, LaneBlock, carry_floats, carry_least
from .lane import Lane, Support

TICK = 0.2  # seconds between two looks at the meter
MOST_LANES = 64  # in one block; more do not fit the caches, fewer leave short runs unvectorised


def total_bound(program: Program | Mirrored, report: Report = silent) -> int:
    """A proved upper bound on the number of positions, hence on every coefficient.

    The sum in floating point. A sum (or product) of non-negative floats is at least (1 - 2^-53)^n times the
    exact one, n operations deep; there are fewer than 2^32 of them here (a half that is joined with itself
    counts twice), so adding 2^-20 of the result covers it. A result beyond the range of floats is replaced
    by a product over the cells.
    """

    def join(one: Array, two: Array, partner: Array) -> Array:
        return np.array([np.dot(one, np.where(partner >= 0, two[partner], 0))])

    def carry(steps: Sequence[Step], start: Array) -> Array:
        return carry_floats(steps, start, report)

    depth = sum(int(np.diff(step.first).max(initial=0)) for step in program.steps) + program.states
    assert 2 * depth < 2**32
    with np.errstate(over="ignore", invalid="ignore"):
        total = float(evaluate(program, np.ones(1), carry, join).sum())
    crude = position_bound(program.task.board, program.task.game)
    return min(crude, math.ceil(total * (1 + 2**-20))) if math.isfinite(total) else crude


def least(program: Program | Mirrored, cost: Sequence[int], report: Report = silent) -> int | None:
    """The least cost of a position, if a domino along an axis costs cost[axis]; None if there is none."""
    table = np.zeros(WEIGHTS, dtype=np.int32)
    for player, inverse, price in zip(PLAYERS, INVERSES, cost, strict=False):
        table[player], table[inverse] = price, -price

    def join(one: Array, two: Array, partner: Array) -> Array:
        return np.asarray(np.where(partner >= 0, one + two[partner], NEVER).min(keepdims=True))

    def carry(steps: Sequence[Step], start: Array) -> Array:
        return carry_least(steps, start, table, report)

    values = evaluate(program, np.zeros(1, dtype=np.int32), carry, join)
    return int(values[0]) if len(values) and values[0] < NEVER // 2 else None


def support(program: Program | Mirrored, report: Report = silent) -> Support:
    """The exact ranges of the exponents."""
    dimension = program.task.variables

    def span(cost: Sequence[int]) -> tuple[int, int]:
        low, high = (least(program, [sign * c for c in cost], report) for sign in (1, -1))
        assert low is not None
        assert high is not None
        return low, -high

    axes = [[int(a == axis) for a in range(dimension)] for axis in range(dimension)]
    return Support(
        span([1] * dimension),
        tuple(span(cost) for cost in axes),
        span([1, -1, 0][:dimension]),
    )


def block_sizes(lanes: int, threads: int, most: int = MOST_LANES) -> list[int]:
    """How many lanes each block takes: equal shares; if more than one, a multiple of the threads."""
    blocks = math.ceil(lanes / most)
    if blocks > 1:
        blocks = min(math.ceil(blocks / threads) * threads, lanes)
    return [lanes // blocks + (i < lanes % blocks) for i in range(blocks)]


def peak_states(program: Program | Mirrored) -> int:
    """How many states' values are held at once, at most: two buffers a sweep, and what is kept meanwhile.

    >>> from enumerate.model.board import Board
    >>> from enumerate.frontier.program import Task, compile_task
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

    >>> from enumerate.model.board import Board
    >>> from enumerate.frontier.program import Task, compile_task
    >>> fitting_lanes(compile_task(Task(Board.rectangle(4, 4), frozenset())), 2, 4000)
    10
    """
    return max(1, min(MOST_LANES, room // (4 * threads * max(1, peak_states(program)))))


class Meter:
    """How far a run is, counted in steps of a block; telling it to stop ends every block after its step."""

    def __init__(self, total: int) -> None:
        self.total, self.done, self.stopped = total, 0, False

    def tick(self) -> None:
        """One step of one block is done (a lost count between threads only delays the bar)."""
        self.done += 1
        self.look()

    def look(self) -> None:
        """Stop here if that was asked for."""
        if self.stopped:
            raise StoppedError("stopped")

    def share(self, whole: int) -> int:
        """How much of a whole is done.

        >>> meter = Meter(4)
        >>> meter.tick()
        >>> meter.share(100)
        25
        """
        return min(self.done, self.total) * whole // max(self.total, 1)


def run_block(
    program: Program | Mirrored,
    lanes: Sequence[Lane],
    meter: Meter | None = None,
    helpers: ThreadPoolExecutor | None = None,
    shares: int = 1,
) -> list[int]:
    """The residues of a few lanes, in one thread; with helpers, they share the large steps."""
    primes = np.array([lane.prime for lane in lanes], dtype=np.int64)
    points = np.array([lane.point for lane in lanes], dtype=np.int64).T
    look = meter.look if meter is not None else lambda: None
    block = LaneBlock(primes, points, helpers, shares, look)
    tick = meter.tick if meter is not None else None
    values = evaluate(program, block.start(), lambda steps, start: block.carry(steps, start, tick), block.dot)
    return [int(v) for v in values] if len(values) else [0] * len(lanes)
