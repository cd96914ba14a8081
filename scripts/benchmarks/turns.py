"""Two versions by turns: this one and, if `--old` names a Python that has it installed, 0.1.0.

Every run is a process of its own, so that both are measured in the same way and at about the same time.
"""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OLD = "ENUMERATE_OLD"  # the variable of the environment in which bench.py leaves the old Python

PROBE = """
import gc, re, sys, time

from enumerate import Board, alpha, count, positions

def square(n, wrap=None): return Board.rectangle(n, n, wrap)
def peak(): return int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) * 1024

count(square(11), kind="maximal", engine="modular"); positions(square(8), engine="modular"); alpha(square(11))
count(square(12))
for work in sys.argv[1:]:
    gc.collect()  # what is left of the works before it is not its concern
    began = time.perf_counter()
    eval(work)
    print(time.perf_counter() - began, peak(), flush=True)
"""


@dataclass
class Took:
    """The least seconds and the greatest bytes so far."""

    seconds: float = float("inf")
    memory: float = 0.0

    def add(self, seconds: float, memory: float) -> None:
        """One more run."""
        self.seconds, self.memory = min(self.seconds, seconds), max(self.memory, memory)

    def __str__(self) -> str:
        return f"{self.seconds:.2f} s, {self.memory / 2**30:.2f} GiB"


def versions(with_old: bool = True) -> dict[str, list[str]]:
    """What starts Python with each version, the old one first."""
    found = {"new": [sys.executable]}
    if with_old and (old := os.environ.get(OLD)):
        found = {"old": [old], **found}
    return found


def run(python: list[str], *arguments: str, folder: Path | str = ROOT) -> str:
    """The output of a process; the package of `folder` is used, if there is one, and its bytecode is kept."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(
        [*python, *arguments], cwd=folder, env=kept, capture_output=True, text=True, check=True
    )
    return done.stdout


def by_turns(works: list[str], repeat: int = 1, with_old: bool = True) -> dict[str, list[Took]]:
    """For each version what the works take, one after the other in one process with the kernel loaded."""
    found = {name: [Took() for _ in works] for name in versions(with_old)}
    for _ in range(repeat):
        for name, python in versions(with_old).items():
            lines = run(python, "-c", PROBE, *works, folder=ROOT if name == "new" else "/").splitlines()
            for took, line in zip(found[name], lines, strict=True):
                took.add(*map(float, line.split()))
    return found
