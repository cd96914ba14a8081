"""One visit of a sweep: a function from the labels around the visited cell to the labels after the visit.

`sweep.py` makes the context of each visit. Read `rules/problem.py` first.

The label of an unvisited cell has two parts: the pieces to which the cell is closed, and the *debts* recorded
at the cell. A debt is a placement of a stuck player that was passed over and must still be dominated: one of
its undecided neighbours, its *dominators*, must be played. A debt is recorded at the cell where its last
dominator starts. The label 0 means that nothing is closed and there is no debt.

A visit decides the placements that start at its cell: it plays one of them or none. Playing closes cells and
pays debts; passing over a placement of a stuck player creates a debt. Then the visit brings the debts into a
normal form, so that states with the same future get the same labels:

    The context of a visit contains a few undecided placements, the dominators of the debts. List the
    independent sets of these placements once. A set *completes* the labels if it contains no barred placement
    and pays every debt. Two sets of debts with the same completing sets are interchangeable. The normal form
    consists of the first debts, in a fixed order, that leave the completing sets as they are.

If no set completes the labels, the branch ends. A context contains only part of the labels, and placements
outside it are assumed possible. So the normal form never changes which positions are counted
(docs/engine.md has the proof).

Equal contexts share their tables, and a transition is computed when it is first needed.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from operator import getitem
from typing import Generic, NamedTuple, TypeVar

from ..rules.problem import members
from ..support.caches import cached

UNIT = 0  # weights: 1, or the variable of a player, or (in a fold) its inverse
PLAYERS = (1, 2, 3)
INVERSES = (4, 5, 6)
WEIGHTS = 1 + INVERSES[-1]

NO_CELL = -1  # a slot that holds no label
NO_DEBT, UNPAYABLE = -1, -2  # passing over a placement leaves no debt, or a debt without dominators
MOST_INDEPENDENT_SETS = 4096  # a context with more sets normalizes debts only by minimal clauses

Word = tuple[int, ...]
Transition = tuple[Word, int, int | None]  # labels after, weight, number of the played placement at the cell
Key = TypeVar("Key")
Value = TypeVar("Value")


class Lookup(dict[Key, Value], Generic[Key, Value]):
    """The values of a function, each computed when it is first needed."""

    def __init__(self, function: Callable[[Key], Value]) -> None:
        self._function = function

    def __missing__(self, key: Key) -> Value:
        value = self[key] = self._function(key)
        return value


class Play(NamedTuple):
    """A placement that starts at the visited cell."""

    variable: int
    owed: int  # the debt if the placement is passed over: its number, NO_DEBT or UNPAYABLE
    marks: tuple[tuple[int, int], ...]  # (cell, pieces to which the cell is closed, and the covered bit)
    pays: int  # the debts that the placement pays, as bits


class SeenPlacement(NamedTuple):
    """A placement of a context: it is decided at the visit, or it is a dominator of a debt."""

    piece: int
    spots: tuple[int, ...]  # its cells, as numbers of the context
    conflicts: int  # its neighbours in the context, as bits


class Debt(NamedTuple):
    """A placement that may have been passed over: the place of its debt, and its undecided dominators."""

    cell: int
    bit: int
    dominators: int


class VisitContext(NamedTuple):
    """Everything that a visit depends on. The visited cell has the number 0; sets are bits of an integer."""

    plays: tuple[Play, ...]
    seen: tuple[SeenPlacement, ...]  # first the placements of `plays`, then the dominators
    debts: tuple[Debt, ...]
    present: tuple[int, ...]  # by cell: the pieces that may still cover it
    before: tuple[int, ...]  # by slot: the cell whose label is stored there before the visit, or NO_CELL
    after: tuple[int, ...]  # the same after the visit
    pieces: int  # number of pieces of the game
    perfect: bool  # whether the visited cell must be covered


class Labels:
    """The labels of a slot, numbered in the order in which they occur; the label 0 has the index 0."""

    def __init__(self) -> None:
        self.values: list[int] = [0]
        self.index: Lookup[int, int] = Lookup(self._number)
        self.index[0] = 0

    def _number(self, value: int) -> int:
        self.values.append(value)
        return len(self.values) - 1


class Rule:
    """The transitions of a visit on label indices instead of label values."""

    def __init__(self, context: VisitContext, labels: tuple[Labels, ...]) -> None:
        self.context = context
        self._values = [each.values for each in labels]
        self._index = [each.index for each in labels]
        self._transitions = transitions_of(context)

    def __call__(self, before: Word) -> list[Transition]:
        """The transitions from some labels in the slots."""
        index = self._index
        return [
            (tuple(map(getitem, index, after)), weight, played)
            for after, weight, played in self._transitions[tuple(map(getitem, self._values, before))]
        ]


@cached(1 << 12)
def transitions_of(context: VisitContext) -> Lookup[Word, tuple[Transition, ...]]:
    """The transitions for each word of label values before the visit."""
    return Lookup(_Visit(context).transitions)


class _Visit:
    """The tables of a context and the transitions that follow from them."""

    def __init__(self, context: VisitContext) -> None:
        self.context = context
        self.here = (1 << len(context.plays)) - 1  # the placements that are decided now
        self.covered = 1 << context.pieces  # the bit of a label which says that the cell is covered
        self._closed: Lookup[tuple[int, int], tuple[int, int]] = Lookup(self._close)
        self._decoded: Lookup[tuple[int, int], tuple[int, int, int, int]] = Lookup(self._decode)
        self._passed: Lookup[int, int | None] = Lookup(self._pass)
        self._normal: Lookup[tuple[int, int], Sequence[Debt] | None] = Lookup(self._normalize)

    def transitions(self, before: Word) -> tuple[Transition, ...]:
        """The transitions from some label values."""
        context = self.context
        debts = barred = 0
        labels = [0] * (len(context.present) + 1)  # the closings of the cells, and a 0 for NO_CELL
        normal = labels.copy()  # the same in normal form
        for cell, label in zip(context.before, before, strict=True):
            if label:
                if cell == NO_CELL:
                    return ()
                labels[cell], normal[cell], owed, ruled_out = self._decoded[cell, label]
                debts |= owed
                barred |= ruled_out
        possible, own = self.here & ~barred, labels[0]
        labels[0] = normal[0] = 0
        barred |= self.here
        found: list[Transition] = []
        new_debts = self._passed[possible]
        if new_debts is not None and (not context.perfect or own & self.covered):  # play nothing
            after = self._after(labels, normal, (), debts | new_debts, barred)
            if after is not None:
                found.append((after, UNIT, None))
        for number, play in enumerate(context.plays):
            if possible >> number & 1:
                after = self._after(labels, normal, play.marks, debts & ~play.pays, barred)
                if after is not None:
                    found.append((after, PLAYERS[play.variable], number))
        return tuple(found)

    def _after(
        self,
        labels: list[int],
        normal: list[int],
        marks: tuple[tuple[int, int], ...],
        debts: int,
        barred: int,
    ) -> Word | None:
        """The labels after the visit in normal form; None if the debts cannot be paid any more."""
        values = normal.copy()
        for cell, pieces in marks:
            more, values[cell] = self._closed[cell, labels[cell] | pieces]
            barred |= more
        if debts:
            owed = self._normal[debts, barred]
            if owed is None:
                return None
            for cell, bit, _ in owed:
                values[cell] |= 1 << bit
        return tuple([values[cell] for cell in self.context.after])

    @cached_property
    def _covering(self) -> list[list[int]]:
        """By cell and piece: the placements of the context that cover the cell."""
        covering = [[0] * self.context.pieces for _ in self.context.present]
        for number, seen in enumerate(self.context.seen):
            for cell in seen.spots:
                covering[cell][seen.piece] |= 1 << number
        return covering

    def _close(self, key: tuple[int, int]) -> tuple[int, int]:
        """By cell and closing: the placements that are barred, and the closing in normal form.

        Closing a cell to a piece that can no longer cover it has no effect. So the normal form closes a cell
        to all absent pieces if the cell is closed to a present piece, and to none otherwise.
        """
        cell, label = key
        barred = 0
        for piece, placements in enumerate(self._covering[cell]):
            if label >> piece & 1:
                barred |= placements
        present, covered = self.context.present[cell], self.covered
        return barred, label | (covered - 1 & ~present) if label & present else label & covered

    def _decode(self, key: tuple[int, int]) -> tuple[int, int, int, int]:
        """By cell and label: its closing, the same in normal form, its debts, and the barred placements."""
        cell, label = key
        closing, owed = label & 2 * self.covered - 1, 0
        if label != closing:
            for number, debt in enumerate(self.context.debts):
                if debt.cell == cell and label >> debt.bit & 1:
                    owed |= 1 << number
        barred, normal = self._closed[cell, closing]
        return closing, normal, owed, barred

    def _pass(self, passed: int) -> int | None:
        """The debts of the placements that are passed over; None if a debt can no longer be paid."""
        owed = 0
        for number, play in enumerate(self.context.plays):
            if passed >> number & 1 and play.owed != NO_DEBT:
                if play.owed == UNPAYABLE:
                    return None
                owed |= 1 << play.owed
        return owed

    def _normalize(self, key: tuple[int, int]) -> Sequence[Debt] | None:
        """The normal form of debts, given the barred placements; None if the debts cannot be paid."""
        debts, barred = key
        context = self.context
        clauses = [debt.dominators & ~barred for debt in context.debts]
        owed = {clauses[number] for number in members(debts)}
        if 0 in owed:
            return None
        if self._table is None:
            minimal = [c for c in owed if not any(other != c and not other & ~c for other in owed)]
            return [context.debts[clauses.index(clause)] for clause in minimal]
        every, columns, paid = self._table
        possible = every
        for number, column in columns.items():
            if barred >> number & 1:
                possible &= ~column
        completing = possible
        for number in members(debts):
            completing &= paid[number]
        if not completing:
            return None
        implied = [number for number, pays in enumerate(paid) if not completing & ~pays]
        for number in reversed(implied.copy()):
            rest = possible
            for other in implied:
                if other != number:
                    rest &= paid[other]
            if rest == completing:
                implied.remove(number)
        return [context.debts[number] for number in implied]

    @cached_property
    def _table(self) -> tuple[int, dict[int, int], list[int]] | None:
        """The independent sets of the dominators, one bit each: all of them, the sets that contain each
        dominator, and the sets that pay each debt. None if there are too many sets."""
        sets = [0]
        dominators = range(len(self.context.plays), len(self.context.seen))
        for number in dominators:
            conflicts = self.context.seen[number].conflicts
            sets += [one | 1 << number for one in sets if not one & conflicts]
            if len(sets) > MOST_INDEPENDENT_SETS:
                return None
        columns = {
            number: sum(1 << place for place, one in enumerate(sets) if one >> number & 1)
            for number in dominators
        }
        paid = [0] * len(self.context.debts)
        for place, debt in enumerate(self.context.debts):
            for number in members(debt.dominators):
                paid[place] |= columns[number]
        return (1 << len(sets)) - 1, columns, paid
