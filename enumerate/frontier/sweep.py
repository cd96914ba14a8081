"""A conflict graph swept along an order of the cells: what each visit sees, and which slots hold the labels.

The placements that start at a cell (it is their first one in the order) are decided when it is visited. Only
unvisited cells have labels, and only those that a decided placement may have closed or left a debt to. Each
lives in a slot; a visited cell hands its slot on.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from ..model.board import Board, Cell
from ..model.game import DOMINEERING, Game
from ..rules.conflicts import Conflicts, conflict_graph
from ..support.caches import remembered
from .depth import Depth, depth_of
from .neighbourhood import NEVER, NOBODY, Debt, Neighbourhood, Play, Seen
from .visit import Labels, Rule, Transition, Word


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
        self,
        graph: Conflicts,
        stuck: Iterable[int],
        order: Sequence[Cell],
        perfect: bool = False,
        depth: Depth | None = None,
        like: "Sweep | None" = None,
        spared: Iterable[Cell] = (),
        mortal: Mapping[Cell, Cell] | None = None,
    ) -> None:
        """With `like`, labels are numbered and slots chosen as in another sweep. The cells that are `spared`
        may stay empty in any case; those that are `mortal` are seen dead from the visit of another on."""
        self.graph, self.order, self.perfect = graph, tuple(order), perfect
        self.depth = depth_of(graph.game) if depth is None else depth
        self.labels: defaultdict[int, Labels] = defaultdict(Labels) if like is None else like.labels
        self._facts(frozenset(graph.of(stuck)))
        self._spared = {number for number, cell in enumerate(self.order) if cell in spared}
        moment = {cell: number for number, cell in enumerate(self.order)}
        mortal = self._seen_dead() if mortal is None else mortal
        self._mortal = {moment[cell]: moment[other] for cell, other in mortal.items()}
        home = moment if like is None else {cell: number for number, cell in enumerate(like.order)}
        self._home = [home[cell] for cell in self.order]
        self.homes: int = like.homes if like is not None else 0
        self._views = list(self._visits(self.homes))
        width = self._slice_width() if like is None else 0
        ahead = max((max(view.live, default=0) - now for now, view in enumerate(self._views)), default=0)
        if width and ahead > width:
            homes = ahead // width * width
            others = list(self._visits(homes))
            if _variety(others) < _variety(self._views):
                self.homes, self._views = homes, others
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
    def looks(self) -> list[tuple[Word, Neighbourhood]]:
        """The slots that each visit touches, and what it sees; what is alike is the same."""
        known: dict[Neighbourhood, Neighbourhood] = {}
        looks = [(view.slots, self._look(now, view)) for now, view in enumerate(self._views)]
        return [(slots, known.setdefault(look, look)) for slots, look in looks]

    @cached_property
    def locals(self) -> tuple[Local, ...]:
        """What each visit does."""
        rules: dict[tuple[Word, Neighbourhood], Rule] = {}
        found = []
        for slots, look in self.looks:
            if (slots, look) not in rules:
                rules[slots, look] = Rule(look, tuple(self.labels[slot] for slot in slots))
            found.append(Local(slots, rules[slots, look]))
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
        self.payers = {u: [q for q in sorted(self.near[u]) if self.start[q] > self.start[u]] for u in wanted}
        self.last = {
            u: max((self.start[q] for q in paying), default=None) for u, paying in self.payers.items()
        }
        self.debts: list[list[int]] = [[] for _ in self.order]
        self.debtors: list[list[int]] = [[] for _ in range(len(graph))]
        for u in sorted(wanted, key=lambda u: (self.start[u], u)):
            last = self.last[u]
            if last is not None:
                self.debts[last].append(u)
            for q in self.payers[u]:
                self.debtors[q].append(u)
        self.most = max(map(len, self.starting), default=0)

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
            window = self._window(now, slot_of)
            own = [slot_of[now]] if now in slot_of else []
            used = set(slot_of.values())
            before = {cell: slot_of.pop(cell) for cell in window if cell in slot_of}
            left = [cell for cell in window[1:] if self._is_open(cell, now)]
            after: dict[int, int] = {}
            if homes:
                own, used = [], set(slot_of.values())
                for cell in reversed(left):
                    if self._home[cell] % homes not in used:
                        after[cell] = self._home[cell] % homes
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

    def _window(self, now: int, live: Iterable[int]) -> list[int]:
        """The cells that a visit sees: itself, then the latest first."""
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
        lively = {cell for cell in (*live, *seen) if cell > now}
        if self.depth.forced:
            self._see_forced(now, seen, lively)
            if self.depth.again and now + 1 in lively and now + 1 not in seen:
                self._see_forced(now, seen, lively)
        if self._mortal:
            self._see_dead(now, seen, lively)
        return [now, *sorted((cell for cell in seen if cell > now), reverse=True)]

    def _see_forced(self, now: int, seen: set[int], lively: set[int]) -> None:
        """Add what the debts that are seen may rule out, and what may rule out who could pay them."""
        found = set()
        for cell in seen:
            for u in self.debts[cell]:
                for q in self.payers[u] if self.start[u] <= now else ():
                    if self.start[q] > now:
                        found.update(self.cells[q])
                        found.update(self.start[w] for w in self.near[q])
        seen |= found & lively
        for cell in tuple(seen):
            for q in self.starting[cell]:
                seen |= {self.last[u] or 0 for u in self.debtors[q] if self.start[u] <= now} & lively

    def _seen_dead(self) -> dict[Cell, Cell]:
        """The cells of which visits see that they are dead, and from which one on."""
        if not self.depth.dead:
            return {}
        axis, board = slice_axis(self.order), self.graph.board
        end = (1 + board.shape[axis]) // 2 if self.depth.halved else board.shape[axis]
        return {cell: self.order[0] for cell in self.order if cell[axis] < end}

    def _is_mortal(self, cell: int, now: int) -> bool:
        """Whether a visit asks if a cell is dead."""
        return self._mortal.get(cell, now + 1) <= now

    def _see_dead(self, now: int, seen: set[int], lively: set[int]) -> None:
        """Add the cells that may die: all that could cover them may be barred elsewhere."""
        near = {
            b for cell in seen for q in self.covering[cell] if self.start[q] >= now for b in self.cells[q]
        }
        for cell in near:
            if not self._is_mortal(cell, now):
                continue
            cover = [q for q in self.covering[cell] if self.start[q] > now]
            others = [{b for b in self.cells[q] if b != cell and b in lively} for q in cover]
            if cell > now and cover and all(others):
                seen.add(cell)
                seen.update(*others)

    def _look(self, now: int, view: View) -> Neighbourhood:
        window, start = view.window, self.start
        place = {cell: number for number, cell in enumerate(window)}
        here = self.starting[now]
        debts = [
            (cell, bit, u) for cell in window for bit, u in enumerate(self.debts[cell]) if start[u] <= now
        ]
        paying = [[q for q in self.payers[u] if start[q] > now] for _, _, u in debts]
        seen = dict.fromkeys([*here, *chain.from_iterable(paying)])
        if self.depth.forced:
            for q in chain.from_iterable(paying):
                seen.update(dict.fromkeys([w for w in sorted(self.near[q]) if start[w] > now]))
        for cell in window[1:] if self.depth.forced or self._mortal else ():
            if self.depth.forced:
                seen.update(dict.fromkeys(self.starting[cell]))
            if self._is_mortal(cell, now):
                seen.update(dict.fromkeys([q for q in self.covering[cell] if start[q] > now]))
        number = {q: n for n, q in enumerate(seen)}
        which = {u: n for n, (_, _, u) in enumerate(debts)}
        bits = len(self.graph.game.pieces) + 1
        return Neighbourhood(
            tuple([self._play(v, now, place, which) for v in here]),
            tuple([self._seen(q, now, place, number, bits, view.live) for q in number]),
            tuple(
                [
                    Debt(place[cell], bits + self.most + bit, sum([1 << number[q] for q in able]))
                    for (cell, bit, _), able in zip(debts, paying, strict=True)
                ]
            ),
            tuple([self._present(cell, now) for cell in window]),
            tuple(
                [
                    sum(1 << number[q] for q in self.covering[cell] if start[q] > now)
                    if cell != now and self._is_mortal(cell, now)
                    else 0
                    for cell in window
                ]
            ),
            self._holding(view.slots, view.before, place),
            self._holding(view.slots, view.after, place),
            len(self.graph.game.pieces),
            self.perfect and now not in self._spared,
        )

    def _holding(
        self, slots: tuple[int, ...], held: dict[int, int], place: dict[int, int]
    ) -> tuple[int, ...]:
        cells = {slot: place[cell] for cell, slot in held.items()}
        return tuple([cells.get(slot, NOBODY) for slot in slots])

    def _present(self, cell: int, now: int) -> int:
        pieces = 0
        for q in self.covering[cell]:
            if self.start[q] > now:
                pieces |= 1 << self.piece[q]
        return pieces

    def _play(self, v: int, now: int, place: dict[int, int], which: dict[int, int]) -> Play:
        owed = NOBODY if v not in self.wanted else which.get(v, NEVER)
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

    def _seen(
        self, q: int, now: int, place: dict[int, int], number: dict[int, int], bits: int, live: dict[int, int]
    ) -> Seen:
        start = self.start[q]
        spots = tuple([place[cell] for cell in self.cells[q] if cell in place])
        if not self.depth.forced:
            return Seen(self.piece[q], spots, NOBODY, False, 0, 0, False)
        undecided = [w for w in self.near[q] if self.start[w] > now]
        known = all(cell in place or cell not in live for cell in self.cells[q])
        return Seen(
            self.piece[q],
            spots,
            place.get(start, NOBODY),
            len(self.cells[q]) == 1,
            bits + self.starting[start].index(q),
            sum(1 << number[w] for w in self.near[q] if w in number),
            q in self.wanted and start > now and known and all(w in number for w in undecided),
        )


def _variety(views: Sequence[View]) -> int:
    """How many visits differ in their slots."""

    def held(slots: dict[int, int], now: int) -> tuple[tuple[int, int], ...]:
        return tuple((cell - now, slot) for cell, slot in slots.items())

    return len({(held(view.before, now), held(view.after, now)) for now, view in enumerate(views)})


def sweep(
    board: Board,
    stuck: frozenset[int],
    order: tuple[Cell, ...],
    perfect: bool = False,
    game: Game = DOMINEERING,
    depth: Depth | None = None,
) -> Sweep:
    """The visits of a game on a board in an order; `perfect` leaves no cell empty. The last ones are kept."""
    return _kept(board, stuck, order, perfect, game, depth_of(game) if depth is None else depth)


@remembered(16)
def _kept(
    board: Board, stuck: frozenset[int], order: tuple[Cell, ...], perfect: bool, game: Game, depth: Depth
) -> Sweep:
    return Sweep(conflict_graph(game, board), stuck, order, perfect, depth)
