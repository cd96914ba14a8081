"""How much of all weight lies on each placement: one sweep back, then one onward that meets it.

The positions in which a placement is played are the ways to a state before the visit at which it starts,
times the completions of the state that playing it leads to.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from ..rules.conflicts import conflict_graph, conflict_parts
from ..rules.problem import NoPositionError, Problem
from ..support.settings import Settings
from ..sweep.diagram import Array
from ..sweep.profile import best_order
from .backward import BackwardTable
from .walk import Visits

BACK = 0.4  # share of the time of the sweep back


def placement_sums(task: Problem, factors: Sequence[int], settings: Settings) -> tuple[int, list[int]]:
    """The weight of all positions, and that of those with each placement, in the order of the conflict graph.

    Weights are integers on the scale of `integer_factors`.

    >>> from enumerate.model.board import Board
    >>> placement_sums(Problem(Board.rectangle(2, 2), frozenset()), (1, 1, 1, 1), Settings())
    (7, [2, 2, 2, 2])
    """
    graph = conflict_graph(task.game, task.board)
    sums = [0] * len(graph)
    order = [
        cell
        for part in conflict_parts(task.game, task.board)
        for cell in best_order(part, task.stuck, task.game)
    ]
    back, onward = settings.cut([BACK, 1 - BACK], ["back", "onward"])
    try:
        table = BackwardTable(task, order, settings=back, factors=factors)
    except NoPositionError:
        return 0, sums
    counting = table.counting
    ways = counting.start()
    known: dict[tuple[object, int, int], list[tuple[int, Array]]] = {}  # rows that repeat have equal steps
    for moment, completions in enumerate(islice(table.ascending(), 1, None)):
        onward.report(moment, len(order))
        local, starting = table.swept.locals[moment], table.swept.starting[moment]
        key = (local, id(table.codes[moment]), id(table.codes[moment + 1]))
        if key not in known:
            visits = Visits(local, starting, table.label_bits)
            known[key] = list(_partners(visits, len(starting), *table.codes[moment : moment + 2]))
        for number, partner in known[key]:
            q = starting[number]
            sums[q] = factors[1 + graph.variables[q]] * counting.inner_product(ways, completions, partner)
        ways = table.forward(moment, ways)
    return table.first[0], sums


def _partners(
    visits: Visits, plays: int, sources: Sequence[int], targets: Sequence[int]
) -> Iterator[tuple[int, Array]]:
    """For each placement that may be played, the state after it for each state before it; -1 for none."""
    is_wide = isinstance(sources, list) or isinstance(targets, list)
    word: Any = int if is_wide else np.uint64
    before, after = (np.array(codes, dtype=object if is_wide else word) for codes in (sources, targets))
    touched = before & word(visits.mask)
    rest = before ^ touched
    partner = np.full((plays, len(before)), -1, dtype=np.int32)
    left = np.arange(len(before))
    while len(left):
        here = touched[left] == touched[left[0]]
        states, left = left[here], left[~here]
        for order, decision, code, _ in visits.options(int(touched[states[0]])):
            if decision is not None:
                partner[order - 1, states] = np.searchsorted(after, rest[states] | word(code))
    for number in range(plays):
        if (partner[number] >= 0).any():
            yield number, partner[number]
