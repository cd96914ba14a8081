"""Random positions of a kind, uniform or by weight, as positions or as one array."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Literal, Unpack, overload

from ..model.board import Board
from ..model.game import DEFAULT_GAME, DOMINEERING, Game, GameLike
from ..model.players import PlayerLike
from ..model.position import (
    BoardLike,
    Position,
    as_position,
    positions_array,
    positions_json,
    positions_table,
    positions_text,
)
from ..model.weights import Weight
from ..rules.numbers import PiecesLike, check_numbers, wanted_pieces
from ..rules.tiles import Kind, KindLike, StuckLike
from ..support.errors import require_at_least
from ..support.renamed import renamed
from ..support.result import Results
from ..support.seeds import SeedLike, chosen_seed
from ..support.settings import Options, running
from ..support.writing import digits
from ..sweep.diagram import Array
from .aztec import Shuffled, aztec_order
from .sampling import COUNTING, PositionList, sample_need
from .weighing import sampling_weights


def positions_to_draw(
    board: Board, kind: KindLike, weights: tuple[Weight, ...] | None = None, **asked: Any
) -> PositionList:
    """What samples are drawn from: the positions with their counts; Aztec diamonds are shuffled.

    >>> type(positions_to_draw(Board.aztec_diamond(2), "perfect")).__name__
    'Shuffled'
    """
    if kind == Kind.PERFECT and Game.of(asked.get("game", DOMINEERING)) == DOMINEERING:
        numbers = check_numbers(board, asked.get("dominoes", ()))
        other = [asked.get(name) or None for name in ("stuck", "turn", "play", "pieces")]
        named = [*other, *numbers]
        if all(each is None for each in named) and aztec_order(board) is not None:
            return Shuffled(board, weights)
    return PositionList(board, kind, weights=weights, **asked)


@overload
def sample(
    board: BoardLike,
    kind: KindLike = ...,
    *,
    size: int = ...,
    seed: SeedLike | None = ...,
    as_array: Literal[False] = ...,
    x: Any = ...,
    y: Any = ...,
    z: Any = ...,
    stuck: StuckLike | None = ...,
    play: bool = ...,
    turn: PlayerLike | None = ...,
    pieces: PiecesLike | None = ...,
    game: GameLike = ...,
    **options: Unpack[Options],
) -> Samples: ...


@overload
def sample(
    board: BoardLike,
    kind: KindLike = ...,
    *,
    size: int = ...,
    seed: SeedLike | None = ...,
    as_array: Literal[True],
    x: Any = ...,
    y: Any = ...,
    z: Any = ...,
    stuck: StuckLike | None = ...,
    play: bool = ...,
    turn: PlayerLike | None = ...,
    pieces: PiecesLike | None = ...,
    game: GameLike = ...,
    **options: Unpack[Options],
) -> Array: ...


@renamed(dominoes="pieces")
def sample(
    board: BoardLike,
    kind: KindLike = "general",
    *,
    size: int = 1,
    seed: SeedLike | None = None,
    as_array: bool = False,
    x: Any = None,
    y: Any = None,
    z: Any = None,
    stuck: StuckLike | None = None,
    play: bool = False,
    turn: PlayerLike | None = None,
    pieces: PiecesLike | None = None,
    game: GameLike = DEFAULT_GAME,
    **options: Unpack[Options],
) -> Samples | Array:
    """Independent positions of a kind, each exactly equally likely; the same seed gives the same ones.

    With weights x, y, z of the players' pieces, each has a chance exactly in proportion to its weight.
    `pieces` keeps positions with so many pieces, or with so many of each player: (2, 3), or (2, None).
    `to_numpy` of the samples, or `as_array`, gives one array with a position in each entry of its first axis.

    >>> [position.counts for position in sample(Board.rectangle(1, 3), "maximal", size=2, seed=5)]
    [(0, 1), (0, 1)]
    >>> print(sample(Board.rectangle(1, 3), "maximal", size=2, seed=5))
    RR.
    <BLANKLINE>
    RR.
    >>> sample(Board.rectangle(2, 2), x=1000, y=0, size=3, seed=1, as_array=True).tolist()
    [[[1, 1], [1, 1]], [[1, 1], [1, 1]], [[1, 1], [1, 1]]]
    """
    size = require_at_least(0, "size", size)
    start = as_position(board, game)
    with running(options) as settings:
        sample_need(start.board, size).require(settings.limit)
        counting, walking = settings.cut([COUNTING, 1 - COUNTING], ["counting", "walking"])
        weights = sampling_weights((x, y, z), start.board, start.game)
        number, by_player = wanted_pieces(pieces, start.board, start.game)
        listed = positions_to_draw(
            start.free,
            kind,
            weights,
            stuck=stuck,
            play=play,
            turn=turn,
            dominoes=by_player,
            pieces=() if number is None else (number,),
            game=start.game,
            settings=counting,
        )
        chosen = chosen_seed(seed)
        drawn = [start.extend(position) for position in listed.sample(size, chosen, settings=walking)]
    asked = {"seed": chosen, "of": digits(listed.weight), "board": start.board.to_json()}
    found = Samples.of(start.board, drawn, asked)
    return found.to_numpy() if as_array else found


class Samples(Results[Position]):
    """Positions that were drawn, in order."""

    board: Board

    @classmethod
    def of(cls, board: Board, drawn: Iterable[Position], asked: Mapping[str, Any]) -> Samples:
        """The positions that were drawn on a board, with what was asked."""
        found = cls(drawn, positions_table, partial(_json, dict(asked)), positions_text)
        found.board = board
        return found

    def to_numpy(self) -> Array:
        """One array with a position in each entry of its first axis; see `Position.to_numpy`."""
        found: Array = positions_array(self.board, self)
        return found


def _json(asked: dict[str, Any], drawn: Sequence[Position]) -> dict[str, Any]:
    return positions_json(drawn) | asked
