"""`cheapest` and `dearest`: positions of least or greatest total cost, where every placement has a cost.

Read `optimum.py` first.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd, lcm
from typing import Any, Unpack

from ..model.game import DEFAULT_GAME, GameLike
from ..model.position import BoardLike, Position, as_position
from ..rules.kinds import Kind, KindLike, StuckLike, asked_json, meaning
from ..rules.problem import NumbersLike, conflict_graph, placement_numbers
from ..support.errors import InputError, require_integer
from ..support.result import Result, Table
from ..support.run import Options, Settings, running
from .optimum import ranking

MOST_BEST = 100_000  # positions of a ranking


@dataclass(frozen=True, slots=True)
class Cheapest(Result):
    """The least (or greatest) cost, a position that has it, how many have it, and the best positions.

    >>> found = cheapest("2x3", cost={"left": 2, "right": 3})
    >>> found.cost, found.number
    (6, 3)
    """

    cost: int | Fraction
    witness: Position
    number: int
    best: tuple[tuple[int | Fraction, Position], ...] = field(repr=False)
    kind: Kind | None = field(default=None, repr=False, compare=False)
    stuck: frozenset[int] = field(default=frozenset(), repr=False, compare=False)
    dearest: bool = field(default=False, repr=False, compare=False)

    def __str__(self) -> str:
        ranking = "" if len(self.best) == 1 else f"\n\n{self.table()}"
        return f"{self.summary()}\n\n{self.witness}{ranking}"

    def summary(self) -> str:
        """The cost, what it is the least or the greatest of, and how many positions have it, in a line."""
        words = meaning(self.kind, self.stuck, False, self.witness.game, None)
        have = "position has it" if self.number == 1 else "positions have it"
        extreme = "greatest" if self.dearest else "least"
        return f"cost {self.cost}, the {extreme} over {words}; {self.number} {have}"

    def table(self) -> Table:
        """The best positions: rank, cost and number of pieces."""
        rows = [(rank, cost, len(position.pieces)) for rank, (cost, position) in enumerate(self.best, 1)]
        return Table(("rank", "cost", "pieces"), tuple(rows))

    def to_json(self) -> dict[str, Any]:
        """The question, the cost, the number of positions that have it, and the best positions.

        Costs that are no integers are texts such as "3/2".
        """
        board, game = self.witness.board, self.witness.game
        question = asked_json(board, self.kind, self.stuck, False, game, None)
        best = [{"cost": _plain(cost), "position": str(position)} for cost, position in self.best]
        named = {"dearest": self.dearest, "cost": _plain(self.cost), "number": self.number}
        return question | named | {"witness": str(self.witness), "best": best}

    def _repr_svg_(self) -> str | None:
        return self.witness._repr_svg_()


def _plain(cost: int | Fraction) -> int | str:
    return cost if isinstance(cost, int) else str(cost)


def cheapest(
    board: BoardLike,
    kind: KindLike | None = None,
    *,
    cost: NumbersLike = 1,
    k: int = 1,
    stuck: StuckLike | None = None,
    game: GameLike = DEFAULT_GAME,
    **options: Unpack[Options],
) -> Cheapest | None:
    """The least total cost of a position of a kind (`maximal`), with the k best positions; None if there is
    no position.

    `cost` is one number for every placement; or a mapping from players to numbers; or a mapping from
    placements to numbers, where a placement is a `Domino`, a `PlacedPiece` or a pair of a piece's name and
    its cells, and placements that are left out cost nothing; or a function of a `PlacedPiece` (piece, cells,
    player). Costs are integers, fractions or decimals of either sign.

    >>> from enumerate import Domino
    >>> free = {Domino((0, 0), "left"): -5, Domino((1, 2), "right"): "1/2"}
    >>> cheapest("3x4", "general", cost=free).cost
    -5
    >>> found = cheapest("4x4", cost=lambda placed: 1 + placed.cells[0][0], k=3)
    >>> found.cost, found.number, [cost for cost, _ in found.best]
    (12, 17, [12, 12, 12])
    """
    with running(options) as settings:
        return _cheapest(as_position(board, game), kind, stuck, cost, k, False, settings)


def dearest(
    board: BoardLike,
    kind: KindLike | None = None,
    *,
    cost: NumbersLike = 1,
    k: int = 1,
    stuck: StuckLike | None = None,
    game: GameLike = DEFAULT_GAME,
    **options: Unpack[Options],
) -> Cheapest | None:
    """The greatest total cost of a position of a kind (`maximal`), with the k best positions; None if there
    is no position. The costs are those of `cheapest`."""
    with running(options) as settings:
        return _cheapest(as_position(board, game), kind, stuck, cost, k, True, settings)


def _cheapest(
    start: Position,
    kind: KindLike | None,
    stuck: StuckLike | None,
    cost: NumbersLike,
    k: int,
    dearest: bool,
    settings: Settings,
) -> Cheapest | None:
    k = require_integer("k", k, 1)
    if k > MOST_BEST:
        raise InputError(f"`k` is at most {MOST_BEST}, not {k}")
    costs = placement_numbers(conflict_graph(start.game, start.free), cost, "cost", 0)
    unit = Fraction(gcd(*(c.numerator for c in costs)) or 1, lcm(*(c.denominator for c in costs)))
    unit = -unit if dearest else unit
    whole = [int(c / unit) for c in costs]
    found = ranking(start, kind, stuck, whole, settings, k=k, counted=True)
    if found is None:
        return None
    best = [(_written(c * unit), position) for c, position in found.best]
    return Cheapest(*best[0], found.number, tuple(best), found.kind, found.stuck, dearest)


def _written(cost: Fraction) -> int | Fraction:
    return cost.numerator if cost.denominator == 1 else cost
