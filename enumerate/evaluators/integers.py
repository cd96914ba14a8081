"""Exact totals: every state holds an integer of any size, in planes of limbs.

Read `compiler/program.py` and `sweeper.py` first.

Plane i holds, for every state, the limb with weight 2^(48 i) in 64 bits, which leaves sixteen bits for sums.
Every sum of an operator has at most `growth` terms. So limbs are normalized (bits above 48 are carried into
the next plane) only if the next operator might overflow. A new plane is added when the last plane carries. No
primes and no bounds are needed. The same sweep modulo a prime, in one plane, checks the result. With minima
as sums and sums as products, a plane holds least costs.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import pairwise, product

import numpy as np

from ..compiler.operators import BlockOperator
from ..compiler.program import Program, evaluate
from ..compiler.straight_line import StraightLinePrograms
from ..support.compiled import compiled
from ..support.errors import ComputationError
from ..support.run import Report, silent
from ..sweep.diagram import Array
from .kernel import LEAST, PRODUCTS
from .objects import paired
from .points import Support
from .sweeper import NEVER, Planes, Sweeper, ticking

LIMB_BITS = 48  # bits
WORD_BITS = 64
PRODUCTS_IN_A_SUM = 2**15  # products of half limbs whose sum fits into 64 bits
PRIME_BITS = 47  # primes are a little less than 2^PRIME_BITS
PRIME = 2**PRIME_BITS - 115  # for the check
MOST_BELOW_POWER = 2**16
IDENTITY = np.empty(0, dtype=np.int64)
CACHED_NUMBERS = 2**14  # in a block that stays in a cache


@compiled
def _normalize(low, high, limb):  # type: ignore[no-untyped-def]
    """Carry the bits above `limb` from one plane into the next."""
    shift = np.uint64(limb)
    mask = (np.uint64(1) << shift) - np.uint64(1)
    for i in range(len(low)):
        high[i] += low[i] >> shift
        low[i] &= mask


@compiled
def _reduce(plane, less):  # type: ignore[no-untyped-def]
    """Reduce modulo the prime 2^47 - `less`: replace 2^47 by `less`, then subtract the prime at most once."""
    shift = np.uint64(PRIME_BITS)
    mask = (np.uint64(1) << shift) - np.uint64(1)
    prime = mask + np.uint64(1) - less
    for i in range(len(plane)):
        number = (plane[i] & mask) + (plane[i] >> shift) * less
        plane[i] = min(number, number - prime)  # a negative difference wraps around to a large number


@compiled
def _dot(one, other, partner, half):  # type: ignore[no-untyped-def]
    """The sums of products of lower and upper halves of two planes, in parts that fit into 64 bits."""
    mask = (np.uint64(1) << np.uint64(half)) - np.uint64(1)
    shift = np.uint64(half)
    parts = np.zeros((len(one) // PRODUCTS_IN_A_SUM + 1, 3), dtype=np.uint64)
    for i in range(len(one)):
        there = partner[i] if len(partner) else i
        if there >= 0:
            a, b = one[i] & mask, one[i] >> shift
            c, d = other[there] & mask, other[there] >> shift
            part = parts[i // PRODUCTS_IN_A_SUM]
            part[0] += a * c
            part[1] += a * d + b * c
            part[2] += b * d
    return parts


class CarrySave:
    """Planes that are added without carries, and normalized before a sum could overflow."""

    greatest = 1  # the greatest weight

    def __init__(self, sweeper: Sweeper, below: int, room: int) -> None:
        """Normalized numbers are less than `below`, and sums are at most `room`."""
        self._sweeper, self._below, self._room = sweeper, below, room

    def started(self) -> AbstractContextManager[object]:
        """A context in which all steps share their threads."""
        return self._sweeper.started()

    def basis(self, states: int, state: int) -> Planes:
        """The values 1 at `state` and 0 at all other states."""
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
            growth *= self.greatest
            if bound * growth > self._room:
                self.normalize(planes)
                bound = self._below
            bound *= growth
            if bound > self._room:
                raise ComputationError(f"sums of {growth} terms do not fit: use residues (--engine modular)")

        planes = self._sweeper.sweep(operators, values, normalize)
        self.normalize(planes)
        return planes

    @abstractmethod
    def normalize(self, planes: Planes) -> None:
        """Reduce all numbers below the bound."""

    def total(self, terms: Sequence[tuple[int, int]]) -> int:
        """The sum of the results of all loops, each counted `times` times."""
        return sum(times * result for times, result in terms)

    def _dot(self, left: Planes, right: Planes, partner: Array | None, limb: int = 0) -> int:
        """The sum over the states of `left` times `right` at its partner; plane i has weight 2^(limb i)."""
        partner = IDENTITY if partner is None else partner

        def part(here: slice) -> int:
            total = 0
            for (i, one), (j, other) in product(enumerate(left), enumerate(right)):
                there = other if len(partner) else other[here]
                columns = _dot(one[here], there, partner[here], LIMB_BITS // 2).T
                low, middle, high = [sum(map(int, column)) for column in columns]
                total += low + (middle << LIMB_BITS // 2) + (high << LIMB_BITS) << limb * (i + j)
            return total

        return sum(self._sweeper.run_slices(len(left[0]), part))


class Integers(CarrySave):
    """The evaluator of exact integers in limbs of `limb` bits."""

    def __init__(self, sweeper: Sweeper, limb: int = LIMB_BITS) -> None:
        carried = 2 ** (WORD_BITS - limb)
        super().__init__(sweeper, 2**limb, 2**WORD_BITS - carried)
        self._limb = limb

    @classmethod
    def of_products(
        cls, programs: StraightLinePrograms, growth: int, greatest: int, threads: int = 1
    ) -> "Integers":
        """The evaluator for weights up to `greatest`; limbs are shorter if a sum of `growth` terms needs
        it."""
        limb = min(LIMB_BITS, WORD_BITS - 2 - (growth * greatest).bit_length())  # 2 bits for carries
        found = cls(Sweeper(programs, threads, kind=PRODUCTS), limb)
        found.greatest = greatest
        return found

    def apply_weighted(self, operator: BlockOperator, weights: Sequence[int], values: Planes) -> Planes:
        """The values after an operator with these weights."""
        self._sweeper.weights = np.array(weights or [1], dtype=np.int64)
        return self.apply([operator], values)

    def values_at(self, values: Planes, states: Array) -> Array:
        """The values of some states, as Python integers."""
        *lower, highest = values
        found = highest[states].astype(object)
        for plane in reversed(lower):
            found = (found << self._limb) + plane[states].astype(object)
        return np.asarray(found)

    def normalize(self, planes: Planes) -> None:
        """Carry from the lowest plane up, and add a plane if the last plane carries."""
        count = len(planes[0])

        def normalize(here: slice) -> int:
            for first in range(here.start, here.stop, CACHED_NUMBERS):
                block = slice(first, min(first + CACHED_NUMBERS, here.stop))
                for low, high in pairwise(planes):
                    _normalize(low[block], high[block], self._limb)
            return int(planes[-1][here].max(initial=0))

        while max(self._sweeper.run_slices(count, normalize)) >> self._limb:
            planes.append(np.zeros(count, dtype=np.uint64))

    def inner_product(self, left: Planes, right: Planes, partner: Array | None) -> int:
        """The sum over the states of `left` times `right` at its partner."""
        return self._dot(left, right, partner, self._limb)


class Residue(CarrySave):
    """The evaluator of integers modulo a prime a little below 2^47, in one plane."""

    def __init__(self, sweeper: Sweeper, prime: int = PRIME) -> None:
        self._prime, self._less = prime, np.uint64(2**PRIME_BITS - prime)
        assert self._less < MOST_BELOW_POWER
        super().__init__(sweeper, prime, 2**WORD_BITS)

    def normalize(self, planes: Planes) -> None:
        """Reduce all numbers modulo the prime."""
        [plane] = planes
        self._sweeper.run_slices(len(plane), lambda here: _reduce(plane[here], self._less))

    def total(self, terms: Sequence[tuple[int, int]]) -> int:
        """The sum of the results of all loops, each counted `times` times."""
        return super().total(terms) % self._prime

    def inner_product(self, left: Planes, right: Planes, partner: Array | None) -> int:
        """The sum over the states of `left` times `right` at its partner."""
        return self._dot(left, right, partner) % self._prime


class MinPlus:
    """The evaluator of least costs: sums are minima, and products are sums of costs."""

    def __init__(self, program: Program, cost: Sequence[int]) -> None:
        """A piece of variable i costs cost[i]."""
        weights = program.programs.weights
        costs = np.zeros(max(1, len(weights)), dtype=np.int64)
        for exponents, number in weights.items():
            costs[number] = sum(price * times for price, times in zip(cost, exponents, strict=False))
        self._sweeper = Sweeper(program.programs, kind=LEAST, weights=costs)

    def basis(self, states: int, state: int) -> Planes:
        """The cost 0 at `state` and NEVER at all other states."""
        plane = np.full(states, NEVER, dtype=np.uint64)
        plane[state] = 0
        return [plane]

    def apply(self, operators: Sequence[BlockOperator], values: Planes) -> Planes:
        """The least costs after some operators."""
        return self._sweeper.sweep(operators, values)

    def inner_product(self, left: Planes, right: Planes, partner: Array | None) -> int:
        """The least sum of the costs of a state and of its partner."""
        one, other = paired(left[0].view(np.int64), right[0].view(np.int64), partner)
        return int((one + other).min(initial=NEVER))

    def total(self, terms: Sequence[tuple[int, int]]) -> int:
        """The least of the results."""
        return min(result for _, result in terms)


def least(program: Program, cost: Sequence[int]) -> int:
    """The least cost of a position, if a piece of variable i costs cost[i]."""
    return evaluate(program, MinPlus(program, cost))


def support(program: Program) -> Support:
    """The exact ranges of the exponents of a program."""
    variables = program.problem.variables

    def span(cost: Sequence[int]) -> tuple[int, int]:
        return least(program, cost), -least(program, [-price for price in cost])

    single = [[int(v == variable) for v in range(variables)] for variable in range(variables)]
    return Support(span([1] * variables), tuple(map(span, single)), span([1, -1, 0][:variables]))


@dataclass(frozen=True)
class Checkpoint:
    """The progress of the computation of a total.

    A total takes two evaluations: in integers, and then, when the `total` is known, modulo a prime. Each
    applies a few lists of operators. `values` holds the values at the end of each earlier list, and those
    after the first `done` operators of the present list.
    """

    total: int | None
    done: int
    values: list[Planes]

    def passed(self, program: Program) -> int:
        """The number of finished states, out of those of all operators, twice."""
        operators = sum(map(len, stages(program)[: len(self.values) - 1])) + self.done
        before = program.operators if self.total is not None else ()
        return sum(operator.targets for operator in (*before, *program.operators[:operators]))


def stages(program: Program) -> list[tuple[BlockOperator, ...]]:
    """The lists of operators of a program in the order in which they are applied."""
    loops = [each for each in (program.shared, program.right, program.left) if each]
    return loops * len(program.loops())


def fits_program(done: int, lengths: Sequence[Sequence[int]], program: Program) -> bool:
    """Whether planes of these lengths can be the values of a checkpoint of a program."""
    lists = stages(program)[: len(lengths)]
    if not lists or len(lists) < len(lengths) or not 1 <= done <= len(lists[-1]):
        return False
    ends = [*(operators[-1] for operators in lists[:-1]), lists[-1][done - 1]]
    return all(
        planes and all(size == end.targets for size in planes)
        for planes, end in zip(lengths, ends, strict=True)
    )


Keep = Callable[[Checkpoint], None]


class CheckpointedEvaluator:
    """An evaluator that calls `keep` after every operator and starts from the checkpoint `since`. It takes
    over the values of the checkpoint."""

    def __init__(
        self,
        evaluator: Integers | Residue,
        sweeper: Sweeper,
        keep: Keep,
        total: int | None,
        since: Checkpoint | None,
    ) -> None:
        self._evaluator, self._sweeper = evaluator, sweeper
        self._keep, self._known_total, self._since = keep, total, since
        self._ended: list[Planes] = []
        self.basis, self.inner_product, self.total = evaluator.basis, evaluator.inner_product, evaluator.total

    def apply(self, operators: Sequence[BlockOperator], values: Planes) -> Planes:
        """The values after some operators, normalized."""
        if not operators:
            return values
        before = 0
        given: Iterable[Array] = values
        if self._since is not None:
            known = self._since.values.pop(0)
            before = len(operators)
            if not self._since.values:
                before, self._since = self._since.done, None
                self._evaluator.normalize(known)
            passed(self._sweeper, operators[:before])
            given = (known.pop(0) for _ in range(len(known)))  # no other reference keeps a plane

        def observe(done: int, planes: Planes) -> None:
            self._keep(Checkpoint(self._known_total, before + done, [*self._ended, list(planes)]))

        self._sweeper.observe = observe
        self._ended.append(self._evaluator.apply(operators[before:], given))
        return self._ended[-1]


def passed(sweeper: Sweeper, operators: Sequence[BlockOperator]) -> None:
    """Report that some operators are done."""
    if sweeper.tick is not None:
        for operator in operators:
            sweeper.tick(operator)


def checked_total(
    program: Program,
    threads: int = 1,
    report: Report = silent,
    keep: Keep = silent,
    since: Checkpoint | None = None,
) -> int:
    """The number of positions, from a program without weights; checked modulo a prime. The function takes
    over the values of `since`, so that they are in memory only once.

    >>> from enumerate.compiler.program import compile_program
    >>> from enumerate.model.board import Board
    >>> from enumerate.rules.problem import Problem
    >>> board = Board.rectangle(4, 4)
    >>> checked_total(compile_program(Problem(board), sorted(board.cells)))
    10012
    """
    sweeper = Sweeper(program.programs, threads, ticking((*program.operators, *program.operators), report))
    if since is not None and since.total is not None:
        total = since.total
        passed(sweeper, program.operators)
    else:
        total = evaluate(program, CheckpointedEvaluator(Integers(sweeper), sweeper, keep, None, since))
        since = None
    if total % PRIME != evaluate(
        program, CheckpointedEvaluator(Residue(sweeper), sweeper, keep, total, since)
    ):
        raise ComputationError(f"the prime {PRIME} contradicts the total: the computation is not trusted")
    return total


def total_bound(program: Program, report: Report = silent) -> int:
    """A bound on every coefficient: the exact number of positions."""
    return evaluate(program, Integers(Sweeper(program.programs, tick=ticking(program.operators, report))))
