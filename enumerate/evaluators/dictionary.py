"""The plainest sweep: a dictionary from states to values, without labels, arrays or a compiler.

Positions are the independent sets of the conflict graph. Visit the cells in an order and decide a placement
when its first cell is visited: the placements that start at one cell overlap, so at most one of them is
played. A state is one integer with a bit for every placement:

    the bit of an undecided placement is set if it may still be played;
    the bit of a decided placement is set if it was passed over, belongs to a stuck player and is not yet
    dominated: one of its undecided neighbours, its *dominators*, must still be played.

Playing v clears the bits of v and of all its neighbours: undecided neighbours can no longer be played, and
neighbours that were passed over are now dominated. Passing over the placements that start at a cell clears
the bits of those whose players need not be stuck. For perfect positions every cell also has a bit, which is
set until the cell is covered.

A branch ends when the last dominator of a set bit is gone. States with the same future are merged: if every
dominator of one debt is also a dominator of another debt, the second debt is dropped.

Small boards of any game, kind and semiring are answered here at once. The compiled sweeps are tested against
this module.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from math import prod
from operator import add as add_integers
from typing import Any, TypeVar

from ..model.lattice import Cell
from ..rules.problem import Conflicts, Problem, bits, members, most_pieces, position_bound
from ..support.caches import cached
from ..sweep.visit import PLAYERS

PEAK_SHARE = 12  # a sweep of a square meets at least 12 times as many states as its peak

Value = TypeVar("Value")


class OverBudgetError(Exception):
    """The sweep meets more states than the caller allows."""


class DictionarySweep:
    """The visits of a conflict graph along an order of the cells.

    >>> from enumerate import Board
    >>> from enumerate.model.game import DOMINEERING
    >>> from enumerate.rules.problem import conflict_graph
    >>> board = Board.rectangle(4, 4)
    >>> DictionarySweep(conflict_graph(DOMINEERING, board), (), sorted(board.cells)).evaluate(1)
    10012
    """

    def __init__(
        self, graph: Conflicts, stuck: Iterable[int], order: Sequence[Cell], perfect: bool = False
    ) -> None:
        """`stuck` are the players without a move in the end; `perfect` leaves no cell empty."""
        moment = {cell: number for number, cell in enumerate(order)}
        starts = [min([moment[cell] for cell in placement.cells]) for placement in graph.placements]
        ordered = sorted(range(len(graph)), key=starts.__getitem__)  # decided placements have the low bits
        self.placements = ordered
        number = {placement: bit for bit, placement in enumerate(ordered)}
        self._near = [bits([number[other] for other in graph.neighbours[q]]) for q in ordered]
        self._owing = bits([number[q] for q in graph.of(stuck)])
        self._visits: list[list[int]] = [[] for _ in order]
        for bit, placement in enumerate(ordered):
            self._visits[starts[placement]].append(bit)
        # for each visit, the debts whose last dominator is decided there
        self._due = [0] * len(order)
        for bit in members(self._owing):
            later = (self._near[bit] >> bit).bit_length()  # 0 if no neighbour is decided later
            self._due[starts[ordered[bit + later - 1 if later else bit]]] |= 1 << bit
        self._cleared = [near | 1 << bit for bit, near in enumerate(self._near)]
        self._uncovered = [0] * len(order)  # for each visit, the bit of the cell (for perfect positions)
        self.start = (1 << len(ordered)) - 1
        if perfect:
            self._uncovered = [1 << len(ordered) + visit for visit in range(len(order))]
            self.start |= sum(self._uncovered)
            for bit, placement in enumerate(ordered):
                for cell in graph.placements[placement].cells:
                    self._cleared[bit] |= self._uncovered[moment[cell]]

    def evaluate(
        self,
        one: Value,
        weights: Sequence[Any] | None = None,
        scale: Callable[[Value, Any], Value] | None = None,
        add: Callable[[Value, Value], Value] = add_integers,
        budget: float = float("inf"),
    ) -> Value | None:
        """The sum over all positions of the product of the weights of their placements; None if there is no
        position.

        `one` is the value of the empty position. `weights` has an entry for every placement of the graph
        (None for the weight 1), and `scale(value, weight)` multiplies a value by a weight. A sweep that
        meets, or will soon meet, more than `budget` states over all visits raises `OverBudgetError`.
        """
        states = {self.start: one}
        decided = debts = visited_states = 0
        for visit, here in enumerate(self._visits):
            decided |= bits(here)
            debts |= bits(here) & self._owing
            uncovered = self._uncovered[visit]
            keep = ~(bits(here) & ~self._owing)
            plays = [(1 << q, ~self._cleared[q], weights and weights[self.placements[q]]) for q in here]
            after: dict[int, Value] = {}
            for state, value in states.items():
                if not state & uncovered:
                    target = state & keep
                    after[target] = add(after[target], value) if target in after else value
                for bit, mask, weight in plays:
                    if state & bit:
                        target = state & mask
                        term = value if weight is None or scale is None else scale(value, weight)
                        after[target] = add(after[target], term) if target in after else term
            states = self._merged(after, here, decided, debts, add) if debts else after
            debts &= ~self._due[visit]
            visited_states += len(states)
            if visited_states > budget or len(states) > budget / PEAK_SHARE:
                raise OverBudgetError
        return states.get(0)

    def _merged(
        self,
        states: dict[int, Value],
        here: list[int],
        decided: int,
        debts: int,
        add: Callable[[Value, Value], Value],
    ) -> dict[int, Value]:
        """The states in normal form, without those in which a debt can no longer be paid."""
        near = self._near
        changed = bits(here)
        for q in here:
            changed |= near[q]
        # Only debts that this visit creates, or whose dominators it bars, can be unpayable or implied. They
        # are compared with all debts with which they share a dominator.
        concerned = [u for u in members(debts) if (near[u] | 1 << u) & changed]
        shared = 0
        for u in concerned:
            shared |= near[u] & ~decided
        beside = [u for u in members(debts) if near[u] & shared or (near[u] | 1 << u) & changed]
        seen = bits(beside)
        for u in beside:
            seen |= near[u] & ~decided
        owed, known = bits(beside), {0: 0}
        merged: dict[int, Value] = {}
        for state, value in states.items():
            part = state & seen
            dropped = known.get(part)
            if dropped is None:
                dropped = known[part] = self._dropped(part & owed, part & ~decided)
            if dropped >= 0:
                target = state & ~dropped
                merged[target] = add(merged[target], value) if target in merged else value
        return merged

    def _dropped(self, debts: int, free: int) -> int:
        """The debts that are implied by others, as bits; -1 if a debt can no longer be paid."""
        clauses: dict[int, int] = {}  # from the remaining dominators to the first debt that has them
        dropped = 0
        for u in members(debts):
            clause = self._near[u] & free
            if not clause:
                return -1
            if clause in clauses:
                dropped |= 1 << u
            else:
                clauses[clause] = 1 << u
        for clause, debt in clauses.items():
            for other in clauses:
                if other & clause == other and other != clause:
                    dropped |= debt
                    break
        return dropped


@cached(64)
def packing(problem: Problem) -> tuple[int, list[int], dict[int, int]]:
    """The packing of a whole polynomial into one integer [Kronecker]: the bits of a coefficient, the number
    of exponents of each variable, and the shift of each player.

    With x = 2^k and y = 2^(k l), k bits hold every coefficient and l exceeds every exponent of x.
    """
    bits = -(-position_bound(problem.board, problem.game).bit_length() // 8) * 8  # whole bytes
    radix = [most + 1 for most in most_pieces(problem.board, problem.game)]
    places = [bits * prod(radix[:variable]) for variable in range(len(radix))]
    return bits, radix, dict(zip(PLAYERS, places, strict=False))


def packed_bytes(problem: Problem) -> int:
    """The bytes of an integer that holds a whole polynomial."""
    bits, radix, _ = packing(problem)
    return bits * prod(radix) // 8


def unpack(value: int, bits: int, radix: list[int]) -> dict[tuple[int, ...], int]:
    """The coefficients of a packed polynomial; `bits` is a multiple of 8."""
    data, size = value.to_bytes(bits // 8 * prod(radix), "little"), bits // 8
    counts = [int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)]
    monomials = product(*map(range, reversed(radix)))  # the exponent of the first variable varies fastest
    return {each[::-1]: count for each, count in zip(monomials, counts, strict=True) if count}
