"""`sample`: random positions of a kind, uniform or by weight, as positions or as one array.

Read `sampling.py` first.
"""

from __future__ import annotations

from typing import Any, Literal, Unpack, overload

from ..model.board import Board, PlayerLike
from ..model.game import DEFAULT_GAME, DOMINEERING, Game, GameLike
from ..model.position import BoardLike, as_position
from ..model.weights import Weight
from ..rules.kinds import Kind, KindLike, PiecesLike, StuckLike, check_numbers, wanted_pieces
from ..rules.problem import NumbersLike, conflict_graph
from ..support.errors import require_integer
from ..support.names import renamed
from ..support.result import digits
from ..support.run import Options, running
from ..support.seeds import SeedLike, chosen_seed
from ..sweep.diagram import Array
from .aztec import Shuffled, aztec_order
from .drawn import Samples
from .sampling import COUNTING, PositionList, sample_need
from .weighing import chance_weights, sampling_weights


def positions_to_draw(
    board: Board, kind: KindLike, weights: tuple[Weight, ...] | None = None, **asked: Any
) -> PositionList:
    """What samples are drawn from: the positions with their counts; Aztec diamonds are shuffled."""
    if kind == Kind.PERFECT and Game.of(asked.get("game", DOMINEERING)) == DOMINEERING:
        numbers = check_numbers(board, asked.get("dominoes", ()))
        other = [asked.get(name) or None for name in ("stuck", "turn", "play", "pieces", "placement_weights")]
        named = [*other, *numbers]
        if all(each is None for each in named) and aztec_order(board) is not None:
            return Shuffled(board, weights)
    return PositionList(board, kind, weights=weights, **asked)


class SampleOptions(Options, total=False):
    """What `sample` takes by name."""

    size: int
    seed: SeedLike
    x: Any
    y: Any
    z: Any
    weights: NumbersLike
    stuck: StuckLike | None
    play: bool
    turn: PlayerLike | None
    pieces: PiecesLike
    game: GameLike


@overload
def sample(
    board: BoardLike,
    kind: KindLike = ...,
    *,
    as_array: Literal[False] = ...,
    **options: Unpack[SampleOptions],
) -> Samples: ...


@overload
def sample(
    board: BoardLike, kind: KindLike = ..., *, as_array: Literal[True], **options: Unpack[SampleOptions]
) -> Array: ...


@renamed(dominoes="pieces")
def sample(
    board: BoardLike,
    kind: KindLike = "general",
    *,
    size: int = 1,
    seed: SeedLike = None,
    as_array: bool = False,
    x: Any = None,
    y: Any = None,
    z: Any = None,
    weights: Any = None,
    stuck: StuckLike | None = None,
    play: bool = False,
    turn: PlayerLike | None = None,
    pieces: PiecesLike = None,
    game: GameLike = DEFAULT_GAME,
    **options: Unpack[Options],
) -> Samples | Array:
    """Independent positions of a kind, each exactly equally likely; the same seed gives the same ones.

    With weights x, y, z of the players' pieces, each has a chance exactly in proportion to its weight. The
    same holds for `weights` of placements: a mapping from placements to numbers (those that are left out
    weigh 1), or a function of a placement (piece, cells, player); `cheapest` says how to name a placement.
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
    >>> upper = sample("3x3", weights=lambda placed: 0 if placed.cells[-1][0] == 2 else 1, size=9, seed=1)
    >>> upper.to_numpy()[:, 2].any()
    np.False_
    """
    size = require_integer("size", size, 0)
    start = as_position(board, game)
    with running(options) as settings:
        sample_need(start.board, size, as_array).require(settings.limit)
        counting, walking = settings.cut([COUNTING, 1 - COUNTING], ["counting", "walking"])
        by_weight = sampling_weights((x, y, z), start.board, start.game)
        graph = conflict_graph(start.game, start.free)
        each = None if weights is None else chance_weights(graph, by_weight, weights)
        number, by_player = wanted_pieces(pieces, start.board, start.game)
        listed = positions_to_draw(
            start.free,
            kind,
            by_weight,
            placement_weights=each,
            stuck=stuck,
            play=play,
            turn=turn,
            dominoes=by_player,
            pieces=() if number is None else (number,),
            game=start.game,
            settings=counting,
        )
        chosen = chosen_seed(seed)
        drawn = listed.sample(size, chosen, settings=walking)
    asked = {"seed": chosen, "of": digits(listed.weight), "board": start.board.to_json()}
    found = Samples(start, drawn.placements, drawn.numbers, asked)
    return found.to_numpy() if as_array else found
