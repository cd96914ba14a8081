"""The registry of sequences: terms, checks, b-files, recurrences, growth; and the jobs of a store."""

from pathlib import Path
from typing import Any

from ...jobs.listing import list_jobs
from ...model.game import Game
from ...oeis.computed import EntryTerms, registered
from ...oeis.own import strip_question, strip_recurrence
from ...oeis.published import known
from ...oeis.registry import Sequence, sequence
from ...strips.growth import growth as growth_of
from ...strips.recurrence import in_powers
from ...support.errors import InputError
from ...support.memory import show_time
from ...support.run import Settings
from ..request import Params

MOST_TERMS = 200


def registry(params: Params, settings: Settings) -> Any:
    """All sequences, with the numbers of their published and computed terms."""
    return registered().to_json()


def _entry(params: Params) -> Sequence:
    return sequence(params.text("number", most=20))


def terms(params: Params, settings: Settings) -> Any:
    """The known terms of a sequence: the published ones and those computed beyond them."""
    entry = _entry(params)
    held, found = known(entry), EntryTerms.recorded(entry)
    return found.to_json() | {
        "family": entry.family,
        "game": entry.game,
        "terms": [[n, str(value), held.source(n)] for n, value in found.values.items()],
        "published_to": held.published_to,
        "strip": _strip(entry) is not None,
        "bfile": found.bfile(),
    }


def check(params: Params, settings: Settings) -> Any:
    """Compute the first terms now and compare them with the published ones."""
    entry, many = _entry(params), params.number("terms", 8, least=1, most=MOST_TERMS)
    found = EntryTerms.computed(entry, many, settings)
    return {"said": found.check(), "terms": [[n, str(value)] for n, value in found.values.items()]}


def _strip(entry: Sequence) -> dict[str, Any] | None:
    """The boards as a strip of one width, if the entry counts all positions of a kind on one."""
    is_total = entry.is_strip and entry.read == "total"
    return strip_question(entry.shape, entry.kind, Game.named(entry.game)) if is_total else None


def recurrence(params: Params, settings: Settings) -> Any:
    """The proved recurrence of a strip, its generating function and its growth."""
    entry = _entry(params)
    strip = _strip(entry)
    if strip is None:
        raise InputError(f"{entry.number} is not a strip: a recurrence is proved for boards of one width")
    found = strip_recurrence(strip)
    rate = growth_of(**strip, settings=settings)
    shown: dict[str, Any] = {
        "cols": strip["cols"],
        "kind": entry.kind,
        "growth": rate.bounds(10),
        "recurrence": None,
    }
    if found is not None:
        shown["recurrence"] = found.to_json() | {
            "equation": found.equation(),
            "numerator": in_powers(found.numerator),
            "denominator": in_powers(found.denominator),
        }
    return shown


def runs(params: Params, settings: Settings) -> Any:
    """The jobs of the store that the server was started with."""
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
