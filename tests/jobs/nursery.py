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
from typing import BinaryIO

from plain_points import TASK, plain_workers, plan

from enumerate.jobs import runner
from enumerate.jobs.journal import read_entries
from enumerate.jobs.runner import Jobs
from enumerate.jobs.store import Store
from enumerate.reconstruct.reconstruction import PolynomialPlan

NAP = 0.004  # seconds a batch


def run(store: str, log: str, whole: PolynomialPlan) -> None:
    """The job, from whatever the store has."""
    runner.COMMITTING = float("inf")  # every batch at once: what is in flight is one batch
    stream = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def started(points):
        line = " ".join(f"{point.prime}:{point.values[0]}:{point.values[1]}" for point in points)
        os.write(stream, f"{line}\n".encode())

    with Store(store) as kept:
        residues = Jobs(plain_workers(8, NAP, started), kept)(TASK, whole.points(), lambda done, total: None)
    print(whole.assemble(residues))


def wait_for(stream: BinaryIO, count: int) -> None:
    """Wait until as many more batches were begun."""
    while count > 0:
        count -= stream.read().count(b"\n")
        time.sleep(0.001)


def main() -> None:
    """Kill, kill, kill, finish."""
    store, log = sys.argv[1:3]
    kills, seed, size = map(int, sys.argv[3:])
    whole = plan(spares=size)  # the processes that are killed need not make it again
    draw = random.Random(seed)
    with open(log, "a+b", buffering=0) as stream:
        for _ in range(kills):
            stream.seek(0, os.SEEK_END)
            child = os.fork()
            if child == 0:
                run(store, log, whole)
                os._exit(0)  # it was faster than the kill
            wait_for(stream, draw.randint(0, 6))
            time.sleep(draw.uniform(0.0, 2 * NAP))
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            count = 0
            if os.path.exists(store):
                count = sum(1 for _ in read_entries(Path(store), "lane"))
            stream.write(f"killed {count}\n".encode())
    run(store, log, whole)


if __name__ == "__main__":
    main()
