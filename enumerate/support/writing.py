"""Writing of numbers, sums and polynomials, where a minus is never `+ -`; text for a terminal."""

import os
import re
import sys
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

PAGE_WIDTH = 120  # characters of LaTeX source that fit a line of a page


def digits(number: int | Fraction) -> str:
    """A number in decimal digits, also where `str` refuses: it writes at most 4,300 digits."""
    try:
        return str(number)
    except ValueError:
        from flint import fmpz

        parts = number.numerator, number.denominator
        return "/".join(str(fmpz(part)) for part in parts[: 1 + (parts[1] != 1)])


def from_digits(text: str) -> int:
    """The integer with these decimal digits, of any number."""
    try:
        return int(text)
    except ValueError:
        from flint import fmpz

        return int(fmpz(text))


def source(value: Any) -> str:
    """`repr` of a value, also of numbers with any number of digits."""
    if isinstance(value, tuple) and type(value) is tuple:
        return "(" + ", ".join(map(source, value)) + ("," if len(value) == 1 else "") + ")"
    if type(value) is int:
        return digits(value)
    if type(value) is Fraction:
        return f"Fraction({digits(value.numerator)}, {digits(value.denominator)})"
    return repr(value)


def terminal_width() -> int:
    """The columns of the terminal, or what the variable COLUMNS says; 80 where there is none.

    As in `shutil`, which takes longer to load than a small answer.
    """
    said = os.environ.get("COLUMNS", "")
    if said.isdecimal() and int(said):
        return int(said)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):  # it is closed, or no terminal
        return 80


def written_power(name: str, exponent: int, power: str = "^{}") -> str:
    """A power of a variable; nothing for the exponent 0."""
    return ("", name)[exponent] if exponent < 2 else name + power.format(exponent)


def written_sum(terms: Iterable[tuple[Any, str]], times: str = "") -> str:
    """The sum of coefficients times factors, where the factor may be nothing.

    >>> written_sum([(1, "x"), (-8, "y"), (-1, "z"), (3, "")]), written_sum([(-2, "x")], times="*")
    ('x - 8y - z + 3', '-2*x')
    """
    written = ""
    for coefficient, factor in terms:
        size = abs(coefficient)
        term = digits(size) if not factor else factor if size == 1 else f"{digits(size)}{times}{factor}"
        sign = "-" if coefficient < 0 else "+"
        written += f" {sign} {term}" if written else term if coefficient > 0 else f"-{term}"
    return written or "0"


def broken(words: Iterable[str], width: int, begin: str = "") -> list[str]:
    """Words in lines of at most `width` characters, as far as single words allow; later ones `begin` so."""
    lines, line = [], ""
    for word in words:
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = begin
        line += f" {word}" if line else word
    return [*lines, line]


def broken_latex(*sums: str, width: int = 80) -> str:
    r"""Sums of LaTeX one below the other, long ones broken before a sign after about `width` characters.

    >>> print(broken_latex("3x^{2} + 2x - 1", width=12))
    \begin{aligned}
     & 3x^{2} + 2x \\
     & {} - 1
    \end{aligned}
    >>> broken_latex("3x^{2} + 2x - 1")
    '3x^{2} + 2x - 1'
    """
    lines = [line for each in sums for line in broken(re.split(r" (?=[+-] )", each), width, "{}")]
    if len(lines) == 1:
        return lines[0]
    return "\\begin{aligned}\n & " + " \\\\\n & ".join(lines) + "\n\\end{aligned}"


def written_polynomial(
    terms: Iterable[tuple[Sequence[int], int]],
    variables: Sequence[str],
    power: str = "^{}",
    times: str = "",
) -> str:
    """The sum of terms, pairs of exponents and a coefficient, in the given order."""
    return written_sum(
        (
            (coefficient, times.join(filter(None, _powers(exponents, variables, power))))
            for exponents, coefficient in terms
        ),
        times,
    )


def _powers(exponents: Sequence[int], variables: Sequence[str], power: str) -> list[str]:
    return [written_power(name, e, power) for name, e in zip(variables, exponents, strict=True)]


def printable(text: str) -> str:
    """The text with every character that a terminal would act upon, but the end of a line, spelled out."""
    return "\n".join(line if line.isprintable() else _spelled(line) for line in text.split("\n"))


def _spelled(line: str) -> str:
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)
