"""Write docs/records.md: the confirmed terms beyond the published end of each sequence, from data/computed.

    python scripts/write_records.py
    python scripts/write_records.py --polynomial ANSWER VERIFIED    record a polynomial first

ANSWER is the output of `enumerate positions --format json`, VERIFIED that of `verify --format json`.
The polynomial itself is not kept, only how it was obtained and what identifies it.
"""

import argparse
import hashlib
import json
import sys
import textwrap
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT)]

from bench import machine  # noqa: E402

from enumerate.oeis import Known, Sequence, cells_of, known, sequence  # noqa: E402
from enumerate.oeis.published import extents, extents_date  # noqa: E402
from enumerate.support.memory import show_size  # noqa: E402

SQUARES = ("A287595", "A297486", "A332714", "A332865")
ARRAY = "A332862"
POLYNOMIALS = ROOT / "data" / "computed" / "polynomials.json"
CONFIRMED = ("A028420", "A197048", "A220061", ARRAY)  # terms computed here that are published as well
LONGEST = 6
ARRAY_HEADER = ("m x n", "term", "states", "first run", "memory", "second run", "memory")
HEADER = ("n", "first run", "memory", "second run", "memory", "dense check modulo", "time")

TEXT = f"""# Records

Written by `python scripts/write_records.py` from the files in `data/computed`, which hold every term with how
it was obtained. A record is a term beyond the published end of its sequence: the last index in the list of
the OEIS entry or in its b-file, as far as `data/oeis_fixtures/extents.json` has it (revisions of the entries
up to {extents_date()}; an entry may have grown since). `scripts/extend_oeis.py` computes each record,
where the table does not say otherwise:

1. by the library: totals in exact integers, checked modulo a prime of their own; or (alternating play, and
   records of version 0.1.0) modulo primes whose product exceeds a proved bound, and a spare prime as a check;
   half a sweep where the board is its own mirror image;
2. again, by a full sweep over the cells in reversed order (from the other corner), modulo primes that the
   first run did not use and with no symmetry of any sort;
3. for boards without cyclic axes, modulo one prime more, by a dense contraction that shares only the tiles
   with the frontier programs.

Time and peak memory are those of each run in a process of its own, on a machine that had other work at the
same time ({machine()}), so the times are upper bounds.
"""

PLAYERS = ("left", "right", "other")
POLYNOMIAL_TEXT = """Computed once with `--store`, lane by lane, and verified by contraction at random points,
which shares nothing with the sweep but the rules. The hash is of the CSV (`--format csv`), so that another
computation can be compared without the polynomial, which is too large to stand here.
"""


def cost(run: dict[str, Any]) -> tuple[str, str]:
    """Time and memory."""
    return f"{run['seconds']:.0f} s", show_size(run["peak_bytes"])


def records_of(held: Known) -> list[dict[str, Any]]:
    """The computed terms beyond the published end."""
    return [record for record in held.computed if record["n"] in held.records]


def published_end(entry: Sequence) -> str:
    """How far a sequence is published, with the date of the revision."""
    extent = extents()[entry.number]
    return f"Published to n = {known(entry).published_to} (entry of {extent.revised or 'unknown date'})"


def confirmed() -> str:
    """The section of terms that were computed and confirmed here and are published as well."""
    lines = ["## Confirmed terms that are published", ""]
    lines += ["Computed and confirmed in the same way; the OEIS has these terms as well:", ""]
    for number in CONFIRMED:
        held = known(number)
        twice = [record["n"] for record in held.computed if "confirmation" in record]
        both = [n for n in twice if n <= held.published_to]
        lines.append(f"- {number} ({sequence(number).about}): a({both[0]}) to a({both[-1]})")
    return "\n".join([*lines, ""])


def square(entry: Sequence) -> str:
    """The section of a sequence of squares."""
    held = known(entry)
    lines = [f"## {entry.number}: {entry.about}", "", f"{published_end(entry)}.", ""]
    rows: list[tuple[object, ...]] = [HEADER, ("---",) * len(HEADER)]
    for record in records_of(held):
        dense, again = record.get("dense"), record.get("confirmation")
        shown = (dense["prime"], cost(dense)[0]) if dense else ("not done", "")
        second = cost(again) if again else ("not done", "")
        rows.append((record["n"], *cost(record["provenance"]), *second, *shown))
    lines += ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    lines += ["", *(f"    {record['n']} {record['value']}" for record in records_of(held)), ""]
    return "\n".join(lines)


def array(entry: Sequence) -> str:
    """The section of an array; its terms stand in data/computed."""
    held = known(entry)
    confirmed = [record for record in records_of(held) if "confirmation" in record]
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

{published_end(entry)}; here to n = {last}, the end of antidiagonal {line} (all boards with
m + n <= {line + 1}). The first run is done in exact integers, one sweep for all boards of a width; the second
as above. The {len(wide)} boards whose sweep has more than a million states are counted one by one, as the
squares are; no dense check is made. Those that took longest:

{table}

The terms stand in `data/computed/{entry.number}.json`, and
`enumerate sequence {entry.number} --recorded --format bfile` makes the b-file.
"""


def add_polynomial(answer: Path, verified: Path) -> None:
    """Record a verified polynomial: its size, its total, how it was obtained and checked, and a hash."""
    said, check = (json.loads(path.read_text()) for path in (answer, verified))
    if not check["verified"]:
        sys.exit(f"{answer}: {verified} does not verify it")
    lines = [",".join((*PLAYERS[: len(term) - 1], "count")) for term in said["terms"][:1]]
    lines += [",".join(map(str, term)) for term in said["terms"]]
    text = "".join(line + "\n" for line in lines)
    how = said["provenance"]
    record = {
        "shape": said["board"]["shape"],
        "kind": said["kind"],
        "terms": len(said["terms"]),
        "total": said["total"],
        "bytes": len(text),
        "sha256": hashlib.sha256(text.encode()).hexdigest(),
        "provenance": how | {"primes": len(how["primes"])},
        "verified": [f"{found['name']}: {found['detail']}" for found in check["checks"]],
        "escape": check["escape"],
    }
    held = json.loads(POLYNOMIALS.read_text()) if POLYNOMIALS.exists() else []
    others = [old for old in held if (old["shape"], old["kind"]) != (record["shape"], record["kind"])]
    POLYNOMIALS.write_text(json.dumps([*others, record], indent=1) + "\n")


def polynomials() -> str:
    """The section of whole polynomials that are too large to be kept here."""
    lines = ["## Whole polynomials", "", POLYNOMIAL_TEXT]
    for record in json.loads(POLYNOMIALS.read_text()) if POLYNOMIALS.exists() else []:
        how, sides = record["provenance"], " x ".join(map(str, record["shape"]))
        words = "x".join(map(str, record["shape"]))
        said = (
            f"**{sides}, {record['kind']} positions** (`enumerate positions {words} "
            f"--kind {record['kind']}`): "
            f"{record['terms']:,} terms, {how['lanes']:,} lanes modulo {how['primes']} primes and a spare "
            f"one, {record['bytes']:,} bytes as CSV, SHA-256 `{record['sha256']}`. The total:"
        )
        lines += [
            textwrap.fill(said, 110, break_on_hyphens=False),
            "",
            f"    {record['total']}",
            "",
            "`enumerate verify` found:",
            "",
            *(f"- {check}" for check in record["verified"]),
            "",
            f"A wrong answer passes this with a probability below {record['escape']}.",
            "",
        ]
    return "\n".join(lines)


def main() -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--polynomial", nargs=2, type=Path, metavar=("ANSWER", "VERIFIED"))
    arguments = parser.parse_args()
    if arguments.polynomial:
        add_polynomial(*arguments.polynomial)
    sections = [square(sequence(number)) for number in SQUARES] + [array(sequence(ARRAY)), polynomials()]
    sections.append(confirmed())
    (ROOT / "docs" / "records.md").write_text("\n".join([TEXT, *sections]))


if __name__ == "__main__":
    main()
