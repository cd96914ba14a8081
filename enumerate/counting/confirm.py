"""A second opinion: an answer that is cheap to check is confirmed by a route that shares no shortcut with the
first one.

Whether and how an answer is checked is decided here and nowhere else, by the plan of the answer and by limits
on the work, so that the same question is always checked in the same way:

- of a tiny board all sets of placements are listed as bit masks;
- what a dictionary or the papers' matrices answered is eliminated placement by placement;
- what a compiled program answered is swept again, whole and from the other corner, modulo a prime.

The last two compare the value of the polynomial at one point modulo a prime.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ..model.polynomial import Polynomial
from ..plan.plan import EvaluatorChoice, Plan, Wanted, What
from ..rules.problem import Problem, bits, conflict_graph
from ..support.caches import cached
from ..support.errors import ComputationError, TooLargeError
from ..support.run import changed, unreported
from .elimination import eliminate

CHECK_SECONDS, CHECK_SHARE = 0.02, 0.1  # what a check may take: so much, or this share of the first route
MOST_CELLS, MOST_SETS = 16, 12_000  # of a board whose sets of placements are listed: about 5 ms
MOST_ELIMINATED = 150  # placements
SECONDS_PER_WORD = 1e-6  # of an elimination
FIELD_WIDTH = 5  # bits, for the number of pieces of one player and for the number of cells
POINT = 1_000_003, 2_000_003, 3_000_017  # values of x, y and z
CHECK_PRIME = 2**61 - 1  # for an elimination


def confirmed(plan: Plan, value: Any, plans: int = 1) -> str | None:
    """How the answer of one of so many plans was confirmed; None if no check is cheap enough.

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
    if len(problem.board) <= MOST_CELLS and wanted.what is not What.BOUNDS:
        listed = listed_sets(problem, MOST_SETS // plans)
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
    """The answer that the generating polynomial contains."""
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
def listed_sets(problem: Problem, most: int) -> Polynomial | None:
    """The generating polynomial from all sets of compatible placements; None if there are more than
    `most` of them."""
    graph, variables = conflict_graph(problem.game, problem.board), range(problem.variables)
    near = [bits(others) | 1 << vertex for vertex, others in enumerate(graph.neighbours)]
    stuck = bits(graph.of(problem.stuck))
    cells = FIELD_WIDTH * len(variables)
    piece = [
        (1 << FIELD_WIDTH * variable) + (len(set(placement.cells)) << cells) * problem.perfect
        for variable, placement in zip(graph.variables, graph.placements, strict=True)
    ]
    width = len(graph)
    sets = [(1 << width) - 1]  # for each set the placements that may still be played, and above its pieces
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
    """The value of the polynomial at a point; None if an elimination takes long or cannot say."""
    if problem.perfect or len(conflict_graph(problem.game, problem.board)) > MOST_ELIMINATED:
        return None
    arguments = problem.game, problem.board, problem.stuck, CHECK_PRIME, point
    try:
        with unreported(), changed(max_memory=None):  # the answer is kept for other runs
            return eliminate(*arguments, most_words=most_words)
    except TooLargeError:
        return None
