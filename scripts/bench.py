"""Measure, and print the measurements as a table of ratios.

    python scripts/bench.py                 all groups
    python scripts/bench.py positions box   only these
    python scripts/bench.py --write         and write docs/benchmarks.md and the whole table
    python scripts/bench.py goals assorted --old ~/old/bin/python     beside the older version installed there
    python scripts/bench.py hurt --old ~/old/bin/python               beside 0.2.0, installed there
    python scripts/bench.py first-use       every README command with nothing compiled yet, and again
    python scripts/bench.py --cluster       one job on 1 and 2 workers and the cost of a store, only if asked

Each module of scripts/benchmarks has a function `rows()` that yields `Row`s; every ratio compares two
runs of the same script, because machines are noisy.
"""

import argparse
import importlib
import os
import platform
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parent
sys.path[:0] = [str(SCRIPTS), str(SCRIPTS.parent)]

from benchmarks import Row  # noqa: E402
from benchmarks.turns import OLD  # noqa: E402

from enumerate.support.result import Table  # noqa: E402

CLUSTER = "cluster"  # needs a machine with nothing else to do
INTRODUCTION = (
    "Written by `python scripts/bench.py --write`; the group of two workers by `--cluster --write`. D are",
    "all positions, F maximal ones, R Right ends of a square board. `--old` also runs an older version.",
)
SHOWN = (  # the rows in docs/benchmarks.md, by the beginning of their text
    "D(16, 16), whole",
    "F(12, 12), whole",
    "total of D(22, 22)",
    "total of D(24, 24)",
    "total of F(16, 16)",
    "total of F(18, 18)",
    "play positions 18",
    "alpha of 20 x 20",
    "1,000 uniform",
    "exact densities",
    "D(20, 20) at decimals",
    "hard squares 24 x 24, maximal",
    "col 16 x 16",
    "kings 20 x 20",
    "recurrence of maximal",
    "outcome of 9 x 9",
    "the paper's six pairs",
    "D(5,12), full set",
    "cold start of a small",
    "count 12 x 12 against",
    "2 threads for the total of D",
)
PACKAGES = ("python-flint", "numpy", "numba", "scipy", "sympy")


def machine() -> str:
    """The machine and the versions, in one line."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [
            line.split(":")[1].strip() for line in cpuinfo.read_text().splitlines() if "model name" in line
        ]
        model = names[0] if names else model
    versions = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    return f"{os.cpu_count()} x {model}; Python {platform.python_version()}, {versions}"


def groups() -> list[str]:
    """The names of the groups that run by default."""
    return sorted(
        path.stem.replace("_", "-")
        for path in (SCRIPTS / "benchmarks").glob("[a-z]*.py")
        if path.stem not in (CLUSTER, "turns")
    )


def measure(names: list[str]) -> Iterator[tuple[str, Row]]:
    """Run the groups one after the other."""
    for name in names:
        for row in importlib.import_module(f"benchmarks.{name.replace('-', '_')}").rows():
            print(f"  {name}: {row.what}: {row.measured} (wanted: {row.wanted})", file=sys.stderr, flush=True)
            yield name, row


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("groups", nargs="*", choices=[[], *groups()], help="which groups (default: all)")
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks.md and the appendix")
    parser.add_argument("--cluster", action="store_true", help="measure 1 and 2 workers, and the store")
    parser.add_argument("--old", metavar="PYTHON", help="a Python with an older version, run by turns")
    arguments = parser.parse_args()
    if arguments.old:
        os.environ[OLD] = str(Path(arguments.old).absolute())
    asked = [CLUSTER] if arguments.cluster else []
    results = list(measure([*arguments.groups, *asked] or groups()))
    header = ("group", "what", "measured", "wanted", "held")
    rows = tuple((name, r.what, r.measured, r.wanted, "yes" if r.held else "NO") for name, r in results)
    print(machine())
    print(Table(header, rows).text())
    if arguments.write:
        write_page(header, rows)


def write_page(header: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> None:
    """Put the rows into docs/appendix/benchmarks.md, some of them into docs/benchmarks.md.

    Rows of other groups stay unchanged.
    """
    docs = SCRIPTS.parent / "docs"
    page = docs / "appendix" / "benchmarks.md"
    measured = {row[0] for row in rows}
    kept = []
    if page.exists():
        table = [line for line in page.read_text().splitlines() if line.startswith("| ")][2:]
        kept = [tuple(line.strip("| ").split(" | ")) for line in table]
    every = sorted([row for row in kept if row[0] not in measured] + list(rows), key=lambda row: row[0])
    lines = ["# Benchmarks", "", *INTRODUCTION, "", machine(), ""]
    lines += ["| " + " | ".join(map(str, row)) + " |" for row in (header, ("---",) * 5, *every)]
    page.write_text("\n".join(lines) + "\n")
    shown = [row for beginning in SHOWN for row in every if row[1].startswith(beginning)]
    table = ["| what | measured |", "|---|---|", *(f"| {row[1]} | {row[2].split(';')[0]} |" for row in shown)]
    short = docs / "benchmarks.md"
    before, _, rest = short.read_text().partition("<!-- shown -->\n")
    after = rest.partition("<!-- end of shown -->")[2]
    marked = "\n".join(["<!-- shown -->", machine(), "", *table, "", "<!-- end of shown -->"])
    short.write_text(before + marked + after)


if __name__ == "__main__":
    main()
