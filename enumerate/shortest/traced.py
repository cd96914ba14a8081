"""A board swept with its states kept, so that a way through the steps can be read as dominoes."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from ..frontier.estimate import require_states
from ..frontier.program import Compiler, mirror_axis
from ..frontier.steps import Step
from ..frontier.sweep import PLAYERS, UNIT, Local, best_order, slots_across, state_bounds, sweep
from ..frontier.words import NOTHING, States
from ..model.board import Board, Cell, Domino
from ..rules.tiles import CROSSED
from ..support.progress import Report, silent
from ..support.settings import Settings
from .tropical import LOOK_BACK, Kernel, MinPlus, Place, choose_kernel

ROOM = 2**30  # bytes of values kept while a witness is traced, at most


@dataclass(frozen=True, eq=False)
class TracedSweep:
    """The steps of a sweep and the states before each."""

    board: Board
    stuck: frozenset[int]
    order: tuple[Cell, ...]
    locals: tuple[Local, ...]
    steps: tuple[Step, ...]
    before: tuple[States, ...]

    @cached_property
    def kernel(self) -> Kernel:
        """The loop to use: NumPy for a small board, else Numba."""
        return choose_kernel(self.steps)

    def costs(self, algebra: MinPlus, threads: int = 1, report: Report = silent) -> dict[int, int]:
        """The least cost of the whole board by difference."""
        values = algebra.carry(self.steps, algebra.start(), self.kernel, threads, report)
        return algebra.read(algebra.rows(values)[0])

    @cached_property
    def middle(self) -> tuple[int, int, int] | None:
        """How many steps there are before the middle slice and before the second half (equal if the length is
        even), and the axis across; None if the board is not its own mirror image, or the player of that axis
        is stuck and empty cells must not meet.
        """
        axis = mirror_axis(self.board, self.order)
        if axis is None or axis in self.stuck:
            return None
        length = self.board.shape[axis]
        half, rest = (
            sum(cell[axis] < bound for cell in self.order) for bound in (length // 2, length - length // 2)
        )
        if max(half, rest) >= len(self.steps) or self.before[half] != self.before[rest]:
            return None
        slots = [slots_across(self.board, self.order, visited, axis) for visited in (half, rest)]
        return (half, rest, axis) if slots[0] == slots[1] else None

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
        half, rest, axis = self.middle
        values = algebra.carry(self.steps[:half], algebra.start(), self.kernel, threads, report)
        longer = algebra.carry(self.steps[half:rest], values, self.kernel, threads, report)
        crossing = np.bitwise_count(self.before[half].codes)  # the labels are 0 and 2 only
        twice = 1 if algebra.most else -1
        found: dict[int, int] = {}
        for d in wanted:
            for k in np.unique(crossing).tolist():
                least = algebra.meet(longer, values, crossing == k, d + k * algebra.shift[PLAYERS[axis]])
                if least is not None:
                    found[d] = min(found.get(d, least + twice * k), least + twice * k)
        return found

    def witness(
        self, algebra: MinPlus, difference: int, cost: int, threads: int = 1, room: int = ROOM
    ) -> list[Domino]:
        """The dominoes of a position with this difference and this cost, the least."""
        end = Place(0, algebra.column(difference), cost)
        way = algebra.trace(self.steps, algebra.start(), end, self.kernel, room, threads)
        codes = [code(states, place.state) for states, (place, _) in zip(self.before, way, strict=True)]
        return self._dominoes(codes, [weight for _, weight in way])

    def _dominoes(self, codes: Iterable[int], weights: Iterable[int]) -> list[Domino]:
        """The dominoes, from the state before each visit and the weight taken.

        The weights tell the cells that start a domino, the labels those that were covered before their visit.
        A cell that starts one may have two unvisited neighbours along the axis (on a ring, for instance); any
        matching of the starting cells with the covered ones is a position with the same empty cells.
        """
        board = self.board
        starts: dict[Cell, int] = {}
        covered: set[Cell] = set()
        rank: dict[Cell, int] = {}
        for cell, local, code, weight in zip(self.order, self.locals, codes, weights, strict=True):
            labelled = any(there in rank for there in board.neighbours(cell))
            rank[cell] = len(rank)
            if weight != UNIT:
                starts[cell] = PLAYERS.index(weight)
            elif labelled and code >> 2 * local.slots[0] & 3 == CROSSED:
                covered.add(cell)
        partner: dict[Cell, Cell] = {}

        def match(cell: Cell, seen: set[Cell]) -> bool:
            for step in (1, -1):
                there = board.after(cell, starts[cell], step)
                if there in covered and there not in seen and rank[there] > rank[cell]:
                    seen.add(there)
                    if there not in partner or match(partner[there], seen):
                        partner[there] = cell
                        return True
            return False

        matched = [match(cell, set()) for cell in starts]
        assert all(matched)
        return [
            Domino(cell if board.after(cell, starts[cell]) == there else there, starts[cell])
            for there, cell in partner.items()
        ]


def code(states: States, rank: int) -> int:
    """The word of labels of one state, two bits a slot, without listing them all.

    >>> states = compile_traced(Board.rectangle(3, 3), frozenset({0})).before[4]
    >>> [code(states, rank) for rank in range(len(states))] == states.codes.tolist()
    True
    """
    word, node = 0, states.root
    for _ in range(states.slots):
        for digit, child in enumerate(states.words.children[node]):
            count = states.words.counts[child] if child != NOTHING else 0
            if rank < count:
                word, node = word << 2 | digit, child
                break
            rank -= count
    return word


@lru_cache(maxsize=4)
def plan(board: Board, stuck: frozenset[int]) -> tuple[tuple[Cell, ...], list[int]]:
    """The order with the fewest states, and a bound on their number after each visit."""
    order = tuple(best_order(board, stuck))
    return order, state_bounds(board, stuck, order)


@lru_cache(maxsize=4)
def compile_traced(board: Board, stuck: frozenset[int]) -> TracedSweep:
    """Compile a board in the order with the fewest states; the last ones are kept.

    >>> compile_traced(Board.rectangle(4, 4), frozenset({1})).costs(MinPlus(window=5, limit=8))[0]
    4
    """
    order, _ = plan(board, stuck)
    local = tuple(sweep(board, stuck, order))
    compiler = Compiler(local)
    steps, after = compiler.forward(local)
    before = (compiler.start, *after)[: len(steps)]
    return TracedSweep(board, stuck, order, local, tuple(steps), before)


def check_memory(board: Board, stuck: frozenset[int], algebra: MinPlus, settings: Settings) -> None:
    """Refuse a board whose values do not fit, before its states are listed."""
    _, bounds = plan(board, stuck)
    states = max(bounds, default=1)
    kept = min(ROOM, sum(bounds) * algebra.bytes // LOOK_BACK)
    require_states(states, settings, 2 * algebra.bytes + kept / states)
