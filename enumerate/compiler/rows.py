"""Boards with one cross-section and many heights from a single sweep: visits as sparse matrices.

Strips, proofs and tables of alpha use these matrices. Read `operators.py` first.

The positions of the first m rows are the positions of a taller board in which no piece crosses the lower
border of row m. So after each row the board could end in some of the states: those in which no piece crosses
the border, and no placement that fits on the shorter board still has to be dominated.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ..model.board import Board
from ..model.game import DOMINEERING, Game
from ..model.lattice import Cell
from ..rules.problem import Problem, reach
from ..support.run import Report, cancellable, silent
from ..sweep.diagram import Array, StateSet, classes
from ..sweep.orders import lexicographic
from ..sweep.sweep import Local, Sweep, slots_of, sweep
from ..sweep.visit import UNIT
from .operators import BlockOperator, OperatorCompiler, objects
from .straight_line import StraightLinePrograms


@dataclass(frozen=True, eq=False)
class SparseOperator:
    """The entries of the matrix of a visit, in the order of their targets; every target has an entry.

    Target t adds up weight[i] times the source state source[i] for i from begin[t] up to begin[t + 1]. The
    weights are 0 for 1, and 1 + axis for a piece of that player or 1 + number for a placement of the visit.
    """

    sources: int
    targets: int
    begin: Array
    source: Array
    weight: Array

    @classmethod
    def of(cls, operator: BlockOperator, programs: StraightLinePrograms) -> "SparseOperator":
        """The matrix of an operator of one visit."""
        target, source, weight = [], [], []
        kind_of_weight = np.int8 if len(programs.exponents) < 2**7 else np.int16
        tops = [np.flatnonzero(operator.template == k) for k in range(len(operator.first) - 1)]
        template = np.repeat(np.arange(len(tops)), np.diff(operator.first))
        class_of_piece, example = classes([operator.program, template, operator.length])
        for kind, one in enumerate(example.tolist()):
            number, length, above = int(operator.program[one]), operator.length[one], tops[template[one]]
            at = operator.at[class_of_piece == kind]
            # by word above, piece and place in the piece
            before, after = operator.old[above][:, None, None], operator.new[above][:, None, None]
            within = np.arange(length)
            inputs = programs.programs[number].inputs
            for output, row, by in programs.terms(number):
                here = before + operator.offsets[at + row][:, None] + within
                there = after + operator.offsets[at + inputs + output][:, None] + within
                source.append(here.reshape(-1))
                target.append(there.reshape(-1))
                weight.append(np.full(here.size, programs.exponents.index(by), dtype=kind_of_weight))
        targets, sources, weights = (np.concatenate(parts) for parts in (target, source, weight))
        order = np.lexsort((weights, sources, targets))
        begin = np.searchsorted(targets[order], np.arange(operator.targets + 1))
        return cls(operator.sources, operator.targets, begin, sources[order], weights[order])

    @cached_property
    def weighted(self) -> Array:
        """The entries whose weight is not 1."""
        return np.flatnonzero(self.weight != UNIT)

    @cached_property
    def runs(self) -> tuple[Array, Array]:
        """Neighbouring targets whose sources are neighbours with the same weights, as runs.

        Returns (start, first). Run r contains the targets from start[r] to start[r + 1] - 1. The entries of
        its first target begin at first[r]; each further target takes the next sources.
        """
        terms = np.diff(self.begin)
        target = np.repeat(np.arange(self.targets), terms)
        before = np.arange(len(self.source)) - terms[target]
        follows = (
            (target > 0)
            & (terms[target] == terms[target - 1])
            & (self.source == self.source[before] + 1)
            & (self.weight == self.weight[before])
        )
        heads = np.flatnonzero(~np.logical_and.reduceat(follows, self.begin[:-1]))
        return np.append(heads, self.targets), self.begin[heads]

    def apply(self, values: Array, weights: Sequence[Any] | None = None) -> Array:
        """The values of the targets, given the weights of the players."""
        return np.asarray(np.add.reduceat(self._weighted(values[self.source], weights), self.begin[:-1]))

    def transposed(self, values: Array, weights: Sequence[Any] | None = None) -> Array:
        """The transposed matrix times `values`."""
        found = np.zeros(self.sources, dtype=values.dtype)
        np.add.at(found, self.source, self._weighted(np.repeat(values, np.diff(self.begin)), weights))
        return found

    def _weighted(self, terms: Array, weights: Sequence[Any] | None) -> Array:
        if weights is not None:
            table = objects(weights).astype(terms.dtype)
            terms[self.weighted] = terms[self.weighted] * table[self.weight[self.weighted] - 1]
        return terms


class VisitMatrices:
    """Visits as sparse matrices with weights by player; equal visits share a matrix."""

    def __init__(self) -> None:
        self._compiler = OperatorCompiler(single=True)
        self._made: dict[BlockOperator, SparseOperator] = {}

    def forward(
        self, states: StateSet, locals_: Sequence[Local], report: Report = silent
    ) -> tuple[list[SparseOperator], StateSet]:
        """The matrices of some visits, and the states after them."""
        operators, after = self._compiler.forward(states, locals_, report=report)
        for operator in operators:
            if operator not in self._made:
                self._made[operator] = SparseOperator.of(operator, self._compiler.programs)
        return [self._made[operator] for operator in operators], after


class AmbiguousBoundaryError(Exception):
    """The labels of a game do not determine at which states a board could end."""


class Row(NamedTuple):
    """The visits of a row, the states after the row, and in which of them the board could end (booleans)."""

    visits: list[SparseOperator]
    states: StateSet
    ends: Array


def bad_bits(swept: Sweep, visited: int) -> dict[Cell, int]:
    """For each labelled cell, the bits of its label that exclude an end of the board after `visited` visits.

    Labels must determine whether a piece crosses the border: it covers a labelled cell that other placements
    could still have covered, and no rule closes that cell as well (dominoes that must not touch). They must
    also determine whether there is a debt for a placement that fits: a debt for a placement that crosses the
    border must not have the same label. Otherwise the function raises `AmbiguousBoundaryError`.
    """
    bits = swept.first_debt_bit
    held = swept.slots_after(visited)
    decided = [v for v, start in enumerate(swept.start) if start < visited]
    owed = [u for u in decided if (swept.last.get(u) or 0) >= visited]
    inside = {swept.cells[u][-1] < visited for u in owed}
    telling = [any(swept.start[q] >= visited for q in covering) for covering in swept.covering]
    out = [[cell for cell in swept.cells[v] if cell >= visited] for v in decided]
    if len(inside) > 1 or not all(any(telling[cell] for cell in cells) for cells in out if cells):
        raise AmbiguousBoundaryError
    found = {}
    for cell in held:
        moment = swept.order.index(cell)
        covering = {moment in swept.cells[v] for v in swept.closers[moment] if swept.start[v] < visited}
        if len(covering) > 1:
            raise AmbiguousBoundaryError
        found[cell] = (1 << bits) - 1 if True in covering else 0
        if True in inside:
            debts = (bit for bit, u in enumerate(swept.debts[moment]) if swept.start[u] < visited)
            found[cell] |= sum(1 << bits + bit for bit in debts)
    return found


def accepting_states(swept: Sweep, visited: int, states: StateSet) -> Array:
    """Whether the board could end in each state."""
    ends = np.ones(len(states), dtype=bool)
    mask = (1 << states.bits) - 1
    slots = swept.slots_after(visited)
    for cell, bad in cancellable(bad_bits(swept, visited).items()):
        fine = np.array([not value & bad for value in swept.labels[slots[cell]].values])
        ends &= fine[(states.codes >> states.bits * slots[cell] & mask).astype(np.int64)]
    return ends


def compile_rows(
    rows: int,
    *section: int,
    stuck: Iterable[int] = (),
    game: Game = DOMINEERING,
    report: Report = silent,
) -> list[Row]:
    """The rows of boards with up to `rows` rows over a cross-section, swept from the top.

    The answer for the first m rows is the sum over the states in which the board could end after row m. Equal
    rows share their operators.

    >>> found = compile_rows(3, 3)
    >>> [len(row.states) for row in found], found[1].visits == found[2].visits
    ([8, 8, 8], True)
    """
    # so many rows more that the lower border does not affect the first `rows` rows
    board = Board.box(rows + 2 * reach(game) + 1, *section)
    cells = lexicographic(board, range(board.dimension))
    swept = sweep(Problem(board, frozenset(stuck), game=game), tuple(cells))
    compiler = VisitMatrices()
    states, found = StateSet.start(slots_of(swept.locals)), []
    width = len(cells) // board.shape[0]
    for row in range(rows):
        visits, states = compiler.forward(states, swept.locals[row * width : (row + 1) * width], report)
        found.append(Row(visits, states, accepting_states(swept, (row + 1) * width, states)))
    return found
