"""A conflict graph swept along an order of the cells: the context of each visit, and the slots of the labels.

A placement starts at its first cell in the order and is decided when that cell is visited. An unvisited cell
has a label if a decided placement may have closed the cell or left a debt there. Each label is stored in a
slot, and the slot of a visited cell is reused. Read `visit.py` first: it defines labels.

The inner slices of a long box are equal, so the visits of a shorter box represent all of them. The profile
and the compiler therefore start from `periodic_sweep`.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import NamedTuple, TypeVar

from ..model.board import Board
from ..model.lattice import Cell
from ..rules.problem import Problem, bits, conflict_graph, reach
from ..support.caches import cached
from .visit import (
    NO_CELL,
    NO_DEBT,
    UNPAYABLE,
    Debt,
    Labels,
    Play,
    Rule,
    SeenPlacement,
    Transition,
    VisitContext,
    Word,
)

MARGIN_REACHES = 6  # times the reach of a game: a visit this far from both ends does not depend on them
Item = TypeVar("Item")


class Local(NamedTuple):
    """A step that changes only the labels in `slots`: `rule` takes the labels before it to transitions."""

    slots: tuple[int, ...]
    rule: Callable[[Word], Sequence[Transition]]


class View(NamedTuple):
    """The cells that a visit depends on, the slots that it touches, the slots of these cells before and after
    the visit, and the slots of all cells that have a label afterwards."""

    window: list[int]
    slots: tuple[int, ...]
    before: dict[int, int]
    after: dict[int, int]
    live: dict[int, int]


def slice_axis(order: Sequence[Cell]) -> int | None:
    """The axis along which an order visits slice by slice; None if there is none."""
    for axis in range(len(order[0]) if order else 0):
        places = [cell[axis] for cell in order]
        if places[0] < places[-1] and places == sorted(places):
            return axis
    return None


def _is_by_slices(order: Sequence[Cell], axis: int, width: int) -> bool:
    """Whether an order visits the cells of every slice (`width` cells across an axis) in the same order, from
    the first slice to the last or back."""
    step = 1 if order[0][axis] < order[-1][axis] else -1
    pairs = zip(order, order[width:], strict=False)
    return all((*c[:axis], c[axis] + step, *c[axis + 1 :]) == d for c, d in pairs)


class Sweep:
    """The visits of a board in order: for each, its `Local` and the placements that start at the cell.

    >>> board = Board.rectangle(2, 2)
    >>> swept = Sweep(Problem(board), sorted(board.cells))
    >>> [local.slots for local in swept.locals]
    [(0, 1), (1,), (0, 1), ()]
    """

    def __init__(self, problem: Problem, order: Sequence[Cell]) -> None:
        self.graph = conflict_graph(problem.game, problem.board)
        self.order, self.perfect = tuple(order), problem.perfect
        self.labels: defaultdict[int, Labels] = defaultdict(Labels)
        self._facts(self.graph.of(problem.stuck))
        self.depth = 1  # slots repeat after this number of slices of a box
        self._views = self._visits()

    @property
    def labelled(self) -> list[dict[int, int]]:
        """After each visit, the slot of each labelled cell; cells are numbered in the order of the sweep."""
        return [view.live for view in self._views]

    def slots_after(self, visits: int) -> dict[Cell, int]:
        """The slots of the labelled cells after `visits` visits."""
        live = self._views[visits - 1].live if visits else {}
        return {self.order[cell]: slot for cell, slot in live.items()}

    @cached_property
    def contexts(self) -> list[tuple[Word, VisitContext]]:
        """For each visit the slots that it touches and its context; equal contexts are one object."""
        known: dict[VisitContext, VisitContext] = {}
        found = [(view.slots, self._context(now, view)) for now, view in enumerate(self._views)]
        return [(slots, known.setdefault(context, context)) for slots, context in found]

    @cached_property
    def locals(self) -> tuple[Local, ...]:
        """What each visit does."""
        rules: dict[tuple[Word, VisitContext], Rule] = {}
        found = []
        for slots, context in self.contexts:
            if (slots, context) not in rules:
                rules[slots, context] = Rule(context, tuple(self.labels[slot] for slot in slots))
            found.append(Local(slots, rules[slots, context]))
        return tuple(found)

    def _facts(self, wanted: frozenset[int]) -> None:
        """Index placements and debts by the moment of a cell, its place in the order."""
        graph = self.graph
        moment = {cell: number for number, cell in enumerate(self.order)}
        self.near = graph.neighbours
        self.cells = [sorted(moment[cell] for cell in placement.cells) for placement in graph.placements]
        self.closes = [{moment[cell]: m for cell, m in marks.items()} for marks in graph.closes]
        self.closers: list[list[int]] = [[] for _ in self.order]
        for v, marks in enumerate(self.closes):
            for cell in marks:
                self.closers[cell].append(v)
        self.piece = [placement.piece for placement in graph.placements]
        self.start = [cells[0] for cells in self.cells]
        self.starting: list[list[int]] = [[] for _ in self.order]
        self.covering: list[list[int]] = [[] for _ in self.order]
        ahead = sorted(
            range(len(graph)),
            key=lambda q: (self.piece[q], graph.placements[q].at != self.order[self.start[q]]),
        )
        for q in ahead:
            self.starting[self.start[q]].append(q)
            for cell in self.cells[q]:
                self.covering[cell].append(q)
        self.wanted = wanted
        self.dominators = {
            u: [q for q in sorted(self.near[u]) if self.start[q] > self.start[u]] for u in wanted
        }
        self.last = {
            u: max((self.start[q] for q in able), default=None) for u, able in self.dominators.items()
        }
        self.debts: list[list[int]] = [[] for _ in self.order]
        self.debtors: list[list[int]] = [[] for _ in range(len(graph))]
        for u in sorted(wanted, key=lambda u: (self.start[u], u)):
            last = self.last[u]
            if last is not None:
                self.debts[last].append(u)
            for q in self.dominators[u]:
                self.debtors[q].append(u)
        self.most_starting = max(map(len, self.starting), default=0)
        self.first_debt_bit = len(graph.game.pieces) + 1  # of a label, after the pieces and the covered bit

    def _visits(self) -> list[View]:
        """The views of all visits: first find the labelled cells, then assign slots."""
        seen = []
        live: set[int] = set()
        for now in range(len(self.order)):
            window = self._window(now)
            before = [cell for cell in window if cell in live]
            after = [cell for cell in window[1:] if self._is_open(cell, now)]
            live = live.difference(before).union(after)
            seen.append((window, before, after, live))
        slots = self._box_slots([live for _, _, _, live in seen])
        if slots is None:
            slots = self._free_slots([(before, after) for _, before, after, _ in seen])
        views, earlier = [], dict[int, int]()
        for (window, before, after, _), live_slots in zip(seen, slots, strict=True):
            slot_by_cell, left = (
                {cell: earlier[cell] for cell in before},
                {cell: live_slots[cell] for cell in after},
            )
            touched = tuple(sorted({*slot_by_cell.values(), *left.values()}))
            views.append(View(window, touched, slot_by_cell, left, live_slots))
            earlier = live_slots
        return views

    def _box_slots(self, live: Sequence[set[int]]) -> list[dict[int, int]] | None:
        """The slots of the labelled cells of a box that is swept slice by slice; None for other boards.

        Each place of a slice has `depth` consecutive slots; its cells in successive slices take them in turn.
        `depth` is the least number for which no two labelled cells share a slot.
        """
        board, order = self.graph.board, self.order
        if not board.is_box or not board.lattice.is_square or board.barred or not order:
            return None
        axis = slice_axis(order) or slice_axis(order[::-1]) or 0
        width = len(order) // board.shape[axis]
        if not _is_by_slices(order, axis, width):
            return None
        least = reach(self.graph.game, axis)
        for depth in (least, least + 1):
            slots = [{cell: cell % width * depth + cell // width % depth for cell in cells} for cells in live]
            if all(len(set(slot_by_cell.values())) == len(slot_by_cell) for slot_by_cell in slots):
                self.depth = depth
                return slots
        return None

    def _free_slots(self, visits: Iterable[tuple[list[int], list[int]]]) -> list[dict[int, int]]:
        """Greedy slots: a new label takes the slot of the visited cell, others the lowest free slot."""
        found = []
        slot_by_cell: dict[int, int] = {}
        for now, (before, after) in enumerate(visits):
            own = [slot_by_cell[now]] if now in slot_by_cell else []
            taken = set(slot_by_cell.values())
            free = (slot for slot in range(len(self.order) + 1) if slot not in taken)
            stays = {cell: slot_by_cell[cell] for cell in after if cell in slot_by_cell}
            for cell in before:
                del slot_by_cell[cell]
            for cell in after:
                slot_by_cell[cell] = stays[cell] if cell in stays else own.pop() if own else next(free)
            found.append(slot_by_cell.copy())
        return found

    def _is_open(self, cell: int, now: int) -> bool:
        """Whether a label of the cell can matter after a visit."""
        return (
            self.perfect
            or any(self.start[q] > now for q in self.covering[cell])
            or any(self.start[u] <= now for u in self.debts[cell])
        )

    def _window(self, now: int) -> list[int]:
        """The cells that a visit depends on: the visited cell, then the others, the latest first."""
        here = self.starting[now]
        seen: set[int] = set()
        concerned: set[int] = set()
        for v in here:
            seen.update(self.cells[v])
            for cell, pieces in self.closes[v].items():
                if any(pieces >> self.piece[q] & 1 and self.start[q] > now for q in self.covering[cell]):
                    seen.add(cell)
            concerned.update(self.debtors[v])
            if v in self.wanted:
                concerned.add(v)
        seen.update(last for last in map(self.last.__getitem__, concerned) if last is not None)
        return [now, *sorted((cell for cell in seen if cell > now), reverse=True)]

    def _context(self, now: int, view: View) -> VisitContext:
        window, start = view.window, self.start
        place = {cell: number for number, cell in enumerate(window)}
        here = self.starting[now]
        debts = [
            (cell, bit, u) for cell in window for bit, u in enumerate(self.debts[cell]) if start[u] <= now
        ]
        dominators = [[q for q in self.dominators[u] if start[q] > now] for _, _, u in debts]
        number = {q: n for n, q in enumerate(dict.fromkeys([*here, *chain.from_iterable(dominators)]))}
        which = {u: n for n, (_, _, u) in enumerate(debts)}
        first_bit = self.first_debt_bit
        return VisitContext(
            tuple([self._play(v, now, place, which) for v in here]),
            tuple(
                [
                    SeenPlacement(
                        self.piece[q],
                        tuple([place[cell] for cell in self.cells[q] if cell in place]),
                        sum([1 << number[w] for w in self.near[q] if w in number]) if dominators else 0,
                    )
                    for q in number
                ]
            ),
            tuple(
                [
                    Debt(place[cell], first_bit + bit, sum([1 << number[q] for q in able]))
                    for (cell, bit, _), able in zip(debts, dominators, strict=True)
                ]
            ),
            tuple(
                [bits({self.piece[q] for q in self.covering[cell] if self.start[q] > now}) for cell in window]
            ),
            self._holding(view.slots, view.before, place),
            self._holding(view.slots, view.after, place),
            len(self.graph.game.pieces),
            self.perfect,
        )

    def _holding(
        self, slots: tuple[int, ...], slot_by_cell: dict[int, int], place: dict[int, int]
    ) -> tuple[int, ...]:
        cells = {slot: place[cell] for cell, slot in slot_by_cell.items()}
        return tuple([cells.get(slot, NO_CELL) for slot in slots])

    def _play(self, v: int, now: int, place: dict[int, int], which: dict[int, int]) -> Play:
        owed = NO_DEBT if v not in self.wanted else which.get(v, UNPAYABLE)
        covered = dict.fromkeys(self.cells[v] if self.perfect else (), 1 << len(self.graph.game.pieces))
        marks = tuple(
            [
                (place[c], m | covered.get(c, 0))
                for c, m in sorted(self.closes[v].items())
                if c in place and c != now
            ]
        )
        near = self.near[v]
        pays = sum([1 << n for u, n in which.items() if u in near or u == v])
        return Play(self.graph.variables[v], owed, marks, pays)


@cached(16)
def sweep(problem: Problem, order: tuple[Cell, ...]) -> Sweep:
    """The sweep of a problem in an order of the cells (cached)."""
    return Sweep(problem, order)


def slots_of(locals_: Iterable[Local]) -> int:
    """The number of slots that the visits use."""
    return 1 + max((slot for local in locals_ for slot in local.slots), default=-1)


class PeriodicSweep(NamedTuple):
    """The sweep of a shorter box that represents a long box. The `width` visits from visit `first` on form a
    period; the long box has `more` additional periods, an even number, and otherwise the same visits."""

    swept: Sweep
    first: int = 0
    width: int = 0
    more: int = 0

    def repeated(self, visits: Sequence[Item], times: int) -> list[Item]:
        """Extend a list with an item for each visit of the shorter box to all visits of the long box.

        >>> board = Board.rectangle(100, 2)
        >>> short = periodic_sweep(Problem(board), tuple(sorted(board.cells)))
        >>> len(short.swept.locals), len(short.repeated(short.swept.locals, short.more))
        (28, 200)
        """
        end = self.first + self.width
        return [*visits[:end], *list(visits[self.first : end]) * times, *visits[end:]]


@cached(16)
def periodic_sweep(problem: Problem, order: tuple[Cell, ...]) -> PeriodicSweep:
    """The sweep of an equivalent shorter box if the board is a long box, otherwise the sweep of the board."""
    return _shortened(problem, order) or PeriodicSweep(sweep(problem, order))


def _shortened(problem: Problem, order: tuple[Cell, ...]) -> PeriodicSweep | None:
    board = problem.board
    if not board.is_box or not board.lattice.is_square or board.barred:
        return None
    axis = max(range(board.dimension), key=board.shape.__getitem__)
    length = board.shape[axis]
    width = len(board) // length
    furthest = reach(problem.game, axis)
    least = 2 * (MARGIN_REACHES * furthest + 1)
    if length < 2 * least or board.wrap[axis] or not _is_by_slices(order, axis, width):
        return None
    for period in (furthest, furthest + 1):  # slices after which the slots repeat
        height = least + (length - least) % (2 * period)
        shape = (*board.shape[:axis], height, *board.shape[axis + 1 :])
        short = replace(Board.box(*shape), wrap=board.wrap)
        swept = sweep(replace(problem, board=short), tuple(c for c in order if c[axis] < height))
        if swept.depth == period:
            first, width = (least // 2 - period) * width, period * width
            more = (length - height) // period
            return PeriodicSweep(swept, first, width, more) if more and repeats(swept, first, width) else None
    return None


def repeats(swept: Sweep, first: int, width: int) -> bool:
    """Whether the `width` visits from visit `first` on equal the `width` visits after them.

    >>> board = Board.rectangle(6, 2)
    >>> visits = sweep(Problem(board), tuple(sorted(board.cells)))
    >>> repeats(visits, 4, 2), repeats(visits, 8, 2)
    (True, False)
    """
    slots = [{m - n: slot for m, slot in swept.labelled[n - 1].items()} for n in (first, first + width)]
    one, two = (swept.contexts[n : n + width] for n in (first, first + width))
    return slots[0] == slots[1] and one == two
