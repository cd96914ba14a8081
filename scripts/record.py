"""Records of computed terms: one JSON file per sequence, each term with its provenance."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from enumerate.oeis.registry import Sequence
from enumerate.support.errors import ComputationError
from enumerate.support.files import write_whole


def add_terms(
    folder: Path, entry: Sequence, records: Iterable[Mapping[str, Any]], reproduced: int = 0
) -> None:
    """Add records to the file of a sequence; a confirmed record is kept, and a contradiction is refused."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{entry.number}.json"
    before = json.loads(path.read_text()) if path.exists() else {}
    kept: dict[int, Mapping[str, Any]] = {record["n"]: record for record in before.get("terms", [])}
    for record in records:
        index = record["n"]
        if index in kept and kept[index]["value"] != record["value"]:
            raise ComputationError(f"{entry.number} a({index}) is recorded with another value in {path.name}")
        if "confirmation" in record or index not in kept:
            kept[index] = record
    head = {
        "sequence": entry.number,
        "about": entry.about,
        "reproduced": max(reproduced, before.get("reproduced", 0)),
    }
    lines = ",\n".join("  " + json.dumps(kept[index]) for index in sorted(kept))  # one term a line
    write_whole(path, json.dumps(head, indent=1)[:-2] + f',\n "terms": [\n{lines}\n ]\n}}\n')
