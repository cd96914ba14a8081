"""Sweeps: the operators of a program are applied to planes of values, on several threads.

All compiled evaluators use this module. Read `compiler/operators.py` first.

An operator is cut into parts of about equal work: between its words above the window if there are many,
otherwise also between pieces and their rows. Threads share the parts, and cancellation is checked between
them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
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
LEAST_WORDS_OF_A_PART = 8  # with fewer words above for each part, words are divided
MOST_ROWS = 256  # of a piece of a divided word
NO_WEIGHTS = np.empty(0, dtype=np.int64)

Planes = list[Array]
Found = TypeVar("Found")
Tick = Callable[[BlockOperator], None]
Observe = Callable[[int, Planes], None]  # of the number of finished operators and the values after them
Run = tuple[int, int, tuple[Array, ...]]  # the first word above, one more than the last, and arrays


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


def parts_of(programs: StraightLinePrograms, operator: BlockOperator, parts: int) -> list[Run]:
    """An operator in `parts` parts of about equal work."""
    costs = np.diff(programs.arrays[1])
    if parts > 1 and len(operator.old) < LEAST_WORDS_OF_A_PART * parts:
        operator = _separated(operator)
    by_piece = np.concatenate([[0], np.cumsum(operator.length * costs[operator.program])])
    by_top = np.cumsum(np.diff(by_piece[operator.first])[operator.template])
    cuts = np.searchsorted(by_top, by_top[-1] * np.arange(1, parts) // parts).tolist()
    arrays = (*operator.arrays, *programs.arrays)
    return [(*cut, arrays) for cut in pairwise([0, *cuts, len(by_top)])]


def _separated(operator: BlockOperator) -> BlockOperator:
    """The same operator with a word above for each piece of each word, and at most MOST_ROWS rows in it."""
    top, number = _each(np.diff(operator.first)[operator.template])
    piece = operator.first[operator.template[top]] + number
    part, number = _each(-(-operator.length[piece] // MOST_ROWS))
    top, piece, behind = top[part], piece[part], number * MOST_ROWS
    return replace(
        operator,
        old=operator.old[top] + behind,
        new=operator.new[top] + behind,
        template=np.arange(len(top), dtype=operator.template.dtype),
        first=np.arange(len(top) + 1),
        length=np.minimum(operator.length[piece] - behind, MOST_ROWS),
        program=operator.program[piece],
        at=operator.at[piece],
    )


def _each(counts: Array) -> tuple[Array, Array]:
    """For items with these numbers of members: the item of each member, and the member's place in it."""
    items = np.repeat(np.arange(len(counts)), counts)
    return items, np.arange(len(items)) - (np.cumsum(counts) - counts)[items]


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
        self._pool: ThreadPoolExecutor | None = None  # while a sweep runs
        self._buffers = buffers or Buffers()
        self._parts: dict[BlockOperator, list[Run]] = {}

    @contextmanager
    def started(self) -> Iterator[ThreadPoolExecutor | None]:
        """Threads for the time of a sweep, or of several; they start when needed, and nested calls share
        them."""
        if self._pool is not None or self.threads == 1:
            yield self._pool
            return
        with ThreadPoolExecutor(self.threads) as self._pool:
            try:
                yield self._pool
            finally:
                self._pool = None

    def run(self, works: Sequence[Callable[[], Found]]) -> list[Found]:
        """The results of some functions, run on all threads."""
        if len(works) == 1:
            return [works[0]()]
        found: list[Found] = []
        with self.started() as pool:
            for first in cancellable(range(0, len(works), self.threads)):
                turn = works[first : first + self.threads]
                found += [work() for work in turn] if pool is None else pool.map(lambda work: work(), turn)
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
        with self.started():
            return self._sweep(operators, list(values), normalize)

    def _sweep(
        self,
        operators: Sequence[BlockOperator],
        planes: Planes,
        normalize: Callable[[Planes, int], None] | None,
    ) -> Planes:
        size = self._numbers * max((operator.targets for operator in operators), default=0)
        for done, operator in enumerate(operators):
            targets = operator.targets
            if normalize is not None:
                normalize(planes, operator.growth)
            if operator not in self._parts:  # most operators are applied again
                number = self._number_of_parts(targets)
                self._parts[operator] = parts_of(self.programs, operator, number)
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

    def _carry(self, parts: Sequence[Run], old: Sequence[Array], new: Sequence[Array]) -> None:
        """Apply the parts of an operator to some planes."""
        meaning = self._kind, self.weights, self._prime_address

        def work(part: Run, rows: int) -> None:
            begin, end, lists = part
            for before, after in zip(old, new, strict=True):
                addresses = before.ctypes.data, after.ctypes.data, rows
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
