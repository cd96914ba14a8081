"""What computations return: a value that prints readably, and knows itself as a table and as JSON."""

from abc import abstractmethod
from typing import Any

from .table import Table


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
