"""Compute all sequences of the registry again, compare them with the fixtures, and go beyond them.

    python scripts/regenerate_oeis.py                   within 10 minutes
    python scripts/regenerate_oeis.py --budget 60 A287595 A332865

First every sequence is compared with its published terms, then each gets one more term in turn, as long as
the next term should fit into the budget. Terms beyond the fixtures go to data/computed, each with its
provenance. The status is 1 if a term differs from the published one.
"""

import argparse
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from record import add_terms  # noqa: E402

from enumerate.counting.solve import counting_run  # noqa: E402
from enumerate.oeis import REGISTRY, Sequence, Term, known, sequence, terms  # noqa: E402
from enumerate.support.result import Table  # noqa: E402
from enumerate.support.run import Settings  # noqa: E402

DEARER = 6  # the next square costs at most about so many times the last
BEYOND = 30  # terms beyond the fixture are enough for a strip or an array


@dataclass
class Work:
    """One sequence under way."""

    entry: Sequence
    published: dict[int, int]
    settings: Settings
    agree: int = 0
    seconds: float = 0.0
    last: float = 0.0
    differs: list[str] = field(default_factory=list)
    beyond: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.terms = terms(self.entry, settings=self.settings)

    def fits(self, left: float) -> bool:
        """Whether the next term should fit into the time left."""
        squares = (
            not self.entry.is_strip and self.entry.sides[0].endswith("n") and "k" not in self.entry.sides
        )
        return self.last * (DEARER if squares else 2) < left and (squares or len(self.beyond) < BEYOND)

    def next(self) -> None:
        """One more term."""
        began = time.perf_counter()
        found: Term = next(self.terms)
        self.last = time.perf_counter() - began
        self.seconds += self.last
        if found.index not in self.published:
            how = found.provenance | {"seconds": round(self.last, 3)}
            self.beyond.append(found.to_json() | {"provenance": how})
        elif found.value == self.published[found.index]:
            self.agree += 1
        else:
            self.differs.append(f"a({found.index}) = {found.value}")

    @property
    def row(self) -> tuple[object, ...]:
        """A line of the summary."""
        verdict = "; ".join(self.differs) or "agrees"
        name, size = self.entry.number, len(self.published)
        return name, size, self.agree, len(self.beyond), f"{self.seconds:.1f}", verdict


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("numbers", nargs="*", help="which sequences (default: all)")
    parser.add_argument("--budget", type=float, default=600, help="seconds (default: 600)")
    parser.add_argument("--threads", type=int, help="threads of the modular engine (default: all cores)")
    parser.add_argument("--out", type=Path, default=ROOT / "data" / "computed", help="where the terms go")
    parser.add_argument("--store", type=Path, help="keep every lane here, to go on where it stopped")
    arguments = parser.parse_args()
    with counting_run({"store": arguments.store, "threads": arguments.threads}) as settings:
        regenerate(arguments, settings)


def regenerate(arguments: argparse.Namespace, settings: Settings) -> None:
    """Check all published terms, then go beyond them while there is time."""
    ends = time.perf_counter() + arguments.budget
    chosen = [sequence(number) for number in arguments.numbers] or list(REGISTRY.values())
    works = [Work(entry, known(entry).published, settings) for entry in chosen]
    for work in works:
        while work.agree + len(work.differs) < len(work.published) and work.fits(ends - time.perf_counter()):
            work.next()
        print(f"{work.entry.number}: {work.agree} of {len(work.published)} terms agree", file=sys.stderr)
    going = [work for work in works if work.agree == len(work.published)]
    while going:
        going = [work for work in going if work.fits(ends - time.perf_counter())]
        for work in going:
            if work.fits(ends - time.perf_counter()):
                work.next()
    for work in works:
        add_terms(arguments.out, work.entry, work.beyond, work.agree)
    header = ("number", "published", "agree", "beyond", "seconds", "verdict")
    print(Table(header, tuple(work.row for work in works)).text())
    if any(work.differs for work in works):
        sys.exit(1)


if __name__ == "__main__":
    main()
