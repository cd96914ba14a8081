"""`fewest` and `most`: the fewest and the most pieces over the positions of a kind, with a position.

Read `optimum.py` first.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, Unpack

from ..model.board import Board, Player, PlayerLike
from ..model.game import DEFAULT_GAME, DOMINEERING, Game, GameLike
from ..model.position import BoardLike, Position, as_position
from ..plan.question import require_narrow
from ..rules.kinds import Kind, KindLike, StuckLike, asked_json, meaning, player_name
from ..rules.problem import Problem, conflict_graph
from ..support.result import Result, Table
from ..support.run import DEFAULT, Options, Settings, running
from .optimum import optimum, position_of, ranking


@dataclass(frozen=True, slots=True)
class Extreme(Result):
    """A number of dominoes and a position that has so many, with what was asked."""

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
        """The number and what it is the least or the greatest of, in a line."""
        words = meaning(self.kind, self.stuck, self.play, self.witness.game, self.turn)
        number = f"{self.dominoes} {self.witness.game.called(self.dominoes)}"
        return f"{number}, the {'most' if self.most else 'fewest'} over {words}"

    def table(self) -> Table:
        """The number, and how many dominoes of each player the position has."""
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
    number). `play` keeps what alternating play can reach, `turn` narrows that to games in
    which this player is to move now, `stuck` names the players instead of a kind.

    >>> fewest(Board.rectangle(8, 8), "maximal").dominoes
    22
    >>> fewest(Board.rectangle(8, 8), "maximal", game="kings").dominoes
    9
    """
    with running(options) as settings:
        return _extreme(as_position(board, game), kind, stuck, play, turn, False, settings)


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

    >>> most(Board.rectangle(3, 3), "right-end", play=True).dominoes
    4
    """
    with running(options) as settings:
        return _extreme(as_position(board, game), kind, stuck, play, turn, True, settings)


def _extreme(
    start: Position,
    kind: KindLike | None,
    stuck: StuckLike | None,
    play: bool,
    turn: PlayerLike | None,
    most: bool,
    settings: Settings,
) -> Extreme | None:
    found = ranking(start, kind, stuck, -1 if most else 1, settings, play=play, turn=turn)
    if found is None:
        return None
    cost, witness = found.best[0]
    return Extreme(abs(cost), witness, found.kind, found.stuck, play, most, found.mover)


def extreme_position(
    board: Board,
    stuck: frozenset[int],
    differences: Collection[int] | None,
    most: bool = False,
    settings: Settings = DEFAULT,
    game: Game = DOMINEERING,
) -> Position | None:
    """A position with the fewest (or most) pieces, if there is one: every piece costs 1 (or -1).

    If `differences` are given, the pieces of Left and of Right differ by one of these numbers.
    """
    problem = Problem(board, stuck, game=game)
    require_narrow(problem)
    graph = conflict_graph(game, board)
    found = optimum(problem, [-1 if most else 1] * len(graph), differences, settings)
    return None if found is None else position_of(graph, found.placements[0])
