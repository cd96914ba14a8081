"""Whose turn it is among three or more players: one without a move is passed over."""

from ..model.board import Board, Player


def next_to_move(free: Board, order: tuple[Player, ...], player: Player) -> Player:
    """Who moves after `player`: the next in the cyclic order who has a move; the very next if nobody has.

    >>> next_to_move(Board.box(1, 2, 2), (Player.RIGHT, Player.LEFT, Player.MIDDLE), Player.RIGHT)
    <Player.MIDDLE: 2>
    """
    place = order.index(player)
    following = order[place + 1 :] + order[: place + 1]
    return next((p for p in following if next(free.dominoes(p), None) is not None), following[0])
