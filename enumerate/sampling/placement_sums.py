"""How much of all weight lies on each placement: one sweep back, then one onward that meets it.

The positions in which a placement is played are the ways to a state before the visit at which it starts,
times the completions of the state that playing it leads to.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import islice

import numpy as np

from ..rules.conflicts import conflict_graph
from ..rules.problem import NoPositionError, Problem
from ..support.settings import Settings
from ..sweep.diagram import Array
from .backward import BackwardTable
from .walk import walked
from .weighing import IntegerWeights

BACK = 0.4  # share of the time of the sweep back


def placement_sums(
    task: Problem, weights: Sequence[Fraction] | None, settings: Settings, given: int | None = None
) -> tuple[Fraction, list[Fraction]]:
    """The weight of all positions, and that of those with each placement, in the order of the conflict graph.

    `weights` are those of the placements, None if all are 1. Only positions with the placement `given` count.

    >>> from enumerate.model.board import Board
    >>> total, sums = placement_sums(Problem(Board.rectangle(2, 2), frozenset()), None, Settings(), given=0)
    >>> int(total), [int(each) for each in sums]
    (2, [2, 0, 1, 0])
    """
    graph = conflict_graph(task.game, task.board)
    sums = [0] * len(graph)
    order = walked(task.board, task.stuck, task.game)
    integers = IntegerWeights.of(graph, order, weights)
    scale = integers.scale
    if given is not None:
        integers = integers.given(graph, order, given)
    back, onward = settings.cut([BACK, 1 - BACK], ["back", "onward"])
    try:
        table = BackwardTable(task, order, settings=back, weights=integers)
    except NoPositionError:
        return Fraction(0), [Fraction(0)] * len(graph)
    counting = table.counting
    ways = counting.start()
    known: dict[tuple[object, int, int], Array] = {}  # rows that repeat have equal steps
    for moment, completions in enumerate(islice(table.ascending(), 1, None)):
        onward.report(moment, len(order))
        key = (table.swept.locals[moment], id(table.codes[moment]), id(table.codes[moment + 1]))
        if key not in known:
            is_possible, after = table.moves(moment, table.codes[moment])
            known[key] = np.where(is_possible, after, -1).astype(np.int32).T
        for q, partner in zip(table.swept.starting[moment], known[key][1:], strict=True):
            factor = integers.placements[q]
            if factor and (partner >= 0).any():
                sums[q] = factor * counting.inner_product(ways, completions, partner)
        ways = table.forward(moment, ways)
    (total,) = counting.take(table.first, np.zeros(1, dtype=np.int64))
    return Fraction(total, scale), [Fraction(each, scale) for each in sums]
