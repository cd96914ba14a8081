"""The simplest sweep: states are residual problems in dictionaries.

Visit the cells in any order and decide a placement at the first of its cells: the placements decided at one
cell overlap there, so none or one of them is played. Let U be the placements that must end up dominated
(those of the stuck players) and F the undecided ones. The future depends on the past only through

    A = F without the neighbours of what was played             (what may still be played)
    C = { N(u) & A : u in U, passed over, not yet dominated }   (clauses: one of these must still be played)

because later placements T complete the position exactly if T is independent, lies inside A, meets every
clause and dominates U & A. Each rule of the normal form keeps the set of completions:

1. if a clause lies inside N(v), v can never be played and leaves A (its own debt is gone with that clause);
2. a clause goes if it contains another one, or N[u] & A for some u in U & A.

Sets are integers, one bit a placement. Slow and readable: the oracle for the labels of visits.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from enumerate.model.lattice import Cell
from enumerate.rules.problem import Conflicts, bits, members

Residual = tuple[int, frozenset[int]]  # A and C
Value = TypeVar("Value")


class ResidualSweep:
    """The visits of a conflict graph along an order of the cells; `perfect` leaves no cell empty."""

    def __init__(
        self, graph: Conflicts, stuck: Iterable[int], order: Sequence[Cell], perfect: bool = False
    ) -> None:
        self.near = [bits(neighbours) for neighbours in graph.neighbours]
        self.variables = graph.variables
        self.wanted = bits(graph.of(stuck))
        moment = {cell: number for number, cell in enumerate(order)}
        self.decided: list[list[int]] = [[] for _ in order]
        self.covering = [0] * len(order)
        for number, placement in enumerate(graph.placements):
            self.decided[min(moment[cell] for cell in placement.cells)].append(number)
            for cell in placement.cells:
                self.covering[moment[cell]] |= 1 << number
        self.perfect = perfect
        self.start: Residual = ((1 << len(graph)) - 1, frozenset())

    def options(self, state: Residual, moment: int) -> Iterator[tuple[int | None, Residual]]:
        """What may be decided at a visit, and the state after each: nothing, or a placement."""
        free, clauses = state
        here = self.decided[moment]
        left = free & ~bits(here)
        owed = [u for u in here if free >> u & 1 and self.wanted >> u & 1]
        nothing = self.normal(left, [*clauses, *(self.near[u] & left for u in owed)])
        if nothing is not None:
            yield None, nothing
        for v in here:
            if free >> v & 1:
                after = self.normal(left & ~self.near[v], [c for c in clauses if not c >> v & 1])
                if after is not None:
                    yield v, after

    def normal(self, free: int, clauses: Iterable[int]) -> Residual | None:
        """The normal form; None if a clause cannot be met."""
        while True:
            found = {clause & free for clause in clauses}
            if 0 in found:
                return None
            barred = bits(v for v in members(free) if any(not c & ~self.near[v] for c in found))
            if not barred:
                break
            free, clauses = free & ~barred, found
        least = [c for c in found if not any(other != c and not other & ~c for other in found)]
        own = [free & (self.near[u] | 1 << u) for u in members(free & self.wanted)]
        return free, frozenset(c for c in least if not any(not mine & ~c for mine in own))

    def carry(
        self, value: Value, weigh: Callable[[int, Value], Value], add: Callable[[Value, Value], Value]
    ) -> Iterator[dict[Residual, Value]]:
        """The values of all states after each visit; `weigh(variable, value)` plays a piece."""
        states = {self.start: value}
        for moment in range(len(self.decided)):
            made: dict[Residual, Value] = {}
            for state, held in states.items():
                for played, after in self.options(state, moment):
                    term = held if played is None else weigh(self.variables[played], held)
                    made[after] = add(made[after], term) if after in made else term
            states = made
            yield states
