"""Counting layers: how many completions every state has, after every step, exactly.

Values are plain integers; with tracked numbers of dominoes they are packed, one digit of base 2^bits for each
sum of places that the rest of a walk may collect (a step of weight w collects places[w]). All layers are
kept where memory allows, else only some, and those between are counted again when a walk passes them.
"""

from array import array
from collections.abc import Iterator, Sequence
from math import isqrt
from operator import add

from ..frontier.estimate import require_states
from ..frontier.orders import state_bounds
from ..frontier.program import Compiler
from ..frontier.steps import Step
from ..frontier.sweep import sweep
from ..frontier.task import Task
from ..model.board import Cell
from ..rules.bounds import position_bound
from ..support.memory import available_memory, require_memory
from ..support.progress import Report, looked_at, silent
from ..support.settings import DEFAULT, Settings

INSTEAD = "Take a smaller board, track fewer numbers, or allow more with max_memory (--max-memory)"
COMPILING = 0.3  # of the time of counting, about
LOOK_EVERY = 4096  # runs between two looks at whether to stop
OBJECT_BYTES = 40  # of an integer and its place in a list, without its digits
NOT_TRACKED = (0, 0, 0, 0)  # places by weight: 1, then each player's variable

Layer = list[int]


def _spacing(sizes: Sequence[int], limit: int | None, what: str) -> int:
    """Every how many layers one is kept; layers that do not fit even so are refused."""
    allowed = available_memory() if limit is None else limit
    if sum(sizes) < allowed // 2:
        return 1
    spacing = isqrt(len(sizes))
    require_memory(sum(sizes[::spacing]) + spacing * max(sizes), allowed, what, INSTEAD)
    return spacing


class Completions:
    """Completions of states: integers, carried through the steps from the last one back.

    A step of weight w moves a packed integer by places[w] digits of `bits` bits; digits above number `most`
    are dropped. Nothing is joined: a walk meets the layers one by one.
    """

    def __init__(self, places: Sequence[int] = NOT_TRACKED, bits: int = 0, most: int = 0) -> None:
        self.places, self._bits, self._shifts = places, bits, [bits * place for place in places]
        self._mask = (1 << bits * (most + 1)) - 1

    def start(self) -> Layer:
        """After the last step there is one state with one completion."""
        return [1]

    def carry(self, steps: Sequence[Step], values: Layer) -> Layer:
        """The completions before some steps, which are given from last to first."""
        for layer in self.layers(steps, values):
            values = layer
        return values

    def layers(self, steps: Sequence[Step], values: Layer, report: Report = silent) -> Iterator[Layer]:
        """The completions before each of some steps, which are given from last to first."""
        for done, step in enumerate(steps):
            report(done, len(steps))
            values = self._back(step, values)
            yield values

    def result(self, values: Layer) -> int:
        """The completions of the single first state: all positions."""
        return values[0]

    def _back(self, step: Step, values: Layer) -> Layer:
        """The completions before a step from those after it: its transitions, turned round."""
        weighted = {
            weight: [value << self._shifts[weight] & self._mask for value in values]
            if self._shifts[weight]
            else values
            for weight in set(step.weight.tolist())
        }
        made = [0] * step.sources
        begin = 0
        for length, terms in looked_at(step.runs, LOOK_EVERY):
            for source, weight in terms:
                if length == 1:
                    made[source] += weighted[weight][begin]
                else:
                    end = source + length
                    made[source:end] = map(add, made[source:end], weighted[weight][begin : begin + length])
            begin += length
        return made

    def read(self, value: int, wanted: Sequence[int]) -> int:
        """How many of the completions in `value` collect one of the `wanted` sums of places."""
        if not self._bits:
            return value if wanted else 0
        digit = (1 << self._bits) - 1
        return sum(value >> self._bits * place & digit for place in wanted)


class Layers:
    """The completions of every state of a sweep; layer i belongs to the moment after i steps.

    `codes` holds the ascending codes of the states at each moment, in the order of the layer.

    >>> from enumerate import Board
    >>> board = Board.rectangle(2, 2)
    >>> list(Layers(Task(board, frozenset()), sorted(board.cells)).ascending())
    [[7], [3, 2, 2], [2, 1, 1, 1], [1], [1]]
    """

    def __init__(
        self,
        task: Task,
        order: Sequence[Cell],
        places: tuple[int, int, int, int] = NOT_TRACKED,
        most: int = 0,
        settings: Settings = DEFAULT,
    ) -> None:
        """Count backwards along `order`; sums of places above `most` are dropped."""
        board, stuck, game = task.board, task.stuck, task.game
        bounds = state_bounds(board, stuck, order, game=game)
        limit = settings.limit
        require_states(max(bounds, default=1), settings)
        digits = position_bound(board, game).bit_length() // 16  # bytes of an integer, on average
        known = OBJECT_BYTES + (digits if places == NOT_TRACKED else 0)  # digits of tracked ones come later
        _spacing([bound * known for bound in bounds], limit, f"up to {sum(bounds):,} counts")
        self.swept = sweep(board, stuck, tuple(order), task.perfect, game)
        compiler = Compiler(self.swept.locals)
        self.label_bits = compiler.start.bits
        phases = settings.cut(
            [COMPILING, bool(places != NOT_TRACKED), 1], ["compiling", "bounding", "counting"]
        )
        compiling, bounding, counting = (each.report for each in phases)
        self.steps, after = compiler.forward(self.swept.locals, report=compiling)
        shared = {states: array("Q", states.codes.tobytes()) for states in looked_at(after)}
        self.codes = [array("Q", [0]), *(shared[states] for states in after)]
        self.algebra, bits = Completions(), 0
        if places != NOT_TRACKED:
            layers = self.algebra.layers(self.steps[::-1], self.algebra.start(), bounding)
            bits = max(map(max, layers), default=1).bit_length()
            self.algebra = Completions(places, bits, most)
        value = OBJECT_BYTES + (bits * (most + 1) // 16 or digits)
        counts = [len(codes) for codes in self.codes]
        self._spacing = _spacing([count * value for count in counts], limit, f"{sum(counts):,} counts")
        self._kept = self._count(counting)

    def _count(self, report: Report) -> dict[int, Layer]:
        last = len(self.steps)
        kept = {last: self.algebra.start()}
        layers = self.algebra.layers(self.steps[::-1], kept[last], report)
        for number, layer in zip(range(last - 1, -1, -1), layers, strict=True):
            if number % self._spacing == 0:
                kept[number] = layer
        return kept

    def ascending(self) -> Iterator[Layer]:
        """The layers from the first moment to the last."""
        for low in range(0, len(self.steps), self._spacing):
            high = min(low + self._spacing, len(self.steps))
            between = list(self.algebra.layers(self.steps[high - 1 : low : -1], self._kept[high]))
            yield self._kept[low]
            yield from reversed(between)
        yield self._kept[len(self.steps)]
