"""The known terms: published ones (fixtures), how far the OEIS has them, and the ones computed here.

The files stand in `data/oeis_fixtures` and `data/computed` of a checkout; an installed package carries them
as `enumerate/data/...`. A *record* is a computed term beyond the published end as it is known here.
"""

import json
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from ..support.caches import cached
from ..support.errors import ComputationError
from ..support.result import Result, Table
from .bfiles import read_bfile
from .registry import Sequence, sequence

PACKAGE = __package__.partition(".")[0]
FIXTURES, COMPUTED = "oeis_fixtures", "computed"


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
class Extent:
    """The last index that the OEIS publishes, in the entry or in its b-file, and the date of the revision."""

    offset: int
    last: int
    revised: str | None


@dataclass(frozen=True, slots=True)
class Known(Result):
    """The stored published terms, how far the OEIS goes, and the terms computed beyond the stored ones.

    >>> held = known("A028420")
    >>> max(held.published), held.published_to, held.records
    (13, 27, {})
    """

    published: dict[int, int]
    computed: list[dict[str, Any]] = field(default_factory=list)
    reproduced: int = 0
    extent: Extent | None = None

    @property
    def terms(self) -> dict[int, int]:
        """All known terms."""
        return self.published | {record["n"]: int(record["value"]) for record in self.computed}

    @property
    def published_to(self) -> int:
        """The last published index, as far as it is known here."""
        return max([*self.published, *([self.extent.last] if self.extent is not None else [])])

    @property
    def records(self) -> dict[int, int]:
        """The computed terms beyond the published end."""
        return {n: term for n, term in self.terms.items() if n > self.published_to}

    def table(self) -> Table:
        """A row for each term: n, a(n), and its source: published (stored), computed, or record."""
        rows = []
        for n, term in self.terms.items():
            source = "published" if n in self.published else "record" if n in self.records else "computed"
            rows.append((n, term, source))
        return Table(("n", "a(n)", "source"), tuple(rows))

    def to_json(self) -> dict[str, Any]:
        """The published terms and their last index, the computed terms, and how many were reproduced."""
        return {
            "published": {str(n): str(term) for n, term in self.published.items()},
            "published_to": self.published_to,
            "computed": self.computed,
            "reproduced": self.reproduced,
        }


def known(entry: Sequence | str) -> Known:
    """The known terms of a sequence.

    >>> known("A332714").published[4]
    4632
    """
    return _known(sequence(entry).number)


@cached()
def _known(number: str) -> Known:
    text = _text(COMPUTED, f"{number}.json")
    record = json.loads(text) if text else {}
    return Known(
        _published(number), record.get("terms", []), record.get("reproduced", 0), extents().get(number)
    )


def _published(number: str) -> dict[int, int]:
    return read_bfile(_text(FIXTURES, f"{number}.txt"), name=f"{number}.txt")


@cached()
def extents() -> dict[str, Extent]:
    """How far each stored sequence is published."""
    return {
        number: Extent(held["offset"], max(held["list_to"], held["bfile_to"] or 0), held["revised"])
        for number, held in json.loads(_text(FIXTURES, "extents.json"))["sequences"].items()
    }


def extents_date() -> str:
    """The latest revision of an entry among those from which the extents were read."""
    date: str = json.loads(_text(FIXTURES, "extents.json"))["date"]
    return date


@cached()
def stored_terms() -> dict[str, list[int]]:
    """The terms of all sequences stored here, also of those that are not registered."""
    return {number: list(_known(number).terms.values()) for number in sorted(extents())}


def _text(folder: str, name: str) -> str:
    try:
        return (data_folder(folder) / name).read_text(encoding="utf-8")
    except (FileNotFoundError, ComputationError):
        if folder == COMPUTED:  # nothing was computed yet
            return ""
        raise ComputationError(f"data/{folder}/{name} is missing") from None
