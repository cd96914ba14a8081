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
from contextlib import AbstractContextManager, nullcontext
from copy import copy
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
from ..support.run import advance, cancellable, current, expect, stages, within
from ..sweep.diagram import Array, StateSet
from ..sweep.profile import best_order, profile
from ..sweep.sweep import Local, slots_of, sweep
from ..sweep.visit import PLAYERS, UNIT
from .weighing import IntegerWeights

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


class Visit(NamedTuple):
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
        self._local, self._bits = local, bits
        label = (1 << bits) - 1
        self._mask = sum(label << bits * slot for slot in local.slots)
        # the touched parts of the codes seen so far, ascending; which decisions they allow; the parts after
        empty: Array = np.empty((0, decisions), dtype=code)
        self._known = empty[:, 0], empty.astype(bool), empty

    def __call__(self, codes: Array) -> tuple[Array, Array]:
        """For each code and decision: whether the decision is possible, and the code after it."""
        touched = codes & codes.dtype.type(self._mask)
        which = places_of(touched, self._known[0])
        if (which < 0).any():
            self._known = self._table(np.unique(np.append(self._known[0], touched)))
            which = places_of(touched, self._known[0])
        _, is_possible, after = self._known
        return is_possible.take(which, axis=0), (codes ^ touched)[:, None] | after.take(which, axis=0)

    def _table(self, keys: Array) -> tuple[Array, Array, Array]:
        """For some touched parts of codes: the possible decisions, and the touched parts after them."""
        slots, bits = self._local.slots, self._bits
        is_possible, after = (
            np.zeros((len(keys), self._known[1].shape[1]), dtype=t) for t in (bool, keys.dtype)
        )
        for row, key in enumerate(keys.tolist()):
            before = tuple([key >> bits * slot & (1 << bits) - 1 for slot in slots])
            for labels, _, played in self._local.rule(before):
                decision = 0 if played is None else played + 1
                is_possible[row, decision] = True
                after[row, decision] = sum(
                    label << bits * slot for slot, label in zip(slots, labels, strict=True)
                )
        return keys, is_possible, after


class CompiledVisits:
    """The operators of the visits of a sweep with their transposes, and the codes of all states."""

    def __init__(self, problem: Problem, order: tuple[Cell, ...], marking: Marking) -> None:
        swept = sweep(problem, order)
        compiler = OperatorCompiler(marking, placements=max(1, swept.most_starting), single=True)
        start = StateSet.start(slots_of(swept.locals))
        self.forward, _ = compiler.forward(start, swept.locals, report=advance)
        after = [compiler.origin[operator].after for operator in self.forward]
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


compiled_visits = cached(MAX_KEPT_SWEEPS)(CompiledVisits)


def _marking(visits: Sequence[Visit]) -> Marking:
    """The marking that the factors and places of the visits require."""
    if any(visit.factors[0] != 1 or visit.collected[0] for visit in visits):
        return Marking.EVERY_VISIT
    is_plain = not any(set(visit.factors) - {1} or any(visit.collected) for visit in visits)
    return Marking.NOTHING if is_plain else Marking.PLACEMENT


class Sums(NamedTuple):
    """The number that a walk collects for a visit that plays nothing and for a piece of each player, and the
    wanted sums of these numbers at its end."""

    places: tuple[int, int, int, int] = (0, 0, 0, 0)
    wanted: tuple[int, ...] = (0,)

    @property
    def most(self) -> int | None:
        """The greatest wanted sum; None if nothing is collected."""
        return max(self.wanted, default=0) if any(self.places) else None


ALL_ONE, NO_SUMS = IntegerWeights((), ()), Sums()


class TableSize(NamedTuple):
    """The cost of a table, whether it uses planes, and the distance between the vectors that it keeps."""

    need: CostEstimate
    is_large: bool
    spacing: int


def table_size(
    problem: Problem, order: Sequence[Cell], most: int | None, weights: IntegerWeights = ALL_ONE
) -> TableSize:
    """The size of a table; `most` is the greatest wanted sum, or None if no sums are tracked."""
    settings, greatest = current(), weights.greatest
    counts, cells = profile(problem, order).counts, len(order)
    listed_need(max(counts, default=1)).require(settings.limit)
    is_large = sum(counts) > PLANE_STATES and greatest <= MAX_PLANE_FACTOR
    is_large = is_large and most is None and not weights.is_signed
    if most is None:  # the length of an integer is proportional to the number of remaining visits
        bits = position_bound(problem.board, problem.game).bit_length() + cells * (greatest.bit_length() - 1)
        left = [bits * n // cells for n in range(cells - 1, -1, -1)]
        lengths = [8 * (1 + each // LIMB_BITS) if is_large else OBJECT_BYTES + each // 8 for each in left]
        seconds = sum(lengths) / (cells or 1) * SECONDS_PER_BYTE if is_large else SECONDS_PER_INTEGER
    else:  # an integer has a digit for each sum; about half of the sums do not occur
        lengths = [OBJECT_BYTES + position_bits(problem) * (most + 1) // 16] * cells
        seconds = SECONDS_PER_TRACKED
    sizes = [n * size for n, size in zip(counts, lengths, strict=True)]
    spacing, kept = 1, sum(sizes)
    if kept >= settings.memory // 2:
        spacing = max(1, isqrt(cells))
        kept = sum(sizes[::spacing]) + spacing * max(sizes, default=0)
    held = process_memory()[0]
    memory = kept + held + (unloaded() if is_large else 0)
    seconds *= TRANSITIONS * sum(counts)
    need = CostEstimate(f"up to {sum(counts):,} counts", memory, seconds, instead=INSTEAD, held=held)
    return TableSize(need, is_large, spacing)


def drawing_need(board: Board, pieces: int, game: Game) -> CostEstimate:
    """The cost of drawing positions with a number of pieces."""
    problem = Problem(board, frozenset(), game=game)
    return table_size(problem, walked(problem), pieces).need


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
        sums: Sums = NO_SUMS,
        weights: IntegerWeights | None = None,
        size: TableSize | None = None,
    ) -> None:
        """Count backwards along `order`; only completions with a wanted sum count. If `size` is given, the
        cost has already been announced."""
        self.swept, self.wanted = sweep(problem, tuple(order)), sums.wanted
        weights = weights or IntegerWeights.of(self.swept.graph, order, None)
        if size is None:
            size = table_size(problem, order, sums.most, weights)
            expect(size.need)
        variables = self.swept.graph.variables
        self.visits = [
            Visit(
                (None, *starting),
                (passing, *(weights.placements[q] for q in starting)),
                (sums.places[UNIT], *(sums.places[PLAYERS[variables[q]]] for q in starting)),
            )
            for starting, passing in zip(self.swept.starting, weights.passing, strict=True)
        ]
        compiling, bounding, counting = stages(
            [COMPILING_SHARE, sums.most is not None, 1], ["compiling", "bounding", "counting"]
        )
        with compiling:
            self.compiled = compiled_visits(problem, tuple(order), _marking(self.visits))
        programs, last = self.compiled.programs, len(self.visits)
        numbers = [exponents.index(1) + 1 for exponents in programs.weights]  # the decisions they belong to
        self._weights = []  # for each visit, the factor and the shift in digits of every weight
        for visit in self.visits:
            chosen = [number if number < len(visit.played) else 0 for number in numbers]
            self._weights.append([(visit.factors[n], visit.collected[n]) for n in chosen])
        self._bits, self._spacing, self._most = 0, size.spacing, sums.most or 0
        self.evaluator: Any = Objects(programs, integers())
        if size.is_large:
            from ..evaluators.integers import Integers  # loads Numba

            self.evaluator = Integers.of_products(
                programs, self.compiled.growth, weights.greatest, current().cores
            )
        elif sums.most is not None:
            with bounding:
                self._bits = max(map(max, self._vectors(0, last, [1])), default=1).bit_length()
        self._kept: dict[int, Any] = {last: self.start()}
        with counting, self.started():
            vectors = self._vectors(0, last, self._kept[last])
            for number, vector in zip(range(last - 1, -1, -1), vectors, strict=True):
                if number % self._spacing == 0:
                    self._kept[number] = vector

    def started(self) -> AbstractContextManager[object]:
        """A context in which many steps share their threads."""
        return nullcontext() if isinstance(self.evaluator, Objects) else self.evaluator.started()

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

    def _vectors(self, low: int, high: int, values: Any) -> Iterator[Any]:
        """The vectors before the visits `high` - 1 down to `low`, computed from `values` after them."""
        for visit in range(high - 1, low - 1, -1):
            advance(high - 1 - visit, high - low)
            values = self._apply(self.compiled.backward[visit], visit, values)
            yield values

    def ascending(self) -> Iterator[Any]:
        """All vectors in the order of the sweep."""
        last = len(self.visits)
        for low in range(0, last, self._spacing):
            high = min(low + self._spacing, last)
            yield self._kept[low]
            with within(current().quiet()):
                between = list(self._vectors(low + 1, high, self._kept[high]))
            yield from reversed(between)
        yield self._kept[last]

    def forward(self, visit: int, values: Any) -> Any:
        """The numbers of ways to reach the states after a visit, given those before it."""
        return self._apply(self.compiled.forward[visit], visit, values)

    def of(self, wanted: int) -> "BackwardTable":
        """The same table for another wanted sum."""
        found = copy(self)
        found.wanted = (wanted,)
        return found

    @property
    def total(self) -> int:
        """The number of completions before the first visit."""
        nothing = np.zeros(1, dtype=np.int64)
        return int(self.completions(self._kept[0], nothing, nothing)[0])

    def completions(self, vector: Any, states: Array, spent: Array) -> Array:
        """The numbers of completions of some states, as Python integers.

        If sums are tracked, only completions with a wanted sum count; the walks to the states collected
        `spent`.
        """
        values = self.evaluator.values_at(vector, states)
        if not self._bits:
            return np.asarray(values)
        bits, digit = self._bits, (1 << self._bits) - 1
        pairs = list(zip(states.tolist(), spent.tolist(), values.tolist(), strict=True))
        known = {
            (state, before): sum(
                value >> bits * (place - before) & digit for place in self.wanted if place >= before
            )
            for state, before, value in {*pairs}
        }
        return objects([known[state, before] for state, before, _ in pairs])
