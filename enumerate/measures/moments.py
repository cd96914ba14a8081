"""Means, variances and covariances of the numbers of pieces at given weights, exactly; density and entropy.

Read `counting/solve.py` and `sampling/weighing.py` first. `activity_curve` draws density and entropy against
the activity; one count by size gives the whole curve.

Position s has probability w(s) / Z, where w(s) is the product of the weights of its pieces and Z the value
of the generating polynomial.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import combinations, combinations_with_replacement
from math import exp, log
from typing import Any, Unpack

from ..counting.positions import positions
from ..counting.solve import counting_run, graded_sums
from ..model.board import Player, PlayerLike
from ..model.game import DEFAULT_GAME, Game, GameLike
from ..model.position import BoardLike, board_and_game
from ..model.weights import Weight, sums_of
from ..rules.kinds import Kind, KindLike, StuckLike, player_name
from ..rules.problem import NumbersLike
from ..sampling.weighing import WeightedQuestion
from ..support.errors import InputError, require_integer
from ..support.names import renamed
from ..support.result import Result, Results, Table, digits
from ..support.run import CountingOptions, Settings, stage
from .densities import placement_sums
from .evaluation import PRECISION, as_decimal, asked_json, ball_bounds, decimals, interval_ball
from .programs import signed_sums, weighted_moments

ENTROPY_DIGITS = 14
CURVE_POINTS = 121
QUANTITIES = "activity", "density", "entropy"
Point = tuple[float, float, float]
OWNERLESS = (Kind.GENERAL, Kind.MAXIMAL, Kind.PERFECT)  # kinds that do not depend on the owners of pieces
NO_MEAN = "the weights of all positions add up to 0: means are not defined"


@dataclass(frozen=True, slots=True, repr=False)
class Moments(Result):
    """Moments of the numbers of the players' pieces at given weights, as exact fractions.

    >>> found = moments("2x2")
    >>> found.means, found.covariance[0][1], found.density
    ((Fraction(4, 7), Fraction(4, 7)), Fraction(-16, 49), Fraction(4, 7))
    >>> found.entropy, found.entropy_bounds
    (0.4864775372638283, ('0.48647753726382832', '0.48647753726382833'))
    """

    cells: int
    game: Game
    weights: tuple[Weight, ...]  # of the players; empty if each placement has its own weight
    value: Fraction
    means: tuple[Fraction, ...]
    covariance: tuple[tuple[Fraction, ...], ...]
    powers: tuple[tuple[Fraction, Fraction], ...] = field(repr=False)  # weights, each with its mean exponent
    asked: WeightedQuestion | None = field(default=None, repr=False, compare=False)

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
        """The mean share of covered cells; None if pieces of one player have different sizes (`densities`
        supports them)."""
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
            total = interval_ball((self.value, self.value)).log()
            for weight, mean in self.powers:
                if mean and weight != 1:
                    total -= interval_ball((mean, mean)) * interval_ball((weight, weight)).log()
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
            **asked_json(self.asked),
            "means": [digits(mean) for mean in self.means],
            "covariance": [[digits(entry) for entry in row] for row in self.covariance],
            "density": None if self.density is None else digits(self.density),
            "entropy": None if entropy is None else str(entropy.str(ENTROPY_DIGITS, radius=False)),
        }

    def summary(self) -> str:
        """The table, then covariances, density and entropy in sentences."""
        lines = [self.table().text(), ""]
        for one, two in combinations(range(len(self.means)), 2):
            names = f"{Player(one).title}'s and {Player(two).title}'s"
            lines.append(f"covariance of {names} {as_decimal(self.covariance[one][two])}")
        if self.density is not None:
            lines.append(f"density {as_decimal(self.density)}: the mean fraction of covered cells")
        entropy = self.to_json()["entropy"]
        return "\n".join(lines + ([f"entropy per cell {entropy}"] if entropy is not None else []))


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

    Probabilities are proportional to the weights of positions; a decimal stands for the exact fraction.
    `play` and `turn` are those of `positions`. `weights` gives every placement its own weight instead of x, y
    and z, as in `evaluate`.

    >>> moments("1x2", y=Fraction(3, 2)).means
    (Fraction(0, 1), Fraction(3, 5))
    >>> moments("1x3", weights={("R", ((0, 0), (0, 1))): 2}).means
    (Fraction(0, 1), Fraction(3, 4))
    """
    asked = WeightedQuestion.of(board, kind, stuck, game, (x, y, z), weights, play, turn)
    for weight in asked.by_player:
        if not weight.is_real:
            raise InputError(f"means need real weights, not {weight}")
    with counting_run(options) as settings:
        value, first, second, powers = (_by_player if asked.each is None else _by_placement)(asked, settings)
    board, game, players = asked.question.board, asked.question.game, range(asked.question.variables)
    covariance = tuple(
        tuple(second[min(a, b), max(a, b)] - first[a] * first[b] for b in players) for a in players
    )
    return Moments(len(board), game, asked.by_player, value, first, covariance, powers, asked)


# the value, the mean of each number, the mean of each product of two numbers, the weights with mean exponents
Means = tuple[
    Fraction, tuple[Fraction, ...], dict[tuple[int, int], Fraction], tuple[tuple[Fraction, Fraction], ...]
]


def _by_player(asked: WeightedQuestion, settings: Settings) -> Means:
    """The means with weights by player: from the sums of weights by each number of pieces, and by the sum of
    two such numbers, because 2ab = (a + b)^2 - a^2 - b^2."""
    question, players = asked.question, range(asked.question.variables)
    groups = [*((player,) for player in players), *combinations(players, 2)]
    first, squares = [], {}
    whole = None  # alternating play depends on both numbers, so one statistic is not enough
    if question.play:
        whole = positions(question.board, settings=settings, **question.arguments())
    for number, group in enumerate(groups):
        grades = [int(player in group) for player in players]
        if whole is None:
            with stage(number, len(groups)):
                sums, _ = graded_sums(asked.terms, asked.by_player, grades)
        else:
            sums = sums_of(whole, asked.by_player, grades)
        value, mean, squares[group] = (
            sum((place**power * real for place, (real, _) in sums.items()), Fraction(0)) for power in range(3)
        )
        if not value:
            raise InputError(NO_MEAN)
        first.append(mean / value)
    first = first[: len(players)]
    second = {(a, a): squares[a,] / value for a in players}
    for a, b in combinations(players, 2):
        second[a, b] = (squares[a, b] - squares[a,] - squares[b,]) / 2 / value
    powers = tuple((weight.real, mean) for weight, mean in zip(asked.by_player, first, strict=True))
    return value, tuple(first), second, powers


def _by_placement(asked: WeightedQuestion, settings: Settings) -> Means:
    """The means with a weight for every placement."""
    weights, size = asked.each or (), asked.question.variables
    sums = [Fraction(0)] * len(weights)
    one, two = (settings.part(number, 2) for number in (0, 1))
    value, *found = signed_sums(asked, partial(weighted_moments, weights=weights), one)
    if min(weights, default=Fraction(0)) >= 0:  # for the entropy
        _, *sums = signed_sums(asked, partial(placement_sums, weights=weights), two)
    if not value:
        raise InputError(NO_MEAN)
    means = [total / value for total in found]
    second = dict(zip(combinations_with_replacement(range(size), 2), means[size:], strict=True))
    powers = tuple((weight, total / value) for weight, total in zip(weights, sums, strict=True))
    return value, tuple(means[:size]), second, powers


@renamed(least="low", most="high")
def activity_curve(
    board: BoardLike,
    kind: KindLike = "general",
    *,
    low: Any = "1/100",
    high: Any = 100,
    points: int = CURVE_POINTS,
    stuck: StuckLike | None = None,
    game: GameLike = DEFAULT_GAME,
    **options: Unpack[CountingOptions],
) -> Results[Point]:
    """Points (activity t, density, entropy per cell) at activities from `low` to `high`, in equal ratios.

    A position with k pieces has weight t^k. The points are floats, for pictures; `moments` has exact values.

    >>> curve = activity_curve("2x2", low=1, high=2, points=2)
    >>> [[round(value, 6) for value in point] for point in curve]
    [[1.0, 0.571429, 0.486478], [2.0, 0.705882, 0.463663]]
    >>> print(curve)
    activity   density   entropy
           1  0.571429  0.486478
           2  0.705882  0.463663
    """
    first, last = _activity(low), _activity(high)
    if first >= last:
        raise InputError(f"the lowest activity must be below the highest, not {low} and {high}")
    points = require_integer("points", points, 2)
    board, played = board_and_game(board, game)
    under = played.covers(played.variables(board.dimension))
    if None in under:
        played = _by_size(played, board.dimension, stuck is None and Kind.of(kind) in OWNERLESS)
        under = played.covers(played.variables(board.dimension))
    sizes = {cells for cells in under if cells}
    if len(sizes) == 1:  # in most games; counting by size is less work
        by_size = positions(board, kind, by="size", stuck=stuck, game=played, **options)
        terms = [(size, size * max(sizes), number) for size, number in by_size.terms]
    else:
        whole = positions(board, kind, stuck=stuck, game=played, **options)
        terms = [(sum(a), sum(n * (c or 0) for n, c in zip(a, under, strict=True)), w) for a, w in whole]
    if not terms:
        raise InputError("there is no such position on this board: there is nothing to draw")
    if not len(board):
        raise InputError("the board has no cells: the density is not defined")
    shares = (i / (points - 1) for i in range(points))  # last / first itself may overflow
    found = (_point(first ** (1 - share) * last**share, terms, len(board)) for share in shares)
    return Results(found, _table, _json)


def _table(curve: Sequence[Point]) -> Table:
    return Table(QUANTITIES, tuple(tuple(f"{value:.6g}" for value in point) for point in curve))


def _json(curve: Sequence[Point]) -> list[dict[str, float]]:
    return [dict(zip(QUANTITIES, point, strict=True)) for point in curve]


def _by_size(game: Game, dimension: int, is_ownerless: bool) -> Game:
    """The same pieces and rules, with one player for each size of pieces."""
    sizes = sorted({len(piece.cells) for piece in game.on(dimension)})
    if not is_ownerless or len(sizes) > len(Player):
        raise InputError(
            f"pieces of one player of '{game.name}' cover different numbers of cells: use `densities`, "
            f"or one of {', '.join(OWNERLESS)} with at most {len(Player)} sizes of pieces"
        )
    owner = {size: player.name.lower() for size, player in zip(sizes, Player, strict=False)}
    pieces = (replace(piece, player=owner.get(len(piece.cells), "left")) for piece in game.pieces)
    return replace(game, pieces=tuple(pieces))


def _activity(value: Any) -> float:
    weight = Weight.of(value, "activity")
    if not weight.is_real or weight.real <= 0:
        raise InputError(f"the weight of a piece must be an activity above 0, not {weight}")
    if not sys.float_info.min <= weight.real <= sys.float_info.max:
        raise InputError(f"the weight of a piece must be between 1e-307 and 1e308, not {weight}")
    return float(weight.real)


def _point(t: float, terms: Iterable[tuple[int, int, int]], cells: int) -> Point:
    """The point at activity t, given terms (pieces, covered cells, number of positions)."""
    logs = [(size, under, log(number) + size * log(t)) for size, under, number in terms]
    top = max(weight for _, _, weight in logs)
    total = sum(exp(weight - top) for _, _, weight in logs)
    mean, covered = (sum(each[k] * exp(each[2] - top) for each in logs) / total for k in (0, 1))
    return t, covered / cells, (top + log(total) - mean * log(t)) / cells
