"""The backward table: how many completions every state has, after every visit, exactly.

Lists, samples and densities read this table. Read `compiler/operators.py` first.

The transposes of the operators of a sweep, applied from the last visit back, take the number of completions
after a visit to the number before it. Values are integers in lists on small boards, in planes of digits on
large ones. With tracked numbers of pieces a value is packed: one digit of base 2^bits for each sum of places
that the rest of a walk may collect. With weights, a completion counts as the product of the factors of its
visits. All vectors are kept where memory allows, else only some, and those between are computed again when a
walk passes them.
"""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from math import isqrt
from typing import Any, NamedTuple, Protocol

import numpy as np

from ..compiler.operators import BlockOperator, Marking, OperatorCompiler
from ..compiler.sparse import objects
from ..compiler.straight_line import StraightLinePrograms
from ..evaluators.objects import Objects
from ..evaluators.semirings import integers
from ..model.board import Board
from ..model.game import Game
from ..model.lattice import Cell
from ..plan.cost import TRANSITIONS, listed_need, unloaded
from ..rules.problem import Problem, position_bits, position_bound
from ..support.memory import MORE, CostEstimate, process_memory
from ..support.run import DEFAULT, Report, Settings, cancellable, silent
from ..sweep.diagram import Array, StateSet
from ..sweep.profile import profile
from ..sweep.sweep import Sweep, slots_of, sweep
from ..sweep.visit import PLAYERS, UNIT
from .walk import NOT_TRACKED, Visits, walked
from .weighing import IntegerWeights

INSTEAD = f"Take a smaller board, track fewer numbers, {MORE}"
LIMB = 48  # bits of a digit in a plane
COMPILING = 0.3  # of the time of counting, about
OBJECT_BYTES = 40  # of an integer and its place in a list, without its digits
MANY_STATES = 2**20  # along a sweep, in all, from which on planes are worth loading their compiled loops
LARGEST_FACTOR = 2**40  # a greater one leaves no room for digits in planes
PER_INTEGER, PER_TRACKED = 2e-7, 6e-7  # seconds for each transition, measured; for estimates only
PER_BYTE = 5e-10  # the same in planes, for both passes


class Weighing(NamedTuple):
    """The factor of every placement and of every visit that plays nothing, and how many digits each kind of
    visit moves a packed value: those without a piece, and those with a piece of each player."""

    weights: IntegerWeights
    places: Sequence[int] = NOT_TRACKED

    @property
    def marking(self) -> Marking:
        """What the weights of operators must stand for."""
        if self.places[UNIT] or set(self.weights.passing) - {1}:
            return Marking.EVERY_VISIT
        is_plain = tuple(self.places) == NOT_TRACKED and not set(self.weights.placements) - {1}
        return Marking.NOTHING if is_plain else Marking.PLACEMENT

    def of_visit(self, swept: Sweep, visit: int, programs: StraightLinePrograms) -> list[tuple[int, int]]:
        """The factor and the number of digits of every weight of the programs, at a visit."""
        starting, variables = swept.starting[visit], swept.graph.variables
        found = []
        for exponents in programs.weights:
            symbol = exponents.index(1)
            if symbol < min(len(starting), len(exponents) - 1):
                played = starting[symbol]
                found.append((self.weights.placements[played], self.places[PLAYERS[variables[played]]]))
            else:
                found.append((self.weights.passing[visit], self.places[UNIT]))
        return found


class Counting(Protocol):
    """Integers for all states: in lists or in planes."""

    def keep_threads(self) -> AbstractContextManager[None]: ...

    def start(self) -> Any: ...

    def take(self, values: Any, states: Array) -> Array: ...

    def apply(self, operator: BlockOperator, values: Any, weights: Sequence[tuple[int, int]]) -> Any: ...

    def normalized(self, values: Any) -> Any: ...

    def inner_product(self, one: Any, other: Any, partner: Array) -> int: ...


class InLists:
    """Python integers, one for each state, packed in digits of `bits` bits; digits above number `most` are
    dropped. Without `bits` nothing is packed."""

    def __init__(self, programs: StraightLinePrograms, bits: int = 0, most: int = 0) -> None:
        self._objects: Objects[int] = Objects(programs, integers())
        self._bits, self._mask = bits, (1 << bits * (most + 1)) - 1

    def keep_threads(self) -> AbstractContextManager[None]:
        """No threads."""
        return nullcontext()

    def start(self) -> list[int]:
        """The single state before the first visit, or after the last one."""
        return [1]

    def take(self, values: list[int], states: Array) -> Array:
        """The values of some states, as Python integers."""
        return objects([values[state] for state in states.tolist()])

    def apply(
        self, operator: BlockOperator, values: list[int], weights: Sequence[tuple[int, int]]
    ) -> list[int]:
        """The values after an operator."""
        return self._objects.step(
            operator, values, lambda value, weight: self._scaled(value, *weights[weight])
        )

    def _scaled(self, value: int, factor: int, places: int) -> int:
        value *= factor
        return value << self._bits * places & self._mask if self._bits and places else value

    def normalized(self, values: list[int]) -> list[int]:
        """The same values."""
        return values

    def inner_product(self, one: list[int], other: list[int], partner: Array) -> int:
        """The sum over the states of one value times the other at the partner, -1 for none."""
        pairs = zip(one, partner.tolist(), strict=True)
        return sum(value * other[there] for value, there in pairs if there >= 0)


def _spacing(sizes: Sequence[int], allowed: int) -> tuple[int, int]:
    """Every how many layers one is kept, and the bytes of all."""
    if sum(sizes) < allowed // 2:
        return 1, sum(sizes)
    spacing = max(1, isqrt(len(sizes)))
    return spacing, sum(sizes[::spacing]) + spacing * max(sizes, default=0)


def _lengths(problem: Problem, greatest: int, is_large: bool) -> list[int]:
    """The bytes of an integer after each visit, about: it is the longer the more is left to visit."""
    cells = len(problem.board)
    bits = position_bound(problem.board, problem.game).bit_length() + cells * (greatest.bit_length() - 1)
    left = [bits * (cells - visited) // cells for visited in range(1, cells + 1)]
    return [8 * (1 + each // LIMB) if is_large else OBJECT_BYTES + each // 8 for each in left]


def _packed_length(digit: int, most: int) -> int:
    """The bytes of an integer with a digit of so many bits for each sum, about: half of them are not met."""
    return OBJECT_BYTES + digit * (most + 1) // 16


def layers_need(
    problem: Problem, order: Sequence[Cell], tracked: int | None, greatest: int, settings: Settings
) -> tuple[CostEstimate, bool, list[int]]:
    """What layers will take, if sums up to `tracked` are and no weight is above `greatest`; whether they are
    counted in planes; the bytes of an integer after each visit."""
    bounds = profile(problem, order).counts
    listed_need(max(bounds, default=1)).require(settings.limit)
    is_large = sum(bounds) > MANY_STATES and greatest <= LARGEST_FACTOR and tracked is None
    if tracked is None:
        lengths = _lengths(problem, greatest, is_large)
    else:
        digit = position_bits(problem.board, problem.stuck, problem.game)
        lengths = [_packed_length(digit, tracked)] * len(order)
    _, memory = _spacing([b * size for b, size in zip(bounds, lengths, strict=True)], settings.memory)
    seconds = sum(lengths) / (len(lengths) or 1) * PER_BYTE if is_large else PER_INTEGER
    seconds = TRANSITIONS * sum(bounds) * (seconds if tracked is None else PER_TRACKED)
    held = process_memory()[0]
    memory += held + (unloaded() if is_large else 0)
    need = CostEstimate(f"up to {sum(bounds):,} counts", memory, seconds, instead=INSTEAD, held=held)
    return need, is_large, lengths


def drawing_need(board: Board, pieces: int, game: Game, settings: Settings) -> CostEstimate:
    """What it will take to draw positions with a number of pieces."""
    problem = Problem(board, frozenset(), game=game)
    return layers_need(problem, walked(board, problem.stuck, game), pieces, 1, settings)[0]


class BackwardTable:
    """The completions of every state of a sweep; vector i belongs to the moment after i visits.

    `codes` holds the ascending codes of the states at each moment, in the order of the vector.

    >>> from enumerate import Board
    >>> board = Board.rectangle(2, 2)
    >>> list(BackwardTable(Problem(board, frozenset()), sorted(board.cells)).ascending())
    [[7], [3, 2, 2], [2, 1, 1, 1], [1], [1]]
    """

    def __init__(
        self,
        problem: Problem,
        order: Sequence[Cell],
        places: tuple[int, int, int, int] = NOT_TRACKED,
        most: int = 0,
        settings: Settings = DEFAULT,
        weights: IntegerWeights | None = None,
    ) -> None:
        """Count backwards along `order`; sums of places above `most` are dropped."""
        self.places, tracked = places, places != NOT_TRACKED
        greatest = 1 if weights is None else weights.greatest
        need, is_large, lengths = layers_need(problem, order, most if tracked else None, greatest, settings)
        settings.expect(need)
        self.swept = sweep(problem, tuple(order))
        self.weights = weights or IntegerWeights.of(self.swept.graph, order, None)
        self._weighing = Weighing(self.weights, places)
        compiler = OperatorCompiler(
            self._weighing.marking, placements=max(1, self.swept.most_starting), single=True
        )
        phases = settings.cut([COMPILING, bool(tracked), 1], ["compiling", "bounding", "counting"])
        compiling, bounding, counting = (each.report for each in phases)
        start = StateSet.start(slots_of(self.swept.locals))
        self._forward, after = compiler.operators(start, self.swept.locals, report=compiling)
        transposes = {operator: operator.transposed(compiler.programs) for operator in self._forward}
        self._backward = [transposes[operator] for operator in self._forward]
        self._visits: dict[int, Visits] = {}
        self._programs, self.label_bits = compiler.programs, start.bits
        shared = {states: states.codes for states in cancellable(after)}
        self.codes = [start.codes, *(shared[states] for states in after)]
        self._weights = [
            self._weighing.of_visit(self.swept, visit, self._programs) for visit in range(len(self._forward))
        ]
        self._bits, self._spacing = 0, 1
        if is_large:
            growth = max((each.growth for each in (*self._forward, *self._backward)), default=1)
            from .planes import InPlanes  # loads Numba

            self.counting: Counting = InPlanes(self._programs, growth, greatest, settings.cores)
        else:
            self.counting = InLists(self._programs)
            if tracked:
                self._bits = max(map(max, self._vectors(0, len(self._forward), [1], bounding))).bit_length()
                self.counting = InLists(self._programs, self._bits, most)
                lengths = [_packed_length(self._bits, most)] * len(order)
        counts = [len(codes) for codes in self.codes[1:]]
        sizes = [count * size for count, size in zip(counts, lengths, strict=True)]
        self._spacing, memory = _spacing(sizes, settings.memory)
        CostEstimate(f"{sum(counts):,} counts", memory, instead=INSTEAD).require(settings.limit)
        last = len(self._forward)
        self._kept: dict[int, Any] = {last: self.counting.start()}
        vectors = self._vectors(0, last, self._kept[last], counting)
        with self.counting.keep_threads():
            for number, vector in zip(range(last - 1, -1, -1), vectors, strict=True):
                if number % self._spacing == 0:
                    self._kept[number] = vector

    def _vectors(self, low: int, high: int, values: Any, report: Report = silent) -> Iterator[Any]:
        """The vectors before the visits from `high` - 1 down to `low`, from the one after them."""
        for visit in range(high - 1, low - 1, -1):
            report(high - 1 - visit, high - low)
            values = self.counting.apply(self._backward[visit], values, self._weights[visit])
            yield values

    @property
    def first(self) -> Any:
        """The completions before the first visit, of the single state."""
        return self._kept[0]

    def ascending(self) -> Iterator[Any]:
        """The vectors from the first moment to the last."""
        for low in range(0, len(self._forward), self._spacing):
            high = min(low + self._spacing, len(self._forward))
            yield self._kept[low]
            yield from reversed(list(self._vectors(low + 1, high, self._kept[high])))
        yield self._kept[len(self._forward)]

    def forward(self, visit: int, values: Any) -> Any:
        """The numbers of ways to the states after a visit, from those to the states before it."""
        return self.counting.apply(self._forward[visit], values, self._weights[visit])

    def read(self, vector: Any, states: Array, spent: Array, wanted: Sequence[int]) -> Array:
        """The completions of states by which one of the `wanted` sums of places is collected, if so much was
        collected before: Python integers."""
        if not self._bits:
            return self.counting.take(vector, states) if wanted else np.zeros(len(states), dtype=object)
        digit = (1 << self._bits) - 1
        known: dict[tuple[int, int], int] = {}
        for state, before in dict.fromkeys(zip(states.tolist(), spent.tolist(), strict=True)):
            value = vector[state]
            left = [place - before for place in wanted if place >= before]
            known[state, before] = sum(value >> self._bits * place & digit for place in left)
        return objects([known[pair] for pair in zip(states.tolist(), spent.tolist(), strict=True)])

    def moves(self, visit: int, codes: Array) -> tuple[Array, Array]:
        """For states before a visit, by decision (nothing, then each placement that starts there): whether
        the decision is possible, and the number of the state after it."""
        if visit not in self._visits:
            self._visits[visit] = Visits(
                self.swept.locals[visit], len(self.swept.starting[visit]), self.label_bits
            )
        is_possible, after = self._visits[visit].moves(codes)
        states = np.zeros(after.shape, dtype=np.int64)
        states[is_possible] = np.searchsorted(self.codes[visit + 1], after[is_possible])
        return is_possible, states
