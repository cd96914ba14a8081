"""The modular evaluator: blocks of lanes through a program, what they take, and the bound of a plan."""

from collections.abc import Sequence
from math import ceil

from ..compiler.operators import BlockOperator
from ..compiler.program import Program, evaluate, loop_value
from ..support.errors import StoppedError
from ..support.progress import Report, silent
from .dense import dense_lanes
from .integers import Integers, Sweeper, ticking
from .kernel import ROW
from .points import LANES, Lane
from .residues import Residues
from .vectors import BYTES

ROUNDS = 8 * LANES  # loops of a trace in a block at least, so that its last vector costs little
TICK = 0.2  # seconds between two looks at the meter


def total_bound(program: Program, report: Report = silent) -> int:
    """The least upper bound on every coefficient that needs no polynomial: the exact number of positions."""
    tick = ticking(program.operators, report)
    return evaluate(program, Integers(Sweeper(program.programs, tick=tick)))


def block_sizes(lanes: int, threads: int, most: int = LANES) -> list[int]:
    """How many lanes each block takes: equal shares; if more than one, a multiple of the threads."""
    blocks = ceil(lanes / most)
    if blocks > 1:
        blocks = min(ceil(blocks / threads) * threads, lanes)
    return [lanes // blocks + (i < lanes % blocks) for i in range(blocks)]


def most_lanes(program: Program) -> int:
    """How many lanes a block may have: few where the loops of a trace fill the vectors."""
    return min(LANES, ceil(ROUNDS / len(program.loops())))


def peak_states(program: Program) -> int:
    """How many states' values are held at once, at most: two buffers a sweep, and what is kept meanwhile.

    >>> from enumerate.plan.strategy import compile_task
    >>> from enumerate.compiler.program import Problem
    >>> from enumerate.model.board import Board
    >>> peak_states(compile_task(Problem(Board.rectangle(8, 8), frozenset())))
    1024
    """

    def sweep(operators: Sequence[BlockOperator]) -> int:
        return min(2, len(operators)) * max((operator.targets for operator in operators), default=1)

    return sum(map(sweep, (program.shared, program.right, program.left)))


def block_bytes(program: Program) -> int:
    """The bytes that a block of lanes takes, few lanes or many."""
    return (peak_states(program) + program.programs.rows * ROW) * BYTES


def fitting_threads(program: Program, threads: int, room: int) -> int:
    """How many of `threads` can run a block each in `room` bytes; at least one.

    >>> from enumerate.plan.strategy import compile_task
    >>> from enumerate.compiler.program import Problem
    >>> from enumerate.model.board import Board
    >>> program = compile_task(Problem(Board.rectangle(4, 4), frozenset()))
    >>> [fitting_threads(program, 2, times * block_bytes(program)) for times in (1, 2, 3)]
    [1, 2, 2]
    """
    return max(1, min(threads, room // block_bytes(program)))


def run_memory(program: Program, lanes: int, threads: int) -> int:
    """The bytes that running lanes adds to a process that has compiled the program."""
    blocks = len(block_sizes(lanes, threads, most_lanes(program)))
    return block_bytes(program) * min(threads, blocks)


def block_phases(program: Program, lanes: int) -> int:
    """How many operators a block of so many lanes goes through."""
    return len(program.path) * ceil(lanes * len(program.loops()) / LANES)


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
        """How much of a whole is done.

        >>> meter = Meter(4)
        >>> meter.tick()
        >>> meter.share(100)
        25
        """
        return min(self.done, self.total) * whole // max(self.total, 1)


def run_block(program: Program, lanes: Sequence[Lane], meter: Meter | None = None) -> list[int]:
    """The residues of some lanes, sixteen loops at a time, in one thread.

    In a trace every prime begins at other states of the classes: were a class wrong, primes would contradict.

    >>> from enumerate.compiler.program import compile_program
    >>> from enumerate.model.board import Board
    >>> run_block(compile_program(Board.rectangle(2, 2)), [Lane(101, (1, 1)), Lane(103, (2, 3))])
    [7, 24]
    """
    if program.is_folded and (found := _dense(program, lanes, meter)) is not None:
        return found
    tick = (lambda operator: meter.tick()) if meter is not None else None
    loops = [(i, *loop) for i, lane in enumerate(lanes) for loop in program.loops(lane.prime)]
    sums = [0] * len(lanes)
    residues, held = None, None
    for first in range(0, len(loops), LANES):
        some = loops[first : first + LANES]
        which, starts, ends, times = zip(*some, *[some[-1]] * (LANES - len(some)), strict=True)
        if residues is None or which != held:
            residues, held = Residues(program.programs, [lanes[i] for i in which], tick), which
        values = loop_value(program, residues, starts, ends)
        for i, value, number in list(zip(which, values, times, strict=True))[: len(some)]:
            sums[i] += number * value
    return [total % lane.prime for total, lane in zip(sums, lanes, strict=True)]


def _dense(program: Program, lanes: Sequence[Lane], meter: Meter | None) -> list[int] | None:
    """The residues by the dense kernel; None if it is not for this task or these points."""
    found: list[int] = []
    for first in range(0, len(lanes), LANES):
        some = lanes[first : first + LANES]
        residues = dense_lanes(program.task, some)
        if residues is None:
            return None
        if meter is not None:
            meter.tick(len(program.operators))
        found += residues[: len(some)]
    return found
