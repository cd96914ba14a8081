"""Measure, and print the measurements as a table of ratios.

    python scripts/bench.py                 all groups
    python scripts/bench.py positions box   only these
    python scripts/bench.py --write         and write docs/benchmarks.md
    python scripts/bench.py goals assorted --old ~/old/bin/python     beside the older version installed there
    python scripts/bench.py hurt --old ~/old/bin/python               beside 0.2.0, installed there
    python scripts/bench.py first-use       every README command with nothing compiled yet, and again
    python scripts/bench.py --cluster       one job on 1 and 2 workers and the cost of a store, only if asked

Each module of scripts/benchmarks has a function `rows()` that yields `Row`s; every ratio is to something run
in the same script, because machines are noisy.
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

from enumerate.support.table import Table  # noqa: E402

CLUSTER = "cluster"  # needs a machine with nothing else to do
INTRODUCTION = (
    "Written by `python scripts/bench.py --write`, those of two workers by `--cluster --write`. The engine",
    "runs phases, several cells at once: totals in exact limbs, checked by a sweep modulo a prime; lanes,",
    "sixteen to a block; tori from their seams; shortest games by prices. `--old` runs 0.1.0 by turns.",
)
PACKAGES = ("python-flint", "numpy", "numba", "scipy", "sympy")


def machine() -> str:
    """What the figures were measured on."""
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
    """The names of the groups of measurements that run unless others are named."""
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
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks.md")
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
    """Put the rows into docs/benchmarks.md; those of groups that were not measured now stay."""
    page = SCRIPTS.parent / "docs" / "benchmarks.md"
    measured = {row[0] for row in rows}
    kept = []
    if page.exists():
        table = [line for line in page.read_text().splitlines() if line.startswith("| ")][2:]
        kept = [tuple(line.strip("| ").split(" | ")) for line in table]
    every = sorted([row for row in kept if row[0] not in measured] + list(rows), key=lambda row: row[0])
    lines = ["# Benchmarks", "", *INTRODUCTION, "", machine(), ""]
    lines += ["| " + " | ".join(map(str, row)) + " |" for row in (header, ("---",) * 5, *every)]
    page.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
