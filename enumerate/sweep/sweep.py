"""A conflict graph swept along an order of the cells: the context of each visit, and the slots of the labels.

A placement starts at its first cell in the order and is decided when that cell is visited. Only unvisited
cells have labels, and only those cells that a decided placement may have closed or left a debt to. Each label
lives in a slot. A visited cell hands its slot on. Read `visit.py` first: it says what labels mean.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from ..model.board import Board, Cell
from ..model.game import DOMINEERING, Game
from ..rules.conflicts import Conflicts, conflict_graph
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


class Local(NamedTuple):
    """What a step does to the labels in `slots`: a rule from labels before to transitions."""

    slots: tuple[int, ...]
    rule: Callable[[Word], Sequence[Transition]]


class View(NamedTuple):
    """The cells that a visit sees, the slots that it touches and what they hold before and after, and
    the slots of all cells that have a label afterwards."""

    window: list[int]
    slots: tuple[int, ...]
    before: dict[int, int]
    after: dict[int, int]
    live: dict[int, int]


def slice_axis(order: Sequence[Cell]) -> int:
    """The axis along which an order goes slice by slice; 0 if there is none.

    >>> slice_axis([(0, 0), (1, 0), (0, 1), (1, 1)])
    1
    """
    for axis in range(len(order[0]) if order else 0):
        places = [cell[axis] for cell in order]
        if places[0] < places[-1] and places == sorted(places):
            return axis
    return 0


class Sweep:
    """The visits of a board, one after the other: a `Local` each, and the placements that start at the cell.

    >>> board = Board.rectangle(2, 2)
    >>> swept = Sweep(conflict_graph(DOMINEERING, board), (), sorted(board.cells))
    >>> [local.slots for local in swept.locals]
    [(0, 1), (1,), (0, 1), ()]
    """

    def __init__(
        self, graph: Conflicts, stuck: Iterable[int], order: Sequence[Cell], perfect: bool = False
    ) -> None:
        self.graph, self.order, self.perfect = graph, tuple(order), perfect
        self.labels: defaultdict[int, Labels] = defaultdict(Labels)
        self._facts(frozenset(graph.of(stuck)))
        self._views = list(self._visits())
        width = self._slice_width()
        ahead = max((max(view.live, default=0) - now for now, view in enumerate(self._views)), default=0)
        if width and ahead > width:
            others = list(self._visits(ahead // width * width))
            if _variety(others) < _variety(self._views):
                self._views = others
        self.bounds: list[int] = []  # on the states after each visit, once they are known

    @cached_property
    def slot_of(self) -> list[dict[Cell, int]]:
        """The slots of the labelled cells after each visit."""
        return [{self.order[cell]: slot for cell, slot in live.items()} for live in self.labelled]

    @property
    def labelled(self) -> list[dict[int, int]]:
        """The same, the cells by their moments."""
        return [view.live for view in self._views]

    @cached_property
    def contexts(self) -> list[tuple[Word, VisitContext]]:
        """The slots that each visit touches, and its context; equal contexts are one object."""
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
        """By moments (places in the order) instead of cells: what starts, covers, closes and owes where."""
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

    def _slice_width(self) -> int:
        """The cells of a slice, if the board is a box and swept slice by slice; else 0."""
        board, order = self.graph.board, self.order
        if not board.is_box or not board.lattice.is_square or board.barred or not order:
            return 0
        axis = slice_axis(order)
        width = len(order) // board.shape[axis]
        pairs = zip(order, order[width:], strict=False)
        return width if all((*c[:axis], c[axis] + 1, *c[axis + 1 :]) == d for c, d in pairs) else 0

    def _visits(self, homes: int = 0) -> Iterator[View]:
        """The visits. The latest new cell takes the visited cell's slot: a row keeps one slot a column.

        Where labels reach further than a slice, so many slots are the `homes` of cells by their places in the
        order, and others wait above them until a visit sees that their homes are free: slices stay alike.
        """
        slot_of: dict[int, int] = {}
        for now in range(len(self.order)):
            window = self._window(now)
            own = [slot_of[now]] if now in slot_of else []
            used = set(slot_of.values())
            before = {cell: slot_of.pop(cell) for cell in window if cell in slot_of}
            left = [cell for cell in window[1:] if self._is_open(cell, now)]
            after: dict[int, int] = {}
            if homes:
                own, used = [], set(slot_of.values())
                for cell in reversed(left):
                    if cell % homes not in used:
                        after[cell] = cell % homes
                        used.add(after[cell])
                left = [cell for cell in left if cell not in after]
            taken = set(after.values())  # a cell may have waited at the home of another
            stays = {cell: before[cell] for cell in left if cell in before and before[cell] not in taken}
            used.update(stays.values())
            free = (slot for slot in range(homes, len(self.order) + homes + 1) if slot not in used)
            for cell in left:
                after[cell] = stays[cell] if cell in stays else own.pop() if own else next(free)
            slot_of |= after
            yield View(
                window, tuple(sorted({*before.values(), *after.values()})), before, after, slot_of.copy()
            )

    def _is_open(self, cell: int, now: int) -> bool:
        """Whether a label of the cell can still matter after a visit."""
        return (
            self.perfect
            or any(self.start[q] > now for q in self.covering[cell])
            or any(self.start[u] <= now for u in self.debts[cell])
        )

    def _window(self, now: int) -> list[int]:
        """The cells that a visit sees: its own cell, then the others, the latest first."""
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
            tuple([self._present(cell, now) for cell in window]),
            self._holding(view.slots, view.before, place),
            self._holding(view.slots, view.after, place),
            len(self.graph.game.pieces),
            self.perfect,
        )

    def _holding(
        self, slots: tuple[int, ...], held: dict[int, int], place: dict[int, int]
    ) -> tuple[int, ...]:
        cells = {slot: place[cell] for cell, slot in held.items()}
        return tuple([cells.get(slot, NO_CELL) for slot in slots])

    def _present(self, cell: int, now: int) -> int:
        pieces = 0
        for q in self.covering[cell]:
            if self.start[q] > now:
                pieces |= 1 << self.piece[q]
        return pieces

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


def _variety(views: Sequence[View]) -> int:
    """How many visits differ in their slots."""

    def held(slots: dict[int, int], now: int) -> tuple[tuple[int, int], ...]:
        return tuple((cell - now, slot) for cell, slot in slots.items())

    return len({(held(view.before, now), held(view.after, now)) for now, view in enumerate(views)})


@cached(16)
def sweep(
    board: Board,
    stuck: frozenset[int],
    order: tuple[Cell, ...],
    perfect: bool = False,
    game: Game = DOMINEERING,
) -> Sweep:
    """The visits of a game on a board in an order; `perfect` leaves no cell empty. The last ones are kept."""
    return Sweep(conflict_graph(game, board), stuck, order, perfect)


def slots_of(locals_: Iterable[Local]) -> int:
    """How many slots steps use."""
    return 1 + max((slot for local in locals_ for slot in local.slots), default=-1)
