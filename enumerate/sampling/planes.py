"""Integers of all states in planes of 64-bit words, for the backward tables of large boards.

`backward.py` chooses between these planes and Python integers. Read `evaluators/integers.py` first.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

import numpy as np

from ..compiler.operators import BlockOperator
from ..compiler.straight_line import StraightLinePrograms
from ..evaluators.integers import LIMB, WORD_BITS, Integers, Planes, Sweeper
from ..evaluators.kernel import PRODUCTS
from ..sweep.diagram import Array


@dataclass(frozen=True, eq=False)
class PlaneVector:
    """Integers of all states in planes of digits below `bound`, in base 2^limb."""

    planes: Planes
    limb: int
    bound: int


class InPlanes:
    """Integers in planes of digits. A sum has at most `growth` terms, and factors are at most `greatest`.

    Digits have 48 bits, or fewer where factors are large. They are normalized (carried into the next plane)
    only when the next operator might not fit its words.
    """

    def __init__(
        self, programs: StraightLinePrograms, growth: int, greatest: int = 1, threads: int = 1
    ) -> None:
        self._growth = growth * greatest
        self._limb = min(LIMB, WORD_BITS - 2 - self._growth.bit_length())  # with room for what is carried
        self._sweeper = Sweeper(programs, threads, kind=PRODUCTS)
        self._integers = Integers(self._sweeper, self._limb)

    def keep_threads(self) -> AbstractContextManager[None]:
        """Threads for the time of several operators."""
        return self._sweeper.keep_threads()

    def start(self) -> PlaneVector:
        """The single state before the first visit, or after the last one."""
        return PlaneVector([np.ones(1, dtype=np.uint64)], self._limb, 2**self._limb)

    def take(self, values: PlaneVector, states: Array) -> Array:
        """The values of some states, as Python integers."""
        found = np.zeros(len(states), dtype=object)
        for plane in reversed(values.planes):
            found = (found << values.limb) + plane[states].astype(object)
        return found

    def apply(
        self, operator: BlockOperator, values: PlaneVector, weights: Sequence[tuple[int, int]]
    ) -> PlaneVector:
        """The values after an operator."""
        if values.bound * self._growth > 2 ** (WORD_BITS - 1):
            values = self.normalized(values)
        self._sweeper.weights = np.array([factor for factor, _ in weights] or [1], dtype=np.int64)
        planes = self._sweeper.sweep([operator], values.planes)
        return PlaneVector(planes, self._limb, values.bound * self._growth)

    def normalized(self, values: PlaneVector) -> PlaneVector:
        """The same integers, in digits below 2^limb."""
        if values.bound <= 2**self._limb:
            return values
        planes = [plane.copy() for plane in values.planes]
        self._integers.normalize(planes)
        return PlaneVector(planes, self._limb, 2**self._limb)

    def inner_product(self, one: PlaneVector, other: PlaneVector, partner: Array) -> int:
        """The sum over the states of one value times the other at the partner (-1: none), both normalized."""
        return self._integers.inner_product(one.planes, other.planes, partner)
