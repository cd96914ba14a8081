"""Means, variances and covariances of the numbers of pieces at given weights, exactly; density and entropy.

Read `counting/solve.py` first.

Position s has probability w(s) / Z, where w(s) is the product of the weights of its pieces and Z the value
of the generating polynomial. The sums of weights by the number of one player's pieces give its mean and
variance; those by the number of two players' pieces together give the covariance:

    2 cov(a, b) = var(a + b) - var(a) - var(b).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import combinations, combinations_with_replacement
from typing import Any, Unpack

from ..counting.positions import positions
from ..counting.solve import counting_run, graded_sums
from ..model.board import Board, PlayerLike
from ..model.game import DEFAULT_GAME, Game, GameLike
from ..model.polynomial import VARIABLES
from ..model.position import BoardLike, board_and_game
from ..model.weights import Sums, Weight, sums_of, weights_of
from ..plan.question import Question, SignedTerm
from ..rules.kinds import KindLike, StuckLike, player_name
from ..rules.problem import NumbersLike, conflict_graph
from ..support.errors import InputError
from ..support.result import Result, Table, digits
from ..support.run import CountingOptions, stage
from .by_placement import PlacementWeights, placement_sums, signed_sums, weighted_moments
from .evaluation import PRECISION, ball_bounds, decimals, interval_ball

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
        """The mean number of all pieces."""
        return sum(self.means, Fraction(0))

    @property
    def variance(self) -> Fraction:
        """The variance of the number of all pieces."""
        return sum((entry for row in self.covariance for entry in row), Fraction(0))

    @property
    def density(self) -> Fraction | None:
        """The mean share of the cells that are covered; None if pieces of one player cover different numbers
        of cells, which `densities` tells apart."""
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
        """A row for each player and one for all, as decimals."""
        names = [player_name(self.game, axis) for axis in range(len(self.means))]
        variances = [self.covariance[axis][axis] for axis in range(len(self.means))]
        rows = [*zip(names, self.means, variances, strict=True), ("all", self.mean, self.variance)]
        return Table(
            (self.game.called(), "mean", "variance"),
            tuple((n, as_decimal(m), as_decimal(v)) for n, m, v in rows),
        )

    def to_json(self) -> dict[str, Any]:
        """Fractions as "p/q", by variable; see docs/json.md."""
        entropy = self._entropy()
        return {
            "means": [digits(mean) for mean in self.means],
            "covariance": [[digits(entry) for entry in row] for row in self.covariance],
            "density": None if self.density is None else digits(self.density),
            "entropy": None if entropy is None else str(entropy.str(DIGITS, radius=False)),
        }


def as_decimal(number: Fraction) -> str:
    """A fraction as a decimal with 14 digits, rounded to nearest."""
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
    **options: Unpack[CountingOptions],
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
    with counting_run(options) as settings:
        whole = None  # alternating play looks at both numbers, so that one statistic is not enough
        if play:
            whole = positions(board, kind, stuck=stuck, play=True, turn=turn, game=played, settings=settings)
        for number, group in enumerate(groups):
            grades = [int(axis in group) for axis in range(size)]
            if whole is None:
                with stage(number, len(groups)):
                    sums, _ = graded_sums(parts, by_player, grades)
            else:
                sums = sums_of(whole, by_player, grades)
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
    board: Board,
    game: Game,
    parts: Sequence[SignedTerm],
    weights: Sequence[Fraction],
    options: CountingOptions,
) -> Moments:
    """The moments with a weight for every placement."""
    size, sums = game.variables(board.dimension), [Fraction(0)] * len(weights)
    with counting_run(options) as settings:
        one, two = (settings.part(number, 2) for number in (0, 1))
        total, *found = signed_sums(parts, partial(weighted_moments, weights=weights), one)
        if min(weights, default=Fraction(0)) >= 0:  # for the entropy
            _, *sums = signed_sums(parts, partial(placement_sums, weights=weights), two)
    if not total:
        raise InputError(NO_MEAN)
    means = [value / total for value in found[:size]]
    second = dict(zip(combinations_with_replacement(range(size), 2), found[size:], strict=True))
    covariance = tuple(
        tuple(second[min(i, j), max(i, j)] / total - means[i] * means[j] for j in range(size))
        for i in range(size)
    )
    powers = tuple((weight, value / total) for weight, value in zip(weights, sums, strict=True))
    return Moments(len(board), game, (), total, tuple(means), covariance, powers)


def mean_and_variance(sums: Sums, value: Fraction) -> tuple[Fraction, Fraction]:
    """The mean and variance of a statistic, from the sums of weights by its value and their total."""
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
