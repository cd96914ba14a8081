"""Write docs/records.md: the confirmed terms beyond the published ones, from data/computed."""

import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT)]

from bench import machine  # noqa: E402

from enumerate.oeis import Sequence, cells_of, known, sequence  # noqa: E402
from enumerate.support.memory import show_size  # noqa: E402

SQUARES = ("A028420", "A287595", "A332714", "A332865")
ARRAY = "A332862"
LONGEST = 6
ARRAY_HEADER = ("m x n", "term", "states", "first run", "memory", "second run", "memory")
HEADER = ("n", "first run", "memory", "second run", "memory", "dense check modulo", "time")

TEXT = f"""# Records

Written by `python scripts/write_records.py` from the files in `data/computed`, which hold every term with how
it was obtained. Each term below goes beyond the published list and was computed
by `scripts/extend_oeis.py`:

1. by the library: totals in exact integers, checked modulo a prime of their own; or (alternating play, and
   records of version 0.1.0) modulo primes whose product exceeds a proved bound, and a spare prime as a check;
   half a sweep where the board is its own mirror image;
2. again, by a full sweep over the cells in reversed order (from the other corner), modulo primes that the
   first run did not use and with no symmetry of any sort;
3. modulo one prime more, by a dense contraction that shares only the tiles with the frontier programs.

Time and peak memory are those of each run in a process of its own, on a machine that had other work at the
same time ({machine()}), so the times are upper bounds.
"""


def cost(run: dict[str, Any]) -> tuple[str, str]:
    """Time and memory."""
    return f"{run['seconds']:.0f} s", show_size(run["peak_bytes"])


def square(entry: Sequence) -> str:
    """The section of a sequence of squares."""
    held = known(entry)
    confirmed = [record for record in held.computed if "confirmation" in record]
    lines = [f"## {entry.number}: {entry.about}", "", f"Published to n = {max(held.published)}.", ""]
    rows: list[tuple[object, ...]] = [HEADER, ("---",) * len(HEADER)]
    for record in confirmed:
        dense = record.get("dense")
        shown = (dense["prime"], cost(dense)[0]) if dense else ("not done", "")
        rows.append((record["n"], *cost(record["provenance"]), *cost(record["confirmation"]), *shown))
    lines += ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    lines += ["", *(f"    {record['n']} {record['value']}" for record in confirmed), ""]
    return "\n".join(lines)


def array(entry: Sequence) -> str:
    """The section of an array; its terms stand in data/computed."""
    held = known(entry)
    confirmed = [record for record in held.computed if "confirmation" in record]
    last = max(record["n"] for record in confirmed)
    line = next(k for k in range(1, last + 1) if k * (k + 1) // 2 >= last)
    wide = [record for record in confirmed if "seconds" in record["provenance"]]
    longest = sorted(wide, key=lambda record: -record["provenance"]["seconds"])[:LONGEST]
    rows: list[tuple[object, ...]] = [ARRAY_HEADER, ("---",) * len(ARRAY_HEADER)]
    for record in longest:
        board = " x ".join(map(str, cells_of(entry, record["n"]) or ()))
        runs = (record["provenance"], record["confirmation"])
        rows.append(
            (board, record["n"], f"{runs[0]['states']:,}", *(word for run in runs for word in cost(run)))
        )
    table = "\n".join("| " + " | ".join(map(str, row)) + " |" for row in rows)
    return f"""## {entry.number}: {entry.about}

Published to n = {max(held.published)}; here to n = {last}, the end of antidiagonal {line} (all boards with
m + n <= {line + 1}). The first run is done in exact integers, one sweep for all boards of a width; the second
as above. The {len(wide)} boards whose sweep has more than a million states are counted one by one, as the
squares are; no dense check is made. Those that took longest:

{table}

The terms stand in `data/computed/{entry.number}.json`, and
`enumerate oeis {entry.number} --recorded --format bfile` makes the b-file.
"""


def main() -> None:
    """Write the page."""
    sections = [square(sequence(number)) for number in SQUARES] + [array(sequence(ARRAY))]
    (ROOT / "docs" / "records.md").write_text("\n".join([TEXT, *sections]))


if __name__ == "__main__":
    main()
