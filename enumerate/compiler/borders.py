"""Boards of one cross-section and many heights, by one sweep from the top.

Strips, traces and tables of alpha are made of these rows. Read `sweep/sweep.py` first.

The board of the first m rows has the positions of a taller one in which nothing lies across its lower border.
So after each row some states are those at which the board could end: no piece sticks out, and nothing is owed
to a placement that would fit on the shorter board.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from ..model.board import Board
from ..model.game import DOMINEERING, Game
from ..model.lattice import Cell
from ..rules.problem import Problem, reach
from ..support.run import Report, cancellable, silent
from ..sweep.diagram import Array, StateSet
from ..sweep.orders import lexicographic
from ..sweep.sweep import Local, Sweep, slots_of, sweep
from .operators import BlockOperator, Marking, OperatorCompiler
from .sparse import SparseOperator


class AmbiguousBoundaryError(Exception):
    """The labels of a game do not tell where a board could end."""


class Row(NamedTuple):
    """The visits of a row, the states below it, and at which of them the board could end."""

    visits: list[SparseOperator]
    states: StateSet
    ends: Array


def bad_bits(swept: Sweep, visited: int) -> dict[Cell, int]:
    """For each labelled cell the bits of a label at which the board could not end after so many visits.

    Labels must tell whether a piece sticks out: it covers a labelled cell that others could have covered, and
    no rule closes that cell, too (dominoes that must not touch). They must tell whether something is owed to
    a placement that fits: no debt to one that sticks out may stand for it. Else the function raises
    `AmbiguousBoundaryError`.
    """
    bits = swept.first_debt_bit
    held = swept.slot_of[visited - 1] if visited else {}
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
    """At which states the board could end: a boolean for each."""
    ends = np.ones(len(states), dtype=bool)
    mask = (1 << states.bits) - 1
    slots = swept.slot_of[visited - 1] if visited else {}
    for cell, bad in cancellable(bad_bits(swept, visited).items()):
        fine = np.array([not meaning & bad for meaning in swept.labels[slots[cell]].values])
        ends &= fine[(states.codes >> states.bits * slots[cell] & mask).astype(np.int64)]
    return ends


def renamed(swept: Sweep, codes: Array, to: dict[int, int], bits: int) -> Array:
    """The codes with the label of each slot moved to another slot, in the numbers of that slot's labels."""
    moved = np.zeros_like(codes)
    mask = (1 << bits) - 1
    for slot, other in to.items():
        meanings = swept.labels[slot].values
        if slot != other:
            names = np.array([swept.labels[other].index[m] for m in meanings], dtype=codes.dtype)
        else:
            names = np.arange(len(meanings)).astype(codes.dtype)
        labels = (codes >> bits * slot & mask).astype(np.int64)
        moved |= names[labels] << bits * other
    return moved


def border_slots(swept: Sweep, visited: int, axis: int = 0) -> dict[Cell, int]:
    """The slots of the labelled cells after whole slices across an axis, the slices counted from there on."""
    first = swept.order[visited][axis]
    held = swept.slot_of[visited - 1]
    return {(*cell[:axis], cell[axis] - first, *cell[axis + 1 :]): slot for cell, slot in held.items()}


def border_states(
    swept: Sweep, states: StateSet, to: dict[int, int], after: Callable[[StateSet], StateSet]
) -> tuple[StateSet, Array]:
    """All states at a border that some lead to, slice by slice, and the codes of those after one more slice.

    `after` makes the states after a slice from those before it, `to` takes its slots to those before.
    """
    while True:
        codes = renamed(swept, after(states).codes, to, states.bits)
        if states.make_room(max((len(swept.labels[slot].values) for slot in to.values()), default=1)):
            continue
        reached = StateSet.of_codes(states.words, np.sort(codes), states.slots)
        union = StateSet(states.words, states.words.union(states.root, reached.root), states.slots)
        if union == states:
            return states, codes
        states = union


def general_states(swept: Sweep, states: StateSet, visited: tuple[int, int], axis: int) -> StateSet:
    """The states of general positions at a border, in the labels of a sweep with stuck players.

    The border is after the first of two numbers of visits, the next one after the second.
    """
    graph = swept.graph
    free = sweep(Problem(graph.board, game=graph.game), swept.order)
    before, behind = (border_slots(free, at, axis) for at in visited)
    compiler = OperatorCompiler(Marking.NOTHING)
    found, _ = border_states(
        free,
        StateSet.start(slots_of(free.locals)),
        {behind[key]: slot for key, slot in before.items()},
        lambda reached: compiler.forward(reached, free.locals[slice(*visited)])[1],
    )
    slots = border_slots(swept, visited[0], axis)
    held, mask = {}, (1 << found.bits) - 1
    for cell, slot in before.items():
        names = np.array([swept.labels[slots[cell]].index[m] for m in free.labels[slot].values])
        held[slots[cell]] = names[(found.codes >> found.bits * slot & mask).astype(np.int64)]
    states.make_room(1 + max((int(labels.max()) for labels in held.values()), default=0))
    codes = np.zeros(len(found), dtype=states.words.code)
    for slot, labels in held.items():
        codes |= labels.astype(codes.dtype) << states.bits * slot
    return StateSet.of_codes(states.words, np.sort(codes), states.slots)


class VisitMatrices:
    """Visits as sparse matrices, with weights by player; each different one is made once."""

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


def compile_rows(
    rows: int,
    *section: int,
    stuck: Iterable[int] = (),
    game: Game = DOMINEERING,
    report: Report = silent,
) -> list[Row]:
    """The rows of boards with up to `rows` rows over a cross-section, swept from the top.

    Adding up the states at which the board could end after row m gives the answer for the board of the first
    m rows. Equal rows share their operators.

    >>> found = compile_rows(3, 3)
    >>> [len(row.states) for row in found], found[1].visits == found[2].visits
    ([8, 8, 8], True)
    """
    board = Board.box(
        rows + 2 * reach(game) + 1, *section
    )  # so that no row that counts sees the lower border
    cells = lexicographic(board, range(board.dimension))
    swept = sweep(Problem(board, frozenset(stuck), game=game), tuple(cells))
    compiler = VisitMatrices()
    states, found = StateSet.start(slots_of(swept.locals)), []
    width = len(cells) // board.shape[0]
    for row in range(rows):
        visits, states = compiler.forward(states, swept.locals[row * width : (row + 1) * width], report)
        found.append(Row(visits, states, accepting_states(swept, (row + 1) * width, states)))
    return found
