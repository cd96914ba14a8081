"""What one visit does, as a rule on the labels of the cells around it.

The label of an unvisited cell says to which pieces it is closed, which of the placements that start there are
ruled out one by one, and which debts it must settle at the latest; 0 says nothing. A debt is a placement of a
stuck player that was passed over and still needs a played neighbour; it is kept at the last cell at which one
starts. So labels spell out the residual problem of `residual.py`, and a visit is local: it plays one of the
placements that start at its cell, or none, closes cells, pays and makes debts, and brings the labels that it
sees into normal form. What a rule does not see it takes for possible, so every rewriting keeps the
completions, however far a rule looks: seeing more can only make fewer states.

Visits that look alike share a rule, and a rule works out a transition when it is first asked for.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from ..support.caches import remembered
from .residual import members

UNIT = 0  # weights: 1, or the variable of a player, or (in a join) its inverse
PLAYERS = (1, 2, 3)
INVERSES = (4, 5, 6)
WEIGHTS = 1 + INVERSES[-1]

Word = tuple[int, ...]
Transition = tuple[Word, int, int | None]  # labels after, weight, which of the cell's placements was played


class Labels:
    """The labels of a slot as small numbers, in the order in which they occur: 0 says nothing."""

    def __init__(self) -> None:
        self.meanings: list[int] = [0]
        self._numbers = {0: 0}

    def __len__(self) -> int:
        return len(self.meanings)

    def number(self, meaning: int) -> int:
        """The number of a label.

        >>> labels = Labels()
        >>> labels.number(5), labels.number(0), labels.number(5)
        (1, 0, 1)
        """
        if meaning not in self._numbers:
            self._numbers[meaning] = len(self.meanings)
            self.meanings.append(meaning)
        return self._numbers[meaning]


class Play(NamedTuple):
    """A placement that starts at the visited cell."""

    variable: int
    owed: int  # the debt that it leaves if it is passed over: its number, NOBODY or NEVER
    closes: tuple[tuple[int, int], ...]  # cells and the pieces to which they are closed
    covers: tuple[int, ...]
    pays: int  # which debts


NOBODY, NEVER = -1, -2  # nobody needs it; nobody could pay it any more


class Seen(NamedTuple):
    """A placement that a visit sees: undecided after it, or one that starts at its cell."""

    piece: int
    spots: tuple[int, ...]  # its cells among those of the neighbourhood
    start: int  # where it could be ruled out: the cell at which it starts, or NOBODY
    single: bool  # it covers one cell, so that ruling it out closes the cell to its piece
    bit: int  # else: its place in the label of that cell
    near: int  # its neighbours
    needs: bool  # it must be dominated, all that is known of it is seen, and so are all its neighbours


class Debt(NamedTuple):
    """A placement that may have been passed over: where its debt is kept, and who can still pay."""

    cell: int
    bit: int
    payers: int


@dataclass(frozen=True)
class Neighbourhood:
    """All that a visit sees. Cells are numbered, 0 the visited one; sets of placements and debts are bits."""

    plays: tuple[Play, ...]
    seen: tuple[Seen, ...]
    debts: tuple[Debt, ...]
    present: tuple[int, ...]  # by cell: the pieces that may still cover it
    cover: tuple[int, ...]  # by cell: the placements that may still cover it, 0 if it is not asked
    before: tuple[int, ...]  # by slot: the cell whose label it holds before the visit, or NOBODY
    after: tuple[int, ...]  # and after it
    pieces: int  # how many
    perfect: bool  # whether every cell must be covered

    def __hash__(self) -> int:
        return self.code

    @cached_property
    def code(self) -> int:
        """The hash, worked out once."""
        return hash((self.plays, self.seen, self.debts, self.present, self.before, self.after, self.perfect))

    @property
    def covered(self) -> int:
        """The bit that says of a cell that it is covered."""
        return 1 << self.pieces

    @cached_property
    def over(self) -> list[list[int]]:
        """By cell and piece: the placements that are barred if the cell is closed to the piece."""
        found = [[0] * self.pieces for _ in self.present]
        for q, seen in enumerate(self.seen):
            for cell in seen.spots:
                found[cell][seen.piece] |= 1 << q
        return found

    @cached_property
    def _barring(self) -> list[dict[int, int]]:
        return [{0: 0} for _ in self.present]  # by cell and the pieces to which it is closed

    def barred(self, closed: list[int]) -> int:
        """The placements that are barred if cells are closed to these pieces."""
        found = 0
        for cell, (pieces, known) in enumerate(zip(closed, self._barring, strict=True)):
            if pieces not in known:
                known[pieces] = 0
                for piece in members(pieces):
                    known[pieces] |= self.over[cell][piece]
            found |= known[pieces]
        return found

    @cached_property
    def here(self) -> int:
        """The placements that are decided now."""
        return (1 << len(self.plays)) - 1

    @cached_property
    def is_far(self) -> bool:
        """Whether it sees what is forced, or dead cells."""
        return any(self.cover) or any(s.start != NOBODY or s.near or s.needs for s in self.seen)

    @cached_property
    def ruled(self) -> list[tuple[int, int, int]]:
        """The placements that labels rule out one by one: which, and the cell and bit that say so."""
        return [(q, s.start, s.bit) for q, s in enumerate(self.seen) if s.start != NOBODY and not s.single]

    @cached_property
    def _near(self) -> list[int]:
        return [seen.near for seen in self.seen]

    @cached_property
    def _needing(self) -> int:
        return sum(1 << q for q, seen in enumerate(self.seen) if seen.needs)

    @cached_property
    def _excluded(self) -> dict[int, int]:
        return {}  # by clause

    def excluded(self, clause: int) -> int:
        """What has all members of a clause for neighbours, so that the clause would be left unpaid."""
        if clause not in self._excluded:
            found = -1
            for q in members(clause):
                found &= self._near[q]
            self._excluded[clause] = found
        return self._excluded[clause]

    def is_asked(self, clause: int, barred: int) -> bool:
        """Whether some member asks for no more itself: that it is played or one of its neighbours is."""
        others = ~(barred | clause)
        return any(not self._near[q] & others for q in members(clause & self._needing))


@dataclass(eq=False)
class Rule:
    """The transitions of a visit, each worked out when its labels first occur; `labels` are by slot."""

    look: Neighbourhood
    labels: tuple[Labels, ...]
    made: dict[Word, tuple[Transition, ...]] = field(default_factory=dict)

    def __call__(self, before: Word) -> tuple[Transition, ...]:
        """From the labels in the slots: the labels after, the weight, and what was played."""
        if before not in self.made:
            given = tuple([labels.meanings[n] for labels, n in zip(self.labels, before, strict=True)])
            self.made[before] = tuple(
                [
                    (
                        tuple([labels.number(m) for labels, m in zip(self.labels, after, strict=True)]),
                        weight,
                        played,
                    )
                    for after, weight, played in transitions(self.look, given)
                ]
            )
        return self.made[before]


@remembered(1 << 16)
def transitions(look: Neighbourhood, before: Word) -> tuple[Transition, ...]:
    """What a visit does to labels, given by their meanings."""
    given = [0] * len(look.present)
    for cell, label in zip(look.before, before, strict=True):
        if cell != NOBODY:
            given[cell] = label
        elif label:
            return ()
    state = State(look, given)
    possible = [not state.barred >> q & 1 for q in range(len(look.plays))]
    found: list[tuple[list[int] | None, int, int | None]] = [(state.passed(possible), UNIT, None)]
    for number, (play, may) in enumerate(zip(look.plays, possible, strict=True)):
        if may:
            found.append((state.played(play), PLAYERS[play.variable], number))
    return tuple(
        [
            (tuple([meanings[cell] if cell != NOBODY else 0 for cell in look.after]), weight, played)
            for meanings, weight, played in found
            if meanings is not None
        ]
    )


NO_CLAUSES: frozenset[int] = frozenset()


class State:
    """The labels of a neighbourhood, taken apart."""

    def __init__(self, look: Neighbourhood, given: list[int]) -> None:
        self.look = look
        every = 1 << look.pieces
        self.closed = [label & (every - 1) for label in given]
        self.covered = [label & every for label in given]
        self.debts = sum([1 << n for n, (cell, bit, _) in enumerate(look.debts) if given[cell] >> bit & 1])
        self.ruled_out = sum([1 << q for q, cell, bit in look.ruled if given[cell] >> bit & 1])
        self.barred = self.ruled_out | look.barred(self.closed)

    def _copy(self) -> "State":
        new = object.__new__(State)
        new.look, new.closed, new.covered = self.look, self.closed.copy(), self.covered.copy()
        new.debts, new.ruled_out, new.barred = self.debts, self.ruled_out, self.barred
        return new

    def passed(self, possible: list[bool]) -> list[int] | None:
        """Play nothing: the placements that were possible leave debts. None if that cannot be."""
        look = self.look
        if look.perfect and not self.covered[0]:
            return None
        new = self._copy()
        for play, may in zip(look.plays, possible, strict=True):
            if may and play.owed == NEVER:
                return None
            if may and play.owed != NOBODY:
                new.debts |= 1 << play.owed
        return new.normal()

    def played(self, play: Play) -> list[int] | None:
        """Play a placement."""
        new = self._copy()
        for cell, pieces in play.closes:
            new.closed[cell] |= pieces
        for cell in play.covers:
            new.covered[cell] = self.look.covered
        new.debts &= ~play.pays
        return new.normal()

    def normal(self) -> list[int] | None:
        """The labels in normal form; None if some debt cannot be paid any more."""
        look = self.look
        self.ruled_out &= ~look.here
        self.closed[0] = self.covered[0] = 0
        self.barred = self.ruled_out | look.barred(self.closed) | look.here
        while True:
            problem = self._problem(self.debts)
            if problem is None:
                return None
            if not look.is_far or not self._rule_out(problem[0] & ~self.barred):
                break
        self._close_dead_cells()
        return self._meanings(self._names(problem) if problem[1] or look.is_far else [])

    def _problem(self, debts: int) -> tuple[int, frozenset[int]] | None:
        """The residual problem in normal form, as far as it is seen: what cannot be played, and the clauses;
        None if some debt cannot be paid."""
        look, barred = self.look, self.barred
        if not debts:
            return barred, NO_CLAUSES
        while True:
            clauses = {look.debts[n].payers & ~barred for n in members(debts)}
            if 0 in clauses:
                return None
            if not look.is_far and len(clauses) == 1:
                return barred, frozenset(clauses)
            excluded = 0
            for clause in clauses:
                excluded |= look.excluded(clause)
            if not excluded & ~barred:
                break
            barred |= excluded
        least = [c for c in clauses if not any(other != c and not other & ~c for other in clauses)]
        return barred, frozenset(c for c in least if not look.is_asked(c, barred))

    def _rule_out(self, barred: int) -> bool:
        """Write down what cannot be played, where there is a label for it: whether there was anything."""
        changed = False
        for q in members(barred):
            seen = self.look.seen[q]
            if seen.start > 0:
                if seen.single:
                    self.closed[seen.start] |= 1 << seen.piece
                else:
                    self.ruled_out |= 1 << q
                self.barred |= 1 << q
                changed = True
        if changed:  # closing a cell may bar others, too
            self.barred |= self.look.barred(self.closed)
        return changed

    def _close_dead_cells(self) -> None:
        """Close to all what nothing can cover any more; closing a cell to absent pieces says nothing."""
        look = self.look
        every = (1 << look.pieces) - 1
        for cell, closed in enumerate(self.closed):
            present, cover = look.present[cell], look.cover[cell]
            if cover and not cover & ~self.barred:
                closed = present
            if closed:
                self.closed[cell] = closed | (every & ~present) if closed & present else 0

    def _names(self, problem: tuple[int, frozenset[int]]) -> list[int]:
        """The debts that say all: of those that the problem implies, the first that are enough for it."""
        barred, clauses = problem
        payers = [debt.payers & ~barred for debt in self.look.debts]
        if barred == self.barred:  # all that is barred has been written down
            return [payers.index(clause) for clause in clauses]
        implied = [n for n, clause in enumerate(payers) if clause and self._implies(problem, clause)]
        debts = sum(1 << n for n in implied)
        for n in reversed(implied):
            if self._problem(debts ^ 1 << n) == problem:
                debts ^= 1 << n
        return list(members(debts))

    def _implies(self, problem: tuple[int, frozenset[int]], clause: int) -> bool:
        """Whether a problem stays what it is with one clause more."""
        barred, clauses = problem
        said = any(not c & ~clause for c in clauses) or self.look.is_asked(clause, barred)
        return said and not self.look.excluded(clause) & ~barred

    def _meanings(self, names: list[int]) -> list[int]:
        look = self.look
        meanings = [closed | covered for closed, covered in zip(self.closed, self.covered, strict=True)]
        for q in members(self.ruled_out):
            seen = look.seen[q]
            if not any(self.closed[cell] >> seen.piece & 1 for cell in seen.spots):
                meanings[seen.start] |= 1 << seen.bit
        for name in names:
            meanings[look.debts[name].cell] |= 1 << look.debts[name].bit
        return meanings
