"""One table, printed as text, CSV or LaTeX."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
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
        lines = [[str(cell) for cell in row] for row in (self.header, *self.rows)]
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
        """Comma-separated values with a header line.

        >>> print(Table(("n", "count"), ((1, 5),)).csv(), end="")
        n,count
        1,5
        """
        import csv
        import io

        stream = io.StringIO()
        csv.writer(stream, lineterminator="\n").writerows([self.header, *self.rows])
        return stream.getvalue()

    def latex(self) -> str:
        r"""A `tabular` environment; cells are taken as LaTeX.

        >>> print(Table(("n", "count"), ((1, 5),)).latex())
        \begin{tabular}{rr}
        n & count \\ \hline
        1 & 5 \\
        \end{tabular}
        """

        def line(row: Sequence[object]) -> str:
            return " & ".join(str(cell) for cell in row) + r" \\"

        body = [line(self.header) + r" \hline", *(line(row) for row in self.rows)]
        columns = "r" * len(self.header)
        return "\n".join([rf"\begin{{tabular}}{{{columns}}}", *body, r"\end{tabular}"])


def _is_number(cell: object) -> bool:
    return isinstance(cell, int | float) or str(cell).lstrip("-").replace(".", "", 1).isdigit()
