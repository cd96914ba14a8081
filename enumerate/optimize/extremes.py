"""`fewest`, `most`, `cheapest`, `dearest`: positions of a kind with extreme numbers of pieces or costs.

All four search for least costs. For numbers of pieces every placement costs 1; for the greatest number or
cost, costs are negated. Read `optimum.py` first.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd, lcm
from typing import Any, NamedTuple, Unpack

from ..model.board import Board, Player, PlayerLike
from ..model.game import DEFAULT_GAME, DOMINEERING, Game, GameLike
from ..model.position import BoardLike, Position, as_position
from ..plan.question import require_narrow
from ..rules.kinds import Kind, KindLike, StuckLike, asked_json, meaning, player_name, stuck_of, summands
from ..rules.problem import Conflicts, NumbersLike, Problem, conflict_graph, placement_numbers
from ..support.errors import InputError, require_integer
from ..support.result import Result, Table, digits
from ..support.run import Options, running, stage
from .optimum import Optimum, optimum

MAX_RANKING = 100_000  # positions


@dataclass(frozen=True, slots=True)
class Extreme(Result):
    """The least or greatest number of pieces, a position that has this number, and the question."""

    dominoes: int
    witness: Position
    kind: Kind | None = field(default=None, repr=False, compare=False)
    stuck: frozenset[int] = field(default=frozenset(), repr=False, compare=False)
    play: bool = field(default=False, repr=False, compare=False)
    most: bool = field(default=False, repr=False, compare=False)
    turn: Player | None = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        return f"{self.summary()}\n\n{self.witness}"

    def summary(self) -> str:
        """The number and the question, in a line."""
        words = meaning(self.kind, self.stuck, self.play, self.witness.game, self.turn)
        number = f"{self.dominoes} {self.witness.game.called(self.dominoes)}"
        return f"{number}, the {'most' if self.most else 'fewest'} over {words}"

    def table(self) -> Table:
        """The number, and the number of dominoes of each player in the position."""
        game = self.witness.game
        names = [player_name(game, axis) for axis in range(game.variables(self.witness.board.dimension))]
        return Table(("dominoes", *names), ((self.dominoes, *self.witness.counts),))

    def to_json(self) -> dict[str, Any]:
        """The question, the number, the position."""
        game, board = self.witness.game, self.witness.board
        question = asked_json(board, self.kind, self.stuck, self.play, game, self.turn)
        return question | {"most": self.most, "dominoes": self.dominoes, "witness": str(self.witness)}

    def _repr_svg_(self) -> str | None:
        return self.witness._repr_svg_()


@dataclass(frozen=True, slots=True)
class Cheapest(Result):
    """The least (or greatest) cost, a position that has it, their number, and the best positions.

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
        """The cost, the question and the number of positions with this cost, in a line."""
        words = meaning(self.kind, self.stuck, False, self.witness.game, None)
        have = "position has it" if self.number == 1 else "positions have it"
        extreme = "greatest" if self.dearest else "least"
        return f"cost {digits(self.cost)}, the {extreme} over {words}; {self.number} {have}"

    def table(self) -> Table:
        """The best positions: rank, cost and number of pieces."""
        rows = [(rank, cost, len(position.pieces)) for rank, (cost, position) in enumerate(self.best, 1)]
        return Table(("rank", "cost", "pieces"), tuple(rows))

    def to_json(self) -> dict[str, Any]:
        """The question, the cost, the number of positions that have it, and the best positions.

        Costs that are not integers are strings such as "3/2".
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


def fewest(
    board: BoardLike,
    kind: KindLike | None = None,
    *,
    stuck: StuckLike | None = None,
    play: bool = False,
    turn: PlayerLike | None = None,
    game: GameLike = DEFAULT_GAME,
    **options: Unpack[Options],
) -> Extreme | None:
    """The least number of dominoes over the positions of a kind (`maximal`); None if there is none.

    For `maximal` it is the size of the smallest maximal matching of the grid graph (its lower matching
    number). `play` keeps the positions that alternating play can reach, `turn` only those in which this
    player is to move now; `stuck` names the players instead of a kind.

    >>> fewest("8x8", "maximal").dominoes, fewest("8x8", "maximal", game="kings").dominoes
    (22, 9)
    """
    with running(options):
        return _extreme(as_position(board, game), kind, stuck, play, turn, most=False)


def most(
    board: BoardLike,
    kind: KindLike | None = None,
    *,
    stuck: StuckLike | None = None,
    play: bool = False,
    turn: PlayerLike | None = None,
    game: GameLike = DEFAULT_GAME,
    **options: Unpack[Options],
) -> Extreme | None:
    """The greatest number of dominoes over the positions of a kind (`maximal`); None if there is none.

    The parameters are those of `fewest`.

    >>> most("3x3", "right-end", play=True).dominoes
    4
    """
    with running(options):
        return _extreme(as_position(board, game), kind, stuck, play, turn, most=True)


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
    with running(options):
        return _cheapest(as_position(board, game), kind, stuck, cost, k, dearest=False)


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
    is no position. The parameters are those of `cheapest`."""
    with running(options):
        return _cheapest(as_position(board, game), kind, stuck, cost, k, dearest=True)


def _extreme(
    start: Position,
    kind: KindLike | None,
    stuck: StuckLike | None,
    play: bool,
    turn: PlayerLike | None,
    most: bool,
) -> Extreme | None:
    found = ranking(start, kind, stuck, -1 if most else 1, play, turn)
    if found is None:
        return None
    cost, witness = found.best[0]
    mover = None if turn is None else Player.of(turn)
    return Extreme(abs(cost), witness, found.kind, found.stuck, play, most, mover)


def _cheapest(
    start: Position,
    kind: KindLike | None,
    stuck: StuckLike | None,
    cost: NumbersLike,
    k: int,
    dearest: bool,
) -> Cheapest | None:
    k = require_integer("k", k, 1)
    if k > MAX_RANKING:
        raise InputError(f"`k` is at most {MAX_RANKING}, not {k}")
    costs = placement_numbers(conflict_graph(start.game, start.free), cost, "cost", 0)
    unit = Fraction(gcd(*(c.numerator for c in costs)) or 1, lcm(*(c.denominator for c in costs)))
    unit = -unit if dearest else unit
    found = ranking(start, kind, stuck, [int(c / unit) for c in costs], k=k, counted=True)
    if found is None:
        return None
    totals = [c * unit for c, _ in found.best]
    whole = [total.numerator if total.denominator == 1 else total for total in totals]
    best = tuple(zip(whole, (position for _, position in found.best), strict=True))
    return Cheapest(*best[0], found.number, best, found.kind, found.stuck, dearest)


class Ranking(NamedTuple):
    """The best positions of a kind with their costs, the number of positions of least cost (if counted), the
    name of the kind and the stuck players."""

    best: list[tuple[int, Position]]
    number: int
    kind: Kind | None
    stuck: frozenset[int]


def ranking(
    start: Position,
    kind: KindLike | None,
    stuck: StuckLike | None,
    costs: Sequence[int] | int,
    play: bool = False,
    turn: PlayerLike | None = None,
    k: int = 1,
    counted: bool = False,
) -> Ranking | None:
    """The k positions of a kind with the least cost; None if there is no position.

    Without a kind and stuck players, the kind is `maximal`. Placement i on the free cells costs costs[i]; an
    integer `costs` is the cost of every placement. A kind is a signed sum of sets of positions; the
    subtracted sets matter only for the number of positions.
    """
    board, game = start.free, start.game
    if kind is None:
        kind = "maximal" if stuck is None else "general"
    terms = [term for term in summands(board, kind, stuck, play, turn, game) if counted or term[0] > 0]
    problems = [Problem(board, players, game=game) for _, players, _ in terms]
    for problem in problems:
        require_narrow(problem)
    graph = conflict_graph(game, board)
    costs = [costs] * len(graph) if isinstance(costs, int) else costs
    found: list[tuple[int, Optimum]] = []
    for number, ((sign, _, differences), problem) in enumerate(zip(terms, problems, strict=True)):
        with stage(number, len(terms)):
            best = optimum(problem, costs, differences, k, counted)
        found += [(sign, best)] if best is not None else []
    added = [best for sign, best in found if sign > 0]
    pairs = [(c, tuple(p)) for best in added for c, p in zip(best.costs, best.placements, strict=True)]
    if not pairs:
        return None
    chosen = sorted(dict.fromkeys(pairs), key=lambda pair: pair[0])[:k]
    number = sum(sign * (best.number or 0) for sign, best in found if best.costs[0] == chosen[0][0])
    named = Kind.of(kind) if stuck is None else None
    players = stuck_of(named, None if stuck is None else terms[0][1], game.variables(board.dimension))
    positions = [(cost, start.extend(position_of(graph, placements))) for cost, placements in chosen]
    return Ranking(positions, number, named, players)


def extreme_position(
    board: Board,
    stuck: frozenset[int],
    differences: Collection[int] | None,
    game: Game = DOMINEERING,
) -> Position | None:
    """A position with the fewest pieces, if there is one.

    If `differences` are given, the pieces of Left and of Right differ by one of these numbers.
    """
    problem = Problem(board, stuck, game=game)
    require_narrow(problem)
    graph = conflict_graph(game, board)
    found = optimum(problem, [1] * len(graph), differences)
    return None if found is None else position_of(graph, found.placements[0])


def position_of(graph: Conflicts, placements: Sequence[int]) -> Position:
    """The position with these placements of a conflict graph."""
    pieces = [(graph.game.pieces[p.piece].name, p.at) for p in map(graph.placements.__getitem__, placements)]
    return Position.of(graph.board, pieces, graph.game)
