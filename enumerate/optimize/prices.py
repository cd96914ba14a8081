"""Positions of least cost on large boards: least prices by a compiled sweep, then a backward search.

`optimum.py`, to be read first, comes here where its dictionary would meet too many states. Every placement
has a cost and a difference: 1 for a piece of Left, -1 for a piece of Right. The search finds the positions of
least total cost, or those of least cost among the positions with a given total difference. Without a given
difference, the least costs of all states guide a walk from the end of the sweep to its start.

A given difference d is relaxed by a Lagrange multiplier l: a placement has the price K cost + l difference,
and a position with difference d costs at least (least price - l d) / K. The least prices of the states at a
few multipliers bound the cost of every path to a state. A best-first search with these bounds is exact: it
ends when it finds a position, or when no place is left.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from heapq import heappop, heappush
from itertools import count
from operator import mul
from typing import NamedTuple

import numpy as np

from ..compiler.fold import mirror_axis, mirrored_placements
from ..compiler.operators import BlockOperator, Marking, OperatorCompiler
from ..compiler.program import compile_mirrored, compile_program
from ..evaluators.integers import NEVER, Planes, Sweeper
from ..evaluators.kernel import LEAST
from ..plan.plan import COSTS, listed_need, sweep_seconds, unloaded
from ..plan.question import PHASE_BYTES
from ..plan.strategy import route
from ..rules.problem import Problem
from ..support.caches import cached
from ..support.run import Report, Settings, check_cancelled, silent
from ..sweep.diagram import NOTHING, Array, StateSet, occurring
from ..sweep.profile import best_order, profile
from ..sweep.sweep import Local, sweep
from ..sweep.visit import Word

PRICE_SCALE = 64  # the K of a search with a given difference
NEIGHBOUR_DISTANCE = 8  # from the best multiplier to the two others that guide a search
FINE_SCALE = 2**17  # parts of a unit of prices: a least price then contains a difference, up to half of this
STATE_BYTES, PRICE_BYTES = 30, 20  # for a state; and for each multiplier
KEPT_BYTES, KEPT_BYTES_BY_PLACEMENT = 0.19, 4  # for each multiplier and state of all visits
EXPECTED_SWEEPS = 10  # lines until the best multiplier is known
SECONDS_PER_PRICE = 2e-9  # for each state and multiplier
GREATEST_COST = 2**38  # of a position: prices stay below NEVER

Prices = Sequence[int]  # of every item


class Objective(NamedTuple):
    """What is minimised, and what is given: a cost and a difference for each item.

    The items are the players, if the cost depends only on the player, or else the placements.
    """

    cost: Sequence[int]
    difference: Sequence[int]
    by_placement: bool = False

    def prices(self, line: "Line") -> list[int]:
        """The price of each item."""
        return [line.scale * c + line.multiplier * d for c, d in zip(self.cost, self.difference, strict=True)]


class Line(NamedTuple):
    """How costs and differences make a price: scale * cost + multiplier * difference."""

    scale: int
    multiplier: int


class Found(NamedTuple):
    """A position by its placements (numbers of the conflict graph of each part), and its cost."""

    cost: int
    placements: list[list[int]]


@dataclass(eq=False)
class Stage:
    """An operator of a sweep, the states before it, its steps, and the items that its weights stand for.

    `starting` are the placements that start at the cell of each step. `prices` holds, for each line, the
    least prices of the states before the operator.
    """

    operator: BlockOperator
    states: StateSet
    steps: tuple[Local, ...]
    items: Sequence[int]
    starting: Sequence[Sequence[int]]
    prices: list[Array] = field(default_factory=list)
    effects: dict[int, tuple[int, int]] = field(default_factory=dict)  # by weight: cost and difference

    @cached_property
    def back(self) -> list[dict[Word, dict[tuple[Word, int, int | None], None]]]:
        """For each step, by the labels after it: the labels before, the weight, and what is played."""
        slots = tuple(sorted({slot for local in self.steps for slot in local.slots}))
        words, found = occurring(self.states, slots), []
        for local in self.steps:
            places = [slots.index(slot) for slot in local.slots]
            # dictionaries instead of sets: the order of a set with None in it changes from run to run
            back: dict[Word, dict[tuple[Word, int, int | None], None]] = {}
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
        """The transitions to labels after the operator: labels before, weights and placements."""
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
    """The sweep of a component: one path through the whole sweep, or two paths through half of it that meet.

    The two paths of a folded sweep begin with the same stages. The second path is the mirrored one.
    """

    def __init__(
        self, problem: Problem, objective: Objective, threads: int = 1, report: Report = silent
    ) -> None:
        self.objective = objective
        order = best_order(problem)
        swept = sweep(problem, order)
        by_placement = objective.by_placement
        marking = Marking.PLACEMENT if by_placement else Marking.PLAYER
        compiler = OperatorCompiler(marking, placements=max(1, swept.most_starting))
        half = None
        if not by_placement:
            half = compile_mirrored(problem, order, compiler, report)
        tails: list[tuple[BlockOperator, ...]] = [()]
        self.image: list[int] = []
        if half is not None:
            axis = mirror_axis(problem.board, order)
            self.image = (mirrored_placements(swept, axis) if axis is not None else None) or []
            common, tails = half.shared, [half.left, half.right]
        else:
            common = compile_program(problem, order, compiler, report).operators
        self.programs = compiler.programs
        moment = 0

        def stage(operator: BlockOperator) -> Stage:
            nonlocal moment
            states, steps = compiler.origin(operator)
            starting = swept.starting[moment : moment + len(steps)]
            items = starting[0] if by_placement else range(problem.variables)
            moment += len(steps)
            return Stage(operator, states, steps, items, starting)

        self.common = [stage(operator) for operator in common]
        middle = moment
        self.paths = []
        for tail in tails:
            moment = middle
            self.paths.append(self.common + [stage(operator) for operator in tail])
        self.last = [
            compiler.after((*common, *tail)[-1]) if (*common, *tail) else StateSet.start(0) for tail in tails
        ]
        partner = None if half is None else half.partner
        self.partner = np.empty(0, dtype=np.int64) if partner is None else partner
        for one in {id(each): each for path in self.paths for each in path}.values():
            cost, difference = ([of[item] for item in one.items] for of in objective[:2])
            for weight, exponents in enumerate(self.programs.exponents):
                one.effects[weight] = sum(map(mul, cost, exponents)), sum(map(mul, difference, exponents))
        self._sweeper = Sweeper(self.programs, threads, kind=LEAST)
        self.ends: list[Array] = []  # for each path: the least prices at its end, a column for each line

    @property
    def is_folded(self) -> bool:
        """Whether two paths meet."""
        return len(self.paths) == 2

    def _walk(
        self, stages: Sequence[Stage], values: Planes, prices: Prices, visit: Callable[[Stage, Array], None]
    ) -> Planes:
        weights = self.programs.weights
        for stage in stages:
            visit(stage, values[0].view(np.int64))
            costs = np.zeros(max(1, len(weights)), dtype=np.int64)
            items = [prices[item] for item in stage.items]
            for exponents, number in weights.items():
                costs[number] = sum(map(mul, items, exponents))
            self._sweeper.weights = costs
            values = self._sweeper.sweep([stage.operator], values)
        return values

    def _ends(self, prices: Prices, visit: Callable[[Stage, Array], None], report: Report) -> list[Array]:
        """The least prices at the end of each path."""
        whole = sum(
            stage.operator.targets for stage in {id(s): s for path in self.paths for s in path}.values()
        )
        done = 0

        def reporting(stage: Stage, values: Array) -> None:
            nonlocal done
            report(done, whole)
            done += stage.operator.targets
            visit(stage, values)

        values = self._walk(self.common, [np.zeros(1, dtype=np.uint64)], prices, reporting)
        tails = [path[len(self.common) :] for path in self.paths]
        return [self._walk(tail, values.copy(), prices, reporting)[0].view(np.int64) for tail in tails]

    def least(self, line: Line, report: Report = silent) -> int:
        """The least price of a position."""
        ends = self._ends(self.objective.prices(line), lambda stage, values: None, report)
        return self.joined(ends).min() if self.is_folded else int(ends[0][0])

    def joined(self, ends: Sequence[Array]) -> Array:
        """The least prices of the positions of a folded sweep, by the state in which the first path ends."""
        one, other = ends
        if not len(self.partner):
            return one + other
        there = self.partner.reshape(-1, *[1] * (one.ndim - 1))
        return np.where(there >= 0, one + other[self.partner], NEVER)

    def keep(self, lines: Sequence[Line], settings: Settings) -> None:
        """Keep the least prices of all states, to guide a search."""
        ends: list[list[Array]] = [[] for _ in self.paths]
        for number, line in enumerate(lines):
            prices = self.objective.prices(line)

            def visit(stage: Stage, values: Array) -> None:
                stage.prices.append(_narrow(values))

            found = self._ends(prices, visit, settings.part(number, len(lines)).report)
            for end, values in zip(ends, found, strict=True):
                end.append(values)
        self.ends = [np.stack(end, axis=1) for end in ends]

    def best(self) -> list[int]:
        """The least price of a position for each line that is kept."""
        least = self.joined(self.ends).min(axis=0) if self.is_folded else self.ends[0][0]
        return [int(price) for price in least]

    def number_of_best(self) -> int:
        """The number of positions of least cost: the backward paths along which every cost is the least.

        The sweep must be by placements, with kept costs.
        """
        ranks = Ranks(self.last[0])
        codes = np.zeros(1, dtype=ranks.words.code)
        costs, numbers = self.ends[0][:, 0], np.ones(1, dtype=object)
        for stage in reversed(self.common):
            check_cancelled()
            slots, bits = stage.steps[0].slots, stage.states.bits
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
                    rank = ranks.of(stage.states, source)
                    is_best = (rank >= 0) & (stage.prices[0][rank] == cost - stage.effects[weight][0])
                    found.append((source[is_best], rank[is_best], number[is_best]))
            codes, rank, numbers = (np.concatenate(column) for column in zip(*found, strict=True))
            order = np.argsort(codes, kind="stable")
            codes, rank, numbers = codes[order], rank[order], numbers[order]
            first = np.flatnonzero(np.append(True, codes[1:] != codes[:-1]))
            codes, numbers = codes[first], np.add.reduceat(numbers, first)
            costs = stage.prices[0][rank[first]].astype(np.int64)
        return int(numbers[0])


class Ranks:
    """The numbers of states with given labels, many at a time."""

    def __init__(self, states: StateSet) -> None:
        self.words = states.words
        self._children = np.array(self.words.children, dtype=np.int64)
        counts = np.array([*self.words.counts, 0], dtype=np.int64)[self._children]
        self._smaller = np.cumsum(counts, axis=1) - counts

    def of(self, states: StateSet, codes: Array) -> Array:
        """The numbers; -1 where there is no such state."""
        node = np.full(len(codes), states.root, dtype=np.int64)
        rank, is_there = np.zeros(len(codes), dtype=np.int64), np.ones(len(codes), dtype=bool)
        bits, mask = states.bits, codes.dtype.type((1 << states.bits) - 1)
        for shift in range(bits * (states.slots - 1), -1, -bits):
            label = (codes >> codes.dtype.type(shift) & mask).astype(np.int64)
            is_there &= label < self._children.shape[1]
            label[~is_there] = 0
            rank += self._smaller[node, label]
            node = self._children[node, label]
            is_there &= node != NOTHING
            node[~is_there] = 0
        return np.where(is_there, rank, -1)


Played = tuple[int, tuple[int, ...], "Played"] | None  # the path, its placements, and the earlier ones


class Place(NamedTuple):
    """A place of a search: the path, the number of its stages that are left, the labels, the cost so far, the
    missing difference, the state at which the other path of a fold ends, and the placements played later."""

    path: int
    stage: int
    code: int
    cost: int
    missing: int
    partner: int
    played: Played = None


Entry = tuple[int, int, int, int, Place, "Iterator[Entry] | None"]  # bound, stages left, -slack, number, ...


class Search:
    """Positions on some sweeps side by side, from the least cost on."""

    def __init__(
        self, sweeps: Sequence[PricedSweep], lines: Sequence[Line], limit: int, is_even: bool, k: int = 1
    ) -> None:
        """The sweeps keep their prices at the lines. No position costs more than the limit.

        With `is_even` costs are as even as differences.
        """
        self._lines, self._limit, self._is_even, self._k = lines, limit, is_even, k
        self._paths = [(sweep, number) for sweep in sweeps for number in range(len(sweep.paths))]
        self._sweeps = sweeps
        best = [sweep.best() for sweep in sweeps]
        self._later = [  # by path: the least prices of the sweeps after its own
            [sum(prices) for prices in zip([0] * len(lines), *best[number + 1 :], strict=True)]
            for number, sweep in enumerate(sweeps)
            for _ in sweep.paths
        ]
        stages = [len(sweep.paths[number]) for sweep, number in self._paths]
        self._after = [sum(stages[path + 1 :]) for path in range(len(stages))]
        self._heap: list[Entry] = []
        self._number = count()

    def positions(self, wanted: Iterable[int]) -> Iterator[Found]:
        """The positions with one of the wanted differences."""
        for difference in wanted:
            self._enter(0, 0, difference, None)
        visited: dict[tuple[object, ...], int] = {}
        while self._heap:
            check_cancelled()
            *_, place, others = heappop(self._heap)
            if others is not None:
                self._push(next(others, None))
            if place.path == len(self._paths):
                yield self._found(place)
                continue
            key = place[:6]
            times = visited[key] = visited.get(key, 0) + 1
            if times > self._k:
                continue
            if place.stage:
                self._go_back(place)
            else:
                self._enter(place.path + 1, place.cost, place.missing, place.played, place.partner)

    def _push(self, entry: Entry | None) -> None:
        if entry is not None and entry[0] <= self._limit:
            heappush(self._heap, entry)

    def _bound(self, cost: int, missing: int, prices: Iterable[int]) -> tuple[int, int]:
        """A bound on the cost of a position, and what its price leaves on every line at least."""
        budgets = [line.multiplier * missing - price for line, price in zip(self._lines, prices, strict=True)]
        scale = self._lines[0].scale
        need = max(-(budget // scale) for budget in budgets)
        if self._is_even:
            need += (need - missing) % 2
        return cost + need, scale * need + min(budgets)

    def _entry(self, place: Place, prices: Iterable[int]) -> Entry:
        bound, slack = self._bound(place.cost, place.missing, prices)
        left = place.stage + self._after[place.path]
        return bound, left, -slack, next(self._number), place, None

    def _enter(self, path: int, cost: int, missing: int, played: Played, partner: int = -1) -> None:
        """Push the place at the end of a path."""
        if path == len(self._paths):
            if not missing:
                place = Place(path, 0, 0, cost, 0, -1, played)
                self._push((cost, 0, 0, next(self._number), place, None))
            return
        sweep, number = self._paths[path]
        stages = len(sweep.paths[number])
        if sweep.is_folded and not number:
            entries = self._meetings(path, cost, missing, played)
            self._push(next(entries, None))
            return
        rank = partner if sweep.is_folded else 0
        place = Place(path, stages, code_of(sweep.last[number], rank), cost, missing, -1, played)
        self._push(
            self._entry(
                place, map(sum, zip(sweep.ends[number][rank].tolist(), self._later[path], strict=True))
            )
        )

    def _meetings(self, path: int, cost: int, missing: int, played: Played) -> Iterator[Entry]:
        """The entries where the paths of a fold may meet, the least bounds first."""
        sweep, _ = self._paths[path]
        later = np.array(self._later[path])
        prices = sweep.joined(sweep.ends) + later
        budgets = np.array([line.multiplier * missing for line in self._lines]) - prices
        scale = self._lines[0].scale
        need = (-(budgets // scale)).max(axis=1)
        if self._is_even:
            need += (need - missing) % 2
        slack = scale * need + budgets.min(axis=1)
        fitting = np.flatnonzero(cost + need <= self._limit)
        order = fitting[np.lexsort((-slack[fitting], need[fitting]))]
        stages = len(sweep.paths[0])

        def entries() -> Iterator[Entry]:
            for state in order.tolist():
                there = int(sweep.partner[state]) if len(sweep.partner) else state
                place = Place(path, stages, code_of(sweep.last[0], state), cost, missing, there, played)
                left = stages + self._after[path]
                yield cost + int(need[state]), left, -int(slack[state]), next(self._number), place, meetings

        meetings = entries()
        return meetings

    def _go_back(self, place: Place) -> None:
        """Push the places one stage earlier that lead to a place."""
        sweep, number = self._paths[place.path]
        stage = sweep.paths[number][place.stage - 1]
        rest = self._later[place.path]
        if place.partner >= 0:
            rest = [a + b for a, b in zip(rest, sweep.ends[1][place.partner].tolist(), strict=True)]
        for code, weights, played in stage.sources(place.code):
            rank = rank_of(stage.states, code)
            if rank is None:
                continue
            cost, missing = place.cost, place.missing
            for weight in weights:
                more, moved = stage.effects[weight]
                cost, missing = cost + more, missing - moved
            link = (place.path, played, place.played) if played else place.played
            before = Place(place.path, place.stage - 1, code, cost, missing, place.partner, link)
            prices = [int(values[rank]) + more for values, more in zip(stage.prices, rest, strict=True)]
            self._push(self._entry(before, prices))

    def _found(self, place: Place) -> Found:
        placements: list[set[int]] = [set() for _ in self._sweeps]
        link = place.played
        while link is not None:
            path, played, link = link
            sweep, number = self._paths[path]
            part = placements[self._sweeps.index(sweep)]
            part.update(sweep.image[q] for q in played) if number else part.update(played)
        return Found(place.cost, [sorted(part) for part in placements])


def best_multiplier(least: Callable[[Line], int], wanted: Collection[int]) -> int:
    """The multiplier, in units of 1 / PRICE_SCALE, with the greatest bound on the cost at wanted differences.

    The bound, (least price - multiplier * difference) / PRICE_SCALE, is concave in the multiplier. It rises
    where a position of least price has a greater difference than is wanted.
    """

    @cache
    def cheapest(j: int) -> int:
        """The least price, FINE_SCALE times, and the least difference of a position that has it."""
        return least(Line(FINE_SCALE * PRICE_SCALE, FINE_SCALE * j + 1))

    low, high = -PRICE_SCALE // 2, PRICE_SCALE // 2
    while low < high:
        j = (low + high) // 2
        slope = (cheapest(j) + FINE_SCALE // 2) % FINE_SCALE - FINE_SCALE // 2
        low, high = (j + 1, high) if slope > (max(wanted) if j >= 0 else min(wanted)) else (low, j)
    return max((low, low - 1), key=lambda j: min(cheapest(j) - FINE_SCALE * j * d for d in wanted))


def guiding_lines(
    sweeps: Sequence[PricedSweep], wanted: Collection[int], settings: Settings
) -> list[Line] | None:
    """The lines whose prices guide a search for positions with wanted differences; None if there are none."""
    numbers_of_sweeps = count()

    def least(line: Line) -> int:
        report = settings.part(min(next(numbers_of_sweeps), EXPECTED_SWEEPS - 1), EXPECTED_SWEEPS).report
        return sum(sweep.least(line, report) for sweep in sweeps)

    j = best_multiplier(least, wanted)
    if (
        abs(j) >= PRICE_SCALE // 2 - 1
    ):  # all positions may have greater differences, or all of them smaller ones
        low, high = least(Line(0, 1)), -least(Line(0, -1))
        if not any(low <= difference <= high for difference in wanted):
            return None
    return [
        Line(PRICE_SCALE, multiplier) for multiplier in (j - NEIGHBOUR_DISTANCE, j, j + NEIGHBOUR_DISTANCE)
    ]


def check_memory(problems: Sequence[Problem], lines: int, by_placement: bool, settings: Settings) -> None:
    """Announce or refuse the cost of the least prices on some lines, before anything is compiled."""
    bounds = [state_bounds(problem) for problem in problems]
    largest, states = max(map(max, bounds), default=1), sum(map(sum, bounds))
    kept = KEPT_BYTES_BY_PLACEMENT if by_placement else KEPT_BYTES
    each = STATE_BYTES + PRICE_BYTES * lines + kept * lines * states / largest
    compiling = sum(sweep_seconds(route(problem), COSTS["integers"])[0] for problem in problems)
    seconds = compiling + SECONDS_PER_PRICE * lines * states
    settings.expect(listed_need(largest, each, PHASE_BYTES, unloaded(), seconds))


@cached(16)
def state_bounds(problem: Problem) -> list[int]:
    """Bounds on the states after each visit of a whole sweep."""
    return [max(1, states) for states in profile(problem, best_order(problem)).counts] or [1]


def _narrow(values: Array) -> Array:
    """The same numbers in the narrowest type."""
    low, high = int(values.min()), int(values.max())
    for kind in (np.int16, np.int32):
        if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max:
            return values.astype(kind)
    return values.copy()


def code_of(states: StateSet, rank: int) -> int:
    """The word of labels of one state as an integer, without listing them all."""
    word, node = 0, states.root
    for _ in range(states.slots):
        for digit, child in enumerate(states.words.children[node]):
            number = states.words.counts[child] if child != NOTHING else 0
            if rank < number:
                word, node = word << states.bits | digit, child
                break
            rank -= number
    return word


def rank_of(states: StateSet, code: int) -> int | None:
    """The number of the state with these labels, if there is one; `code_of` takes it back."""
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
