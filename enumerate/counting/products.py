"""Products over the components of a board, and the memory that they take."""

from collections.abc import Callable, Iterable, Sequence
from heapq import heapify, heappop, heappush
from math import prod
from typing import TypeVar

from ..model.polynomial import Polynomial
from ..plan.question import Component
from ..rules.bounds import most_pieces, position_bound
from ..support.errors import about
from ..support.memory import CostEstimate, process_memory
from ..support.progress import cancellable
from ..support.settings import Settings

TERM_BYTES = 750  # of each term of a product with its exponents, while it is made, measured

Provenance = dict[str, object]  # how an answer was obtained
NO_POSITION: Provenance = {"engine": "none", "reason": "no way through the sweep covers every cell"}

Factor = TypeVar("Factor")


def merge_provenance(what: str, provenances: list[Provenance], number: int) -> Provenance:
    """How an answer was obtained that is made of a number of others, equal ones computed once."""
    if number == 1:
        return provenances[0]
    engines = dict.fromkeys(str(provenance["engine"]) for provenance in provenances)
    return {"engine": ", ".join(engines) or "none", what: number, f"different_{what}": provenances}


def small_first(
    factors: Iterable[Factor], size: Callable[[Factor], int], times: Callable[[Factor, Factor], Factor]
) -> Factor:
    """The product of one or more factors, always of the two smallest: only the last few products are long.

    >>> small_first(["a", "bcd", "ef"], len, lambda one, two: one + two)
    'bcdaef'
    """
    waiting = [(size(factor), number, factor) for number, factor in enumerate(factors)]
    heapify(waiting)
    for number in cancellable(range(len(waiting), 2 * len(waiting) - 1)):
        made = times(heappop(waiting)[-1], heappop(waiting)[-1])
        heappush(waiting, (size(made), number, made))
    return waiting[0][-1]


def polynomial_product(factors: Sequence[Polynomial], variables: int) -> Polynomial:
    """The product of polynomials.

    >>> print(polynomial_product([Polynomial.of({(1, 0): 1, (0, 0): 1})] * 3, 2))
    x^3 + 3x^2 + 3x + 1
    """
    if len(factors) < 2:
        return factors[0] if factors else Polynomial.one(variables)
    made = small_first((factor.to_flint() for factor in factors), len, lambda one, two: one * two)
    return Polynomial.from_flint(made)


def require_product(parts: Sequence[Component], settings: Settings) -> None:
    """Refuse parts of a board whose polynomials are small, but not their product."""
    if len(parts) < 2:
        return
    bits, most = 0, [0] * parts[0].problem.variables
    for part in cancellable(parts):
        board, game = part.problem.board, part.problem.game
        bits += part.times * position_bound(board, game).bit_length()
        for place, number in zip(part.axes, most_pieces(board, game), strict=True):
            most[place] += part.times * number
    terms = prod(number + 1 for number in most)
    what = f"the coefficients of a polynomial of up to {about(terms)} terms"
    held = process_memory()[0]
    memory = held + terms * (TERM_BYTES + bits // 4)
    instead = "Ask for the total (`enumerate count`), or for one statistic (--by)"
    CostEstimate(what, memory, instead=instead, held=held).require(settings.limit)
