"""Sweeps: the operators of a program are applied to planes of values, on several threads.

All compiled evaluators use this module. Read `compiler/operators.py` first.

An operator is cut into parts of about equal work: between its words above the window if there are many,
otherwise also between the rows of a piece. Threads share the parts, and cancellation is checked between them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import cycle, pairwise
from typing import TypeVar
from weakref import finalize

import numpy as np

from ..compiler.operators import BlockOperator
from ..compiler.straight_line import StraightLinePrograms
from ..support.run import Report, cancellable
from ..sweep.diagram import Array
from .kernel import LEAST, RESIDUES, ROW_PITCH, SUMS, run_operator
from .vectors import BYTES

NEVER = 2**40  # a cost above that of every position
LEAST_SHARED_TARGETS = 2**15  # an operator with fewer targets runs on one thread
TARGETS_BETWEEN_CHECKS = 2**24
MOST_TARGETS_TOGETHER = 2**17  # with more targets, planes go through an operator one by one
LEAST_WORDS_OF_A_PART = 64  # with fewer words above for each part, words are divided
UNDIVIDED_ROWS = 16  # neighbouring rows of a piece stay together in groups of this size
NO_WEIGHTS = np.empty(0, dtype=np.int64)
SINGLE_TEMPLATE = np.zeros(1, dtype=np.int32)  # the template of a single word above

Planes = list[Array]
Found = TypeVar("Found")
Tick = Callable[[BlockOperator], None]
Observe = Callable[[int, Planes], None]  # of the number of finished operators and the values after them
Run = tuple[int, int, tuple[Array, ...]]  # the first word above, one more than the last, and arrays
Mark = tuple[int, int, int]  # a word above, a piece of its template, an offset in the rows of the piece


class Buffers:
    """Memory for planes. A buffer is reused as soon as no plane or view refers to it, because fresh memory
    costs more than an operator.

    >>> buffers = Buffers()
    >>> plane = buffers.plane(5, 10)
    >>> place, view = plane.ctypes.data, plane.view(np.float64)[1:]
    >>> del plane
    >>> buffers.plane(5, 10).ctypes.data == place
    False
    >>> del view
    >>> buffers.plane(8, 10).ctypes.data == place
    True
    """

    def __init__(self) -> None:
        self._unused: list[Array] = []

    def plane(self, count: int, size: int) -> Array:
        """An uninitialized array of `count` numbers; new memory is allocated for `size` numbers."""
        numbers = reversed(range(len(self._unused)))  # the last buffer may still be in a cache
        fitting = next((n for n in numbers if len(self._unused[n]) >= count), None)
        if fitting is None:
            self._unused.clear()  # all are too small
            buffer = aligned(size)
        else:
            buffer = self._unused.pop(fitting)
        # NumPy keeps a view's base alive, but it skips bases that are arrays themselves
        plane = np.asarray(buffer.data[:count])
        finalize(plane, self._unused.append, buffer).atexit = False
        return plane


def aligned(count: int) -> Array:
    """An uninitialized array of `count` numbers of 64 bits, aligned to vectors."""
    raw = np.empty(count + BYTES // 8, dtype=np.uint64)
    skip = -raw.ctypes.data % BYTES // 8
    return raw[skip : skip + count]


def parts_of(programs: StraightLinePrograms, operator: BlockOperator, parts: int) -> Iterator[list[Run]]:
    """An operator in `parts` parts of about equal work."""
    tops = len(operator.old)
    if parts == 1:
        yield [(0, tops, (*operator.arrays, *programs.arrays))]
        return
    costs = np.diff(programs.arrays[1])[operator.program]
    by_piece = np.concatenate([[0], np.cumsum(operator.length * costs)])
    by_top = np.concatenate([[0], np.cumsum(np.diff(by_piece[operator.first])[operator.template])])

    def mark(work: float) -> Mark:
        """The mark after about this amount of work."""
        top = int(np.searchsorted(by_top, work, "right")) - 1
        begin, end = _pieces(operator, top)
        if tops >= LEAST_WORDS_OF_A_PART * parts:
            return top, begin, 0
        inside = work - by_top[top] + by_piece[begin]
        piece = int(np.searchsorted(by_piece[begin:end], inside, "right")) - 1 + begin
        rows = round((inside - by_piece[piece]) / costs[piece] / UNDIVIDED_ROWS) * UNDIVIDED_ROWS
        return top, piece, min(rows, int(operator.length[piece]))

    marks = [mark(work) for work in np.linspace(0, by_top[-1], parts + 1)[1:-1]]
    for low, high in pairwise([(0, _pieces(operator, 0)[0], 0), *marks, (tops, 0, 0)]):
        yield list(_between(programs, operator, low, high))


def _pieces(operator: BlockOperator, top: int) -> tuple[int, int]:
    """The first piece of a word above, and the one after its last piece."""
    begin, end = operator.first[operator.template[top] :][:2]
    return int(begin), int(end)


def _between(programs: StraightLinePrograms, operator: BlockOperator, low: Mark, high: Mark) -> Iterator[Run]:
    """The runs between two marks, each as long as possible."""
    some = partial(_some, programs, operator)
    while low < high:
        top, piece, row = low
        begin, end = _pieces(operator, top)
        if (piece, row) == (begin, 0) and top < high[0]:  # whole words above
            yield top, high[0], (*operator.arrays, *programs.arrays)
            top = high[0]
        elif row or low[:2] == high[:2]:  # rows of a piece
            stop = high[2] if low[:2] == high[:2] else int(operator.length[piece])
            if row < stop:
                yield some(top, row, slice(piece, piece + 1), np.array([stop - row]))
            if low[:2] == high[:2]:
                return
            low = top, piece + 1, 0
            continue
        else:  # whole pieces
            last = high[1] if top == high[0] else end
            if piece < last:
                yield some(top, 0, slice(piece, last), operator.length[piece:last])
            if top == high[0]:
                low = top, last, 0
                continue
            top += 1
        low = top, (_pieces(operator, top)[0] if top < len(operator.old) else 0), 0


def _some(
    programs: StraightLinePrograms,
    operator: BlockOperator,
    top: int,
    behind: int,
    pieces: slice,
    length: Array,
) -> Run:
    """The run of some pieces of a word above, from row `behind` on."""
    one = slice(top, top + 1)
    first = SINGLE_TEMPLATE, np.array([0, len(length)])
    above = operator.old[one] + behind, operator.new[one] + behind, *first
    below = length, operator.program[pieces], operator.at[pieces], operator.offsets
    return 0, 1, (*above, *below, *programs.arrays)


class Sweeper:
    """Applies operators to planes on several threads; `tick` and `observe` are called after each operator.

    A plane has a number of 64 bits or a vector of residues for each state. By default terms are added and
    weights are 1; `kind` and `weights` choose another arithmetic (`kernel.py`).
    """

    observe: Observe | None = None

    def __init__(
        self,
        programs: StraightLinePrograms,
        threads: int = 1,
        tick: Tick | None = None,
        kind: int = SUMS,
        weights: Array = NO_WEIGHTS,
        primes: Array = NO_WEIGHTS,
        buffers: Buffers | None = None,
    ) -> None:
        """Sweepers that run one after the other may share `buffers`."""
        self.programs, self.threads, self.tick = programs, threads, tick
        self._kind, self.weights, self._primes = kind, weights, primes
        self._zero = NEVER if kind == LEAST else 0  # for targets that a partial operator does not write
        self._numbers = BYTES // 8 if kind == RESIDUES else 1  # for each state
        self._rows = aligned(threads * programs.rows * ROW_PITCH // 8).reshape(threads, -1)
        self._row_addresses = [row.ctypes.data for row in self._rows]  # finding an address takes time
        self._prime_address = primes.ctypes.data
        self._pool = ThreadPoolExecutor(threads)  # its threads start when needed, and end with the sweeper
        self._buffers = buffers or Buffers()
        self._parts: dict[BlockOperator, list[list[Run]]] = {}

    def run(self, works: Sequence[Callable[[], Found]]) -> list[Found]:
        """The results of some functions, run on all threads."""
        if len(works) == 1:
            return [works[0]()]
        found: list[Found] = []
        for first in cancellable(range(0, len(works), self.threads)):
            turn = works[first : first + self.threads]
            found += [turn[0]()] if self.threads == 1 else self._pool.map(lambda work: work(), turn)
        return found

    def run_slices(self, count: int, work: Callable[[slice], Found]) -> list[Found]:
        """The results of `work` on slices of `count` states."""
        parts = self._number_of_parts(count)
        cuts = pairwise(count * n // parts for n in range(parts + 1))
        return self.run([partial(work, slice(*cut)) for cut in cuts])

    def _number_of_parts(self, count: int) -> int:
        """The number of parts into which the work on `count` states is cut."""
        return self.threads * (1 + count // TARGETS_BETWEEN_CHECKS) if count >= LEAST_SHARED_TARGETS else 1

    def sweep(
        self,
        operators: Sequence[BlockOperator],
        values: Iterable[Array],
        normalize: Callable[[Planes, int], None] | None = None,
    ) -> Planes:
        """Apply all operators to all planes.

        `normalize(planes, growth)` is called before an operator whose sums have `growth` terms. It must not
        change normalized values.
        """
        planes = list(values)
        size = self._numbers * max((operator.targets for operator in operators), default=0)
        for done, operator in enumerate(operators):
            targets = operator.targets
            if normalize is not None:
                normalize(planes, operator.growth)
            if operator not in self._parts:  # most operators are applied again
                number = self._number_of_parts(targets)
                self._parts[operator] = list(parts_of(self.programs, operator, number))
            together = len(planes) if targets <= MOST_TARGETS_TOGETHER else 1
            for first in cancellable(range(0, len(planes), together)):
                here = slice(first, first + together)
                new = [self._buffers.plane(self._numbers * targets, size) for _ in planes[here]]
                if operator.is_partial:
                    for plane in new:
                        plane.fill(self._zero)
                self._carry(self._parts[operator], planes[here], new)
                planes[here] = new
            if self.tick is not None:
                self.tick(operator)
            if self.observe is not None:
                self.observe(done + 1, planes)
        return planes

    def _carry(self, parts: Sequence[list[Run]], old: Sequence[Array], new: Sequence[Array]) -> None:
        """Apply the parts of an operator to some planes."""

        def work(part: list[Run], rows: int) -> None:
            # read from `self`, which must outlive an interrupted call because it holds the rows
            meaning = self._kind, self.weights, self._prime_address
            for before, after in zip(old, new, strict=True):
                addresses = before.ctypes.data, after.ctypes.data, rows
                for begin, end, lists in part:
                    run_operator(*addresses, begin, end, *lists, *meaning)

        rows = cycle(self._row_addresses)
        self.run([partial(work, part, next(rows)) for part in parts])


def ticking(operators: Sequence[BlockOperator], report: Report) -> Tick:
    """A function that reports progress after each operator, in finished target states."""
    whole, done = sum(operator.targets for operator in operators), 0

    def tick(operator: BlockOperator) -> None:
        nonlocal done
        done += operator.targets
        report(done, whole)

    report(0, whole)
    return tick
