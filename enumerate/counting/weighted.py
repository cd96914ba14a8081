"""Sums of weights over the positions of a task, by a statistic: the way to values, marginals and moments.

Small boards have their polynomial at once and are summed from it; others take lanes, as many as there are
different values of the statistic. `ball_task` trades exactness for one floating-point sweep.
"""

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Any

from ..algebras.plain import is_small
from ..frontier.task import Task
from ..model.marginal import By
from ..model.weights import Weight
from ..rules.symmetry import Turned, canonical_parts
from ..support.memory import Need
from ..support.settings import Settings
from .engines import Engine
from .positions import How, part_of, polynomial_task, together
from .products import small_first

if TYPE_CHECKING:
    from ..algebras.floats import Ball
    from ..frontier.program import Mirrored, Program
    from ..lanes.weighted import WeightedPlan

FLOAT_BYTES, PER_FLOAT = 32, 1e-9  # of memory for each state, seconds for each transition
Gaussian = tuple[Fraction, Fraction]  # real and imaginary part
Sums = dict[int, Gaussian]  # by the statistic
ONE: Gaussian = (Fraction(1), Fraction(0))
ZERO: Gaussian = (Fraction(0), Fraction(0))
ONES = (Weight.of(1), Weight.of(1))
Polynomials = tuple[Any, Any]  # of python-flint, real and imaginary


def times(one: Gaussian, two: Gaussian) -> Gaussian:
    """The product of complex numbers.

    >>> times((Fraction(0), Fraction(1)), (Fraction(0), Fraction(1)))
    (Fraction(-1, 1), Fraction(0, 1))
    """
    return one[0] * two[0] - one[1] * two[1], one[0] * two[1] + one[1] * two[0]


def power(base: Gaussian, exponent: int) -> Gaussian:
    """A power of a complex number.

    >>> power((Fraction(1), Fraction(1)), 4)
    (Fraction(-4, 1), Fraction(0, 1))
    """
    if not base[1]:
        return base[0] ** exponent, Fraction(0)
    result = ONE
    for bit in bin(exponent)[2:]:
        result = times(result, result)
        result = times(result, base) if bit == "1" else result
    return result


def sums_task(
    task: Task, weights: Sequence[Weight], grades: Sequence[int], settings: Settings
) -> tuple[Sums, How]:
    """The sum of the weights of a task's positions for each value of the statistic, and how it was obtained.

    A domino of player a adds grades[a] to the statistic.

    >>> from enumerate.model.board import Board
    >>> board, ones = Board.rectangle(2, 2), (Weight.of(1), Weight.of(1))
    >>> sums, _ = sums_task(Task(board, frozenset()), ones, (1, -1), Settings())
    >>> {difference: str(real) for difference, (real, _) in sums.items()}
    {-2: '1', -1: '2', 0: '1', 1: '2', 2: '1'}
    """
    if is_small(task) and settings.runner is None:
        return _small(task, weights, grades, settings)
    from ..frontier.estimate import points_expected
    from ..frontier.task import NoPositionError
    from ..lanes.answers import answer

    try:
        points = points_expected(task, by_size=True) if any(grades) else 1
        return answer(
            task, lambda program, total: _plan(program, weights, grades, total, settings), settings, points
        )
    except NoPositionError:
        return {}, {"engine": "none", "reason": "no way through the sweep covers every cell"}


def sums_needs(whole: Task, grades: Sequence[int], settings: Settings) -> list[Need]:
    """What the sums over each part of a board will take."""
    from ..frontier.estimate import lanes_need, points_expected

    parts = [
        part_of(whole, turned, settings)
        for turned, _ in canonical_parts(whole.board, whole.stuck, whole.game)
    ]
    return [
        Need("a few states")
        if is_small(part)
        else lanes_need(part, settings, points_expected(part, by_size=True) if any(grades) else 1)[0]
        for part in parts
    ]


def _small(
    task: Task, weights: Sequence[Weight], grades: Sequence[int], settings: Settings
) -> tuple[Sums, How]:
    """From the polynomial."""
    polynomial = polynomial_task(task, Engine.PACKED, settings)
    sums: Sums = {}
    powers = [{0: ONE} for _ in weights]
    for monomial, count in polynomial:
        value = (Fraction(count), Fraction(0))
        for known, weight, exponent in zip(powers, weights, monomial, strict=True):
            if exponent not in known:
                known[exponent] = power((weight.real, weight.imaginary), exponent)
            value = times(value, known[exponent])
        place = sum(grade * exponent for grade, exponent in zip(grades, monomial, strict=True))
        before = sums.get(place, ZERO)
        sums[place] = before[0] + value[0], before[1] + value[1]
    return {place: sums[place] for place in sorted(sums) if any(sums[place])}, dict(polynomial.provenance)


def _plan(
    program: "Program | Mirrored",
    weights: Sequence[Weight],
    grades: Sequence[int],
    total: int,
    settings: Settings,
) -> "WeightedPlan":
    """The lanes that give the sums, with a proved bound on all of them."""
    from ..algebras.least import least
    from ..lanes.weighted import WeightedPlan, common_denominator

    def most(costs: Sequence[int]) -> int:
        return -(least(program, [-cost for cost in costs]) or 0)

    low, high = ((least(program, grades) or 0), most(grades)) if any(grades) else (0, 0)
    denominator = common_denominator(weights, most)
    bound = ceil(modulus_bound(program, weights, total) * denominator)
    return WeightedPlan(tuple(weights), tuple(grades), (low, high), denominator, bound, settings.skip_primes)


def modulus_bound(program: "Program | Mirrored", weights: Sequence[Weight], total: int) -> Fraction:
    """A proved bound on the sum of the absolute weights of the positions, at most `total` of them."""
    sizes = [weight.modulus_bound for weight in weights]
    greatest = max(sizes)
    if greatest <= 1:
        return Fraction(total)
    from ..algebras.floats import weighted_ball

    ball = weighted_ball(program, sizes)
    return ball.upper if ball is not None else total * greatest ** len(program.task.board)


def ball_task(task: Task, weights: Sequence[Weight], settings: Settings) -> tuple["Ball | None", How]:
    """The sum of the weights of all positions between proved bounds, by one sweep in floating point.

    None where some weight is not real and positive, or where floats cannot prove enough.
    """
    if not all(weight.is_real and weight.real >= 0 for weight in weights):
        return None, {}
    from ..algebras.floats import weighted_ball
    from ..frontier.estimate import states_need, transition_bound
    from ..frontier.program import compile_task

    settings.expect(states_need(task, settings, FLOAT_BYTES, seconds=transition_bound(task) * PER_FLOAT))
    program = compile_task(task, settings.report)
    ball = weighted_ball(program, [weight.real for weight in weights], settings.report)
    return ball, {"engine": "floats", "states": program.states}


def graded_sums(
    parts: Sequence[tuple[int, Task, object]],
    weights: Sequence[Weight],
    grades: Sequence[int],
    settings: Settings,
) -> tuple[Sums, How]:
    """The sums of weights by a statistic for a whole board: summands with their signs, parts multiplied.

    >>> from enumerate.model.board import Board
    >>> task, ones = Task(Board.parse("..#.."), frozenset()), (Weight.of(1), Weight.of(1))
    >>> sums, _ = graded_sums([(1, task, None)], ones, (1, 1), Settings())
    >>> [int(real) for real, _ in sums.values()]
    [1, 2, 1]
    """
    total: Sums = {}
    hows = []
    shares = iter(
        settings.shared([need for _, whole, _ in parts for need in sums_needs(whole, grades, settings)])
    )
    for sign, whole, _ in parts:
        factors: list[tuple[Sums, int]] = []
        found: list[How] = []
        pieces = canonical_parts(whole.board, whole.stuck, whole.game)
        for (turned, order), number in pieces.items():
            task, mine = part_of(whole, turned, settings), [weights[a] for a in order]
            own, how = sums_task(task, mine, [grades[a] for a in order], next(shares))
            factors.append((own, number))
            found.append(how)
        total = _added(total, convolved(factors), sign)
        hows.append(together("parts", found, sum(pieces.values())))
    return total, together("summands", hows, len(hows))


def play_of_parts(
    parts: Counter[tuple[Turned, tuple[int, ...]]],
    differences: tuple[int, ...],
    shares: Iterator[tuple[Task, Settings]],
) -> tuple[int, How]:
    """The number of positions with these differences, from the differences in each part."""
    made: dict[Turned, Sums] = {}
    factors, hows = [], []
    for (turned, axes), times in parts.items():
        if turned not in made:
            part, share = next(shares)
            made[turned], how = sums_task(part, ONES, By.DIFFERENCE.grades(2), share)
            hows.append(how)
        sign = 1 if axes == (0, 1) else -1
        factors.append(({sign * difference: sums for difference, sums in made[turned].items()}, times))
    sums = convolved(factors)
    total = sum(int(sums[difference][0]) for difference in differences if difference in sums)
    return total, together("parts", hows, sum(parts.values()))


def convolved(factors: Sequence[tuple[Sums, int]]) -> Sums:
    """Boards side by side, each so many times: statistics add, weights multiply.

    >>> {k: str(real) for k, (real, _) in convolved([({0: ONE, 1: ONE}, 3)]).items()}
    {0: '1', 1: '3', 2: '3', 3: '1'}
    """
    if not all(sums for sums, _ in factors):
        return {}
    if len(factors) == 1 and factors[0][1] == 1:
        return factors[0][0]
    if all(set(sums) == {0} for sums, _ in factors):
        value = ONE
        for sums, number in factors:
            value = times(value, power(sums[0], number))
        return {0: value}
    lows = [min(sums) for sums, _ in factors]
    powers = (
        _power(_as_polynomials(sums, low), number) for (sums, number), low in zip(factors, lows, strict=True)
    )
    made = small_first(powers, lambda pair: max(part.degree() for part in pair), _product)
    low = sum(low * number for low, (_, number) in zip(lows, factors, strict=True))
    real, imaginary = ([Fraction(int(c.p), int(c.q)) for c in part.coeffs()] for part in made)
    pairs_of = itertools.zip_longest(real, imaginary, fillvalue=Fraction(0))
    return {low + place: value for place, value in enumerate(pairs_of) if any(value)}


def _as_polynomials(sums: Sums, low: int) -> Polynomials:
    """The real and the imaginary parts as polynomials in the statistic, from `low` on."""
    import flint

    def part(which: int) -> Any:
        values = [sums.get(low + place, ZERO)[which] for place in range(max(sums) - low + 1)]
        return flint.fmpq_poly([flint.fmpq(value.numerator, value.denominator) for value in values])

    return part(0), part(1)


def _product(one: Polynomials, two: Polynomials) -> Polynomials:
    if not one[1] and not two[1]:
        return one[0] * two[0], one[1]
    return one[0] * two[0] - one[1] * two[1], one[0] * two[1] + one[1] * two[0]


def _power(base: Polynomials, exponent: int) -> Polynomials:
    if not base[1]:
        return base[0] ** exponent, base[1]
    result = base
    for bit in bin(exponent)[3:]:
        result = _product(result, result)
        result = _product(result, base) if bit == "1" else result
    return result


def _added(one: Sums, two: Sums, sign: int) -> Sums:
    """one + sign * two, ascending, without zeros."""
    places = sorted({*one, *two})
    pairs = [(place, one.get(place, ZERO), two.get(place, ZERO)) for place in places]
    sums = {place: (a[0] + sign * b[0], a[1] + sign * b[1]) for place, a, b in pairs}
    return {place: value for place, value in sums.items() if any(value)}
