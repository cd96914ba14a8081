"""The generating polynomial at given weights, without the polynomial.

Physicists know it as the partition function of the monomer-dimer model: every domino of a player carries that
player's weight (activity), and a position weighs the product.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Unpack

from ..counting.products import Provenance, merge_provenance
from ..counting.solve import graded_sums, run
from ..counting.weighted import ONE, ZERO, Gaussian, power, times
from ..jobs.opening import lanes_running
from ..model.game import DEFAULT_GAME, GameLike
from ..model.players import PlayerLike
from ..model.polynomial import VARIABLES
from ..model.position import BoardLike, board_and_game
from ..model.weights import Weight, weights_of
from ..plan.plan import Engine, Wanted, What, plan
from ..plan.question import Component, Question, Term
from ..rules.conflicts import conflict_graph
from ..rules.placement_numbers import NumbersLike
from ..rules.tiles import KindLike, StuckLike
from ..support.settings import LaneOptions, Settings
from .by_placement import PlacementWeights, weighted_total
from .evaluated import Evaluation, Interval

Box = tuple[Interval, Interval]  # bounds on the real and on the imaginary part


def evaluate(
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
) -> Evaluation:
    """The value of the generating polynomial of a kind of positions at x, y (and z); what is left out is 1.

    Integers and fractions give the exact value, also negative and complex ones ("1/2+i"); decimals and
    floats give proved bounds. At x = y = 1 it is the number of positions, at x = y = -1 it is minus the
    reduced Euler characteristic of the complex of positions. `play` and `turn` are those of `positions`.

    `weights` gives every placement a weight of its own, instead of x, y and z. It is a mapping from
    placements to numbers (a placement is a `Domino`, or a pair of a piece's name and its cells; what is left
    out is 1), or a function of a placement with `piece`, `cells` and `player`.

    >>> evaluate("2x2", x=Fraction(3, 2), y=Fraction(1, 3)).value
    Fraction(253, 36)
    >>> evaluate("8x8", x=-1, y=-1).value
    Fraction(-336705, 1)
    >>> value = evaluate("8x8", x=0.7, y=0.7)
    >>> value.enclosure(8), round(value.log, 9)
    (('2.1278947E+14', '2.1278948E+14'), 32.991324428)
    >>> evaluate("8x8", weights=lambda placement: 1 + placement.cells[0][0]).value
    Fraction(1061394271457015370533784209865, 1)
    """
    board, played = board_and_game(board, game)
    variables = played.variables(board.dimension)
    parts = Question(board, kind, stuck, play, turn, played).terms()
    if weights is not None:
        each = PlacementWeights.of(conflict_graph(played, board), weights, (x, y, z), play)
        return _by_placement(parts, each, options)
    by_player = weights_of((x, y, z), VARIABLES[:variables])
    exact = all(weight.exact for weight in by_player)
    total: Box = (ZERO, ZERO)
    provenances = []
    with lanes_running(options) as settings:
        if exact or play:  # alternating play needs the sums by difference, which floats do not have
            grades = (1, -1) if play else (0,) * variables
            sums, how = graded_sums(parts, by_player, grades, settings)
            real, imaginary = (sum((number[k] for number in sums.values()), Fraction(0)) for k in (0, 1))
            return Evaluation((real, real), (imaginary, imaginary), exact, how)
        for number, term in enumerate(parts):
            box, how = _product(term, by_player, settings.part(number, len(parts)))
            total = _sum(total, box, term.sign)
            provenances.append(how)
    return Evaluation(
        *total, exact=False, provenance=merge_provenance("summands", provenances, len(provenances))
    )


def _by_placement(parts: Sequence[Term], weights: PlacementWeights, options: LaneOptions) -> Evaluation:
    """The value with a weight for every placement; for decimals its bounds are equal."""
    with lanes_running(options) as settings:
        value = sum(
            (
                sign * weighted_total(task, weights.values, settings.part(number, len(parts)))
                for number, (sign, task, _) in enumerate(parts)
            ),
            Fraction(0),
        )
    return Evaluation((value, value), exact=weights.exact, provenance={"engine": "placements"})


def _product(term: Term, weights: Sequence[Weight], settings: Settings) -> tuple[Box, Provenance]:
    """Bounds for one set of stuck players: the product over the components of the board."""
    components = term.components(settings.symmetry)
    known: Gaussian = ONE  # of the components for which floats prove nothing
    low, high = Fraction(1), Fraction(1)
    provenances: list[Provenance] = []
    for done, component in enumerate(components):
        mine, share = tuple(weights[axis] for axis in component.axes), settings.part(done, len(components))
        ball = None
        how: Provenance = {}
        if all(weight.is_real and weight.real >= 0 for weight in mine):
            ball, how = _answer(component, Wanted(What.BOUNDS, weights=mine), share)
        if ball is not None:
            low, high = low * ball.lower**component.times, high * ball.upper**component.times
        else:
            sums, how = _answer(component, Wanted(What.SUMS, weights=mine, grades=(0,) * len(mine)), share)
            known = times(known, power(sums.get(0, ZERO), component.times))
        provenances.append(how)
    ends = [(low * part, high * part) for part in known]
    box: Box = _ordered(ends[0]), _ordered(ends[1])
    return box, merge_provenance("parts", provenances, sum(part.times for part in components))


def _answer(component: Component, wanted: Wanted, settings: Settings) -> tuple[Any, Provenance]:
    planned = plan(component.problem, wanted, Engine.AUTO, settings)
    settings.expect(planned.need)
    return run(planned, settings)


def _ordered(bounds: Interval) -> Interval:
    return min(bounds), max(bounds)


def _sum(one: Box, two: Box, sign: int) -> Box:
    """one + sign * two."""
    real, imaginary = (
        (low + min(sign * a, sign * b), high + max(sign * a, sign * b))
        for (low, high), (a, b) in zip(one, two, strict=True)
    )
    return real, imaginary
