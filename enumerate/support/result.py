"""Results of computations: values with equality, hash, a short `repr`, text, a table, JSON and a picture.

Results are immutable: their mappings and lists are read-only (`frozen`). A board must not import the package
that draws it. So `render.as_svg` registers its function here (`draw_with`), and `enumerate/__init__.py` loads
`render.as_svg` when it is imported in a notebook.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import Field, fields, is_dataclass
from enum import Enum, StrEnum
from reprlib import Repr
from typing import Any, Self, SupportsIndex, TypeVar, overload

from .table import Table
from .writing import source


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


def thawed(value: Any) -> Any:
    """The same value in plain dictionaries and lists, for JSON."""
    if isinstance(value, Mapping):
        return {key: thawed(item) for key, item in value.items()}
    return list(map(thawed, value)) if isinstance(value, list | tuple) else value


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
_SHORT = Repr()
_SHORT.maxlevel, _SHORT.maxstring, _SHORT.maxother = 2, 50, 50
_SHORT.maxtuple = _SHORT.maxlist = _SHORT.maxdict = 3  # items shown


class Result:
    """The base of results, which are frozen dataclasses.

    The fields that are compared make up the hash and the `repr`. A subclass overrides `table`, `to_json` and
    `__str__` where its fields in one row, under their own names, are not the natural form.

    >>> from dataclasses import dataclass
    >>> from fractions import Fraction
    >>> @dataclass(frozen=True, slots=True)
    ... class Coins(Result):
    ...     heads: int
    ...     odds: dict[str, Fraction]
    >>> coins = Coins(3, {"heads": Fraction(3, 7)})
    >>> coins.to_json(), hash(coins) == hash(Coins(3, {"heads": Fraction(3, 7)}))
    ({'heads': 3, 'odds': {'heads': '3/7'}}, True)
    >>> coins._repr_html_()[:28]
    '<table><tr><th>heads</th><th'
    """

    __slots__ = ()

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        # `dataclass` generates only methods that stand in no class body: these come from here instead
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
    """A value for JSON: fractions as "p/q", words of enumerations, dataclasses by their fields."""
    from fractions import Fraction  # a small question starts in milliseconds without it

    if hasattr(value, "to_json"):
        return value.to_json()
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Enum):
        return str(value) if isinstance(value, StrEnum) else value.name.lower()
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, dict):
        return {str(plain(key)): plain(held) for key, held in value.items()}
    return list(map(plain, value)) if isinstance(value, list | tuple) else thawed(value)


def shortened(value: Any) -> str:
    """The `repr` of a value; only the first items if it is longer than `LONGEST_REPR` characters."""
    whole = repr(value)
    return whole if len(whole) <= LONGEST_REPR else _SHORT.repr(value)


def _short(value: Any) -> str:
    """A short form of a value, also of numbers that `repr` refuses for their length."""
    try:
        return _SHORT.repr(value)
    except ValueError:
        text = source(value)
        return text if len(text) <= LONGEST_REPR // 4 else f"{text[: LONGEST_REPR // 4]}..."


def short_repr(name: str, fields_shown: dict[str, Any]) -> str:
    """`name(key=value, ...)`, shortened to `LONGEST_REPR` characters.

    >>> short_repr("Coins", {"heads": 3})
    'Coins(heads=3)'
    >>> print(short_repr("Coins", {"throws": [0, 1] * 100, "heads": 100}))
    Coins(throws=[0, 1, 0, ...], heads=100)
    """
    for written in (source, _short):
        text = f"{name}({', '.join(f'{key}={written(value)}' for key, value in fields_shown.items())})"
        if len(text) <= LONGEST_REPR:
            return text
    return f"{text[: LONGEST_REPR - 4]}...)"


class Results(tuple[Item, ...], Result):
    """Results in order: a sequence that equals a list of the same items, prints as a table and writes JSON.

    The functions `table`, `to_json` and `text` are given when it is made. Notebooks show pictures of the
    items as long as they are not too large.

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
