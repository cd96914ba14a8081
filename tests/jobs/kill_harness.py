"""The same work in a series of processes; each but the last one is killed.

`kill_harness.py lanes STORE LOG KILLS SEED PRIMES` computes a polynomial. Every process appends to LOG the
lanes that it begins; a line `killed N` says that the store had N residues afterwards. At the end the
polynomial is printed.

`kill_harness.py total STORE KILLS` computes a total. Every process is killed after a few operators, in the
middle of writing a frontier or between two. Each line says how many states a process had passed after its
first operator and when it kept its last frontier; the last line is the total.
"""

import os
import random
import signal
import sys
import time
from pathlib import Path

from plain_points import TASK, plain_workers, plan

from enumerate import Board, count
from enumerate.jobs import checkpoints, runner
from enumerate.jobs.journal import read_entries
from enumerate.jobs.runner import Jobs
from enumerate.jobs.store import Store

NAP = 0.004  # seconds a batch
KEPT = 5  # frontiers that a process keeps before it is killed


def forked(work, *arguments):
    """A process that does the work and ends."""
    child = os.fork()
    if child == 0:
        work(*arguments)
        os._exit(0)
    return child


def lanes(store, log, whole):
    """Compute the polynomial, from whatever the store has."""
    runner.COMMIT_SHARE = float("inf")  # every batch at once: what is in flight is one batch
    stream = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def started(points):
        line = " ".join(f"{point.prime}:{point.values[0]}:{point.values[1]}" for point in points)
        os.write(stream, f"{line}\n".encode())

    with Store(store) as kept:
        residues = Jobs(plain_workers(8, NAP, started), kept)(TASK, whole.points(), lambda done, total: None)
    print(whole.assemble(residues))


def kill_lanes(store, log, kills, seed, primes):
    """Kill each process once it has begun a few batches."""
    whole = plan(spares=int(primes))  # made once for all processes
    draw = random.Random(int(seed))
    with open(log, "a+b", buffering=0) as stream:
        for _ in range(int(kills)):
            stream.seek(0, os.SEEK_END)
            child = forked(lanes, store, log, whole)
            more = draw.randint(0, 6)
            while more > 0:
                more -= stream.read().count(b"\n")
                time.sleep(0.001)
            time.sleep(draw.uniform(0.0, 2 * NAP))
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            kept = sum(1 for _ in read_entries(Path(store), "lane")) if os.path.exists(store) else 0
            stream.write(f"killed {kept}\n".encode())
    lanes(store, log, whole)


def total(store, kill):
    """Compute the total, from what is beside the store; die while a frontier is written, or after it."""
    passed = []
    write, replace = checkpoints.Frontier.write, os.replace

    def die():
        print(passed[0], passed[-1], flush=True)
        os.kill(os.getpid(), signal.SIGKILL)

    def watched(self, moment):
        write(self, moment)
        passed.append(moment.passed(self.program))
        if kill is not None and kill % 2 and len(passed) == KEPT:
            die()

    def replaced(old, new):
        if kill is not None and kill % 2 == 0 and len(passed) == KEPT:
            die()
        replace(old, new)

    checkpoints.Frontier.write, os.replace = watched, replaced
    # an odd number of rows: half, fold and middle
    found = count(Board.rectangle(9, 9), "maximal", store=store)
    print(passed[0] if passed else -1, passed[-1] if passed else -1)
    print(found, flush=True)


def kill_totals(store, kills):
    """Let each process die by itself."""
    checkpoints.SECONDS_BETWEEN, checkpoints.WORK_PER_WRITE = 0.0, 0  # a frontier after every operator
    count(Board.rectangle(4, 4), store=f"{store}-first")  # what is imported once is not imported by each
    for kill in [*range(int(kills)), None]:
        os.waitpid(forked(total, store, kill), 0)


if __name__ == "__main__":
    {"lanes": kill_lanes, "total": kill_totals}[sys.argv[1]](*sys.argv[2:])
