"""The fold of a half sweep: which states of one half of a mirrored board fit which states of the other half.

`compile_mirrored` in `program.py` uses the fold. Read `sweep/sweep.py` first.

Both halves decide the placements that cross the fold, and must agree on them. No placement played in one half
may be in conflict with one played in the other, and each half must pay the debts that the other has left.
The placements that concern both halves fall into groups that share no label (for dominoes, a group for each
column), so two states fit if they fit in every group. In each group every case is tried: each placement is
played, passed over with a debt, or neither. If a label does not determine which labels it fits, because its
cases disagree, there is no fold.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product

from ..model.lattice import Cell
from ..rules.problem import placement_images
from ..support.caches import cached
from ..sweep.orders import is_mirrored
from ..sweep.sweep import Local, PeriodicSweep, Sweep, slice_axis
from ..sweep.visit import INVERSES, UNIT, Transition, Word

PLAYED, PASSED_WITH_DEBT, NEITHER = 0, 1, 2
MAX_GROUP_PLACEMENTS, MAX_GROUP_CASES = 10, 243  # of a group, in one half

Key = tuple[int, ...]  # the coordinates of a labelled cell, with its depth beyond the fold
Case = dict[int, int]  # a status for each placement of a group
WordsOf = Callable[[Word, Word], tuple[set[Word], set[Word]]]  # from slots to the words that occur in them
Boundary = tuple[frozenset[tuple[Key, int]], frozenset[frozenset[int]]]  # closed cells with pieces, clauses


@dataclass(frozen=True, eq=False)
class FoldRule:
    """For labels of one half, the labels of the other half that fit them."""

    fitting: dict[Word, tuple[Transition, ...]]

    def __call__(self, before: Word) -> tuple[Transition, ...]:
        """The fitting labels, as transitions that play nothing."""
        return self.fitting.get(before, ())


class Half:
    """One half: the first `visited` cells of a sweep, and the placements that concern the other half."""

    def __init__(self, swept: Sweep, visited: int, axis: int, image: Sequence[int] | None = None) -> None:
        """With `image`, the half is the mirror image of the first `visited` cells."""
        self.swept, self.visited, self.axis = swept, visited, axis
        board = swept.graph.board
        self.first = min((cell[axis] for cell in swept.order[visited:]), default=board.shape[axis])
        name = image if image is not None else range(len(swept.graph))
        decided = [q for q in range(len(swept.graph)) if swept.start[q] < visited]
        beyond = {q for q in range(len(swept.graph)) if swept.start[q] >= visited}
        crossing = {q for q in decided if swept.cells[q][-1] >= visited}
        concerned = [q for q in decided if q in crossing or not swept.near[q].isdisjoint(beyond)]
        self.own = {name[q]: q for q in concerned}  # by their numbers on the whole board
        self.crossing = {name[q] for q in crossing}
        slots = swept.slots_after(visited)
        self.slot = {self.key(cell): slot for cell, slot in slots.items()}

    def key(self, cell: Cell) -> Key:
        """The coordinates of a labelled cell, with its depth beyond the fold."""
        return (*cell[: self.axis], cell[self.axis] - self.first, *cell[self.axis + 1 :])

    def _at(self, moment: int) -> Key:
        return self.key(self.swept.order[moment])

    def touched(self, placement: int) -> Iterator[Key]:
        """The labelled cells whose label can depend on a placement."""
        swept, q = self.swept, self.own[placement]
        for cell in swept.closes[q]:
            if cell >= self.visited and self._at(cell) in self.slot:
                yield self._at(cell)
        last = swept.last.get(q)
        if last is not None and last >= self.visited:
            yield self._at(last)

    def boundary(self, case: Case) -> Boundary:
        """The closed cells and the debts that a case leaves to the other half."""
        swept = self.swept
        closed: dict[int, int] = {}
        owed = set()
        for placement, status in case.items():
            q = self.own[placement]
            if status == PLAYED:
                for cell, pieces in swept.closes[q].items():
                    closed[cell] = closed.get(cell, 0) | pieces
            elif status == PASSED_WITH_DEBT:
                owed.add(q)
        return self._normal(closed, owed)

    def _normal(self, closed: dict[int, int], owed: Iterable[int]) -> Boundary:
        """The boundary in normal form: only pieces that can still come, and only minimal clauses."""
        swept = self.swept
        masks = {}
        for cell, pieces in closed.items():
            present = 0
            for q in swept.covering[cell] if cell >= self.visited else ():
                present |= 1 << swept.piece[q] if swept.start[q] >= self.visited else 0
            if pieces & present:
                masks[cell] = pieces & present
        clauses = set()
        for u in owed:
            paying = (q for q in swept.dominators[u] if swept.start[q] >= self.visited)
            clauses.add(
                frozenset(
                    q
                    for q in paying
                    if not any(masks.get(c, 0) >> swept.piece[q] & 1 for c in swept.cells[q])
                )
            )
        least = frozenset(c for c in clauses if not any(other < c for other in clauses))
        return frozenset((self._at(cell), pieces) for cell, pieces in masks.items()), least

    def read(self, keys: Sequence[Key], word: Word) -> Boundary:
        """The boundary that the labels of some cells encode."""
        swept = self.swept
        moment = {self._at(m): m for m in range(self.visited, len(swept.order))}
        bits = swept.first_debt_bit
        closed, owed = {}, []
        for key, label in zip(keys, word, strict=True):
            value = swept.labels[self.slot[key]].values[label]
            closed[moment[key]] = value & ((1 << bits) - 1)
            for bit, u in enumerate(swept.debts[moment[key]]):
                if value >> (bits + bit) & 1:
                    owed.append(u)
        return self._normal(closed, owed)

    def cases(self, group: Sequence[int]) -> Iterator[Case]:
        """All consistent cases of a group."""
        swept = self.swept
        mine = [p for p in group if p in self.own]
        choices = [
            (PLAYED, PASSED_WITH_DEBT, NEITHER) if self.own[p] in swept.wanted else (PLAYED, NEITHER)
            for p in mine
        ]
        for statuses in product(*choices):
            played = [self.own[p] for p, s in zip(mine, statuses, strict=True) if s == PLAYED]
            owed = [self.own[p] for p, s in zip(mine, statuses, strict=True) if s == PASSED_WITH_DEBT]
            busy = set().union(*(swept.near[p] for p in played))
            idle = set().union(*(self._implied[p] for p in owed))
            passed = [self.own[p] for p, s in zip(mine, statuses, strict=True) if s == NEITHER]
            if busy.isdisjoint(played) and busy.isdisjoint(owed) and idle.isdisjoint(passed):
                yield dict(zip(mine, statuses, strict=True))

    @cached_property
    def _implied(self) -> dict[int, set[int]]:
        """For each debt u, the debts w that it implies: every decided placement that pays w also pays u."""
        swept = self.swept
        mine = [q for q in self.own.values() if q in swept.wanted]
        paying = {q: {p for p in swept.near[q] if swept.start[p] < self.visited} for q in mine}
        return {u: {w for w in mine if w != u and paying[w] - {u} <= paying[u]} for u in mine}


class Fold:
    """The fold between the first `rest` cells of a sweep and the mirror image of its first `half` cells."""

    def __init__(self, short: PeriodicSweep, axis: int, image: list[int]) -> None:
        swept = short.swept
        length = swept.graph.board.shape[axis]
        self.half = sum(cell[axis] < length // 2 for cell in swept.order)
        self.rest = sum(cell[axis] < length - length // 2 for cell in swept.order)
        self.one, self.two = Half(swept, self.rest, axis), Half(swept, self.half, axis, image)
        self.short, self.graph = short, swept.graph

    @cached_property
    def groups(self) -> list[tuple[list[int], list[Key]]]:
        """The finest groups of placements and labelled cells such that related ones share a group."""
        parent: dict[object, object] = {}

        def find(node: object) -> object:
            while parent.setdefault(node, node) != node:
                node = parent[node]
            return node

        for half in (self.one, self.two):
            for p in half.own:
                find(p)
                for key in half.touched(p):
                    parent[find(("key", key))] = find(p)
                other = self.two if half is self.one else self.one
                for q in self.graph.neighbours[p]:
                    if q in other.own:
                        parent[find(q)] = find(p)
            for key in half.slot:
                find(("key", key))
        found: dict[object, tuple[list[int], list[Key]]] = {}
        for node in parent:
            placements, keys = found.setdefault(find(node), ([], []))
            if isinstance(node, int):
                placements.append(node)
            elif isinstance(node, tuple):
                keys.append(node[1])
        return list(found.values())

    @property
    def turn(self) -> dict[int, int]:
        """From the slots of the first half to the slots of the second half, for cells labelled in both."""
        return {self.one.slot[key]: slot for key, slot in self.two.slot.items() if key in self.one.slot}

    def fits(self, one: Case, two: Case) -> bool:
        """Whether a case of the first half and a case of the second half fit together."""
        near = self.graph.neighbours
        crossing = self.one.crossing
        played = [[p for p, s in case.items() if s == PLAYED] for case in (one, two)]
        if {p for p in played[0] if p in crossing} != {p for p in played[1] if p in crossing}:
            return False
        if any(q in near[p] for p in played[0] for q in played[1]):
            return False
        for case, other, opposite in ((one, two, played[1]), (two, one, played[0])):
            for u, status in case.items():
                if status == PASSED_WITH_DEBT and (
                    other.get(u) == PASSED_WITH_DEBT if u in crossing else near[u].isdisjoint(opposite)
                ):
                    return False
        return True

    def rule(
        self, placements: list[int], keys: list[Key], words: tuple[set[Word], set[Word]]
    ) -> FoldRule | None:
        """Which occurring labels of a group fit; None if the labels do not determine this."""
        cases: list[dict[Boundary, list[Case]]] = [{}, {}]
        for half, found in zip((self.one, self.two), cases, strict=True):
            for number, case in enumerate(half.cases(placements)):
                if number >= MAX_GROUP_CASES:
                    return None
                found.setdefault(half.boundary(case), []).append(case)
        fitting: dict[Word, list[Transition]] = {}
        for before in words[1]:
            fitting[before] = []
            behind = cases[1].get(self.two.read(keys, before))
            for after in words[0]:
                ahead = cases[0].get(self.one.read(keys, after))
                if behind is None or ahead is None:
                    return None
                weights = {self._weight(a) if self.fits(a, b) else None for a in ahead for b in behind}
                if len(weights) > 1 or -1 in weights:
                    return None
                (weight,) = weights
                if weight is not None:
                    fitting[before].append((after, weight, None))
        return FoldRule({before: tuple(found) for before, found in fitting.items()})

    def _weight(self, case: Case) -> int:
        """The inverse weight of the crossing placement, which both halves count; -1 if several cross."""
        crossed = [p for p, s in case.items() if s == PLAYED and p in self.one.crossing]
        if len(crossed) > 1:
            return -1
        return INVERSES[self.graph.variables[crossed[0]]] if crossed else UNIT

    def locals(self, words_of: WordsOf) -> tuple[list[Local], bool] | None:
        """The steps of the fold, in the slots of the second half, and whether the highest slot of each step
        exceeds all slots of the next; None if labels do not determine which states fit."""
        steps = []
        for placements, keys in self.groups:
            if any((key in self.one.slot) != (key in self.two.slot) for key in keys):
                return None
            ordered = sorted(keys, key=self.two.slot.__getitem__)
            places = tuple(tuple(half.slot[key] for key in ordered) for half in (self.one, self.two))
            rule = self.rule(placements, ordered, words_of(*places))
            if rule is None:
                return None
            if ordered:
                steps.append(Local(places[1], rule))
        # highest slots first, so that all slots at or above those of a step are in their final form after it
        steps.sort(key=lambda local: local.slots, reverse=True)
        return steps, all(min(high.slots) > max(low.slots) for high, low in pairwise(steps))


@cached(8)
def fold_of(short: PeriodicSweep) -> Fold | str:
    """The fold in the middle of a sweep, or why the sweep has none.

    The fold belongs to this very sweep: another sweep of the same problem may number its labels differently.
    """
    swept = short.swept
    graph, axis = swept.graph, slice_axis(swept.order)
    if axis is None or not is_mirrored(graph.board, axis):
        return "the board is not its own mirror image along the sweep"
    top = graph.board.shape[axis] - 1
    image = placement_images(
        graph, lambda c: (*c[:axis], top - c[axis], *c[axis + 1 :]), graph.variables, graph.variables
    )
    fold = None if image is None else Fold(short, axis, image)
    if fold is None or any(len(placements) > MAX_GROUP_PLACEMENTS for placements, _ in fold.groups):
        return "no mirror image of the game, or too many placements meet across the middle"
    return fold
