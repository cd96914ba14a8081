"""The backward table: how many completions every state has, after every step, exactly.

Lists, samples and densities read this table. Read `compiler/operators.py` and `walk.py` first.

The transposes of the operators of a sweep, applied from the last step back, take the number of completions
after a step to the number before it. Values are integers in lists on small boards, in planes of digits on
large ones. With tracked numbers of pieces a value is packed: one digit of base 2^bits for each sum of places
that the rest of a walk may collect. With weights, a completion counts as the product of the factors of its
decisions. All vectors are kept where memory allows, else only some, and those between are computed again when
a walk passes them.
"""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import accumulate
from math import isqrt
from typing import Any

import numpy as np

from ..compiler.operators import BlockOperator, Marking, OperatorCompiler, objects
from ..compiler.straight_line import StraightLinePrograms
from ..evaluators.objects import Objects
from ..evaluators.semirings import integers
from ..model.board import Board
from ..model.game import Game
from ..model.lattice import Cell
from ..plan.plan import TRANSITIONS, listed_need, unloaded
from ..rules.problem import Problem, position_bits, position_bound
from ..support.caches import cached
from ..support.memory import MORE, CostEstimate, process_memory
from ..support.run import DEFAULT, Report, Settings, advance, cancellable, running, silent
from ..sweep.diagram import Array, StateSet
from ..sweep.profile import profile
from ..sweep.sweep import Local, slots_of, sweep
from .walk import MOST_SLOTS, NOT_TRACKED, StepMoves, SweepStep, steps, walked
from .weighing import IntegerWeights

INSTEAD = f"Take a smaller board, track fewer numbers, {MORE}"
DIGIT = 48  # bits of a digit in a plane
COMPILING = 0.3  # of the time of counting, about
OBJECT_BYTES = 40  # of an integer and its place in a list, without its digits
MANY_STATES = 2**20  # along a sweep, in all, from which on planes are worth loading their compiled loops
LARGEST_FACTOR = 2**40  # a greater one leaves no room for digits in planes
PER_INTEGER, PER_TRACKED = 2e-7, 6e-7  # seconds for each transition, measured; for estimates only
PER_BYTE = 5e-10  # the same in planes, for both passes
KEPT = 4  # compiled sweeps


class CompiledSteps:
    """The operators of the steps of a sweep, their transposes, and the codes of the states at each moment."""

    def __init__(self, locals_: Sequence[Local], decisions: Sequence[int], marking: Marking) -> None:
        """Each step has so many `decisions`."""
        width = MOST_SLOTS if marking is Marking.NOTHING else None
        placements = max(1, max(decisions, default=1) - 1)
        compiler = OperatorCompiler(marking, width, placements=placements, single=True)
        start = StateSet.start(slots_of(locals_))
        self.forward, after = compiler.operators(start, locals_, report=advance)
        transposes = {operator: operator.transposed(compiler.programs) for operator in self.forward}
        self.backward = [transposes[operator] for operator in self.forward]
        self.programs = compiler.programs
        codes = {states: states.codes for states in cancellable(after)}
        self.codes = [start.codes, *(codes[states] for states in after)]
        made: dict[Local, StepMoves] = {}
        self.moves = [
            made.setdefault(local, StepMoves(local, count, start.bits, start.words.code))
            for local, count in zip(locals_, decisions, strict=True)
        ]

    @property
    def growth(self) -> int:
        """The greatest number of terms in a sum."""
        return max((each.growth for each in (*self.forward, *self.backward)), default=1)

    def states(self, moment: int, codes: Array) -> Array:
        """The numbers of the states with some codes."""
        return np.searchsorted(self.codes[moment], codes)


@cached(KEPT)
def compiled_steps(locals_: tuple[Local, ...], decisions: tuple[int, ...], marking: Marking) -> CompiledSteps:
    """The same, kept for the next question about the same sweep."""
    return CompiledSteps(locals_, decisions, marking)


def _marking(steps: Sequence[SweepStep]) -> Marking:
    """What the weights of operators must stand for."""
    if any(step.factors[0] != 1 or step.collected[0] for step in steps):
        return Marking.EVERY_VISIT
    is_plain = not any(set(step.factors) - {1} or step.collected.any() for step in steps)
    return Marking.NOTHING if is_plain else Marking.PLACEMENT


def _weights(step: SweepStep, programs: StraightLinePrograms) -> list[tuple[int, int]]:
    """The factor and the number of digits of every weight of the programs, in a step."""
    found = []
    for exponents in programs.weights:
        decision = exponents.index(1) + 1
        if decision >= min(len(step.decisions), len(exponents)):
            decision = 0
        found.append((step.factors[decision], int(step.collected[decision])))
    return found


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
    return [8 * (1 + each // DIGIT) if is_large else OBJECT_BYTES + each // 8 for each in left]


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
    """The completions of every state of a sweep; vector i belongs to the moment after i steps.

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
        together: int = 1,
    ) -> None:
        """Count backwards along `order`, with up to so many visits in a step; sums of places above `most` are
        dropped."""
        tracked = places != NOT_TRACKED
        self._greatest = 1 if weights is None else weights.greatest
        need, is_large, lengths = layers_need(
            problem, order, most if tracked else None, self._greatest, settings
        )
        settings.expect(need)
        self.swept = sweep(problem, tuple(order))
        weights = weights or IntegerWeights.of(self.swept.graph, order, None)
        self.steps = steps(self.swept, weights, places, together)
        phases = settings.cut([COMPILING, bool(tracked), 1], ["compiling", "bounding", "counting"])
        with running({"settings": phases[0]}):
            locals_ = tuple(step.local for step in self.steps)
            decisions = tuple(len(step.decisions) for step in self.steps)
            self.compiled = compiled_steps(locals_, decisions, _marking(self.steps))
        programs, last = self.compiled.programs, len(self.steps)
        self._weights = [_weights(step, programs) for step in self.steps]
        self._bits, self._spacing, self._most = 0, 1, most
        self.evaluator: Any = Objects(programs, integers())
        if is_large:
            from ..evaluators.integers import Integers  # loads Numba

            self.evaluator = Integers.of_products(
                programs, self.compiled.growth, self._greatest, settings.cores
            )
        elif tracked:
            self._bits = max(map(max, self._vectors(0, last, [1], phases[1].report))).bit_length()
            lengths = [_packed_length(self._bits, most)] * len(order)
        counts = [len(codes) for codes in self.compiled.codes[1:]]
        lengths = [lengths[end - 1] for end in accumulate(len(step.decisions[0]) for step in self.steps)]
        sizes = [count * size for count, size in zip(counts, lengths, strict=True)]
        self._spacing, memory = _spacing(sizes, settings.memory)
        CostEstimate(f"{sum(counts):,} counts", memory, instead=INSTEAD).require(settings.limit)
        self._kept: dict[int, Any] = {last: self.start()}
        vectors = self._vectors(0, last, self._kept[last], phases[2].report)
        with self.keep_threads():
            for number, vector in zip(range(last - 1, -1, -1), vectors, strict=True):
                if number % self._spacing == 0:
                    self._kept[number] = vector

    def keep_threads(self) -> AbstractContextManager[None]:
        """Threads for the time of several steps, if there are any."""
        return nullcontext() if isinstance(self.evaluator, Objects) else self.evaluator.keep_threads()

    def start(self) -> Any:
        """The value 1 of the single state before the first step, or after the last one."""
        return self.evaluator.basis(1, 0)

    def _apply(self, operator: BlockOperator, step: int, values: Any) -> Any:
        """The values after an operator of a step."""
        weights = self._weights[step]
        if not isinstance(self.evaluator, Objects):
            return self.evaluator.apply_weighted(operator, [factor for factor, _ in weights], values)
        bits, mask = self._bits, (1 << self._bits * (self._most + 1)) - 1

        def scale(value: int, weight: int) -> int:
            factor, places = weights[weight]
            return value * factor << bits * places & mask if bits and places else value * factor

        return self.evaluator.step(operator, values, scale)

    def _vectors(self, low: int, high: int, values: Any, report: Report = silent) -> Iterator[Any]:
        """The vectors before the steps from `high` - 1 down to `low`, from the one after them."""
        for step in range(high - 1, low - 1, -1):
            report(high - 1 - step, high - low)
            values = self._apply(self.compiled.backward[step], step, values)
            yield values

    @property
    def total(self) -> int:
        """The completions before the first step, of the single state."""
        return int(self.evaluator.values_at(self._kept[0], np.zeros(1, dtype=np.int64))[0])

    @property
    def first(self) -> Any:
        """The vector before the first step."""
        return self._kept[0]

    def ascending(self) -> Iterator[Any]:
        """The vectors from the first moment to the last."""
        last = len(self.steps)
        for low in range(0, last, self._spacing):
            high = min(low + self._spacing, last)
            yield self._kept[low]
            yield from reversed(list(self._vectors(low + 1, high, self._kept[high])))
        yield self._kept[last]

    def forward(self, step: int, values: Any) -> Any:
        """The numbers of ways to the states after a step, from those to the states before it."""
        return self._apply(self.compiled.forward[step], step, values)

    def read(self, vector: Any, states: Array, spent: Array, wanted: Sequence[int]) -> Array:
        """The completions of states by which one of the `wanted` sums of places is collected, if so much was
        collected before: Python integers."""
        if not self._bits:
            if not wanted:
                return np.zeros(len(states), dtype=object)
            return np.asarray(self.evaluator.values_at(vector, states))
        digit = (1 << self._bits) - 1
        known: dict[tuple[int, int], int] = {}
        for state, before in dict.fromkeys(zip(states.tolist(), spent.tolist(), strict=True)):
            value = vector[state]
            left = [place - before for place in wanted if place >= before]
            known[state, before] = sum(value >> self._bits * place & digit for place in left)
        return objects([known[pair] for pair in zip(states.tolist(), spent.tolist(), strict=True)])
