"""The registry of sequences: terms, checks, b-files, recurrences, growth; and the jobs of a store."""

from pathlib import Path
from typing import Any

from ...jobs.listing import list_jobs
from ...model.game import Game
from ...oeis.bfiles import bfile, fits_bfile
from ...oeis.catalogue import compare_with_published, compute_terms, recorded_terms, registry_table
from ...oeis.own import SWAPPED, by_columns, proved_recurrence
from ...oeis.published import Known, known
from ...oeis.registry import Sequence, sequence
from ...oeis.shapes import Shape
from ...rules.kinds import Kind
from ...strips.growth import growth as growth_of
from ...strips.recurrence import in_powers
from ...support.errors import InputError
from ...support.memory import show_time
from ...support.run import Settings
from ..request import Params

MOST_TERMS = 200


def registry(params: Params, settings: Settings) -> Any:
    """All sequences, with the numbers of their published and computed terms."""
    params.done()
    table = registry_table()
    return [dict(zip(table.header, row, strict=True)) for row in table.rows]


def _entry(params: Params) -> Sequence:
    return sequence(params.text("number", most=20))


def terms(params: Params, settings: Settings) -> Any:
    """What is known of a sequence: its published terms and those computed beyond them."""
    entry = _entry(params)
    params.done()
    held = known(entry)
    return {
        "number": entry.number,
        "about": entry.about,
        "family": entry.family,
        "game": entry.game,
        "offset": entry.offset,
        "terms": [[n, str(value), _source(held, n)] for n, value in recorded_terms(entry).items()],
        "published_to": held.published_to,
        "strip": _strip(entry) is not None,
        "bfile": bfile({n: value for n, value in recorded_terms(entry).items() if fits_bfile(value)}),
    }


def _source(held: Known, index: int) -> str:
    """Where a term comes from."""
    if index in held.published:
        return "published"
    return "computed, a record" if index > held.published_to else "computed"


def check(params: Params, settings: Settings) -> Any:
    """Compute the first terms now and compare them with the published ones."""
    entry, many = _entry(params), params.number("terms", 8, least=1, most=MOST_TERMS)
    params.done()
    values = compute_terms(entry, many, settings)
    return {
        "said": compare_with_published(entry, values),
        "terms": [[n, str(value)] for n, value in values.items()],
    }


def _strip(entry: Sequence) -> Shape | None:
    """The family as a strip of one width, if it is one."""
    if not entry.is_strip or entry.read != "total" or entry.kind == "any-end":
        return None
    shape = Shape.of(entry.family)
    return shape if shape.strip is not None else None


def recurrence(params: Params, settings: Settings) -> Any:
    """The proved recurrence of a strip, its generating function and its growth."""
    entry = _entry(params)
    params.done()
    shape = _strip(entry)
    if shape is None or shape.strip is None:
        raise InputError(f"{entry.number} is no strip: a recurrence is proved for boards of one width")
    cols, axis = shape.strip
    game = Game.named(entry.game)
    turned, exchanges = by_columns(game) if axis == 1 else (game, False)
    kind = SWAPPED.get(entry.kind, entry.kind) if exchanges else entry.kind
    found = proved_recurrence(shape, entry.kind, (False, False), game)
    rate = growth_of(cols, Kind(kind), game=turned, settings=settings)
    shown: dict[str, Any] = {"cols": cols, "kind": entry.kind, "growth": rate.bounds(10), "recurrence": None}
    if found is not None:
        shown["recurrence"] = found.to_json() | {
            "equation": found.equation(),
            "numerator": in_powers(found.numerator),
            "denominator": in_powers(found.denominator),
        }
    return shown


def runs(params: Params, settings: Settings) -> Any:
    """The jobs of the store that the server was started with."""
    params.done()
    store = settings.store
    if store is None:
        return {"store": None, "jobs": []}
    return {
        "store": Path(store).name,
        "jobs": [
            job.to_json()
            | {
                "words": f"{job.board}, {job.game}",
                "kind": job.kind,
                "spent": show_time(job.seconds),
                "time_left": job.time_left,
                "rate": f"{job.done / job.seconds:.3g}" if job.seconds else None,
            }
            for job in list_jobs(Path(store))
        ],
    }
