"""The registry of sequences: terms, checks, b-files, recurrences, growth; and the jobs of a store."""

import json
from pathlib import Path
from typing import Any

from ...cli.oeis import checked, computed, held_terms, listing
from ...jobs.listing import list_jobs
from ...model.game import Game
from ...oeis.bfiles import bfile, fits_bfile
from ...oeis.own import SWAPPED, by_columns, proved_recurrence
from ...oeis.published import known
from ...oeis.registry import Sequence, sequence
from ...oeis.shapes import Shape
from ...rules.tiles import Kind
from ...strips.growth import growth as growth_of
from ...strips.recurrence import in_powers
from ...support.errors import InputError
from ...support.progress import show_time
from ...support.settings import Settings
from ..asked import Asked

MOST_TERMS = 200


def registry(asked: Asked, settings: Settings) -> Any:
    """All sequences, with the numbers of their published and computed terms."""
    asked.done()
    return json.loads(listing("json"))


def _entry(asked: Asked) -> Sequence:
    return sequence(asked.text("number", most=20))


def terms(asked: Asked, settings: Settings) -> Any:
    """What is known of a sequence: its published terms and those computed beyond them."""
    entry = _entry(asked)
    asked.done()
    held = known(entry)
    return {
        "number": entry.number,
        "about": entry.about,
        "family": entry.family,
        "game": entry.game,
        "offset": entry.offset,
        "terms": [[n, str(value), n in held.published] for n, value in held_terms(entry)],
        "strip": _strip(entry) is not None,
        "bfile": bfile({n: value for n, value in held_terms(entry) if fits_bfile(value)}),
    }


def check(asked: Asked, settings: Settings) -> Any:
    """Compute the first terms now and compare them with the published ones."""
    entry, many = _entry(asked), asked.number("terms", 8, least=1, most=MOST_TERMS)
    asked.done()
    values = computed(entry, many, settings, "text")
    return {
        "said": checked(entry, values, known(entry).published),
        "terms": [[n, str(value)] for n, value in values.items()],
    }


def _strip(entry: Sequence) -> Shape | None:
    """The family as a strip of one width, if it is one."""
    if not entry.is_strip or entry.read != "total" or entry.kind == "any-end":
        return None
    shape = Shape.of(entry.family)
    return shape if shape.strip is not None else None


def recurrence(asked: Asked, settings: Settings) -> Any:
    """The proved recurrence of a strip, its generating function and its growth."""
    entry = _entry(asked)
    asked.done()
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


def runs(asked: Asked, settings: Settings) -> Any:
    """The jobs of the store that the server was started with."""
    asked.done()
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
