"""Confirmation: an answer that is cheap to check is computed again by a method without the same shortcuts.

Only this module decides whether and how to check an answer. The decision depends on the plan of the answer
and on limits on the work, so the same question is always checked in the same way:

- on a tiny board, all sets of placements are listed as bit masks;
- an answer of the dictionary or of the bar-state matrices is checked by elimination of placements;
- an answer of a compiled program is checked by a whole sweep from the opposite corner, modulo a prime.

The last two compare the value of the polynomial at one point modulo a prime.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..model.polynomial import Polynomial
from ..plan.plan import EvaluatorChoice, Plan, Wanted, What
from ..rules.problem import Problem, bits, conflict_graph
from ..support.caches import cached
from ..support.errors import ComputationError, TooLargeError
from ..support.run import current, within
from .elimination import eliminate

CHECK_SECONDS, CHECK_SHARE = 0.02, 0.1  # a check may take this time, or this share of the first computation
MAX_LISTED_CELLS, MAX_LISTED_SETS = 16, 12_000  # listing takes about 5 ms
MAX_ELIMINATED_PLACEMENTS = 150
SECONDS_PER_WORD = 1e-6  # of an elimination
FIELD_WIDTH = 5  # bits for the number of pieces of one player, and for the number of cells
POINT = 1_000_003, 2_000_003, 3_000_017  # values of x, y and z
CHECK_PRIME = 2**61 - 1  # for an elimination


def confirmed(plan: Plan, value: Any, plans: int = 1) -> str | None:
    """The method that confirmed the answer of one of `plans` plans; None if no check is cheap enough.

    >>> from enumerate import Board
    >>> from enumerate.plan.plan import TOTAL, Engine, plan
    >>> from enumerate.support.run import Settings
    >>> small = plan(Problem(Board.rectangle(4, 4), frozenset()), TOTAL, Engine.AUTO, Settings())
    >>> confirmed(small, 10012)
    'brute force'
    >>> confirmed(small, 10013)
    Traceback (most recent call last):
        ...
    enumerate.ComputationError: brute force contradicts the answer: the computation is not trusted
    """
    problem, wanted = plan.problem, plan.wanted
    share = CHECK_SHARE * plan.need.seconds
    seconds = max(CHECK_SECONDS, share) / plans
    if len(problem.board) <= MAX_LISTED_CELLS and wanted.what is not What.BOUNDS:
        listed = listed_sets(problem, MAX_LISTED_SETS // plans, wanted.what is What.TOTAL)
        if listed is not None:
            return _agreed("brute force", value == reduced(listed, wanted)[0])
    if wanted.what not in (What.TOTAL, What.POLYNOMIAL):
        return None
    point = POINT[: problem.variables] if wanted.what is What.POLYNOMIAL else (1,) * problem.variables
    if plan.evaluator in (EvaluatorChoice.DICTIONARY, EvaluatorChoice.BARSTATE):
        prime, how = CHECK_PRIME, f"elimination modulo {CHECK_PRIME}"
        other = eliminated(problem, point, int(seconds / SECONDS_PER_WORD))
    else:
        from ..reconstruct.answers import swept_again

        prime, other = swept_again(problem, point, seconds)
        how = f"a whole sweep from the other corner, modulo {prime}"
    return None if other is None else _agreed(how, other == _value(value, point, prime))


def _agreed(how: str, agrees: bool) -> str:
    if not agrees:
        raise ComputationError(f"{how} contradicts the answer: the computation is not trusted")
    return how


def _value(answer: Any, point: Sequence[int], prime: int) -> int:
    """A total, or the value of a polynomial at a point, modulo a prime."""
    if isinstance(answer, int):
        return answer % prime
    value = 0
    for monomial, count in answer:
        for variable, exponent in zip(point, monomial, strict=True):
            count = count * pow(variable, exponent, prime) % prime
        value += count
    return value % prime


def reduced(polynomial: Polynomial, wanted: Wanted) -> tuple[Any, dict[str, object]]:
    """The wanted answer, computed from the generating polynomial."""
    provenance = dict(polynomial.provenance)
    match wanted.what:
        case What.TOTAL:
            return polynomial.total, provenance
        case What.DIFFERENCES:
            return polynomial.restrict(wanted.differences).total, provenance
        case What.SUMS:
            from ..model.weights import sums_of

            return sums_of(polynomial, wanted.weights, wanted.grades), provenance
    return polynomial, provenance


@cached(64)
def listed_sets(problem: Problem, most: int, is_total: bool = False) -> Polynomial | None:
    """The generating polynomial (for a total: at x = y = z = 1) from a list of all sets of compatible
    placements; None if there are more than `most` sets."""
    graph, variables = conflict_graph(problem.game, problem.board), range(problem.variables)
    near = [bits(others) | 1 << vertex for vertex, others in enumerate(graph.neighbours)]
    stuck = bits(graph.of(problem.stuck))
    cells = FIELD_WIDTH * len(variables)
    piece = [
        (not is_total) * (1 << FIELD_WIDTH * variable)
        + problem.perfect * (len(set(placement.cells)) << cells)
        for variable, placement in zip(graph.variables, graph.placements, strict=True)
    ]
    width = len(graph)
    sets = [(1 << width) - 1]  # for each set: the placements still possible, and above them its pieces
    for vertex, others in enumerate(near):
        added, bit = piece[vertex] << width, 1 << vertex
        sets += [(each & ~others) + added for each in sets if each & bit]
        if len(sets) > most:
            return None
    numbers = Counter([each >> width for each in sets if not each & stuck])
    field = (1 << FIELD_WIDTH) - 1
    terms = {
        tuple([pieces >> FIELD_WIDTH * variable & field for variable in variables]): number
        for pieces, number in numbers.items()
        if not problem.perfect or pieces >> cells == len(problem.board)
    }
    return Polynomial.of(terms, len(variables))


@cached(64)
def eliminated(problem: Problem, point: tuple[int, ...], most_words: int) -> int | None:
    """The value of the polynomial at a point; None if elimination takes too long or is not supported."""
    if problem.perfect or len(conflict_graph(problem.game, problem.board)) > MAX_ELIMINATED_PLACEMENTS:
        return None
    arguments = problem.game, problem.board, problem.stuck, CHECK_PRIME, point
    try:
        # the answer is cached for runs with other settings
        with within(replace(current().quiet(), max_memory=None)):
            return eliminate(*arguments, most_words=most_words)
    except TooLargeError:
        return None
