"""Calls that force one way to an answer: the compiled sweep, a fold, a trace, the dense kernel, an evaluator.

Each function returns None where the predicate of its shortcut does not allow it.
"""

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple
from unittest.mock import patch

from packed import packed_polynomial

from enumerate import Board, Game, InputError, Position
from enumerate.compiler import program
from enumerate.compiler.operators import Marking, OperatorCompiler
from enumerate.compiler.program import Program, compile_mirrored, compile_program, evaluate
from enumerate.compiler.trace import compile_trace, trace_axis
from enumerate.counting.elimination import eliminate
from enumerate.evaluators.dense import dense_residues, supports
from enumerate.evaluators.floats import weighted_ball
from enumerate.evaluators.integers import checked_total
from enumerate.evaluators.points import EvaluationPoint
from enumerate.evaluators.residues import Residues
from enumerate.plan import plan
from enumerate.plan.strategy import compile_best
from enumerate.reconstruct.answers import run_block, total_by_primes
from enumerate.rules.problem import NoPositionError, Problem, position_bound
from enumerate.sweep.orders import lexicographic
from enumerate.sweep.sweep import PeriodicSweep, sweep

__all__ = [
    "compiled",
    "dense",
    "eliminated",
    "evaluated",
    "extreme",
    "folded",
    "is_listed",
    "listed",
    "named",
    "ranked",
    "terms",
    "traced",
    "unshortened",
    "whole",
]

PRIMES = (1073741789, 1073741783, 101)
WEIGHTS = (Fraction(1, 2), Fraction(1), Fraction(5, 3), Fraction(7))


class Sampled(NamedTuple):
    """Values of a polynomial at points: modulo a prime, exact, or between two bounds."""

    points: Sequence[tuple[Any, ...]]
    low: Sequence[Any]
    high: Sequence[Any]
    primes: Sequence[int] = ()


def agrees(found: Sampled, terms: dict[tuple[int, ...], int]) -> bool:
    """Whether the values are those of the polynomial with these terms."""
    for number, (point, low, high) in enumerate(zip(found.points, found.low, found.high, strict=True)):
        value = sum(times * prod(w**e for w, e in zip(point, m, strict=False)) for m, times in terms.items())
        if found.primes:
            value %= found.primes[number]
        if not low <= value <= high:
            return False
    return True


# -- public answers ------------------------------------------------------------------------------


def compiled(call: Callable[[], Any]) -> Any:
    """The answer without the dictionary: small boards are compiled, too."""
    with patch.object(plan, "small_answer", lambda problem, is_total: None):
        return call()


def named(position: Position) -> frozenset:
    """A position as the oracle names it: numbers of pieces and where they are put down."""
    return frozenset((placed.piece, placed.at) for placed in position.placements)


def listed(positions: Any) -> tuple[int, list[frozenset], list[int]]:
    """The total of a list, its positions, and their ranks."""
    found = list(positions.listing())
    return positions.total, [named(position) for position in found], positions.ranks(found)


def is_listed(positions: Any, position: Position) -> bool:
    """Whether a list has a number for a position."""
    try:
        return bool(positions.position(positions.rank(position)) == position)
    except InputError:
        return False


def extreme(found: Any) -> tuple[int, frozenset] | None:
    """The number of pieces and the witness."""
    return None if found is None else (found.dominoes, named(found.witness))


def ranked(found: Any) -> tuple[int, list[tuple[Any, frozenset]]] | None:
    """The number of optima, and the best positions with their costs."""
    return (
        None if found is None else (found.number, [(cost, named(position)) for cost, position in found.best])
    )


TOO_WIDE = "too wide"


def terms(call: Callable[[], list[Any]]) -> list[Any] | str | None:
    """The terms of a recurrence; None if it is refused because tall boards have no position, and `TOO_WIDE`
    if its strip has too many states."""
    try:
        return call()
    except InputError as error:
        if "tall boards have no such positions" in str(error):
            return None
        if "are supported: choose a narrower one" in str(error):
            return TOO_WIDE
        raise


# -- programs ------------------------------------------------------------------------------------


def terms_of(make: Callable[[], Program | None]) -> dict[tuple[int, ...], int] | None:
    """The polynomial of a program in exact integers; without a program, None."""
    try:
        program = make()
        return None if program is None else packed_polynomial(program).coefficients()
    except NoPositionError:
        return {}


def order_along(board: Board, axis: int) -> list[tuple[int, ...]]:
    """The cells slice by slice along an axis."""
    return lexicographic(board, [axis, *(a for a in range(board.dimension) if a != axis)])


def whole(board: Board, game: Game, stuck: Sequence[int], perfect: bool, axis: int = 0) -> Any:
    """The polynomial by a whole sweep along an axis."""
    task = Problem(board, frozenset(stuck), perfect=perfect, game=game)
    return terms_of(lambda: compile_program(task, order_along(board, axis)))


def folded(board: Board, game: Game, stuck: Sequence[int], perfect: bool, axis: int = 0) -> Any:
    """The polynomial by half a sweep along an axis and a two-sided fold."""
    task = Problem(board, frozenset(stuck), perfect=perfect, game=game)
    return terms_of(lambda: compile_mirrored(task, order_along(board, axis)))


def traced(board: Board, game: Game, stuck: Sequence[int], perfect: bool) -> Any:
    """The polynomial by a trace around a periodic axis, also on tori where the plan sweeps both ends."""
    task = Problem(board, frozenset(stuck), perfect=perfect, game=game)
    return None if trace_axis(task) is None else terms_of(lambda: compile_trace(task))


def unshortened(board: Board, game: Game, stuck: Sequence[int], perfect: bool, axis: int = 0) -> Any:
    """The polynomial by a whole sweep without the periodic sweep: every visit of a long board is made."""
    with patch.object(program, "periodic_sweep", lambda problem, order: PeriodicSweep(sweep(problem, order))):
        return whole(board, game, stuck, perfect, axis)


def program_of(way: str, task: Problem, weighted: bool) -> Program | None:
    """The program of a task, made in one way along the first axis; None if that way is not allowed."""
    compiler = OperatorCompiler(Marking.PLAYER if weighted else Marking.NOTHING)
    if way == "traced":
        return None if trace_axis(task) is None else compile_trace(task, compiler)
    if way == "best":
        return compile_best(task, weighted=weighted)
    make = compile_program if way == "whole" else compile_mirrored
    return make(task, order_along(task.board, 0), compiler)


def evaluated(
    way: str, evaluator: str, board: Board, game: Game, stuck: Sequence[int], perfect: bool, seed: int = 0
) -> Sampled | None:
    """Values of the polynomial by one program and one evaluator."""
    task = Problem(board, frozenset(stuck), perfect=perfect, game=game)
    chance, variables = random.Random(seed), task.variables
    is_total = evaluator in ("integers", "primes")
    ones = [(1,) * variables]
    try:
        program = program_of(way, task, weighted=not is_total)
    except NoPositionError:
        return Sampled(ones, [0], [0])
    if program is None or (is_total and program.cycles is not None):
        return None
    if evaluator == "integers":
        total = checked_total(program, 1)
        return Sampled(ones, [total], [total])
    if evaluator == "primes":
        total = total_by_primes(program, position_bound(board, game), 1)
        return Sampled(ones, [total], [total])
    if evaluator == "floats":
        weights = [chance.choice(WEIGHTS) for _ in range(variables)]
        ball = weighted_ball(program, weights)
        return None if ball is None else Sampled([tuple(weights)], [ball.lower], [ball.upper])
    points = lanes_for(chance, variables)
    if program.cycles is not None:
        found = run_block(program, points)
    else:  # without the dense kernel
        found = evaluate(program, Residues(program.programs, points, None))[: len(points)]
    return sampled(points, found)


def lanes_for(chance: random.Random, variables: int, least: int = 0) -> list[EvaluationPoint]:
    """Some evaluation points modulo each prime; the number of them is not a multiple of anything."""
    number = chance.randint(1, 5)
    return [
        EvaluationPoint(prime, tuple(chance.randrange(least, prime) for _ in range(variables)))
        for prime in PRIMES
        for _ in range(number)
    ]


def sampled(points: Sequence[EvaluationPoint], found: Sequence[int]) -> Sampled:
    """Residues as values at points."""
    assert len(found) == len(points)
    return Sampled([point.values for point in points], found, found, [point.prime for point in points])


def dense(board: Board, game: Game, stuck: Sequence[int], perfect: bool, seed: int = 0) -> Sampled | None:
    """Values of the polynomial by the dense kernel, for all positions of dominoes on a rectangle."""
    task = Problem(board, frozenset(stuck), perfect=perfect, game=game)
    points = lanes_for(random.Random(seed), task.variables, least=1)
    return sampled(points, dense_residues(board.shape, points)) if supports(task, points) else None


def eliminated(
    board: Board, game: Game, stuck: Sequence[int], perfect: bool, seed: int = 0
) -> Sampled | None:
    """Values of the polynomial by elimination of placements, without any sweep."""
    if perfect:
        return None
    points = lanes_for(random.Random(seed), Problem(board, game=game).variables)[:: len(PRIMES)]
    return sampled(points, [eliminate(game, board, frozenset(stuck), p.prime, p.values) for p in points])
