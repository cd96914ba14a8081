"""The cost of a computation: memory and time, from the exact numbers of states of its route.

`plan.py` refuses and announces by these costs. Read `strategy.py` first.

Everything measured stands in this one table. Light to import: the route is loaded when a cost is asked.
"""

from math import ceil, factorial, prod
from typing import NamedTuple

from ..rules.problem import Problem, is_symmetric, most_pieces, position_bits
from ..support.errors import TooLargeError
from ..support.memory import LOADED, MORE, WITHOUT, CostEstimate, process_memory, show_size
from ..support.run import Settings


class Costs(NamedTuple):
    """What an evaluator takes for each state of a vector, and for each transition. A *wide* visit touches
    slots far apart and has an operator of its own."""

    bytes_per_state: float
    seconds_per_transition: float
    seconds_per_wide_transition: float
    compile_seconds_per_state: float
    compile_seconds_per_wide_state: float


COSTS = {
    "integers": Costs(8, 0.25e-9, 3e-9, 5e-10, 1.5e-8),  # for each plane of limbs
    "floats": Costs(32, 1e-9, 1e-9, 0, 0),
    "residues": Costs(3 * 64, 0.06e-9, 0.2e-9, 5e-10, 5e-7),  # bytes for a block, seconds for a point
    "dense": Costs(2 * 64, 0.06e-9, 0.2e-9, 5e-10, 5e-7),  # the same where a block is swept in place
}
TRANSITIONS = 1.7  # for each state, on average
PHASE_BYTES, WALLED_BYTES, COMPILE_BYTES = 2, 40, 250  # for each state: boxes, other boards, small boards
SMALL_BYTES = 125 * 2**20  # of a small board
LIMB_BITS = 48
POINTS_PER_BLOCK, BITS_PER_PRIME = 16, 30
LOAD_SECONDS = 0.7
NARROWER = f"Choose a board that is narrower in one direction, {MORE}"


def is_too_wide(problem: Problem) -> bool:
    """Whether a board has more states than any machine holds."""
    from ..sweep.profile import IMPOSSIBLE_STATES, OPENING_CELLS, impossible
    from .strategy import route

    board = problem.board
    if board.is_box or len(board) <= OPENING_CELLS:
        return impossible(problem) is not None
    return route(problem).states > IMPOSSIBLE_STATES


def require_narrow(problem: Problem) -> None:
    """Refuse a box that no sweep gets through, before anything is done for every cell.

    >>> from enumerate.model.board import Board
    >>> require_narrow(Problem(Board.rectangle(90, 90), frozenset()))
    Traceback (most recent call last):
        ...
    enumerate.TooLargeError: more than 844,424,930,131,967 states after 49 of 8,100 cells need at least
    1.5 PiB and no machine has that. Choose a board that is narrower in one direction.
    """
    from ..sweep.profile import impossible

    profile = impossible(problem)
    if profile is not None:
        raise TooLargeError(
            f"{profile.lower_bound} need at least {show_size(profile.largest * PHASE_BYTES)} "
            "and no machine has that. Choose a board that is narrower in one direction."
        )


def states_need(
    problem: Problem,
    settings: Settings,
    bytes_per_state: float = 0,
    loading: int = 0,
    seconds: float = 0,
) -> CostEstimate:
    """The memory of a program, and of vectors with so many bytes for each state.

    `loading` are bytes that the engine itself will take.
    """
    from .strategy import route

    profile, states = route(problem).profile, route(problem).states
    is_small = states * (COMPILE_BYTES + bytes_per_state) <= min(SMALL_BYTES, settings.memory)
    large = PHASE_BYTES if problem.board.is_box else WALLED_BYTES
    need = listed_need(states, bytes_per_state, COMPILE_BYTES if is_small else large, loading, seconds)
    return need._replace(what=profile.lower_bound) if profile.is_cut else need


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
    """The bytes that Numba and its kernels will still take: some of it may be loaded."""
    return max(0, WITHOUT + LOADED - process_memory()[0])


def transitions(problem: Problem) -> float:
    """An estimate of the transitions of a sweep."""
    from .strategy import route

    return TRANSITIONS * route(problem).visits


def compile_seconds(problem: Problem, costs: Costs) -> float:
    """The time of compiling the program of a problem."""
    from .strategy import route

    chosen = route(problem)
    is_scattered = (
        chosen.is_wide or problem.perfect
    )  # perfect states have few neighbours: most are pieces alone
    each = costs.compile_seconds_per_wide_state if is_scattered else costs.compile_seconds_per_state
    return chosen.visits / chosen.cycles * each


def residues_need(problem: Problem, settings: Settings, points: float) -> tuple[CostEstimate, float]:
    """The cost of residues at `points` points for each prime, and the share of the time for compiling."""
    from .strategy import SweepStrategy, route

    chosen, costs = route(problem), COSTS["dense" if problem.is_full_matching else "residues"]
    residues = ceil(points * (position_bits(problem.board, problem.stuck, problem.game) / BITS_PER_PRIME + 2))
    compiling = LOAD_SECONDS + compile_seconds(problem, costs)
    each = costs.seconds_per_wide_transition if chosen.is_wide else costs.seconds_per_transition
    seconds = compiling + transitions(problem) * residues * each / settings.cores
    blocks = settings.cores if chosen.strategy is SweepStrategy.TRACE else ceil(residues / POINTS_PER_BLOCK)
    free = settings.memory - WITHOUT - LOADED
    threads = max(1, min(settings.cores, blocks, free // int(chosen.states * costs.bytes_per_state)))
    need = states_need(problem, settings, threads * costs.bytes_per_state, unloaded(), seconds)
    return need._replace(detail=f"about {residues:,} residues", cores=settings.cores), compiling / seconds


def integers_need(problem: Problem, settings: Settings, planes: int, sweeps: float) -> CostEstimate:
    """The cost of `planes` planes of limbs, in as many `sweeps` of one plane."""
    from .strategy import route

    chosen, costs = route(problem), COSTS["integers"]
    each = costs.seconds_per_wide_transition if chosen.is_wide else costs.seconds_per_transition
    seconds = compile_seconds(problem, costs) + transitions(problem) * each * sweeps / settings.cores
    # of the largest vector and a buffer; where the halves of a fold meet, both are held
    held = max(planes + 1, (2 * planes + 1) * chosen.doubled)
    need = states_need(problem, settings, costs.bytes_per_state * held, unloaded(), seconds)
    return need._replace(cores=settings.cores)


def floats_need(problem: Problem, settings: Settings) -> CostEstimate:
    """The cost of one sweep of floating-point numbers."""
    costs = COSTS["floats"]
    seconds = transitions(problem) * costs.seconds_per_transition
    return states_need(problem, settings, costs.bytes_per_state, seconds=seconds)


def expected_points(problem: Problem, by_size: bool = False) -> float:
    """About how many points determine a polynomial, or (with `by_size`) one in a single variable."""
    sizes = [most + 1.0 for most in most_pieces(problem.board, problem.game)]
    if is_symmetric(problem.board, problem.stuck, problem.game):
        sizes[0] /= 2
    return sum(sizes) / 2 if by_size else prod(sizes) / factorial(len(sizes))
