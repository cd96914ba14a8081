"""Write docs/records.md: the confirmed terms beyond the published end of each sequence, from data/computed.

    python scripts/write_records.py
    python scripts/write_records.py --polynomial ANSWER VERIFIED    record a polynomial first

ANSWER is the output of `enumerate positions --format json`, VERIFIED that of `verify --format json`.
Only the provenance and a hash of the polynomial are kept.
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

from enumerate.oeis import Known, Sequence, known, sequence  # noqa: E402
from enumerate.oeis.published import extents_date  # noqa: E402
from enumerate.support.memory import show_size  # noqa: E402

SQUARES = ("A287595", "A297486", "A332714", "A332865")
ARRAY = "A332862"
POLYNOMIALS = ROOT / "data" / "computed" / "polynomials.json"
CONFIRMED = ("A028420", "A197048", "A220061", ARRAY)  # terms computed here that are published as well
HEADER = ("sequence", "published to", "here to", "first run", "second run", "dense check to")

TEXT = f"""# Records

Written by `python scripts/write_records.py` from `data/computed`, which says how every term was
obtained. A record is a term beyond the published end of its sequence, in the list of the OEIS entry or in its
b-file, as stored in `data/oeis_fixtures/extents.json` (revisions of the entries up to {extents_date()};
an entry may have grown since). `scripts/extend_oeis.py` computes each record up to three times:

1. by the library: in exact integers, with a check modulo a prime; or, for alternating play and for records of
   version 0.1.0, modulo primes whose product exceeds a proved bound, with a spare prime as a check;
2. by a full sweep over the cells in reversed order, without any symmetry and modulo other primes; for the
   torus, modulo 2^64, as the trace of a power of the matrix of a row, which is made of tiles alone and
   shares nothing with the library;
3. for smaller boards without cyclic axes, modulo one more prime, by a dense contraction that shares only the
   tiles with the frontier programs.

Times and peak memory are the largest of any term in the row. Each run was a process of its own on a machine
that had other work ({machine()}), so the times are upper bounds.
"""

PLAYERS = ("left", "right", "other")


def most(runs: list[dict[str, Any]]) -> str:
    """The longest time and the largest memory of some runs."""
    if not runs:
        return "not done"
    seconds, size = max(run["seconds"] for run in runs), max(run["peak_bytes"] for run in runs)
    return f"{seconds:.0f} s, {show_size(size)}"


def records_of(held: Known) -> list[dict[str, Any]]:
    """The computed terms beyond the published end."""
    return [record for record in held.computed if record["n"] in held.records]


def confirmed() -> str:
    """One line: the terms that were computed and confirmed here and are published as well."""
    spans = []
    for number in CONFIRMED:
        held = known(number)
        twice = [record["n"] for record in held.computed if "confirmation" in record]
        both = [n for n in twice if n <= held.published_to]
        spans.append(f"{number}({both[0]}) to ({both[-1]})")
    text = f"Published terms that were computed and confirmed in the same way: {', '.join(spans)}."
    return textwrap.fill(text, 110) + "\n"


def row(entry: Sequence) -> str:
    """The row of a sequence in the table."""
    held, records = known(entry), records_of(known(entry))
    first = [record["provenance"] for record in records if "seconds" in record["provenance"]]
    again = [record["confirmation"] for record in records if "confirmation" in record]
    again = [run for run in again if "seconds" in run]
    dense = max((record["n"] for record in records if "dense" in record), default="none")
    cells = (entry.number, held.published_to, max(record["n"] for record in records))
    return "| " + " | ".join(map(str, (*cells, most(first), most(again), dense))) + " |"


def table() -> str:
    """The table of all records."""
    head = ["| " + " | ".join(words) + " |" for words in (HEADER, ("---",) * len(HEADER))]
    return "\n".join([*head, *(row(sequence(number)) for number in (*SQUARES, ARRAY)), ""])


def square(entry: Sequence) -> str:
    """The terms of a sequence of squares."""
    terms = [f"    {record['n']} {record['value']}" for record in records_of(known(entry))]
    return "\n".join([f"## {entry.number}: {entry.about}", "", *terms, ""])


def array(entry: Sequence) -> str:
    """The section of an array, with the place of its terms."""
    last = max(record["n"] for record in records_of(known(entry)))
    line = next(k for k in range(1, last + 1) if k * (k + 1) // 2 >= last)
    return f"""## {entry.number}: {entry.about}

The terms reach the end of antidiagonal {line} (all boards with m + n <= {line + 1}). They are in
`data/computed/{entry.number}.json`, and `enumerate sequence {entry.number} --recorded --format bfile`
writes the b-file. The first run takes one sweep for all boards of one width; the times in the table are those
of boards with more than a million states.
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
    lines = ["## Whole polynomials", ""]
    for record in json.loads(POLYNOMIALS.read_text()) if POLYNOMIALS.exists() else []:
        how, sides = record["provenance"], " x ".join(map(str, record["shape"]))
        words = "x".join(map(str, record["shape"]))
        text = (
            f"{sides}, {record['kind']} positions (`enumerate positions {words} --kind {record['kind']}`): "
            f"{record['terms']:,} terms, {how['lanes']:,} evaluation points modulo {how['primes']} primes "
            f"and a spare one. The CSV (`--format csv`) has {record['bytes']:,} bytes and the SHA-256 "
            f"`{record['sha256']}`. A wrong answer passes the checks of `enumerate verify` with a "
            f"probability below {record['escape']}. The total:"
        )
        filled = textwrap.fill(text, 110, break_on_hyphens=False)
        lines += [filled, "", f"    {record['total']}", ""]
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
    sections = [table(), confirmed(), *(square(sequence(number)) for number in SQUARES)]
    sections += [array(sequence(ARRAY)), polynomials()]
    (ROOT / "docs" / "records.md").write_text("\n".join([TEXT, *sections]))


if __name__ == "__main__":
    main()
