"""Random positions of a kind, uniform or by weight, as positions or as one array."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Literal, Unpack, overload

from ..model.board import Board, require_board
from ..model.game import DOMINEERING, Game
from ..model.players import PlayerLike
from ..model.position import Position, positions_array, positions_json, positions_table, positions_text
from ..model.weights import Weight
from ..rules.tiles import Kind, KindLike, StuckLike
from ..support.errors import require_at_least
from ..support.result import Results
from ..support.seeds import chosen_seed
from ..support.settings import Options, running
from ..support.writing import digits
from ..sweep.diagram import Array
from .aztec import Shuffled, aztec_order
from .sampling import COUNTING, PositionList, sample_need
from .walk import check_numbers
from .weighing import sampling_weights


def positions_to_draw(
    board: Board, kind: KindLike, weights: tuple[Weight, ...] | None = None, **asked: Any
) -> PositionList:
    """What samples are drawn from: the positions with their counts; Aztec diamonds are shuffled.

    >>> type(positions_to_draw(Board.aztec_diamond(2), "perfect")).__name__
    'Shuffled'
    """
    if kind == Kind.PERFECT and Game.of(asked.get("game", DOMINEERING)) == DOMINEERING:
        require_board(board)
        numbers = check_numbers(board, asked.get("dominoes", ()))
        named = [asked.get("stuck"), asked.get("turn"), asked.get("play") or None, *numbers]
        if all(each is None for each in named) and aztec_order(board) is not None:
            return Shuffled(board, weights)
    return PositionList(board, kind, weights=weights, **asked)


@overload
def sample(
    board: Board,
    kind: KindLike = ...,
    *,
    size: int = ...,
    seed: int | None = ...,
    as_array: Literal[False] = ...,
    x: Any = ...,
    y: Any = ...,
    z: Any = ...,
    stuck: StuckLike | None = ...,
    play: bool = ...,
    turn: PlayerLike | None = ...,
    dominoes: Sequence[int | None] = ...,
    game: Game | str = ...,
    **options: Unpack[Options],
) -> Results[Position]: ...


@overload
def sample(
    board: Board,
    kind: KindLike = ...,
    *,
    size: int = ...,
    seed: int | None = ...,
    as_array: Literal[True],
    x: Any = ...,
    y: Any = ...,
    z: Any = ...,
    stuck: StuckLike | None = ...,
    play: bool = ...,
    turn: PlayerLike | None = ...,
    dominoes: Sequence[int | None] = ...,
    game: Game | str = ...,
    **options: Unpack[Options],
) -> Array: ...


def sample(
    board: Board,
    kind: KindLike = "general",
    *,
    size: int = 1,
    seed: int | None = None,
    as_array: bool = False,
    x: Any = None,
    y: Any = None,
    z: Any = None,
    stuck: StuckLike | None = None,
    play: bool = False,
    turn: PlayerLike | None = None,
    dominoes: Sequence[int | None] = (),
    game: Game | str = DOMINEERING,
    **options: Unpack[Options],
) -> Results[Position] | Array:
    """Independent positions of a kind, each exactly equally likely; the same seed gives the same ones.

    With weights x, y, z of the players' pieces, each has a chance exactly in proportion to its weight. As an
    array, they are one NumPy array with a position in each entry of its first axis (`Position.to_numpy`).

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
    require_board(board)
    with running(options) as settings:
        sample_need(board, size).require(settings.limit)
        counting, walking = settings.cut([COUNTING, 1 - COUNTING], ["counting", "walking"])
        weights = sampling_weights((x, y, z), board, Game.of(game))
        listed = positions_to_draw(
            board,
            kind,
            weights,
            stuck=stuck,
            play=play,
            turn=turn,
            dominoes=dominoes,
            game=game,
            settings=counting,
        )
        chosen = chosen_seed(seed)
        drawn = listed.sample(size, chosen, settings=walking)
    if as_array:
        found: Array = positions_array(board, drawn)
        return found
    asked = {"seed": chosen, "of": digits(listed.weight), "board": board.to_json()}
    return Results(drawn, positions_table, partial(_json, asked), positions_text)


def _json(asked: dict[str, Any], drawn: Sequence[Position]) -> dict[str, Any]:
    return positions_json(drawn) | asked
