"""What computations return: a value that prints readably, and knows itself as a table and as JSON."""

from abc import abstractmethod
from typing import Any

from .table import Table


class Result:
    """The base of results; a subclass writes `__str__`, `table` and `to_json`.

    Notebooks show the table, as far as it is short.
    """

    __slots__ = ()

    @abstractmethod
    def table(self) -> Table:
        """The same as rows and columns, which know text, CSV, LaTeX and HTML."""

    @abstractmethod
    def to_json(self) -> Any:
        """Plain values for JSON, with the keys of docs/json.md."""

    def _repr_html_(self) -> str:
        return self.table().html()
