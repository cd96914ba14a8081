"""Sequences: `sequence`, `recurrence` and `growth`."""

import re
from typing import Any

import enumerate as en

from ..rules.kinds import Kind
from ..support.errors import InputError
from ..support.result import Table
from ..support.run import Settings, running
from .command import COUNT, OUTPUT, Argument, Given, Option, ParameterGroup, Whole, command, is_given
from .output import Shown, output
from .params import GAME, PLAY, STUCK, WRAP, kind_option, run, strip, stuck_instead, weights

MOST_TERMS = 1000  # along a family of boards
FAMILY_TERMS, ENTRY_TERMS = 8, 10  # by default
ENTRY_FORMATS, POLYNOMIAL_FORMATS = ("text", "bfile", "json", "csv"), ("text", "json", "latex")

TERMS = Option(
    COUNT,
    "--terms N",
    f"Number of terms (default: {FAMILY_TERMS} for a SHAPE, {ENTRY_TERMS} for an A-NUMBER, with --check "
    "all published ones).",
    Whole(1),
)


@command(
    Argument(
        "name",
        "A-NUMBER|SHAPE",
        "An OEIS sequence, or a family of boards: n x n, 3 x n, n x 2n, n x n+1, 2 x 2 x n, or m x n by "
        "antidiagonals. Without it, list the OEIS sequences.",
    ),
    ParameterGroup(
        (WRAP, GAME, kind_option(Kind.GENERAL, ()), STUCK, PLAY), lambda values, _: {"arguments": values}
    ),
    weights("2, -1"),
    TERMS,
    Option(COUNT, "--check", "Compare with the published terms; exit 1 on a difference."),
    Option(COUNT, "--recorded", "Print published and recorded terms without computing."),
    Option(
        OUTPUT,
        "--stripped FILE",
        "With --format draft: also look for the terms in FILE, the OEIS's list `stripped` or `stripped.gz`.",
    ),
    output("text", "bfile", "json", "csv", "pari", "mathematica", "draft"),
    run("terms", store=True),
)
def sequence(given: Given) -> Any:
    """Count positions along a family of boards, or compute an OEIS sequence.

    The terms of a family come with the OEIS sequences that contain them, and with a recurrence that is proved
    if the boards are narrow strips. For other families a rational generating function is shown if one fits
    more terms than it needs; it is marked as conjectural. With integer weights every position counts as the
    product of its pieces' weights. `--format draft` writes an OEIS entry, unless a known sequence has the
    terms.

    \b
    Examples:
      enumerate sequence
      enumerate sequence A332714 --terms 12
      enumerate sequence A287595 --terms 10 --format bfile --out b287595.txt
      enumerate sequence A288028 --check
      enumerate sequence A332865 --recorded --format bfile
      enumerate sequence "n x n" --wrap rows,cols --kind maximal --terms 5
      enumerate sequence "3 x n" --terms 12 --format bfile
      enumerate sequence "n x n" --game col --kind maximal --terms 6 --format draft
      enumerate sequence "2 x n" --x -1 --y -1 --terms 12
    """
    name, form = given.name, given.output.form
    if given.stripped is not None and form != "draft":
        raise InputError(f"--stripped requires --format draft, not {form}")
    if name is not None and not re.fullmatch(r"[A-Za-z]\d+", name.strip()):
        return family_terms(given)
    if form not in ENTRY_FORMATS:
        raise InputError(f"--format {form} requires a family such as 'n x n'")
    for option in (*given.arguments, *given.weights):
        if is_given(option):
            raise InputError(f"--{option} requires a family such as 'n x n'; an A-number fixes the boards")
    if name is not None:
        return entry_terms(given)
    if given.terms is not None or given.check or given.recorded or form == "bfile":
        raise InputError("name a sequence, for instance: enumerate sequence A332714 --terms 12")
    refuse_store("the list", given.settings)
    from ..oeis.computed import registered

    return registered()


def refuse_store(what: str, settings: Settings) -> None:
    """Refuse --store and --cluster where they would be ignored."""
    if settings.leaves_process:
        raise InputError(f"--store and --cluster have no effect for {what}")


def family_terms(given: Given) -> Any:
    """The counts along a family of boards."""
    from ..oeis.own import already_known

    arguments, terms = given.arguments, given.terms or FAMILY_TERMS
    if given.check or given.recorded:
        option = "check" if given.check else "recorded"
        raise InputError(f"--{option} requires an A-number, not '{given.name}'")
    if terms > MOST_TERMS:
        raise InputError(f"`terms` must be at most {MOST_TERMS:,}, not {terms}")
    if arguments["stuck"] is not None:
        arguments |= {"stuck": stuck_instead(arguments["stuck"], arguments["kind"])}
    found = en.sequence(given.name, terms, settings=given.settings, **arguments, **given.weights)
    if given.output.form == "draft":
        given.output.emit(already_known(found.terms, given.stripped) or str(en.oeis.Draft.of(found)))
        return None
    return found


def entry_terms(given: Given) -> Any:
    """The terms of an OEIS sequence, or how many of them agree."""
    from ..oeis.computed import EntryTerms

    entry, form, check, recorded = (
        en.oeis.sequence(given.name),
        given.output.form,
        given.check,
        given.recorded,
    )
    if check and form != "text":
        raise InputError(f"--check prints one line, and has no --format {form}")
    if check and recorded:
        raise InputError("--check computes terms and --recorded does not: give one of them")
    if recorded or entry.is_strip:
        refuse_store(f"{given.name} --recorded" if recorded else given.name, given.settings)
    if recorded:
        return EntryTerms.recorded(entry, given.terms)
    size = given.terms or (len(en.oeis.known(entry).published) if check else ENTRY_TERMS)
    found = EntryTerms.computed(entry, size, given.settings)
    return Shown(None, found.check()) if check else found


@command(
    strip(),
    weights("2, 1/2, -1", "xy"),
    Option(COUNT, "--polynomial", "The recurrence of the polynomials in x and y instead of the totals."),
    output("text", "json", "latex", "sympy", "pari", "mathematica"),
    run("recurrence", threads=False),
)
def recurrence(given: Given) -> Any:
    """The minimal linear recurrence over the number of rows, with proof.

    With weights (integers or fractions) every position counts as the product of its pieces' weights; with
    --x -1 --y -1 the terms are minus the reduced Euler characteristics of the complexes of positions.

    \b
    Examples:
      enumerate recurrence 3 --kind right-end
      enumerate recurrence 3 --kind maximal --format json
      enumerate recurrence 2 --polynomial
      enumerate recurrence 4 --wrap cols --kind maximal
      enumerate recurrence 2 --x -1 --y -1
    """
    form, typed = given.output.form, given_weights(given)
    if given.polynomial and form not in POLYNOMIAL_FORMATS:
        raise InputError(f"--polynomial has no --format {form} (allowed: {', '.join(POLYNOMIAL_FORMATS)})")
    for name, weight in typed.items() if given.polynomial else ():
        raise InputError(f"--polynomial covers all weights: leave out --{name} {weight}")
    make: Any = en.polynomial_recurrence if given.polynomial else en.recurrence
    found = make(given.width, settings=given.settings, **given.arguments, **typed)
    if form != "sympy":
        return found
    given.output.emit(found.expression())
    return None


def given_weights(given: Given) -> dict[str, Any]:
    """The weights that were typed."""
    return {name: weight for name, weight in given.weights.items() if weight is not None}


@command(
    strip(),
    weights("2, 3/2, 0.7", "xy"),
    Option(OUTPUT, "--second", "Also bound the second eigenvalue and the correlation length."),
    Option(OUTPUT, "--digits N", "Number of decimals of the bounds.", Whole(1, 15), default=10),
    output("text", "json", "csv"),
    run("growth", threads=False),
)
def growth(given: Given) -> Shown:
    """Bound the growth rate of the number of positions of m x WIDTH boards as m grows.

    The eigenvalue is the growth per row, and its WIDTH-th root the growth per cell, both for strips and for
    cylinders (with --wrap cols for cylinders only). With weights every position counts as the product of its
    pieces' weights. The logarithm of the growth per cell is the free energy, at weights 1 the entropy.

    \b
    Examples:
      enumerate growth 8 --kind general
      enumerate growth 6 --x 3/2 --y 0.5
    """
    arguments, found = given.arguments | given_weights(given), {}
    has_wrap = "wrap" in arguments
    shapes = {"cylinder": arguments["wrap"]} if has_wrap else {"strip": False, "cylinder": True}
    with running({"settings": given.settings}) as ready:
        for number, (shape, wrap) in enumerate(shapes.items()):
            share = ready.part(number, len(shapes), shape)
            rate = en.growth(given.width, second=given.second, settings=share, **arguments | {"wrap": wrap})
            found[shape] = rate.bounds(given.digits)
    rows = tuple((shape, *bounds.values()) for shape, bounds in found.items())
    table = Table(("shape", *found["cylinder"]), rows)
    data = {key: value for key, value in rate.family.to_json().items() if key != "wrap"}  # shapes are keys
    note = "proved bounds for this strip and this cylinder, not for the plane"
    return Shown(data | found, f"{table.text()}\n{note}", table)
