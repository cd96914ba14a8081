"""Numbers of pieces that positions must have: of all players together, or of each player."""

from collections.abc import Iterable, Sequence

from ..model.board import Board, Player
from ..model.cells import items
from ..model.game import DOMINEERING, Game
from ..support.errors import InputError, require_at_least
from .meaning import without_pieces

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
