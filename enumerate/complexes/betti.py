"""Reduced Betti numbers of an independence complex, over the rationals and over GF(2).

Read `matching_tree.py` first.

Discrete Morse theory leaves the critical sets of a matching tree. The boundary of one runs along gradient
paths: take its faces; a face that is matched with a larger set is exchanged for the other faces of that set,
one that is matched with a smaller set ends the path, a critical one is counted. All numbers are integers, so
one integral complex gives the homology over every field.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..rules.problem import members
from ..support.result import Result, Table
from ..support.run import Report, cancellable, check_cancelled, portion, silent
from .matching_tree import Bits, MatchingTree

Chain = dict[Bits, int]
REPORT_EVERY = 4096  # faces


@dataclass(frozen=True, slots=True)
class Betti(Result):
    """Reduced Betti numbers from dimension -1 on, over the rationals and over GF(2)."""

    rational: tuple[int, ...]
    binary: tuple[int, ...]

    @property
    def has_torsion_at_2(self) -> bool:
        """Whether the integral homology has 2-torsion: only then the two differ."""
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


def betti_numbers(tree: MatchingTree, report: Report = silent, f_vector: Sequence[int] = ()) -> Betti:
    """The reduced Betti numbers of the independence complex of a graph, from dimension -1 on.

    Of how many faces there are of each size, `report` hears how many were met on gradient paths.

    The cycle of length 4 has two disjoint pairs of opposite vertices, two edges; together a 0-sphere.

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
    ranks = [(0, 0)] * (top + 2)  # of the boundary from sets of a size to those with one vertex less
    meeting = [size for size in range(1, top + 1) if {size, size - 1} <= touching]
    for number, size in enumerate(meeting):
        most = f_vector[size - 1] if f_vector else 0
        flow = Flow(tree, portion(report, number, len(meeting)), most)
        ranks[size] = _ranks(flow, cells[size], cells[size - 1])
    found = [
        tuple(sizes[size] - ranks[size][field] - ranks[size + 1][field] for size in range(top + 1))
        for field in (0, 1)
    ]
    return Betti(found[0], found[1])


def _ranks(flow: "Flow", above: Sequence[Bits], below: Sequence[Bits]) -> tuple[int, int]:
    """The ranks of a Morse boundary over the rationals and over GF(2)."""
    import flint

    place = {cell: number for number, cell in enumerate(below)}
    matrix: Any = flint.fmpz_mat(len(above), len(below))
    for row, cell in cancellable(enumerate(above)):
        for face, coefficient in flow.boundary(cell).items():
            matrix[row, place[face]] = coefficient
    return int(matrix.rank()), int(flint.nmod_mat(matrix, 2).rank())


def faces(cell: Bits) -> list[tuple[Bits, int]]:
    """The sets with one vertex less, with the signs of the simplicial boundary."""
    return [(cell ^ (1 << vertex), -1 if number % 2 else 1) for number, vertex in enumerate(members(cell))]


class Flow:
    """Follows gradient paths; what a face flows to is kept."""

    def __init__(self, tree: MatchingTree, report: Report = silent, most: int = 0) -> None:
        """Along the matching of a tree; `report` hears how many faces were met, `most` of them at most."""
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
        """What a set flows to; the sets on the way first (there are no cycles)."""
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
