"""The registry for the command `sequence` and for the page: entries, terms, and a comparison of terms."""

from dataclasses import dataclass
from itertools import count, islice, takewhile
from typing import Any

from ..counting.solve import counting_run
from ..support.errors import ComputationError, InputError, plural
from ..support.result import Result, Results, Table
from ..support.run import Settings
from .bfiles import MOST_DIGITS, bfile, fits_bfile
from .computed import largest_boards, terms
from .published import known
from .registry import REGISTRY, Sequence

MOST_TERMS = 10_000
COLUMNS = ("number", "offset", "published", "computed", "published_to", "records", "about")


def registered() -> Results[tuple[object, ...]]:
    """A row for each sequence: its number and offset, how many terms are stored and computed, and its end.

    `published_to` is the last index that the OEIS publishes, as far as it is known here; `records` counts the
    computed terms beyond it.
    """
    rows: list[tuple[object, ...]] = []
    for entry in REGISTRY.values():
        held = known(entry)
        computed = held.reproduced + len(held.computed)
        ends = (held.published_to, len(held.records))
        rows.append((entry.number, entry.offset, len(held.published), computed, *ends, entry.about))
    return Results(
        rows,
        lambda rows: Table(COLUMNS, tuple(rows)),
        lambda rows: [dict(zip(COLUMNS, row, strict=True)) for row in rows],
    )


@dataclass(frozen=True, slots=True)
class EntryTerms(Result):
    """Terms of a sequence by their indices, from the first on.

    >>> found = EntryTerms(REGISTRY["A332714"], {1: 1, 2: 5})
    >>> print(found), found.check()
    1, 5
    (None, 'A332714: 2 terms agree')
    """

    entry: Sequence
    values: dict[int, int]

    @classmethod
    def recorded(cls, entry: Sequence, size: int | None = None) -> "EntryTerms":
        """The published and recorded terms up to the first gap, at most `size` of them."""
        held = known(entry).terms
        indices = islice(takewhile(held.__contains__, count(entry.offset)), size)
        return cls(entry, {index: held[index] for index in indices})

    @classmethod
    def computed(cls, entry: Sequence, size: int, settings: Settings, bfile: bool = False) -> "EntryTerms":
        """The first terms, computed now or resumed from a store.

        With `bfile` the list ends before the first term that is too long for a b-file; a note says so.
        """
        list(largest_boards(entry, entry.offset + size - 1))  # refuses boards that are too wide
        if size > MOST_TERMS:
            raise InputError(f"`terms` must be at most {MOST_TERMS:,}, not {size}")
        values = {}
        with counting_run({"settings": settings}) as ready:
            for found in terms(entry, size, settings=ready):
                if bfile and not fits_bfile(found.value):
                    settings.note(
                        f"a({found.index}) has more than {MOST_DIGITS} digits: the b-file ends before it"
                    )
                    break
                values[found.index] = found.value
        return cls(entry, values)

    def __str__(self) -> str:
        return ", ".join(map(str, self.values.values()))

    def table(self) -> Table:
        """A row for each term."""
        return Table(("n", "a(n)"), tuple(self.values.items()))

    def to_json(self) -> dict[str, Any]:
        """The entry and the terms, as text."""
        entry, found = self.entry, [str(value) for value in self.values.values()]
        return {"number": entry.number, "about": entry.about, "offset": entry.offset, "terms": found}

    def bfile(self) -> str:
        """The b-file."""
        return bfile(self.values)

    def check(self) -> str:
        """How many terms agree with the published ones, in a line; an error at the first difference."""
        number, held = self.entry.number, known(self.entry)
        common = [index for index in self.values if index in held.published]
        for index in common:
            if self.values[index] != held.published[index]:
                here = f"{self.values[index]} here and {held.published[index]} as published"
                raise ComputationError(f"{number}: a({index}) is {here}")
        more = [index for index in self.values if index not in held.published]
        beyond = sum(index > held.published_to for index in more)
        parts = [f"{plural(len(common), 'term')} agree{'s' if len(common) == 1 else ''}"]
        parts += [f"{len(more) - beyond} published but not stored here"] if len(more) > beyond else []
        parts += [f"{beyond} beyond the published end (n = {held.published_to})"] if beyond else []
        return f"{number}: {', '.join(parts)}"
