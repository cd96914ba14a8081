"""Exact totals: every state holds an integer of any size, in planes of limbs.

Plane i holds, for every state, the digit of base 2^48 with weight 2^(48 i), in 64 bits: sixteen bits of room
for sums. Every sum of an operator has at most `growth` terms. So the digits are normalized (the bits above
48 are carried into the next plane) only when the next operator might overflow. A new plane is opened when the
last one carries. No prime and no bound is needed. The same sweep modulo a prime, in one plane, checks the
result.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import cycle, pairwise
from typing import TypeVar
from weakref import ReferenceType, ref

import numpy as np

from ..compiler.operators import BlockOperator
from ..compiler.straight_line import StraightLinePrograms
from ..support.compiled import compiled
from ..support.errors import ComputationError
from ..support.progress import Report, cancellable
from ..sweep.diagram import Array
from .kernel import LEAST, NUMBER_ROW, SUMS, carry_numbers
from .shares import Run, Shares

LIMB = 48  # bits of a digit
ROOM = 64
NEVER = 2**40  # a cost that no position has
FLUSH = 2**15  # products of half digits that fit a sum of 64 bits
TOP = 47  # bits of primes, all of which are a little less than 2^TOP
PRIME = 2**TOP - 115  # of the check
LITTLE = 2**16
WORTH_SHARING = 2**15  # targets of an operator from which on threads share it
AT_ONCE = 2**24  # targets of an operator between two looks
SMALL = (
    2**17
)  # targets up to which all planes go through an operator together: a spare one each does not matter
NO_WEIGHTS = IDENTITY = np.empty(0, dtype=np.int64)

BLOCK = 2**14  # numbers of all planes that stay in a cache

Planes = list[Array]
Found = TypeVar("Found")
Tick = Callable[[BlockOperator], None]
Look = Callable[[int, Planes], None]  # hears how many operators of a sweep are done, and with which values


@compiled
def _normalize(low, high, limb):  # type: ignore[no-untyped-def]
    """Carry what exceeds `limb` bits from one plane into the next."""
    shift = np.uint64(limb)
    mask = (np.uint64(1) << shift) - np.uint64(1)
    for i in range(len(low)):
        high[i] += low[i] >> shift
        low[i] &= mask


@compiled
def _reduce(plane, less):  # type: ignore[no-untyped-def]
    """Numbers modulo the prime 2^47 - `less`: 2^47 counts as `less`, then the prime is taken away once."""
    shift = np.uint64(TOP)
    mask = (np.uint64(1) << shift) - np.uint64(1)
    prime = mask + np.uint64(1) - less
    for i in range(len(plane)):
        number = (plane[i] & mask) + (plane[i] >> shift) * less
        plane[i] = min(number, number - prime)  # less than 0 is very large


@compiled
def _dot(one, other, partner, half):  # type: ignore[no-untyped-def]
    """The sums of products of lower and upper halves of two planes of digits, in parts that fit 64 bits."""
    mask = (np.uint64(1) << np.uint64(half)) - np.uint64(1)
    shift = np.uint64(half)
    parts = np.zeros((len(one) // FLUSH + 1, 3), dtype=np.uint64)
    for i in range(len(one)):
        there = partner[i] if len(partner) else i
        if there >= 0:
            a, b = one[i] & mask, one[i] >> shift
            c, d = other[there] & mask, other[there] >> shift
            part = parts[i // FLUSH]
            part[0] += a * c
            part[1] += a * d + b * c
            part[2] += b * d
    return parts


class Buffers:
    """Memory for planes, given out again when nobody holds the plane that was there, nor a view of it: fresh
    memory costs more than an operator.

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
        self._known: dict[int, tuple[Array, ReferenceType[Array]]] = {}  # by place: what was given out last

    def plane(self, count: int, size: int) -> Array:
        """So many numbers, of any value; new memory has room for `size`."""
        unused = (b for b, held in self._known.values() if held() is None and len(b) >= count)
        buffer = next(unused, None)
        if buffer is None:  # those that nobody holds are too small
            self._known = {at: known for at, known in self._known.items() if known[1]() is not None}
            buffer = np.empty(size, dtype=np.uint64)
        # views of a view are views of the array at its base, but not so if the base is no array
        plane = np.asarray(buffer.data[:count])
        self._known[buffer.ctypes.data] = buffer, ref(plane)
        return plane


class Sweeper:
    """Carries planes of 64-bit numbers through operators, on some threads; `tick` and `look` hear of each.

    Terms are added up and weights taken for 1; or, for another `kind`, as the `weights` by their bits say.
    """

    look: Look | None = None

    def __init__(
        self,
        programs: StraightLinePrograms,
        threads: int = 1,
        tick: Tick | None = None,
        kind: int = SUMS,
        weights: Array = NO_WEIGHTS,
    ) -> None:
        self.programs, self.threads, self.tick = programs, threads, tick
        self._kind, self.weights = kind, weights
        self._zero = NEVER if kind == LEAST else 0  # of targets that a partial operator does not write
        self._rows = np.empty((threads, programs.rows * NUMBER_ROW), dtype=np.uint64)
        self._pool: ThreadPoolExecutor | None = None
        self._buffers = Buffers()
        self._shared: dict[BlockOperator, list[list[Run]]] = {}

    @contextmanager
    def _working(self) -> Iterator[None]:
        """Threads, while this lasts."""
        with ThreadPoolExecutor(self.threads) as self._pool:
            try:
                yield
            finally:
                self._pool = None

    def together(self, works: Sequence[Callable[[], Found]]) -> list[Found]:
        """What some works return, each on a thread, the first on this one."""
        if len(works) == 1:
            return [works[0]()]
        if self._pool is None:
            with self._working():
                return self.together(works)
        others = [self._pool.submit(work) for work in works[1:]]
        return [works[0](), *(other.result() for other in others)]

    def everywhere(self, count: int, work: Callable[[slice], Found]) -> list[Found]:
        """What a work returns for so many states, some of them on each thread."""
        parts = self._parts(count)
        cuts = pairwise(count * n // parts for n in range(parts + 1))
        return self.by_turns([partial(work, slice(*cut)) for cut in cuts])

    def by_turns(self, works: Sequence[Callable[[], Found]]) -> list[Found]:
        """The same of any number of works, with a look before each thread takes its next one."""
        turns = cancellable(range(0, len(works), self.threads))
        return [found for first in turns for found in self.together(works[first : first + self.threads])]

    def _parts(self, count: int) -> int:
        """In how many parts so many states are worked on."""
        return self.threads * (1 + count // AT_ONCE) if count >= WORTH_SHARING else 1

    def sweep(
        self,
        operators: Sequence[BlockOperator],
        values: Iterable[Array],
        normalize: Callable[[Planes, int], None] | None = None,
    ) -> Planes:
        """Apply all operators to all planes.

        `normalize(planes, growth)` is called before an operator whose sums have `growth` terms. It must leave
        normalized values as they are.
        """
        with self._working():
            return self._swept(operators, list(values), normalize)

    def _swept(
        self,
        operators: Sequence[BlockOperator],
        planes: Planes,
        normalize: Callable[[Planes, int], None] | None,
    ) -> Planes:
        size = max((operator.targets for operator in operators), default=0)
        for done, operator in enumerate(operators):
            if normalize is not None:
                normalize(planes, operator.growth)
            if operator not in self._shared:  # most come back
                self._shared[operator] = list(
                    Shares(self.programs, operator).into(self._parts(operator.targets))
                )
            together = len(planes) if operator.targets <= SMALL else 1
            for first in cancellable(range(0, len(planes), together)):
                here = slice(first, first + together)
                new = [self._buffers.plane(operator.targets, size) for _ in planes[here]]
                if operator.is_partial:
                    for plane in new:
                        plane.fill(self._zero)
                self._carry(self._shared[operator], planes[here], new)
                planes[here] = new
            if self.tick is not None:
                self.tick(operator)
            if self.look is not None:
                self.look(done + 1, planes)
        return planes

    def _carry(self, parts: Sequence[list[Run]], old: Sequence[Array], new: Sequence[Array]) -> None:
        """Some planes through the parts of an operator."""

        def carry(part: list[Run], rows: Array) -> None:
            for before, after in zip(old, new, strict=True):
                for begin, end, lists in part:
                    carry_numbers(before, after, rows, begin, end, *lists, self._kind, self.weights)

        rows = cycle(self._rows)
        self.by_turns([partial(carry, part, next(rows)) for part in parts])

    def products(self, one: Array, other: Array, partner: Array | None) -> int:
        """The sum over the states of `one` times `other` at its partner; None is the identity."""
        partner = IDENTITY if partner is None else partner

        def part(here: slice) -> list[int]:
            there = other if len(partner) else other[here]
            return [sum(map(int, column)) for column in _dot(one[here], there, partner[here], LIMB // 2).T]

        low, middle, high = map(sum, zip(*self.everywhere(len(one), part), strict=True))
        return low + (middle << LIMB // 2) + (high << LIMB)


def ticking(operators: Sequence[BlockOperator], report: Report) -> Tick:
    """What follows each of some operators: so many of all states are done."""
    whole, done = sum(operator.targets for operator in operators), 0

    def tick(operator: BlockOperator) -> None:
        nonlocal done
        done += operator.targets
        report(done, whole)

    report(0, whole)
    return tick


class CarrySave:
    """Planes are summed up as they are, and normalized before a sum could overflow."""

    def __init__(self, sweeper: Sweeper, below: int, room: int) -> None:
        """Normalized numbers are less than `below`, and sums may reach `room`."""
        self._sweeper, self._below, self._room = sweeper, below, room

    def basis(self, states: int, state: int) -> Planes:
        """1 for one of so many states."""
        plane = np.zeros(states, dtype=np.uint64)
        plane[state] = 1
        return [plane]

    def apply(self, operators: Sequence[BlockOperator], values: Iterable[Array]) -> Planes:
        """The values after some operators, normalized."""
        if not operators:
            return list(values)
        bound = self._below

        def normalize(planes: Planes, growth: int) -> None:
            nonlocal bound
            if bound * growth > self._room:
                self.normalize(planes)
                bound = self._below
            bound *= growth
            if bound > self._room:
                raise ComputationError(f"sums of {growth} terms do not fit: use lanes (--engine modular)")

        planes = self._sweeper.sweep(operators, values, normalize)
        self.normalize(planes)
        return planes

    @abstractmethod
    def normalize(self, planes: Planes) -> None:
        """Bring all numbers below the bound."""


class Integers(CarrySave):
    """The algebra of exact integers; `limb` is the number of bits of a digit."""

    def __init__(self, sweeper: Sweeper, limb: int = LIMB) -> None:
        super().__init__(sweeper, 2**limb, 2**ROOM - 2 ** (ROOM - limb))  # with room for what is carried
        self._limb = limb

    def normalize(self, planes: Planes) -> None:
        """Carry, from the lowest plane up; a new plane if the last one carries."""
        count = len(planes[0])

        def normalize(here: slice) -> int:
            for first in range(here.start, here.stop, BLOCK):
                block = slice(first, min(first + BLOCK, here.stop))
                for low, high in pairwise(planes):
                    _normalize(low[block], high[block], self._limb)
            return int(planes[-1][here].max(initial=0))

        while max(self._sweeper.everywhere(count, normalize)) >> self._limb:
            planes.append(np.zeros(count, dtype=np.uint64))

    def total(self, terms: Sequence[tuple[int, int]]) -> int:
        """The sum of results, each so many times."""
        return sum(times * result for times, result in terms)

    def inner_product(self, left: Planes, right: Planes, partner: Array | None) -> int:
        """The sum over the states of `left` times `right` at its partner."""
        return sum(
            self._sweeper.products(one, other, partner) << self._limb * (i + j)
            for i, one in cancellable(enumerate(left))
            for j, other in enumerate(right)
        )


class Residue(CarrySave):
    """The algebra of integers modulo a prime a little below 2^47, in one plane."""

    def __init__(self, sweeper: Sweeper, prime: int = PRIME) -> None:
        self._prime, self._less = prime, np.uint64(2**TOP - prime)
        assert self._less < LITTLE
        super().__init__(sweeper, prime, 2**ROOM)

    def normalize(self, planes: Planes) -> None:
        """Reduce."""
        [plane] = planes
        self._sweeper.everywhere(len(plane), lambda here: _reduce(plane[here], self._less))

    def total(self, terms: Sequence[tuple[int, int]]) -> int:
        """The sum of results, each so many times."""
        return sum(times * result for times, result in terms) % self._prime

    def inner_product(self, left: Planes, right: Planes, partner: Array | None) -> int:
        """The sum over the states of `left` times `right` at its partner."""
        return self._sweeper.products(left[0], right[0], partner) % self._prime
