"""Lanes of residues: sixteen points at a time, each modulo its own prime, through the phases of a program."""

from collections.abc import Callable, Sequence
from operator import mul

import numpy as np

from ..frontier.microprogram import Exponents, Microprograms
from ..frontier.phases import Phase
from ..frontier.words import Array
from ..support.progress import looked_at
from .interpreter import ROW, carry_residues, dot_residues, shares
from .lane import LANES, Lane
from .vectors import BYTES

AT_ONCE = 2**22  # targets of a phase between two looks whether to stop
Tick = Callable[[Phase], None]


def aligned(count: int) -> Array:
    """Room for so many vectors, beginning at a whole vector; not filled."""
    raw = np.empty((count + 1) * BYTES, dtype=np.uint8)
    skip = -raw.ctypes.data % BYTES
    return raw[skip : skip + count * BYTES].view(np.uint32).reshape(count, LANES)


class Points:
    """The primes and values of up to sixteen lanes, as the kernels want them; the last lane fills up."""

    def __init__(self, lanes: Sequence[Lane]) -> None:
        self.lanes = [*lanes, *[lanes[-1]] * (LANES - len(lanes))]
        self.primes, self.inverses = aligned(1), aligned(1)
        self.primes[0] = [lane.prime for lane in self.lanes]
        self.inverses[0] = [pow(lane.prime, -1, 2**32) for lane in self.lanes]

    def factors(self, values: Array) -> Array:
        """Residues (a row for each factor) as factors of Montgomery products, each with itself over p."""
        p = self.primes.astype(np.uint64)
        table = aligned(2 * len(values))
        table[::2] = (values.astype(np.uint64) << np.uint64(32)) % p
        table[1::2] = table[::2] * self.inverses  # modulo 2^32
        return table

    def weight(self, exponents: Exponents) -> list[int]:
        """The value of a weight in every lane. Where a variable is 0, so is its inverse: what a fold would
        divide by it is 0 already.
        """
        values = []
        for lane in self.lanes:
            value = 1
            for base, exponent in zip(lane.point, exponents, strict=False):
                if exponent:
                    power = pow(base, exponent, lane.prime) if base % lane.prime else 0
                    value = value * power % lane.prime
            values.append(value)
        return values

    def residues(self, total: Array) -> list[int]:
        """What was summed up over 2^32, as plain residues."""
        return [int(r) for r in ((total.astype(np.uint64) << np.uint64(32)) % self.primes)[0]]


class Residues:
    """The algebra of up to sixteen lanes; `tick` follows each phase."""

    def __init__(self, programs: Microprograms, lanes: Sequence[Lane], tick: Tick | None = None) -> None:
        self._programs, self._points, self._tick = programs, Points(lanes), tick
        weights = [self._points.weight(exponents) for exponents in programs.weights] or [[1] * LANES]
        self._factors = self._points.factors(np.array(weights))
        self._scratch = aligned(programs.rows * ROW)

    def start(self) -> Array:
        """The value 1 of the single first state."""
        one = aligned(1)
        one[:] = 1
        return one

    def carry(self, phases: Sequence[Phase], values: Array) -> Array:
        """The values after some phases, in two buffers."""
        if not phases:
            return values
        size = max(phase.targets for phase in phases)
        buffers = [aligned(size) for _ in range(min(2, len(phases)))]
        for number, phase in enumerate(phases):
            new = buffers[number % 2][: phase.targets]
            addresses = [array.ctypes.data for array in (values, new, self._scratch)]
            weights = [array.ctypes.data for array in (self._factors, self._points.primes)]
            for begin, end, lists in looked_at(shares(self._programs, phase, 1 + phase.targets // AT_ONCE)):
                carry_residues(*addresses, begin, end, *lists, *weights)
            values = new
            if self._tick is not None:
                self._tick(phase)
        return values

    def join(self, one: Array, other: Array, partner: Array) -> list[int]:
        """The sum over the states of `one` times `other` at its partner, in each lane."""
        total = aligned(1)
        total[:] = 0
        moduli = self._points.primes.ctypes.data, self._points.inverses.ctypes.data
        dot_residues(total.ctypes.data, one.ctypes.data, other.ctypes.data, partner, len(one), *moduli)
        return self._points.residues(total)

    def unit(self, count: int, state: int | Sequence[int]) -> Array:
        """The value 1 of one of so many states, in each lane its own if several are given."""
        values = aligned(count)
        values[:] = 0
        values[state, np.arange(LANES)] = 1
        return values

    def total(self, results: Sequence[tuple[list[int], int]]) -> list[int]:
        """The sums of results, each so many times."""
        columns = zip(*(residues for residues, _ in results), strict=True)
        times = [number for _, number in results]
        return [
            sum(map(mul, column, times)) % lane.prime
            for column, lane in zip(columns, self._points.lanes, strict=True)
        ]

    def result(self, values: Array) -> list[int]:
        """The residues of the single last state."""
        return [int(residue) for residue in values[0]]
