"""Phases: several steps at once, compiled on what happens inside a window of slots.

Take steps that touch only the slots of a window [a, b). The words above the window do not change, and below
a word above, the states stand together: what happens to them depends only on the set (the node) of words that
follow it. So a phase keeps one *template* for each such node, and a list of the words above with the number
of their first state before and after. In a template, the words below the window fall into *pieces*, runs of
neighbours along which every word of the window has neighbouring states: a piece is a straight-line program
over rows of values, one row for each word of the window. A step that touches slots far apart is a phase with
one template, whose pieces are the runs of the step.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import compress
from math import log

import numpy as np

from ..rules.problem import NoPositionError
from ..support.progress import Report, check_cancelled, silent
from ..sweep.diagram import NOTHING, Array, DecisionDiagram, StateSet, classes
from ..sweep.sweep import Local
from ..sweep.visit import UNIT, Transition, Word
from .steps import Step, compile_step
from .straight_line import StraightLinePrograms, Window

WIDEST = 7  # slots of a window
FEWEST_WORDS, WORTH = 8, 64  # of a window in any case; states for each word
MOST_WORDS = 200  # of a window, about: its rows should fit the first- and second-level caches

Piece = tuple[int, int, Array]  # how long, which program, where its rows begin
Key = tuple[StateSet, StateSet | None, int, int, tuple[Local, ...]]  # states, wanted ones, window, steps


@dataclass(frozen=True, eq=False)
class BlockOperator:
    """What some steps do to all states.

    Word t above the window has its states from old[t] before and from new[t] after, and template[t] says what
    happens to them; equal templates stand together. The pieces of template k go from first[k] up to
    first[k + 1]; piece i has rows of length[i] neighbours, runs program[i], and its rows begin at
    offsets[at[i]:], those of the inputs first. `growth` is the greatest number of terms in a sum.
    """

    sources: int
    targets: int
    old: Array
    new: Array
    template: Array
    first: Array
    length: Array
    program: Array
    at: Array
    offsets: Array
    growth: int

    @property
    def arrays(self) -> tuple[Array, ...]:
        """All lists."""
        above = (self.old, self.new, self.template)
        return (*above, self.first, self.length, self.program, self.at, self.offsets)

    @property
    def nbytes(self) -> int:
        """The memory of the lists."""
        return sum(array.nbytes for array in self.arrays)

    def work(self, costs: Array) -> int:
        """The cost of all pieces, where a row of program g costs costs[g] for each state."""
        pieces = np.concatenate([[0], np.cumsum(self.length * costs[self.program])])
        return int(np.diff(pieces[self.first])[self.template].sum())


def _phase(
    programs: StraightLinePrograms,
    counts: tuple[int, int],
    tops: tuple[Array, Array, Array],
    templates: Sequence[Sequence[Piece]],
) -> BlockOperator:
    """The phase with these words above (old, new, template) and templates."""
    pieces = [piece for template in templates for piece in template]
    used = {program for _, program, _ in pieces}
    return BlockOperator(
        counts[0],
        counts[1],
        tops[0].astype(np.int64),
        tops[1].astype(np.int64),
        tops[2].astype(np.int32),
        np.cumsum([0, *map(len, templates)]).astype(np.int64),
        np.array([length for length, _, _ in pieces], dtype=np.int64),
        np.array([program for _, program, _ in pieces], dtype=np.int32),
        np.cumsum([0, *(len(offsets) for _, _, offsets in pieces)])[:-1].astype(np.int64),
        np.concatenate([offsets for _, _, offsets in pieces]).astype(np.int64),
        max(programs.programs[number].growth for number in used),
    )


@dataclass(frozen=True)
class ByPlacement:
    """A rule whose weights name the placements that start at the visited cell, from 1 on."""

    rule: Callable[[Word], Sequence[Transition]]

    def __call__(self, before: Word) -> list[Transition]:
        """The transitions."""
        return [(after, UNIT if which is None else which + 1, which) for after, _, which in self.rule(before)]


class OperatorCompiler:
    """Turns local steps into phases, each different one once."""

    def __init__(
        self, weighted: bool = True, widest: int | None = None, placements: int | None = None
    ) -> None:
        """Without weights, all are taken for 1; `widest` fixes the width of a window.

        If `placements` is given, weights belong to placements, of which at most so many start at a cell. A
        phase is then one step, so that its weights name the placements of one visit.
        """
        self.programs = StraightLinePrograms(weighted, placements)
        self._widest, self._by_placement = widest, placements is not None
        self._made: dict[Key, tuple[BlockOperator, StateSet]] = {}

    def forward(
        self,
        states: StateSet,
        locals_: Iterable[Local],
        wanted: StateSet | None = None,
        report: Report = silent,
    ) -> tuple[list[BlockOperator], StateSet]:
        """The phases of some steps, and the states after them.

        With `wanted`, only targets are made that agree with one of its words in the window and above.
        """
        phases, todo = [], list(locals_)
        if self._by_placement:
            todo = [Local(local.slots, ByPlacement(local.rule)) for local in todo]
        steps = len(todo)
        while todo:
            report(steps - len(todo), steps)
            a, b, count = self._window(states, todo)
            group, todo = todo[:count], todo[count:]
            key = (states, wanted, a, b, tuple(group))
            if key not in self._made:
                self._made[key] = self._compile(states, a, b, group, wanted)
            phase, states = self._made[key]
            phases.append(phase)
        return phases, states

    def origin(self, phase: BlockOperator) -> tuple[StateSet, tuple[Local, ...]]:
        """The states before a phase, and its steps."""
        return next((key[0], key[-1]) for key, (made, _) in self._made.items() if made is phase)

    def after(self, phase: BlockOperator) -> StateSet:
        """The states after a phase."""
        return next(states for made, states in self._made.values() if made is phase)

    def _window(self, states: StateSet, locals_: Sequence[Local]) -> tuple[int, int, int]:
        """A window [a, b) that few words fit, and how many steps take place inside it; at least one.

        A step that begins where an earlier one did opens a new row: rows that repeat are compiled once. What
        room is left goes up, because compiling is in proportion to the words above.
        """
        widest = self._width(states)
        a, b = _span(locals_[0])
        if b - a > widest or self._by_placement:
            return a, max(b, min(a + widest, states.slots)), 1
        begun, count = {a}, 1
        for local in locals_[1:]:
            first, last = _span(local)
            low, high = min(a, first), max(b, last)
            if high - low > widest or first in begun:
                break
            a, b = low, high
            begun.add(first)
            count += 1
        return a, min(a + widest, states.slots), count

    def _width(self, states: StateSet) -> int:
        """How many slots a window may have: as many as about MOST_WORDS words need.

        Where states are few, compiling does not pay; without weights least, as a total passes a phase twice.
        """
        if self._widest is not None:
            return self._widest
        worth = len(states) // (WORTH if self.programs.weighted else WORTH**2)
        most = min(MOST_WORDS, max(FEWEST_WORDS, worth))
        labels = max(len(states) ** (1 / max(states.slots, 1)), (states.words.digits + 1) / 2)
        return max(1, min(WIDEST, int(log(most) / log(labels))))

    def _compile(
        self, states: StateSet, a: int, b: int, group: Sequence[Local], wanted: StateSet | None
    ) -> tuple[BlockOperator, StateSet]:
        if b - a > self._width(states):
            step, states = compile_step(group[0], states, wanted)
            return self._of_step(step), states
        words, slots, bits = states.words, states.slots, states.bits
        codes, nodes = words.expand(states.root, slots - b, bits)
        meant = np.full(len(nodes), NOTHING)  # what is wanted below each word above
        alive = np.ones(len(nodes), dtype=bool)
        if wanted is not None:
            known, below = words.expand(wanted.root, slots - b, bits)
            place = np.minimum(np.searchsorted(known, codes), len(known) - 1)
            alive = known[place] == codes
            meant = np.where(alive, below[place], NOTHING)
        which, example = classes([nodes, meant])
        window = self.programs.window(group, a, bits)
        made = [
            self._template(states, node, meaning if wanted is not None else None, b - a, window)
            for node, meaning in zip(nodes[example].tolist(), meant[example].tolist(), strict=True)
        ]
        if states.bits != bits:  # there were labels that did not fit: codes are longer now
            return self._compile(states, a, b, group, wanted)
        after = np.array([node for node, _ in made], dtype=np.int64)[which]
        alive &= after != NOTHING
        if not alive.any():
            raise NoPositionError
        counts = np.array([*words.counts, 0], dtype=np.int64)
        sizes, sizes_after = counts[nodes], np.where(alive, counts[after], 0)
        old, new = np.cumsum(sizes) - sizes, np.cumsum(sizes_after) - sizes_after
        check_cancelled()
        order = np.flatnonzero(alive)
        order = order[np.argsort(which[order], kind="stable")]
        phase = _phase(
            self.programs,
            (int(sizes.sum()), int(sizes_after.sum())),
            (old[order], new[order], which[order]),
            [pieces for _, pieces in made],
        )
        return phase, StateSet(words, words.collect(codes[alive], after[alive], slots - b, bits), slots)

    def _template(
        self, states: StateSet, node: int, wanted: int | None, width: int, window: Window
    ) -> tuple[int, list[Piece]]:
        """The node that a window makes of a node, and how."""
        if wanted == NOTHING:
            return NOTHING, []
        check_cancelled()
        words, bits = states.words, states.bits
        codes, nodes = words.expand(node, width, bits)
        sources, under = codes.tolist(), nodes.tolist()
        reached = window.sources(sources)
        if states.make_room(window.greatest + 1):
            return NOTHING, []
        allowed = set(words.expand(wanted, width, bits)[0].tolist()) if wanted is not None else reached.keys()
        targets = sorted(code for code in reached if code in allowed)
        if not targets:
            return NOTHING, []
        below = dict(zip(sources, under, strict=True))
        unions = [reduce(words.union, [below[code] for code in reached[target]]) for target in targets]
        after = words.collect(
            np.array(targets, dtype=words.code), np.array(unions, dtype=np.int64), width, bits
        )
        starts = np.concatenate([_starts(words, under), _starts(words, unions)])
        lengths, ranks = words.template((*under, *unions))
        pieces = []
        given = len(sources)
        places, present = (starts[:, None] + ranks).T, (ranks >= 0).T
        for length, place, there in zip(lengths.tolist(), places, present, strict=True):
            is_there = there.tolist()
            inputs = tuple(compress(sources, is_there))
            outputs = tuple(compress(targets, is_there[given:]))
            pieces.append((length, self.programs.program(window, inputs, outputs), place[there]))
        return after, pieces

    def _of_step(self, step: Step) -> BlockOperator:
        """A step as a phase with one template, whose pieces are its runs."""
        terms = np.diff(step.first)
        runs = np.arange(len(terms))
        weights = np.full((int(terms.max()), len(terms)), -1)  # a column for each run
        weights[np.arange(len(step.source)) - np.repeat(step.first[:-1], terms), np.repeat(runs, terms)] = (
            step.weight
        )
        which, example = classes(weights)
        numbers = [
            self.programs.sum_of(tuple(w for w in weights[:, one].tolist() if w >= 0)) for one in example
        ]
        at = step.first[:-1].astype(np.int64) + runs  # the target stands behind the sources
        offsets = np.empty(len(step.source) + len(runs), dtype=np.int64)
        targets = at + terms
        offsets[targets] = step.start[:-1]
        offsets[np.delete(np.arange(len(offsets)), targets)] = step.source
        nothing = np.zeros(1, dtype=np.int64)
        return BlockOperator(
            step.sources,
            step.targets,
            nothing,
            nothing,
            nothing.astype(np.int32),
            np.array([0, len(runs)], dtype=np.int64),
            np.diff(step.start).astype(np.int64),
            np.array(numbers, dtype=np.int32)[which],
            at,
            offsets,
            int(terms.max()),
        )


def _starts(words: DecisionDiagram, nodes: Sequence[int]) -> Array:
    """Where the words of each of some sets begin, one set after the other."""
    counts = np.array([words.counts[node] for node in nodes], dtype=np.int64)
    return np.cumsum(counts) - counts


def _span(local: Local) -> tuple[int, int]:
    """The slots of a step: from, and to before."""
    return min(local.slots, default=0), max(local.slots, default=-1) + 1
