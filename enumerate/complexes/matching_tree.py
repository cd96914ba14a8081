"""Matching trees: an acyclic matching of the faces of an independence complex, without listing them.

`betti.py` computes homology from the critical faces.

A node of the tree holds the independent sets that contain A and avoid B; what is *free* is neither in A or B
nor beside A. Looking at the graph of the free vertices [BLN08]:

    an isolated vertex p:        every set is matched with the one that differs in p
    a vertex p with one          sets without v are matched by p; the others contain v:
      neighbour v:                 one child, v in A
    N(u) inside N(v):            sets with v are matched by u, since u is isolated there;
                                   one child, v in B
    else, a vertex v:            two children, v in A and v in B
    nothing free:                A itself is critical

Such a matching has no cycles, so the complex is homotopy equivalent to one with the critical sets as cells
[Forman]. The rule at a node depends on its free vertices alone.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from ..rules.problem import members
from ..support.errors import TooLargeError, plural
from ..support.run import Report, check_cancelled, silent

Bits = int  # a set of vertices
MOST_NODES = 200_000  # with different free vertices


class Rule(Enum):
    """What is done at a node."""

    CRITICAL = auto()
    ISOLATED = auto()
    LEAF = auto()
    FOLD = auto()
    SPLIT = auto()


Step = tuple[Rule, int, int]  # the rule, the vertex p or u that is toggled, and the vertex v


@dataclass(frozen=True, eq=False)
class MatchingTree:
    """The tree of a graph, given by the neighbours of each vertex.

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
        """All vertices: what is free at the root."""
        return (1 << len(self.near)) - 1

    def rule(self, free: Bits) -> Step:
        """What to do with these vertices free."""
        if free not in self._rules:
            if len(self._rules) >= MOST_NODES:
                raise TooLargeError(
                    f"the matching tree of these {plural(len(self.near), 'placement')} has more than "
                    f"{MOST_NODES:,} nodes: take a smaller board"
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
            for v in members(beside[one] & ~(1 << u)):  # N(u) inside N(v): v is beside all of N(u)
                if not beside[u] & ~beside[v]:
                    return Rule.FOLD, u, v
        return Rule.SPLIT, -1, by_degree[-1]

    def children(self, free: Bits) -> list[tuple[Bits, Bits]]:
        """What joins A, and what is free, at each child."""
        rule, _, v = self.rule(free)
        inside, outside = (
            (1 << v, free & ~self.near[v] & ~(1 << v)) if v >= 0 else (0, 0),
            (0, free & ~(1 << max(v, 0))),
        )
        return {
            Rule.LEAF: [inside],
            Rule.FOLD: [outside],
            Rule.SPLIT: [inside, outside],
        }.get(rule, [])

    def partner(self, cell: Bits) -> Bits | None:
        """The set that an independent set is matched with; None if it is critical.

        >>> path = MatchingTree.of([{1}, {0, 2}, {1, 3}, {2}])
        >>> path.partner(0), path.partner(0b1000)
        (1, 9)
        """
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
        """How many critical sets have each size, without listing them."""
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
