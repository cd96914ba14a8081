"""What one visit does, as a rule on the labels of the cells around it.

The label of an unvisited cell says to which pieces it is closed, which of the placements that start there are
ruled out one by one, and which debts it must settle at the latest; 0 says nothing. A debt is a placement of a
stuck player that was passed over and still needs a played neighbour; it is kept at the last cell at which one
starts. So labels spell out the residual problem (docs/architecture.md), and a visit is local: it plays one of
the placements that start at its cell, or none, closes cells, pays and makes debts, and brings the labels that
it sees into normal form. What a rule does not see it takes for possible, so every rewriting keeps the
completions, however far a rule looks: seeing more can only make fewer states.

Visits that look alike share a rule, and a rule works out a transition when it is first asked for.
"""

from functools import partial
from operator import getitem

from ..support.caches import remembered
from ..support.sets import members
from .neighbourhood import NOBODY, Lookup, Neighbourhood

UNIT = 0  # weights: 1, or the variable of a player, or (in a join) its inverse
PLAYERS = (1, 2, 3)
INVERSES = (4, 5, 6)
WEIGHTS = 1 + INVERSES[-1]

Word = tuple[int, ...]
Transition = tuple[Word, int, int | None]  # labels after, weight, which of the cell's placements was played


class Labels:
    """The labels of a slot as small numbers, in the order in which they occur: 0 says nothing.

    >>> numbers = Labels().numbers
    >>> numbers[5], numbers[0], numbers[5]
    (1, 0, 1)
    """

    def __init__(self) -> None:
        self.meanings: list[int] = [0]
        self.numbers: Lookup[int, int] = Lookup(self._number)
        self.numbers[0] = 0

    def _number(self, meaning: int) -> int:
        self.meanings.append(meaning)
        return len(self.meanings) - 1


class Rule:
    """The transitions of a visit, with the labels of each slot numbered. Answers are kept by who asks, and by
    what labels mean (`visit`) for other slots and boards."""

    def __init__(self, look: Neighbourhood, labels: tuple[Labels, ...]) -> None:
        self.look = look
        self._meanings = [each.meanings for each in labels]
        self._numbers = [each.numbers for each in labels]
        self._visit = visit(look)

    def __call__(self, before: Word) -> list[Transition]:
        """From the labels in the slots: the labels after, the weight, and what was played."""
        numbers = self._numbers
        return [
            (tuple(map(getitem, numbers, after)), weight, played)
            for after, weight, played in self._visit[tuple(map(getitem, self._meanings, before))]
        ]


@remembered(1 << 12)
def visit(look: Neighbourhood) -> Lookup[Word, tuple[Transition, ...]]:
    """By labels, given by their meanings: what a visit does to them."""
    return Lookup(partial(transitions, look))


def transitions(look: Neighbourhood, before: Word) -> tuple[Transition, ...]:
    """What a visit does to labels, given by their meanings."""
    reading, here = look.reading, look.here
    debts = ruled_out = barred = 0
    labels = [0] * (len(look.present) + 1)  # what they say of the cells themselves, and a 0 for NOBODY
    normal = labels.copy()  # each in normal form
    for cell, label in zip(look.before, before, strict=True):
        if label:
            if cell == NOBODY:
                return ()
            labels[cell], normal[cell], owed, one_by_one, ruled = reading[cell, label]
            debts |= owed
            ruled_out |= one_by_one
            barred |= ruled
    possible, own = here & ~barred, labels[0]
    labels[0] = normal[0] = 0
    barred |= here
    ruled_out &= ~here
    found: list[Transition] = []
    left = look.owing[possible]
    if left is not None and (not look.perfect or own & look.covered):  # play nothing
        after = _after(look, labels, normal, (), debts | left, ruled_out, barred)
        if after is not None:
            found.append((after, UNIT, None))
    for number, play in enumerate(look.plays):
        if possible >> number & 1:
            after = _after(look, labels, normal, play.marks, debts & ~play.pays, ruled_out, barred)
            if after is not None:
                found.append((after, PLAYERS[play.variable], number))
    return tuple(found)


def _after(
    look: Neighbourhood,
    labels: list[int],
    normal: list[int],
    marks: tuple[tuple[int, int], ...],
    debts: int,
    ruled_out: int,
    barred: int,
) -> Word | None:
    """The labels after a visit, together in normal form; None if some debt cannot be paid any more."""
    meanings: list[int] | None
    if look.is_far:
        marked = labels[:-1]
        for cell, pieces in marks:
            marked[cell] |= pieces
            barred |= look.saying[cell, marked[cell]][0]
        meanings = Far(look, marked, ruled_out, barred).normal(debts)
        if meanings is None:
            return None
    else:
        meanings = normal.copy()
        for cell, pieces in marks:
            more, meanings[cell] = look.saying[cell, labels[cell] | pieces]
            barred |= more
        if debts:
            owed = look.settled(debts, barred)
            if owed is None:
                return None
            for cell, bit, _ in owed:
                meanings[cell] |= 1 << bit
    return tuple([meanings[cell] for cell in look.after])


class Far:
    """The labels of a neighbourhood, taken apart, where what is forced or dead is seen."""

    def __init__(self, look: Neighbourhood, labels: list[int], ruled_out: int, barred: int) -> None:
        self.look, self.ruled_out, self.barred = look, ruled_out, barred
        self.labels = labels

    def normal(self, debts: int) -> list[int] | None:
        """The labels in normal form; None if some debt cannot be paid any more."""
        look = self.look
        while True:
            problem = look.problem(debts, self.barred)
            if problem is None:
                return None
            if not self._rule_out(problem[0] & ~self.barred):
                break
        self._close_dead_cells()
        meanings = [*self.labels, 0]
        for q in members(self.ruled_out):
            seen = look.seen[q]
            if not any(self.labels[cell] >> seen.piece & 1 for cell in seen.spots):
                meanings[seen.start] |= 1 << seen.bit
        for name in look.names(problem, self.barred):
            meanings[look.debts[name].cell] |= 1 << look.debts[name].bit
        return meanings

    def _rule_out(self, barred: int) -> bool:
        """Write down what cannot be played, where there is a label for it: whether there was anything."""
        changed = False
        for q in members(barred):
            seen = self.look.seen[q]
            if seen.start > 0:
                if seen.single:
                    self.labels[seen.start] |= 1 << seen.piece
                else:
                    self.ruled_out |= 1 << q
                self.barred |= 1 << q
                changed = True
        if changed:  # closing a cell may bar others, too
            self.barred |= self.look.barred(self.labels)
        return changed

    def _close_dead_cells(self) -> None:
        """Close to all what nothing can cover any more."""
        look = self.look
        for cell, cover in enumerate(look.cover):
            if cover and not cover & ~self.barred:
                self.labels[cell] |= look.present[cell]
            self.labels[cell] = look.saying[cell, self.labels[cell]][1]
