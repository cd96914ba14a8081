"""Positions of least cost: by a dictionary on small boards, by `prices.py` on larger ones.

`extremes.py` and `alpha.py` call `optimum`. Read `evaluators/dictionary.py` first.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from ..evaluators.dictionary import DictionarySweep, OverBudgetError
from ..rules.problem import Conflicts, NoPositionError, Problem, conflict_graph
from ..sweep.orders import narrowest_order

STATE_BUDGET = 10_000  # states of a dictionary over all visits: about a tenth of a second
STATE_BUDGET_BY_DIFFERENCE = 1_000  # the same if a state has a value for each difference
MAX_DICTIONARY_CELLS = 300

Link = tuple[int, "Link"] | None  # the placements of a position, as a linked list
# for each difference, the best positions with their costs, and the number of positions of least cost
Values = dict[int, tuple[tuple[tuple[int, Link], ...], int]]


class Optimum(NamedTuple):
    """The best positions, cheapest first, and the number of positions of least cost (if counted)."""

    costs: list[int]
    placements: list[list[int]]  # of each position, as numbers of the conflict graph
    number: int | None


def optimum(
    problem: Problem,
    costs: Sequence[int],
    differences: Collection[int] | None,
    k: int = 1,
    counted: bool = False,
) -> Optimum | None:
    """The k best positions of a problem, if placement i costs costs[i]; None if there is no position.

    With `differences`, only positions with one of these differences Left - Right are considered. With
    `counted`, the positions of least cost are counted; then `differences` must be None.
    """
    graph = conflict_graph(problem.game, problem.board)
    moves = [0] * len(graph)
    if differences is not None:
        moves = [(1, -1)[variable] for variable in graph.variables]
    if len(problem.board) <= MAX_DICTIONARY_CELLS:
        try:
            return _by_dictionary(problem, graph, costs, moves, differences or (0,), k)
        except OverBudgetError:
            pass
    from .prices import by_prices

    try:
        found = by_prices(problem, graph, costs, differences, k, counted)
    except NoPositionError:
        return None
    return None if found is None else Optimum(*found)


def _by_dictionary(
    problem: Problem,
    graph: Conflicts,
    costs: Sequence[int],
    moves: Sequence[int],
    wanted: Collection[int],
    k: int,
) -> Optimum | None:
    """The answer for a small board, from the best positions for each state and difference."""

    def scale(values: Values, weight: tuple[int, int, int]) -> Values:
        placement, cost, move = weight
        return {
            d + move: (tuple([(c + cost, (placement, link)) for c, link in best]), number)
            for d, (best, number) in values.items()
        }

    def add(one: Values, other: Values) -> Values:
        sums = dict(one)
        for d, (best, number) in other.items():
            if d in sums:
                known, times = sums[d]
                low, high = known[0][0], best[0][0]
                number = (times if low <= high else 0) + (number if high <= low else 0)
                best = tuple(sorted(best + known, key=lambda found: found[0])[:k])
            sums[d] = best, number
        return sums

    order = narrowest_order(problem.board, problem.game)
    swept = DictionarySweep(graph, problem.stuck, order, problem.perfect)
    weights = [(q, costs[q], moves[q]) for q in range(len(graph))]
    empty: Values = {0: (((0, None),), 1)}
    values = swept.evaluate(
        empty, weights, scale, add, STATE_BUDGET_BY_DIFFERENCE if any(moves) else STATE_BUDGET
    )
    found: Values = {}
    for d in wanted:
        if values is not None and d in values:
            found = add(found, {0: values[d]})
    if not found:
        return None
    best, number = found[0]
    placements: list[list[int]] = []
    for _, link in best:
        placements.append([])
        while link is not None:
            placement, link = link
            placements[-1].append(placement)
    return Optimum([cost for cost, _ in best], [sorted(each) for each in placements], number)
