"""Two-sided dominoes: matches per second, and the compiled engine against the referee."""

import time
from collections.abc import Callable, Iterator
from itertools import combinations

from enumerate.games.dominoes import AGENTS, BEST_FIT, play_match
from enumerate.games.dominoes.chance import stream_of
from enumerate.games.dominoes.engine import play_numbered

from . import Row

FAST, SLOW = 50_000, 50  # matches of each pair


def core_seconds(work: Callable[[], None], repeat: int = 3) -> float:
    """The least processor time of `work` on one core."""

    def once() -> float:
        began = time.process_time()
        work()
        return time.process_time() - began

    return min(once() for _ in range(repeat))


def rows() -> Iterator[Row]:
    """One thread, all six pairs of the paper."""
    pairs = list(combinations(AGENTS, 2))

    def engine() -> None:
        for pair in pairs:
            play_numbered(pair, BEST_FIT, stream_of(1, pair), 0, FAST)

    def referee() -> None:
        for pair in pairs:
            for number in range(SLOW):
                play_match(pair, seed=1, match=number)

    play_numbered(pairs[0], BEST_FIT, 0, 0, 1)  # compile
    per_second = FAST * len(pairs) / core_seconds(engine)
    by_referee = SLOW * len(pairs) / core_seconds(referee)
    yield Row(
        "the paper's six pairs, on one core",
        f"{per_second:,.0f} matches/s",
        "at least 200,000 matches/s",
        per_second >= 200_000,
    )
    ratio = per_second / by_referee
    yield Row(
        "engine to pure-Python referee", f"{ratio:.3g} times faster", "at least 200 times", ratio >= 200
    )
