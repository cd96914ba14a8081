"""Carry out plans: each different component once, then products over components and sums over terms."""

from collections.abc import Sequence
from typing import Any

from ..model.polynomial import Polynomial
from ..model.weights import Weight
from ..plan.plan import LIMB, Engine, Evaluator, Plan, Wanted, What, plans
from ..plan.question import Component, Term
from ..plan.small import dictionary_polynomial, dictionary_total
from ..rules.problem import NoPositionError, Problem
from ..support.settings import Settings
from ..support.writing import digits
from .products import NO_POSITION, How, together
from .weighted import Sums, added, convolved, sums_of, weighted_plan

Answers = dict[tuple[Problem, Wanted], tuple[Any, How]]


def solve(terms: Sequence[Term], wanted: Wanted, engine: Engine, settings: Settings) -> Answers:
    """The answers for all different components of the terms. One announcement speaks for all of them, and
    nothing starts if one of them cannot fit."""
    planned = plans(terms, wanted, engine, settings)
    shares = settings.shared([plan.need for plan in planned.values()])
    return {key: run(plan, share) for (key, plan), share in zip(planned.items(), shares, strict=True)}


def provenance(term: Term, components: Sequence[Component], wanted: Wanted, answers: Answers) -> How:
    """How the answer of a term was obtained."""
    keys = dict.fromkeys((part.task, wanted.of(term, part, len(components))) for part in components)
    return together("parts", [answers[key][1] for key in keys], sum(part.times for part in components))


def run(plan: Plan, settings: Settings) -> tuple[Any, How]:
    """The answer of one plan, and how it was obtained."""
    settings.report(0, 1)
    try:
        return _run(plan, settings)
    except NoPositionError:
        nothing = Polynomial.of({}, plan.task.variables, NO_POSITION)
        empty = {What.POLYNOMIAL: nothing, What.SUMS: {}, What.BOUNDS: None}
        return empty.get(plan.wanted.what, 0), dict(NO_POSITION)


def _run(plan: Plan, settings: Settings) -> tuple[Any, How]:
    task, wanted = plan.task, plan.wanted
    match plan.evaluator:
        case Evaluator.DICTIONARY if wanted.what is What.TOTAL:
            return dictionary_total(task), {"engine": "dictionary"}
        case Evaluator.DICTIONARY:
            return _reduced(dictionary_polynomial(task), wanted)
        case Evaluator.BARSTATE:
            from ..evaluators.barstate import barstate_engine

            return _reduced(barstate_engine(task.board, task.stuck, settings), wanted)
        case Evaluator.INTEGERS | Evaluator.PRIMES:
            return _total(plan, settings)
        case Evaluator.FLOATS:
            return _ball(plan, settings)
    from ..reconstruct.answers import answer, modular_play, modular_polynomial, modular_total

    share = plan.compiling
    if wanted.what is What.POLYNOMIAL:
        polynomial = modular_polynomial(task, settings, share)
        return polynomial, dict(polynomial.provenance)
    if wanted.what is What.TOTAL:
        return modular_total(task, settings, share)
    if wanted.what is What.DIFFERENCES:
        return modular_play(task, wanted.differences, settings, share)
    arguments = wanted.weights, wanted.grades
    return answer(
        task, lambda program, total: weighted_plan(program, *arguments, total, settings), settings, share
    )


def _reduced(polynomial: Polynomial, wanted: Wanted) -> tuple[Any, How]:
    """The answer that the generating polynomial contains."""
    how = dict(polynomial.provenance)
    match wanted.what:
        case What.TOTAL:
            return polynomial.total, how
        case What.DIFFERENCES:
            return polynomial.restrict(wanted.differences).total, how
        case What.SUMS:
            return sums_of(polynomial, wanted.weights, wanted.grades), how
    return polynomial, how


def _total(plan: Plan, settings: Settings) -> tuple[int, How]:
    """The number of positions in limbs, checked modulo a prime, or modulo one prime at a time. A store keeps
    the total, and on the way the frontier beside it."""
    task = plan.task
    store = getattr(settings.runner, "store", None)
    if store is not None and (known := store.total(task)) is not None:
        settings.note("the total is in the store")
        number, kept = known
        return number, kept
    from ..compiler.program import Mirrored
    from ..evaluators.checked import checked_total
    from ..evaluators.integers import PRIME
    from ..plan.strategy import compile_task

    compiling, counting = settings.cut([plan.compiling, 1 - plan.compiling], ["compiling", "counting"])
    program = compile_task(task, compiling.report, weighted=False)
    how: How = {"states": program.states, "half_sweep": isinstance(program, Mirrored)}
    if plan.evaluator is Evaluator.PRIMES:
        from ..reconstruct.one_prime import primes_for, total_by_primes
        from ..rules.bounds import position_bound

        bound = position_bound(task.board, task.game)
        *primes, spare = primes_for(bound)
        how = {"engine": "primes", **how, "primes": primes, "spare_prime": spare, "bound": digits(bound)}
        total = total_by_primes(program, bound, settings.cores, counting.report)
        if store is not None:
            store.add_total(task, total, how)
        return total, how
    how = {"engine": "integers", **how, "limb_bits": LIMB, "check_prime": PRIME}
    if store is None:
        return checked_total(program, settings.cores, counting.report), how
    from ..jobs.checkpoints import kept_total

    return kept_total(task, program, store, how, settings.cores, counting.report, settings.note), how


def _ball(plan: Plan, settings: Settings) -> tuple[Any, How]:
    """The sum of real weights from 0 on, between proved bounds; None where floats cannot prove enough."""
    from ..evaluators.floats import weighted_ball
    from ..plan.strategy import compile_task

    program = compile_task(plan.task, settings.report)
    ball = weighted_ball(program, [weight.real for weight in plan.wanted.weights], settings.report)
    return ball, {"engine": "floats", "states": program.states}


def graded_sums(
    terms: Sequence[Term], weights: Sequence[Weight], grades: Sequence[int], settings: Settings
) -> tuple[Sums, How]:
    """The sums of weights by a statistic, of positions whose difference the terms allow.

    >>> from enumerate import Board
    >>> from enumerate.plan.question import Question
    >>> ones = (Weight.of(1), Weight.of(1))
    >>> sums, _ = graded_sums(Question(Board.parse("..#..")).terms(), ones, (1, 1), Settings())
    >>> [int(real) for real, _ in sums.values()]
    [1, 2, 1]
    """
    wanted = Wanted(What.SUMS, (), tuple(weights), tuple(grades))
    answers = solve(terms, wanted, Engine.AUTO, settings)
    total: Sums = {}
    hows = []
    for term in terms:
        parts = term.components(settings.symmetry)
        sums = convolved(
            [(answers[part.task, wanted.of(term, part, len(parts))][0], part.times) for part in parts]
        )
        if term.differences is not None:
            sums = {value: number for value, number in sums.items() if value in term.differences}
        total = added(total, sums, term.sign)
        hows.append(provenance(term, parts, wanted, answers))
    return total, together("summands", hows, len(hows))
