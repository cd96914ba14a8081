"""Families of boards: m x n for all m, straight or wrapped to a cylinder, of one kind, at given weights."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..model.players import Player, PlayerLike
from ..model.polynomial import VARIABLES
from ..model.weights import Weight, weights_of
from ..rules.meaning import meaning
from ..rules.tiles import Kind, one_set
from ..support.progress import Report, silent
from .strip import Strip, is_cylinder

PERFECT = "perfect"  # no cell is empty
ONES = (Weight(Fraction(1)), Weight(Fraction(1)))


@dataclass(frozen=True, slots=True)
class Family:
    """The boards of m rows and `cols` columns, and which of their positions are counted with which weights.

    >>> str(Family.of(3, "maximal", wrap=True))
    'positions in which nobody can move, boards of m x 3, wrapped cols'
    """

    cols: int
    kind: str | None  # None: `stuck` says who cannot move
    stuck: frozenset[int]
    wrap: bool
    weights: tuple[Weight, ...]

    @classmethod
    def of(
        cls,
        cols: int,
        kind: str = "general",
        wrap: bool | str = False,
        stuck: Iterable[PlayerLike] | None = None,
        x: Any = None,
        y: Any = None,
    ) -> "Family":
        """From what a user gives; contradictions are refused."""
        weights, cylinder = weights_of((x, y), VARIABLES[:2]), is_cylinder(wrap)
        if kind == PERFECT and stuck is None:
            return cls(cols, PERFECT, frozenset(), cylinder, weights)
        named, players = one_set(kind, stuck)
        return cls(cols, named, players, cylinder, weights)

    def strip(self, most: int, report: Report = silent) -> Strip:
        """The matrix of a row, refused if it has more than `most` states."""
        perfect = self.kind == PERFECT
        return Strip.of(
            self.cols, stuck=self.stuck, wrap=(self.wrap,), perfect=perfect, most=most, report=report
        )

    @property
    def is_plain(self) -> bool:
        """Whether positions are counted, with the weights 1.

        >>> Family.of(3, x=2).is_plain
        False
        """
        return self.weights == ONES

    def __str__(self) -> str:
        words = (
            "positions without an empty cell"
            if self.kind == PERFECT
            else meaning(Kind(self.kind) if self.kind else None, self.stuck, play=False)
        )
        at = "" if self.is_plain else " at x = {}, y = {}".format(*self.weights)
        return f"{words}{at}, boards of m x {self.cols}{', wrapped cols' if self.wrap else ''}"

    def to_json(self) -> dict[str, Any]:
        """What was asked, with the keys that all commands share; weights only if there are some.

        >>> Family.of(3, "left-end").to_json()["stuck"]
        ['left']
        """
        names = [Player(axis).name.lower() for axis in sorted(self.stuck)]
        asked = {"kind": self.kind, "stuck": names, "cols": self.cols, "wrap": self.wrap}
        at = {"at": dict(zip("xy", map(str, self.weights), strict=True))}
        return asked | ({} if self.is_plain else at)
