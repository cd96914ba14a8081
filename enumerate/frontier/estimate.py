"""What a computation will take, before it starts: states and memory. Light to import."""

from ..board import Board
from ..memory import require_memory
from .run import Run
from .sweep import best_order, state_bounds

COMPILE_BYTES = 250  # of memory per state while compiling: 180 (general) to 250 (maximal), measured


def check_states(board: Board, stuck: frozenset[int], run: Run, bytes_per_state: float = 0) -> None:
    """Refuse a board whose states do not fit in memory, before they are listed."""
    require_states(max(state_bounds(board, stuck, best_order(board, stuck)), default=1), run, bytes_per_state)


def require_states(states: int, run: Run, bytes_per_state: float = 0) -> None:
    """Refuse so many states if they do not fit in memory."""
    require_memory(
        int(states * (COMPILE_BYTES + bytes_per_state)),
        run.max_memory,
        f"up to {states:,} states",
        "Take a board with a narrower cut, or raise --max-memory",
    )
