"""Measure this version and the older one of `--old` alternately.

Every run has its own process, so that both are measured in the same way and at about the same time.
"""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WARM_UP = 60.0  # seconds that a process may take before its first work, beyond its limit
OLD = "ENUMERATE_OLD"  # the variable of the environment in which bench.py leaves the old Python

PROBE = """
import gc, re, sys, time

from enumerate import Board, alpha, count, positions

def square(n, wrap=None): return Board.rectangle(n, n, wrap)
def peak(): return int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) * 1024

count(square(11), kind="maximal", engine="modular"); positions(square(8), engine="modular"); alpha(square(11))
count(square(12))
for work in sys.argv[1:]:
    gc.collect()  # free what earlier works left behind
    began = CLOCK()
    eval(work)
    print(CLOCK() - began, peak(), flush=True)
"""
WALL, PROCESSOR = "time.perf_counter", "time.process_time"


@dataclass
class Took:
    """The least seconds and the greatest bytes so far; `stopped` if no run was over within its limit."""

    seconds: float = float("inf")
    memory: float = 0.0
    stopped: bool = False

    def add(self, seconds: float, memory: float) -> None:
        """One more run."""
        self.seconds, self.memory = min(self.seconds, seconds), max(self.memory, memory)
        self.stopped = False

    def add_stopped(self, limit: float) -> None:
        """One more run, which was stopped after at least `limit` seconds."""
        if self.seconds == float("inf"):
            self.seconds, self.stopped = limit, True

    def __str__(self) -> str:
        return f"{self.seconds:.2f} s, {self.memory / 2**30:.2f} GiB"


def versions(with_old: bool = True) -> dict[str, list[str]]:
    """The command that starts Python with each version, the old one first."""
    found = {"new": [sys.executable]}
    if with_old and (old := os.environ.get(OLD)):
        found = {"old": [old], **found}
    return found


def run(python: list[str], *arguments: str, folder: Path | str = ROOT, timeout: float | None = None) -> str:
    """The output of a process; the package of `folder` is used, if there is one, and its bytecode is kept."""
    dropped = ("PYTHONDONTWRITEBYTECODE", "PYTHONPATH")
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    done = subprocess.run(
        [*python, *arguments],
        cwd=folder,
        env=kept,
        capture_output=True,
        text=True,
        check=True,
        timeout=timeout,
    )
    return done.stdout


def by_turns(
    works: list[str], repeat: int = 1, with_old: bool = True, limit: float | None = None, clock: str = WALL
) -> dict[str, list[Took]]:
    """The cost of the works for each version, run in sequence in one process with the kernel loaded.

    The `clock` counts seconds, or those of the processor. A single work may have a limit in seconds. A
    version that exceeds it is stopped and not run again.
    """
    assert limit is None or len(works) == 1
    timeout = None if limit is None else limit + WARM_UP
    found = {name: [Took() for _ in works] for name in versions(with_old)}
    for _ in range(repeat):
        for name, python in versions(with_old).items():
            if any(took.stopped for took in found[name]):
                continue
            folder = ROOT if name == "new" else "/"
            try:
                probe = PROBE.replace("CLOCK", clock)
                lines = run(python, "-c", probe, *works, folder=folder, timeout=timeout).splitlines()
            except subprocess.TimeoutExpired:
                found[name][0].add_stopped(limit or 0.0)
                continue
            for took, line in zip(found[name], lines, strict=True):
                took.add(*map(float, line.split()))
    return found
