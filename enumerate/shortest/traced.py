"""A board swept with its states kept, so that a way through the steps can be read as placements."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ..frontier.estimate import TRANSITIONS, listed_need
from ..frontier.fold import Fold, mirrored_placements
from ..frontier.orders import best_order, state_bounds
from ..frontier.program import Compiler, fold_depth, mirror_axis, occurring
from ..frontier.steps import Step
from ..frontier.sweep import Sweep, sweep
from ..frontier.task import Task
from ..frontier.visit import INVERSES, PLAYERS, UNIT
from ..frontier.words import NOTHING, Array, States
from ..model.board import Cell
from ..model.placing import Placement
from ..support.caches import remembered
from ..support.progress import Report, silent
from ..support.settings import Settings
from .tropical import LOOK_BACK, Kernel, MinPlus, Place, Way, choose_kernel

COMPILING, PER_BYTE = 1.4e-8, 1e-10  # seconds for a state, and for a transition and a byte of a row, measured
ROOM = 2**28  # bytes of values kept while a witness is traced, at most


@dataclass(frozen=True, eq=False)
class TracedSweep:
    """The steps of a sweep and the states before each."""

    task: Task
    swept: Sweep
    steps: tuple[Step, ...]
    before: tuple[States, ...]

    @cached_property
    def _kernel(self) -> Kernel:
        return choose_kernel(self.steps)

    def _running(self, algebra: MinPlus, threads: int, report: Report = silent) -> MinPlus:
        """The algebra with the loop for this sweep: NumPy for a small board, else Numba."""
        return replace(algebra, kernel=self._kernel, threads=threads, report=report)

    def costs(self, algebra: MinPlus, threads: int = 1, report: Report = silent) -> dict[int, int]:
        """The least cost of the whole board by difference."""
        algebra = self._running(algebra, threads, report)
        return algebra.result(algebra.carry(self.steps, algebra.start()))

    @cached_property
    def middle(self) -> tuple[int, int, int, Array, list[int]] | None:
        """How many steps there are before the middle slice and before the second half (equal if the length is
        even), the weight of what crosses the fold, how many such pieces each state has, and the mirror image
        of every placement.

        None if the board is not its own mirror image, or halves meet in other states than equal ones.
        """
        board, order = self.task.board, self.swept.order
        axis = mirror_axis(board, order)
        image = mirrored_placements(self.swept, axis) if axis is not None else None
        if axis is None or image is None or fold_depth(self.task.game, self.task.stuck) != self.swept.depth:
            return None
        length = board.shape[axis]
        half, rest = (
            sum(cell[axis] < bound for cell in order) for bound in (length // 2, length - length // 2)
        )
        if max(half, rest) >= len(self.steps) or self.before[half] != self.before[rest]:
            return None
        fold, states = Fold(self.swept, half, rest, axis, image), self.before[half]
        if fold.one.slot != fold.two.slot or not fold.is_narrow:
            return None
        folds = fold.locals(lambda one, two: (occurring(states, one), occurring(states, two)))
        crossing, weights = np.zeros(len(states), dtype=np.int64), set()
        for local in folds[0] if folds is not None else ():
            marked = np.zeros(len(states), dtype=bool)
            for word in occurring(states, local.slots):
                fitting = local.rule(word)
                if [after for after, _, _ in fitting] != [word]:
                    return None
                if fitting[0][1] != UNIT:
                    weights.add(fitting[0][1])
                    marked |= _have(states, local.slots, word)
            crossing += marked
        if folds is None or len(weights) > 1:
            return None
        weight = PLAYERS[INVERSES.index(weights.pop())] if weights else UNIT
        return half, rest, weight, crossing, image

    def costs_at(
        self, wanted: Iterable[int], algebra: MinPlus, threads: int = 1, report: Report = silent
    ) -> dict[int, int]:
        """The least cost at some differences, by half a sweep where that is possible.

        The halves meet in the states in which the same dominoes cross. Both have counted them: k dominoes
        too many, k times the player's step of the difference, and (for the most dominoes) k cells too few.
        """
        if self.middle is None:
            costs = self.costs(algebra, threads, report)
            return {d: costs[d] for d in wanted if d in costs}
        half, rest, weight, crossing, _ = self.middle
        algebra = self._running(algebra, threads, report)
        values = algebra.carry(self.steps[:half], algebra.start())
        longer = algebra.carry(self.steps[half:rest], values)
        twice = 1 if algebra.most else -1
        found: dict[int, int] = {}
        for k in np.unique(crossing).tolist():
            partner = np.where(crossing == k, np.arange(len(crossing)), -1)
            for d in wanted:
                least = algebra.meet(longer, values, partner, d + k * algebra.shift[weight])
                if least is not None:
                    found[d] = min(found.get(d, least + twice * k), least + twice * k)
        return found

    def witness(
        self, algebra: MinPlus, difference: int, cost: int, threads: int = 1, room: int = ROOM
    ) -> list[Placement]:
        """The placements of a position with this difference and this cost, the least.

        Where the board is its own mirror image, two ways through half the steps meet, and one is mirrored.
        """
        algebra = self._running(algebra, threads)
        if self.middle is None:
            end = Place(0, algebra.column(difference), cost)
            (way,) = algebra.trace(self.steps, algebra.start(), [end], room)
            return [self.swept.graph.placements[q] for q in self._played(way, 0)]
        half, rest, weight, crossing, image = self.middle
        pieces, kept = algebra.cut(self.steps[:half], algebra.start(), room)
        values = algebra.carry(pieces[-1], kept[-1])
        longer = algebra.carry(self.steps[half:rest], values)
        twice = 1 if algebra.most else -1
        for k in np.unique(crossing).tolist():
            moved, less = difference + k * algebra.shift[weight], cost - twice * k
            met = algebra.meeting(longer, values, np.flatnonzero(crossing == k), moved, less)
            if met is not None:
                break
        assert met is not None
        one, other = met
        (middle,) = algebra.trace(self.steps[half:rest], values, [one], room)
        state = one.state
        one = middle[0][0] if middle else one
        way, mirrored = algebra.trace_back(pieces, kept, [one, other], room)
        played = {*self._played(way + middle, state), *(image[q] for q in self._played(mirrored, state))}
        return [self.swept.graph.placements[q] for q in sorted(played)]

    def _played(self, way: Way, end: int) -> Iterator[int]:
        """The placements along a way from the first step to a state.

        What was played at a step is read from its transition. Several placements may make the same one; then
        each of them gives a position.
        """
        moments = [*self.before, self.before[0]][: len(way) + 1]  # after the last step there is one state
        places = [*(place.state for place, _ in way), end]
        codes = [code(states, rank) for states, rank in zip(moments, places, strict=True)]
        bits = self.before[0].bits if self.before else 1
        mask = (1 << bits) - 1
        for moment, (_, weight) in enumerate(way):
            local, ends = self.swept.locals[moment], codes[moment : moment + 2]
            words = [tuple(word >> bits * slot & mask for slot in local.slots) for word in ends]
            which = next(w for a, used, w in local.rule(words[0]) if (a, used) == (words[1], weight))
            if which is not None:
                yield self.swept.starting[moment][which]


def _have(states: States, slots: Iterable[int], word: Iterable[int]) -> Array:
    """Which states have a word in some slots."""
    mask = (1 << states.bits) - 1
    found = np.ones(len(states), dtype=bool)
    for slot, label in zip(slots, word, strict=True):
        found &= (states.codes >> states.bits * slot & mask) == label
    return found


def code(states: States, rank: int) -> int:
    """The word of labels of one state as an integer, without listing them all.

    >>> from enumerate import Board
    >>> states = compile_traced(Task(Board.rectangle(3, 3), frozenset({0}))).before[4]
    >>> [code(states, rank) for rank in range(len(states))] == states.codes.tolist()
    True
    """
    word, node = 0, states.root
    for _ in range(states.slots):
        for digit, child in enumerate(states.words.children[node]):
            count = states.words.counts[child] if child != NOTHING else 0
            if rank < count:
                word, node = word << states.bits | digit, child
                break
            rank -= count
    return word


@remembered(4)
def plan(task: Task) -> tuple[tuple[Cell, ...], list[int]]:
    """The order with the fewest states, and a bound on their number after each visit."""
    order = best_order(task.board, task.stuck, task.game)
    return order, state_bounds(task.board, task.stuck, order, game=task.game)


@remembered(4)
def compile_traced(task: Task) -> TracedSweep:
    """Compile a board in the order with the fewest states; the last ones are kept.

    >>> from enumerate import Board
    >>> compile_traced(Task(Board.rectangle(4, 4), frozenset({1}))).costs(MinPlus(window=5, limit=8))[0]
    4
    """
    order, _ = plan(task)
    swept = sweep(task.board, task.stuck, order, task.perfect, task.game)
    compiler = Compiler(swept.locals)
    steps, after = compiler.forward(swept.locals)
    before = (compiler.start, *after)[: len(steps)]
    return TracedSweep(task, swept, tuple(steps), before)


def check_memory(task: Task, algebra: MinPlus, settings: Settings) -> None:
    """Say what a board will take, or refuse it, before its states are listed."""
    _, bounds = plan(task)
    states = max(bounds, default=1)
    kept = min(ROOM, sum(bounds) * algebra.bytes // LOOK_BACK)
    seconds = sum(bounds) * (COMPILING + TRANSITIONS * algebra.bytes * PER_BYTE)
    settings.expect(listed_need(states, 2 * algebra.bytes + kept / states, seconds=seconds))
