"""Reduced Betti numbers of an independence complex, over Q and GF(2), by discrete Morse theory.

A matching tree matches the faces without listing them. A node of the tree is a set of *free* vertices, which
determines its rule; `docs/engine.md` ("Matching trees") proves that the matching is acyclic. Unmatched faces
are *critical*. The Morse boundary of a critical face follows gradient paths from its facets: a face matched
with a larger set is replaced by the other facets of that set, a face matched with a smaller set ends the
path, and a critical face is counted. All coefficients are integers, so one integral complex gives the
homology over every field.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from ..rules.problem import members
from ..support.errors import TooLargeError, plural
from ..support.result import Result, Table
from ..support.run import DEFAULT, Report, Settings, cancellable, check_cancelled, silent

Bits = int  # a set of vertices
Chain = dict[Bits, int]
MOST_NODES = 200_000  # of a matching tree
REPORT_EVERY = 4096  # faces on gradient paths


class Rule(Enum):
    """How a node matches sets of vertices."""

    CRITICAL = auto()  # no vertex is free: the chosen set is critical
    ISOLATED = auto()  # p has no free neighbour: all sets are matched by toggling p
    LEAF = auto()  # v is the only neighbour of p: sets without v are matched by toggling p
    FOLD = auto()  # v is adjacent to all neighbours of u: sets with v are matched by toggling u
    SPLIT = auto()  # no set is matched here


Step = tuple[Rule, int, int]  # the rule, the toggled vertex p or u, and the vertex v


@dataclass(frozen=True, eq=False)
class MatchingTree:
    """The matching tree of a graph, which is given by the neighbours of each vertex.

    >>> square = MatchingTree.of([{1, 3}, {0, 2}, {1, 3}, {0, 2}])
    >>> [list(members(cell)) for cell in square.critical()]
    [[0]]
    """

    near: tuple[Bits, ...]
    _rules: dict[Bits, Step]
    _counts: dict[Bits, Counter[int]]

    @classmethod
    def of(cls, neighbours: Sequence[frozenset[int] | set[int]]) -> "MatchingTree":
        """The tree of the graph in which vertex i has the i-th set of neighbours."""
        return cls(tuple(sum(1 << other for other in beside) for beside in neighbours), {}, {})

    @property
    def everything(self) -> Bits:
        """All vertices: they are free at the root."""
        return (1 << len(self.near)) - 1

    def rule(self, free: Bits) -> Step:
        """The rule of the node with these free vertices."""
        if free not in self._rules:
            if len(self._rules) >= MOST_NODES:
                raise TooLargeError(
                    f"the matching tree of these {plural(len(self.near), 'placement')} has more than "
                    f"{MOST_NODES:,} nodes: choose a smaller board"
                )
            check_cancelled()
            self._rules[free] = self._found(free)
        return self._rules[free]

    def _found(self, free: Bits) -> Step:
        if not free:
            return Rule.CRITICAL, -1, -1
        beside = {vertex: self.near[vertex] & free for vertex in members(free)}
        by_degree = sorted(beside, key=lambda vertex: beside[vertex].bit_count())
        first = by_degree[0]
        if not beside[first]:
            return Rule.ISOLATED, first, -1
        if beside[first].bit_count() == 1:
            return Rule.LEAF, first, beside[first].bit_length() - 1
        for u in by_degree:
            one = next(members(beside[u]))
            for v in members(beside[one] & ~(1 << u)):  # is N(u) a subset of N(v)?
                if not beside[u] & ~beside[v]:
                    return Rule.FOLD, u, v
        return Rule.SPLIT, -1, by_degree[-1]

    def children(self, free: Bits) -> list[tuple[Bits, Bits]]:
        """For each child, the vertices added to the chosen set, and the free vertices."""
        rule, _, v = self.rule(free)
        if rule in (Rule.CRITICAL, Rule.ISOLATED):
            return []
        outside = free & ~(1 << v)
        both = [(1 << v, outside & ~self.near[v]), (0, outside)]
        return {Rule.LEAF: both[:1], Rule.FOLD: both[1:], Rule.SPLIT: both}[rule]

    def partner(self, cell: Bits) -> Bits | None:
        """The partner of an independent set in the matching; None if the set is critical."""
        free = self.everything
        while True:
            rule, p, v = self.rule(free)
            has = v >= 0 and cell >> v & 1
            if rule is Rule.CRITICAL:
                return None
            if rule is Rule.ISOLATED or (rule is Rule.LEAF and not has) or (rule is Rule.FOLD and has):
                return cell ^ (1 << p)
            free &= ~(1 << v)
            if has:
                free &= ~self.near[v]

    def counts(self, report: Report = silent) -> Counter[int]:
        """The number of critical sets of each size, without listing them."""
        waiting = [self.everything]
        while waiting:
            free = waiting[-1]
            if not len(self._rules) % 256:
                report(len(self._rules), MOST_NODES)
            children = self.children(free)
            unknown = [below for _, below in children if below not in self._counts]
            if free not in self._counts and unknown:
                waiting += unknown
                continue
            waiting.pop()
            found: Counter[int] = Counter()
            if self.rule(free)[0] is Rule.CRITICAL:
                found[0] = 1
            for joined, below in children:
                for size, number in self._counts[below].items():
                    found[size + (joined > 0)] += number
            self._counts[free] = found
        return self._counts[self.everything]

    def critical(self) -> Iterator[Bits]:
        """The critical sets."""
        waiting = [(0, self.everything)]
        while waiting:
            check_cancelled()
            cell, free = waiting.pop()
            if self.rule(free)[0] is Rule.CRITICAL:
                yield cell
            waiting += [(cell | joined, below) for joined, below in self.children(free)]


@dataclass(frozen=True, slots=True)
class Betti(Result):
    """Reduced Betti numbers from dimension -1 on, over the rationals and over GF(2)."""

    rational: tuple[int, ...]
    binary: tuple[int, ...]

    @property
    def has_torsion_at_2(self) -> bool:
        """Whether the integral homology has 2-torsion, which is when the two lists differ."""
        return self.rational != self.binary

    def __str__(self) -> str:
        return " ".join(map(str, self.rational)) or "0"

    def table(self) -> Table:
        """A row for each dimension."""
        pairs = enumerate(zip(self.rational, self.binary, strict=True), start=-1)
        return Table(("dimension", "rational", "gf2"), tuple((d, *both) for d, both in pairs))

    def to_json(self) -> dict[str, list[int]]:
        """Both lists, from dimension -1 on."""
        return {"betti": list(self.rational), "betti_gf2": list(self.binary)}


def betti_numbers(tree: MatchingTree, settings: Settings = DEFAULT, f_vector: Sequence[int] = ()) -> Betti:
    """The reduced Betti numbers of the independence complex of a graph, from dimension -1 on.

    `f_vector` bounds the faces on gradient paths, for progress. The complex of a cycle of length 4 consists
    of two disjoint edges:

    >>> betti_numbers(MatchingTree.of([{1, 3}, {0, 2}, {1, 3}, {0, 2}]))
    Betti(rational=(0, 1), binary=(0, 1))
    """
    sizes = tree.counts()
    top = max(sizes, default=-1)
    cells: list[list[Bits]] = [[] for _ in range(top + 1)]
    touching = {size for size in sizes if size + 1 in sizes or size - 1 in sizes}
    if touching:
        for cell in tree.critical():
            cells[cell.bit_count()].append(cell)
    ranks = [(0, 0)] * (top + 2)  # of the boundary maps, by the size of the sets on which they act
    meeting = [size for size in range(1, top + 1) if {size, size - 1} <= touching]
    for number, size in enumerate(meeting):
        most = f_vector[size - 1] if f_vector else 0
        flow = Flow(tree, settings.part(number, len(meeting)).report, most)
        ranks[size] = _ranks(flow, cells[size], cells[size - 1])
    found = [
        tuple(sizes[size] - ranks[size][field] - ranks[size + 1][field] for size in range(top + 1))
        for field in (0, 1)
    ]
    return Betti(found[0], found[1])


def _ranks(flow: "Flow", above: Sequence[Bits], below: Sequence[Bits]) -> tuple[int, int]:
    """The ranks of a Morse boundary map over the rationals and over GF(2)."""
    import flint

    place = {cell: number for number, cell in enumerate(below)}
    matrix: Any = flint.fmpz_mat(len(above), len(below))
    for row, cell in cancellable(enumerate(above)):
        for face, coefficient in flow.boundary(cell).items():
            matrix[row, place[face]] = coefficient
    return int(matrix.rank()), int(flint.nmod_mat(matrix, 2).rank())


def faces(cell: Bits) -> list[tuple[Bits, int]]:
    """The facets of a set, with the signs of the simplicial boundary."""
    return [(cell ^ (1 << vertex), -1 if number % 2 else 1) for number, vertex in enumerate(members(cell))]


class Flow:
    """The gradient flow of a matching tree; the chain to which each face flows is cached."""

    def __init__(self, tree: MatchingTree, report: Report = silent, most: int = 0) -> None:
        """`most` bounds the number of faces on gradient paths, for `report`."""
        self._tree, self._report, self._most = tree, report, most
        self._ends: dict[Bits, Chain] = {}

    def boundary(self, cell: Bits) -> Chain:
        """The boundary of a critical set in the Morse complex: a sum of critical sets."""
        return self._sum(faces(cell))

    def _sum(self, terms: Sequence[tuple[Bits, int]]) -> Chain:
        total: Chain = {}
        for face, sign in terms:
            for end, coefficient in self._ends_of(face).items():
                total[end] = total.get(end, 0) + sign * coefficient
        return {end: coefficient for end, coefficient in total.items() if coefficient}

    def _ends_of(self, start: Bits) -> Chain:
        """The chain to which a set flows, computed after the chains of its successors (there are no
        cycles)."""
        waiting = [start]
        while waiting:
            check_cancelled()
            cell = waiting[-1]
            if cell in self._ends:
                waiting.pop()
                continue
            partner = self._tree.partner(cell)
            if partner is None:
                self._ends[cell] = {cell: 1}
            elif partner < cell:  # matched with a subset: the path ends
                self._ends[cell] = {}
            else:
                around = faces(partner)
                own = next(sign for face, sign in around if face == cell)
                others = [(face, -own * sign) for face, sign in around if face != cell]
                unknown = [face for face, _ in others if face not in self._ends]
                if unknown:
                    waiting += unknown
                    continue
                self._ends[cell] = self._sum(others)
            waiting.pop()
            if not len(self._ends) % REPORT_EVERY:
                self._report(len(self._ends), self._most)
        return self._ends[start]
