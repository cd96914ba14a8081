"""Sequences: `sequence`, `recurrence` and `growth`."""

import re
from typing import Any

from ..rules.kinds import Kind
from ..support.errors import InputError
from ..support.result import Table, terminal_width
from ..support.run import Settings, running
from .command import COUNT, OUTPUT, Argument, Option, ParameterGroup, Values, Whole, command, is_given
from .output import Output, output
from .params import GAME, PLAY, STUCK, WRAP, kind_option, run, strip, stuck_instead, weights

MOST_TERMS = 1000  # along a family of boards
FAMILY_TERMS, ENTRY_TERMS = 8, 10  # by default

TERMS = Option(
    COUNT,
    "--terms",
    "N",
    f"Number of terms (default: {FAMILY_TERMS} for a SHAPE, {ENTRY_TERMS} for an A-NUMBER, with --check "
    "all published ones).",
    type=Whole(1),
)


@command(
    Argument(
        "name",
        "A-NUMBER|SHAPE",
        "An OEIS sequence, or a family of boards: n x n, 3 x n, n x 2n, n x n+1, 2 x 2 x n, or m x n by "
        "antidiagonals. Without it, list the OEIS sequences.",
    ),
    ParameterGroup(
        (WRAP, GAME, kind_option(Kind.GENERAL, ()), STUCK, PLAY), lambda values, _: {"asked": dict(values)}
    ),
    weights("2, -1"),
    TERMS,
    Option(COUNT, "--check", "", "Compare with the published terms; exit 1 on a difference."),
    Option(COUNT, "--recorded", "", "Print published and recorded terms without computing."),
    Option(
        OUTPUT,
        "--stripped",
        "FILE",
        "With --format draft: also look for the terms in FILE, the OEIS's list `stripped` or `stripped.gz`.",
    ),
    output("text", "bfile", "json", "csv", "pari", "mathematica", "draft"),
    run("terms", store=True),
)
def sequence(
    name: str | None,
    asked: Values,
    weights: dict[str, Any],
    terms: int | None,
    check: bool,
    recorded: bool,
    stripped: str | None,
    output: Output,
    settings: Settings,
) -> None:
    """Count positions along a family of boards, or compute an OEIS sequence.

    A family of your own comes with a proved recurrence if it is a narrow strip, or else with a rational
    generating function if one fits with terms to spare (marked as conjectural), and with the OEIS sequences
    that contain its terms. Integer weights count every position as the product of its pieces' weights.
    `--format draft` writes an OEIS entry, unless a known sequence has the terms.

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
    if stripped is not None and output.form != "draft":
        raise InputError(f"--stripped requires --format draft, not {output.form}")
    if name is not None and not re.fullmatch(r"[A-Za-z]\d+", name.strip()):
        if check or recorded:
            raise InputError(f"--{'check' if check else 'recorded'} requires an A-number, not '{name}'")
        print_family(name, asked, weights, terms or FAMILY_TERMS, stripped, output, settings)
        return
    allowed = ("text", "bfile", "json", "csv")
    if output.form not in allowed:
        raise InputError(f"--format {output.form} requires a family such as 'n x n'")
    for option in (*asked, *weights):
        if is_given(option):
            raise InputError(f"--{option} requires a family such as 'n x n'; an A-number fixes the boards")
    if name is not None:
        print_entry(name, terms, check, recorded, output, settings)
        return
    if terms is not None or check or recorded or output.form == "bfile":
        raise InputError("name a sequence, for instance: enumerate sequence A332714 --terms 12")
    refuse_store("the list", settings)
    from ..oeis.computed import registered

    output.result(registered())


def refuse_store(what: str, settings: Settings) -> None:
    """Refuse --store and --cluster where they would be ignored."""
    if settings.leaves_process:
        raise InputError(f"--store and --cluster have no effect for {what}")


def print_family(
    shape: str,
    asked: Values,
    weights: dict[str, Any],
    terms: int,
    stripped: str | None,
    output: Output,
    settings: Settings,
) -> None:
    """Print the counts along a family of boards."""
    from ..oeis.own import Draft, already_known
    from ..oeis.own import sequence as sequence_of

    if terms > MOST_TERMS:
        raise InputError(f"`terms` must be at most {MOST_TERMS:,}, not {terms}")
    if asked["stuck"] is not None:
        asked = asked | {"stuck": stuck_instead(asked["stuck"], asked["kind"])}
    found = sequence_of(shape, terms, settings=settings, **asked, **weights)
    if output.form == "draft":
        output.emit(already_known(found.terms, stripped) or str(Draft.of(found)))
    else:
        output.result(found)


def print_entry(
    number: str, terms: int | None, check: bool, recorded: bool, output: Output, settings: Settings
) -> None:
    """Print, or check, the terms of an OEIS sequence."""
    from ..oeis.computed import EntryTerms
    from ..oeis.published import known
    from ..oeis.registry import sequence as entry_of

    entry = entry_of(number)
    if check and output.form != "text":
        raise InputError(f"--check prints one line, and has no --format {output.form}")
    if check and recorded:
        raise InputError("--check computes terms and --recorded does not: give one of them")
    if recorded or entry.is_strip:
        refuse_store(f"{number} --recorded" if recorded else number, settings)
    size = len(known(entry).published) if check else ENTRY_TERMS
    found = (
        EntryTerms.recorded(entry, terms)
        if recorded
        else EntryTerms.computed(entry, terms or size, settings, bfile=output.form == "bfile")
    )
    output.emit(found.check()) if check else output.result(found)


@command(
    strip(),
    weights("2, 1/2, -1", "xy"),
    Option(COUNT, "--polynomial", "", "The recurrence of the polynomials in x and y instead of the totals."),
    output("text", "json", "latex", "sympy", "pari", "mathematica"),
    run("recurrence", threads=False),
)
def recurrence(
    width: int,
    asked: dict[str, Any],
    weights: dict[str, Any],
    polynomial: bool,
    output: Output,
    settings: Settings,
) -> None:
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
    from ..strips.recurrence import polynomial_recurrence
    from ..strips.recurrence import recurrence as recurrence_of

    given: dict[str, Any] = {name: weight for name, weight in weights.items() if weight is not None}
    if polynomial:
        if output.form not in ("text", "json", "latex"):
            raise InputError(f"--polynomial has no --format {output.form} (allowed: text, json, latex)")
        for name, weight in given.items():
            raise InputError(f"--polynomial covers all weights: leave out --{name} {weight}")
    make: Any = polynomial_recurrence if polynomial else recurrence_of
    found = make(width, settings=settings, **asked, **given)
    if output.form == "text":
        output.emit(found.text(terminal_width()))
    elif output.form == "sympy":
        output.emit(found.expression())
    else:
        output.result(found)


@command(
    strip(),
    weights("2, 3/2, 0.7", "xy"),
    Option(OUTPUT, "--second", "", "Bound the second eigenvalue and the correlation length, too."),
    Option(OUTPUT, "--digits", "N", "Number of decimals of the bounds.", type=Whole(1, 15), default=10),
    output("text", "json", "csv"),
    run("growth", threads=False),
)
def growth(
    width: int,
    asked: dict[str, Any],
    weights: dict[str, Any],
    second: bool,
    digits: int,
    output: Output,
    settings: Settings,
) -> None:
    """Bound the growth rate of the number of positions of m x WIDTH boards as m grows.

    The eigenvalue is the growth per row, and its WIDTH-th root the growth per cell, both for strips and for
    cylinders (with --wrap cols for cylinders only). With weights every position counts as the product of its
    pieces' weights. The logarithm of the growth per cell is the free energy, at weights 1 the entropy.

    \b
    Examples:
      enumerate growth 8 --kind general
      enumerate growth 6 --x 3/2 --y 0.5
    """
    from ..strips.growth import growth as growth_of

    given: dict[str, Any] = {name: weight for name, weight in weights.items() if weight is not None}
    found: dict[str, dict[str, object]] = {}
    with running({"settings": settings}) as ready:
        shapes = {"strip": False, "cylinder": True} if "wrap" not in asked else {"cylinder": asked["wrap"]}
        for number, (shape, wrap) in enumerate(shapes.items()):
            share = ready.part(number, len(shapes), shape)
            rate = growth_of(width, second=second, settings=share, **asked | given | {"wrap": wrap})
            found[shape] = rate.bounds(digits)
    table = Table(
        ("shape", *found["cylinder"]), tuple((shape, *bounds.values()) for shape, bounds in found.items())
    )
    asked_for = rate.family.to_json()
    del asked_for["wrap"]  # the shapes are keys
    note = "proved bounds for this strip and this cylinder, not for the plane"
    output.parts(asked_for | found, f"{table.text()}\n{note}", table)
