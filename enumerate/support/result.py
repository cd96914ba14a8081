"""Results of computations: values with equality, hash, a short `repr`, text, a table, JSON and a picture.

Results are immutable: their mappings and lists are read-only (`frozen`). A board must not import the package
that draws it. So `render.as_svg` registers its function here (`draw_with`), and `enumerate/__init__.py` loads
`render.as_svg` when it is imported in a notebook. The first part of this module writes numbers, sums, LaTeX
and tables.
"""

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import Field, fields, is_dataclass
from enum import Enum, StrEnum
from numbers import Integral, Rational
from reprlib import Repr
from typing import TYPE_CHECKING, Any, NamedTuple, Self, SupportsIndex, TypeGuard, TypeVar, overload

if TYPE_CHECKING:
    from fractions import Fraction

PAGE_WIDTH = 120  # characters of LaTeX source in a line of a page


def is_fraction(value: Any) -> "TypeGuard[Fraction]":
    """Whether a value is a `Fraction`, without loading `fractions`, which small questions do not need."""
    return isinstance(value, Rational) and not isinstance(value, Integral)


def digits(number: "int | Fraction") -> str:
    """A number in decimal digits, even beyond the 4,300 digits that `str` allows."""
    try:
        return str(number)
    except ValueError:
        from flint import fmpz

        parts = number.numerator, number.denominator
        return "/".join(str(fmpz(part)) for part in parts[: 1 + (parts[1] != 1)])


def from_digits(text: str) -> int:
    """The integer with these decimal digits, of any length."""
    try:
        return int(text)
    except ValueError:
        from flint import fmpz

        return int(fmpz(text))


def terminal_width() -> int:
    """The columns of the terminal or of the variable COLUMNS; else 80. `shutil` loads slowly."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns):
        return int(columns)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):  # stdout is closed or not a terminal
        return 80


def format_power(name: str, exponent: int, power: str = "^{}") -> str:
    """A power of a variable; nothing for the exponent 0."""
    return ("", name)[exponent] if exponent in (0, 1) else name + power.format(exponent)


def format_sum(terms: Iterable[tuple[Any, str]], times: str = "") -> str:
    """The sum of coefficients times factors, where the factor may be nothing."""
    written = ""
    for coefficient, factor in terms:
        size = abs(coefficient)
        term = digits(size) if not factor else factor if size == 1 else f"{digits(size)}{times}{factor}"
        sign = "-" if coefficient < 0 else "+"
        written += f" {sign} {term}" if written else term if coefficient > 0 else f"-{term}"
    return written or "0"


def wrap_words(words: Iterable[str], width: int, begin: str = "") -> list[str]:
    """Words in lines of at most `width` characters where possible; later lines start with `begin`."""
    lines, line = [], ""
    for word in words:
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = begin
        line += f" {word}" if line else word
    return [*lines, line]


def wrap_latex(*sums: str, width: int = 80) -> str:
    """Sums of LaTeX one below the other, long ones broken before a sign after about `width` characters."""
    lines = [line for each in sums for line in wrap_words(re.split(r" (?=[+-] )", each), width, "{}")]
    if len(lines) == 1:
        return lines[0]
    return "\\begin{aligned}\n & " + " \\\\\n & ".join(lines) + "\n\\end{aligned}"


def format_polynomial(
    terms: Iterable[tuple[Sequence[int], int]],
    variables: Sequence[str],
    power: str = "^{}",
    times: str = "",
) -> str:
    """The sum of terms, pairs of exponents and a coefficient, in the given order."""

    def factor(exponents: Sequence[int]) -> str:
        powers = (format_power(name, e, power) for name, e in zip(variables, exponents, strict=True))
        return times.join(filter(None, powers))

    return format_sum(((coefficient, factor(exponents)) for exponents, coefficient in terms), times)


def printable(text: str) -> str:
    """The text with every control character but the line feed spelled out."""

    def spelled(line: str) -> str:
        return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)

    return "\n".join(line if line.isprintable() else spelled(line) for line in text.split("\n"))


class Table(NamedTuple):
    """A header and rows of cells; numbers are aligned to the right."""

    header: tuple[object, ...]
    rows: tuple[tuple[object, ...], ...]

    def text(self) -> str:
        """Columns separated by two spaces."""
        lines = [[_text(cell) for cell in row] for row in (self.header, *self.rows)]
        widths = [max(len(line[i]) for line in lines) for i in range(len(self.header))]
        right = [all(_is_number(row[i]) for row in self.rows) for i in range(len(self.header))]
        return "\n".join(
            "  ".join(
                cell.rjust(width) if to_right else cell.ljust(width)
                for cell, width, to_right in zip(line, widths, right, strict=True)
            ).rstrip()
            for line in lines
        )

    def csv(self) -> str:
        """Comma-separated values with a header line."""
        import csv
        import io

        stream = io.StringIO()
        lines = [["" if cell is None else _text(cell) for cell in row] for row in (self.header, *self.rows)]
        csv.writer(stream, lineterminator="\n").writerows(lines)
        return stream.getvalue()

    def latex(self) -> str:
        """A `tabular` environment; cells with a method `latex` write themselves."""

        def line(row: Sequence[object]) -> str:
            written = (cell.latex() if hasattr(cell, "latex") else _text(cell) for cell in row)
            return " & ".join(written) + r" \\"

        body = [line(self.header) + r" \hline", *(line(row) for row in self.rows)]
        columns = "r" * len(self.header)
        return "\n".join([rf"\begin{{tabular}}{{{columns}}}", *body, r"\end{tabular}"])

    def html(self, most: int = 60) -> str:
        """An HTML table of at most `most` rows, as notebooks show it."""
        from html import escape

        def line(row: Sequence[object], tag: str) -> str:
            return "<tr>" + "".join(f"<{tag}>{escape(_text(cell))}</{tag}>" for cell in row) + "</tr>"

        rows = "".join(line(row, "td") for row in self.rows[:most])
        left = len(self.rows) - most
        return f"<table>{line(self.header, 'th')}{rows}</table>" + (
            f"<p>and {left:,} more</p>" if left > 0 else ""
        )

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return self.html()


def _text(cell: object) -> str:
    return digits(cell) if isinstance(cell, int) or is_fraction(cell) else str(cell)


def _is_number(cell: object) -> bool:
    return isinstance(cell, int | float) or str(cell).lstrip("-").replace(".", "", 1).isdigit()


class FrozenMapping(Mapping[Any, Any]):
    """A mapping that cannot be changed; it can be hashed, copied and pickled."""

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[Any, Any]) -> None:
        self._items = dict(items)

    def __getitem__(self, key: Any) -> Any:
        return self._items[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __repr__(self) -> str:
        return repr(self._items)


def frozen(value: Any) -> Any:
    """The same value, with read-only mappings and with tuples instead of lists."""
    if isinstance(value, Mapping):
        return FrozenMapping({key: frozen(item) for key, item in value.items()})
    return tuple(map(frozen, value)) if isinstance(value, list | tuple) else value


_draw: Callable[[Any], str] | None = None


def draw_with(function: Callable[[Any], str]) -> None:
    """Let `function` make the pictures that notebooks show."""
    global _draw
    _draw = function


def notebook_picture(drawn: Any) -> str | None:
    """The picture of a board or a position as SVG; None, which notebooks ignore, if nothing can draw yet."""
    return None if _draw is None else _draw(drawn)


Item = TypeVar("Item")
MOST_DRAWN = 200_000  # characters of pictures in a notebook
LONGEST_REPR = 200  # characters


class _ShortRepr(Repr):
    """The first items of a value, also of numbers with more digits than `repr` writes."""

    def repr_int(self, number: int, level: int) -> str:
        text, half = digits(number), self.maxlong // 2
        return text if len(text) <= self.maxlong else f"{text[:half]}...{text[-half:]}"

    def repr_instance(self, value: Any, level: int) -> str:
        try:
            text = repr(value)
        except ValueError:  # an object that holds such a number
            parts = map(digits, (value.numerator, value.denominator)) if is_fraction(value) else ["..."]
            text = f"{type(value).__name__}({', '.join(parts)})"
        half = self.maxother // 2
        return text if len(text) <= self.maxother else f"{text[:half]}...{text[-half:]}"


_SHORT = _ShortRepr()
_SHORT.maxlevel, _SHORT.maxstring, _SHORT.maxother = 2, 50, 50
_SHORT.maxtuple = _SHORT.maxlist = _SHORT.maxdict = 3  # items shown


class Result:
    """The base of results, which are frozen dataclasses.

    The fields that are compared make up the hash and the `repr`. A subclass overrides `table`, `to_json` and
    `__str__` where its fields in one row, under their own names, are not the natural form.
    """

    __slots__ = ()

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        # `dataclass` does not generate methods that a class body defines: take these from here instead
        for name in ("__hash__", "__repr__"):
            if vars(cls).get(name) is None:
                setattr(cls, name, getattr(cls, name) or getattr(Result, name))

    def __hash__(self) -> int:
        return hash((type(self), frozen([getattr(self, field.name) for field in _compared(self)])))

    def __repr__(self) -> str:
        fields_shown = {f.name: getattr(self, f.name) for f in _compared(self) if f.repr}
        return short_repr(type(self).__name__, fields_shown)

    def __str__(self) -> str:
        return self.table().text()

    def table(self) -> Table:
        """Rows and columns, which can be written as text, CSV, LaTeX and HTML."""
        fields_shown = self.to_json()
        return Table(tuple(fields_shown), (tuple(map(_cell, fields_shown.values())),))

    def to_json(self) -> Any:
        """Plain values for JSON, with the keys of docs/json.md."""
        return {field.name: plain(getattr(self, field.name)) for field in _compared(self)}

    def _repr_html_(self) -> str:
        return self.table().html()


def _compared(result: Any) -> list["Field[Any]"]:
    return [field for field in fields(result) if field.compare and not field.name.startswith("_")]


def _cell(value: Any) -> Any:
    return " ".join(map(str, value)) if isinstance(value, list) else value


def plain(value: Any) -> Any:
    """A value for JSON: fractions as "p/q", words of enumerations, dataclasses by their fields, plain
    dictionaries and lists."""
    if hasattr(value, "to_json"):
        return value.to_json()
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Enum):
        return str(value) if isinstance(value, StrEnum) else value.name.lower()
    if is_fraction(value):
        return str(value)
    if isinstance(value, Mapping):
        return {str(plain(key)): plain(held) for key, held in value.items()}
    return list(map(plain, value)) if isinstance(value, list | tuple) else value


def shortened(value: Any) -> str:
    """The `repr` of a value; only the first items if it is longer than `LONGEST_REPR` characters."""
    return _shortest(lambda written: written(value))


def short_repr(name: str, fields_shown: dict[str, Any]) -> str:
    """`name(key=value, ...)`, shortened to `LONGEST_REPR` characters."""

    def form(written: Callable[[Any], str]) -> str:
        return f"{name}({', '.join(f'{key}={written(held)}' for key, held in fields_shown.items())})"

    text = _shortest(form)
    return text if len(text) <= LONGEST_REPR else f"{text[: LONGEST_REPR - 4]}...)"


def _shortest(text: Callable[[Callable[[Any], str]], str]) -> str:
    with suppress(ValueError):  # a number of more digits than `repr` writes
        if len(whole := text(repr)) <= LONGEST_REPR:
            return whole
    return text(_SHORT.repr)


class Results(tuple[Item, ...], Result):
    """Results in order: a sequence that equals a list of the same items.

    The functions `table`, `to_json` and `text` (default: the table) make its forms. Notebooks show pictures
    of the items if they are not too large.
    """

    _forms: tuple[Any, ...]

    def __new__(
        cls,
        items: Iterable[Item],
        table: Callable[[Sequence[Item]], Table],
        to_json: Callable[[Sequence[Item]], Any],
        text: Callable[[Sequence[Item]], str] | None = None,
    ) -> Self:
        found = super().__new__(cls, items)
        found._forms = table, to_json, text
        return found

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self), *self._forms

    @overload
    def __getitem__(self, index: SupportsIndex) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> "Results[Item]": ...
    def __getitem__(self, index: Any) -> Any:
        found = super().__getitem__(index)
        return Results(found, *self._forms) if isinstance(index, slice) else found

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, list | tuple) else NotImplemented

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(frozen(tuple(self)))

    def __repr__(self) -> str:
        text = shortened(list(self))
        return text if len(text) <= LONGEST_REPR else f"{text[: LONGEST_REPR - 4]}...]"

    def __str__(self) -> str:
        text = self._forms[2]
        return self.table().text() if text is None else str(text(self))

    def table(self) -> Table:
        """A row for each item."""
        found: Table = self._forms[0](self)
        return found

    def to_json(self) -> Any:
        """Plain values for JSON."""
        return self._forms[1](self)

    def _repr_html_(self) -> str:
        pictures: list[str] = []
        for item in self:
            picture = item._repr_svg_() if hasattr(item, "_repr_svg_") else None
            if picture is None:
                return super()._repr_html_()
            pictures.append(picture)
            if sum(map(len, pictures)) > MOST_DRAWN:
                break
        left = len(self) - len(pictures)
        return " ".join(pictures) + (f"<p>and {left:,} more</p>" if left else "")
