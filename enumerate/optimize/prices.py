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
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from heapq import heappop, heappush
from itertools import count, islice
from operator import add, mul
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


def components(problem: Problem, graph: Conflicts) -> list[tuple[Problem, list[int]]]:
    """The components of a problem, each with the numbers of its placements on the whole board."""
    number_of = {(p.piece, p.at): q for q, p in enumerate(graph.placements)}
    found = []
    for part in conflict_parts(problem.game, problem.board):
        small, corner = part.crop(), part.corner()
        numbers = [
            number_of[p.piece, tuple(map(add, p.at, corner))]
            for p in conflict_graph(problem.game, small).placements
        ]
        found.append((replace(problem, board=small), numbers))
    return found


class PricedSweep:
    """The sweeps of all components one after the other, with the least prices of the states of each stage."""

    def __init__(
        self,
        parts: Sequence[tuple[Problem, list[int]]],
        costs: Sequence[int],
        differences: Sequence[int],
        by_placement: bool,
    ) -> None:
        """Costs and differences belong to placements if `by_placement`, otherwise to players."""
        swept = [sweep(part, best_order(part)) for part, _ in parts]
        marking = Marking.PLACEMENT if by_placement else Marking.PLAYER
        compiler = OperatorCompiler(marking, placements=max([1, *(each.most_starting for each in swept)]))
        self.programs = compiler.programs
        self.stages: list[Stage] = []
        for share, (part, numbers), each in zip(stages([1] * len(parts)), parts, swept, strict=True):
            with share:
                operators = compile_program(part, each.order, compiler, advance).operators
            starting = [[numbers[q] for q in here] for here in each.starting]
            for operator in operators:
                states, steps, _ = compiler.origin[operator]
                here, starting = starting[: len(steps)], starting[len(steps) :]
                items = here[0] if by_placement else range(part.variables)
                pairs = [[of[item] for item in items] for of in (costs, differences)]
                effects, weights = (
                    [(sum(map(mul, pairs[0], e)), sum(map(mul, pairs[1], e))) for e in exponents]
                    for exponents in (self.programs.exponents, self.programs.weights)
                )
                self.stages.append(Stage(operator, states, steps, here, effects, weights))
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
        codes = np.zeros(1, dtype=np.uint64)
        costs, numbers = np.array(self.best), np.ones(1, dtype=object)
        for stage in reversed(self.stages):
            check_cancelled()
            states, slots, bits = stage.states, stage.steps[0].slots, stage.states.bits
            known = states.words.codes(states.root, states.slots, bits)  # not kept: they take much memory
            codes = codes.astype(states.words.code, copy=False)
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


Played = tuple[tuple[int, ...], "Played"] | None  # placements of a stage, and those played later in the sweep


class Place(NamedTuple):
    """A node of the search: the number of stages before it, the labels, the cost so far, the missing
    difference, and the placements played later in the sweep."""

    stage: int
    code: int
    cost: int
    missing: int
    played: Played = None


Entry = tuple[int, int, int, int, Place]  # bound, stages left, -slack, number, place


class Search:
    """A search for positions in the order of their costs, from the end of a sweep to its start."""

    def __init__(
        self, swept: PricedSweep, lines: Sequence[Line], limit: int, is_even: bool, k: int = 1
    ) -> None:
        """The sweep holds its prices for `lines`. No position costs more than `limit`.

        With `is_even`, the cost and the difference of every position have the same parity.
        """
        self._swept, self._lines, self._limit, self._is_even, self._k = swept, lines, limit, is_even, k
        self._heap: list[Entry] = []
        self._number = count()

    def positions(self, wanted: Iterable[int]) -> Iterator[tuple[int, list[int]]]:
        """The positions with one of the wanted differences: their costs and their placements."""
        for difference in wanted:
            self._push(Place(len(self._swept.stages), 0, 0, difference), self._swept.best)
        visited: dict[tuple[object, ...], int] = {}
        while self._heap:
            check_cancelled()
            *_, place = heappop(self._heap)
            key = place[:-1]
            times = visited[key] = visited.get(key, 0) + 1
            if times > self._k:
                continue
            if place.stage:
                self._go_back(place)
            elif not place.missing:
                yield place.cost, _listed(place.played)

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
            slack = scale * need + min(budgets)
            heappush(self._heap, (place.cost + need, place.stage, -slack, next(self._number), place))

    def _go_back(self, place: Place) -> None:
        """Push the places one stage earlier that lead to a place."""
        stage = self._swept.stages[place.stage - 1]
        for code, weights, played in stage.sources(place.code):
            rank = rank_of(stage.states, code)
            if rank is None:
                continue
            cost, missing = place.cost, place.missing
            for weight in weights:
                more, moved = stage.effects[weight]
                cost, missing = cost + more, missing - moved
            link = (played, place.played) if played else place.played
            before = Place(place.stage - 1, code, cost, missing, link)
            self._push(before, [int(prices[rank]) for prices in stage.prices])


def _listed(played: Played) -> list[int]:
    """The placements of a position, ascending."""
    found: list[int] = []
    while played is not None:
        placements, played = played
        found += placements
    return sorted(found)


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


def guiding_lines(swept: PricedSweep, wanted: Collection[int]) -> list[Line] | None:
    """The lines whose prices guide a search for positions with wanted differences; None if no position has
    one of these differences."""
    shares = iter(stages([1] * EXPECTED_SWEEPS))

    def least(line: Line) -> int:
        with next(shares, within(current().quiet())):
            return swept.least(line)

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
    """The fields of an `Optimum`; None if there is no position."""
    most = most_pieces_of(problem)
    by_player: dict[int, int] = dict(zip(graph.variables, costs, strict=True))
    by_placement = counted or any(by_player[v] != c for v, c in zip(graph.variables, costs, strict=True))
    highest = max((abs(cost) for cost in costs), default=0) * most
    if highest >= MAX_COST:
        raise InputError(
            f"a position may cost {highest} (in units of the common denominator), but at most {MAX_COST} is "
            "supported: round the costs"
        )
    parts = components(problem, graph)
    check_memory([part for part, _ in parts], 1 if differences is None else 3, by_placement)
    compiling, sweeping, tracing = stages(
        [2, 0 if differences is None else 6, 3], ["compiling", "sweeping", "tracing"]
    )
    of_items = costs if by_placement else [by_player.get(player, 0) for player in range(problem.variables)]
    with compiling:
        moves = [0] * len(of_items) if differences is None else [1, -1]
        swept = PricedSweep(parts, of_items, moves, by_placement)
    with sweeping:
        lines = [Line(1, 0)] if differences is None else guiding_lines(swept, differences)
    if lines is None:
        return None
    with tracing:
        for share, line in zip(stages([1] * len(lines)), lines, strict=True):
            with share:
                swept.least(line, keep=True)
    is_even = differences is not None and all(cost % 2 for cost in costs)
    search = Search(swept, lines, max(0, *costs, 0) * most, is_even, k)
    found = list(islice(search.positions(differences or (0,)), k))
    if not found:
        return None
    best, placements = zip(*found, strict=True)
    return list(best), list(placements), swept.number_of_best() if counted else None


def most_pieces_of(problem: Problem) -> int:
    """An upper bound on the number of pieces of a position."""
    smallest = min(len(piece.cells) for piece in problem.game.pieces)
    return min(sum(most_pieces(problem.board, problem.game)), len(problem.board) // smallest)
