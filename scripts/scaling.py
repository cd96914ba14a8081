"""Work out what large boards take, from the measured cost of lanes on small ones.

    python scripts/scaling.py           print the tables
    python scripts/scaling.py --write   and put them into docs/scaling.md and its appendix

Times are processor seconds of one core, so that a busy machine does not spoil them.
"""

import argparse
import math
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from enumerate.evaluators.integers import support, total_bound  # noqa: E402
from enumerate.jobs.wire import write_request  # noqa: E402
from enumerate.model.board import Board  # noqa: E402
from enumerate.plan.cost import PHASE_BYTES  # noqa: E402
from enumerate.plan.strategy import compile_best, compiled_program  # noqa: E402
from enumerate.reconstruct.interpolate import primes_below  # noqa: E402
from enumerate.reconstruct.plans import TOP, EvaluationPoint, PolynomialPlan, Support  # noqa: E402
from enumerate.reconstruct.threads import (  # noqa: E402
    peak_states,
    run_block,
    run_points,
)
from enumerate.rules.kinds import stuck_players  # noqa: E402
from enumerate.rules.problem import Problem  # noqa: E402
from enumerate.support.memory import process_memory, show_size  # noqa: E402
from enumerate.support.table import Table  # noqa: E402

PAGES = (ROOT / "docs" / "scaling.md", ROOT / "docs" / "appendix" / "scaling.md")
KINDS = {"D": "general", "F": "maximal"}
MEASURED = {"D": (12, 14, 16, 18), "F": (8, 10, 12)}
TARGETS = (("D", 20, 32), ("D", 24, 8), ("D", 24, 32), ("F", 18, 1), ("F", 18, 8))  # and lanes in a block
BLOCKS = (1, 8, 32, 64)
ROW_BYTES = 108  # of a residue in the store
MESSAGE_BYTES = 2000  # of a request and its reply, beside the lanes
INTERPRETER = 150 * 2**20  # bytes of a process with the kernel loaded


@dataclass(frozen=True)
class Size:
    """What a square board takes."""

    letter: str
    side: int
    states: float
    operations: float
    peak: float
    bits: float
    least: int
    lanes: int
    primes: int


def processor_seconds(work: Callable[[], object]) -> float:
    """The processor time of `work`."""
    began = time.process_time()
    work()
    return time.process_time() - began


def task_of(letter: str, side: int) -> Problem:
    """The question for a square board."""
    return Problem(Board.rectangle(side, side), stuck_players(KINDS[letter]))


def plan_of(side: int, bits: float, least: int) -> tuple[int, int]:
    """The lanes and the primes for a polynomial with coefficients of so many bits."""
    most = side * side // 2
    ranges = Support((least, most), ((0, most), (0, most)), (-most, most))
    primes = math.ceil(bits / math.log2(TOP)) + 1
    return primes * int(PolynomialPlan(2, 1, ranges, True).members.sum()), primes


def measure(letter: str, side: int) -> Size:
    """Compile a board and see."""
    program = compiled_program(task_of(letter, side))
    ranges = support(program)
    bits = math.log2(total_bound(program))
    return Size(
        letter,
        side,
        program.states,
        program.operations,
        peak_states(program),
        bits,
        ranges.size[0],
        *plan_of(side, bits, ranges.size[0]),
    )


def extrapolate(known: list[Size], side: int) -> Size:
    """What a larger board takes: states grow geometrically, the rest in proportion, bits as a quadratic."""
    a, b, c = known[-3:]
    growth = (c.states / b.states) ** (1 / (c.side - b.side))
    states = c.states * growth ** (side - c.side)
    operations = c.operations / c.states / c.side**2 * states * side**2
    bits = sum(
        p.bits * math.prod((side - q.side) / (p.side - q.side) for q in (a, b, c) if q is not p)
        for p in (a, b, c)
    )
    least = int(c.least / c.side**2 * side**2)
    peak = c.peak / c.states * states
    return Size(c.letter, side, states, operations, peak, bits, least, *plan_of(side, bits, least))


def rates(letter: str, side: int) -> dict[int, float]:
    """Operations times lanes in a processor second, by the lanes in a block."""
    program = compiled_program(task_of(letter, side))
    (prime,) = primes_below(TOP, 1)
    found = {}
    for block in BLOCKS:
        lanes = [EvaluationPoint(prime, (i + 2, i + 3)) for i in range(block)]
        run_block(program, lanes[:1])
        found[block] = (
            program.operations * block / processor_seconds(lambda some=lanes: run_block(program, some))
        )
    return found


def sizes_table(known: dict[str, list[Size]]) -> Table:
    """What was measured, and each last size as it would have been predicted from the others."""
    rows = []
    for sizes in known.values():
        for size in sizes:
            rows.append(_row(size, ""))
        if len(sizes) > 3:
            rows.append(_row(extrapolate(sizes[:-1], sizes[-1].side), " predicted"))
    return Table(("board", "states", "operations", "bits", "primes", "lanes"), tuple(rows))


def _row(size: Size, word: str) -> tuple[object, ...]:
    name = f"{size.letter}({size.side}, {size.side}){word}"
    return name, f"{size.states:.3g}", f"{size.operations:.3g}", round(size.bits), size.primes, size.lanes


def rates_table(found: dict[str, dict[int, float]]) -> Table:
    """Speed by the size of a block."""
    rows = [(name, *(f"{speed[block] / 1e9:.2f}" for block in BLOCKS)) for name, speed in found.items()]
    return Table(("10^9 operations x lanes / s", *(f"{block} lanes" for block in BLOCKS)), tuple(rows))


def targets_table(known: dict[str, list[Size]], found: dict[str, dict[int, float]]) -> Table:
    """What the large boards take."""
    rows = []
    for letter, side, block in TARGETS:
        size = extrapolate(known[letter], side)
        speed = next(s for name, s in found.items() if name.startswith(letter))[block]
        hours = size.lanes * size.operations / speed / 3600
        program = INTERPRETER + PHASE_BYTES * size.states
        lanes = [EvaluationPoint(TOP - 35, (10**9 - i, 10**9 + i)) for i in range(block)]
        request = len(write_request(task_of(letter, side), lanes)) + 11 * block + MESSAGE_BYTES
        rows.append(
            (
                f"{letter}({side}, {side})",
                f"{size.states:.2g}",
                size.lanes,
                f"{hours:,.0f}",
                block,
                f"{size.operations * block / speed:,.0f} s",
                show_size(program),
                show_size(4 * size.peak * block),
                show_size(request * size.lanes / block),
                show_size(ROW_BYTES * size.lanes),
            )
        )
    header = (
        "board",
        "states",
        "lanes",
        "core-hours",
        "block",
        "a block takes",
        "a process",
        "and each thread",
        "traffic",
        "store",
    )
    return Table(header, tuple(rows))


def sharing_table() -> Table:
    """Threads against processes: what a second worker costs."""
    task = task_of("F", 12)
    held = process_memory()[0]
    compiling = processor_seconds(lambda: compile_best(task))
    program = compiled_program(task)
    more = process_memory()[0] - held
    (prime,) = primes_below(TOP, 1)
    lanes = [EvaluationPoint(prime, (i + 2, i + 3)) for i in range(128)]
    run_points(program, lanes[:2], 1)  # loads the kernel
    one = min(processor_seconds(lambda: run_points(program, lanes, 1)) for _ in range(3))
    two = min(processor_seconds(lambda: run_points(program, lanes, 2)) for _ in range(3))
    rows = (
        ("a second thread", "0 s", "0 B", f"{two / one:.2f}"),
        ("a second process", f"{compiling:.1f} s", show_size(max(more, 0) + INTERPRETER), "1.00"),
    )
    return Table(
        ("F(12, 12)", "compiling", "memory", "processor time of the lanes, against one worker"), rows
    )


def markdown(table: Table) -> str:
    """A table for a page."""
    lines = [table.header, ("---",) * len(table.header), *table.rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="put the tables into the documents")
    arguments = parser.parse_args()
    sharing = sharing_table()
    known = {letter: [measure(letter, side) for side in sides] for letter, sides in MEASURED.items()}
    found = {
        f"{letter}({sides[-1]}, {sides[-1]})": rates(letter, sides[-1]) for letter, sides in MEASURED.items()
    }
    tables = {
        "sizes": sizes_table(known),
        "rates": rates_table(found),
        "targets": targets_table(known, found),
        "sharing": sharing,
    }
    for table in tables.values():
        print(table.text(), end="\n\n")
    if arguments.write:
        for page in PAGES:
            text = page.read_text()
            for name, table in tables.items():
                start, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
                if start in text:
                    head, rest = text.split(start)
                    text = head + start + markdown(table) + "\n" + end + rest.split(end, 1)[1]
            page.write_text(text)


if __name__ == "__main__":
    main()
