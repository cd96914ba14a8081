"""Means, variances and covariances of the numbers of pieces at given weights, exactly; density and entropy.

Position s has probability w(s) / Z, where w(s) is the product of the weights of its pieces and Z the value
of the generating polynomial. The sums of weights by the number of one player's pieces give its mean and
variance; those by the number of two players' pieces together give the covariance:

    2 cov(a, b) = var(a + b) - var(a) - var(b).
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any, Unpack

from ..counting.solve import graded_sums
from ..counting.weighted import Sums
from ..jobs.opening import lanes_running
from ..model.board import Board, require_board
from ..model.game import DOMINEERING, Game
from ..model.polynomial import VARIABLES
from ..model.weights import Weight, weights_of
from ..plan.question import Question
from ..rules.meaning import player_name
from ..rules.tiles import KindLike, StuckLike
from ..support.errors import InputError
from ..support.result import Result
from ..support.settings import LaneOptions
from ..support.table import Table

DIGITS = 14


@dataclass(frozen=True, slots=True)
class Moments(Result):
    """What the numbers of the players' pieces are like at given weights: exact fractions.

    >>> found = moments(Board.rectangle(2, 2))
    >>> found.means, found.covariance[0][1], found.density
    ((Fraction(4, 7), Fraction(4, 7)), Fraction(-16, 49), Fraction(4, 7))
    >>> found.entropy
    '0.48647753726383'
    """

    cells: int
    game: Game
    weights: tuple[Weight, ...]
    value: Fraction
    means: tuple[Fraction, ...]
    covariance: tuple[tuple[Fraction, ...], ...]

    @property
    def mean(self) -> Fraction:
        """The mean number of all pieces.

        >>> moments(Board.rectangle(2, 2)).mean
        Fraction(8, 7)
        """
        return sum(self.means, Fraction(0))

    @property
    def variance(self) -> Fraction:
        """The variance of the number of all pieces.

        >>> moments(Board.rectangle(2, 2)).variance
        Fraction(20, 49)
        """
        return sum((entry for row in self.covariance for entry in row), Fraction(0))

    @property
    def density(self) -> Fraction | None:
        """The mean share of the cells that are covered; None if pieces of one player cover different numbers
        of cells, which `densities` tells apart.

        >>> moments(Board.rectangle(2, 2), "maximal").density
        Fraction(1, 1)
        """
        under = self.game.covers(len(self.means))
        if any(cells is None for cells in under):
            return None
        shares = (mean * (cells or 0) for mean, cells in zip(self.means, under, strict=True))
        covered = sum(shares, Fraction(0))
        return covered / self.cells if self.cells else Fraction(0)

    @property
    def entropy(self) -> str | None:
        """The entropy for each cell, (log Z - sum of mean * log weight) / cells; None for negative weights.

        At weights 1 it is the logarithm of the number of positions, for each cell.
        """
        if not self.cells or self.value <= 0 or any(weight.real < 0 for weight in self.weights):
            return None
        import flint

        with flint.ctx.workprec(200):
            total = _ball(self.value).log()
            for weight, mean in zip(self.weights, self.means, strict=True):
                if mean and weight.real != 1:
                    total -= _ball(mean) * _ball(weight.real).log()
            return str((total / self.cells).str(DIGITS, radius=False))

    def table(self) -> Table:
        """A row for each player and one for all, as decimals.

        >>> print(moments(Board.rectangle(2, 2)).table().text())
        dominoes  mean              variance
        left      0.57142857142857  0.53061224489796
        right     0.57142857142857  0.53061224489796
        all       1.1428571428571   0.40816326530612
        """
        names = [player_name(self.game, axis) for axis in range(len(self.means))]
        variances = [self.covariance[axis][axis] for axis in range(len(self.means))]
        rows = [*zip(names, self.means, variances, strict=True), ("all", self.mean, self.variance)]
        return Table(
            (self.game.called(), "mean", "variance"), tuple((n, shown(m), shown(v)) for n, m, v in rows)
        )

    def to_json(self) -> dict[str, Any]:
        """Fractions as "p/q", by variable; see docs/json.md.

        >>> moments(Board.rectangle(2, 2)).to_json()["means"]
        ['4/7', '4/7']
        """
        return {
            "means": [str(mean) for mean in self.means],
            "covariance": [[str(entry) for entry in row] for row in self.covariance],
            "density": None if self.density is None else str(self.density),
            "entropy": self.entropy,
        }


def shown(number: Fraction) -> str:
    """A fraction as a decimal with 14 digits, rounded to nearest.

    >>> shown(Fraction(2, 3))
    '0.66666666666667'
    """
    return f"{float(number):.{DIGITS}g}"


def moments(
    board: Board,
    kind: KindLike = "general",
    *,
    x: Any = None,
    y: Any = None,
    z: Any = None,
    stuck: StuckLike | None = None,
    game: Game | str = DOMINEERING,
    **options: Unpack[LaneOptions],
) -> Moments:
    """Means, variances and covariances of the players' numbers of pieces in a random position of a kind.

    Each position has a chance in proportion to its weight; weights are read as the fractions they write.

    >>> moments(Board.rectangle(1, 2), y=Fraction(3, 2)).means
    (Fraction(0, 1), Fraction(3, 5))
    """
    require_board(board)
    played = Game.of(game)
    size = played.variables(board.dimension)
    weights = weights_of((x, y, z), VARIABLES[:size])
    for weight in weights:
        if not weight.is_real:
            raise InputError(f"means need real weights, not {weight}")
    parts = Question(board, kind, stuck, game=played).terms()
    groups = [*((axis,) for axis in range(size)), *combinations(range(size), 2)]
    variances: dict[tuple[int, ...], Fraction] = {}
    means, value = [], Fraction(0)
    with lanes_running(options) as settings:
        for number, group in enumerate(groups):
            grades = [int(axis in group) for axis in range(size)]
            sums, _ = graded_sums(parts, weights, grades, settings.part(number, len(groups)))
            value = sum((real for real, _ in sums.values()), Fraction(0))
            if not value:
                raise InputError("the weights of all positions add up to 0: there is no mean")
            mean, variances[group] = mean_and_variance(sums, value)
            if len(group) == 1:
                means.append(mean)
    covariance = tuple(tuple(_covariance(variances, a, b) for b in range(size)) for a in range(size))
    return Moments(len(board), played, weights, value, tuple(means), covariance)


def mean_and_variance(sums: Sums, value: Fraction) -> tuple[Fraction, Fraction]:
    """The mean and variance of a statistic, from the sums of weights by its value and their total.

    >>> one = (Fraction(1), Fraction(0))
    >>> mean_and_variance({0: one, 2: one}, Fraction(2))
    (Fraction(1, 1), Fraction(1, 1))
    """
    mean = sum((place * real for place, (real, _) in sums.items()), Fraction(0)) / value
    square = sum((place**2 * real for place, (real, _) in sums.items()), Fraction(0)) / value
    return mean, square - mean**2


def _covariance(variances: dict[tuple[int, ...], Fraction], one: int, two: int) -> Fraction:
    if one == two:
        return variances[one,]
    pair = min(one, two), max(one, two)
    return (variances[pair] - variances[one,] - variances[two,]) / 2


def _ball(number: Fraction) -> Any:
    import flint

    return flint.arb(flint.fmpq(number.numerator, number.denominator))
