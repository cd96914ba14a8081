"""One table, printed as text, CSV, LaTeX or HTML."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from .writing import digits


class Table(NamedTuple):
    """A header and rows of cells; numbers are aligned to the right.

    >>> print(Table(("n", "count"), ((1, 5), (2, 75))).text())
    n  count
    1      5
    2     75
    """

    header: tuple[object, ...]
    rows: tuple[tuple[object, ...], ...]

    def text(self) -> str:
        """Columns separated by two spaces."""
        lines = [[_shown(cell) for cell in row] for row in (self.header, *self.rows)]
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
        lines = [["" if cell is None else _shown(cell) for cell in row] for row in (self.header, *self.rows)]
        csv.writer(stream, lineterminator="\n").writerows(lines)
        return stream.getvalue()

    def latex(self) -> str:
        r"""A `tabular` environment; cells that do not know LaTeX are taken as such."""

        def line(row: Sequence[object]) -> str:
            written = (cell.latex() if hasattr(cell, "latex") else _shown(cell) for cell in row)
            return " & ".join(written) + r" \\"

        body = [line(self.header) + r" \hline", *(line(row) for row in self.rows)]
        columns = "r" * len(self.header)
        return "\n".join([rf"\begin{{tabular}}{{{columns}}}", *body, r"\end{tabular}"])

    def html(self, most: int = 60) -> str:
        """An HTML table of at most `most` rows, as notebooks show it."""
        from html import escape

        def line(row: Sequence[object], tag: str) -> str:
            return "<tr>" + "".join(f"<{tag}>{escape(_shown(cell))}</{tag}>" for cell in row) + "</tr>"

        rows = "".join(line(row, "td") for row in self.rows[:most])
        left = len(self.rows) - most
        return f"<table>{line(self.header, 'th')}{rows}</table>" + (
            f"<p>and {left:,} more</p>" if left > 0 else ""
        )

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return self.html()


def _shown(cell: object) -> str:
    return digits(cell) if isinstance(cell, int | Fraction) else str(cell)


def _is_number(cell: object) -> bool:
    return isinstance(cell, int | float) or str(cell).lstrip("-").replace(".", "", 1).isdigit()
