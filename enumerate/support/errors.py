"""Errors: bad input, a request that does not fit, a computation that failed.

Every message is one line that names the error, quotes the value, and states what is allowed.
"""

from collections.abc import Iterable
from math import log10
from operator import index
from typing import Any

MOST_QUOTED = 120  # characters of a value in a message


class EnumerateError(Exception):
    """Base of all errors of this package; `exit_status` is the status of the command line."""

    exit_status = 1


class InputError(EnumerateError, ValueError):
    """The input is not valid."""

    exit_status = 2


class TooLargeError(InputError):
    """The computation would not fit; it is refused with an estimate before any work is done."""


class ComputationError(EnumerateError, RuntimeError):
    """The computation failed or contradicted itself; no result is returned."""


class StoppedError(EnumerateError):
    """The computation was stopped by the event in `stop` or by Ctrl-C; a store keeps its residues."""

    exit_status = 130


for _error in (EnumerateError, InputError, TooLargeError, ComputationError, StoppedError):
    _error.__module__ = "enumerate"  # where users find them


def require_integer(name: str, value: Any, least: int | None = None) -> int:
    """The value as a plain integer, at least `least`, also from NumPy or SymPy; floats and booleans are
    refused."""
    try:
        number = index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool):
        raise InputError(f"`{name}` must be an integer, not {value!r}")
    if least is not None and number < least:
        raise InputError(f"`{name}` must be at least {least}, not {number}")
    return number


def require_flag(name: str, value: Any) -> None:
    """Refuse everything but True and False."""
    if not isinstance(value, bool):
        raise InputError(f"`{name}` must be True or False, not {value!r}")


def quoted(value: object) -> str:
    """The value as errors quote it: on one line, without the middle of a long text."""
    text = " ".join(repr(value).split())
    return text if len(text) <= MOST_QUOTED else f"{text[: MOST_QUOTED // 2]}...{text[-10:]}"


def plural(number: int, thing: str) -> str:
    """A number of things, in words."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def about(number: int) -> str:
    """A short form of a number, for a line of text."""
    return f"{number:,}" if number < 10**15 else f"10^{int(log10(number))}"


def did_you_mean(given: str, choices: Iterable[str]) -> str:
    """A suggestion for an error: the choice that resembles a word most; empty if none is similar."""
    from difflib import get_close_matches

    near = get_close_matches(given.lower(), choices, n=1, cutoff=0.6)
    return f": did you mean '{near[0]}'?" if near else ""


def unknown(what: str, given: object, allowed: Iterable[str]) -> InputError:
    """The error for a word that is not one of `allowed`, with the nearest one suggested.

    >>> print(unknown("kind", "maximum", ["general", "maximal"]))
    unknown kind 'maximum': did you mean 'maximal'? (allowed: general, maximal)
    """
    choices = list(allowed)
    if not isinstance(given, str):
        return InputError(f"unknown {what} {given!r} (allowed: {', '.join(choices)})")
    written = f"'{given}'" if given.isprintable() else repr(given)
    return InputError(
        f"unknown {what} {written}{did_you_mean(given, choices)} (allowed: {', '.join(choices)})"
    )


def require_type(wanted: type | tuple[type, ...], example: str, value: Any) -> None:
    """Refuse a value of another type; `example` describes the expected value."""
    if not isinstance(value, wanted):
        raise InputError(f"expected {example}, got {value!r}")
