"""All that one visit sees, and tables of what follows from it for single labels.

The tables are filled when they are asked: a visit meets few of the labels that its cells might have.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

from ..support.sets import bits, members

Problem = tuple[int, frozenset[int]]  # what cannot be played, and the clauses
NO_CLAUSES: frozenset[int] = frozenset()
Key = TypeVar("Key")
Value = TypeVar("Value")


class Lookup(dict[Key, Value], Generic[Key, Value]):
    """The values of a function, each worked out when it is first asked for.

    >>> squares = Lookup(lambda n: n * n)
    >>> squares[3], squares
    (9, {3: 9})
    """

    def __init__(self, function: Callable[[Key], Value]) -> None:
        self._function = function

    def __missing__(self, key: Key) -> Value:
        value = self[key] = self._function(key)
        return value


def least(sets: set[int]) -> Collection[int]:
    """Those of some sets that contain no other one.

    >>> sorted(least({3, 1, 6}))
    [1, 6]
    """
    if len(sets) == 1:
        return sets
    return [one for one in sets if not any(other != one and not other & ~one for other in sets)]


def union(sets: Iterable[int]) -> int:
    """The union of sets, which are integers.

    >>> union([5, 6])
    7
    """
    found = 0
    for code in sets:
        found |= code
    return found


class Play(NamedTuple):
    """A placement that starts at the visited cell."""

    variable: int
    owed: int  # the debt that it leaves if it is passed over: its number, NOBODY or NEVER
    marks: tuple[tuple[int, int], ...]  # cells, the pieces to which they are closed, and if they are covered
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


class Facts(NamedTuple):
    """What a visit sees. Cells are numbered, 0 the visited one; sets of placements and debts are bits."""

    plays: tuple[Play, ...]
    seen: tuple[Seen, ...]
    debts: tuple[Debt, ...]
    present: tuple[int, ...]  # by cell: the pieces that may still cover it
    cover: tuple[int, ...]  # by cell: the placements that may still cover it, 0 if it is not asked
    before: tuple[int, ...]  # by slot: the cell whose label it holds before the visit, or NOBODY
    after: tuple[int, ...]  # and after it
    pieces: int  # how many
    perfect: bool  # whether every cell must be covered


class Neighbourhood(Facts):
    """All that a visit sees, and what follows from it."""

    @property
    def covered(self) -> int:
        """The bit that says of a cell that it is covered."""
        return 1 << self.pieces

    @cached_property
    def _over(self) -> list[list[int]]:
        """By cell and piece: the placements that cover it."""
        over = [[0] * self.pieces for _ in self.present]
        for q, seen in enumerate(self.seen):
            for cell in seen.spots:
                over[cell][seen.piece] |= 1 << q
        return over

    def _say(self, given: tuple[int, int]) -> tuple[int, int]:
        cell, label = given
        barred = 0
        for piece, more in enumerate(self._over[cell]):
            if label >> piece & 1:
                barred |= more
        present, covered = self.present[cell], self.covered
        return barred, label | covered - 1 & ~present if label & present else label & covered

    @cached_property
    def saying(self) -> Lookup[tuple[int, int], tuple[int, int]]:
        """By a cell and what a label says of it: the placements that are barred, and the label in normal
        form; closing a cell to absent pieces says nothing, so it is closed to them with any other."""
        return Lookup(self._say)

    def barred(self, labels: list[int]) -> int:
        """The placements that are barred by what labels say of the cells themselves."""
        return union(self.saying[known][0] for known in enumerate(labels))

    def _read(self, given: tuple[int, int]) -> tuple[int, int, int, int, int]:
        cell, label = given
        own, owed, one_by_one = label & 2 * self.covered - 1, 0, 0
        if label != own:
            for n, debt in enumerate(self.debts):
                if debt.cell == cell and label >> debt.bit & 1:
                    owed |= 1 << n
            for q, seen in enumerate(self.seen):
                if seen.start == cell and not seen.single and label >> seen.bit & 1:
                    one_by_one |= 1 << q
        closed, normal = self.saying[cell, own]
        return own, normal, owed, one_by_one, one_by_one | closed

    @cached_property
    def reading(self) -> Lookup[tuple[int, int], tuple[int, int, int, int, int]]:
        """By a cell and its label: what it says of the cell itself, the same in normal form, the debts, and
        the placements that it rules out one by one and in all."""
        return Lookup(self._read)

    @cached_property
    def _payers(self) -> list[int]:
        return [debt.payers for debt in self.debts]

    def settled(self, debts: int, barred: int) -> Sequence[Debt] | None:
        """The debts that say all, where nothing is forced; None if one cannot be paid."""
        left = [paying & ~barred for paying in self._payers]
        if not debts & debts - 1:  # a single one
            clause = left[debts.bit_length() - 1]
            return (self.debts[left.index(clause)],) if clause else None
        clauses = {clause for n, clause in enumerate(left) if debts >> n & 1}
        return None if 0 in clauses else [self.debts[left.index(clause)] for clause in least(clauses)]

    @cached_property
    def owing(self) -> Lookup[int, int | None]:
        """By the placements that are passed over: the debts that they leave; None if nobody could pay."""

        def owe(passed: int) -> int | None:
            owed = 0
            for v, play in enumerate(self.plays):
                if passed >> v & 1 and play.owed != NOBODY:
                    if play.owed == NEVER:
                        return None
                    owed |= 1 << play.owed
            return owed

        return Lookup(owe)

    @cached_property
    def here(self) -> int:
        """The placements that are decided now."""
        return (1 << len(self.plays)) - 1

    @cached_property
    def is_far(self) -> bool:
        """Whether it sees what is forced, or dead cells."""
        return any(self.cover) or any(s.start != NOBODY or s.near or s.needs for s in self.seen)

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

    def problem(self, debts: int, barred: int) -> Problem | None:
        """The residual problem in normal form, as far as it is seen: what cannot be played, and the clauses;
        None if some debt cannot be paid."""
        if not debts:
            return barred, NO_CLAUSES
        while True:
            clauses = {self.debts[n].payers & ~barred for n in members(debts)}
            if 0 in clauses:
                return None
            excluded = union(map(self.excluded, clauses))
            if not excluded & ~barred:
                break
            barred |= excluded
        return barred, frozenset(c for c in least(clauses) if not self.is_asked(c, barred))

    def names(self, problem: Problem, written: int) -> list[int]:
        """The debts that say all: of those that the problem implies, the first that are enough for it, where
        it is `written` down elsewhere what is barred."""
        barred, clauses = problem
        payers = [debt.payers & ~barred for debt in self.debts]
        if barred == written:
            return [payers.index(clause) for clause in clauses]
        implied = [n for n, clause in enumerate(payers) if clause and self._implies(problem, clause)]
        debts = bits(implied)
        for n in reversed(implied):
            if self.problem(debts ^ 1 << n, written) == problem:
                debts ^= 1 << n
        return list(members(debts))

    def _implies(self, problem: Problem, clause: int) -> bool:
        """Whether a problem stays what it is with one clause more."""
        barred, clauses = problem
        said = any(not c & ~clause for c in clauses) or self.is_asked(clause, barred)
        return said and not self.excluded(clause) & ~barred
