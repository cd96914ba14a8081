"""The known terms of sequences: published terms, their extent in the OEIS, and terms computed here.

The files stand in `data/oeis_fixtures` and `data/computed` of a checkout; an installed package carries them
as `enumerate/data/...`. A *record* is a computed term beyond the last published one known here. The second
half of the module looks for given terms in these files and in the OEIS's file of all sequences.
"""

import gzip
import json
import re
from collections.abc import Iterable, Iterator
from collections.abc import Sequence as Terms
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from ..support.caches import cached
from ..support.errors import ComputationError, InputError
from ..support.files import readable
from ..support.result import Result, Table
from .bfiles import read_bfile
from .registry import REGISTRY, Sequence, sequence

FIXTURES, COMPUTED = "oeis_fixtures", "computed"
LEAST_COMMON = 3  # that exceed 1 and must agree before a sequence is named
LARGE_TERM = 1000  # larger terms do not occur in an array by chance
STRIPPED_LINE = re.compile(r"(A\d{6,}) ,((?:-?\d+,)*)")


def _text(folder: str, name: str) -> str:
    """A file of data, of the installed package or of the checkout; empty if no term has been computed."""
    for place in Path(__file__).resolve().parents[1:3]:
        file = place / "data" / folder / name
        if file.is_file():
            return file.read_text(encoding="utf-8")
    if folder == COMPUTED:
        return ""
    raise ComputationError(f"data/{folder}/{name} is missing: the package is not installed completely")


class Extent(NamedTuple):
    """The first and the last index that the OEIS publishes, in the entry or in its b-file."""

    offset: int
    last: int


@dataclass(frozen=True, slots=True)
class Known(Result):
    """The stored published terms, their extent in the OEIS, and the terms computed beyond the stored ones.

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
        """The last published index that is known here."""
        return max([*self.published, *([] if self.extent is None else [self.extent.last])])

    @property
    def records(self) -> dict[int, int]:
        """The computed terms beyond the published end."""
        return {n: term for n, term in self.terms.items() if n > self.published_to}

    def source(self, index: int) -> str:
        """The source of a term: published (and stored here), computed, or record."""
        if index in self.published:
            return "published"
        return "record" if index > self.published_to else "computed"

    def table(self) -> Table:
        """A row for each term: n, a(n), and its source."""
        rows = [(n, term, self.source(n)) for n, term in self.terms.items()]
        return Table(("n", "a(n)", "source"), tuple(rows))

    def to_json(self) -> dict[str, Any]:
        """The published terms and their last index, the computed terms, and the number of reproduced ones."""
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
    text, name = _text(COMPUTED, f"{number}.json"), f"{number}.txt"
    record = json.loads(text) if text else {}
    published = read_bfile(_text(FIXTURES, name), name=name)
    return Known(published, record.get("terms", []), record.get("reproduced", 0), extents().get(number))


@cached()
def extents() -> dict[str, Extent]:
    """How far each stored sequence is published."""
    stored = json.loads(_text(FIXTURES, "extents.json"))["sequences"].items()
    return {n: Extent(held["offset"], max(held["list_to"], held["bfile_to"] or 0)) for n, held in stored}


def extents_date() -> str:
    """The latest revision of an entry among those from which the extents were read."""
    date: str = json.loads(_text(FIXTURES, "extents.json"))["date"]
    return date


@cached()
def stored_terms() -> dict[str, list[int]]:
    """The terms of all stored sequences, including unregistered ones."""
    return {number: list(_known(number).terms.values()) for number in sorted(extents())}


def same_terms(terms: Iterable[int], stripped: str | None = None) -> tuple[str, ...]:
    """The stored sequences that contain the terms consecutively; with a file of the OEIS, also its sequences.

    One list may begin or end before the other: the common terms must agree.

    >>> same_terms([1, 8, 84, 2000, 205920, 39187952])  # the entry begins with n = 3
    ('A297486',)
    """
    wanted = list(terms)
    if sum(abs(term) > 1 for term in wanted) < LEAST_COMMON:
        return ()
    found = {number for number, stored in stored_terms().items() if agree(wanted, stored)}
    if stripped is not None:
        found |= {number for number, listed in read_stripped(stripped, wanted) if agree(wanted, listed)}
    return tuple(sorted(found))


def agree(wanted: Terms[int], listed: Terms[int]) -> bool:
    """Whether the lists agree where they overlap in some alignment.

    The overlap is all of `wanted` and has `LEAST_COMMON` terms above 1, or at least half of it and one more.

    >>> agree([1, 2, 5, 14], [5, 14, 42]), agree([9, 5, 14, 42, 132], [5, 14, 42, 132, 429])
    (False, True)
    """
    for shift in range(1 - len(wanted), len(listed)):
        first, last = max(0, -shift), min(len(wanted), len(listed) - shift)
        if wanted[first] != listed[first + shift]:
            continue
        common = wanted[first:last]
        partial = len(common) < len(wanted)
        if (
            2 * len(common) >= len(wanted)
            and sum(abs(term) > 1 for term in common) >= LEAST_COMMON + partial
            and common == listed[first + shift : last + shift]
        ):
            return True
    return False


def arrays_with(terms: Iterable[int]) -> tuple[str, ...]:
    """The stored arrays in which the terms stand in this order, as the boards of a family do in an array.

    >>> arrays_with([2, 25, 4921, 5567467, 67889718495])  # Left ends of n x 2n
    ('A332862',)
    """
    wanted = list(terms)
    if sum(abs(term) >= LARGE_TERM for term in wanted) < LEAST_COMMON:
        return ()
    found = []
    for number in (number for number, entry in REGISTRY.items() if entry.shape.is_array):
        left = iter(stored_terms()[number])
        if all(term in left for term in wanted):  # `in` consumes the iterator up to the term
            found.append(number)
    return tuple(found)


def read_stripped(name: str, wanted: Terms[int]) -> Iterator[tuple[str, list[int]]]:
    """The sequences of the OEIS's file `stripped` or `stripped.gz` that contain some of the terms."""
    probes = [f",{term}," for term in set(wanted) if abs(term) > 1]
    with readable(name), gzip.open(name, "rt") if name.endswith(".gz") else open(name) as stream:
        for line in filter(None, map(str.strip, stream)):
            found = STRIPPED_LINE.fullmatch(line)
            if not found and not line.startswith("#"):
                raise InputError(
                    f"'{name}' has the line '{line[:40]}': expected lines such as A000001 ,0,1,1,1,2,"
                )
            if found and sum(probe in line for probe in probes) >= LEAST_COMMON:
                yield found[1], [int(term) for term in found[2].strip(",").split(",")]
