"""Positions of least cost on large boards: least prices by a compiled sweep, then a backward search.

`optimum.py` calls `by_prices` for boards on which its dictionary meets too many states; read it first. Every
placement has a cost and a difference: 1 for a piece of Left, -1 for a piece of Right. The search finds the
positions of least total cost, either among all positions or among those with a given total difference.
Without a given difference, the least costs of all states guide a walk from the end of the sweep to its start.

A given difference d is relaxed with a Lagrange multiplier l: a placement has the price K cost + l difference,
and a position with difference d costs at least (least price - l d) / K. The least prices of the states at a
few multipliers bound the cost of every path to a state. A best-first search with these bounds is exact: it
ends when it finds a position, or when the queue is empty.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from heapq import heappop, heappush
from itertools import count, islice, product
from operator import mul
from typing import NamedTuple

import numpy as np

from ..compiler.operators import BlockOperator, Marking, OperatorCompiler, places_of
from ..compiler.program import compile_program
from ..evaluators.kernel import LEAST
from ..evaluators.sweeper import Planes, Sweeper
from ..plan.plan import COSTS, listed_need, sweep_seconds, unloaded
from ..plan.question import PHASE_BYTES
from ..plan.strategy import route
from ..rules.problem import Conflicts, Problem, conflict_graph, conflict_parts, most_pieces
from ..support.caches import cached
from ..support.errors import InputError
from ..support.run import advance, check_cancelled, current, expect, stages, within
from ..sweep.diagram import NOTHING, Array, StateSet, occurring
from ..sweep.profile import best_order, profile
from ..sweep.sweep import Local, sweep
from ..sweep.visit import Word

PRICE_SCALE = 64  # K in a search with a given difference
NEIGHBOUR_DISTANCE = 8  # from the best multiplier to the two others that guide a search
FINE_SCALE = 2**17  # multiplies prices, so that a least price encodes a difference up to half of this
STATE_BYTES, PRICE_BYTES = 30, 20  # for each state, and in addition for each multiplier
KEPT_BYTES, KEPT_BYTES_BY_PLACEMENT = 0.19, 4  # for each multiplier and state of all visits
EXPECTED_SWEEPS = 10  # until the best multiplier is known
SECONDS_PER_PRICE = 2e-9  # for each state and multiplier
MAX_COST = 2**38  # of a position, so that prices stay below NEVER

Step = tuple[Word, int, int | None]  # the labels before a visit, the weight, and the placement


class Line(NamedTuple):
    """The price of a placement is scale * cost + multiplier * difference."""

    scale: int
    multiplier: int


@dataclass(eq=False)
class Stage:
    """An operator of a sweep, with the states before it and its steps.

    `starting` lists the placements that start at the cell of each step. `effects` holds the cost and the
    difference of each weight of a step, and `weights` those of each weight of the operator. `prices` holds,
    for each line, the least prices of the states before the operator.
    """

    operator: BlockOperator
    states: StateSet
    steps: tuple[Local, ...]
    starting: Sequence[Sequence[int]]
    effects: list[tuple[int, int]]
    weights: list[tuple[int, int]]
    prices: list[Array] = field(default_factory=list)

    @cached_property
    def back(self) -> list[dict[Word, dict[Step, None]]]:
        """For each step, a map from labels after it to the labels before, the weight and the placement."""
        slots = tuple(sorted({slot for local in self.steps for slot in local.slots}))
        words, found = occurring(self.states, slots), []
        for local in self.steps:
            places = [slots.index(slot) for slot in local.slots]
            # dictionaries, because the order of a set that contains None changes from run to run
            back: dict[Word, dict[Step, None]] = {}
            reached = set()
            for word in words:
                seen = tuple(word[place] for place in places)
                for after, weight, which in local.rule(seen):
                    changed = dict(zip(places, after, strict=True))
                    reached.add(tuple(changed.get(place, label) for place, label in enumerate(word)))
                    back.setdefault(after, {})[seen, weight, which] = None
            found.append(back)
            words = reached
        return found

    def sources(self, code: int) -> list[tuple[int, tuple[int, ...], tuple[int, ...]]]:
        """The transitions to some labels after the operator: labels before, weights and placements."""
        bits = self.states.bits
        mask = (1 << bits) - 1
        found: list[tuple[int, tuple[int, ...], tuple[int, ...]]] = [(code, (), ())]
        for number in reversed(range(len(self.steps))):
            slots, back = self.steps[number].slots, self.back[number]
            kept = ~sum(mask << bits * slot for slot in slots)
            found = [
                (
                    code & kept
                    | sum(label << bits * slot for slot, label in zip(slots, labels, strict=True)),
                    (weight, *weights),
                    played if which is None else (self.starting[number][which], *played),
                )
                for code, weights, played in found
                for labels, weight, which in back.get(tuple(code >> bits * slot & mask for slot in slots), ())
            ]
        return found


class PricedSweep:
    """The sweep of a component, stage by stage, with the least prices of its states."""

    def __init__(
        self,
        problem: Problem,
        costs: Sequence[int],
        differences: Sequence[int],
        by_placement: bool,
    ) -> None:
        """Costs and differences belong to placements if `by_placement`, otherwise to players."""
        order = best_order(problem)
        swept = sweep(problem, order)
        marking = Marking.PLACEMENT if by_placement else Marking.PLAYER
        compiler = OperatorCompiler(marking, placements=max(1, swept.most_starting))
        operators = compile_program(problem, order, compiler, advance).operators
        self.programs = compiler.programs
        self.stages: list[Stage] = []
        moment = 0
        for operator in operators:
            states, steps = compiler.origin(operator)
            starting = swept.starting[moment : moment + len(steps)]
            items = starting[0] if by_placement else range(problem.variables)
            pairs = [[of[item] for item in items] for of in (costs, differences)]
            effects, weights = (
                [(sum(map(mul, pairs[0], e)), sum(map(mul, pairs[1], e))) for e in exponents]
                for exponents in (self.programs.exponents, self.programs.weights)
            )
            self.stages.append(Stage(operator, states, steps, starting, effects, weights))
            moment += len(steps)
        self.last = compiler.after(operators[-1]) if operators else StateSet.start(0)
        self._sweeper = Sweeper(self.programs, current().cores, kind=LEAST)
        self.best: list[int] = []  # the least price of a position for each kept line

    def least(self, line: Line, keep: bool = False) -> int:
        """The least price of a position; with `keep`, the stages keep the least prices of their states."""
        whole, done = sum(stage.operator.targets for stage in self.stages), 0
        values: Planes = [np.zeros(1, dtype=np.uint64)]
        for stage in self.stages:
            advance(done, whole)
            done += stage.operator.targets
            if keep:
                stage.prices.append(_narrow(values[0].view(np.int64)))
            prices = [line.scale * cost + line.multiplier * difference for cost, difference in stage.weights]
            self._sweeper.weights = np.array(prices or [0], dtype=np.int64)
            values = self._sweeper.sweep([stage.operator], values)
        price = int(values[0].view(np.int64)[0])
        self.best += [price] if keep else []
        return price

    def number_of_best(self) -> int:
        """The number of positions of least cost: of backward paths on which every cost is least.

        The sweep must be by placement, with kept costs.
        """
        codes = np.zeros(1, dtype=self.last.words.code)
        costs, numbers = np.array(self.best), np.ones(1, dtype=object)
        for stage in reversed(self.stages):
            check_cancelled()
            states, slots, bits = stage.states, stage.steps[0].slots, stage.states.bits
            known = states.words.codes(states.root, states.slots, bits)  # not kept: they take much memory
            mask = (1 << bits) - 1
            here = sum(mask << bits * slot for slot in slots)
            found: list[tuple[Array, Array, Array]] = []
            for after, sources in stage.back[0].items():
                word = sum(label << bits * slot for slot, label in zip(slots, after, strict=True))
                fits = np.flatnonzero((codes & codes.dtype.type(here)) == word)
                rest, cost, number = codes[fits] - codes.dtype.type(word), costs[fits], numbers[fits]
                for before, weight, _ in sources if len(fits) else ():
                    word = sum(label << bits * slot for slot, label in zip(slots, before, strict=True))
                    source = rest + codes.dtype.type(word)
                    rank = places_of(source, known)
                    is_best = (rank >= 0) & (stage.prices[0][rank] == cost - stage.effects[weight][0])
                    found.append((source[is_best], rank[is_best], number[is_best]))
            codes, rank, numbers = (np.concatenate(column) for column in zip(*found, strict=True))
            order = np.argsort(codes, kind="stable")
            codes, rank, numbers = codes[order], rank[order], numbers[order]
            first = np.flatnonzero(np.append(True, codes[1:] != codes[:-1]))
            codes, numbers = codes[first], np.add.reduceat(numbers, first)
            costs = stage.prices[0][rank[first]].astype(np.int64)
        return int(numbers[0])


Played = tuple[int, tuple[int, ...], "Played"] | None  # the sweep, its placements, and the earlier ones


class Place(NamedTuple):
    """A node of the search: the sweep, the number of stages before it, the labels, the cost so far, the
    missing difference, and the placements played later in the sweep."""

    sweep: int
    stage: int
    code: int
    cost: int
    missing: int
    played: Played = None


Entry = tuple[int, int, int, int, Place]  # bound, stages left, -slack, number, place


class Search:
    """A search for positions on several components together, in the order of their costs."""

    def __init__(
        self, sweeps: Sequence[PricedSweep], lines: Sequence[Line], limit: int, is_even: bool, k: int = 1
    ) -> None:
        """The sweeps hold their prices for `lines`. No position costs more than `limit`.

        With `is_even`, the cost and the difference of every position have the same parity.
        """
        self._sweeps, self._lines, self._limit, self._is_even, self._k = sweeps, lines, limit, is_even, k
        parts = range(len(sweeps))
        # for each sweep, the least prices and the number of stages of all later sweeps
        self._later = [[sum(s.best[j] for s in sweeps[n + 1 :]) for j in range(len(lines))] for n in parts]
        self._after = [sum(len(s.stages) for s in sweeps[n + 1 :]) for n in parts]
        self._heap: list[Entry] = []
        self._number = count()

    def positions(self, wanted: Iterable[int]) -> Iterator[tuple[int, list[list[int]]]]:
        """The positions with one of the wanted differences: their costs and the placements of each part."""
        for difference in wanted:
            self._enter(0, 0, difference, None)
        visited: dict[tuple[object, ...], int] = {}
        while self._heap:
            check_cancelled()
            *_, place = heappop(self._heap)
            if place.sweep == len(self._sweeps):
                yield place.cost, self._placements(place.played)
                continue
            key = place[:-1]
            times = visited[key] = visited.get(key, 0) + 1
            if times > self._k:
                continue
            if place.stage:
                self._go_back(place)
            else:
                self._enter(place.sweep + 1, place.cost, place.missing, place.played)

    def _push(self, place: Place, prices: Iterable[int]) -> None:
        """Push a place with its bound, unless no position can be reached from it."""
        budgets = [
            line.multiplier * place.missing - price for line, price in zip(self._lines, prices, strict=True)
        ]
        scale = self._lines[0].scale
        need = max([-(budget // scale) for budget in budgets])
        if self._is_even:
            need += (need - place.missing) % 2
        if place.cost + need <= self._limit:
            left = place.stage + self._after[place.sweep]
            slack = scale * need + min(budgets)
            heappush(self._heap, (place.cost + need, left, -slack, next(self._number), place))

    def _enter(self, sweep: int, cost: int, missing: int, played: Played) -> None:
        """Push the place at the end of a sweep."""
        if sweep == len(self._sweeps):
            if not missing and cost <= self._limit:
                place = Place(sweep, 0, 0, cost, 0, played)
                heappush(self._heap, (cost, 0, 0, next(self._number), place))
            return
        swept = self._sweeps[sweep]
        place = Place(sweep, len(swept.stages), 0, cost, missing, played)
        self._push(place, [own + later for own, later in zip(swept.best, self._later[sweep], strict=True)])

    def _go_back(self, place: Place) -> None:
        """Push the places one stage earlier that lead to a place."""
        stage = self._sweeps[place.sweep].stages[place.stage - 1]
        later = self._later[place.sweep]
        for code, weights, played in stage.sources(place.code):
            rank = rank_of(stage.states, code)
            if rank is None:
                continue
            cost, missing = place.cost, place.missing
            for weight in weights:
                more, moved = stage.effects[weight]
                cost, missing = cost + more, missing - moved
            link = (place.sweep, played, place.played) if played else place.played
            before = Place(place.sweep, place.stage - 1, code, cost, missing, link)
            self._push(before, [int(p[rank]) + more for p, more in zip(stage.prices, later, strict=True)])

    def _placements(self, played: Played) -> list[list[int]]:
        """The placements of each part, as numbers of its conflict graph."""
        found: list[list[int]] = [[] for _ in self._sweeps]
        while played is not None:
            sweep, placements, played = played
            found[sweep] += placements
        return [sorted(part) for part in found]


def best_multiplier(least: Callable[[Line], int], wanted: Collection[int]) -> int:
    """The multiplier, in units of 1 / PRICE_SCALE, with the greatest bound on the cost at wanted differences.

    The bound, (least price - multiplier * difference) / PRICE_SCALE, is concave in the multiplier. It
    increases while positions of least price have a greater difference than wanted.
    """

    @cache
    def cheapest(j: int) -> int:
        """FINE_SCALE times the least price, plus the least difference of a position with that price."""
        return least(Line(FINE_SCALE * PRICE_SCALE, FINE_SCALE * j + 1))

    low, high = -PRICE_SCALE // 2, PRICE_SCALE // 2
    while low < high:
        j = (low + high) // 2
        slope = (cheapest(j) + FINE_SCALE // 2) % FINE_SCALE - FINE_SCALE // 2
        low, high = (j + 1, high) if slope > (max(wanted) if j >= 0 else min(wanted)) else (low, j)
    return max((low, low - 1), key=lambda j: min(cheapest(j) - FINE_SCALE * j * d for d in wanted))


def guiding_lines(sweeps: Sequence[PricedSweep], wanted: Collection[int]) -> list[Line] | None:
    """The lines whose prices guide a search for positions with wanted differences; None if no position has
    one of these differences."""
    shares = iter(stages([1] * EXPECTED_SWEEPS))

    def least(line: Line) -> int:
        with next(shares, within(current().quiet())):
            return sum(sweep.least(line) for sweep in sweeps)

    j = best_multiplier(least, wanted)
    if abs(j) >= PRICE_SCALE // 2 - 1:  # all differences may be greater than wanted, or all smaller
        low, high = least(Line(0, 1)), -least(Line(0, -1))
        if not any(low <= difference <= high for difference in wanted):
            return None
    return [Line(PRICE_SCALE, j + distance) for distance in (-NEIGHBOUR_DISTANCE, 0, NEIGHBOUR_DISTANCE)]


def check_memory(problems: Sequence[Problem], lines: int, by_placement: bool) -> None:
    """Announce or refuse the cost of least prices for some lines, before anything is compiled."""
    bounds = [state_bounds(problem) for problem in problems]
    largest, states = max(map(max, bounds), default=1), sum(map(sum, bounds))
    kept = KEPT_BYTES_BY_PLACEMENT if by_placement else KEPT_BYTES
    each = STATE_BYTES + PRICE_BYTES * lines + kept * lines * states / largest
    compiling = sum(sweep_seconds(route(problem), COSTS["integers"])[0] for problem in problems)
    seconds = compiling + SECONDS_PER_PRICE * lines * states
    expect(listed_need(largest, each, PHASE_BYTES, unloaded(), seconds))


@cached(16)
def state_bounds(problem: Problem) -> list[int]:
    """Bounds on the states after each visit of a whole sweep."""
    return [max(1, states) for states in profile(problem, best_order(problem)).counts] or [1]


def _narrow(values: Array) -> Array:
    """The values in the narrowest integer type."""
    largest = max(int(values.max()), -1 - int(values.min()))
    return values.astype(np.int16 if largest < 2**15 else np.int32 if largest < 2**31 else np.int64)


def rank_of(states: StateSet, code: int) -> int | None:
    """The rank of the state with this code; None if there is no such state."""
    children, counts, bits = states.words.children, states.words.counts, states.bits
    node, rank, mask = states.root, 0, (1 << bits) - 1
    for shift in range(bits * (states.slots - 1), -1, -bits):
        label, branches = code >> shift & mask, children[node]
        if label >= len(branches) or branches[label] == NOTHING:
            return None
        for child in branches[:label]:
            if child != NOTHING:
                rank += counts[child]
        node = branches[label]
    return rank


def by_prices(
    problem: Problem,
    graph: Conflicts,
    costs: Sequence[int],
    differences: Collection[int] | None,
    k: int,
    counted: bool,
) -> tuple[list[int], list[list[int]], int | None] | None:
    """The fields of an `Optimum`, from all components together; None if there is no position."""
    game, most = problem.game, most_pieces_of(problem)
    number_of = {(p.piece, p.at): q for q, p in enumerate(graph.placements)}
    parts: list[tuple[Problem, list[int]]] = []  # a part, and the numbers of its placements on the board
    for part in conflict_parts(game, problem.board):
        small, corner = part.crop(), part.corner()
        numbers = [
            number_of[p.piece, tuple(c + k for c, k in zip(p.at, corner, strict=True))]
            for p in conflict_graph(game, small).placements
        ]
        parts.append((Problem(small, problem.stuck, perfect=problem.perfect, game=game), numbers))
    by_player: dict[int, int] = dict(zip(graph.variables, costs, strict=True))
    by_placement = counted or any(by_player[v] != c for v, c in zip(graph.variables, costs, strict=True))
    highest = max((abs(cost) for cost in costs), default=0) * most
    if highest >= MAX_COST:
        raise InputError(
            f"a position may cost {highest} (in units of the common denominator), but at most {MAX_COST} is "
            "supported: round the costs"
        )
    check_memory([part for part, _ in parts], 1 if differences is None else 3, by_placement)
    compiling, sweeping, tracing = stages(
        [2, 0 if differences is None else 6, 3], ["compiling", "sweeping", "tracing"]
    )
    players = [by_player.get(player, 0) for player in range(problem.variables)]
    sweeps = []
    with compiling:
        for share, (component, numbers) in zip(stages([1] * len(parts)), parts, strict=True):
            of_items = [costs[q] for q in numbers] if by_placement else players
            moves = [0] * len(of_items) if differences is None else [1, -1]
            with share:
                sweeps.append(PricedSweep(component, of_items, moves, by_placement))
    with sweeping:
        lines = [Line(1, 0)] if differences is None else guiding_lines(sweeps, differences)
    if lines is None:
        return None
    with tracing:
        pairs = list(product(sweeps, lines))
        for share, (swept, line) in zip(stages([1] * len(pairs)), pairs, strict=True):
            with share:
                swept.least(line, keep=True)
    is_even = differences is not None and all(cost % 2 for cost in costs)
    search = Search(sweeps, lines, max(0, *costs, 0) * most, is_even, k)
    found = list(islice(search.positions(differences or (0,)), k))
    if not found:
        return None
    number = 1
    for swept in sweeps if counted else ():
        number *= swept.number_of_best()
    placements = [
        sorted(numbers[q] for (_, numbers), part in zip(parts, each, strict=True) for q in part)
        for _, each in found
    ]
    return [cost for cost, _ in found], placements, number if counted else None


def most_pieces_of(problem: Problem) -> int:
    """An upper bound on the number of pieces of a position."""
    smallest = min(len(piece.cells) for piece in problem.game.pieces)
    return min(sum(most_pieces(problem.board, problem.game)), len(problem.board) // smallest)
