"""The known terms: published ones (fixtures) and the ones computed beyond them.

Both are folders of text files, `data/oeis_fixtures` and `data/computed` of a checkout; an installed package
carries them as `enumerate/data/...`.
"""

import json
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from ..support.caches import cached
from ..support.errors import ComputationError
from ..support.result import Result
from ..support.table import Table
from .bfiles import read_bfile
from .registry import Sequence, sequence

PACKAGE = __package__.partition(".")[0]


def data_folder(name: str) -> Traversable:
    """A folder of data, of the installed package or of the checkout."""
    places: tuple[Traversable, ...] = (
        files(PACKAGE) / "data" / name,
        Path(__file__).resolve().parents[2] / "data" / name,
    )
    for place in places:
        if place.is_dir():
            return place
    raise ComputationError(f"the folder data/{name} is missing: the package is not installed completely")


@dataclass(frozen=True, slots=True)
class Known(Result):
    """The published terms of a sequence, and the records of the terms computed beyond them."""

    published: dict[int, int]
    computed: list[dict[str, Any]] = field(default_factory=list)
    reproduced: int = 0

    @property
    def terms(self) -> dict[int, int]:
        """All known terms."""
        return self.published | {record["n"]: int(record["value"]) for record in self.computed}

    def table(self) -> Table:
        """A row for each term: n, a(n), and whether it is published or was computed."""
        rows = (
            (n, term, "published" if n in self.published else "computed") for n, term in self.terms.items()
        )
        return Table(("n", "a(n)", "source"), tuple(rows))

    def to_json(self) -> dict[str, Any]:
        """The published terms, the records of computed terms, and how many terms were reproduced."""
        published = {str(n): str(term) for n, term in self.published.items()}
        return {"published": published, "computed": self.computed, "reproduced": self.reproduced}


def known(entry: Sequence | str) -> Known:
    """The known terms of a sequence.

    >>> known("A332714").published[4]
    4632
    """
    return _known(sequence(entry))


@cached()
def _known(entry: Sequence) -> Known:
    published = read_bfile(_text("oeis_fixtures", f"{entry.number}.txt"), name=f"{entry.number}.txt")
    text = _text("computed", f"{entry.number}.json")
    record = json.loads(text) if text else {}
    return Known(published, record.get("terms", []), record.get("reproduced", 0))


def _text(folder: str, name: str) -> str:
    try:
        return (data_folder(folder) / name).read_text(encoding="utf-8")
    except (FileNotFoundError, ComputationError):
        if folder == "computed":  # nothing was computed yet
            return ""
        raise ComputationError(f"data/{folder}/{name} is missing") from None
