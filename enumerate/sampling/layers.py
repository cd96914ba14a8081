"""Counting layers: how many completions every state has, after every step, exactly.

Values are plain integers; with tracked numbers of dominoes they are packed, one digit of base 2^bits for each
sum of places that the rest of a walk may collect (a step of weight w collects places[w]). Large boards have
them in planes (`planes.py`), if nothing is tracked. With weights, a completion counts as the product of the
factors of its steps. All layers are kept where memory allows, else only some, and those between are counted
again when a walk passes them.
"""

from array import array
from collections.abc import Iterator, Sequence
from math import isqrt
from operator import add
from typing import Any, Protocol

from ..compiler.program import Compiler, LinearEvaluator
from ..compiler.steps import Step
from ..model.board import Board, Cell
from ..model.game import Game
from ..plan.cost import TRANSITIONS, listed_need, unloaded
from ..rules.bounds import position_bits, position_bound
from ..rules.problem import Problem
from ..support.memory import MORE, CostEstimate, process_memory
from ..support.progress import Report, cancellable, silent
from ..support.settings import DEFAULT, Settings
from ..sweep.diagram import StateSet
from ..sweep.profile import state_counts
from ..sweep.sweep import sweep
from .walk import NOT_TRACKED, ONES, walked

INSTEAD = f"Take a smaller board, track fewer numbers, {MORE}"
COMPILING = 0.3  # of the time of counting, about
LOOK_EVERY = 4096  # runs between two looks at whether to stop
OBJECT_BYTES = 40  # of an integer and its place in a list, without its digits
MANY = 2**20  # states along a sweep, in all, from which on planes are worth loading their compiled loops
LIMB = 48  # bits of a digit in a plane
LONGEST = 2**40  # the greatest factor that leaves room for digits in planes
PER_INTEGER, PER_TRACKED = 2e-7, 6e-7  # seconds for each transition, measured; for estimates only
PER_BYTE = 5e-10  # the same in planes, for both passes


class Layer(Protocol):
    """The completions of each state at one moment."""

    def __getitem__(self, place: int, /) -> int: ...


class Counting(LinearEvaluator[Step, Any, int], Protocol):
    """What counts completions, from the last step back, and ways to states, from the first one onward."""

    @property
    def places(self) -> Sequence[int]: ...

    def layers(self, steps: Sequence[Step], values: Any, report: Report = ...) -> Iterator[Any]: ...

    def onward(self, step: Step, values: Any, /) -> Any: ...

    def join(self, ways: Any, completions: Any, partner: Any, /) -> int: ...

    def release(self, values: Any, /) -> None: ...

    def read(self, value: int, wanted: Sequence[int]) -> int: ...


def _spacing(sizes: Sequence[int], allowed: int) -> tuple[int, int]:
    """Every how many layers one is kept, and the bytes of all."""
    if sum(sizes) < allowed // 2:
        return 1, sum(sizes)
    spacing = max(1, isqrt(len(sizes)))
    return spacing, sum(sizes[::spacing]) + spacing * max(sizes, default=0)


def _listed(states: StateSet) -> Sequence[int]:
    """The codes of states, ascending: compactly, unless they are longer than a word."""
    return states.codes.tolist() if states.words.is_wide else array("Q", states.codes.tobytes())


def _lengths(task: Problem, factors: Sequence[int], is_large: bool) -> list[int]:
    """The bytes of an integer after each visit, about: it is the longer the more is left to visit."""
    cells = len(task.board)
    bits = position_bound(task.board, task.game).bit_length() + cells * (max(factors).bit_length() - 1)
    left = [bits * (cells - visited) // cells for visited in range(1, cells + 1)]
    return [8 * (1 + each // LIMB) if is_large else OBJECT_BYTES + each // 8 for each in left]


def _packed_length(digit: int, most: int) -> int:
    """The bytes of an integer with a digit of so many bits for each sum, about: half of them are not met."""
    return OBJECT_BYTES + digit * (most + 1) // 16


class BackwardCounts:
    """Backward counts of states: integers, carried through the steps from the last one back.

    A step of weight w multiplies by factors[w] and moves a packed integer by places[w] digits of `bits` bits;
    digits above number `most` are dropped. A walk meets the layers one by one; ways to the states go
    `onward`, and are joined with completions.
    """

    def __init__(
        self,
        places: Sequence[int] = NOT_TRACKED,
        bits: int = 0,
        most: int = 0,
        factors: Sequence[int] = ONES,
    ) -> None:
        self.places, self._bits, self._shifts = places, bits, [bits * place for place in places]
        self._factors, self._mask = factors, (1 << bits * (most + 1)) - 1

    def start(self) -> list[int]:
        """After the last step there is one state with one completion."""
        return [1]

    def carry(self, steps: Sequence[Step], values: list[int]) -> list[int]:
        """The completions before some steps, which are given from last to first."""
        for layer in self.layers(steps, values):
            values = layer
        return values

    def layers(
        self, steps: Sequence[Step], values: list[int], report: Report = silent
    ) -> Iterator[list[int]]:
        """The completions before each of some steps, which are given from last to first."""
        for done, step in enumerate(steps):
            report(done, len(steps))
            values = self._back(step, values)
            yield values

    def result(self, values: list[int]) -> int:
        """The completions of the single first state: all positions."""
        return values[0]

    def _back(self, step: Step, values: list[int]) -> list[int]:
        """The completions before a step from those after it: its transitions, turned round."""
        weighted = {weight: self._weighted(values, weight) for weight in set(step.weight.tolist())}
        made = [0] * step.sources
        begin = 0
        for length, terms in cancellable(step.runs, LOOK_EVERY):
            for source, weight in terms:
                if length == 1:
                    made[source] += weighted[weight][begin]
                else:
                    end = source + length
                    made[source:end] = map(add, made[source:end], weighted[weight][begin : begin + length])
            begin += length
        return made

    def onward(self, step: Step, values: list[int]) -> list[int]:
        """The ways to the states after a step, from those to the states before it."""
        made = []
        for length, terms in step.runs:
            run = [0] * length
            for source, weight in terms:
                run = list(map(add, run, self._weighted(values[source : source + length], weight)))
            made += run
        return made

    def join(self, ways: list[int], completions: list[int], partner: Sequence[int]) -> int:
        """The sum over the states of the ways to it times the completions of its partner, -1 for none."""
        places = partner if len(partner) else range(len(completions))
        return sum(way * completions[there] for way, there in zip(ways, places, strict=True) if there >= 0)

    def release(self, values: list[int]) -> None:
        """Nobody looks at these values any more."""

    def _weighted(self, values: list[int], weight: int) -> list[int]:
        factor, shift = self._factors[weight], self._shifts[weight]
        if factor != 1:
            values = [value * factor for value in values]
        return [value << shift & self._mask for value in values] if shift else values

    def read(self, value: int, wanted: Sequence[int]) -> int:
        """How many of the completions in `value` collect one of the `wanted` sums of places."""
        if not self._bits:
            return value if wanted else 0
        digit = (1 << self._bits) - 1
        return sum(value >> self._bits * place & digit for place in wanted)


def layers_need(
    task: Problem, order: Sequence[Cell], tracked: int | None, factors: Sequence[int], settings: Settings
) -> tuple[CostEstimate, bool, list[int]]:
    """What layers will take, if sums up to `tracked` are; whether they are counted in planes; the bytes of an
    integer after each visit."""
    bounds = state_counts(task.board, task.stuck, order, game=task.game)
    listed_need(max(bounds, default=1)).require(settings.limit)
    is_large = sum(bounds) > MANY and max(factors) <= LONGEST and tracked is None
    if tracked is None:
        lengths = _lengths(task, factors, is_large)
    else:
        digit = position_bits(task.board, task.stuck, task.game)
        lengths = [_packed_length(digit, tracked)] * len(order)
    _, memory = _spacing([b * size for b, size in zip(bounds, lengths, strict=True)], settings.memory)
    seconds = sum(lengths) / (len(lengths) or 1) * PER_BYTE if is_large else PER_INTEGER
    seconds = TRANSITIONS * sum(bounds) * (seconds if tracked is None else PER_TRACKED)
    held = process_memory()[0]
    memory += held + (unloaded() if is_large else 0)
    need = CostEstimate(f"up to {sum(bounds):,} counts", memory, seconds, instead=INSTEAD, held=held)
    return need, is_large, lengths


def drawing_need(board: Board, pieces: int, game: Game, settings: Settings) -> CostEstimate:
    """What it will take to draw positions with a number of pieces.

    >>> from enumerate.model.game import DOMINEERING
    >>> drawing_need(Board.rectangle(22, 22), 230, DOMINEERING, DEFAULT).memory > 2**38
    True
    """
    task = Problem(board, frozenset(), game=game)
    return layers_need(task, walked(board, task.stuck, game), pieces, ONES, settings)[0]


class BackwardTable:
    """The completions of every state of a sweep; layer i belongs to the moment after i steps.

    `codes` holds the ascending codes of the states at each moment, in the order of the layer.

    >>> from enumerate import Board
    >>> board = Board.rectangle(2, 2)
    >>> list(BackwardTable(Problem(board, frozenset()), sorted(board.cells)).ascending())
    [[7], [3, 2, 2], [2, 1, 1, 1], [1], [1]]
    """

    def __init__(
        self,
        task: Problem,
        order: Sequence[Cell],
        places: tuple[int, int, int, int] = NOT_TRACKED,
        most: int = 0,
        settings: Settings = DEFAULT,
        factors: Sequence[int] = ONES,
    ) -> None:
        """Count backwards along `order`; sums of places above `most` are dropped."""
        board, stuck, game = task.board, task.stuck, task.game
        tracked = places != NOT_TRACKED
        need, is_large, lengths = layers_need(task, order, most if tracked else None, factors, settings)
        settings.expect(need)
        self.swept = sweep(board, stuck, tuple(order), task.perfect, game)
        compiler = Compiler(self.swept.locals)
        phases = settings.cut([COMPILING, bool(tracked), 1], ["compiling", "bounding", "counting"])
        compiling, bounding, counting = (each.report for each in phases)
        self.steps, after = compiler.forward(self.swept.locals, report=compiling)
        self.label_bits = compiler.start.bits
        shared = {states: _listed(states) for states in cancellable(after)}
        self.codes: list[Sequence[int]] = [array("Q", [0]), *(shared[states] for states in after)]
        if is_large:
            from .planes import PlaneCounts, most_terms

            most_met = max(1 + self.swept.most_starting, most_terms(self.steps))
            self.algebra: Counting = PlaneCounts(most_met, factors, settings.cores)
        else:
            plain = BackwardCounts(factors=factors)
            self.algebra = plain
            if tracked:
                layers = plain.layers(self.steps[::-1], plain.start(), bounding)
                digit = max(map(max, layers), default=1).bit_length()
                self.algebra = BackwardCounts(places, digit, most, factors)
                lengths = [_packed_length(digit, most)] * len(order)
        counts = [len(codes) for codes in self.codes[1:]]
        sizes = [count * size for count, size in zip(counts, lengths, strict=True)]
        self._spacing, memory = _spacing(sizes, settings.memory)
        CostEstimate(f"{sum(counts):,} counts", memory, instead=INSTEAD).require(settings.limit)
        self._kept = self._count(counting)

    @property
    def first(self) -> Layer:
        """The completions before the first visit, of the single state."""
        return self._kept[0]

    def _count(self, report: Report) -> dict[int, Layer]:
        last = len(self.steps)
        kept = {last: self.algebra.start()}
        layers = self.algebra.layers(self.steps[::-1], kept[last], report)
        passed = None
        for number, layer in zip(range(last - 1, -1, -1), layers, strict=True):
            if passed is not None:
                self.algebra.release(passed)
            passed = layer if number % self._spacing else None
            if passed is None:
                kept[number] = layer
        return kept

    def ascending(self) -> Iterator[Layer]:
        """The layers from the first moment to the last, each until the next is asked for."""
        for low in range(0, len(self.steps), self._spacing):
            high = min(low + self._spacing, len(self.steps))
            yield self._kept[low]
            between = list(self.algebra.layers(self.steps[high - 1 : low : -1], self._kept[high]))
            for layer in reversed(between):
                yield layer
                self.algebra.release(layer)
        yield self._kept[len(self.steps)]
