"""`overview`: the components, moves and totals of a board or of a position.

Read `positions.py` first.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Unpack

from ..model.board import Board, Player, PlayerLike
from ..model.game import DEFAULT_GAME, DOMINEERING, Game, GameLike
from ..model.position import BoardLike, Position, as_position
from ..plan.plan import TOTAL, Engine, plans
from ..plan.question import Question
from ..rules.kinds import Kind, game_json, player_name
from ..rules.problem import conflict_parts, representative
from ..support.errors import TooLargeError, require_flag
from ..support.memory import MOMENT, CostEstimate, in_turn
from ..support.names import renamed
from ..support.result import Result, Table, digits
from ..support.run import CountingOptions, Settings
from .positions import answer_total
from .solve import counting_run

TOO_LARGE = "too large"


@dataclass(frozen=True, slots=True)
class BoardComponent:
    """A component; `like` is the number of the first component that equals it up to mirrors and turns."""

    board: Board
    like: int


@dataclass(frozen=True, slots=True)
class Overview(Result):
    """A position, the player to move, the number of moves of each player, the components, the totals by kind.

    A value in `totals` or `play` is None if the count does not fit into memory; kinds that were not requested
    are missing. `turn` is the player to move in alternating play, if given.
    """

    position: Position
    to_move: Player | None
    turn: Player | None
    moves: tuple[int, ...]
    parts: tuple[BoardComponent, ...]
    totals: dict[str, int | None]
    play: dict[str, int | None]

    def __str__(self) -> str:
        return f"{self.position}\n\n{self.table().text()}"

    @property
    def players(self) -> list[str]:
        """The names of the players in JSON."""
        game = self.position.game
        return [player_name(game, axis) for axis in range(game.variables(self.position.board.dimension))]

    def table(self) -> Table:
        """The totals by kind."""
        play = "play" if self.turn is None else f"play, {self.turn.name.capitalize()} to move"
        header = ("kind", "total", *([play] if self.play else []))
        rows = [
            (kind, _shown(total), *([_shown(self.play[kind])] if self.play else []))
            for kind, total in self.totals.items()
        ]
        return Table(header, tuple(rows))

    def to_json(self) -> dict[str, Any]:
        """Plain values for JSON, with the keys of docs/json.md."""
        position, board = self.position, self.position.board

        def counts(numbers: dict[str, int | None]) -> dict[str, Any]:
            return {kind: None if number is None else digits(number) for kind, number in numbers.items()}

        return {
            **game_json(position.game, board),
            "board": board.to_json() | {"text": str(position)},
            **({} if position.is_drawn or not position.pieces else {"pieces": position.to_json()}),
            "free_cells": len(position.free),
            "dominoes": dict(zip(self.players, position.counts, strict=True)),
            "to_move": self.to_move.name.lower() if self.to_move is not None else None,
            "moves": dict(zip(self.players, self.moves, strict=True)),
            "components": [
                {"cells": len(part.board), "shape": list(crop.shape), "text": str(crop), "same_as": part.like}
                for part, crop in ((part, part.board.crop()) for part in self.parts)
            ],
            "totals": counts(self.totals),
            "turn": self.turn.name.lower() if self.turn is not None else None,
            "play": counts(self.play),
        }


def _shown(count: int | None) -> object:
    return TOO_LARGE if count is None else count


@renamed(position="board", to_move="first")
def overview(
    board: BoardLike,
    first: PlayerLike | None = None,
    *,
    turn: PlayerLike | None = None,
    totals: bool = True,
    game: GameLike = DEFAULT_GAME,
    **options: Unpack[CountingOptions],
) -> Overview:
    """The components, moves and totals of a board or a position. `first` is the player to move.

    >>> seen = overview(Position.parse("..L.\\n..L."), Player.RIGHT)
    >>> len(seen.parts), seen.moves, seen.totals["maximal"]
    (2, (3, 2), 2)
    """
    require_flag("totals", totals)
    position = as_position(board, game)
    free = position.free
    game = position.game
    players = game.variables(free.dimension)
    among = tuple(Player)[: max(players, 2)]  # an impartial game has one variable, but two players
    to_move, turn = (None if player is None else Player.of(player, among) for player in (first, turn))
    flat = players == 2 and not game.is_impartial
    kinds = _kinds(game, free.dimension, flat) if totals else []
    questions = [Question(free, kind, game=game) for kind in kinds]
    in_play = [Question(free, kind, None, True, turn, game) for kind in kinds if flat]
    with counting_run(options) as settings:
        counts = _counts([*questions, *in_play], settings)
        moves = tuple(len(position.moves(player)) for player in range(players))
        parts = parts_of(free, game)
    names = [kind.value for kind in kinds]
    totals_by_kind = dict(zip(names, counts, strict=False))
    play_by_kind = dict(zip(names, counts[len(kinds) :], strict=False))
    return Overview(position, to_move, turn, moves, parts, totals_by_kind, play_by_kind)


def _kinds(game: Game, dimension: int, flat: bool) -> list[Kind]:
    """The kinds to count: ends only in games of Left and Right, and no perfect positions."""
    if game.is_impartial:
        return [Kind.GENERAL, Kind.MAXIMAL]
    without = {Kind.PERFECT, *(() if flat else (Kind.ANY_END,))}
    ends = (Kind.LEFT_END, Kind.RIGHT_END)
    without |= {end for player, end in enumerate(ends) if player not in game.players(dimension)}
    return [kind for kind in Kind if kind not in without]


def _counts(questions: Sequence[Question], settings: Settings) -> list[int | None]:
    """The numbers of positions, None if they do not fit into memory; the others are announced together."""
    needs = []
    for question in questions:
        need = CostEstimate("nothing")
        with suppress(TooLargeError):
            planned = plans(question.terms(), TOTAL, Engine.AUTO, settings)
            (found := in_turn([plan.need for plan in planned.values()])).require(settings.limit)
            need = found
        needs.append(need)
    settings.expect(in_turn(needs))
    phases = [f"{question.kind} in play" if question.play else question.kind for question in questions]
    counts: list[int | None] = []
    for question, share in zip(
        questions, settings.cut([max(need.seconds, MOMENT) for need in needs], phases), strict=True
    ):
        try:
            counts.append(answer_total(question, settings=share)[0])
        except TooLargeError:
            counts.append(None)
    return counts


def parts_of(board: Board, game: Game = DOMINEERING) -> tuple[BoardComponent, ...]:
    """The independent parts of a board, each with the first part that equals it up to translations, and up to
    mirrors and turns if a turn exchanges the players."""
    parts: list[BoardComponent] = []
    first: dict[Board, int] = {}
    for number, part in enumerate(conflict_parts(game, board)):
        (shape, _), _ = representative(part, (), game)
        parts.append(BoardComponent(part, first.setdefault(shape, number)))
    return tuple(parts)
