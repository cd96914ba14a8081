"""What a computation will take, before it starts: states, memory, time. Light to import."""

from ..support.errors import plural
from ..support.memory import process_memory, require_memory, show_size
from ..support.progress import show_time
from ..support.settings import Settings
from .orders import best_order, state_bounds
from .task import Task

COMPILE_BYTES = 250  # of memory per state while compiling: 180 (general) to 250 (maximal), measured
TRANSITIONS = 1.7  # for each state of a bound, on average, measured
COUNTED_TO = 2**50  # states: beyond, counting a bound stops early
LONG = 2  # seconds from which on an estimate is worth a line
LARGE = 500 * 2**20  # bytes from which on it is, too


def task_bounds(task: Task) -> list[int]:
    """Bounds on the states along the sweep of a task."""
    board, stuck, game = task.board, task.stuck, task.game
    return state_bounds(board, stuck, best_order(board, stuck, game), game=game)


def check_states(task: Task, settings: Settings, bytes_per_state: float = 0) -> tuple[int, int]:
    """Refuse a board whose states do not fit in memory, before they are listed; their number and bytes."""
    states = max(task_bounds(task), default=1)
    return states, require_states(states, settings, bytes_per_state)


def require_states(states: int, settings: Settings, bytes_per_state: float = 0) -> int:
    """Refuse so many states if they do not fit in memory; the bytes that they take."""
    need = int(states * (COMPILE_BYTES + bytes_per_state)) + (process_memory()[0] if bytes_per_state else 0)
    require_memory(
        need,
        settings.limit,
        f"up to {states:,} states" if states < COUNTED_TO else "more than 10^15 states",
        "Take a board with a narrower cut, or allow more with max_memory (--max-memory)",
    )
    return need


def transition_bound(task: Task) -> float:
    """About how many transitions a sweep has, from the bounds on its states."""
    return TRANSITIONS * sum(task_bounds(task))


def packed_seconds(task: Task, length: float) -> float:
    """About how long a sweep over integers of up to `length` bytes takes, by a fit to measurements.

    Every transition costs a Python operation and, on average along the sweep, a quarter of the length.
    """
    return transition_bound(task) * (2e-7 + length / 4 / 4e9)


def announce(settings: Settings, what: str, memory: int, seconds: float, cores: int = 1) -> None:
    """One line of estimate, if it is long or large; `seconds` are those of one core."""
    if seconds / cores > LONG or memory > LARGE:
        settings.announce(
            f"{what}, {show_size(memory)}, about {show_time(seconds / cores)} on {plural(cores, 'core')}"
        )
