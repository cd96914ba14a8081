"""The backward table: for every state after every visit, the number of its completions, exactly.

Lists, samples and densities read this table. Read `compiler/operators.py` first.

The transposes of the operators of a sweep, applied from the last visit to the first, take the numbers of
completions after a visit to those before it. Values are lists of integers on small boards, and planes of
limbs on large ones. With tracked numbers of pieces, a value is packed: it has one digit in base 2^bits for
each sum of places that the rest of a walk may collect. With weights, a completion counts as the product of
the factors of its decisions. All vectors are kept if they fit into memory; otherwise some are kept, and a
walk recomputes the others.
"""

from collections.abc import Iterator, Sequence
from math import isqrt
from typing import Any, NamedTuple

import numpy as np

from ..compiler.operators import BlockOperator, Marking, OperatorCompiler, objects, places_of
from ..evaluators.objects import Objects
from ..evaluators.semirings import integers
from ..model.board import Board
from ..model.game import Game
from ..model.lattice import Cell
from ..plan.plan import TRANSITIONS, listed_need, unloaded
from ..rules.problem import Problem, conflict_parts, position_bits, position_bound
from ..support.caches import cached
from ..support.memory import MORE, CostEstimate, process_memory
from ..support.run import DEFAULT, Report, Settings, advance, cancellable, running, silent
from ..sweep.diagram import Array, StateSet
from ..sweep.profile import best_order, profile
from ..sweep.sweep import Local, slots_of, sweep
from ..sweep.visit import PLAYERS, UNIT
from .weighing import IntegerWeights

NOT_TRACKED = (0, 0, 0, 0)  # places for the weight 1 and for each player's variable
ALL_ONE = IntegerWeights((), ())
INSTEAD = f"Take a smaller board, track fewer numbers, {MORE}"
LIMB_BITS = 48  # of a limb in a plane
COMPILING_SHARE = 0.3  # time for compiling over time for counting, about
OBJECT_BYTES = 40  # of an integer and its place in a list, without its digits
PLANE_STATES = 2**20  # in a whole sweep; with more states, planes repay loading their compiled loops
MAX_PLANE_FACTOR = 2**40  # a greater factor does not fit into planes
SECONDS_PER_INTEGER, SECONDS_PER_TRACKED = 2e-7, 6e-7  # for each transition, measured
SECONDS_PER_BYTE = 5e-10  # in planes, for both passes
MAX_KEPT_SWEEPS = 4


def walked(problem: Problem) -> tuple[Cell, ...]:
    """The cells in the order in which a walk visits them, component by component."""
    parts = conflict_parts(problem.game, problem.board)
    return tuple(
        cell for part in parts for cell in best_order(Problem(part, problem.stuck, game=problem.game))
    )


class Decisions(NamedTuple):
    """The decisions of a visit: None, then the placements that start there.

    Each decision has a factor, and adds `collected` to the sum of places.
    """

    played: tuple[int | None, ...]
    factors: tuple[int, ...]
    collected: tuple[int, ...]


class VisitMoves:
    """The codes after each decision of a visit, by the labels in the slots that the visit touches."""

    def __init__(self, local: Local, decisions: int, bits: int, code: type) -> None:
        """Labels take `bits` of a code; `code` is the type of codes in an array."""
        self._local, self._decisions, self._bits = local, decisions, bits
        label = (1 << bits) - 1
        self._mask = sum(label << bits * slot for slot in local.slots)
        self._rows: dict[int, list[tuple[int, int]]] = {}  # by the touched part of a code
        self._keys: Array = np.empty(0, dtype=code)  # the touched parts seen in arrays, ascending
        self._is_possible = np.empty((0, decisions), dtype=bool)
        self._after: Array = np.empty((0, decisions), dtype=code)

    def __call__(self, codes: Array) -> tuple[Array, Array]:
        """For each code and decision: whether the decision is possible, and the code after it."""
        touched = codes & self._keys.dtype.type(self._mask)
        which = places_of(touched, self._keys)
        if (which < 0).any():
            self._keys = np.unique(np.append(self._keys, touched))
            self._is_possible = np.zeros((len(self._keys), self._decisions), dtype=bool)
            self._after = np.zeros((len(self._keys), self._decisions), dtype=codes.dtype)
            for row, key in enumerate(self._keys.tolist()):
                for decision, after in self._row(key):
                    self._is_possible[row, decision] = True
                    self._after[row, decision] = after
            which = places_of(touched, self._keys)
        return self._is_possible[which], (codes ^ touched)[:, None] | self._after[which]

    def options(self, code: int) -> list[tuple[int, int]]:
        """The possible decisions for one code, each with the code after it."""
        touched = code & self._mask
        rest = code ^ touched
        return [(decision, rest | after) for decision, after in self._row(touched)]

    def _row(self, key: int) -> list[tuple[int, int]]:
        """The possible decisions for the touched part of a code, each with the touched part after it."""
        if key not in self._rows:
            slots, bits = self._local.slots, self._bits
            before = tuple([key >> bits * slot & (1 << bits) - 1 for slot in slots])
            self._rows[key] = [
                (
                    0 if played is None else played + 1,
                    sum(label << bits * slot for slot, label in zip(slots, labels, strict=True)),
                )
                for labels, _, played in self._local.rule(before)
            ]
        return self._rows[key]


class CompiledVisits:
    """The operators of the visits of a sweep with their transposes, and the codes of all states."""

    def __init__(self, problem: Problem, order: tuple[Cell, ...], marking: Marking) -> None:
        swept = sweep(problem, order)
        compiler = OperatorCompiler(
            marking, placements=max(1, max(map(len, swept.starting), default=1)), single=True
        )
        start = StateSet.start(slots_of(swept.locals))
        self.forward, after = compiler.operators(start, swept.locals, report=advance)
        different = dict.fromkeys(self.forward)
        transposes = {operator: operator.transposed(compiler.programs) for operator in different}
        self.backward = [transposes[operator] for operator in self.forward]
        self.programs = compiler.programs
        codes = {states: states.codes for states in cancellable(after)}
        self.codes = [start.codes, *(codes[states] for states in after)]
        made: dict[Local, VisitMoves] = {}  # repeated rows of the board have equal visits
        self.moves = [
            made.setdefault(local, VisitMoves(local, 1 + len(starting), start.bits, start.words.code))
            for local, starting in zip(swept.locals, swept.starting, strict=True)
        ]

    @property
    def growth(self) -> int:
        """The greatest number of terms in a sum."""
        return max((each.growth for each in (*self.forward, *self.backward)), default=1)

    def states(self, moment: int, codes: Array) -> Array:
        """The numbers of the states with some codes."""
        return np.asarray(self.codes[moment].searchsorted(codes))

    def state(self, moment: int, code: int) -> int:
        """The number of the state with a code."""
        known = self.codes[moment]
        return int(known.searchsorted(known.dtype.type(code)))


compiled_visits = cached(MAX_KEPT_SWEEPS)(CompiledVisits)


def _marking(visits: Sequence[Decisions]) -> Marking:
    """The marking that the factors and places of the visits require."""
    if any(visit.factors[0] != 1 or visit.collected[0] for visit in visits):
        return Marking.EVERY_VISIT
    is_plain = not any(set(visit.factors) - {1} or any(visit.collected) for visit in visits)
    return Marking.NOTHING if is_plain else Marking.PLACEMENT


def _spacing(sizes: Sequence[int], allowed: int) -> tuple[int, int]:
    """The distance between kept vectors, and the bytes of all kept vectors."""
    if sum(sizes) < allowed // 2:
        return 1, sum(sizes)
    spacing = max(1, isqrt(len(sizes)))
    return spacing, sum(sizes[::spacing]) + spacing * max(sizes, default=0)


def _packed_bytes(digit: int, most: int) -> int:
    """The approximate bytes of an integer with a digit for each sum; about half of the sums do not occur."""
    return OBJECT_BYTES + digit * (most + 1) // 16


class TableSize(NamedTuple):
    """The cost of a table, whether it uses planes, and the bytes of an integer after each visit."""

    need: CostEstimate
    is_large: bool
    lengths: list[int]


def table_size(
    problem: Problem,
    order: Sequence[Cell],
    tracked: int | None,
    settings: Settings,
    weights: IntegerWeights = ALL_ONE,
) -> TableSize:
    """The size of a table; `tracked` is the greatest sum of places, or None if no sums are tracked."""
    greatest = weights.greatest
    counts, cells = profile(problem, order).counts, len(order)
    listed_need(max(counts, default=1)).require(settings.limit)
    is_large = sum(counts) > PLANE_STATES and greatest <= MAX_PLANE_FACTOR
    is_large = is_large and tracked is None and not weights.is_signed
    if tracked is None:  # the length of an integer is proportional to the number of remaining visits
        bits = position_bound(problem.board, problem.game).bit_length() + cells * (greatest.bit_length() - 1)
        left = [bits * n // cells for n in range(cells - 1, -1, -1)]
        lengths = [8 * (1 + each // LIMB_BITS) if is_large else OBJECT_BYTES + each // 8 for each in left]
    else:
        lengths = [_packed_bytes(position_bits(problem), tracked)] * cells
    _, memory = _spacing([n * size for n, size in zip(counts, lengths, strict=True)], settings.memory)
    seconds = sum(lengths) / (cells or 1) * SECONDS_PER_BYTE if is_large else SECONDS_PER_INTEGER
    seconds = TRANSITIONS * sum(counts) * (seconds if tracked is None else SECONDS_PER_TRACKED)
    held = process_memory()[0]
    memory += held + (unloaded() if is_large else 0)
    need = CostEstimate(f"up to {sum(counts):,} counts", memory, seconds, instead=INSTEAD, held=held)
    return TableSize(need, is_large, lengths)


def drawing_need(board: Board, pieces: int, game: Game, settings: Settings) -> CostEstimate:
    """The cost of drawing positions with a number of pieces."""
    problem = Problem(board, frozenset(), game=game)
    return table_size(problem, walked(problem), pieces, settings).need


class BackwardTable:
    """The number of completions of every state of a sweep; vector i belongs to the states after i visits.

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
        size: TableSize | None = None,
    ) -> None:
        """Count backwards along `order`; sums of places above `most` are dropped. If `size` is given, the
        cost has already been announced."""
        tracked = places != NOT_TRACKED
        self.swept = sweep(problem, tuple(order))
        weights = weights or IntegerWeights.of(self.swept.graph, order, None)
        if size is None:
            size = table_size(problem, order, most if tracked else None, settings, weights)
            settings.expect(size.need)
        lengths = size.lengths
        variables = self.swept.graph.variables
        self.visits = [
            Decisions(
                (None, *starting),
                (passing, *(weights.placements[q] for q in starting)),
                (places[UNIT], *(places[PLAYERS[variables[q]]] for q in starting)),
            )
            for starting, passing in zip(self.swept.starting, weights.passing, strict=True)
        ]
        phases = settings.cut([COMPILING_SHARE, bool(tracked), 1], ["compiling", "bounding", "counting"])
        with running({"settings": phases[0]}):
            self.compiled = compiled_visits(problem, tuple(order), _marking(self.visits))
        programs, last = self.compiled.programs, len(self.visits)
        numbers = [exponents.index(1) + 1 for exponents in programs.weights]  # the decisions they belong to
        self._weights = []  # for each visit, the factor and the shift in digits of every weight
        for visit in self.visits:
            chosen = [number if number < len(visit.played) else 0 for number in numbers]
            self._weights.append([(visit.factors[n], visit.collected[n]) for n in chosen])
        self._bits, self._spacing, self._most = 0, 1, most
        self.evaluator: Any = Objects(programs, integers())
        if size.is_large:
            from ..evaluators.integers import Integers  # loads Numba

            self.evaluator = Integers.of_products(
                programs, self.compiled.growth, weights.greatest, settings.cores
            )
        elif tracked:
            self._bits = max(map(max, self._vectors(0, last, [1], phases[1].report))).bit_length()
            lengths = [_packed_bytes(self._bits, most)] * last
        counts = [len(codes) for codes in self.compiled.codes[1:]]
        sizes = [count * size for count, size in zip(counts, lengths, strict=True)]
        self._spacing, memory = _spacing(sizes, settings.memory)
        CostEstimate(f"{sum(counts):,} counts", memory, instead=INSTEAD).require(settings.limit)
        self._kept: dict[int, Any] = {last: self.start()}
        vectors = self._vectors(0, last, self._kept[last], phases[2].report)
        for number, vector in zip(range(last - 1, -1, -1), vectors, strict=True):
            if number % self._spacing == 0:
                self._kept[number] = vector

    def start(self) -> Any:
        """The value 1 of the single state before the first visit, or after the last one."""
        return self.evaluator.basis(1, 0)

    def _apply(self, operator: BlockOperator, visit: int, values: Any) -> Any:
        """The values after an operator of a visit."""
        weights = self._weights[visit]
        if not isinstance(self.evaluator, Objects):
            return self.evaluator.apply_weighted(operator, [factor for factor, _ in weights], values)
        bits, mask = self._bits, (1 << self._bits * (self._most + 1)) - 1

        def scale(value: int, weight: int) -> int:
            factor, places = weights[weight]
            return value * factor << bits * places & mask if bits and places else value * factor

        return self.evaluator.step(operator, values, scale)

    def _vectors(self, low: int, high: int, values: Any, report: Report = silent) -> Iterator[Any]:
        """The vectors before the visits `high` - 1 down to `low`, computed from `values` after them."""
        for visit in range(high - 1, low - 1, -1):
            report(high - 1 - visit, high - low)
            values = self._apply(self.compiled.backward[visit], visit, values)
            yield values

    def total(self, wanted: Sequence[int] = ()) -> int:
        """The number of completions before the first visit; if sums are tracked, with a `wanted` sum."""
        return self.completions(self._kept[0], 0, 0, wanted)

    def ascending(self) -> Iterator[Any]:
        """All vectors in the order of the sweep."""
        last = len(self.visits)
        for low in range(0, last, self._spacing):
            high = min(low + self._spacing, last)
            yield self._kept[low]
            yield from reversed(list(self._vectors(low + 1, high, self._kept[high])))
        yield self._kept[last]

    def forward(self, visit: int, values: Any) -> Any:
        """The numbers of ways to reach the states after a visit, given those before it."""
        return self._apply(self.compiled.forward[visit], visit, values)

    def completions(self, vector: Any, state: int, spent: int, wanted: Sequence[int]) -> int:
        """The number of completions of a state.

        If sums are tracked, only completions with a `wanted` total sum count; the walk to the state collected
        `spent`.
        """
        if isinstance(vector[0], np.ndarray):  # planes, without tracked sums
            return int(self.evaluator.values_at(vector, np.array([state]))[0])
        value, bits = vector[state], self._bits
        if not bits:
            return int(value)
        digit = (1 << bits) - 1
        return sum(value >> bits * (place - spent) & digit for place in wanted if place >= spent)

    def read(self, vector: Any, states: Array, spent: Array, wanted: Sequence[int]) -> Array:
        """The completions of many states, as an array of Python integers."""
        if not self._bits:
            return np.asarray(self.evaluator.values_at(vector, states))
        pairs = list(zip(states.tolist(), spent.tolist(), strict=True))
        known = {
            (state, before): self.completions(vector, state, before, wanted) for state, before in {*pairs}
        }
        return objects([known[pair] for pair in pairs])
