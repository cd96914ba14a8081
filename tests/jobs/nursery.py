"""Run the same job in processes that are killed at random moments: `nursery.py STORE LOG KILLS SEED PRIMES`.

Every process appends to LOG the lanes that it begins; a line `killed N` says that the store had N residues
afterwards. The last process is left to finish and prints the polynomial.
"""

import os
import random
import signal
import sys
import time
from pathlib import Path

from plain_points import TASK, plain_workers, plan

from enumerate.jobs import runner
from enumerate.jobs.journal import read_entries
from enumerate.jobs.runner import Jobs
from enumerate.jobs.store import Store

NAP = 0.004  # seconds a batch


def run(store: str, log: str, size: int) -> None:
    """The job, from whatever the store has."""
    runner.COMMITTING = float("inf")  # every batch at once: what is in flight is one batch
    stream = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def started(points):
        line = " ".join(f"{point.prime}:{point.values[0]}:{point.values[1]}" for point in points)
        os.write(stream, f"{line}\n".encode())

    whole = plan(spares=size)
    with Store(store) as kept:
        residues = Jobs(plain_workers(8, NAP, started), kept)(TASK, whole.points(), lambda done, total: None)
    print(whole.assemble(residues))


def lines(log: str) -> int:
    """How many batches were begun so far."""
    if not os.path.exists(log):
        return 0
    with open(log) as stream:
        return len(stream.readlines())


def wait_for(log: str, count: int) -> None:
    """Wait until so many batches were begun."""
    while lines(log) < count:
        time.sleep(0.001)


def main() -> None:
    """Kill, kill, kill, finish."""
    store, log = sys.argv[1:3]
    kills, seed, size = map(int, sys.argv[3:])
    draw = random.Random(seed)
    for _ in range(kills):
        child = os.fork()
        if child == 0:
            run(store, log, size)
            os._exit(0)  # it was faster than the kill
        wait_for(log, lines(log) + draw.randint(0, 6))
        time.sleep(draw.uniform(0.0, 2 * NAP))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        count = 0
        if os.path.exists(store):
            count = sum(1 for _ in read_entries(Path(store), "lane"))
        with open(log, "a") as stream:
            stream.write(f"killed {count}\n")
    run(store, log, size)


if __name__ == "__main__":
    main()
