"""What a question asks for: sets of stuck players with signs, numbers of pieces, and whose turn it is."""

from collections.abc import Iterable, Sequence

from ..model.alternating import TWO_PLAYERS, play_differences, turn_drawn
from ..model.board import Board, Player, require_board
from ..model.cells import items
from ..model.game import DOMINEERING, EITHER, Game
from ..model.players import PlayerLike
from ..model.position import Position, require_position
from ..support.errors import InputError, plural, require_at_least
from .meaning import without_pieces
from .tiles import Kind, StuckLike, check_stuck, kind_of, stuck_players

# a kind as a signed sum of sets of stuck players, with the differences a - b that alternating play leaves
Summand = tuple[int, frozenset[int], tuple[int, ...] | None]


def summands(
    board: Board,
    kind: str,
    stuck: StuckLike | None,
    play: bool,
    turn: PlayerLike | None = None,
    game: Game = DOMINEERING,
) -> list[Summand]:
    """What to add up.

    `any-end` is L + R - F. In alternating play a Left end has a - b in {-1, 0} and a Right end in {0, 1}, so
    only maximal positions with a = b are counted twice (and none if it is known whose turn it is).

    >>> for summand in summands(Board.rectangle(2, 2), "any-end", None, play=True):
    ...     print(summand)
    (1, frozenset({0}), (-1, 0))
    (1, frozenset({1}), (0, 1))
    (-1, frozenset({0, 1}), (0,))
    """
    require_board(board)
    game.require_board(board)
    players = game.variables(board.dimension)
    named = Kind.of(kind)
    if stuck is not None and named is not Kind.GENERAL:
        raise InputError(f"give `kind` or `stuck`, not both ('{kind}' and {stuck!r})")
    if named is Kind.PERFECT:
        raise InputError("'perfect' is not supported here; `positions` and `count` support it")
    if play or named is Kind.ANY_END:
        require_two(board, game, "alternating play" if play else "'any-end'")
    if game.is_impartial and named not in (Kind.GENERAL, Kind.MAXIMAL):
        raise InputError(
            f"'{game.name}' has pieces of either player: the kind is general, maximal or perfect, not {kind}"
        )
    if turn is not None and not play:
        raise InputError("`turn` narrows what play can reach: give `play` too")
    if stuck is not None:
        chosen = stuck_in(game, stuck, board.dimension)
        named = kind_of(chosen, players) or Kind.GENERAL
        return [(1, chosen, play_differences(named, turn) if play else None)]
    if named is not Kind.ANY_END:
        chosen = stuck_for(named, game, board.dimension)
        return [(1, chosen, play_differences(named, turn) if play else None)]
    ends = [
        (1, stuck_players(end), play_differences(end, turn) if play else None)
        for end in (Kind.LEFT_END, Kind.RIGHT_END)
    ]
    twice = tuple(set(ends[0][2] or ()) & set(ends[1][2] or ())) if play else None
    return [*ends, (-1, stuck_players(Kind.MAXIMAL), twice)] if twice != () else ends


def stuck_for(kind: Kind, game: Game, dimension: int) -> frozenset[int]:
    """The stuck players of a kind: in a maximal position all, and else one who has pieces.

    >>> stuck_for(Kind.RIGHT_END, Game.named("col"), 2)
    frozenset({1})
    >>> stuck_for(Kind.RIGHT_END, DOMINEERING, 1)
    Traceback (most recent call last):
        ...
    enumerate.InputError: Right has no pieces in 'domineering' on a board of 1 dimension and cannot be stuck
    """
    if kind is Kind.MAXIMAL:
        return stuck_players(kind, game.variables(dimension))
    return stuck_in(game, stuck_players(kind), dimension)


def stuck_in(game: Game, stuck: StuckLike, dimension: int) -> frozenset[int]:
    """The stuck players of a game; pieces of either player have one word for all.

    >>> sorted(stuck_in(DOMINEERING, ["left", 1], 2)), sorted(stuck_in(Game.named("cram"), ["either"], 2))
    ([0, 1], [0])
    """
    if game.is_impartial and isinstance(stuck, Iterable):
        stuck = [0 if player == EITHER else player for player in stuck]
    chosen = check_stuck(stuck, len(Player))
    for player in sorted(chosen - set(range(game.variables(dimension)))):
        raise InputError(f"{without_pieces(game, player, dimension)} and cannot be stuck")
    return chosen


def require_two(board: Board, game: Game, what: str) -> None:
    """Refuse what is about Left and Right in a game that has not just these two.

    >>> require_two(Board.rectangle(2, 2), Game.named("cram"), "alternating play")
    Traceback (most recent call last):
        ...
    enumerate.InputError: alternating play is about Left and Right, and 'cram' has pieces of either player
    """
    if game.is_impartial:
        raise InputError(f"{what} is about Left and Right, and '{game.name}' has pieces of either player")
    if game.variables(board.dimension) == 2:
        return
    if game.variables(2) == 2:
        dimensions = plural(board.dimension, "dimension")
        raise InputError(f"{what} needs a flat board, and this one has {dimensions}")
    others = "Middle plays, too" if Player.MIDDLE in game.players(board.dimension) else "only Left plays"
    raise InputError(f"{what} is about Left and Right, and in '{game.name}' {others}")


PiecesLike = int | Sequence[int | None] | None  # 5, or (2, 3) by player, or (2, None)
ByPlayer = tuple[int | None, ...]


def wanted_pieces(pieces: PiecesLike, board: Board, game: Game) -> tuple[int | None, ByPlayer]:
    """The wanted number of all pieces, and the wanted number of each player's; None for any number.

    >>> wanted_pieces(5, Board(2, 2), DOMINEERING), wanted_pieces((1,), Board(2, 2), DOMINEERING)
    ((5, (None, None)), (None, (1, None)))
    """
    if not isinstance(pieces, Iterable) and pieces is not None:
        return require_at_least(0, "pieces", pieces), check_numbers(board, (), game)
    return None, check_numbers(board, () if pieces is None else pieces, game)


def check_numbers(board: Board, pieces: PiecesLike, game: Game = DOMINEERING) -> ByPlayer:
    """The wanted number of pieces of each player, None for any.

    >>> check_numbers(Board.rectangle(2, 2), (1,))
    (1, None)
    """
    variables = game.variables(board.dimension)
    numbers: list[int | None] = [None] * variables
    for axis, number in enumerate(items("pieces", pieces)):
        if number is not None and axis >= variables:
            raise InputError(without_pieces(game, axis, board.dimension))
        if number is not None:
            numbers[axis] = require_at_least(0, Player(axis).name.lower(), number)
    return tuple(numbers)


def whose_turn(
    position: Position, first: PlayerLike = Player.LEFT, allow_unreachable: bool = False
) -> Player | None:
    """The player to move: who has placed fewer dominoes, or `first` if both have placed as many.

    In alternating play the counts differ by one at most; other counts are refused or, if
    `allow_unreachable`, leave nobody's turn (None). In three dimensions turns are not defined here (None).

    >>> whose_turn(Position.parse("L.\\nL."))
    <Player.RIGHT: 1>
    >>> whose_turn(Position.parse("LL\\nLL"))
    Traceback (most recent call last):
        ...
    enumerate.InputError: 2 Left and 0 Right dominoes cannot arise in alternating play, where the
    counts differ by one at most; allow it with allow_unreachable (--unreachable)
    """
    require_position(position)
    first = Player.of(first, among=TWO_PLAYERS)
    if len(position.counts) != 2:
        return None
    left, right = position.counts
    if abs(left - right) <= 1:
        return first if left == right else turn_drawn(position)
    if allow_unreachable:
        return None
    raise InputError(
        f"{left} Left and {right} Right {position.game.called()} cannot arise in alternating play, where the "
        "counts differ by one at most; allow it with allow_unreachable (--unreachable)"
    )
