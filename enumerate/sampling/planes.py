"""Counting layers of large boards: the digits of all states' completions, a plane of 64-bit words for each.

Digits have 48 bits, or fewer where factors are large, and are settled (carried into the next plane) only when
the next step might not fit its words.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from ..compiler.steps import Step
from ..compiler.straight_line import StraightLinePrograms
from ..evaluators.integers import LIMB, ROOM, WORTH_SHARING, Integers, Planes, Sweeper
from ..support.compiled import compiled
from ..support.progress import Report, silent
from ..sweep.diagram import Array
from .walk import NOT_TRACKED, ONES

Move = Callable[..., None]


@dataclass(frozen=True, eq=False)
class PlaneLayer:
    """The completions of all states at one moment, in digits below `bound`.

    >>> PlaneLayer([np.array([5, 1]), np.array([2, 0])], 48, 2**48)[0] == 5 + 2 * 2**48
    True
    """

    planes: Planes
    limb: int
    bound: int

    def __getitem__(self, place: int) -> int:
        value = 0
        for plane in reversed(self.planes):
            value = (value << self.limb) + int(plane[place])
        return value


def most_terms(steps: Sequence[Step]) -> int:
    """The most sources that a target of some steps has."""
    return max(
        (int(np.diff(step.first).max(initial=0)) for step in {id(s): s for s in steps}.values()), default=1
    )


@compiled
def _back(after, before, start, first, source, weight, factors):  # type: ignore[no-untyped-def]
    """One plane before a step from the one after it: every source adds up its targets. `before` is 0."""
    for run in range(len(start) - 1):
        begin, length = start[run], start[run + 1] - start[run]
        for term in range(first[run], first[run + 1]):
            to, factor = source[term], factors[weight[term]]
            if factor == 1:
                for i in range(length):
                    before[to + i] += after[begin + i]
            else:
                for i in range(length):
                    before[to + i] += after[begin + i] * factor


@compiled
def _onward(before, after, start, first, source, weight, factors):  # type: ignore[no-untyped-def]
    """One plane after a step from the one before it: every target adds up its sources. `after` is 0."""
    for run in range(len(start) - 1):
        begin, length = start[run], start[run + 1] - start[run]
        for term in range(first[run], first[run + 1]):
            at, factor = source[term], factors[weight[term]]
            for i in range(length):
                after[begin + i] += before[at + i] * factor


class PlaneCounts:
    """Backward counts of states in planes, carried through the steps from the last one back.

    A step of weight w multiplies by factors[w], and a state has at most `most` targets or sources. The planes
    are shared out over `threads`.
    """

    places = NOT_TRACKED

    def __init__(self, most: int, factors: Sequence[int] = ONES, threads: int = 1) -> None:
        self._growth, self._threads = most * max(factors), threads
        self._limb = min(LIMB, ROOM - 2 - self._growth.bit_length())  # and room for what is carried
        self._factors = np.array(factors, dtype=np.uint64)
        self._spare: dict[int, list[Array]] = {}
        self._integers = Integers(Sweeper(StraightLinePrograms()), self._limb)

    def start(self) -> PlaneLayer:
        """The only state before the first step, or after the last one."""
        return PlaneLayer([np.ones(1, dtype=np.uint64)], self._limb, 2**self._limb)

    def layers(
        self, steps: Sequence[Step], values: PlaneLayer, report: Report = silent
    ) -> Iterator[PlaneLayer]:
        """The completions before each of some steps, which are given from last to first."""
        for done, step in enumerate(steps):
            report(done, len(steps))
            values = self._moved(_back, step, values, step.sources)
            yield values

    def carry(self, steps: Sequence[Step], values: PlaneLayer) -> PlaneLayer:
        """The completions before some steps, which are given from last to first."""
        for layer in self.layers(steps, values):
            values = layer
        return values

    def result(self, values: PlaneLayer) -> int:
        """The completions of the single first state: all positions."""
        return values[0]

    def onward(self, step: Step, values: PlaneLayer) -> PlaneLayer:
        """The ways to the states after a step, from those to the states before it."""
        return self._moved(_onward, step, values, step.targets)

    def _moved(self, move: Move, step: Step, values: PlaneLayer, count: int) -> PlaneLayer:
        if values.bound * self._growth > 2 ** (ROOM - 1):  # with room for what is carried
            values = self._settled(values)
        made = [self._zeros(count) for _ in values.planes]

        def one(number: int) -> None:
            lists = (step.start, step.first, step.source, step.weight, self._factors)
            move(values.planes[number], made[number], *lists)

        if self._threads == 1 or count < WORTH_SHARING:
            for number in range(len(made)):
                one(number)
        else:
            with ThreadPoolExecutor(self._threads) as pool:
                list(pool.map(one, range(len(made))))
        return PlaneLayer(made, self._limb, values.bound * self._growth)

    def _zeros(self, count: int) -> Array:
        spare = self._spare.get(count)
        if not spare:
            return np.zeros(count, dtype=np.uint64)
        plane = spare.pop()
        plane.fill(0)
        return plane

    def release(self, values: PlaneLayer) -> None:
        """Nobody looks at these values any more: fresh memory costs more than a step."""
        for plane in values.planes:
            self._spare.setdefault(len(plane), []).append(plane)

    def _settled(self, values: PlaneLayer) -> PlaneLayer:
        """The same, in digits below 2^limb."""
        if values.bound <= 2**self._limb:
            return values
        planes = [plane.copy() for plane in values.planes]
        self._integers.settle(planes)
        return PlaneLayer(planes, self._limb, 2**self._limb)

    def join(self, ways: PlaneLayer, completions: PlaneLayer, partner: Array) -> int:
        """The sum over the states of the ways to it times the completions of its partner, -1 for none."""
        one, other = self._settled(ways), self._settled(completions)
        return self._integers.join(one.planes, other.planes, partner)

    def read(self, value: int, wanted: Sequence[int]) -> int:
        """All completions in `value`: nothing is tracked."""
        return value if wanted else 0
