"""Positions with given numbers of pieces: least costs at some prices by phases, then a search back.

If pieces have prices, a way back from the end with so many pieces left passes only states that can be reached
for their cost, or less. Least costs at a few prices describe the numbers of pieces that lead to a state, but
for holes, so the search seldom turns back.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import count
from operator import mul
from typing import NamedTuple

import numpy as np

from ..algebras.integers import Planes
from ..algebras.least import NEVER, Least
from ..frontier.estimate import PHASE_BYTES, listed_need, task_bounds, unloaded
from ..frontier.fold import mirrored_placements
from ..frontier.microprogram import exponents
from ..frontier.orders import best_order
from ..frontier.phases import Phase, PhaseCompiler
from ..frontier.program import compile_mirrored, compile_program, evaluate, fold_depth, mirror_axis, occurring
from ..frontier.sweep import Local, sweep
from ..frontier.task import Task
from ..frontier.visit import Word
from ..frontier.words import NOTHING, Array, States
from ..model.placing import Placement
from ..support.progress import Report, look, silent
from ..support.settings import Settings
from .traced import code

EFFORT, WORTH = 300, 1_000_000  # places that a search may look at: so many, or one for so many states
PRICE = 64  # of a piece, about, where the difference has a price too
FINE = 2**17  # of a unit of prices, so that a cost also tells the difference, if it is at most half of this
TRIES = 3  # numbers of pieces
MOST_ASKED = 8  # prices
SWEPT, PRICED, KEPT = 30, 20, 0.19  # bytes: for a state; also for each price; of all moments
SECONDS = 2e-9  # for each state and price
ASIDE = 8  # how far from the best price the other two lie that guide a search

Numbers = tuple[int, ...]  # of pieces of each sort
Prices = Sequence[int]  # of a piece of each sort
Played = tuple[tuple[int, int], ...]  # pairs of a step and one of the placements that start at its cell


class Found(NamedTuple):
    """A bound on the number of pieces, and a position that has so many, if one was found soon."""

    bound: int
    placements: list[Placement] | None


class EffortError(Exception):
    """A search took too long."""


@dataclass(eq=False)
class Leg:
    """A phase of a way, the states before it, and its steps; their least costs for each price."""

    phase: Phase
    states: States
    steps: tuple[Local, ...]
    costs: list[Array] = field(default_factory=list)

    @cached_property
    def _back(self) -> list[dict[Word, set[tuple[Word, int, int | None]]]]:
        """For each step, by the labels after it: the labels before, the weight, and what is played."""
        slots = tuple(sorted({slot for local in self.steps for slot in local.slots}))
        words, found = occurring(self.states, slots), []
        for local in self.steps:
            places = [slots.index(slot) for slot in local.slots]
            back: dict[Word, set[tuple[Word, int, int | None]]] = {}
            made = set()
            for word in words:
                seen = tuple(word[place] for place in places)
                for after, weight, which in local.rule(seen):
                    changed = dict(zip(places, after, strict=True))
                    made.add(tuple(changed.get(place, label) for place, label in enumerate(word)))
                    back.setdefault(after, set()).add((seen, weight, which))
            found.append(back)
            words = made
        return found

    def sources(self, code: int) -> list[tuple[int, tuple[int, ...], Played]]:
        """What leads to labels after the phase: the labels before it, the weights, and what is played."""
        bits = self.states.bits
        mask = (1 << bits) - 1
        found: list[tuple[int, tuple[int, ...], Played]] = [(code, (), ())]
        for number in reversed(range(len(self.steps))):
            slots, back = self.steps[number].slots, self._back[number]
            kept = ~sum(mask << bits * slot for slot in slots)
            found = [
                (
                    code & kept
                    | sum(label << bits * slot for slot, label in zip(slots, labels, strict=True)),
                    (weight, *weights),
                    played if which is None else ((number, which), *played),
                )
                for code, weights, played in found
                for labels, weight, which in back.get(tuple(code >> bits * slot & mask for slot in slots), ())
            ]
        return found


@dataclass(frozen=True, slots=True)
class Place:
    """Before which leg of a way, the labels, the pieces up to there; and how it goes on."""

    leg: int
    code: int
    numbers: Numbers
    played: Played = ()
    after: "Place | None" = None


class PricedSweep:
    """The ways through a sweep, or the two ways through half of one that meet at its end."""

    def __init__(self, task: Task, sorts: Sequence[int], report: Report = silent) -> None:
        """Compile the phases; a piece of variable i is of sort sorts[i]."""
        board, stuck, game = task.board, task.stuck, task.game
        order = best_order(board, stuck, game)
        compiler = PhaseCompiler()
        half = compile_mirrored(board, stuck, order, report=report, game=game, compiler=compiler)
        self.program = half or compile_program(
            board, stuck, order, report=report, game=game, compiler=compiler
        )
        depth = fold_depth(game, stuck) if half is not None else None
        self._effort = max(EFFORT, sum(task_bounds(task)) // WORTH)
        self._sorts, self._swept = sorts, sweep(board, stuck, order, game=game, depth=depth)
        axis = mirror_axis(board, order) if half is not None else None
        self._image = (mirrored_placements(self._swept, axis) if axis is not None else None) or []
        self._partner = half.partner if half is not None else np.empty(0, dtype=np.int64)
        common = half.half if half is not None else self.program.phases
        tails: list[tuple[Phase, ...]] = [half.middle, half.fold] if half is not None else [()]
        self._common = [Leg(phase, *compiler.origin(phase)) for phase in common]
        self._ways = [
            self._common + [Leg(phase, *compiler.origin(phase)) for phase in tail] for tail in tails
        ]
        self._last = [compiler.after((*common, *tail)[-1]) for tail in tails]

    def _algebra(self, prices: Prices, threads: int, report: Report = silent) -> Least:
        return Least(self.program, [prices[sort] for sort in self._sorts], report, threads)

    def least(self, prices: Prices, threads: int = 1, report: Report = silent) -> int:
        """The least cost of a position."""
        return evaluate(self.program, self._algebra(prices, threads, report))

    def keep(self, lines: Sequence[Prices], threads: int, settings: Settings) -> None:
        """Keep the least costs at some prices before every leg, to guide a search."""
        pieces = len(self._swept.order) // min(map(len, self._swept.cells), default=1)
        highest = max(abs(price) for line in lines for price in line) * pieces
        small = np.int16 if highest < 2**15 else np.int32
        ends: list[list[Array]] = [[] for _ in self._ways]
        for number, line in enumerate(lines):
            algebra = self._algebra(line, threads, settings.part(number, len(lines)).report)

            def walk(legs: Sequence[Leg], values: Planes, algebra: Least = algebra) -> Planes:
                for leg in legs:
                    leg.costs.append(np.minimum(values[0].view(np.int64), np.iinfo(small).max).astype(small))
                    values = algebra.carry([leg.phase], values)
                return values

            met = walk(self._common, algebra.start())
            for way, end in zip(self._ways, ends, strict=True):
                end.append(walk(way[len(self._common) :], met)[0].view(np.int64))
        self._lines, self._ends = lines, [np.stack(end, axis=1) for end in ends]

    def position(self, numbers: Numbers) -> list[Placement] | None:
        """The placements of a position with so many pieces of each sort; None if there is none."""
        self._looked_at = 0
        for places in self._meetings(numbers):
            found: list[list[int]] = []
            for way, place in zip(self._ways, places, strict=True):
                played = self._search(way, place)
                if played is None:
                    break
                found.append(played)
            else:
                chosen = {*found[0], *(self._image[q] for played in found[1:] for q in played)}
                return [self._swept.graph.placements[q] for q in sorted(chosen)]
        return None

    def _meetings(self, numbers: Numbers) -> Iterator[list[Place]]:
        """Where the ways may end: those with the greatest choice first."""
        if len(self._ways) == 1:
            yield [Place(len(self._ways[0]), 0, numbers)]
            return
        one, other = self._ends
        partner = self._partner if len(self._partner) else np.arange(len(one))
        prices = np.array(self._lines)
        budget = prices @ numbers
        slack = (budget - np.where(partner[:, None] >= 0, one + other[partner], NEVER)).min(axis=1)
        grid = np.meshgrid(*(np.arange(number + 1) for number in numbers), indexing="ij")
        shares = np.stack(grid, axis=-1).reshape(-1, len(numbers))
        costs = shares @ prices.T
        fitting = np.flatnonzero(slack >= 0)
        for state in fitting[np.argsort(-slack[fitting], kind="stable")].tolist():
            there = int(partner[state])
            codes = [code(*at) for at in zip(self._last, (state, there), strict=True)]
            fits = (costs >= one[state]).all(axis=1) & (budget - costs >= other[there]).all(axis=1)
            for share in shares[fits].tolist():
                rest = [number - part for number, part in zip(numbers, share, strict=True)]
                yield [
                    Place(len(way), labels, tuple(part))
                    for way, labels, part in zip(self._ways, codes, (share, rest), strict=True)
                ]

    def _search(self, way: Sequence[Leg], end: Place) -> list[int] | None:
        """The placements on a way to a place, if there is one."""
        stack, seen = [end], set()
        while stack:
            place = stack.pop()
            if place.leg == 0 and not any(place.numbers):
                return list(self._along(way, place))
            key = (place.leg, place.code, place.numbers)
            if place.leg == 0 or key in seen:
                continue
            seen.add(key)
            look()
            self._looked_at += 1
            if self._looked_at > self._effort:
                raise EffortError
            before = sorted(self._before(way, place), key=lambda found: found[0])
            stack += [found for _, found in before]  # the one with the greatest choice last
        return None

    def _before(self, way: Sequence[Leg], place: Place) -> Iterator[tuple[int, Place]]:
        """The places a leg earlier from which one may come to a place, and what the budget leaves there."""
        leg = way[place.leg - 1]
        for labels, weights, played in leg.sources(place.code):
            numbers = list(place.numbers)
            for weight in filter(None, weights):
                for sort, times in zip(self._sorts, exponents(weight), strict=False):
                    numbers[sort] -= times
            rank = rank_of(leg.states, labels) if min(numbers) >= 0 else None
            if rank is not None:
                left = min(
                    sum(map(mul, line, numbers)) - int(costs[rank])
                    for line, costs in zip(self._lines, leg.costs, strict=True)
                )
                if left >= 0:
                    yield left, Place(place.leg - 1, labels, tuple(numbers), played, place)

    def _along(self, way: Sequence[Leg], place: Place) -> Iterator[int]:
        """The placements from a place before the first leg on."""
        moment = 0
        while place.after is not None:
            for step, which in place.played:
                yield self._swept.starting[moment + step][which]
            moment += len(way[place.leg].steps)
            place = place.after


def best_price(
    least: Callable[[Prices], int], wanted: Collection[int], sign: int = 1, enough: int | None = None
) -> tuple[int, dict[int, int]]:
    """A price j, and a bound for each difference: on the fewest pieces, or, with sign -1, on minus the most.

    If the pieces of Left and Right cost s K + j and s K - j, a position costs s K (a + b) + j (a - b), at
    least what the cheapest one does; and a + b is as even as a - b. The bound is concave in j, and it rises
    with j where a cheapest position has a greater difference than is wanted. The search ends where it is
    `enough`.

    >>> from enumerate import Board
    >>> sweep = PricedSweep(Task(Board.rectangle(6, 6), frozenset({1})), (0, 1))
    >>> best_price(sweep.least, (0, 1))[1]
    {0: 10, 1: 9}
    """

    @cache
    def cheapest(j: int) -> int:
        """The least cost, so many times as it is fine, and the least difference of a position that has it."""
        return least((FINE * (sign * PRICE + j) + 1, FINE * (sign * PRICE - j) - 1))

    def bounds(j: int) -> dict[int, int]:
        costs = {d: -((d - cheapest(j)) // FINE) for d in wanted}
        numbers = {d: -((j * d - cost) // PRICE) for d, cost in costs.items()}
        return {d: number + (number - d) % 2 for d, number in numbers.items()}

    low, high = -PRICE // 2, PRICE // 2
    while low < high:
        j = (low + high) // 2
        if enough is not None and min(bounds(j).values()) >= enough:
            return j, bounds(j)
        slope = (cheapest(j) + FINE // 2) % FINE - FINE // 2  # the bound rises with j if it is great enough
        low, high = (j + 1, high) if slope > (max(wanted) if j >= 0 else min(wanted)) else (low, j)
    best = max((low, low - 1), key=lambda j: min(cheapest(j) - FINE * j * d for d in wanted))
    return best, bounds(best)


def best_position(task: Task, wanted: Collection[int] | None, most: bool, settings: Settings) -> Found:
    """The fewest or the most pieces with a difference that is wanted (None: any), and such a position.

    >>> from enumerate import Board
    >>> from enumerate.support.settings import DEFAULT
    >>> found = best_position(Task(Board.rectangle(6, 6), frozenset({1})), (0, 1), False, DEFAULT)
    >>> found.bound, len(found.placements)
    (9, 9)
    """
    check_memory(task, 1 if wanted is None else 3, settings)
    compiling, pricing, tracing = settings.cut([1, 8, 3], ["compiling", "sweeping", "tracing"])
    sign, cores, asked = -1 if most else 1, settings.cores, count()
    sorts = [0] * task.variables if wanted is None else range(task.variables)
    sweep = PricedSweep(task, sorts, compiling.report)

    def least(prices: Prices) -> int:
        return sweep.least(prices, cores, pricing.part(next(asked), MOST_ASKED).report)

    lines: list[Prices] = [(sign,)]
    if wanted is None:
        bounds = {0: least(lines[0])}
    else:
        j, bounds = best_price(least, wanted, sign)
        lines = [(sign * PRICE + k, sign * PRICE - k) for k in (j - ASIDE, j, j + ASIDE)]
    sweep.keep(lines, cores, tracing)
    with suppress(EffortError):
        for _ in range(TRIES):
            number, d = min((number, d) for d, number in bounds.items())
            pieces = sign * number
            halves = (pieces + d) // 2, (pieces - d) // 2
            found = sweep.position((pieces,) if wanted is None else halves)
            if found is not None:
                return Found(pieces, found)
            bounds[d] += 2
    return Found(sign * min(bounds.values()), None)


def check_memory(task: Task, lines: int, settings: Settings) -> None:
    """Say what costs at so many prices will take, or refuse them, before anything is compiled."""
    states = task_bounds(task)
    largest = max(states, default=1)
    each = SWEPT + PRICED * lines + KEPT * lines * sum(states) / largest
    settings.expect(listed_need(largest, each, PHASE_BYTES, unloaded(), SECONDS * lines * sum(states)))


def rank_of(states: States, code: int) -> int | None:
    """The number of the state with these labels, if there is one; `traced.code` takes it back.

    >>> [rank_of(States.start(3), code) for code in (0, 1)]
    [0, None]
    """
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
