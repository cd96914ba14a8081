"""Residues at sixteen evaluation points at a time, each modulo its own prime. Read `sweeper.py` first."""

from collections.abc import Sequence
from operator import mul

import numpy as np

from ..compiler.operators import BlockOperator
from ..compiler.straight_line import NONE, StraightLinePrograms
from ..support.compiled import compiled, inlined
from ..sweep.diagram import Array
from .integers import IDENTITY
from .kernel import RESIDUES, dot_residues
from .points import LANES, EvaluationPoint
from .sweeper import Buffers, Sweeper, Tick, aligned
from .vectors import BYTES


def vectors(count: int) -> Array:
    """Uninitialized memory for `count` vectors of residues."""
    return aligned(count * BYTES // 8).view(np.uint32).reshape(count, LANES)


@inlined
def _power(base, exponent, prime):  # type: ignore[no-untyped-def]
    power = np.int64(1)
    while exponent:
        if exponent & 1:
            power = power * base % prime
        base = base * base % prime
        exponent >>= 1
    return power


@compiled
def _weigh(primes, points, exponents, table):  # type: ignore[no-untyped-def]
    """Fill the table: row 2w is the value of weight w in each lane, row 2w + 1 is floor(2^32 value / p)."""
    variables = min(points.shape[1], exponents.shape[1])
    most = np.abs(exponents).max()
    powers = np.ones((2 * most + 1, variables), dtype=np.int64)  # for exponents from -most to most
    for lane in range(len(primes)):
        prime = np.int64(primes[lane])
        for v in range(variables):
            base = points[lane, v] % prime
            over = _power(base, prime - 2, prime)
            for n in range(most):
                powers[most + n + 1, v] = powers[most + n, v] * base % prime
                powers[most - n - 1, v] = powers[most - n, v] * over % prime
        for w in range(len(exponents)):
            value = np.int64(1)
            for v in range(variables):
                if exponents[w, v]:
                    value = value * powers[most + exponents[w, v], v] % prime
            table[2 * w, lane] = value
            table[2 * w + 1, lane] = (value << 32) // prime


class Points:
    """Up to sixteen evaluation points, one in each lane of a vector; the last point fills the other lanes."""

    def __init__(self, points: Sequence[EvaluationPoint]) -> None:
        self.points = [*points, *[points[-1]] * (LANES - len(points))]
        self.primes, self.inverses = vectors(1), vectors(1)
        self.primes[0] = [point.prime for point in self.points]
        self.inverses[0] = [pow(point.prime, -1, 2**32) for point in self.points]
        self._values = np.array([point.values for point in self.points], dtype=np.int64)

    def factors(self, exponents: Array) -> Array:
        """Weights, given by rows of exponents, as factors for `multiply_residues`.

        The inverse of 0 is 0 here: a value that a fold divides by a variable 0 is itself 0.
        """
        table = vectors(2 * len(exponents))
        _weigh(self.primes[0], self._values, exponents, table)
        return table

    def residues(self, total: Array) -> list[int]:
        """The plain residues of a sum in Montgomery form."""
        return [int(r) for r in ((total.astype(np.uint64) << np.uint64(32)) % self.primes)[0]]


class Residues:
    """The evaluator at up to sixteen points; `tick` is called after each operator.

    Evaluators that run one after the other may share `buffers`.
    """

    def __init__(
        self,
        programs: StraightLinePrograms,
        points: Sequence[EvaluationPoint],
        tick: Tick | None = None,
        buffers: Buffers | None = None,
    ) -> None:
        self._points = Points(points)
        self._factors = self._points.factors(np.array(list(programs.weights) or [NONE], dtype=np.int64))
        addresses = self._factors.ctypes.data + 2 * BYTES * np.arange(len(self._factors) // 2)
        self._sweeper = Sweeper(programs, 1, tick, RESIDUES, addresses, self._points.primes, buffers)

    def basis(self, states: int, state: int | Sequence[int]) -> Array:
        """The values 1 at `state` (or at a state for each point) and 0 at all other states."""
        values = vectors(states)
        values[:] = 0
        values[state, np.arange(LANES)] = 1
        return values

    def apply(self, operators: Sequence[BlockOperator], values: Array) -> Array:
        """The values after some operators."""
        [plane] = self._sweeper.sweep(operators, [values.reshape(-1)])
        return plane.view(np.uint32).reshape(-1, LANES)

    def inner_product(self, left: Array, right: Array, partner: Array | None) -> list[int]:
        """The sum over the states of `left` times `right` at its partner, at each point."""
        partner = IDENTITY if partner is None else partner
        total = vectors(1)
        total[:] = 0
        moduli = self._points.primes.ctypes.data, self._points.inverses.ctypes.data
        dot_residues(total.ctypes.data, left.ctypes.data, right.ctypes.data, partner, len(left), *moduli)
        return self._points.residues(total)

    def total(self, terms: Sequence[tuple[int, list[int]]]) -> list[int]:
        """The sums of the results of all loops, each counted `times` times."""
        columns = zip(*(residues for _, residues in terms), strict=True)
        times = [number for number, _ in terms]
        return [
            sum(map(mul, column, times)) % point.prime
            for column, point in zip(columns, self._points.points, strict=True)
        ]
