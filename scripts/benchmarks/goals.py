"""Goals for time and memory, beside 0.1.0."""

import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from enumerate.support.memory import parse_size

from . import Row
from .turns import ROOT, by_turns, run, versions

GIB = 2**30
SHORT = 5  # seconds; shorter work is measured three times


@dataclass(frozen=True)
class Goal:
    """Some work, its limits in seconds and GiB, and whether 0.1.0 does it in about a minute."""

    what: str
    work: str
    limit: float
    memory: float | None = None
    with_old: bool = True


GOALS = (
    Goal("D(12, 12), whole polynomial", "positions(square(12))", 0.5),
    Goal("D(16, 16), whole polynomial", "positions(square(16))", 20, 1, with_old=False),
    Goal("F(12, 12), whole polynomial", "positions(square(12), kind='maximal')", 10),
    Goal("total of D(22, 22)", "count(square(22))", 3),
    Goal("total of D(24, 24)", "count(square(24))", 20, with_old=False),
    Goal("total of F(16, 16)", "count(square(16), kind='maximal')", 5, 1),
    Goal("total of F(18, 18)", "count(square(18), kind='maximal')", 60, 6, with_old=False),
    Goal("total of R(20, 20)", "count(square(20), kind='right-end')", 1),
    Goal("play positions 18 x 18", "count(square(18), play=True)", 8),
    Goal("alpha of 20 x 20 with a witness", "alpha(square(20))", 10, 1.2),
)
FORETOLD = ("count(square(16), kind='maximal', {})", "count(square(22), {})", "count(square(24), {})",
            "positions(square(12), kind='maximal', {})", "positions(square(15), {})")  # fmt: skip


def rows() -> Iterator[Row]:
    """All measurements of this group."""
    for goal in GOALS:
        yield reached(goal)
    yield sampled("1,000 maximal samples on 10 x 10", 10, "maximal", 1000, 2.5)
    yield sampled("first general sample on 20 x 20", 20, "general", 1, 20, with_old=False)
    yield cold_start()
    yield first_use()
    yield forecast()


def _row(what: str, found: dict[str, str], took: dict[str, float], wanted: str, held: bool) -> Row:
    """A row with both versions and their ratio."""
    measured = found["new"]
    if "old" in took:
        measured += f"; 0.1.0: {found['old']}, {took['old'] / took['new']:.3g} times as long"
    return Row(what, measured, wanted, held)


def reached(goal: Goal) -> Row:
    """A goal."""
    found = by_turns([goal.work], 3 if goal.limit < SHORT else 1, goal.with_old)
    took = {name: times[0] for name, times in found.items()}
    new = took["new"]
    wanted = f"under {goal.limit:g} s" + (f" and {goal.memory:g} GiB" if goal.memory else "")
    held = new.seconds < goal.limit and (goal.memory is None or new.memory < goal.memory * GIB)
    shown = {name: str(time) for name, time in took.items()}
    return _row(goal.what, shown, {name: time.seconds for name, time in took.items()}, wanted, held)


def commanded(words: str, repeat: int, with_old: bool) -> dict[str, float]:
    """The seconds of a command, the whole process, for each version by turns."""
    least = dict.fromkeys(versions(with_old), float("inf"))
    for _ in range(repeat):
        for name, python in versions(with_old).items():
            folder = ROOT if name == "new" else Path("/")
            began = time.perf_counter()
            run(python, "-m", "enumerate", *words.split(), folder=folder)
            least[name] = min(least[name], time.perf_counter() - began)
    return least


def sampled(what: str, side: int, kind: str, number: int, limit: float, with_old: bool = True) -> Row:
    """Samples, by the command."""
    words = f"sample --rows {side} --cols {side} --kind {kind} --size {number} --seed 1"
    took = commanded(words, 2 if with_old else 1, with_old)
    held = took["new"] < limit and took["new"] <= 1.05 * took.get("old", limit)
    shown = {name: f"{time:.2f} s" for name, time in took.items()}
    return _row(what, shown, took, f"under {limit:g} s, no slower", held)


def cold_start() -> Row:
    """A small question in a new process."""
    took = commanded("positions --rows 4 --cols 3 --kind maximal", 10, with_old=True)
    shown = {name: f"{time:.3f} s" for name, time in took.items()}
    held = took["new"] <= 1.05 * took.get("old", float("inf"))
    return _row("cold start of a small question", shown, took, "no slower", held)


def first_use() -> Row:
    """A copy of the package without machine code: Numba compiles what a polynomial and a total need."""
    works = (
        "positions(Board.rectangle(11, 11), kind='maximal'); count(Board.rectangle(14, 14), kind='maximal')"
    )
    with tempfile.TemporaryDirectory() as folder:
        ignore = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / "enumerate", Path(folder) / "enumerate", ignore=ignore)
        code = f"from enumerate import Board, count, positions; {works}"
        began = time.perf_counter()
        run([sys.executable], "-c", code, folder=folder)
        first = time.perf_counter() - began
        began = time.perf_counter()
        run([sys.executable], "-c", code, folder=folder)
        second = time.perf_counter() - began
    measured = f"{first:.1f} s, then {second:.1f} s"
    return Row(
        "first use after installation, then the second", measured, "under 10 s more", first - second < 10
    )


def forecast() -> Row:
    """The greatest error of a forecast of memory."""
    worst = 1.0
    for work in FORETOLD:
        code = (
            "from enumerate import Board, count, positions\n"
            "square = lambda n: Board.rectangle(n, n)\nsaid = []\n"
            f"{work.format('progress=lambda event: said.extend([event.estimate] * bool(event.estimate))')}\n"
            "print(said[-1] if said else '')\n"
            "from enumerate.support.memory import process_memory\nprint(process_memory()[1])"
        )
        said, peak = run([sys.executable], "-c", code).splitlines()
        size = re.search(r"[\d.]+ [KMG]iB", said)
        if size is not None:
            ratio = int(peak) / parse_size(size[0])
            worst = max(worst, ratio, 1 / ratio, key=lambda r: abs(r - 1))
    return Row(
        "peak memory against forecast, the worst", f"a factor {worst:.2f}", "at most 1.2", worst <= 1.2
    )
