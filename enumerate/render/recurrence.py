"""A recurrence as text, JSON, LaTeX or an expression for computer algebra."""

import textwrap
from collections.abc import Sequence

from ..rules.meaning import MEANING
from ..rules.tiles import Kind
from ..strips.polynomial_recurrence import PolynomialRecurrence
from ..strips.recurrence import Recurrence
from ..support.writing import broken_latex, written_power, written_sum
from .answer import LATEX_WIDTH
from .data import json_text


def polynomial_text(coefficients: Sequence[int], power: str = "^{}", times: str = "") -> str:
    """A polynomial in t, ascending.

    >>> polynomial_text([1, -3, 0, 1]), polynomial_text([0, -2], "**{}", "*")
    ('1 - 3t + t^3', '-2*t')
    """
    return written_sum(((c, written_power("t", i, power)) for i, c in enumerate(coefficients) if c), times)


def equation(found: Recurrence) -> str:
    """a(m) = ...

    >>> from enumerate.strips.recurrence import recurrence
    >>> equation(recurrence(3, "right-end"))
    'a(m) = 4a(m-1) + 4a(m-2) - 4a(m-3) - a(m-4)'
    """
    return f"a(m) = {written_sum((c, f'a(m-{i})') for i, c in enumerate(found.coefficients, 1) if c)}"


def text(found: Recurrence, width: int = 80) -> str:
    """What a reader wants: the recurrence, where it starts, the generating function, and why it is true."""
    first = found.start - 1
    fraction = f"({polynomial_text(found.numerator)}) / ({polynomial_text(found.denominator)})"
    paragraphs = [
        f"a(m): {MEANING[Kind(found.kind)]}, boards of m x {found.cols}",
        f"{equation(found)} for m >= {found.start}",
        f"a(0), ..., a({first}) = {', '.join(map(str, found.initial))}",
        f"sum of a(m) t^m = {fraction}",
        f"order {found.order}, the least possible; proved: {found.states} states bound the order, "
        f"and the fraction gives {found.terms} exact terms",
    ]
    lines = []
    for paragraph in paragraphs:
        lines += textwrap.wrap(
            paragraph, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
        )
    return "\n".join(lines)


def as_json(found: Recurrence, width: int = 0) -> str:
    """The stable JSON form; see docs/json.md."""

    def strings(numbers: Sequence[int]) -> list[str]:
        return [str(number) for number in numbers]

    shown = {
        "kind": found.kind,
        "cols": found.cols,
        "order": found.order,
        "coefficients": strings(found.coefficients),
        "start": found.start,
        "initial": strings(found.initial),
        "proved": True,
        "states": found.states,
        "terms": found.terms,
        "generating_function": {
            "numerator": strings(found.numerator),
            "denominator": strings(found.denominator),
        },
    }
    return json_text(shown)


def latex(found: Recurrence, width: int = 0) -> str:
    """The generating function in LaTeX, without dollar signs; a long one as P(t) / Q(t), in lines."""
    above, below = (polynomial_text(p, "^{{{}}}") for p in (found.numerator, found.denominator))
    if max(len(above), len(below)) <= LATEX_WIDTH:
        return rf"\frac{{{above}}}{{{below}}}"
    return broken_latex(
        r"\frac{P(t)}{Q(t)}, \quad\text{where}", f"P(t) = {above},", f"Q(t) = {below}", width=LATEX_WIDTH
    )


def sympy(found: Recurrence, width: int = 0) -> str:
    """The generating function as an expression that SymPy reads."""
    above, below = (polynomial_text(p, "**{}", "*") for p in (found.numerator, found.denominator))
    return f"({above})/({below})"


FORMATS = {"text": text, "json": as_json, "latex": latex, "sympy": sympy}


def polynomials_text(found: PolynomialRecurrence, width: int = 80) -> str:
    """The coefficients, one a line, and the first polynomials."""
    lines = [
        f"D_m: generating polynomial, {MEANING[Kind(found.kind)]}, boards of m x {found.cols}",
        f"D_m = c_1 D_(m-1) + ... + c_{found.order} D_(m-{found.order}) for m >= {found.start}, where",
        *(f"c_{i} = {c}" for i, c in enumerate(found.coefficients, 1)),
        *(f"D_{m} = {d}" for m, d in enumerate(found.initial)),
        f"order {found.order}, the least possible; "
        f"proved: det(1 - t T) with {found.states} states, in lowest terms",
    ]
    wrapped = (textwrap.wrap(line, width, subsequent_indent="  ", break_long_words=False) for line in lines)
    return "\n".join(line for part in wrapped for line in part)


def polynomials_json(found: PolynomialRecurrence, width: int = 0) -> str:
    """The stable JSON form; see docs/json.md."""
    shown = {
        "kind": found.kind,
        "cols": found.cols,
        "order": found.order,
        "coefficients": [c.to_json() for c in found.coefficients],
        "start": found.start,
        "initial": [d.to_json() for d in found.initial],
        "proved": True,
        "states": found.states,
    }
    return json_text(shown)


POLYNOMIAL_FORMATS = {"text": polynomials_text, "json": polynomials_json}
