"""Positions of least cost on large boards: least prices by a compiled sweep, then a backward search.

`optimum.py`, to be read first, calls `by_prices` where its dictionary would meet too many states. Every
placement has a cost and a difference: 1 for a piece of Left, -1 for a piece of Right. The search finds the
positions of least total cost, or those of least cost among the positions with a given total difference.
Without a given difference, the least costs of all states guide a walk from the end of the sweep to its start.

A given difference d is relaxed by a Lagrange multiplier l: a placement has the price K cost + l difference,
and a position with difference d costs at least (least price - l d) / K. The least prices of the states at a
few multipliers bound the cost of every path to a state. A best-first search with these bounds is exact: it
ends when it finds a position, or when no place is left.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from heapq import heappop, heappush
from itertools import count, islice
from operator import mul
from typing import Any, NamedTuple

import numpy as np

from ..compiler.fold import mirror_axis, mirrored_placements
from ..compiler.operators import BlockOperator, Marking, OperatorCompiler
from ..compiler.program import compile_mirrored, compile_program
from ..evaluators.kernel import LEAST
from ..evaluators.sweeper import NEVER, Planes, Sweeper
from ..plan.plan import COSTS, listed_need, sweep_seconds, unloaded
from ..plan.question import PHASE_BYTES
from ..plan.strategy import route
from ..rules.problem import Conflicts, Problem, conflict_graph, conflict_parts, most_pieces
from ..support.caches import cached
from ..support.errors import InputError
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

Visitor = Callable[["Stage", Array], None]  # called with the least prices before each stage
Step = tuple[Word, int, int | None]  # the labels before a visit, the weight, and what is played


class Line(NamedTuple):
    """How costs and differences make a price: scale * cost + multiplier * difference."""

    scale: int
    multiplier: int


@dataclass(eq=False)
class Stage:
    """An operator of a sweep, with the states before it and its steps.

    `starting` are the placements that start at the cell of each step. `effects` are the cost and the
    difference of each weight of a step, `weights` those of each weight of the operator. `prices` holds, for
    each line, the least prices of the states before the operator.
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
        """For each step, by the labels after it: the labels before, the weight, and what is played."""
        slots = tuple(sorted({slot for local in self.steps for slot in local.slots}))
        words, found = occurring(self.states, slots), []
        for local in self.steps:
            places = [slots.index(slot) for slot in local.slots]
            # dictionaries instead of sets: the order of a set with None in it changes from run to run
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
        self,
        problem: Problem,
        costs: Sequence[int],
        differences: Sequence[int],
        by_placement: bool,
        threads: int = 1,
        report: Report = silent,
    ) -> None:
        """Costs and differences are those of the placements, or else those of the players."""
        order = best_order(problem)
        swept = sweep(problem, order)
        marking = Marking.PLACEMENT if by_placement else Marking.PLAYER
        compiler = OperatorCompiler(marking, placements=max(1, swept.most_starting))
        half = None if by_placement else compile_mirrored(problem, order, compiler, report)
        tails: list[tuple[BlockOperator, ...]] = [()]
        self.image: list[int] = []
        if half is not None:
            axis = mirror_axis(problem.board, order)
            self.image = (mirrored_placements(swept, axis) if axis is not None else None) or []
            common, tails = half.shared, [half.left, half.right]
        else:
            common = compile_program(problem, order, compiler, report).operators
        self.programs = compiler.programs

        def stages(operators: Iterable[BlockOperator], moment: int) -> list[Stage]:
            found = []
            for operator in operators:
                states, steps = compiler.origin(operator)
                starting = swept.starting[moment : moment + len(steps)]
                items = starting[0] if by_placement else range(problem.variables)
                pairs = [[of[item] for item in items] for of in (costs, differences)]
                effects, weights = (
                    [(sum(map(mul, pairs[0], e)), sum(map(mul, pairs[1], e))) for e in exponents]
                    for exponents in (self.programs.exponents, self.programs.weights)
                )
                found.append(Stage(operator, states, steps, starting, effects, weights))
                moment += len(steps)
            return found

        self.common = stages(common, 0)
        middle = sum(len(stage.steps) for stage in self.common)
        self.tails = [stages(tail, middle) for tail in tails]
        self.paths = [self.common + tail for tail in self.tails]
        self.last = [compiler.after(path[-1].operator) if path else StateSet.start(0) for path in self.paths]
        partner = None if half is None else half.partner
        self.partner = np.empty(0, dtype=np.int64) if partner is None else partner
        self._sweeper = Sweeper(self.programs, threads, kind=LEAST)
        self.ends: list[Array] = []  # for each path: the least prices at its end, a column for each line

    @property
    def is_folded(self) -> bool:
        """Whether two paths meet."""
        return len(self.paths) == 2

    def _walk(self, stages: Sequence[Stage], values: Planes, line: Line, visit: Visitor) -> Planes:
        for stage in stages:
            visit(stage, values[0].view(np.int64))
            prices = [line.scale * cost + line.multiplier * difference for cost, difference in stage.weights]
            self._sweeper.weights = np.array(prices or [0], dtype=np.int64)
            values = self._sweeper.sweep([stage.operator], values)
        return values

    def _ends(self, line: Line, report: Report, visit: Visitor = lambda stage, values: None) -> list[Array]:
        """The least prices at the end of each path."""
        whole = sum(stage.operator.targets for part in (self.common, *self.tails) for stage in part)
        done = 0

        def reporting(stage: Stage, values: Array) -> None:
            nonlocal done
            report(done, whole)
            done += stage.operator.targets
            visit(stage, values)

        values = self._walk(self.common, [np.zeros(1, dtype=np.uint64)], line, reporting)
        ends = [self._walk(tail, values.copy(), line, reporting) for tail in self.tails]
        return [end[0].view(np.int64) for end in ends]

    def least(self, line: Line, report: Report = silent) -> int:
        """The least price of a position."""
        return int(self.joined(self._ends(line, report)).min())

    def joined(self, ends: Sequence[Array]) -> Array:
        """The least prices of the positions of a folded sweep, by the state in which the first path ends; or
        the least price of all positions, of a sweep that is not folded."""
        if not self.is_folded:
            return ends[0]
        one, other = ends
        if not len(self.partner):
            return one + other
        there = self.partner.reshape(-1, *[1] * (one.ndim - 1))
        return np.where(there >= 0, one + other[self.partner], NEVER)

    def keep(self, lines: Sequence[Line], settings: Settings) -> None:
        """Keep the least prices of all states, to guide a search."""
        found = [
            self._ends(line, settings.part(number, len(lines)).report, self._keep)
            for number, line in enumerate(lines)
        ]
        self.ends = [np.stack(end, axis=1) for end in zip(*found, strict=True)]

    @staticmethod
    def _keep(stage: Stage, values: Array) -> None:
        stage.prices.append(_narrow(values))

    def best(self) -> list[int]:
        """The least price of a position for each line that is kept."""
        return [int(price) for price in self.joined(self.ends).min(axis=0)]

    def number_of_best(self) -> int:
        """The number of positions of least cost: the backward paths along which every cost is the least.

        The sweep must be by placement, with kept costs.
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

        With `is_even` a cost is even if and only if its difference is.
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

    def positions(self, wanted: Iterable[int]) -> Iterator[tuple[int, list[list[int]]]]:
        """The positions with one of the wanted differences: their costs and the placements of each part."""
        for difference in wanted:
            self._enter(0, 0, difference, None)
        visited: dict[tuple[object, ...], int] = {}
        while self._heap:
            check_cancelled()
            *_, place, others = heappop(self._heap)
            if others is not None:
                self._push(next(others, None))
            if place.path == len(self._paths):
                yield place.cost, self._placements(place.played)
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

    def _bound(self, missing: int, prices: Iterable[Any], most: Any = max, least: Any = min) -> Any:
        """A bound on the cost that is missing, and the least amount by which it exceeds a price.

        `prices` has a number for each line, or an array if `most` and `least` are those of arrays.
        """
        budgets = [line.multiplier * missing - price for line, price in zip(self._lines, prices, strict=True)]
        scale = self._lines[0].scale
        need = most([-(budget // scale) for budget in budgets])
        if self._is_even:
            need += (need - missing) % 2
        return need, scale * need + least(budgets)

    def _entry(self, place: Place, prices: Iterable[int]) -> Entry:
        need, slack = self._bound(place.missing, prices)
        left = place.stage + self._after[place.path]
        return place.cost + need, left, -slack, next(self._number), place, None

    def _enter(self, path: int, cost: int, missing: int, played: Played, partner: int = -1) -> None:
        """Push the place at the end of a path."""
        if path == len(self._paths):
            if not missing:
                place = Place(path, 0, 0, cost, 0, -1, played)
                self._push((cost, 0, 0, next(self._number), place, None))
            return
        sweep, number = self._paths[path]
        if sweep.is_folded and not number:
            self._push(next(self._meetings(path, cost, missing, played), None))
            return
        rank = partner if sweep.is_folded else 0
        code = code_of(sweep.last[number], rank)
        place = Place(path, len(sweep.paths[number]), code, cost, missing, -1, played)
        prices = zip(sweep.ends[number][rank].tolist(), self._later[path], strict=True)
        self._push(self._entry(place, map(sum, prices)))

    def _meetings(self, path: int, cost: int, missing: int, played: Played) -> Iterator[Entry]:
        """The entries where the paths of a fold may meet, the least bounds first."""
        sweep, _ = self._paths[path]
        prices = sweep.joined(sweep.ends) + np.array(self._later[path])
        need, slack = self._bound(missing, prices.T, np.maximum.reduce, np.minimum.reduce)
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

    def _placements(self, played: Played) -> list[list[int]]:
        """The placements of each part, as numbers of its conflict graph."""
        found: list[set[int]] = [set() for _ in self._sweeps]
        while played is not None:
            path, placements, played = played
            sweep, number = self._paths[path]
            part = found[self._sweeps.index(sweep)]
            part.update(sweep.image[q] for q in placements) if number else part.update(placements)
        return [sorted(part) for part in found]


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
    if abs(j) >= PRICE_SCALE // 2 - 1:  # perhaps all differences are greater, or all of them smaller
        low, high = least(Line(0, 1)), -least(Line(0, -1))
        if not any(low <= difference <= high for difference in wanted):
            return None
    return [Line(PRICE_SCALE, j + distance) for distance in (-NEIGHBOUR_DISTANCE, 0, NEIGHBOUR_DISTANCE)]


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


def by_prices(
    problem: Problem,
    graph: Conflicts,
    costs: Sequence[int],
    differences: Collection[int] | None,
    settings: Settings,
    k: int,
    counted: bool,
) -> tuple[list[int], list[list[int]], int | None] | None:
    """The fields of the answer of `optimum`, component by component."""
    game, most = problem.game, most_pieces_of(problem)
    number_of = {(p.piece, p.at): q for q, p in enumerate(graph.placements)}
    parts: list[tuple[Problem, list[int]]] = []  # and the numbers of the part's placements on the board
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
    if highest >= GREATEST_COST:
        raise InputError(
            f"a position may cost {highest} (in units of the common denominator); on a board of this size "
            f"at most {GREATEST_COST} is possible: round the costs"
        )
    check_memory([part for part, _ in parts], 1 if differences is None else 3, by_placement, settings)
    compiling, pricing, keeping = settings.cut(
        [2, 0 if differences is None else 6, 3], ["compiling", "sweeping", "tracing"]
    )
    players = [by_player.get(player, 0) for player in range(problem.variables)]
    sweeps = []
    for place, (component, numbers) in enumerate(parts):
        of_items = [costs[q] for q in numbers] if by_placement else players
        moves = [0] * len(of_items) if differences is None else [1, -1]
        report = compiling.part(place, len(parts)).report
        sweeps.append(PricedSweep(component, of_items, moves, by_placement, settings.cores, report))
    lines = [Line(1, 0)] if differences is None else guiding_lines(sweeps, differences, pricing)
    if lines is None:
        return None
    for place, swept in enumerate(sweeps):
        swept.keep(lines, keeping.part(place, len(sweeps)))
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
    """A bound on the pieces of a position: they do not overlap."""
    smallest = min(len(piece.cells) for piece in problem.game.pieces)
    return min(sum(most_pieces(problem.board, problem.game)), len(problem.board) // smallest)
