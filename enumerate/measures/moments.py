"""Means, variances and covariances of the numbers of pieces at given weights, exactly; density and entropy.

Position s has probability w(s) / Z, where w(s) is the product of the weights of its pieces and Z the value
of the generating polynomial. The sums of weights by the number of one player's pieces give its mean and
variance; those by the number of two players' pieces together give the covariance:

    2 cov(a, b) = var(a + b) - var(a) - var(b).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import prod
from operator import mul
from typing import Any, Unpack

from ..counting.positions import positions
from ..counting.solve import graded_sums
from ..counting.weighted import Sums
from ..jobs.opening import lanes_running
from ..model.board import Board
from ..model.game import DEFAULT_GAME, Game, GameLike
from ..model.players import PlayerLike
from ..model.polynomial import VARIABLES, Polynomial
from ..model.position import BoardLike, board_and_game
from ..model.weights import Weight, weights_of
from ..plan.question import Question, Term
from ..rules.conflicts import conflict_graph
from ..rules.meaning import player_name
from ..rules.placement_numbers import NumbersLike
from ..rules.tiles import KindLike, StuckLike
from ..sampling.placement_sums import placement_sums
from ..support.errors import InputError
from ..support.result import Result
from ..support.settings import LaneOptions
from ..support.table import Table
from ..support.writing import digits
from .by_placement import PlacementWeights, weighted_moments
from .evaluated import PRECISION, ball_bounds, decimals, interval_ball

DIGITS = 14
NO_MEAN = "the weights of all positions add up to 0: there is no mean"


@dataclass(frozen=True, slots=True, repr=False)
class Moments(Result):
    """What the numbers of the players' pieces are like at given weights: exact fractions.

    >>> found = moments("2x2")
    >>> found.means, found.covariance[0][1], found.density
    ((Fraction(4, 7), Fraction(4, 7)), Fraction(-16, 49), Fraction(4, 7))
    >>> found.entropy, found.entropy_bounds
    (0.4864775372638283, ('0.48647753726382832', '0.48647753726382833'))
    """

    cells: int
    game: Game
    weights: tuple[Weight, ...]  # of the players; none where each placement has its own
    value: Fraction
    means: tuple[Fraction, ...]
    covariance: tuple[tuple[Fraction, ...], ...]
    powers: tuple[tuple[Fraction, Fraction], ...] = field(repr=False)  # weights, each with its mean exponent

    @property
    def mean(self) -> Fraction:
        """The mean number of all pieces.

        >>> moments("2x2").mean
        Fraction(8, 7)
        """
        return sum(self.means, Fraction(0))

    @property
    def variance(self) -> Fraction:
        """The variance of the number of all pieces.

        >>> moments("2x2").variance
        Fraction(20, 49)
        """
        return sum((entry for row in self.covariance for entry in row), Fraction(0))

    @property
    def density(self) -> Fraction | None:
        """The mean share of the cells that are covered; None if pieces of one player cover different numbers
        of cells, which `densities` tells apart.

        >>> moments("2x2", "maximal").density
        Fraction(1, 1)
        """
        under = self.game.covers(len(self.means))
        if any(cells is None for cells in under):
            return None
        shares = (mean * (cells or 0) for mean, cells in zip(self.means, under, strict=True))
        covered = sum(shares, Fraction(0))
        return covered / self.cells if self.cells else Fraction(0)

    @property
    def entropy(self) -> float | None:
        """The entropy for each cell, (log Z - sum of mean * log weight) / cells; None for negative weights.

        At weights 1 it is the logarithm of the number of positions, for each cell.
        """
        ball = self._entropy()
        return None if ball is None else float(ball.mid())

    @property
    def entropy_bounds(self) -> tuple[str, str] | None:
        """Bounds on the entropy as decimals, rounded outward; None for negative weights."""
        ball = self._entropy()
        return None if ball is None else decimals(ball_bounds(ball))

    def _entropy(self) -> Any:
        """The entropy as a ball of python-flint; None for negative weights."""
        if not self.cells or self.value <= 0 or any(weight < 0 for weight, _ in self.powers):
            return None
        import flint

        with flint.ctx.workprec(PRECISION):
            total = _ball(self.value).log()
            for weight, mean in self.powers:
                if mean and weight != 1:
                    total -= _ball(mean) * _ball(weight).log()
            return total / self.cells

    def table(self) -> Table:
        """A row for each player and one for all, as decimals.

        >>> print(moments("2x2").table().text())
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

        >>> moments("2x2").to_json()["means"]
        ['4/7', '4/7']
        """
        entropy = self._entropy()
        return {
            "means": [digits(mean) for mean in self.means],
            "covariance": [[digits(entry) for entry in row] for row in self.covariance],
            "density": None if self.density is None else digits(self.density),
            "entropy": None if entropy is None else str(entropy.str(DIGITS, radius=False)),
        }


def shown(number: Fraction) -> str:
    """A fraction as a decimal with 14 digits, rounded to nearest.

    >>> shown(Fraction(2, 3))
    '0.66666666666667'
    """
    return f"{float(number):.{DIGITS}g}"


def moments(
    board: BoardLike,
    kind: KindLike = "general",
    *,
    x: Any = None,
    y: Any = None,
    z: Any = None,
    weights: NumbersLike | None = None,
    stuck: StuckLike | None = None,
    play: bool = False,
    turn: PlayerLike | None = None,
    game: GameLike = DEFAULT_GAME,
    **options: Unpack[LaneOptions],
) -> Moments:
    """Means, variances and covariances of the players' numbers of pieces in a random position of a kind.

    Each position has a chance in proportion to its weight; weights are read as the fractions they write.
    `play` and `turn` are those of `positions`. `weights` gives every placement a weight of its own instead of
    x, y and z, as in `evaluate`.

    >>> moments("1x2", y=Fraction(3, 2)).means
    (Fraction(0, 1), Fraction(3, 5))
    >>> moments("1x3", weights={("R", ((0, 0), (0, 1))): 2}).means
    (Fraction(0, 1), Fraction(3, 4))
    """
    board, played = board_and_game(board, game)
    size = played.variables(board.dimension)
    parts = Question(board, kind, stuck, play, turn, played).terms()
    if weights is not None:
        each = PlacementWeights.of(conflict_graph(played, board), weights, (x, y, z), play)
        return _by_placement(board, played, parts, each.values, options)
    by_player = weights_of((x, y, z), VARIABLES[:size])
    for weight in by_player:
        if not weight.is_real:
            raise InputError(f"means need real weights, not {weight}")
    groups = [*((axis,) for axis in range(size)), *combinations(range(size), 2)]
    variances: dict[tuple[int, ...], Fraction] = {}
    means, value = [], Fraction(0)
    with lanes_running(options) as settings:
        whole = None  # alternating play looks at both numbers, so that one statistic is not enough
        if play:
            whole = positions(board, kind, stuck=stuck, play=True, turn=turn, game=played, settings=settings)
        for number, group in enumerate(groups):
            grades = [int(axis in group) for axis in range(size)]
            if whole is None:
                sums, _ = graded_sums(parts, by_player, grades, settings.part(number, len(groups)))
            else:
                sums = _graded_terms(whole, by_player, grades)
            value = sum((real for real, _ in sums.values()), Fraction(0))
            if not value:
                raise InputError(NO_MEAN)
            mean, variances[group] = mean_and_variance(sums, value)
            if len(group) == 1:
                means.append(mean)
    covariance = tuple(tuple(_covariance(variances, a, b) for b in range(size)) for a in range(size))
    powers = tuple((weight.real, mean) for weight, mean in zip(by_player, means, strict=True))
    return Moments(len(board), played, by_player, value, tuple(means), covariance, powers)


def _by_placement(
    board: Board, game: Game, parts: Sequence[Term], weights: Sequence[Fraction], options: LaneOptions
) -> Moments:
    """The moments with a weight for every placement."""
    size, sums = game.variables(board.dimension), [Fraction(0)] * len(weights)
    total, first = Fraction(0), [Fraction(0)] * size
    second = [[Fraction(0)] * size for _ in range(size)]
    is_chance = min(weights, default=Fraction(0)) >= 0
    with lanes_running(options) as settings:
        for number, (sign, task, _) in enumerate(parts):
            share = settings.part(number, len(parts))
            whole, one, two = weighted_moments(task, weights, share)
            total += sign * whole
            first = [a + sign * b for a, b in zip(first, one, strict=True)]
            second = [
                [a + sign * b for a, b in zip(row, more, strict=True)]
                for row, more in zip(second, two, strict=True)
            ]
            if is_chance:  # for the entropy
                own = placement_sums(task, weights, share)[1]
                sums = [a + sign * b for a, b in zip(sums, own, strict=True)]
    if not total:
        raise InputError(NO_MEAN)
    means = [value / total for value in first]
    covariance = tuple(
        tuple(value / total - means[i] * means[j] for j, value in enumerate(row))
        for i, row in enumerate(second)
    )
    powers = tuple((weight, value / total) for weight, value in zip(weights, sums, strict=True))
    return Moments(len(board), game, (), total, tuple(means), covariance, powers)


def _graded_terms(whole: Polynomial, weights: Sequence[Weight], grades: Sequence[int]) -> Sums:
    """The sums of weights by a statistic, from the polynomial."""
    sums: dict[int, Fraction] = {}
    for powers, count in whole:
        statistic = sum(map(mul, grades, powers))
        weight = count * prod(w.real**power for w, power in zip(weights, powers, strict=True))
        sums[statistic] = sums.get(statistic, Fraction(0)) + weight
    return {statistic: (weight, Fraction(0)) for statistic, weight in sums.items()}


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
    return interval_ball((number, number))
