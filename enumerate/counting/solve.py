"""Carry out plans: solve each distinct component once, multiply over components, and add over terms.

Read `plan/question.py` and `plan/plan.py` first.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import prod
from typing import TYPE_CHECKING, Any

from ..model.polynomial import Polynomial
from ..plan.plan import (
    LIMB_BITS,
    Engine,
    EvaluatorChoice,
    Plan,
    Wanted,
    What,
    dictionary_answer,
    engine_named,
    plans,
)
from ..plan.question import Component, SignedTerm
from ..rules.problem import NoPositionError, most_pieces, position_bound
from ..support.errors import about
from ..support.memory import CostEstimate, process_memory
from ..support.result import digits
from ..support.run import (
    CountingOptions,
    Settings,
    advance,
    cancellable,
    current,
    running,
    stages,
    within,
)
from .confirm import confirmed, reduced

if TYPE_CHECKING:
    from ..model.weights import Sums, Weight  # loads `fractions`, which small questions do without

TERM_BYTES = 750  # of a term of a product with its exponents during the multiplication, measured
Provenance = dict[str, object]  # how an answer was obtained
NO_POSITION: Provenance = {"engine": "none", "reason": "no way through the sweep covers every cell"}


def merge_provenance(what: str, provenances: list[Provenance], number: int) -> Provenance:
    """The provenance of an answer that combines `number` others, of which equal ones are computed once."""
    if number == 1:
        return provenances[0]
    engines = dict.fromkeys(str(provenance["engine"]) for provenance in provenances)
    return {"engine": ", ".join(engines) or "none", what: number, f"different_{what}": provenances}


def require_product(parts: Sequence[Component]) -> None:
    """Refuse a board if the product of the polynomials of its parts does not fit into memory."""
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
    CostEstimate(what, memory, instead=instead, held=held).require(current().limit)


@contextmanager
def counting_run(options: Mapping[str, Any], engine: str = "auto") -> Iterator[Settings]:
    """Begin a computation with residues; a store or a cluster in the options stays open until it ends. An
    engine that does not fit the options is refused first."""
    with running(options, CountingOptions) as settings:
        engine_named(engine, settings)
        if settings.runner is not None or not settings.leaves_process:
            yield settings
            return
        from ..jobs.runner import opened

        with opened(settings) as ready, within(ready):
            yield ready


Solved = list[list[tuple[Component, Any]]]  # for each term, its components with their answers


def solve(terms: Sequence[SignedTerm], wanted: Wanted, engine: str = "auto") -> tuple[Solved, Provenance]:
    """The answers for the components of each term, and their provenance. Equal components are solved once.
    Their costs are announced together, and nothing starts if one component does not fit into memory."""
    symmetry = current().symmetry
    planned = plans(terms, wanted, Engine(engine), current())
    answers = {}
    shares = current().shared([plan.need for plan in planned.values()])
    for (key, plan), share in zip(planned.items(), shares, strict=True):
        with within(share) as settings:
            value, provenance = run(plan)
            if settings.check and (how := confirmed(plan, value, len(planned))) is not None:
                provenance = {**provenance, "confirmed": how}
        answers[key] = value, provenance
    solved, provenances = [], []
    for term in terms:
        parts = term.components(symmetry)
        keys = [(part.problem, wanted.of(term, part, len(parts))) for part in parts]
        solved.append([(part, answers[key][0]) for part, key in zip(parts, keys, strict=True)])
        hows = [answers[key][1] for key in dict.fromkeys(keys)]
        provenances.append(merge_provenance("parts", hows, sum(part.times for part in parts)))
    return solved, merge_provenance("summands", provenances, len(provenances))


def run(plan: Plan) -> tuple[Any, Provenance]:
    """The answer of one plan, with its provenance."""
    problem, wanted, share = plan.problem, plan.wanted, plan.compiling
    advance(0, 1)
    try:
        match plan.evaluator:
            case EvaluatorChoice.DICTIONARY if wanted.what is What.TOTAL:
                return dictionary_answer(problem, True), {"engine": "dictionary"}
            case EvaluatorChoice.DICTIONARY:
                return reduced(dictionary_answer(problem, False), wanted)
            case EvaluatorChoice.BARSTATE:
                from ..evaluators.barstate import barstate_engine

                return reduced(barstate_engine(problem.board, problem.stuck, current()), wanted)
            case EvaluatorChoice.INTEGERS | EvaluatorChoice.PRIMES:
                return _total(plan)
            case EvaluatorChoice.FLOATS:
                return _ball(plan)
        from ..reconstruct.answers import modular_answer

        return modular_answer(problem, wanted, share)
    except NoPositionError:
        nothing = Polynomial.of({}, problem.variables, NO_POSITION)
        empty = {What.POLYNOMIAL: nothing, What.SUMS: {}, What.BOUNDS: None}
        return empty.get(wanted.what, 0), dict(NO_POSITION)


def _total(plan: Plan) -> tuple[int, Provenance]:
    """The number of positions, in limbs with a check modulo a prime, or modulo one prime at a time. A store
    keeps the total, and checkpoints during the sweep."""
    problem = plan.problem
    store = getattr(current().runner, "store", None)
    if store is not None and (known := store.total(problem)) is not None:
        current().note("the total is in the store")
        number, kept = known
        return number, kept
    from ..evaluators.integers import PRIME, checked_total
    from ..plan.strategy import compiled_program

    compiling, counting = stages([plan.compiling, 1 - plan.compiling], ["compiling", "counting"])
    with compiling as settings:
        program = compiled_program(problem, settings.report, weighted=False)
    provenance: Provenance = {"states": program.states, "half_sweep": program.is_folded}
    with counting as settings:
        if plan.evaluator is EvaluatorChoice.PRIMES:
            from ..reconstruct.answers import primes_for, total_by_primes

            bound = position_bound(problem.board, problem.game)
            *primes, spare = primes_for(bound)
            provenance = {"engine": "primes", **provenance, "primes": primes, "spare_prime": spare}
            provenance["bound"] = digits(bound)
            total = total_by_primes(program, bound, settings.cores, settings.report)
            if store is not None:
                store.add_total(problem, total, provenance)
            return total, provenance
        provenance = {"engine": "integers", **provenance, "limb_bits": LIMB_BITS, "check_prime": PRIME}
        if store is None:
            return checked_total(program, settings.cores, settings.report), provenance
        from ..jobs.checkpoints import stored_total

        total = stored_total(problem, program, store, provenance, settings)
        return total, provenance


def _ball(plan: Plan) -> tuple[Any, Provenance]:
    """Proved bounds on the sum of non-negative weights; None if floats do not suffice."""
    from ..evaluators.floats import weighted_ball
    from ..plan.strategy import compiled_program

    report = current().report
    program = compiled_program(plan.problem, report)
    ball = weighted_ball(program, [weight.real for weight in plan.wanted.weights], report)
    return ball, {"engine": "floats", "states": program.states}


def graded_sums(
    terms: Sequence[SignedTerm], weights: Sequence["Weight"], grades: Sequence[int]
) -> tuple["Sums", Provenance]:
    """The sums of weights by a statistic, over the positions with differences that the terms allow."""
    from ..model.weights import added, convolved

    solved, provenance = solve(terms, Wanted(What.SUMS, (), tuple(weights), tuple(grades)))
    total: Sums = {}
    for term, parts in zip(terms, solved, strict=True):
        sums = convolved([(found, part.times) for part, found in parts])
        if term.differences is not None:
            sums = {value: number for value, number in sums.items() if value in term.differences}
        total = added(total, sums, term.sign)
    return total, provenance
