"""What a computation will take, before it starts: states, memory, time. Light to import."""

from dataclasses import replace
from math import ceil, factorial, log2, prod

from ..model.board import Board
from ..rules.bounds import most_pieces, position_bits
from ..rules.conflicts import conflict_parts
from ..rules.problem import Problem
from ..rules.symmetry import has_axis_pieces, is_symmetric
from ..support.caches import cached
from ..support.errors import TooLargeError
from ..support.memory import LARGE, LOADED, MORE, WITHOUT, CostEstimate, process_memory, show_size
from ..support.settings import Settings
from ..sweep.orders import candidates, is_mirrored
from ..sweep.periodic import periodic_sweep
from ..sweep.profile import best_order, state_counts
from ..sweep.sweep import slice_axis

COMPILE_BYTES = 250  # of memory per state while compiling single steps, measured
PHASE_BYTES, WALLED = 2, 40  # where steps fit windows or states are few different sets; slices differ
WINDOW = 4  # slots that a step of such a sweep touches, from the first to the last
TRANSITIONS = 1.7  # for each state of a bound, on average, measured
COUNTED_TO = 2**50  # states: beyond, counting a bound stops early
BOX_PIECES, WALLED_PIECES = (16, 24), (64, 160)  # cells of a slice of the pieces that are counted
WIDEST_CUT = 40  # cells of a slice with so many states
NARROWER = f"Take a board with a narrower cut, {MORE}"
LANES = 16  # of a block
LANE_BYTES, DENSE_BYTES = 3 * 64, 2 * 64  # per state for a block, measured: in operators, in place
PRIME_BITS = 30
PER_LANE = (
    0.06e-9,
    0.2e-9,
)  # seconds for each transition and lane, in operators and in steps that fit no window
COMPILING = 5e-10, 5e-7  # seconds for each state, the same
LEAST_COMPILING = 0.7
SMALL_TORUS = 30  # cells up to which carrying both ends is less work, measured for squares


@cached(16)
def task_bounds(task: Problem) -> list[int]:
    """Bounds on the states along the sweep of a task, or once around from its seam."""
    around = _around(task)
    return around[0] if around is not None and is_seamed(task) else _bounds(task)


@cached(64)
def is_seamed(task: Problem) -> bool:
    """Whether it is less work to cut the seam of a wrapped board than to carry both of its ends.

    >>> [is_seamed(Problem(Board.rectangle(n, n, wrap=(True, True)), frozenset())) for n in (3, 8)]
    [False, True]
    """
    around = _around(task)
    if around is None:
        return False
    from ..compiler.trace import has_classes

    if not has_classes(task):
        return True
    if all(task.board.wrap):
        return len(task.board) > SMALL_TORUS
    return sum(around[0]) * around[1] < sum(_bounds(task))


def _around(task: Problem) -> tuple[list[int], int] | None:
    """`seam_bounds`, without loading arrays for boards that have no seam."""
    if not any(task.board.wrap):
        return None
    from ..compiler.trace import seam_bounds

    return seam_bounds(task)


def _bounds(task: Problem) -> list[int]:
    """The states along the sweep of a task, without a seam."""
    if is_too_wide(task):
        return [COUNTED_TO]
    order = best_order(task.board, task.stuck, task.game)
    counts = state_counts(task.board, task.stuck, order, COUNTED_TO, task.perfect, task.game)
    return [max(1, count) for count in counts]  # no state is left where there is no position


@cached(64)
def is_too_wide(task: Problem) -> bool:
    """Whether a board has more states than any machine holds, in every order of its cells.

    Pieces from the middle are counted instead of the board: the cells around a piece make no order of the
    piece narrower. Two sizes of pieces show how the states of a box grow with its slices.

    >>> [is_too_wide(Problem(Board.rectangle(n, 300), frozenset())) for n in (20, 300)]
    [False, True]
    """
    board = task.board
    cut = prod(sorted(board.shape)[:-1])
    if board.dimension == 1 or cut <= WIDEST_CUT:
        return False
    if not board.is_box:
        return any(_most_states(task, wide) > COUNTED_TO for wide in WALLED_PIECES)
    few, many = (_most_states(task, wide) for wide in BOX_PIECES)
    growth = (many / few) ** (1 / (BOX_PIECES[1] - BOX_PIECES[0]))
    return log2(many) + (cut - BOX_PIECES[1]) * log2(growth) > log2(COUNTED_TO)


def _most_states(task: Problem, wide: int) -> int:
    """The most states along a sweep of a piece with slices of so many cells, in the best order."""
    parts = conflict_parts(task.game, _middle(task.board, wide))
    largest = max(parts, key=len)
    orders = candidates(largest, task.game)
    counted = [state_counts(largest, task.stuck, order, COUNTED_TO, game=task.game) for order in orders]
    return min(max(counts) if sum(counts) <= COUNTED_TO else COUNTED_TO + 1 for counts in counted)


def _middle(board: Board, wide: float) -> Board:
    """A piece from the middle of a board, straight, with slices of so many cells if the board has them."""
    longest = max(board.shape)
    side = next(
        (
            side
            for side in range(2, longest)
            if prod(sorted(min(length, side) for length in board.shape)[:-1]) >= wide
        ),
        longest,
    )
    low = [max(0, length - side) // 2 // 2 * 2 for length in board.shape]  # triangles stand as they did
    inside = [range(first, first + side) for first in low]
    cells = (c for c in board.cells if all(place in near for place, near in zip(c, inside, strict=True)))
    return replace(board, cells=frozenset(cells), wrap=(False,) * board.dimension).crop()


def require_narrow(task: Problem) -> None:
    """Refuse a board that no sweep gets through, at a glance.

    >>> require_narrow(Problem(Board.box(40, 40, 40), frozenset()))
    Traceback (most recent call last):
        ...
    enumerate.TooLargeError: more than 10^15 states need about 250.0 PiB and no machine has that. Take a board
    with a narrower cut.
    """
    if is_too_wide(task):
        size = show_size(COUNTED_TO * COMPILE_BYTES)
        raise TooLargeError(
            f"more than 10^15 states need about {size} and no machine has that. "
            "Take a board with a narrower cut."
        )


def lanes_need(task: Problem, settings: Settings, points: float) -> tuple[CostEstimate, float]:
    """What lanes will take, so many `points` for each prime; and the share of the time for compiling."""
    lanes = ceil(points * (position_bits(task.board, task.stuck, task.game) / PRIME_BITS + 2))
    wide = int(not fits_windows(task))
    compiling = LEAST_COMPILING + sum(task_bounds(task)) * COMPILING[wide]
    seconds = compiling + transition_bound(task) * lanes * PER_LANE[wide] / settings.cores
    each = DENSE_BYTES if task.is_full_matching else LANE_BYTES
    block = max(task_bounds(task), default=1) * each
    blocks = settings.cores if is_seamed(task) else ceil(lanes / LANES)
    threads = max(1, min(settings.cores, blocks, (settings.memory - WITHOUT - LOADED) // block))
    need = states_need(task, settings, threads * each, unloaded(), seconds)
    return need._replace(detail=f"about {lanes:,} lanes", cores=settings.cores), compiling / seconds


def unloaded() -> int:
    """The bytes that Numba and its kernels will still take: some of it may be loaded."""
    return max(0, WITHOUT + LOADED - process_memory()[0])


def points_expected(task: Problem, by_size: bool = False) -> float:
    """About how many points determine a polynomial, or (with `by_size`) one in a single variable.

    >>> round(points_expected(Problem(Board.rectangle(4, 4), frozenset())))
    20
    """
    sizes = [most + 1.0 for most in most_pieces(task.board, task.game)]
    if is_symmetric(task.board, task.stuck, task.game):
        sizes[0] /= 2
    return sum(sizes) / 2 if by_size else prod(sizes) / factorial(len(sizes))


def states_need(
    task: Problem, settings: Settings, bytes_per_state: float = 0, loading: int = 0, seconds: float = 0
) -> CostEstimate:
    """What the states of a board take before they are listed, each so many bytes beyond those for compiling.

    `loading` are bytes that the engine itself will take.

    >>> print(states_need(Problem(Board.rectangle(4, 4), frozenset()), Settings()))
    up to 16 states, 3.9 KiB
    """
    states = max(task_bounds(task), default=1)
    compiling = COMPILE_BYTES
    is_large = states * (COMPILE_BYTES + bytes_per_state) > min(LARGE // 4, settings.memory)
    if states < COUNTED_TO and states * PHASE_BYTES <= settings.memory and is_large:
        compiling = PHASE_BYTES if task.board.is_box else WALLED
    return listed_need(states, bytes_per_state, compiling, loading, seconds)


def at_fold(task: Problem) -> float:
    """The share of the states of the largest moment that are held twice where half a sweep ends; 1 if it is
    swept whole."""
    board, bounds = task.board, task_bounds(task)
    order = best_order(board, task.stuck, task.game)
    axis = slice_axis(order)
    if not has_axis_pieces(task.game) or not is_mirrored(board, axis) or len(bounds) != len(order):
        return 1.0
    places = [cell[axis] for cell in order]
    half = sum(place < board.shape[axis] // 2 for place in places)
    return bounds[half - 1] / max(bounds) if places == sorted(places) and half else 1.0


def fits_windows(task: Problem) -> bool:
    """Whether every step touches only slots close to each other."""
    order = best_order(task.board, task.stuck, task.game)
    swept = periodic_sweep(task.board, task.stuck, order, task.perfect, task.game).swept
    return all(not slots or max(slots) - min(slots) < WINDOW for slots, _ in swept.contexts)


def listed_need(
    states: int,
    bytes_per_state: float = 0,
    compiling: int = COMPILE_BYTES,
    loading: int = 0,
    seconds: float = 0,
) -> CostEstimate:
    """What so many states take."""
    held = process_memory()[0] if bytes_per_state else 0
    what = f"up to {states:,} states" if states < COUNTED_TO else "more than 10^15 states"
    memory = int(states * (compiling + bytes_per_state)) + (held + loading if bytes_per_state else 0)
    return CostEstimate(what, memory, seconds, instead=NARROWER, held=held)


def transition_bound(task: Problem) -> float:
    """About how many transitions a sweep has, from the bounds on its states."""
    around = _around(task) if is_seamed(task) else None
    return TRANSITIONS * sum(task_bounds(task)) * (around[1] if around is not None else 1)
