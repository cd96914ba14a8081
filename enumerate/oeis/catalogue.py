"""The registry for the command `sequence` and for the page: entries, terms, and a comparison of terms."""

from itertools import count, takewhile

from ..jobs.opening import lanes_running
from ..support.errors import ComputationError, InputError, plural
from ..support.settings import Settings
from ..support.table import Table
from .bfiles import MOST_DIGITS, fits_bfile
from .computed import largest_boards, terms
from .published import known
from .registry import REGISTRY, Sequence

MOST_TERMS = 10_000


def registry_table() -> Table:
    """A row for each sequence: number, offset, how many terms are published and computed, description."""
    rows = []
    for entry in REGISTRY.values():
        held = known(entry)
        computed = held.reproduced + len(held.computed)
        rows.append((entry.number, entry.offset, len(held.published), computed, entry.about))
    return Table(("number", "offset", "published", "computed", "about"), tuple(rows))


def recorded_terms(entry: Sequence) -> dict[int, int]:
    """The published and recorded terms from the first up to the first gap.

    >>> recorded_terms(REGISTRY["A332714"])[4]
    4632
    """
    held = known(entry).terms
    return {index: held[index] for index in takewhile(held.__contains__, count(entry.offset))}


def compute_terms(entry: Sequence, size: int, settings: Settings, bfile: bool = False) -> dict[int, int]:
    """The first terms, computed now or resumed from a store.

    With `bfile` the list ends before the first term that is too long for a b-file; a note says so.

    >>> compute_terms(REGISTRY["A288028"], 3, Settings())
    {1: 2, 2: 5, 3: 22}
    """
    list(largest_boards(entry, entry.offset + size - 1))  # refuses boards that are too wide
    if size > MOST_TERMS:
        raise InputError(f"`terms` must be at most {MOST_TERMS:,}, not {size}")
    values = {}
    with lanes_running({"settings": settings}) as ready:
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
    published = known(entry).published
    common = [index for index in values if index in published]
    for index in common:
        if values[index] != published[index]:
            raise ComputationError(
                f"{entry.number}: a({index}) is {values[index]} here and {published[index]} as published"
            )
    beyond = len(values) - len(common)
    agreed = f"{plural(len(common), 'term')} agree{'s' if len(common) == 1 else ''}"
    return f"{entry.number}: {agreed}" + (
        f", {beyond} {'is' if beyond == 1 else 'are'} beyond" if beyond else ""
    )
