"""Marginals: numbers of positions by one statistic, such as the number of dominoes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from ..support.errors import InputError, plural, unknown
from ..support.result import Result, frozen
from ..support.table import Table
from ..support.writing import broken_latex, digits, written_sum
from .players import Player

if TYPE_CHECKING:
    from fractions import Fraction


class By(StrEnum):
    """What positions are counted by: the number of dominoes, of one player's, or Left's less Right's."""

    SIZE = "size"
    LEFT = "left"
    RIGHT = "right"
    MIDDLE = "middle"
    DIFFERENCE = "difference"

    @classmethod
    def of(cls, word: str) -> "By":
        """The statistic with this name."""
        try:
            return cls(word)
        except ValueError:
            raise unknown("statistic", str(word), list(cls)) from None

    def grades(self, variables: int) -> tuple[int, ...]:
        """How much a domino of each player adds."""
        if self is By.SIZE:
            return (1,) * variables
        if self is By.DIFFERENCE:
            if variables != 2:
                of = plural(variables, "variable")
                raise InputError(f"the difference is Left's pieces less Right's: not with {of}")
            return (1, -1)
        place = int(Player.of(self.value))
        if place >= variables:
            raise InputError(f"{Player(place).title} has no pieces on this board")
        return tuple(int(variable == place) for variable in range(variables))


@dataclass(frozen=True, slots=True)
class Marginal(Result):
    """The numbers of positions by a statistic: pairs (k, how many), ascending, without zeros.

    >>> sizes = Marginal(By.SIZE, ((0, 1), (1, 4), (2, 2)))
    >>> print(sizes)
    2t^2 + 4t + 1
    >>> sizes[1], sizes.total, sizes.mean
    (4, 7, Fraction(8, 7))
    """

    by: By
    terms: tuple[tuple[int, int], ...]
    provenance: Mapping[str, object] = field(default_factory=dict, compare=False, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "provenance", frozen(self.provenance))

    def __getitem__(self, value: int) -> int:
        """The number of positions with this value of the statistic."""
        return dict(self.terms).get(value, 0)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(self.terms)

    def __len__(self) -> int:
        return len(self.terms)

    @property
    def total(self) -> int:
        """The number of all positions."""
        return sum(number for _, number in self.terms)

    @property
    def mean(self) -> "Fraction":
        """The mean of the statistic over all positions."""
        return self._moment(1)

    @property
    def variance(self) -> "Fraction":
        """The variance of the statistic over all positions."""
        return self._moment(2) - self.mean**2

    def _moment(self, order: int) -> "Fraction":
        from fractions import Fraction  # not before it is asked for: small questions start in milliseconds

        if not self.terms:
            raise InputError("there are no positions to average over")
        return Fraction(sum(value**order * number for value, number in self.terms), self.total)

    def __str__(self) -> str:
        return self._written("^{}")

    def _written(self, power: str, times: str = "") -> str:
        factors = (
            (n, "" if k == 0 else "t" if k == 1 else f"t{power.format(k)}") for k, n in reversed(self.terms)
        )
        return written_sum(factors, times)

    def latex(self, width: int | None = None) -> str:
        """LaTeX, without dollar signs; with a `width`, broken into `aligned` lines of so many characters."""
        expression = self._written("^{{{}}}")
        return expression if width is None else broken_latex(expression, width=width)

    def expression(self) -> str:
        """Text that SymPy, Sage and PARI-like systems read."""
        return self._written("**({})" if self.terms and self.terms[0][0] < 0 else "**{}", "*")

    def table(self) -> Table:
        """A row for each value that occurs."""
        return Table((self.by.value, "count"), self.terms)

    def to_json(self) -> list[list[Any]]:
        """`[k, "count"]` for each term, ascending."""
        return [[value, digits(number)] for value, number in self.terms]
