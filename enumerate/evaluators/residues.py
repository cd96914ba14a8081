"""Residues at sixteen evaluation points at a time, each modulo its own prime."""

from collections.abc import Sequence
from itertools import chain
from operator import mul

import numpy as np

from ..compiler.operators import BlockOperator
from ..compiler.straight_line import NONE, StraightLinePrograms
from ..support.caches import cached
from ..support.compiled import compiled, inlined
from ..support.run import cancellable
from ..sweep.diagram import Array
from .integers import IDENTITY, Buffers, Tick
from .kernel import ROW, carry_residues, dot_residues
from .points import LANES, EvaluationPoint
from .shares import Shares
from .vectors import BYTES

NUMBERS = BYTES // 8  # of 64 bits in a vector
TARGETS_BETWEEN_CHECKS = 2**22  # targets of an operator between two checks whether to stop


def aligned(count: int, raw: Array | None = None) -> Array:
    """Memory for so many vectors, beginning at a whole vector; not filled. It lies in `raw`, if given."""
    if raw is None:
        raw = np.empty((count + 1) * NUMBERS, dtype=np.uint64)
    skip = -raw.ctypes.data % BYTES // 8
    return raw[skip : skip + count * NUMBERS].view(np.uint32).reshape(count, LANES)


@cached(256)
def _inverse(prime: int) -> int:
    return pow(prime, -1, 2**32)


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
def _weigh(primes, inverses, points, exponents, table):  # type: ignore[no-untyped-def]
    """Row 2w of the table is the value of weight w in each lane times 2^32, row 2w + 1 that over p."""
    variables = min(points.shape[1], exponents.shape[1])
    most = np.abs(exponents).max()
    powers = np.ones((2 * most + 1, variables), dtype=np.int64)  # from those of the inverse on
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
            table[2 * w, lane] = (value << 32) % prime
            table[2 * w + 1, lane] = np.uint32(table[2 * w, lane]) * np.uint32(inverses[lane])


class Points:
    """Up to sixteen evaluation points, one in each lane of a vector; the last one fills up."""

    def __init__(self, points: Sequence[EvaluationPoint]) -> None:
        self.points = [*points, *[points[-1]] * (LANES - len(points))]
        self.primes, self.inverses = aligned(1), aligned(1)
        self.primes[0] = [point.prime for point in self.points]
        self.inverses[0] = [_inverse(point.prime) for point in self.points]
        self._values = np.array([point.values for point in self.points], dtype=np.int64)

    def factors(self, exponents: Array) -> Array:
        """Weights, a row of exponents each, as factors of Montgomery products, each with itself over p.

        Where a variable is 0, so is its inverse: what a fold would divide by it is 0 already.
        """
        table = aligned(2 * len(exponents))
        _weigh(self.primes[0], self.inverses[0], self._values, exponents, table)
        return table

    def residues(self, total: Array) -> list[int]:
        """What was summed up over 2^32, as plain residues."""
        return [int(r) for r in ((total.astype(np.uint64) << np.uint64(32)) % self.primes)[0]]


class Residues:
    """The evaluator at up to sixteen points; `tick` follows each operator.

    Evaluators that work one after the other may share `buffers`.
    """

    def __init__(
        self,
        programs: StraightLinePrograms,
        points: Sequence[EvaluationPoint],
        tick: Tick | None = None,
        buffers: Buffers | None = None,
    ) -> None:
        self._programs, self._points, self._tick = programs, Points(points), tick
        self._buffers = buffers or Buffers()
        weights = np.array(list(programs.weights) or [NONE], dtype=np.int64)
        self._factors = self._points.factors(weights)
        self._scratch = aligned(programs.rows * ROW)

    def basis(self, states: int, state: int | Sequence[int]) -> Array:
        """1 for one of so many states, or for one at each point."""
        values = aligned(states)
        values[:] = 0
        values[state, np.arange(LANES)] = 1
        return values

    def apply(self, operators: Sequence[BlockOperator], values: Array) -> Array:
        """The values after some operators."""
        size = (max((operator.targets for operator in operators), default=0) + 1) * NUMBERS
        for operator in operators:
            new = aligned(operator.targets, self._buffers.plane((operator.targets + 1) * NUMBERS, size))
            if operator.is_partial:
                new[:] = 0
            addresses = [array.ctypes.data for array in (values, new, self._scratch)]
            weights = [array.ctypes.data for array in (self._factors, self._points.primes)]
            parts = Shares(self._programs, operator).into(1 + operator.targets // TARGETS_BETWEEN_CHECKS)
            for begin, end, lists in chain.from_iterable(cancellable(parts)):
                carry_residues(*addresses, begin, end, *lists, *weights)
            values = new
            if self._tick is not None:
                self._tick(operator)
        return values

    def inner_product(self, left: Array, right: Array, partner: Array | None) -> list[int]:
        """The sum over the states of `left` times `right` at its partner, at each point."""
        partner = IDENTITY if partner is None else partner
        total = aligned(1)
        total[:] = 0
        moduli = self._points.primes.ctypes.data, self._points.inverses.ctypes.data
        dot_residues(total.ctypes.data, left.ctypes.data, right.ctypes.data, partner, len(left), *moduli)
        return self._points.residues(total)

    def total(self, terms: Sequence[tuple[int, list[int]]]) -> list[int]:
        """The sums of results, each so many times."""
        columns = zip(*(residues for _, residues in terms), strict=True)
        times = [number for number, _ in terms]
        return [
            sum(map(mul, column, times)) % point.prime
            for column, point in zip(columns, self._points.points, strict=True)
        ]
