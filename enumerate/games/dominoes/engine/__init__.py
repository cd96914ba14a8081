"""The compiled engine: the same matches as the referee's, hundreds of times faster.

It follows the referee draw for draw: with the same stream it makes the same choices and leaves the stream in
the same state. Importing it imports Numba.
"""

import numpy as np

from ....support.caches import cached
from ..agents import AGENTS, roulette_weights
from ..match import COLUMNS
from ..readings import Reading
from .compiled_agents import WAYS
from .compiled_chance import Ints
from .compiled_match import play_matches


@cached()
def wheel() -> Ints:
    """The roulette's weights for compiled code."""
    weights = np.array(roulette_weights(), dtype=np.int64)
    weights.flags.writeable = False
    return weights


def play_numbered(
    agents: tuple[str, str], reading: Reading, stream: int, first_match: int, matches: int
) -> Ints:
    """Matches first_match, first_match + 1, ... of two of the paper's agents; one row for each."""
    numbers = list(AGENTS)
    pair = numbers.index(agents[0]), numbers.index(agents[1])
    rows = np.empty((matches, COLUMNS), np.int64)
    state, scratch = np.empty(1, np.uint64), np.empty((10, WAYS), np.int64)
    play_matches(pair, reading.codes, np.uint64(stream), first_match, rows, wheel(), state, scratch)
    return rows
