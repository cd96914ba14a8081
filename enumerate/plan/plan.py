"""How a problem will be solved, and what it costs: the only place where an evaluator is chosen.

The dictionary answers small questions before anything is forecast, compiled or imported. For larger ones
`plan` computes the route of the sweep (`strategy.py`) with exact numbers of states, and returns an immutable
`Plan`. Refusals, announcements, progress, execution (`counting/solve.py`), provenance and `explain` all read
this plan. The table `COSTS` holds the measured costs. This module is cheap to import.
"""

import sys
from collections.abc import Sequence
from enum import Enum, StrEnum, auto
from math import ceil, factorial, prod
from operator import lshift
from typing import TYPE_CHECKING, Any, NamedTuple

from ..evaluators.dictionary import DictionarySweep, OverBudgetError, packed_bytes, packing, unpack
from ..model.game import DOMINEERING
from ..model.lattice import Cell
from ..model.polynomial import By, Polynomial
from ..rules.problem import (
    Problem,
    conflict_graph,
    is_symmetric,
    most_pieces,
    position_bits,
    position_bound,
)
from ..support.caches import cached
from ..support.errors import InputError, TooLargeError, unknown
from ..support.memory import INTERPRETER_BYTES, LIBRARIES_BYTES, MORE, CostEstimate, process_memory
from ..support.run import Settings
from ..sweep.orders import narrowest_order
from ..sweep.visit import PLAYERS
from .question import PHASE_BYTES, Component, SignedTerm

if TYPE_CHECKING:
    from ..model.weights import Weight  # loads `fractions`, which small questions do without
    from .strategy import Route

STATE_BUDGET = 40_000  # states over all visits: about a tenth of a second
COLD_FACTOR = 4  # multiplies the budget before Numba is loaded, because loading Numba takes a second
NAMED_STATE_BUDGET = 2_000_000  # the budget of users who ask for the dictionary
SLOW_INTEGER_BYTES = 5_000  # adding integers of this length takes as long as looking up a state
MAX_CELLS, MAX_SLICE_CELLS = 300, 12  # larger boards, and boxes with larger slices, skip the dictionary


def small_answer(problem: Problem, is_total: bool) -> Any:
    """The number of positions, or the generating polynomial, of a small board; None if the dictionary would
    meet too many states.

    >>> from enumerate import Board
    >>> print(small_answer(Problem(Board.rectangle(3, 2), frozenset([0, 1])), is_total=False))
    2x^2y + 2x^2 + y^3
    """
    board = problem.board
    slice_cells = len(board) // max(board.shape) if board.is_box else 0
    if len(board) > MAX_CELLS or slice_cells > MAX_SLICE_CELLS:
        return None
    is_loaded = "numba" in sys.modules
    return _by_dictionary(problem, is_total, STATE_BUDGET if is_loaded else STATE_BUDGET * COLD_FACTOR)


def dictionary_answer(problem: Problem, is_total: bool) -> Any:
    """The answer for users who ask for the dictionary; large boards are refused."""
    found = small_answer(problem, is_total)
    found = _by_dictionary(problem, is_total, NAMED_STATE_BUDGET) if found is None else found
    if found is None:
        raise TooLargeError(
            f"the engine 'dictionary' is for small boards (up to {NAMED_STATE_BUDGET:,} states): "
            "leave out `engine`"
        )
    return found


@cached(64)
def _by_dictionary(problem: Problem, is_total: bool, states: int) -> int | Polynomial | None:
    graph = conflict_graph(problem.game, problem.board)
    order = narrowest_order(problem.board, problem.game)
    sweep = DictionarySweep(graph, problem.stuck, order, problem.perfect)
    try:
        if is_total:
            return sweep.evaluate(1, budget=states) or 0
        bits, radix, shifts = packing(problem)
        weights = [shifts[PLAYERS[variable]] for variable in graph.variables]
        most = states / (1 + packed_bytes(problem) / SLOW_INTEGER_BYTES)
        value = sweep.evaluate(1, weights, lshift, budget=most) or 0
    except OverBudgetError:
        return None
    return Polynomial.of(unpack(value, bits, radix), len(radix), {"engine": "dictionary"})


class Engine(StrEnum):
    """Evaluators that a user can ask for; `auto` leaves the choice to the plan."""

    AUTO = "auto"
    DICTIONARY = "dictionary"
    MODULAR = "modular"
    BARSTATE = "barstate"

    @classmethod
    def _missing_(cls, value: object) -> "Engine":
        if value == "packed":  # its name in 0.2.0
            return cls.DICTIONARY
        raise unknown("engine", str(value), list(cls))


class EvaluatorChoice(StrEnum):
    """The evaluators between which the plan chooses."""

    DICTIONARY = "dictionary"
    INTEGERS = "integers"
    PRIMES = "primes"
    RESIDUES = "modular"
    FLOATS = "floats"
    BARSTATE = "barstate"


DESCRIPTIONS = {
    EvaluatorChoice.DICTIONARY: "a dictionary from states to values, without compiling",
    EvaluatorChoice.INTEGERS: "exact integers in limbs of 48 bits, checked modulo a prime",
    EvaluatorChoice.PRIMES: "one prime at a time, because whole integers do not fit into memory",
    EvaluatorChoice.RESIDUES: "residues modulo primes at evaluation points, then interpolation",
    EvaluatorChoice.FLOATS: "floating-point numbers with proved error bounds",
    EvaluatorChoice.BARSTATE: "the bar-state matrices of the papers",
}


class What(Enum):
    """The kind of answer to a problem."""

    POLYNOMIAL = auto()
    TOTAL = auto()
    DIFFERENCES = auto()
    SUMS = auto()
    BOUNDS = auto()


class Wanted(NamedTuple):
    """The wanted answer with its arguments: the number of positions whose difference is in `differences`, or
    sums of `weights` by the statistic to which a piece of player a adds grades[a]."""

    what: What
    differences: tuple[int, ...] = ()
    weights: tuple["Weight", ...] = ()
    grades: tuple[int, ...] = ()

    def of(self, term: SignedTerm, component: Component, number: int) -> "Wanted":
        """The wanted answer for a component of a term with `number` components."""
        if self.what is What.TOTAL and term.differences is not None:
            if number == 1 and component.times == 1:
                return Wanted(What.DIFFERENCES, term.differences)
            from ..model.weights import weights_of

            return Wanted(What.SUMS, weights=weights_of((1, 1), "xy"), grades=By.DIFFERENCE.grades(2))
        if not self.weights:
            return self
        weights = tuple(self.weights[axis] for axis in component.axes)
        return self._replace(weights=weights, grades=tuple(self.grades[axis] for axis in component.axes))


POLYNOMIAL, TOTAL = Wanted(What.POLYNOMIAL), Wanted(What.TOTAL)


class Plan(NamedTuple):
    """How one problem is solved, and why the alternatives were rejected.

    `states` is the greatest number of states between two visits, and `operations` the number of transitions
    for one evaluation point. Both are None for the dictionary, for which nothing is forecast.
    """

    problem: Problem
    wanted: Wanted
    evaluator: EvaluatorChoice
    need: CostEstimate
    compiling: float = 0.0  # share of the time spent on compiling
    rejected: tuple[str, ...] = ()
    strategy: str = "whole"
    order: tuple[Cell, ...] = ()
    states: int | None = None
    operations: int | None = None


class Costs(NamedTuple):
    """The costs of an evaluator for each state of a vector and for each transition. Transitions of states
    that are listed one by one cannot be vectorized, so their cost is given separately."""

    bytes_per_state: float
    seconds_per_transition: float
    seconds_per_listed_transition: float


COSTS = {
    "integers": Costs(8, 0.35e-9, 3e-9),  # for each plane of limbs
    "floats": Costs(32, 1e-9, 1e-9),
    "residues": Costs(3 * 64, 0.06e-9, 0.2e-9),  # bytes for a block, seconds for a point
    "dense": Costs(2 * 64, 0.06e-9, 0.06e-9),  # the same where a block is swept in place
}
SECONDS_PER_SET, SECONDS_PER_LISTED_STATE = 4e-6, 1.25e-7  # for compiling
SECONDS_PER_PERFECT_STATE = 4e-8  # for compiling: most runs of perfect states have length 1
TRANSITIONS = 1.7  # average number per state
NON_BOX_STATE_BYTES, COMPILE_BYTES = 40, 250  # per state: on boards that are not boxes, on small boards
SMALL_BOARD_BYTES = 125 * 2**20  # a computation below this size counts as small
LIMB_BITS = 48
POINTS_PER_BLOCK, BITS_PER_PRIME = 16, 30
NARROWER = f"Choose a board that is narrower in one direction, {MORE}"


def states_need(
    chosen: "Route",
    settings: Settings,
    bytes_per_state: float = 0,
    loading: int = 0,
    seconds: float = 0,
) -> CostEstimate:
    """The memory of a program and of vectors with `bytes_per_state` bytes for each state; `loading` is the
    number of bytes that the engine itself still needs."""
    is_small = chosen.states * (COMPILE_BYTES + bytes_per_state) <= min(SMALL_BOARD_BYTES, settings.memory)
    large = PHASE_BYTES if chosen.problem.board.is_box else NON_BOX_STATE_BYTES
    need = listed_need(chosen.states, bytes_per_state, COMPILE_BYTES if is_small else large, loading, seconds)
    return need._replace(what=chosen.profile.lower_bound) if chosen.profile.is_cut else need


def listed_need(
    states: int,
    bytes_per_state: float = 0,
    compiling: int = COMPILE_BYTES,
    loading: int = 0,
    seconds: float = 0,
) -> CostEstimate:
    """The cost of listing `states` states."""
    held = process_memory()[0] if bytes_per_state else 0
    memory = int(states * (compiling + bytes_per_state)) + (held + loading if bytes_per_state else 0)
    return CostEstimate(f"up to {states:,} states", memory, seconds, instead=NARROWER, held=held)


def unloaded() -> int:
    """The number of bytes that Numba and its kernels still need."""
    return max(0, INTERPRETER_BYTES + LIBRARIES_BYTES - process_memory()[0])


def sweep_seconds(chosen: "Route", costs: Costs) -> tuple[float, float]:
    """The seconds for compiling, and for one sweep of one value."""
    compiling = SECONDS_PER_SET * chosen.sets + SECONDS_PER_LISTED_STATE * chosen.listed
    if chosen.problem.perfect:
        compiling += SECONDS_PER_PERFECT_STATE * chosen.visits
    plain = max(0, chosen.visits - chosen.listed) * costs.seconds_per_transition
    return compiling, TRANSITIONS * (plain + chosen.listed * costs.seconds_per_listed_transition)


def residues_need(chosen: "Route", settings: Settings, points: float) -> tuple[CostEstimate, float]:
    """The cost of residues at `points` points for each prime, and the share of time spent on compiling."""
    problem = chosen.problem
    costs = COSTS["dense" if problem.is_full_matching else "residues"]
    residues = ceil(points * (position_bits(problem) / BITS_PER_PRIME + 2))
    compiling, sweep = sweep_seconds(chosen, costs)
    seconds = compiling + sweep * residues / settings.cores
    blocks = settings.cores if chosen.is_trace else ceil(residues / POINTS_PER_BLOCK)
    free = settings.memory - INTERPRETER_BYTES - LIBRARIES_BYTES
    threads = max(1, min(settings.cores, blocks, free // int(chosen.states * costs.bytes_per_state)))
    need = states_need(chosen, settings, threads * costs.bytes_per_state, unloaded(), seconds)
    return need._replace(detail=f"about {residues:,} residues", cores=settings.cores), _share(
        compiling, seconds
    )


def integers_need(
    chosen: "Route", settings: Settings, planes: int, sweeps: float
) -> tuple[CostEstimate, float]:
    """The cost of `planes` planes of limbs in `sweeps` sweeps of one plane, and the share for compiling."""
    costs = COSTS["integers"]
    compiling, sweep = sweep_seconds(chosen, costs)
    seconds = compiling + sweep * sweeps / settings.cores
    held = planes * max(1, chosen.fold_vectors) + 1  # with one buffer
    need = states_need(chosen, settings, costs.bytes_per_state * held, unloaded(), seconds)
    return need._replace(cores=settings.cores), _share(compiling, seconds)


def _share(compiling: float, seconds: float) -> float:
    """The share of time spent on compiling, between 0.1 and 0.9."""
    return min(0.9, max(0.1, compiling / (seconds or 1)))


def expected_points(problem: Problem, by_size: bool = False) -> float:
    """The approximate number of points that determine a polynomial; with `by_size`, a univariate one."""
    sizes = [most + 1.0 for most in most_pieces(problem.board, problem.game)]
    if is_symmetric(problem.board, problem.stuck, problem.game):
        sizes[0] /= 2
    return sum(sizes) / 2 if by_size else prod(sizes) / factorial(len(sizes))


def engine_named(word: str, settings: Settings) -> Engine:
    """The engine with this name. A store or a cluster requires residues."""
    engine = Engine(word)
    if settings.leaves_process and engine not in (Engine.AUTO, Engine.MODULAR):
        place = "store (--store)" if settings.store is not None else "cluster (--cluster)"
        raise InputError(f"{place} works on residues, and the engine '{engine}' has none: use modular")
    return engine


def plan(problem: Problem, wanted: Wanted, engine: Engine, settings: Settings) -> Plan:
    """Choose the evaluator of a problem, and forecast its cost.

    The dictionary answers whatever it finishes within its budget. Totals use exact integers, or one prime at
    a time if the integers do not fit into memory. Everything else, and all work for a cluster, uses residues.

    >>> from enumerate.model.board import Board
    >>> squares = [Problem(Board.rectangle(n, n), frozenset()) for n in (4, 20)]
    >>> [plan(square, TOTAL, Engine.AUTO, Settings()).evaluator.value for square in squares]
    ['dictionary', 'integers']
    """
    if engine is Engine.BARSTATE:
        if problem.game != DOMINEERING or problem.perfect or problem.board.barred:
            raise InputError("the bar-state matrices of the papers count positions of Domineering")
        from ..evaluators.barstate import barstate_need

        need = barstate_need(problem.board, problem.stuck)
        order = narrowest_order(problem.board, problem.game)
        return Plan(problem, wanted, EvaluatorChoice.BARSTATE, need, order=order)
    may_be_small = engine is Engine.AUTO and not settings.leaves_process and wanted.what is not What.BOUNDS
    is_small = may_be_small and small_answer(problem, wanted.what is What.TOTAL) is not None
    if is_small or engine is Engine.DICTIONARY:
        need, order = CostEstimate("a few states"), narrowest_order(problem.board, problem.game)
        return Plan(problem, wanted, EvaluatorChoice.DICTIONARY, need, order=order)
    from .strategy import route

    chosen = route(problem)
    rejected = ["dictionary: the board has more states than its budget"] if may_be_small else []
    # with a store alone, this process computes
    has_workers = settings.runner is not None and (settings.store is None or settings.cluster is not None)
    against_integers = [
        reason
        for holds, reason in (
            (wanted.what is not What.TOTAL, "they compute only totals"),
            (has_workers, "a cluster computes residues"),
            (chosen.is_trace, "a trace around a periodic axis needs residues"),
        )
        if holds
    ]
    if wanted.what is What.BOUNDS:
        costs = COSTS["floats"]
        evaluator, compiling = EvaluatorChoice.FLOATS, 0.5
        need = states_need(chosen, settings, costs.bytes_per_state, seconds=sweep_seconds(chosen, costs)[1])
    elif engine is Engine.AUTO and not against_integers:
        evaluator, need, compiling, why = _integers(chosen, settings)
        rejected.append(why)
    else:
        rejected += [f"integers: {reason}" for reason in against_integers[:1] if engine is Engine.AUTO]
        is_by_statistic = wanted.what is What.DIFFERENCES or any(wanted.grades)
        is_value = wanted.what in (What.TOTAL, What.SUMS) and not is_by_statistic
        points = 1.0 if is_value else expected_points(problem, by_size=is_by_statistic)
        need, compiling = residues_need(chosen, settings, points)
        evaluator = EvaluatorChoice.RESIDUES
    return Plan(
        problem,
        wanted,
        evaluator,
        need,
        compiling,
        (*rejected, *chosen.rejected),
        chosen.strategy,
        chosen.order,
        chosen.states,
        int(TRANSITIONS * chosen.visits),
    )


def plans(
    terms: Sequence[SignedTerm], wanted: Wanted, engine: Engine, settings: Settings
) -> dict[tuple[Problem, Wanted], Plan]:
    """The plans of all different components of the terms, in the order in which they are solved."""
    found: dict[tuple[Problem, Wanted], Plan] = {}
    for term in terms:
        components = term.components(settings.symmetry)
        for component in components:
            key = component.problem, wanted.of(term, component, len(components))
            if key not in found:
                found[key] = plan(*key, engine, settings)
    return found


def _integers(chosen: "Route", settings: Settings) -> tuple[EvaluatorChoice, CostEstimate, float, str]:
    """The evaluator of a total, its cost, the share of time for compiling, and the rejected alternative."""
    problem, no_bound = chosen.problem, "residues: integers need no bound on the number of primes"
    if not chosen.is_counted:
        return EvaluatorChoice.INTEGERS, states_need(chosen, settings), 0.5, no_bound
    bits = position_bits(problem)
    planes = ceil(bits / (2 * LIMB_BITS))  # halfway through the sweep, the counts have half of the bits
    limbs, share = integers_need(chosen, settings, planes, planes / 2 + 1)
    limbs = limbs._replace(detail=f"integers of about {planes} limbs")
    if limbs.memory <= limbs.allowed(settings.limit):
        return EvaluatorChoice.INTEGERS, limbs, share, no_bound
    primes = position_bound(problem.board, problem.game).bit_length() // (LIMB_BITS - 2) + 2
    one, share = integers_need(chosen, settings, 1, primes)
    one = one._replace(what=f"{one.what} by one prime at a time", detail=f"modulo {primes} primes")
    return EvaluatorChoice.PRIMES, one, share, f"integers: {limbs} do not fit into the allowed memory"
