"""Measure the cost of square boards, and predict the cost of larger ones.

    python scripts/scaling.py           print the tables
    python scripts/scaling.py --write   put them into the documents; then run scripts/pictures.py

Measured: processor time on one thread, with the kernels loaded, and peak memory of a process for each board.
Predicted: the forecast of `explain`, which counts the states exactly.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import enumerate as en  # noqa: E402
from enumerate.support.memory import show_size  # noqa: E402
from enumerate.support.result import Table  # noqa: E402

PAGES = (ROOT / "docs" / "scaling.md", ROOT / "docs" / "appendix" / "scaling.md")
MEASURED = ROOT / "docs" / "appendix" / "costs.json"
KINDS = ("general", "maximal", "right-end")
SIDES = {  # of the measured boards, each of which takes a few seconds
    ("general", True): (6, 8, 10, 12, 14, 16, 18, 20),
    ("general", False): (4, 6, 8, 10, 12, 14),
    ("maximal", True): (4, 6, 8, 10, 12, 14, 16),
    ("maximal", False): (4, 6, 8, 10, 11),
    ("right-end", True): (6, 8, 10, 12, 14, 16, 18, 20),
    ("right-end", False): (4, 6, 8, 10, 12, 14),
}
LARGE = {"general": (20, 22, 24, 26, 28), "maximal": (14, 16, 18, 20), "right-end": (20, 22, 24, 26)}
NO_LIMIT = "1000000TB"  # predictions are for any machine
PROGRAM = """
import sys, time
import enumerate as en
from enumerate.support.memory import process_memory
kind, side, total, evaluator = sys.argv[1], int(sys.argv[2]), sys.argv[3] == "True", sys.argv[4]
ask = en.count if total else en.positions
ask("4x4", kind)
if evaluator == "modular":  # loads the kernels
    ask("7x7", kind, engine="modular", threads=1)
if evaluator == "integers":
    ask("12x13", kind, threads=1)
began = time.process_time()
ask((side, side), kind, threads=1)
print(time.process_time() - began, process_memory()[1])
"""


def measured(kind: str, side: int, total: bool) -> dict[str, Any]:
    """Seconds of processor time and bytes for a board, computed in its own process."""
    command = [
        sys.executable,
        "-c",
        PROGRAM,
        kind,
        str(side),
        str(total),
        predicted(kind, side, total).evaluator,
    ]
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    seconds, memory = float(printed[0]), int(printed[1])
    return {"kind": kind, "side": side, "total": total, "seconds": round(seconds, 4), "memory": memory}


def predicted(kind: str, side: int, total: bool) -> Any:
    """The plan of a square board on one thread."""
    return en.explain((side, side), kind, total=total, threads=1, max_memory=NO_LIMIT).steps[0]


def measured_table(rows: list[dict[str, Any]]) -> Table:
    """Every measured board."""
    lines = []
    for row in rows:
        what = "total" if row["total"] else "polynomial"
        lines.append(
            (row["kind"], f"{row['side']} x {row['side']}", what, row["seconds"], show_size(row["memory"]))
        )
    return Table(("kind", "board", "question", "processor seconds", "peak memory"), tuple(lines))


def predicted_table() -> Table:
    """The predicted costs of large boards."""
    rows = []
    for kind, sides in LARGE.items():
        for side in sides:
            number, whole = predicted(kind, side, True), predicted(kind, side, False)
            rows.append(
                (
                    f"{kind} {side} x {side}",
                    f"{number.states:,}",
                    f"{number.seconds:,.1f} s",
                    show_size(number.memory),
                    f"{whole.seconds / 3600:,.2f}",
                    show_size(whole.memory),
                )
            )
    header = ("board", "states", "total: time", "memory", "polynomial: core-hours", "memory")
    return Table(header, tuple(rows))


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
    rows = [measured(kind, side, total) for (kind, total), sides in SIDES.items() for side in sides]
    tables = {"measured": measured_table(rows), "predicted": predicted_table()}
    for table in tables.values():
        print(table.text(), end="\n\n")
    if not arguments.write:
        return
    MEASURED.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n", encoding="utf-8")
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for name, table in tables.items():
            start, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
            if start in text:
                head, rest = text.split(start)
                text = head + start + markdown(table) + "\n" + end + rest.split(end, 1)[1]
        page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
