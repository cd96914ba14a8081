"""Which sequences contain given terms: those stored here, and the OEIS's file of all sequences."""

import gzip
import re
from collections.abc import Iterable, Iterator, Sequence

from ..support.errors import InputError
from ..support.files import readable
from .published import stored_terms
from .registry import REGISTRY

MATCHING = 3  # terms above 1 that must agree before a sequence is named
LINE = re.compile(r"(A\d{6,}) ,((?:-?\d+,)*)")  # of `stripped`
LARGE = 1000  # terms of this size are not found in an array by chance
ARRAYS = [number for number, entry in REGISTRY.items() if entry.shape.is_array]


def same_terms(terms: Iterable[int], stripped: str | None = None) -> tuple[str, ...]:
    """The stored sequences that contain the terms, one after the other; with a file, those in it as well.

    One list may begin or end before the other: the terms that both have must agree.

    >>> same_terms([1, 7, 131, 10012])
    ('A028420',)
    >>> same_terms([1, 8, 84, 2000, 205920, 39187952])  # the entry begins with n = 3
    ('A297486',)
    """
    wanted = list(terms)
    if sum(abs(term) > 1 for term in wanted) < MATCHING:
        return ()
    found = {number for number, stored in stored_terms().items() if agree(wanted, stored)}
    if stripped is not None:
        found |= {number for number, listed in read_stripped(stripped, wanted) if agree(wanted, listed)}
    return tuple(sorted(found))


def agree(wanted: Sequence[int], listed: Sequence[int]) -> bool:
    """Whether the lists agree where they overlap in some alignment.

    The overlap is all of `wanted` and has `MATCHING` terms above 1, or at least half of it and one more.

    >>> agree([1, 2, 5, 14], [5, 14, 42]), agree([0, 5, 14, 42, 132], [2, 5, 14, 42, 132, 429])
    (False, False)
    >>> agree([9, 5, 14, 42, 132], [5, 14, 42, 132, 429])
    True
    """
    for shift in range(1 - len(wanted), len(listed)):
        first, last = max(0, -shift), min(len(wanted), len(listed) - shift)
        if wanted[first] != listed[first + shift]:
            continue
        common = wanted[first:last]
        partial = len(common) < len(wanted)
        if (
            2 * len(common) >= len(wanted)
            and sum(abs(term) > 1 for term in common) >= MATCHING + partial
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
    if sum(abs(term) >= LARGE for term in wanted) < MATCHING:
        return ()
    found = []
    for number in ARRAYS:
        left = iter(stored_terms()[number])
        if all(term in left for term in wanted):  # `in` consumes the iterator up to the term
            found.append(number)
    return tuple(found)


def read_stripped(name: str, wanted: Sequence[int]) -> Iterator[tuple[str, list[int]]]:
    """The sequences of the OEIS's file `stripped` or `stripped.gz` that contain some of the terms."""
    probes = [f",{term}," for term in set(wanted) if abs(term) > 1]
    for line in _lines(name):
        found = LINE.fullmatch(line)
        if not found:
            raise InputError(
                f"'{name}' has the line '{line[:40]}': expected lines such as A000001 ,0,1,1,1,2,"
            )
        if sum(probe in line for probe in probes) >= MATCHING:
            yield found[1], [int(term) for term in found[2].strip(",").split(",")]


def _lines(name: str) -> Iterator[str]:
    with readable(name), gzip.open(name, "rt") if name.endswith(".gz") else open(name) as stream:
        yield from (line.strip() for line in stream if line.strip() and not line.startswith("#"))
