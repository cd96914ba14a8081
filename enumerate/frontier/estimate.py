"""What a computation will take, before it starts: states, memory, time. Light to import."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import ceil, factorial, log, prod

from ..model.board import Board, Cell
from ..model.game import Game
from ..rules.bounds import most_pieces, position_bits
from ..rules.conflicts import conflict_parts
from ..rules.symmetry import is_lined, is_symmetric
from ..support.caches import remembered
from ..support.errors import TooLargeError
from ..support.memory import LARGE, LOADED, MORE, WITHOUT, Need, process_memory, show_size
from ..support.settings import Settings
from .depth import depth_of
from .long import swept_short
from .orders import beside, best_order, candidates, is_mirrored, lexicographic, state_bounds, widest
from .sweep import slice_axis, sweep
from .task import Task

COMPILE_BYTES = 250  # of memory per state while compiling single steps, measured
MANY_SETS = 1200  # the same where the states are too many different sets, measured
FORCED_BYTES = 14_000  # the same where visits see what is forced: most of it is transitions
PHASE_BYTES, WALLED = 2, 40  # where steps fit windows or states are few different sets; slices differ
WINDOW = 4  # slots that a step of such a sweep touches, from the first to the last
TRANSITIONS = 1.7  # for each state of a bound, on average, measured
COUNTED_TO = 2**50  # states: beyond, counting a bound stops early
WIDEST_CUT = 50  # cells of a slice with so many states
WIDEST_PIECE = 160  # cells of a slice of the piece that is looked at to see it
LEAST_GROWTH = 1.2  # of states with a labelled cell, for the size of that piece
NARROWEST, NARROW, HEIGHT = 4, 9, 9  # widths and length of strips from which states of others are estimated
NO_MEMORY = 2**42  # states that no machine holds, even if they are fewer by far than estimated
MOST_SETS = 100_000  # that are looked at to count states exactly
LOOSE = 50_000  # states from which on a bound that may be far too large is replaced by an estimate
MOST_MORE = 200  # cells of a slice beyond those of a narrow strip: any more make too many states, too
MARGIN = 2  # of safety, in an estimate of rounds
NARROWER = f"Take a board with a narrower cut, {MORE}"
LANES = 16  # of a block
# per state for a block, measured: in phases, in place, and where both halves and what they share are held
LANE_BYTES, DENSE_BYTES, TOLD_BYTES = 3 * 64, 2 * 64, 6 * 64
AT_FOLD = 1.5  # of the values of the largest moment and its copy: what both halves share is held, too
PRIME_BITS = 30
PER_LANE = 0.06e-9, 0.2e-9  # seconds for each transition and lane, in phases and in steps that fit no window
COMPILING = 5e-10, 5e-7  # seconds for each state, the same
LEAST_COMPILING = 0.7
BOTH_ENDS = 200  # what a state with debts across both ends of a seam takes, in states of a round, measured
PER_VISIT, SLICES = 3.5e-4, 4  # seconds to compile a visit, and how many slices of a box differ
SHORT_RUNS = 5  # times as long a packed step takes that fits no window, measured


@remembered(16)
def task_bounds(task: Task) -> list[int]:
    """Bounds on the states along the sweep of a task, or once around from its seam."""
    around = _around(task)
    return around[0] if around is not None and is_seamed(task) else _bounds(task)


@remembered(64)
def is_seamed(task: Task) -> bool:
    """Whether it is less work to cut the seam of a wrapped board than to carry both of its ends.

    >>> [is_seamed(Task(Board.rectangle(n, n, wrap=(True, True)), frozenset())) for n in (3, 8)]
    [False, True]
    """
    around = _around(task)
    if around is None:
        return False
    from .seam import has_classes

    if not has_classes(task):
        return True  # on every torus that was tried
    ends = 1 if is_tight(task.game) or not task.stuck else BOTH_ENDS
    return sum(around[0]) * around[1] < ends * sum(_bounds(task))


def is_told(task: Task) -> bool:
    """Whether it is swept half, and one half tells the other what it covers."""
    from .halves import told_half

    return not is_too_wide(task) and not is_seamed(task) and told_half(task) is not None


def _around(task: Task) -> tuple[list[int], int] | None:
    """`seam_bounds`, without loading arrays for boards that have no seam."""
    if not any(task.board.wrap):
        return None
    from .seam import seam_axis, seam_bounds

    found, axis, board = seam_bounds(task), seam_axis(task), task.board
    if found is None or axis is None or is_tight(task.game) or board.dimension != 2:
        return found
    bounds, rounds = found
    about = MARGIN * _estimated(task, axis, 1 + board.shape[1 - axis])
    return [min(bound, about) for bound in bounds], 1 + rounds * min(bounds[-1], about) // bounds[-1]


def _counted(task: Task) -> list[int] | None:
    """The states along a sweep, where bounds are loose the exact numbers; None if it takes long to count."""
    board, stuck, game = task.board, task.stuck, task.game
    bounds = state_bounds(board, stuck, best_order(board, stuck, game), game=game)
    return bounds if is_tight(game) or max(bounds, default=1) < LOOSE else _exactly(task)


@remembered(16)
def _exactly(task: Task) -> list[int] | None:
    """The numbers of states along a sweep; None if they are too many different sets."""
    from .images import state_counts
    from .program import fold_depth, mirror_axis

    board, stuck, game = task.board, task.stuck, task.game
    order = best_order(board, stuck, game)
    is_half = task.symmetry and is_lined(game) and mirror_axis(board, order) is not None
    short = swept_short(board, stuck, order, task.perfect, game, fold_depth(game, stuck) if is_half else None)
    counts = state_counts(short.swept.locals, MOST_SETS)
    return None if counts is None else short.lengthened(counts, short.more)


def _bounds(task: Task) -> list[int]:
    """Bounds on the states along the sweep of a task, without a seam."""
    if is_too_wide(task):
        return [COUNTED_TO]
    from .halves import told_half

    half = told_half(task)
    if half is not None:
        return half.bounds
    board, stuck, game = task.board, task.stuck, task.game
    order = best_order(board, stuck, game)
    bounds = state_bounds(board, stuck, order, game=game)
    if is_tight(game) or max(bounds, default=1) < LOOSE:
        return bounds
    counted = _exactly(task)
    if counted is not None:
        return counted
    return _estimates(task, bounds, order) if board.dimension == 2 else bounds


def _estimates(task: Task, bounds: list[int], order: Sequence[Cell]) -> list[int]:
    """About how many states there are along a sweep, from narrow strips."""
    board = task.board
    along = int(order[0][0] != order[1][0])  # rows one after the other: 0, columns: 1
    cells = Counter(cell[along] for cell in order)
    about = {n: _estimated(task, along, n * (1 + board.wrap[along])) for n in set(cells.values())}
    bounds = [*bounds, *[COUNTED_TO] * (len(order) - len(bounds))]  # they may have stopped early
    return [min(bound, about[cells[cell[along]]]) for bound, cell in zip(bounds, order, strict=True)]


def _estimated(task: Task, along: int, cells: int) -> int:
    """About how many states a sweep has whose slices have so many cells."""
    states, growth, width = narrow(task.game, task.stuck, along, cells)
    return int(states * growth ** min(max(0, cells - width), MOST_MORE)) + 1


@remembered(64)
def is_too_wide(task: Task) -> bool:
    """Whether a piece of the board alone has more states than are counted, in whatever order it is swept.

    Every labelled cell multiplies the states by 2, or by what narrow strips say. It is enough to look at a
    piece from the middle: what surrounds it makes no order of its cells narrower.

    >>> [is_too_wide(Task(Board.rectangle(n, 300), frozenset())) for n in (20, 300)]
    [False, True]
    """
    board, game = task.board, task.game
    if board.dimension == 1 or prod(sorted(board.shape)[:-1]) <= WIDEST_CUT:
        return False
    most = log(COUNTED_TO) / log(max(_growth(task), LEAST_GROWTH))
    for wide in (most + 2, 2 * most) if board.is_box else (2.5 * most,):
        middle = _middle(board, min(wide, WIDEST_PIECE))
        near = beside(middle, game)
        large = [part for part in conflict_parts(game, middle) if len(part) > most]
        if any(all(widest(order, near, most) > most for order in candidates(part, game)) for part in large):
            return True
        if not large:
            break
    return False


def _growth(task: Task) -> float:
    """How much one more labelled cell multiplies the states, about."""
    game = task.game
    if is_tight(game) or task.board.dimension != 2 or not task.board.lattice.is_square:
        return 2.0
    found: list[float] = []
    for along in (0, 1):
        less, more = (
            widest(lexicographic(strip, (along, 1 - along)), beside(strip, game))
            for strip in _strips(along)[:2]
        )
        found.append(narrow(game, task.stuck, along)[1] ** (1 / max(1, more - less)))
    return min(found)


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


def require_narrow(task: Task) -> None:
    """Refuse a board that no sweep gets through, at a glance.

    >>> require_narrow(Task(Board.box(40, 40, 40), frozenset()))
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


def is_tight(game: Game) -> bool:
    """Whether the bounds on states are about their number: dominoes that only overlap."""
    return not game.forbidden and all(len(piece.cells) <= 2 for piece in game.pieces)


def _strips(along: int) -> list[Board]:
    """Narrow strips, each a cell wider than the one before."""
    shapes = [(HEIGHT, width) for width in range(NARROWEST, NARROW + 1)]
    return [Board.rectangle(*(shape[::-1] if along else shape)) for shape in shapes]


def narrow(game: Game, stuck: frozenset[int], along: int, cells: int = 0) -> tuple[int, float, int]:
    """From the widest strip that is counted soon: the most states, how they grow with its width, and this;
    from a few strips if they say that slices of so many `cells` have more states than there is memory.

    An estimate for wider boards, where the bounds on states are far too large. Strips two cells narrower tell
    the growth, because odd and even widths may differ.

    >>> states, growth, width = narrow(Game.named("node-kayles"), frozenset(), 0)
    >>> states, round(growth, 2), width
    (89, 1.62, 9)
    """
    found: list[int] = []
    growth, width = 1.0, NARROWEST
    for strip in _strips(along):
        most = _most_states(game, stuck, along, strip, MOST_SETS if len(found) > 1 else COUNTED_TO)
        if most is None:
            break
        found.append(most)
        apart, width = min(2, len(found) - 1), NARROWEST + len(found) - 1
        growth = max(1.0, found[-1] / found[-1 - apart]) ** (1 / max(1, apart))
        if found[-1] * growth ** min(max(0, cells - width), MOST_MORE) > NO_MEMORY:
            break
    return found[-1], growth, width


@remembered(256)
def _most_states(game: Game, stuck: frozenset[int], along: int, board: Board, most: int) -> int | None:
    """The most states along a sweep of a strip; None if it takes more than `most` sets to count them."""
    from .images import state_counts

    order = tuple(lexicographic(board, (along, 1 - along)))
    counts = state_counts(sweep(board, stuck, order, game=game).locals, most)
    return None if counts is None else max(counts)


def lanes_need(task: Task, settings: Settings, points: float) -> tuple[Need, float]:
    """What lanes will take, so many `points` for each prime; and the share of the time for compiling."""
    lanes = ceil(points * (position_bits(task.board, task.stuck, task.game) / PRIME_BITS + 2))
    wide = int(not _fits_windows(task))
    compiling = LEAST_COMPILING + sum(task_bounds(task)) * COMPILING[wide]
    seconds = compiling + transition_bound(task) * lanes * PER_LANE[wide] / settings.cores
    each = DENSE_BYTES if task.is_dense else TOLD_BYTES if is_told(task) else LANE_BYTES
    block = max(task_bounds(task), default=1) * each
    blocks = settings.cores if is_seamed(task) else ceil(lanes / LANES)
    threads = max(1, min(settings.cores, blocks, (settings.memory - WITHOUT - LOADED) // block))
    need = states_need(task, settings, threads * each, unloaded(), seconds)
    return need._replace(detail=f"about {lanes:,} lanes", cores=settings.cores), compiling / seconds


def unloaded() -> int:
    """The bytes that Numba and its kernels will still take: some of it may be loaded."""
    return max(0, WITHOUT + LOADED - process_memory()[0])


def points_expected(task: Task, by_size: bool = False) -> float:
    """About how many points determine a polynomial, or (with `by_size`) one in a single variable.

    >>> round(points_expected(Task(Board.rectangle(4, 4), frozenset())))
    20
    """
    sizes = [most + 1.0 for most in most_pieces(task.board, task.game)]
    if is_symmetric(task.board, task.stuck, task.game):
        sizes[0] /= 2
    return sum(sizes) / 2 if by_size else prod(sizes) / factorial(len(sizes))


def states_need(
    task: Task, settings: Settings, bytes_per_state: float = 0, loading: int = 0, seconds: float = 0
) -> Need:
    """What the states of a board take before they are listed, each so many bytes beyond those for compiling.

    `loading` are bytes that the engine itself will take.

    >>> print(states_need(Task(Board.rectangle(4, 4), frozenset()), Settings()))
    up to 16 states, 3.9 KiB
    """
    states = max(task_bounds(task), default=1)
    compiling = COMPILE_BYTES
    is_large = states * (COMPILE_BYTES + bytes_per_state) > min(LARGE // 4, settings.memory)
    if states < COUNTED_TO and states * PHASE_BYTES <= settings.memory and not is_told(task):
        whole = not is_seamed(task)
        if is_large and (_fits_windows(task) or (whole and _exactly(task) is not None)):
            compiling = PHASE_BYTES if task.board.is_box else WALLED
        elif whole and _counted(task) is None:
            compiling = FORCED_BYTES if task.stuck and depth_of(task.game).forced else MANY_SETS
    return listed_need(states, bytes_per_state, compiling, loading, seconds)


def at_fold(task: Task) -> float:
    """The share of the states of the largest moment that are held twice where half a sweep ends; 1 if it is
    swept whole."""
    board, bounds = task.board, task_bounds(task)
    if is_told(task):
        return AT_FOLD
    order = best_order(board, task.stuck, task.game)
    axis = slice_axis(order)
    if not is_lined(task.game) or not is_mirrored(board, axis) or len(bounds) != len(order):
        return 1.0
    places = [cell[axis] for cell in order]
    half = sum(place < board.shape[axis] // 2 for place in places)
    return bounds[half - 1] / max(bounds) if places == sorted(places) and half else 1.0


def _fits_windows(task: Task) -> bool:
    """Whether every step touches only slots close to each other."""
    order = best_order(task.board, task.stuck, task.game)
    swept = swept_short(task.board, task.stuck, order, task.perfect, task.game).swept
    return all(not slots or max(slots) - min(slots) < WINDOW for slots, _ in swept.looks)


def listed_need(
    states: int,
    bytes_per_state: float = 0,
    compiling: int = COMPILE_BYTES,
    loading: int = 0,
    seconds: float = 0,
) -> Need:
    """What so many states take."""
    held = process_memory()[0] if bytes_per_state else 0
    what = f"up to {states:,} states" if states < COUNTED_TO else "more than 10^15 states"
    memory = int(states * (compiling + bytes_per_state)) + (held + loading if bytes_per_state else 0)
    return Need(what, memory, seconds, instead=NARROWER, held=held)


def transition_bound(task: Task) -> float:
    """About how many transitions a sweep has, from the bounds on its states."""
    around = _around(task) if is_seamed(task) else None
    return TRANSITIONS * sum(task_bounds(task)) * (around[1] if around is not None else 1)


def plain_seconds(task: Task, length: float) -> float:
    """About how long dictionaries of integers of up to `length` bytes take, by a fit to measurements."""
    order = best_order(task.board, task.stuck, task.game)
    states = sum(state_bounds(task.board, task.stuck, order, game=task.game))
    return states * (2.8e-7 if task.stuck else 4.2e-7) + states * length * 1.8e-10


def compiling_seconds(task: Task) -> float:
    """About how long a small board is compiled: the slices of a box but for a few are alike, every other cell
    is looked at by itself, at half of them if the board is its own mirror image."""
    board = task.board
    order = best_order(board, task.stuck, task.game)
    visits = len(board) / (1 + is_mirrored(board, slice_axis(order)))
    if board.is_box:
        visits = min(visits, SLICES * len(board) // max(1, *board.shape))
    return PER_VISIT * visits * (1 + len(task.stuck)) * max(1, board.dimension - 1)


def packed_seconds(task: Task, length: float) -> float:
    """About how long a sweep over integers of up to `length` bytes takes, by a fit to measurements.

    Every transition costs a Python operation and, on average along the sweep, a quarter of the length.
    """
    slow = max(1, task.board.dimension - 1) * (1 if _fits_windows(task) else SHORT_RUNS)
    return compiling_seconds(task) + transition_bound(task) * (6e-8 + length * 7.5e-11) * slow
