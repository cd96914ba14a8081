"""What computations return: a value that prints readably, and knows itself as a table and as JSON."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from .table import Table

Item = TypeVar("Item")
MOST_DRAWN = 200_000  # characters of pictures in a notebook


class Result:
    """The base of results; a subclass writes `__str__`, `table` and `to_json`.

    Notebooks show the table, as far as it is short.

    >>> class Coins(Result):
    ...     def table(self):
    ...         return Table(("heads", "tails"), ((3, 4),))
    >>> Coins()._repr_html_()[:29]
    '<table><tr><th>heads</th><th>'
    """

    __slots__ = ()

    @abstractmethod
    def table(self) -> Table:
        """The same as rows and columns, which know text, CSV, LaTeX and HTML.

        >>> from enumerate import alpha, Board
        >>> alpha(Board.rectangle(2, 2)).table().csv()
        'moves,ends\\n1,LR\\n'
        """

    @abstractmethod
    def to_json(self) -> Any:
        """Plain values for JSON, with the keys of docs/json.md.

        >>> from enumerate import alpha, Board
        >>> alpha(Board.rectangle(2, 2)).to_json()["moves"]
        1
        """

    def _repr_html_(self) -> str:
        return self.table().html()


class Results(list[Item], Result):
    """Answers in order: a list like any other that prints readably and knows itself as a table and as JSON.

    How, it is told when it is made; notebooks show as many pictures of its items as are not too large.

    >>> def squares(numbers):
    ...     return Table(("n", "n^2"), tuple((n, n * n) for n in numbers))
    >>> found = Results([2, 3], squares, list)
    >>> print(found)
    n  n^2
    2    4
    3    9
    >>> found == [2, 3], found[1:], found.to_json()
    (True, [3], [2, 3])
    """

    def __init__(
        self,
        items: Iterable[Item],
        table: Callable[[Sequence[Item]], Table],
        to_json: Callable[[Sequence[Item]], Any],
        text: Callable[[Sequence[Item]], str] | None = None,
    ) -> None:
        super().__init__(items)
        self._table, self._json, self._text = table, to_json, text

    def __str__(self) -> str:
        return self.table().text() if self._text is None else self._text(self)

    def table(self) -> Table:
        """A row for each item."""
        return self._table(self)

    def to_json(self) -> Any:
        """Plain values for JSON."""
        return self._json(self)

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
