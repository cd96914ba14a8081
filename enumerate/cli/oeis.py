"""`enumerate oeis`: the registry of sequences, their terms, b-files and checks."""

from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

import click

from ..jobs.opening import lanes_running
from ..oeis.bfiles import MOST_DIGITS, bfile, fits_bfile
from ..oeis.published import known
from ..oeis.registry import REGISTRY, Sequence, sequence
from ..render.data import json_text
from ..support.errors import ComputationError, InputError
from ..support.settings import Settings
from ..support.table import Table
from .options import Whole
from .output import emit, format_option, out_option
from .progress import note
from .running import settings_options

DEFAULT_TERMS = 10
MOST_TERMS = 10_000


@click.command()
@click.argument("number", required=False)
@click.option(
    "--terms",
    type=Whole(1),
    metavar="N",
    help="How many (default: 10; with --check all published).",
)
@click.option("--check", is_flag=True, help="Compare with the published terms; exit 1 on a difference.")
@click.option("--recorded", is_flag=True, help="Print the published and recorded terms, compute nothing.")
@settings_options("terms", lanes=True)
@format_option("text", "bfile", "json", "csv")
@out_option
def oeis(
    number: str | None,
    terms: int | None,
    check: bool,
    recorded: bool,
    settings: Settings,
    form: str,
    out: Path | None,
) -> None:
    """List the OEIS sequences that can be computed, or compute the terms of one.

    \b
    Examples:
      enumerate oeis
      enumerate oeis A332714 --terms 12
      enumerate oeis A287595 --terms 10 --format bfile --out b287595.txt
      enumerate oeis A288028 --check
      enumerate oeis A332865 --recorded --format bfile
    """
    if settings.is_shared and (number is None or recorded or sequence(number).is_strip):
        what = "the list" if number is None else f"{number} --recorded" if recorded else f"{number}"
        raise InputError(f"{what} takes no lanes, so there is nothing to store or to share out")
    if number is None:
        if terms is not None or check or recorded or form == "bfile":
            raise InputError("name a sequence, for instance: enumerate oeis A332714 --terms 12")
        emit(listing(form), out)
        return
    if check and form != "text":
        raise InputError(f"--check prints one line, and has no --format {form}")
    if check and recorded:
        raise InputError("--check computes terms and --recorded does not: give one of them")
    entry = sequence(number)
    if recorded:
        emit(written(entry, dict(islice(held_terms(entry), terms)), form), out)
        return
    published = known(entry).published
    size = terms if terms is not None else len(published) if check else DEFAULT_TERMS
    values = computed(entry, size, settings, form)
    emit(checked(entry, values, published) if check else written(entry, values, form), out)


def listing(form: str) -> str:
    """The registry with the number of published terms and of terms that were computed here."""
    header = ("number", "offset", "published", "computed", "about")
    rows = []
    for entry in REGISTRY.values():
        held = known(entry)
        rows.append(
            (
                entry.number,
                entry.offset,
                len(held.published),
                held.reproduced + len(held.computed),
                entry.about,
            )
        )
    if form == "json":
        return json_text([dict(zip(header, row, strict=True)) for row in rows])
    table = Table(header, tuple(rows))
    return table.csv() if form == "csv" else table.text()


def held_terms(entry: Sequence) -> Iterator[tuple[int, int]]:
    """The published and recorded terms, up to the first that is missing."""
    held = known(entry).terms
    for index in count(entry.offset):
        if index not in held:
            return
        yield index, held[index]


def computed(entry: Sequence, size: int, settings: Settings, form: str) -> dict[int, int]:
    """The first terms, computed now (or taken up where a store left off)."""
    from ..oeis.computed import largest_boards
    from ..oeis.computed import terms as terms_of

    values = {}
    list(largest_boards(entry, entry.offset + size - 1))  # refuses what is too wide
    if size > MOST_TERMS:
        raise InputError(f"`terms` must be at most {MOST_TERMS:,}, not {size}")
    with lanes_running({"settings": settings}) as ready:
        for found in terms_of(entry, size, settings=ready):
            if form == "bfile" and not fits_bfile(found.value):
                long = f"a({found.index}) has more than {MOST_DIGITS} digits"
                note(f"enumerate: {long}: the b-file ends before it")
                break
            values[found.index] = found.value
    return values


def written(entry: Sequence, values: dict[int, int], form: str) -> str:
    """The terms as a line, a b-file, JSON or CSV."""
    if form == "bfile":
        return bfile(values)
    if form == "json":
        shown = {"number": entry.number, "about": entry.about, "offset": entry.offset}
        return json_text(shown | {"terms": [str(v) for v in values.values()]})
    if form == "csv":
        return Table(("n", "a(n)"), tuple(values.items())).csv()
    return ", ".join(map(str, values.values()))


def checked(entry: Sequence, values: dict[int, int], published: dict[int, int]) -> str:
    """One line that says how many terms agree; an error at the first that does not."""
    common = [index for index in values if index in published]
    for index in common:
        if values[index] != published[index]:
            raise ComputationError(
                f"{entry.number}: a({index}) is {values[index]} here and {published[index]} as published"
            )
    beyond = len(values) - len(common)
    agreed = "1 term agrees" if len(common) == 1 else f"{len(common)} terms agree"
    return f"{entry.number}: {agreed}" + (
        f", {beyond} {'is' if beyond == 1 else 'are'} beyond" if beyond else ""
    )
