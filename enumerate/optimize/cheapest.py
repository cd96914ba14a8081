"""Positions of least or greatest total cost, where every placement has a cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd, lcm
from typing import Any, NamedTuple, Unpack

from ..model.cells import Cell
from ..model.game import DEFAULT_GAME, DOMINEERING, EITHER, GameLike
from ..model.players import Domino, Player
from ..model.position import BoardLike, Position, as_position
from ..model.weights import Weight
from ..plan.cost import require_narrow
from ..rules.conflicts import Conflicts, conflict_graph
from ..rules.meaning import asked_json, meaning, stuck_of
from ..rules.problem import Problem
from ..rules.summands import summands
from ..rules.tiles import Kind, KindLike, StuckLike
from ..support.errors import InputError, require_positive
from ..support.result import Result
from ..support.settings import Options, Settings, running
from ..support.table import Table
from .optimum import Optimum, optimum

MOST_BEST = 100_000  # positions of a ranking


class PlacedPiece(NamedTuple):
    """A placement as a cost sees it: the name of the piece, the cells it covers, and whose piece it is.

    The player is None for a piece that either player may place.
    """

    piece: str
    cells: tuple[Cell, ...]
    player: Player | None


Cost = Any  # a number, a mapping by player or by placement, or a function of a `PlacedPiece`


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
        """The cost, what it is the least or the greatest of, and how many positions have it, in a line.

        >>> cheapest("2x3", cost=1).summary()
        'cost 2, the least over positions in which nobody can move; 2 positions have it'
        """
        words = meaning(self.kind, self.stuck, False, self.witness.game, None)
        have = "position has it" if self.number == 1 else "positions have it"
        extreme = "greatest" if self.dearest else "least"
        return f"cost {self.cost}, the {extreme} over {words}; {self.number} {have}"

    def table(self) -> Table:
        """The best positions: rank, cost and number of pieces.

        >>> print(cheapest("2x3", cost=1, k=4).table())
        rank  cost  pieces
           1     2       2
           2     2       2
           3     3       3
           4     3       3
        """
        rows = [(rank, cost, len(position.pieces)) for rank, (cost, position) in enumerate(self.best, 1)]
        return Table(("rank", "cost", "pieces"), tuple(rows))

    def to_json(self) -> dict[str, Any]:
        """The question, the cost, the number of positions that have it, and the best positions.

        Costs that are no integers are texts such as "3/2".

        >>> cheapest("1x2", cost="1/2").to_json()["best"]
        [{'cost': '1/2', 'position': 'RR'}]
        """
        board, game = self.witness.board, self.witness.game
        asked = asked_json(board, self.kind, self.stuck, False, game, None)
        best = [{"cost": _plain(cost), "position": str(position)} for cost, position in self.best]
        named = {"dearest": self.dearest, "cost": _plain(self.cost), "number": self.number}
        return asked | named | {"witness": str(self.witness), "best": best}

    def _repr_svg_(self) -> str | None:
        return self.witness._repr_svg_()


def _plain(cost: int | Fraction) -> int | str:
    return cost if isinstance(cost, int) else str(cost)


def cheapest(
    board: BoardLike,
    kind: KindLike | None = None,
    *,
    cost: Cost = 1,
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
    cost: Cost = 1,
    k: int = 1,
    stuck: StuckLike | None = None,
    game: GameLike = DEFAULT_GAME,
    **options: Unpack[Options],
) -> Cheapest | None:
    """The greatest total cost of a position of a kind (`maximal`), with the k best positions; None if there
    is no position. The costs are those of `cheapest`.

    >>> dearest("2x3", cost={"left": 2, "right": 3}).cost
    8
    """
    with running(options) as settings:
        return _cheapest(as_position(board, game), kind, stuck, cost, k, True, settings)


def _cheapest(
    start: Position,
    kind: KindLike | None,
    stuck: StuckLike | None,
    cost: Cost,
    k: int,
    dearest: bool,
    settings: Settings,
) -> Cheapest | None:
    board, game = start.free, start.game
    k = require_positive("k", k)
    if k > MOST_BEST:
        raise InputError(f"`k` is at most {MOST_BEST}, not {k}")
    if kind is None:
        kind = "maximal" if stuck is None else "general"
    terms = summands(board, kind, stuck, False, None, game)
    for _, players, _ in terms:
        require_narrow(Problem(board, players, game=game))
    graph = conflict_graph(game, board)
    costs = placement_costs(graph, cost)
    unit = Fraction(gcd(*(c.numerator for c in costs)) or 1, lcm(*(c.denominator for c in costs)))
    whole = [int(c / unit) * (-1 if dearest else 1) for c in costs]
    # a kind is a signed sum of sets of positions: the union of those that are added
    found: list[tuple[int, Optimum]] = []
    for number, (sign, players, _) in enumerate(terms):
        task, part = Problem(board, players, game=game), settings.part(number, len(terms))
        best = optimum(task, whole, None, part, k, counted=True)
        if best is not None:
            found.append((sign, best))
    added = [best for sign, best in found if sign > 0]
    ranking = sorted(
        {(c, tuple(p)) for best in added for c, p in zip(best.costs, best.placements, strict=True)}
    )
    if not ranking:
        return None
    least = ranking[0][0]
    number = sum(sign * (best.number or 0) for sign, best in found if best.costs[0] == least)
    unit = -unit if dearest else unit
    written = [(_written(c * unit), start.extend(_position(graph, p))) for c, p in ranking[:k]]
    named = Kind.of(kind) if stuck is None else None
    players = stuck_of(named, None if stuck is None else terms[0][1], game.variables(board.dimension))
    return Cheapest(*written[0], number, tuple(written), named, players, dearest)


def _position(graph: Conflicts, placements: Iterable[int]) -> Position:
    return Optimum([0], [list(placements)], None).position(graph)


def _written(cost: Fraction) -> int | Fraction:
    return cost.numerator if cost.denominator == 1 else cost


def placement_costs(graph: Conflicts, cost: Cost) -> list[Fraction]:
    """The cost of each placement of a conflict graph, as `cheapest` describes it.

    >>> from enumerate import Board, Game
    >>> graph = conflict_graph(Game.named("domineering"), Board("2x2"))
    >>> [str(c) for c in placement_costs(graph, {"left": 1, "right": "-0.5"})]
    ['1', '-1/2', '1', '-1/2']
    """
    placed = placed_pieces(graph)
    if isinstance(cost, Mapping):
        return _by_player(graph, placed, cost) or _by_placement(graph, placed, cost)
    if callable(cost):
        return [_number(cost(each), each) for each in placed]
    return [_number(cost)] * len(graph)


def placed_pieces(graph: Conflicts) -> list[PlacedPiece]:
    """The placements of a conflict graph as costs see them."""
    game, pieces = graph.game, graph.game.pieces
    return [
        PlacedPiece(pieces[p.piece].name, p.cells, None if game.is_impartial else Player(variable))
        for p, variable in zip(graph.placements, graph.variables, strict=True)
    ]


def _number(cost: Any, where: object = None) -> Fraction:
    """A cost as a fraction."""
    weight = Weight.of(cost, "cost")
    if weight.imaginary:
        at = "" if where is None else f" (of {where})"
        raise InputError(f"a cost is an integer, a fraction or a decimal, not {cost!r}{at}")
    return weight.real


def _by_player(graph: Conflicts, placed: list[PlacedPiece], cost: Mapping[Any, Any]) -> list[Fraction] | None:
    """Costs by player; None if the keys are no players."""
    if not cost or not all(isinstance(key, str) or hasattr(key, "__index__") for key in cost):
        return None
    game = graph.game
    players = list(Player)[: game.variables(graph.board.dimension)]
    if game.is_impartial:
        if set(cost) != {EITHER}:
            raise InputError(f"'{game.name}' has pieces of either player: the key of a cost is '{EITHER}'")
        return [_number(cost[EITHER])] * len(graph)
    named = {Player.of(key, players): _number(value) for key, value in cost.items()}
    missing = [player.name.lower() for player in players if player not in named]
    if missing:
        raise InputError(f"a cost by player needs a number for {' and '.join(missing)}, too")
    return [named[Player(variable)] for variable in graph.variables]


def _by_placement(graph: Conflicts, placed: list[PlacedPiece], cost: Mapping[Any, Any]) -> list[Fraction]:
    """Costs by placement; those that are left out cost nothing."""
    where: dict[object, list[int]] = {}
    for number, (piece, cells, _) in enumerate(placed):
        for key in ((piece, cells), (piece, frozenset(cells))):
            where.setdefault(key, []).append(number)
        if graph.game == DOMINEERING:
            where.setdefault(graph.placements[number].domino, []).append(number)
    costs = [Fraction(0)] * len(graph)
    for key, value in cost.items():
        numbers = next((where[each] for each in _keys(key) if each in where), None)
        if numbers is None:
            raise InputError(
                f"there is no placement {key!r} on this board; a placement is a Domino, or the name of a "
                f"piece and its cells, such as {('V', ((0, 0), (1, 0)))}"
            )
        for number in numbers:
            costs[number] = _number(value, key)
    return costs


def _keys(key: object) -> list[object]:
    """How a placement may be found: a domino, or a piece and its cells in order or in any order."""
    if isinstance(key, Domino):
        return [key]
    try:
        piece, cells = key[:2]  # type: ignore[index]
        ordered = tuple(tuple(int(place) for place in cell) for cell in cells)
    except (TypeError, ValueError, IndexError):
        return []
    return [(piece, ordered), (piece, frozenset(ordered))]
