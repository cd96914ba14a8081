"""Kinds of positions: their names, stuck players, signed sums and descriptions.

A question names a kind, or the players who are stuck. `summands` turns either into sets of stuck players
with signs, from which `plan/question.py` makes terms. Read `problem.py` first: it defines stuck players.
"""

from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum
from typing import Any, Literal

from ..model.board import Board, Player, PlayerLike, require_board
from ..model.game import DOMINEERING, EITHER, OWNERS, Game
from ..model.lattice import items
from ..model.polynomial import TWO_PLAYERS, play_differences
from ..model.position import Position, require_position, turn_drawn
from ..support.errors import InputError, plural, require_integer, unknown

KindName = Literal["general", "maximal", "right-end", "left-end", "any-end", "perfect"]


class Kind(StrEnum):
    """The named kinds of positions: which players have no move left, or that no cell is empty."""

    GENERAL = "general"
    MAXIMAL = "maximal"
    RIGHT_END = "right-end"
    LEFT_END = "left-end"
    ANY_END = "any-end"
    PERFECT = "perfect"

    @classmethod
    def of(cls, word: str) -> "Kind":
        """The kind with this name."""
        return cls(word)

    @classmethod
    def _missing_(cls, value: object) -> None:
        raise unknown("kind", value, list(cls))


KindLike = Kind | KindName  # a kind or its name; type checkers reject misspellings
StuckLike = Iterable[PlayerLike | Literal["either"]]  # players; "either" in impartial games


def stuck_players(kind: str, dimension: int = 2) -> frozenset[int]:
    """The axes of the players who must be stuck."""
    stuck = {
        Kind.GENERAL: (),
        Kind.LEFT_END: (Player.LEFT,),
        Kind.RIGHT_END: (Player.RIGHT,),
        Kind.MAXIMAL: range(dimension),
    }
    named = Kind(kind)
    if named is Kind.ANY_END:
        raise InputError("'any-end' is a sum, not one set of stuck players")
    if named is Kind.PERFECT:
        raise InputError("'perfect' is about empty cells, not about stuck players")
    return check_stuck(stuck[named], dimension)


def check_stuck(stuck: StuckLike, dimension: int) -> frozenset[int]:
    """The axes of the stuck players; players without an axis on the board are refused."""
    if isinstance(stuck, str) or not isinstance(stuck, Iterable):
        raise InputError(f"`stuck` is a list of players, as in ['left'], not {stuck!r}")
    axes = frozenset(int(Player.of(player)) for player in stuck)
    for axis in sorted(axes):
        if axis >= dimension:
            name = Player(axis).name.capitalize()
            dimensions = plural(dimension, "dimension")
            raise InputError(f"{name} has no axis on a board of {dimensions} and cannot be stuck")
    return axes


def kind_of(stuck: Collection[int], dimension: int) -> Kind | None:
    """The named kind with exactly these stuck players, if there is one."""
    for kind in (Kind.GENERAL, Kind.MAXIMAL, Kind.RIGHT_END, Kind.LEFT_END):
        axes = range(dimension) if kind is Kind.MAXIMAL else stuck_players(kind, 2)
        if frozenset(axes) == frozenset(stuck):
            return kind
    return None


MEANING = {
    Kind.GENERAL: "all positions",
    Kind.MAXIMAL: "positions in which nobody can move",
    Kind.RIGHT_END: "positions in which Right cannot move",
    Kind.LEFT_END: "positions in which Left cannot move",
    Kind.ANY_END: "positions in which Left or Right cannot move",
    Kind.PERFECT: "positions without an empty cell",
}


def meaning(
    kind: Kind | None,
    stuck: frozenset[int],
    play: bool,
    game: Game = DOMINEERING,
    turn: Player | None = None,
) -> str:
    """The positions of a question in words.

    >>> meaning(None, frozenset({0}), play=True, turn=Player.RIGHT)
    'positions in which Left cannot move, reachable in alternating play with Right to move'
    """
    if stuck and game.is_impartial:
        return MEANING[Kind.MAXIMAL]  # all players have the same pieces
    names = " and ".join(Player(axis).name.capitalize() for axis in sorted(stuck))
    words = f"positions in which {names} cannot move" if names else MEANING[Kind.GENERAL]
    words = MEANING[kind] if kind else words
    words += ", reachable in alternating play" if play else ""
    return words if turn is None else f"{words} with {turn.title} to move"


def stuck_of(kind: Kind | None, stuck: frozenset[int] | None, players: int) -> frozenset[int]:
    """The stuck players for a report: none for the sum `any-end`."""
    if stuck is not None:
        return stuck
    return frozenset() if kind in (None, Kind.ANY_END, Kind.PERFECT) else stuck_players(str(kind), players)


def player_name(game: Game, player: int) -> str:
    """The name in JSON and CSV of the player whose pieces a variable counts."""
    return EITHER if game.is_impartial else OWNERS[player]


def without_pieces(game: Game, player: int, dimension: int) -> str:
    """A message that a player has no pieces on a board of this dimension."""
    where = f" on a board of {plural(dimension, 'dimension')}"
    is_elsewhere = player in game.players(len(Player))
    return f"{OWNERS[player].capitalize()} has no pieces in '{game.name}'{where if is_elsewhere else ''}"


def game_json(game: Game, board: Board) -> dict[str, Any]:
    """The key "game" of an answer, with the full definition; empty for Domineering."""
    return {} if game == DOMINEERING else {"game": game.spelled_out(board).to_json()}


def asked_json(
    board: Board,
    kind: Kind | None,
    stuck: Iterable[int],
    play: bool,
    game: Game = DOMINEERING,
    turn: Player | None = None,
) -> dict[str, Any]:
    """The question in JSON (board and kind of positions), with the keys that all commands share."""
    return {
        **game_json(game, board),
        "board": board.to_json(),
        "kind": None if kind is None else kind.value,
        "stuck": [player_name(game, player) for player in sorted(stuck)],
        "play": play,
        "turn": None if turn is None else turn.name.lower(),
    }


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
    """The signed sum over sets of stuck players whose value is the answer.

    `any-end` is L + R - F. In alternating play a Left end has a - b in {-1, 0} and a Right end in {0, 1}, so
    only maximal positions with a = b are counted twice (and none if `turn` is given).

    >>> for summand in summands(Board.rectangle(2, 2), "any-end", None, play=True):
    ...     print(summand)
    (1, frozenset({0}), (-1, 0))
    (1, frozenset({1}), (0, 1))
    (-1, frozenset({0, 1}), (0,))
    """
    require_board(board)
    game.require_board(board)
    players = game.variables(board.dimension)
    named = Kind(kind)
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
    """The stuck players of a kind: all players for maximal positions, otherwise players who have pieces."""
    if kind is Kind.MAXIMAL:
        return frozenset(range(game.variables(dimension)))
    return stuck_in(game, stuck_players(kind), dimension)


def stuck_in(game: Game, stuck: StuckLike, dimension: int) -> frozenset[int]:
    """The stuck players of a game; in an impartial game, "either" stands for all players."""
    if game.is_impartial and isinstance(stuck, Iterable):
        stuck = [0 if player == EITHER else player for player in stuck]
    chosen = check_stuck(stuck, len(Player))
    for player in sorted(chosen - set(range(game.variables(dimension)))):
        raise InputError(f"{without_pieces(game, player, dimension)} and cannot be stuck")
    return chosen


def require_two(board: Board, game: Game, what: str) -> None:
    """Refuse a question about Left and Right in a game with other players."""
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
    """The wanted total number of pieces, and the wanted number for each player; None for any number."""
    if not isinstance(pieces, Iterable) and pieces is not None:
        return require_integer("pieces", pieces, 0), check_numbers(board, (), game)
    return None, check_numbers(board, () if pieces is None else pieces, game)


def check_numbers(board: Board, pieces: PiecesLike, game: Game = DOMINEERING) -> ByPlayer:
    """The wanted number of pieces of each player, None for any."""
    variables = game.variables(board.dimension)
    numbers: list[int | None] = [None] * variables
    for axis, number in enumerate(items("pieces", pieces)):
        if number is not None and axis >= variables:
            raise InputError(without_pieces(game, axis, board.dimension))
        if number is not None:
            numbers[axis] = require_integer(Player(axis).name.lower(), number, 0)
    return tuple(numbers)


def whose_turn(
    position: Position, first: PlayerLike = Player.LEFT, allow_unreachable: bool = False
) -> Player | None:
    """The player to move: who has placed fewer dominoes, or `first` if both have placed the same number.

    In alternating play the counts differ by at most one. Other counts are refused; with `allow_unreachable`
    it is nobody's turn (None). Turns are not defined in three dimensions (None).

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
