"""How a problem will be solved: the only place where an evaluator is chosen.

`plan` looks at the exact profile of the sweep (`sweep/profile.py`) and returns an immutable `Plan`.
Refusals, announcements, progress, execution (`solve.py`), provenance and `explain` all read this plan.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from math import ceil, log2

from ..model.board import Board
from ..model.game import DOMINEERING, Game
from ..model.marginal import By
from ..model.weights import Weight
from ..rules.bounds import position_bound
from ..rules.problem import Problem
from ..support.caches import cached
from ..support.errors import InputError, unknown
from ..support.memory import CostEstimate
from ..support.settings import Settings
from .question import Component, Term
from .small import small_polynomial, small_total, strip_total

LIMB = 48  # bits of a digit
FEW_STATES = 2**14
STRIP = 9  # cells of narrow strips from which the bits of a total are estimated
# seconds for each transition and plane of limbs, and for compiling each state: where every step fits a
# window, and elsewhere (boxes); measured
PER_TRANSITION, PER_COMPILED_STATE = (0.25e-9, 3e-9), (5e-10, 1.5e-8)
FLOAT_BYTES, PER_FLOAT = 32, 1e-9  # of memory for each state, seconds for each transition
ONES = (Weight.of(1), Weight.of(1))


class Engine(StrEnum):
    """Evaluators that a user can ask for; `auto` leaves the choice to the plan."""

    AUTO = "auto"
    DICTIONARY = "dictionary"
    MODULAR = "modular"
    BARSTATE = "barstate"


class Evaluator(StrEnum):
    """What carries values through the sweep."""

    DICTIONARY = "dictionary"
    INTEGERS = "integers"
    PRIMES = "primes"
    RESIDUES = "modular"
    FLOATS = "floats"
    BARSTATE = "barstate"


DESCRIPTIONS = {
    Evaluator.DICTIONARY: "a dictionary from states to values, without compiling",
    Evaluator.INTEGERS: "exact integers in limbs of 48 bits, checked modulo a prime",
    Evaluator.PRIMES: "one prime at a time, because limbs do not fit into memory",
    Evaluator.RESIDUES: "residues modulo primes at evaluation points, then interpolation",
    Evaluator.FLOATS: "floating-point numbers with proved error bounds",
    Evaluator.BARSTATE: "the bar-state matrices of the papers",
}


class What(Enum):
    """What is asked of a problem."""

    POLYNOMIAL = auto()
    TOTAL = auto()
    DIFFERENCES = auto()
    SUMS = auto()
    BOUNDS = auto()


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked of a problem, with its arguments: the positions whose difference is one of `differences`,
    or sums of `weights` by the statistic to which a piece of player a adds grades[a]."""

    what: What
    differences: tuple[int, ...] = ()
    weights: tuple[Weight, ...] = ()
    grades: tuple[int, ...] = ()

    def of(self, term: Term, component: Component, number: int) -> "Wanted":
        """What a component of a term with so many components is asked for."""
        if self.what is What.TOTAL and term.differences is not None:
            if number == 1 and component.times == 1:
                return Wanted(What.DIFFERENCES, term.differences)
            return Wanted(What.SUMS, weights=ONES, grades=By.DIFFERENCE.grades(2))
        if self.what is What.SUMS:
            weights = tuple(self.weights[axis] for axis in component.axes)
            return Wanted(What.SUMS, (), weights, tuple(self.grades[axis] for axis in component.axes))
        return self

    @property
    def is_by_statistic(self) -> bool:
        """Whether values in one variable are interpolated."""
        return self.what is What.DIFFERENCES or any(self.grades)


POLYNOMIAL, TOTAL = Wanted(What.POLYNOMIAL), Wanted(What.TOTAL)


@dataclass(frozen=True, slots=True)
class Plan:
    """How one problem is solved: the evaluator, the cost, and why other evaluators were not taken."""

    task: Problem
    wanted: Wanted
    evaluator: Evaluator
    need: CostEstimate
    compiling: float = 0.0  # share of the time
    rejected: tuple[str, ...] = ()


def engine_named(word: str, settings: Settings) -> Engine:
    """The engine with this name. A store or a cluster works on residues only.

    >>> engine_named("dictionary", Settings(store="lanes.db"))
    Traceback (most recent call last):
        ...
    enumerate.InputError: store (--store) works on lanes, and the engine 'dictionary' has none: use modular
    """
    try:
        engine = Engine("dictionary" if word == "packed" else word)  # its name in 0.2.0
    except ValueError:
        raise unknown("engine", str(word), list(Engine)) from None
    if settings.leaves_process and engine not in (Engine.AUTO, Engine.MODULAR):
        place = "store (--store)" if settings.store is not None else "cluster (--cluster)"
        raise InputError(f"{place} works on lanes, and the engine '{engine}' has none: use modular")
    return engine


def plan(task: Problem, wanted: Wanted, engine: Engine, settings: Settings) -> Plan:
    """Choose the evaluator of a problem, and state its cost.

    The dictionary answers whatever ends within its budget. Totals are exact integers, or primes one at a time
    where these do not fit. Everything else, and all work for a cluster, is residues.

    >>> squares = [Problem(Board.rectangle(n, n), frozenset()) for n in (4, 20)]
    >>> [plan(square, TOTAL, Engine.AUTO, Settings()).evaluator.value for square in squares]
    ['dictionary', 'integers']
    """
    if engine is Engine.BARSTATE:
        if task.game != DOMINEERING or task.perfect or task.board.barred:
            raise InputError("the bar-state matrices of the papers count positions of Domineering")
        from ..evaluators.barstate import barstate_need

        return Plan(task, wanted, Evaluator.BARSTATE, barstate_need(task.board, task.stuck))
    if engine is Engine.DICTIONARY:
        return Plan(task, wanted, Evaluator.DICTIONARY, CostEstimate("a few states"))
    if wanted.what is What.BOUNDS:
        return _floats(task, wanted, settings)
    rejected = []
    if engine is Engine.AUTO and not settings.leaves_process:
        if _is_small(task, wanted):
            return Plan(task, wanted, Evaluator.DICTIONARY, CostEstimate("a few states"))
        rejected.append("dictionary: the board has more states than its budget")
    if wanted.what is What.TOTAL and engine is Engine.AUTO:
        if (reason := _against_integers(task, settings)) is None:
            return _integers(task, wanted, settings, rejected)
        rejected.append(f"integers: {reason}")
    elif engine is Engine.AUTO:
        rejected.append("integers: they are for totals")
    return _residues(task, wanted, settings, rejected)


def plans(
    terms: Sequence[Term], wanted: Wanted, engine: Engine, settings: Settings
) -> dict[tuple[Problem, Wanted], Plan]:
    """The plans of all different components of the terms, in the order in which they are solved."""
    found: dict[tuple[Problem, Wanted], Plan] = {}
    for term in terms:
        components = term.components(settings.symmetry)
        for component in components:
            key = component.task, wanted.of(term, component, len(components))
            if key not in found:
                found[key] = plan(*key, engine, settings)
    return found


def _is_small(task: Problem, wanted: Wanted) -> bool:
    small = small_total(task) if wanted.what is What.TOTAL else small_polynomial(task)
    return small is not None


def _against_integers(task: Problem, settings: Settings) -> str | None:
    """Why a total is not computed in limbs; None if nothing is against it."""
    from .cost import is_seamed

    if settings.runner is not None and (settings.store is None or settings.cluster is not None):
        return "a cluster computes residues"
    return "a trace around a periodic axis needs residues" if is_seamed(task) else None


def _integers(task: Problem, wanted: Wanted, settings: Settings, rejected: Sequence[str]) -> Plan:
    from .cost import at_fold, fits_windows, states_need, task_bounds, transition_bound, unloaded

    states_need(task, settings).require(settings.limit)  # at once: the bits of a total take a moment
    wide = int(not fits_windows(task))
    compiling = sum(task_bounds(task)) * PER_COMPILED_STATE[wide]
    cores, seconds = settings.cores, transition_bound(task) * PER_TRANSITION[wide] / settings.cores

    def need(planes: int, sweeps: float, detail: str) -> CostEstimate:
        # of the largest moment and a buffer; at the end of half a sweep both are held
        each = max(planes + 1, (2 * planes + 1) * at_fold(task))
        taken = states_need(task, settings, 8 * each, unloaded(), compiling + seconds * sweeps)
        return taken._replace(detail=detail, cores=cores)

    planes = ceil(total_bits(task) / (2 * LIMB))
    limbs = need(planes, planes / 2 + 1, f"integers of about {planes} limbs")
    reasons = (*rejected, "residues: integers need no bound on the number of primes")
    share = max(0.1, compiling / (limbs.seconds or 1))
    if limbs.memory <= limbs.allowed(settings.limit):
        return Plan(task, wanted, Evaluator.INTEGERS, limbs, share, reasons)
    primes = position_bound(task.board, task.game).bit_length() // (LIMB - 2) + 2
    one = need(1, primes, f"modulo {primes} primes")
    one = one._replace(what=f"{one.what} by one prime at a time")
    reasons = (*rejected, f"integers: {limbs} do not fit into the allowed memory")
    return Plan(task, wanted, Evaluator.PRIMES, one, 0.1, reasons)


def _residues(task: Problem, wanted: Wanted, settings: Settings, rejected: Sequence[str]) -> Plan:
    from .cost import lanes_need, points_expected

    if wanted.what is What.TOTAL or (wanted.what is What.SUMS and not any(wanted.grades)):
        points = 1.0
    else:
        points = points_expected(task, by_size=wanted.is_by_statistic)
    need, compiling = lanes_need(task, settings, points)
    return Plan(task, wanted, Evaluator.RESIDUES, need, compiling, tuple(rejected))


def _floats(task: Problem, wanted: Wanted, settings: Settings) -> Plan:
    from .cost import states_need, transition_bound

    need = states_need(task, settings, FLOAT_BYTES, seconds=transition_bound(task) * PER_FLOAT)
    return Plan(task, wanted, Evaluator.FLOATS, need, 0.5)


def total_bits(task: Problem) -> int:
    """About how many bits the number of positions has: for each cell, the gain from a wider strip.

    >>> total_bits(Problem(Board.rectangle(16, 16), frozenset()))
    239
    """
    from .cost import task_bounds

    bound = position_bound(task.board, task.game).bit_length()
    few = max(task_bounds(task), default=1) < FEW_STATES  # then it does not matter
    if few or task.board.dimension != 2 or not task.board.lattice.is_square:
        return bound
    strip = task.stuck, task.perfect, task.game
    less, more = (_strip_total(*strip, width) for width in (STRIP // 2 - 1, STRIP // 2))
    gain = log2(more / less) / STRIP if 0 < less < more else bound
    return min(bound, ceil(gain * len(task.board)))


@cached(64)
def _strip_total(stuck: frozenset[int], perfect: bool, game: Game, width: int) -> int:
    return strip_total(Problem(Board.rectangle(STRIP, width), stuck, perfect=perfect, game=game))
