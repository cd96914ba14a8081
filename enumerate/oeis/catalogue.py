"""The registry for the command `sequence` and for the page: entries, terms, and a comparison of terms."""

from itertools import count, takewhile

from ..counting.solve import counting_run
from ..support.errors import ComputationError, InputError, plural
from ..support.result import Table
from ..support.run import Settings
from .bfiles import MOST_DIGITS, fits_bfile
from .computed import largest_boards, terms
from .published import known
from .registry import REGISTRY, Sequence

MOST_TERMS = 10_000


def registry_table() -> Table:
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
    header = ("number", "offset", "published", "computed", "published_to", "records", "about")
    return Table(header, tuple(rows))


def recorded_terms(entry: Sequence) -> dict[int, int]:
    """The published and recorded terms from the first up to the first gap."""
    held = known(entry).terms
    return {index: held[index] for index in takewhile(held.__contains__, count(entry.offset))}


def compute_terms(entry: Sequence, size: int, settings: Settings, bfile: bool = False) -> dict[int, int]:
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
    return values


def compare_with_published(entry: Sequence, values: dict[int, int]) -> str:
    """A line with the number of terms that agree with published ones; an error at the first difference.

    >>> compare_with_published(REGISTRY["A332714"], {1: 1, 2: 5})
    'A332714: 2 terms agree'
    """
    held = known(entry)
    published = held.published
    common = [index for index in values if index in published]
    for index in common:
        if values[index] != published[index]:
            raise ComputationError(
                f"{entry.number}: a({index}) is {values[index]} here and {published[index]} as published"
            )
    more = [index for index in values if index not in published]
    beyond = sum(index > held.published_to for index in more)
    parts = [f"{plural(len(common), 'term')} agree{'s' if len(common) == 1 else ''}"]
    parts += [f"{len(more) - beyond} published but not stored here"] if len(more) > beyond else []
    parts += [f"{beyond} beyond the published end (n = {held.published_to})"] if beyond else []
    return f"{entry.number}: {', '.join(parts)}"
