"""Compute a total in processes that are killed while they keep a frontier: `frontier_nursery.py STORE KILLS`.

Every process is killed after a few phases, in the middle of writing or between two; the last one is left to
finish. Each line tells how many states a process had behind it after its first phase and when it kept its
last frontier; the last line tells the total.
"""

import os
import signal
import sys

from enumerate import Board, count
from enumerate.jobs import checkpoints as frontiers

frontiers.EVERY, frontiers.SHARE = 0.0, 0  # every phase is kept
BOARD, KIND = Board.rectangle(9, 9), "maximal"  # an odd number of rows: half, fold and middle
KEPT = 5  # phases that a process keeps before it is killed


def run(store: str, kill: int | None) -> None:
    """The total, from what is beside the store; killed in the middle of writing, or between two."""
    passed: list[int] = []
    write, replace = frontiers.Frontier.write, os.replace

    def watched(self, moment) -> None:
        write(self, moment)
        passed.append(moment.passed(self.program))
        if kill is not None and kill % 2 and len(passed) == KEPT:
            die()

    def replaced(old, new) -> None:
        if kill is not None and kill % 2 == 0 and len(passed) == KEPT:
            die()
        replace(old, new)

    def die() -> None:
        print(passed[0], passed[-1], flush=True)
        os.kill(os.getpid(), signal.SIGKILL)

    frontiers.Frontier.write, os.replace = watched, replaced
    total = count(BOARD, KIND, store=store)
    print(passed[0] if passed else -1, passed[-1] if passed else -1)
    print(total, flush=True)


def main() -> None:
    """Kill, kill, kill, finish."""
    store, kills = sys.argv[1], int(sys.argv[2])
    count(Board.rectangle(4, 4), store=f"{store}-first")  # what is imported once is not imported by each
    for kill in [*range(kills), None]:
        child = os.fork()
        if child == 0:
            run(store, kill)
            os._exit(0)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()
